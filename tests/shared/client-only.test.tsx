import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { languageOf } from '#shared/i18n/language.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { languageWithFiles, notFound } from '#tests/support/language-with-files.ts';
import { readTranslations } from '#tests/support/translations.ts';

// The question whether the shop can be reached, which tells a lost connection from an update of the shop (recovery.test.tsx).
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))));

const show = (Part: ReturnType<typeof clientOnly<{ readonly name: string }>>, language = languageOf(readTranslations())) =>
  render(
    <I18nextProvider i18n={language}>
      <Part name="the cart" />
    </I18nextProvider>,
  );

const Drawer = ({ isOpen }: { readonly isOpen: boolean }) => <p>The drawer is {isOpen ? 'open' : 'closed'}</p>;
const Greeting = ({ name }: { readonly name: string }) => <p>This is {name}</p>;

test('a lazy part is shown as soon as it has been fetched', async () => {
  show(clientOnly(async () => Greeting));
  expect(await screen.findByText('This is the cart')).toBeVisible();
});

test('a shopper reads that a part could not be fetched, in its place, and Try again fetches it', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('gone'));
  show(clientOnly<{ readonly name: string }>(load));
  expect(await screen.findByRole('alert')).toHaveTextContent('We can’t reach the shop');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This is the cart')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a part that could not be fetched is fetched again when it is opened again, and says nothing while it is closed', async () => {
  const load = vi.fn(async () => Drawer).mockRejectedValueOnce(new Error('gone'));
  const Part = clientOnly<{ readonly isOpen: boolean }>(load);
  const at = (isOpen: boolean) => (
    <I18nextProvider i18n={languageOf(readTranslations())}>
      <Part isOpen={isOpen} />
    </I18nextProvider>
  );
  const { rerender } = render(at(true));
  expect(await screen.findByRole('alert')).toBeVisible();
  rerender(at(false));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
  rerender(at(true));
  expect(await screen.findByText('The drawer is open')).toBeVisible();
});

const Placeholder = () => <p>Nothing yet</p>;

test('a shopper sees a placeholder until a part has been fetched, and Try again in its place after a failure', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('gone'));
  show(clientOnly<{ readonly name: string }>(load, [], { Fallback: Placeholder }));
  expect(screen.getByText('Nothing yet')).toBeVisible();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This is the cart')).toBeVisible();
  expect(screen.queryByText('Nothing yet')).not.toBeInTheDocument();
});

test('an optional part keeps its placeholder after a failure, and is fetched again when it is next mounted', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('gone'));
  const Part = clientOnly<{ readonly name: string }>(load, [], { Fallback: Placeholder, isOptional: true });
  const { unmount } = show(Part);
  await expect.poll(() => load).toHaveBeenCalledTimes(1);
  await act(async () => expect(load.mock.results[0]?.value).rejects.toThrow('gone'));
  expect(screen.getByText('Nothing yet')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  unmount();
  show(Part);
  expect(await screen.findByText('This is the cart')).toBeVisible();
});

test('an optional part that could not be fetched is fetched again once for each change of a text that it gets', async () => {
  const load = vi
    .fn(async () => Greeting)
    .mockRejectedValueOnce(new Error('gone'))
    .mockRejectedValueOnce(new Error('gone'));
  const Part = clientOnly<{ readonly name: string; readonly onUse: () => void }>(load, [], { Fallback: Placeholder, isOptional: true });
  const language = languageOf(readTranslations());
  const at = (name: string) => (
    <I18nextProvider i18n={language}>
      <Part name={name} onUse={() => undefined} />
    </I18nextProvider>
  );
  const settle = () => act(async () => undefined);
  const { rerender } = render(at('c'));
  await expect.poll(() => load).toHaveBeenCalledTimes(1);
  await settle();
  rerender(at('c'));
  await settle();
  expect(load).toHaveBeenCalledTimes(1);
  rerender(at('ca'));
  await expect.poll(() => load).toHaveBeenCalledTimes(2);
  await settle();
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.getByText('Nothing yet')).toBeVisible();
  rerender(at('cat'));
  expect(await screen.findByText('This is cat')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(3);
});

const Heading = () => <h1>{useTranslation('cart').t('heading')}</h1>;

test('a shopper reads that the texts of a part could not be fetched, in its place, and Try again fetches them', async () => {
  const read = vi.fn<Parameters<typeof languageWithFiles>[1]>((_, answer) => answer(null, { heading: 'Your cart' }));
  read.mockImplementationOnce((_, answer) => notFound(answer));
  show(
    clientOnly(async () => Heading, ['cart']),
    await languageWithFiles(['cart'], read),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('We can’t reach the shop');
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading')).toHaveTextContent('Your cart');
  expect(read).toHaveBeenCalledTimes(2);
});

test('an optional part whose texts could not be fetched keeps its placeholder', async () => {
  const read = vi.fn<Parameters<typeof languageWithFiles>[1]>((_, answer) => notFound(answer));
  const Part = clientOnly(async () => Heading, ['cart'], { Fallback: Placeholder, isOptional: true });
  show(Part, await languageWithFiles(['cart'], read));
  await expect.poll(() => read).toHaveBeenCalledTimes(1);
  await act(async () => undefined);
  expect(screen.getByText('Nothing yet')).toBeVisible();
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});

test('a part that has been fetched renders at once when it is mounted again', async () => {
  const Part = clientOnly(async () => Greeting);
  const { unmount } = show(Part);
  await screen.findByText('This is the cart');
  unmount();
  show(Part);
  expect(screen.getByText('This is the cart')).toBeVisible();
});
