import { act, render, screen } from '@testing-library/react';
import { Suspense, startTransition, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyScreen } from '#app/lazy-screen.tsx';
import { SuspendUntilLoaded } from '#app/suspend-until-loaded.tsx';
import { languageOf } from '#shared/i18n/language.ts';
import { readTranslations } from '#tests/support/translations.ts';

const Next = () => <h1>The next page</h1>;

/** A page with a link to one whose code arrives when `arrive` is called. */
const renderPage = () => {
  let arrive = () => {};
  const NextScreen = lazyScreen(
    'src/screens/next/next-screen.tsx',
    () =>
      new Promise<typeof Next>((resolve) => {
        arrive = () => resolve(Next);
      }),
  );
  const row = { screen: NextScreen, namespaces: [] };
  const Pages = () => {
    const [isNext, setIsNext] = useState(false);
    if (!isNext)
      return (
        <button type="button" onClick={() => startTransition(() => setIsNext(true))}>
          Go on
        </button>
      );
    return (
      <SuspendUntilLoaded row={row}>
        <Suspense fallback={<p>Loading...</p>}>
          <NextScreen />
        </Suspense>
      </SuspendUntilLoaded>
    );
  };
  render(
    <I18nextProvider i18n={languageOf(readTranslations())}>
      <Pages />
    </I18nextProvider>,
  );
  return {
    goOn: () => act(async () => screen.getByRole('button', { name: 'Go on' }).click()),
    arrive: () => act(async () => arrive()),
  };
};

const oldPage = () => screen.queryByRole('button', { name: 'Go on' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a shopper who goes on keeps the page under a thin bar until the next one is there, without a spinner between', async () => {
  const { goOn, arrive } = renderPage();
  await goOn();
  expect(document.documentElement).toHaveAttribute('data-leaving');
  await act(() => vi.advanceTimersByTimeAsync(399));
  expect(oldPage()).toBeVisible();
  await arrive();
  expect(screen.getByRole('heading', { name: 'The next page' })).toBeVisible();
  expect(oldPage()).toBeNull();
  expect(document.documentElement).not.toHaveAttribute('data-leaving');
});

test('a shopper who waits longer for the next page sees a spinner in place of the old one, and no bar', {
  tags: 'route.spinner',
}, async () => {
  const { goOn, arrive } = renderPage();
  await goOn();
  expect(oldPage()).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(screen.getByText('Loading...')).toBeVisible();
  expect(document.documentElement).not.toHaveAttribute('data-leaving');
  await arrive();
  expect(screen.getByRole('heading', { name: 'The next page' })).toBeVisible();
});
