import { act, screen } from '@testing-library/react';
import { Suspense, startTransition, useEffect, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test } from 'vitest';
import { languageOf } from '#shared/i18n/language.ts';
import { Field } from '#shared/ui/field.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { readTranslations } from '#tests/support/translations.ts';

/** A store, which a screen changes in an effect, as the shop's does at hydration. */
const createStore = () => {
  let value = 0;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: () => {
      value += 1;
      for (const listener of listeners) listener();
    },
  };
};

const NameForm = ({ store }: { readonly store: ReturnType<typeof createStore> }) => {
  const changes = useSyncExternalStore(store.subscribe, store.read, store.read);
  const form = useForm({ texts: { name: '' }, validate: () => ({}) });
  useEffect(() => store.change(), [store]);
  return (
    <form data-changes={changes}>
      <Field {...form.field('name')} label="Name" />
      <output>{form.values.name}</output>
    </form>
  );
};

test('text typed before hydration is in the form; its field is not emptied and keeps its caret, also when the store changes', async () => {
  const language = languageOf(readTranslations());
  const store = createStore();
  const page = (
    <I18nextProvider i18n={language}>
      <Suspense>
        <NameForm store={store} />
      </Suspense>
    </I18nextProvider>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  field.focus();
  field.value = 'Byon';
  field.setSelectionRange(2, 2);
  await act(async () =>
    startTransition(() => {
      const root = hydrateRoot(container, page);
      onTestFinished(() => {
        act(() => root.unmount());
        container.remove();
      });
    }),
  );
  expect(container.querySelector('form')).toHaveAttribute('data-changes', '1');
  expect(screen.getByRole('status')).toHaveTextContent('Byon');
  expect(field).toHaveValue('Byon');
  expect(field.selectionStart).toBe(2);
});
