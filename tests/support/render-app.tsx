import { render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect } from 'vitest';
import { App } from '#app/app.tsx';
import { startMemory } from '#app/persistence.ts';
import { screens } from '#app/screens.tsx';
import { makeStore, type ShopStore } from '#app/store.ts';
import type { CartLine } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { languageOf } from '#shared/i18n/language.ts';
import './api.ts';
import { readWords } from './words.ts';

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

const opened = new Set<ShopStore>();

/** Makes every shop of this test forget: what it is still about to keep must not reach the next test's browser. */
const forget = () => {
  for (const store of opened) {
    store.dispatch({ type: 'persist/PAUSE' });
    store.dispatch({ type: 'persist/FLUSH', result: () => undefined });
  }
  opened.clear();
  window.localStorage.clear();
};

afterEach(forget);

type Options = Remembered & {
  /** The test looks before the products have come. */
  readonly isImpatient?: boolean;
  /** A language with its words, instead of the shop's English. */
  readonly language?: ReturnType<typeof languageOf>;
};

/** The whole shop at an address, started as `main.tsx` starts it: real store, routes and words, and the browser's memory. */
export const renderAt = async (path: string, { isImpatient = false, language = languageOf(readWords()), ...remembered }: Options = {}) => {
  remember(remembered);
  const store = makeStore();
  opened.add(store);
  // Waiting for a screen's code is tested where that is done; here every screen stands at once.
  await Promise.all(Object.values(screens).map(({ preload }) => preload()));
  const place = { address: '' };
  const Place = () => {
    const { pathname, search } = useLocation();
    // Where the shopper is: a screen that is still being prepared is not there yet.
    useLayoutEffect(() => {
      place.address = pathname + search;
    }, [pathname, search]);
    return null;
  };
  let isRead = false;
  const readMemory = () => {
    if (!isRead) void startMemory(store);
    isRead = true;
  };
  void store.dispatch(loadProducts());
  const user = userEvent.setup();
  const { container, unmount } = render(
    <App
      store={store}
      language={language}
      router={(shop) => (
        <MemoryRouter initialEntries={[path]}>
          <Place />
          {shop}
        </MemoryRouter>
      )}
      onShown={readMemory}
    />,
  );
  await waitFor(() => expect(store.getState().cart.isRestored).toBe(true));
  if (!isImpatient) await waitFor(() => expect(store.getState().product.status).not.toBe('loading'));
  return { user, store, container, unmount, address: () => place.address };
};
