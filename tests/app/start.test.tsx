import { act, screen, waitFor } from '@testing-library/react';
import { isValidElement } from 'react';
import { createMemoryRouter } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { routeAt } from '#app/routes.ts';
import { type StartOptions, start, startShop } from '#app/start.tsx';
import type { ShopStore } from '#app/store.ts';
import { endpoints } from '#contract/endpoints.ts';
import { added, selectLines } from '#features/cart/cart-slice.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { recover } from '#shared/recovery.ts';
import { restoreRetried, selectIsRestored, selectRestoreState } from '#shared/restored-slice.ts';
import { allRequestsSettled, calls, theTranslationsAreServed } from '#tests/support/api.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { screenSample } from '#tests/support/sample-shop.ts';
import { readTranslations } from '#tests/support/translations.ts';
import { untilTestEnds } from '#tests/support/until-test-ends.ts';

// Loaded before, so that no test waits for a chunk.
beforeAll(() => Promise.all([routeAt('/about').route.handle.load(), importPersistence()]));

beforeEach(() => {
  calls.length = 0;
});

/** The products were requested once, and the response has arrived. */
const expectOneProductsRequest = async (): Promise<void> => {
  await waitFor(() => expect(calls.filter((call) => call === 'GET /client/products')).toHaveLength(1));
  await allRequestsSettled();
};

const importPersistence = () => Promise.all([import('#app/persistence.ts'), import('#app/tabs.ts'), import('#app/account-lists.ts')]);

/** Starts a shop without rendering it, and records its steps in order. */
const startWithoutView = (over: Partial<StartOptions> = {}) => {
  const steps: string[] = [];
  const { store, ready } = startShop({
    pathname: '/about',
    loadShop: async () => screenSample,
    createRouter: createMemoryRouter,
    loadLanguage: async () => {
      steps.push('language');
      return languageOf(readTranslations());
    },
    mount: async () => {
      steps.push(`view, with the products ${store.getState().product.status}`);
    },
    loadPersistence: async () => {
      steps.push('persistence');
      return importPersistence();
    },
    signal: untilTestEnds(),
    ...over,
  });
  return { store, ready, steps };
};

describe('starting the shop', () => {
  test('starting the shop loads texts and products in parallel, then renders, and then restores the persisted state', {
    tags: 'startup.once',
  }, async () => {
    const { ready, steps, store } = startWithoutView();
    expect(store.getState().product.status).toBe('loading');
    await ready;
    expect(steps).toEqual(['language', expect.stringMatching(/^view, with the products (loading|succeeded)$/), 'persistence']);
    expect(selectIsRestored(store.getState())).toBe(true);
    await expectOneProductsRequest();
    expect(calls).toEqual(['GET /client/products', 'GET /user/getUserProfile']);
  });

  test('starting the shop waits at most 3 seconds for the persisted state, and still merges it later', async () => {
    const stored = {
      cart: JSON.stringify({ lines: [aCartLine({ cartItemId: 'stored' })] }),
      _persist: '{"version":1.1,"rehydrated":true}',
    };
    window.localStorage.setItem('persist:flone', JSON.stringify(stored));
    vi.useFakeTimers();
    let onRequested = () => {};
    const requested = new Promise<void>((resolve) => {
      onRequested = resolve;
    });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { ready, store } = startWithoutView({
      loadPersistence: () => {
        onRequested();
        return answered.then(importPersistence);
      },
    });
    let isReady = false;
    void ready.then(() => {
      isReady = true;
    });
    // The 3 seconds begin when the persisted state is requested.
    await requested;
    await vi.advanceTimersByTimeAsync(2999);
    expect(isReady).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isReady).toBe(true);
    expect(selectIsRestored(store.getState())).toBe(false);
    vi.useRealTimers();
    answer();
    await waitFor(() => expect(selectIsRestored(store.getState())).toBe(true));
    expect(selectLines(store.getState()).map(({ cartItemId }) => cartItemId)).toEqual(['stored']);
    await expectOneProductsRequest();
  });

  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const storeALine = () => {
    const cart = JSON.stringify({ lines: [aCartLine({ cartItemId: 'stored' })] });
    window.localStorage.setItem('persist:flone', JSON.stringify({ cart, _persist: '{"version":1.1,"rehydrated":true}' }));
  };
  const lineIds = ({ getState }: Pick<ShopStore, 'getState'>) => selectLines(getState()).map(({ cartItemId }) => cartItemId);

  test('the stored cart is restored although its chunk came at the third request only', async () => {
    storeALine();
    const loadPersistence = vi.fn(importPersistence).mockImplementationOnce(missing).mockImplementationOnce(missing);
    const { store } = startWithoutView({ loadPersistence });
    await waitFor(() => expect(lineIds(store)).toEqual(['stored']));
    expect(loadPersistence).toHaveBeenCalledTimes(3);
    expect(selectRestoreState(store.getState())).toBe('restored');
    await expectOneProductsRequest();
  });

  test('a stored cart whose chunk cannot be fetched is not taken for empty: the shop goes on, and another try merges it', async () => {
    storeALine();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => (call[0] === '/' ? Response.error() : fetch(...call)));
    const loadPersistence = vi.fn<typeof importPersistence>(missing);
    const { ready, store } = startWithoutView({ loadPersistence });
    await ready;
    expect(loadPersistence).toHaveBeenCalledTimes(3);
    expect(selectRestoreState(store.getState())).toBe('failed');
    expect(selectIsRestored(store.getState())).toBe(true);
    store.dispatch(added(aCartLine({ _id: 'jug', cartItemId: 'added meanwhile' })));
    loadPersistence.mockImplementation(importPersistence);
    store.dispatch(restoreRetried());
    expect(selectRestoreState(store.getState())).toBe('retrying');
    // Pressed twice.
    store.dispatch(restoreRetried());
    await waitFor(() => expect(selectRestoreState(store.getState())).toBe('restored'));
    expect(lineIds(store).toSorted()).toEqual(['added meanwhile', 'stored']);
    expect(loadPersistence).toHaveBeenCalledTimes(4);
    await expectOneProductsRequest();
  });
});

test('a stored cart whose restoring fails is not taken for empty: the server’s log has the reason, a note says so, and another try merges it', async () => {
  const cart = JSON.stringify({ lines: [aCartLine({ cartItemId: 'stored' })] });
  window.localStorage.setItem('persist:flone', JSON.stringify({ cart, _persist: JSON.stringify({ version: 1.1, rehydrated: true }) }));
  class RefusedChannel {
    constructor() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    }
  }
  vi.stubGlobal('BroadcastChannel', RefusedChannel);
  const { ready, store } = startWithoutView();
  await ready;
  expect(selectRestoreState(store.getState())).toBe('failed');
  await waitFor(() => expect(calls).toContain(`POST ${endpoints.browserError.path}`));
  vi.unstubAllGlobals();
  store.dispatch(restoreRetried());
  await waitFor(() => expect(selectRestoreState(store.getState())).toBe('restored'));
  expect(selectLines(store.getState()).map(({ cartItemId }) => cartItemId)).toEqual(['stored']);
  await expectOneProductsRequest();
});

describe('a server-rendered page', () => {
  const openPage = () =>
    startWithoutView({
      hydrationData: { total: 0, listings: {}, details: {}, categories: [] },
      createRouter: (routes, options) => {
        // As if the layout had been mounted.
        const layout = routes[0]?.element;
        if (isValidElement<{ readonly onHydrated: () => void }>(layout)) layout.props.onHydrated();
        return createMemoryRouter(routes, options);
      },
      mount: async () => undefined,
    });

  test('a server-rendered page has an empty cart at once on a first visit, and loads the products when the browser is idle', async () => {
    const { ready, steps, store } = openPage();
    await ready;
    expect(selectIsRestored(store.getState())).toBe(true);
    expect(steps).toEqual(['language']);
    expect(calls).not.toContain('GET /client/products');
    await waitFor(() => expect(steps).toEqual(['language', 'persistence']));
    await expectOneProductsRequest();
  });

  test('a server-rendered page restores the cart of an earlier visit without being used', async () => {
    const cart = JSON.stringify({ lines: [aCartLine({ cartItemId: 'stored' })] });
    window.localStorage.setItem('persist:flone', JSON.stringify({ cart, _persist: '{"version":1.1,"rehydrated":true}' }));
    const { ready, steps, store } = openPage();
    await ready;
    expect(steps).toEqual(['language', 'persistence']);
    expect(selectLines(store.getState()).map(({ cartItemId }) => cartItemId)).toEqual(['stored']);
    await expectOneProductsRequest();
  });
});

describe('a script that a deployment has removed', () => {
  const reload = vi.fn();
  /** Reports a failed import of a background read, which shows no error. */
  const missScript = () => recover(new TypeError('Importing a module script failed.'));

  beforeEach(() => {
    reload.mockClear();
    window.sessionStorage.clear();
    vi.stubGlobal('location', { ...window.location, href: 'https://shop.test/about', reload });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => (call[0] === '/' ? new Response('') : fetch(...call)));
  });

  test('a page does not reload by itself while additions of the shopper are not stored yet, and does once they are', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { store } = startWithoutView({ loadPersistence: () => answered.then(importPersistence) });
    store.dispatch(added(aCartLine({ cartItemId: 'not stored' })));
    expect(await missScript()).toEqual({ status: 'updated' });
    expect(reload).not.toHaveBeenCalled();
    answer();
    await waitFor(() => expect(selectRestoreState(store.getState())).toBe('restored'));
    await expect
      .poll(async () => {
        await missScript();
        return reload.mock.calls.length;
      })
      .toBe(1);
    // As the browser does before it reloads.
    window.dispatchEvent(new Event('pagehide'));
    expect(window.localStorage.getItem('persist:flone')).toContain('not stored');
    await expectOneProductsRequest();
  });

  test('a page without anything in its lists is reloaded by itself although the stored lists are still being restored', async () => {
    startWithoutView({ loadPersistence: () => new Promise(() => undefined) });
    await missScript();
    expect(reload).toHaveBeenCalledTimes(1);
    await expectOneProductsRequest();
  });
});

describe('the document of the shop', () => {
  beforeEach(() => {
    theTranslationsAreServed();
    window.history.replaceState(null, '', '/about');
  });

  test('a document that the server sent while its database was away is replaced by the screen of its URL, with one title, and loads the products once', {
    tags: 'startup.once',
  }, async () => {
    // As the server sends it while its database is away.
    const root = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root', innerHTML: '<p>Very busy</p>' }));
    const title = document.head.appendChild(Object.assign(document.createElement('title'), { textContent: 'Before' }));
    onTestFinished(() => root.remove());
    let isReady = false;
    await act(async () => {
      void start(root, untilTestEnds()).ready.then(() => {
        isReady = true;
      });
    });
    await waitFor(() => expect(isReady).toBe(true));
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(root).not.toHaveTextContent('Very busy');
    expect(title).not.toBeInTheDocument();
    expect(document.querySelectorAll('title')).toHaveLength(1);
    await expectOneProductsRequest();
  });
});
