import { fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { languageOf } from '#shared/i18n/language.ts';
import { late } from '#shared/ui/late.tsx';
import { readWords } from '#tests/support/translations.ts';

const show = (Part: ReturnType<typeof late<{ readonly name: string }>>) =>
  render(
    <I18nextProvider i18n={languageOf(readWords())}>
      <Part name="the cart" />
    </I18nextProvider>,
  );

const Greeting = ({ name }: { readonly name: string }) => <p>This is {name}</p>;

test('a part that is fetched late stands as soon as it is there', async () => {
  show(late(async () => Greeting));
  expect(await screen.findByText('This is the cart')).toBeVisible();
});

test('a part that cannot be fetched says so in its own place, and is fetched again when asked', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('gone'));
  show(late<{ readonly name: string }>(load));
  expect(await screen.findByRole('alert')).toHaveTextContent("We can't reach the shop");
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This is the cart')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a part that was fetched once stands at once the next time', async () => {
  const Part = late(async () => Greeting);
  const { unmount } = show(Part);
  await screen.findByText('This is the cart');
  unmount();
  show(Part);
  expect(screen.getByText('This is the cart')).toBeVisible();
});
