import { act, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { routeAt } from '#app/routes.ts';
import { paths } from '#shared/paths.ts';
import { languageWithFiles, notFound } from '#tests/support/language-with-files.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { readTranslations } from '#tests/support/translations.ts';

const follow = (name: string) => act(async () => screen.getAllByRole('link', { name })[0]?.click());
const goToTerms = () => follow('Terms and conditions');
const bar = () => document.querySelector('.leaving-bar');
const terms = () => routeAt(paths.terms).route.handle;

describe('a shopper who goes on', () => {
  let arrive = () => {};
  afterEach(() => void vi.useRealTimers());

  /** The shop on the page about us; the code of the terms and conditions comes when `arrive` is called. */
  const openShop = async () => {
    await renderAt(paths.about);
    vi.spyOn(terms(), 'load').mockImplementation(
      () =>
        new Promise((resolve) => {
          arrive = () => resolve(createElement('h1', null, 'The next page'));
        }),
    );
    vi.useFakeTimers();
  };
  const oldPage = () => screen.queryByRole('heading', { level: 1, name: 'Small workshops, plainly told' });

  test('a shopper who goes on keeps the page under a thin bar until the next one is there, without a spinner between', {
    tags: 'route.lazy',
  }, async () => {
    await openShop();
    await goToTerms();
    expect(bar()).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(399));
    expect(oldPage()).toBeVisible();
    await act(async () => arrive());
    expect(screen.getByRole('heading', { name: 'The next page' })).toBeVisible();
    expect(oldPage()).toBeNull();
    expect(bar()).toBeNull();
  });

  test('a shopper who goes on and waits longer for the next page sees a spinner in place of the old one, and no bar', async () => {
    await openShop();
    await goToTerms();
    expect(oldPage()).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(screen.getByText('Loading...', { selector: '.visually-hidden' })).toBeInTheDocument();
    expect(oldPage()).toBeNull();
    expect(bar()).toBeNull();
    expect(document.title).toBe('Loading... | Flone');
    await act(async () => arrive());
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
  const failedFile = /^ChunkLoadError: missing, https?:\/\/.+\/locales\/en\/terms\.json$/;
  const texts = readTranslations().terms;

  test('a screen whose texts do not load shows an error with their URL after one reload, and the next navigation requests them again', async () => {
    const read = vi.fn<Read>((_, answer) => notFound(answer));
    await renderShop(read);
    await goToTerms();
    expect(await screen.findByText(failedFile)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.poll(() => reload).toHaveBeenCalledTimes(1);
    read.mockImplementation((_, answer) => answer(null, texts));
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
    expect(await screen.findByText(failedFile)).toBeInTheDocument();
    await follow('About us');
    const oldHeading = screen.getByRole('heading', { level: 1 });
    let arrive = () => {};
    read.mockImplementation((_, answer) => {
      arrive = () => answer(null, texts);
    });
    vi.useFakeTimers();
    await goToTerms();
    expect(bar()).toBeInTheDocument();
    expect(oldHeading).toBeVisible();
    await act(async () => arrive());
    expect(screen.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
    expect(bar()).toBeNull();
  });

  test('a screen whose chunk does not come either is an error at once, while its texts are still requested', async () => {
    await renderShop(() => undefined);
    const load = vi
      .spyOn(terms(), 'load')
      .mockRejectedValue(new TypeError('Failed to fetch dynamically imported module: https://shop.test/terms.js'));
    await goToTerms();
    expect(await screen.findByText('ChunkLoadError: missing, https://shop.test/terms.js')).toBeInTheDocument();
    load.mockRestore();
  });

  /** The shopper is shown the spinner of the terms, whose texts `fail` then fails. */
  const waitForTerms = async () => {
    let fail = () => {};
    const read = vi.fn<Read>((_, answer) => {
      fail = () => notFound(answer);
    });
    await renderShop(read);
    await goToTerms();
    expect(await screen.findByText('Loading...', { selector: '.visually-hidden' })).toBeInTheDocument();
    return { read, fail: () => fail() };
  };

  test('a screen whose texts fail after the page before it was left shows its spinner, and then the error, without a second request', async () => {
    const { read, fail } = await waitForTerms();
    await act(async () => fail());
    expect(await screen.findByText(failedFile)).toBeInTheDocument();
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('a screen whose texts fail after the shopper has gone elsewhere is asked for again, and shows no error before', async () => {
    const { read, fail } = await waitForTerms();
    await follow('About us');
    await act(async () => fail());
    read.mockImplementation((_, answer) => answer(null, texts));
    await goToTerms();
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
    expect(read).toHaveBeenCalledTimes(2);
    expect(reload).not.toHaveBeenCalled();
  });
});
