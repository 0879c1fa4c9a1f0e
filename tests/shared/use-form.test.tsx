import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { profile } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import { getJson } from '#shared/api/get-json.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { Field } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { allRequestsSettled, calls } from '#tests/support/api.ts';
import { readTranslations } from '#tests/support/translations.ts';

const report = `POST ${endpoints.browserError.path}`;

const NoteForm = ({ send }: { readonly send: () => unknown }) => {
  const form = useForm({ texts: { note: '' }, validate: () => ({}) });
  return (
    <form noValidate onSubmit={form.submit(send)}>
      <FormSummary form={form} />
      <Field {...form.field('note')} label="Note" />
      <SubmitButton isBusy={form.isBusy}>Send</SubmitButton>
    </form>
  );
};
const show = (send: () => unknown) => {
  render(
    <I18nextProvider i18n={languageOf(readTranslations())}>
      <NoteForm send={send} />
    </I18nextProvider>,
  );
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Ring twice' } });
};
const button = () => screen.getByRole('button', { name: 'Send' });
const press = () => fireEvent.click(button());

/** Rejections that nothing handles, until the test ends. */
const unhandledRejections = (): unknown[] => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', listener);
  onTestFinished(() => {
    process.off('unhandledRejection', listener);
  });
  return unhandled;
};

// The token of unsafe calls comes with the profile: without it each call is made twice.
beforeEach(async () => {
  await getJson(endpoints.profile.path, profile);
  calls.length = 0;
});

test.each([
  ['rejects', () => Promise.reject(new Error('use-form: rejected'))],
  [
    'throws',
    () => {
      throw new Error('use-form: thrown');
    },
  ],
])(
  'a shopper whose form cannot be sent because the code that sends it %s is told so, keeps the text and can try again',
  async (_, fail) => {
    const unhandled = unhandledRejections();
    const send = vi.fn<() => unknown>(fail);
    show(send);
    press();
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent('Please try again in a moment.');
    await waitFor(() => expect(summary).toHaveFocus());
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled', 'true'));
    expect(screen.getByLabelText('Note')).toHaveValue('Ring twice');
    await waitFor(() => expect(calls).toEqual([report]));
    await allRequestsSettled();
    expect(unhandled).toEqual([]);

    send.mockReturnValue(undefined);
    press();
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(send).toHaveBeenCalledTimes(2);
  },
);
