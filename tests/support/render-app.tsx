import { render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { notFoundRow, routes } from '#app/routes.ts';
import { startShop } from '#app/start.tsx';
import type { ShopStore } from '#app/store.ts';
import type { CartLine } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import { languageOf } from '#shared/i18n/language.ts';
import './api.ts';
import { afterTest } from './clean-up.ts';
import { readTranslations } from './translations.ts';

type Remembered = { readonly cart?: readonly CartLine[]; readonly wishlist?: readonly Product[]; readonly compare?: readonly Product[] };

/** Leaves in the browser's store what an earlier visit would have left. */
const remember = ({ cart, wishlist, compare }: Remembered) =>
  window.localStorage.setItem(
    'persist:flone',
    JSON.stringify({
      ...(cart && { cart: JSON.stringify({ lines: cart }) }),
      ...(wishlist && { wishlist: JSON.stringify({ items: wishlist }) }),
      ...(compare && { compare: JSON.stringify({ items: compare }) }),
      _persist: JSON.stringify({ version: 1.1, rehydrated: true }),
    }),
  );

/** The shops of this test, and the end of their time. */
const opened = new Set<{ readonly store: ShopStore; readonly end: AbortController }>();

/** Makes every shop of this test forget: what it is still about to keep must not reach the next test's browser. */
const forget = () => {
  for (const { store, end } of opened) {
    end.abort();
    store.dispatch({ type: 'persist/PAUSE' });
    store.dispatch({ type: 'persist/FLUSH', result: () => undefined });
  }
  opened.clear();
  window.localStorage.clear();
};

afterTest.push(forget);

type Options = Remembered & {
  /** The test looks before the products have come. */
  readonly beforeProductsLoad?: boolean;
  /** A language with its words, instead of the shop's English. */
  readonly language?: ReturnType<typeof languageOf>;
};

/** The whole shop at an address, started as the browser starts it: what is a test's own is the router, the words and where it is shown. */
export const renderAt = async (
  path: string,
  { beforeProductsLoad = false, language = languageOf(readTranslations()), ...remembered }: Options = {},
) => {
  remember(remembered);
  // Waiting for a screen's code is tested where that is done; here every screen stands at once.
  await Promise.all([...routes, notFoundRow].map(({ screen }) => screen.preload()));
  const place = { address: '' };
  const Place = () => {
    const { pathname, search } = useLocation();
    // Where the shopper is: a screen that is still being prepared is not there yet.
    useLayoutEffect(() => {
      place.address = pathname + search;
    }, [pathname, search]);
    return null;
  };
  const page = document.body.appendChild(document.createElement('div'));
  const end = new AbortController();
  let unmount = () => {};
  let isReady = false;
  const { store, ready } = startShop({
    pathname: new URL(path, 'http://shop.test').pathname,
    signal: end.signal,
    loadLanguage: async () => language,
    router: (shop) => (
      <MemoryRouter initialEntries={[path]}>
        <Place />
        {shop}
      </MemoryRouter>
    ),
    mount: async (shop, current, hydrated) => {
      ({ unmount } = render(shop(current), { container: page }));
      await hydrated;
    },
  });
  opened.add({ store, end });
  void ready.then(() => {
    isReady = true;
  });
  const user = userEvent.setup({ advanceTimers: (pause) => void (vi.isFakeTimers() && vi.advanceTimersByTime(pause)) });
  await waitFor(() => expect(isReady).toBe(true));
  if (!beforeProductsLoad) await waitFor(() => expect(store.getState().product.status).not.toBe('loading'));
  return { user, store, container: page, unmount: () => unmount(), address: () => place.address };
};
