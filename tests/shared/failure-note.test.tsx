import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { networkError } from '#shared/api/api-error.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { readTranslations } from '#tests/support/translations.ts';

/** A page whose note is replaced by `instead` when Retry is pressed. */
const Page = ({ instead }: { readonly instead: ReactNode }) => {
  const [hasFailed, setHasFailed] = useState(true);
  return (
    <I18nextProvider i18n={languageOf(readTranslations())}>
      <main id="content" tabIndex={-1}>
        <section aria-label="Reviews">
          {hasFailed ? <FailureNote error={networkError} onRetry={() => setHasFailed(false)} /> : instead}
        </section>
      </main>
    </I18nextProvider>
  );
};

const pressRetry = async () => {
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'Try again' }).focus();
  await user.keyboard('{Enter}');
  return user;
};

const OwnFocus = () => {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => headingRef.current?.focus(), []);
  return (
    <h2 ref={headingRef} tabIndex={-1}>
      Three reviews
    </h2>
  );
};

describe('after Retry', () => {
  test('after Retry the focus is on the part of the page where the content came, and Tab goes on there', async () => {
    render(<Page instead={<button type="button">Write a review</button>} />);
    const user = await pressRetry();
    expect(screen.getByRole('region', { name: 'Reviews' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Write a review' })).toHaveFocus();
    // The part is no stop for the mouse or a screen reader afterwards.
    expect(screen.getByRole('region', { name: 'Reviews' })).not.toHaveAttribute('tabindex');
  });

  test('after Retry the focus is not lost to the document while a spinner is shown, nor when the content comes', async () => {
    const { rerender } = render(<Page instead={<p>Loading...</p>} />);
    await pressRetry();
    expect(screen.getByRole('region', { name: 'Reviews' })).toHaveFocus();
    rerender(<Page instead={<p>Three reviews</p>} />);
    expect(screen.getByRole('region', { name: 'Reviews' })).toHaveFocus();
  });

  test('after Retry content that takes the focus itself keeps it', async () => {
    render(<Page instead={<OwnFocus />} />);
    await pressRetry();
    expect(screen.getByRole('heading', { name: 'Three reviews' })).toHaveFocus();
  });

  test('after Retry the focus is on the content of the page where the whole screen was replaced', async () => {
    const Screen = () => {
      const [hasFailed, setHasFailed] = useState(true);
      return (
        <I18nextProvider i18n={languageOf(readTranslations())}>
          <main id="content" tabIndex={-1}>
            {hasFailed ? (
              <div>
                <FailureNote error={networkError} onRetry={() => setHasFailed(false)} />
              </div>
            ) : (
              <article>The list</article>
            )}
          </main>
        </I18nextProvider>
      );
    };
    render(<Screen />);
    await pressRetry();
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

test('a failure note that disappears while the focus is elsewhere does not move the focus', async () => {
  const language = languageOf(readTranslations());
  const at = (isFailed: boolean) => (
    <I18nextProvider i18n={language}>
      <input aria-label="Name" />
      {isFailed && <FailureNote error={networkError} onRetry={() => undefined} />}
    </I18nextProvider>
  );
  const { rerender } = render(at(true));
  screen.getByRole('textbox').focus();
  rerender(at(false));
  await Promise.resolve();
  expect(screen.getByRole('textbox')).toHaveFocus();
});

describe('a part of a page that the shop no longer has', () => {
  const reload = vi.fn();
  beforeEach(() => {
    reload.mockClear();
    vi.stubGlobal('location', { ...window.location, reload });
  });

  test('a part of a page that the shop no longer has says that the shop has been updated, and offers the reload', async () => {
    render(
      <I18nextProvider i18n={languageOf(readTranslations())}>
        <FailureNote error={{ status: 'updated' }} onRetry={() => expect.unreachable()} />
      </I18nextProvider>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('We’ve just updated the shop');
    await userEvent.click(screen.getByRole('button', { name: 'Reload the page' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
