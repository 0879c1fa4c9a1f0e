import { act, render, screen } from '@testing-library/react';
import { Suspense, startTransition, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChunkLoadError, lazyScreen } from '#app/lazy-screen.tsx';
import { matchRow } from '#app/match-row.ts';
import { SuspendUntilLoaded } from '#app/suspend-until-loaded.tsx';
import { languageOf } from '#shared/i18n/language.ts';
import { paths } from '#shared/paths.ts';
import { languageWithFiles, notFound } from '#tests/support/language-with-files.ts';
import { renderAt } from '#tests/support/render-app.tsx';
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

describe('a shopper who goes on', () => {
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

  test('a shopper who goes on and waits longer for the next page sees a spinner in place of the old one, and no bar', async () => {
    const { goOn, arrive } = renderPage();
    await goOn();
    expect(oldPage()).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(screen.getByText('Loading...')).toBeVisible();
    expect(document.documentElement).not.toHaveAttribute('data-leaving');
    await arrive();
    expect(screen.getByRole('heading', { name: 'The next page' })).toBeVisible();
  });
});

describe('a screen whose texts do not come', () => {
  type Read = Parameters<typeof languageWithFiles>[1];
  const reload = vi.fn();

  beforeEach(() => {
    reload.mockClear();
    vi.stubGlobal('location', { ...window.location, reload });
    // Whether the server answers, and has the file, before a reload.
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      const url = String(call[0]);
      return url === '/' || url.includes('/locales/') ? new Response('', { status: url === '/' ? 200 : 404 }) : fetch(...call);
    });
    // React logs the errors that a boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  /** The shop on the page about us, whose terms and conditions have a file of texts. */
  const renderShop = async (read: Read) => renderAt(paths.about, { language: await languageWithFiles(['terms'], read) });
  const follow = (name: string) => act(async () => screen.getAllByRole('link', { name })[0]?.click());
  const goToTerms = () => follow('Terms and conditions');
  const failedFile = /^ChunkLoadError: missing, https?:\/\/.+\/locales\/en\/terms\.json$/;
  const { terms } = readTranslations();

  test('a screen whose texts do not come is an error with their address and one reload, and is asked for again by the next navigation', async () => {
    const read = vi.fn<Read>((_, answer) => notFound(answer));
    await renderShop(read);
    await goToTerms();
    expect(await screen.findByText(failedFile)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.poll(() => reload).toHaveBeenCalledTimes(1);
    read.mockImplementation((_, answer) => answer(null, terms));
    await follow('About us');
    await goToTerms();
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
    expect(screen.queryByText(failedFile)).not.toBeInTheDocument();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('a screen whose texts did not come is waited for again by the next navigation, which keeps the page under the thin bar', async () => {
    const read = vi.fn<Read>((_, answer) => notFound(answer));
    await renderShop(read);
    await goToTerms();
    expect(await screen.findByText(failedFile)).toBeVisible();
    await follow('About us');
    const oldHeading = screen.getByRole('heading', { level: 1 });
    let arrive = () => {};
    read.mockImplementation((_, answer) => {
      arrive = () => answer(null, terms);
    });
    vi.useFakeTimers();
    await goToTerms();
    expect(document.documentElement).toHaveAttribute('data-leaving');
    expect(oldHeading).toBeVisible();
    await act(async () => arrive());
    expect(screen.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
    expect(document.documentElement).not.toHaveAttribute('data-leaving');
  });

  test('a screen whose chunk does not come either is an error at once, while its texts are still requested', async () => {
    await renderShop(() => undefined);
    const { screen: terms } = matchRow(paths.terms).row;
    const preload = vi.spyOn(terms, 'preload').mockRejectedValue(new ChunkLoadError('timeout', terms.module));
    await goToTerms();
    expect(await screen.findByText('ChunkLoadError: timeout, src/screens/legal/terms-screen.tsx')).toBeVisible();
    preload.mockRestore();
  });

  test('a screen whose texts fail after the page before it was left shows its spinner, and then the error, without a second request', async () => {
    let fail = () => {};
    const read = vi.fn<Read>((_, answer) => {
      fail = () => notFound(answer);
    });
    await renderShop(read);
    await goToTerms();
    expect(await screen.findByText('Loading...', { selector: '.visually-hidden' })).toBeInTheDocument();
    await act(async () => fail());
    expect(await screen.findByText(failedFile)).toBeVisible();
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('a screen whose texts fail after the shopper has gone elsewhere is asked for again, and shows no error before', async () => {
    let fail = () => {};
    const read = vi.fn<Read>((_, answer) => {
      fail = () => notFound(answer);
    });
    await renderShop(read);
    await goToTerms();
    expect(await screen.findByText('Loading...', { selector: '.visually-hidden' })).toBeInTheDocument();
    await follow('About us');
    await act(async () => fail());
    read.mockImplementation((_, answer) => answer(null, terms));
    await goToTerms();
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
    expect(read).toHaveBeenCalledTimes(2);
    expect(reload).not.toHaveBeenCalled();
  });
});
