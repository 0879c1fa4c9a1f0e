import { act, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useLayoutEffect } from 'react';
import { useSelector } from 'react-redux';
import { createMemoryRouter, type DataRouter, Outlet, useLocation } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { notFoundRoute, screenRoutes } from '#app/routes.ts';
import { startShop } from '#app/start.tsx';
import type { CartLine } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import { selectStatus } from '#features/catalogue/catalogue-slice.ts';
import { languageOf } from '#shared/i18n/language.ts';
import type { Shop } from '#shared/shop.tsx';
import { unansweredCalls } from './api.ts';
import { screenSample } from './sample-shop.ts';
import { readTranslations } from './translations.ts';
import { untilTestEnds } from './until-test-ends.ts';

type StoredState = {
  readonly cart?: readonly CartLine[];
  readonly voucher?: string;
  readonly wishlist?: readonly Product[];
  readonly compare?: readonly Product[];
};

/** Writes the state of an earlier visit to the local storage. */
const storeState = ({ cart, voucher, wishlist, compare }: StoredState) =>
  window.localStorage.setItem(
    'persist:flone',
    JSON.stringify({
      ...(cart && { cart: JSON.stringify({ lines: cart, voucher }) }),
      ...(wishlist && { wishlist: JSON.stringify({ items: wishlist }) }),
      ...(compare && { compare: JSON.stringify({ items: compare }) }),
      _persist: JSON.stringify({ version: 1.1, rehydrated: true }),
    }),
  );

/** For state that changes without a change of the document: `waitFor` reacts to those, and otherwise looks every 50 ms only. */
const untilState = { interval: 5 };

type Options = StoredState & {
  /** The sample's by default. */
  readonly shop?: Shop;
  /** Returns without waiting for the products. */
  readonly beforeProductsLoad?: boolean;
  /** A language with its translations; English by default. */
  readonly language?: ReturnType<typeof languageOf>;
};

/** The real one, also under fake timers. */
const { setTimeout: wait } = globalThis;

/** A screen that is loaded already is shown within these turns of the event loop. The wait is limited, because a test may hold the screen back. */
const maxTurns = 1000;

/** Renders the whole app at a path, through the browser's own start-up. Only the router, the translations and the container differ. */
export const renderAt = async (
  path: string,
  { beforeProductsLoad = false, shop = screenSample, language = languageOf(readTranslations()), ...storedState }: Options = {},
) => {
  storeState(storedState);
  // Lazy loading is tested in tests/app; here every screen is loaded before.
  await Promise.all([...screenRoutes, notFoundRoute].map(({ handle }) => handle.load()));
  const url = new URL(path, 'http://shop.test');
  let currentUrl = '';
  let currentKey = '';
  let shownStatus: string | undefined;
  let router: DataRouter | undefined;
  const UrlTracker = () => {
    const { pathname, search, key } = useLocation();
    const status = useSelector(selectStatus);
    // In a layout effect, so that the URL changes with the screen: a pending transition has not committed.
    useLayoutEffect(() => {
      currentUrl = pathname + search;
    }, [pathname, search]);
    // After the effects of the screen, in which forms restore their drafts.
    useEffect(() => {
      currentKey = key;
    }, [key]);
    useEffect(() => {
      shownStatus = status;
    }, [status]);
    return <Outlet />;
  };
  const container = document.body.appendChild(document.createElement('div'));
  const ended = untilTestEnds();
  let unmount = () => {};
  let isReady = false;
  const reload = vi.fn<() => void>();
  const { store, ready } = startShop({
    loadShop: async () => shop,
    reload,
    pathname: url.pathname,
    query: url.search,
    signal: ended,
    loadLanguage: async () => language,
    createRouter: (routes, options) => {
      router = createMemoryRouter([{ element: <UrlTracker />, children: routes }], { ...options, initialEntries: [path] });
      return router;
    },
    mount: async (app, _, hydrated) => {
      ({ unmount } = render(app, { container }));
      // Unmounts in the tick in which the store's APIs are reset: a query between the two would throw.
      ended.addEventListener('abort', unmount);
      await hydrated;
    },
  });
  void ready.then(() => {
    isReady = true;
  });
  const isShown = () => router?.state.navigation.state === 'idle' && router.state.location.key === currentKey;
  const user = userEvent.setup({
    advanceTimers: async (delayMs) => {
      if (vi.isFakeTimers()) vi.advanceTimersByTime(delayMs);
      if (isShown()) return;
      for (let turn = 0; turn < maxTurns && !isShown(); turn += 1) await new Promise((resolve) => wait(resolve, 1));
      // What the effects have changed.
      await new Promise((resolve) => wait(resolve, 1));
    },
  });
  await waitFor(() => expect(isReady).toBe(true), untilState);
  // What is rendered, not the state: on a busy machine the screen follows a few turns later.
  const productsAsShown = () => expect(shownStatus, `the products; without an answer: ${unansweredCalls() || 'nothing'}`);
  if (!beforeProductsLoad) await waitFor(() => productsAsShown().toMatch(/succeeded|failed/), untilState);
  return {
    user,
    store,
    container,
    unmount: () => unmount(),
    address: () => currentUrl,
    goBack: () => act(async () => router?.navigate(-1)),
    reload,
  };
};
