import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { matchRow } from '#app/match-row.ts';
import { type StartOptions, start, startShop } from '#app/start.tsx';
import { selectLines } from '#features/cart/cart-slice.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { selectIsRestored } from '#shared/restored-slice.ts';
import { allRequestsSettled, calls, theApiAnswers, theTranslationsAreServed } from '#tests/support/api.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { stopAfterTest } from '#tests/support/render-app.tsx';
import { readTranslations } from '#tests/support/translations.ts';

// Here nothing waits for code that is still to come.
beforeAll(() => Promise.all([matchRow('/about').row.screen.preload(), memory()]));

beforeEach(() => {
  calls.length = 0;
});

/** The products have been asked for once, and the answer has come. */
const expectProductsAskedOnce = async (): Promise<void> => {
  await waitFor(() => expect(calls.filter((call) => call === 'GET /client/products')).toHaveLength(1));
  await allRequestsSettled();
};

const memory = () => Promise.all([import('#app/persistence.ts'), import('#app/tabs.ts')]);

/** Starts a shop of which nothing is shown; what happened is told in order. */
const startUnseen = (over: Partial<StartOptions> = {}) => {
  const happened: string[] = [];
  const abort = new AbortController();
  const { store, ready } = startShop({
    pathname: '/about',
    router: (shop) => shop,
    loadLanguage: async () => {
      happened.push('language');
      return languageOf(readTranslations());
    },
    mount: async () => {
      happened.push(`view, with the products ${store.getState().product.status}`);
    },
    loadPersistence: async () => {
      happened.push('memory');
      return memory();
    },
    signal: abort.signal,
    ...over,
  });
  stopAfterTest(abort);
  return { store, ready, happened };
};

describe('starting the shop', () => {
  test('starting the shop loads texts and products in parallel, then renders, and then restores the persisted state', {
    tags: 'startup.once',
  }, async () => {
    const { ready, happened, store } = startUnseen();
    expect(store.getState().product.status).toBe('loading');
    await ready;
    expect(happened).toEqual(['language', expect.stringMatching(/^view, with the products (loading|succeeded)$/), 'memory']);
    expect(selectIsRestored(store.getState())).toBe(true);
    await expectProductsAskedOnce();
    expect(calls).toEqual(['GET /client/products']);
  });

  test('starting the shop waits at most 3 seconds for the persisted state, and still merges it later', async () => {
    const kept = { cart: JSON.stringify({ lines: [aCartLine({ cartItemId: 'kept' })] }), _persist: '{"version":1.1,"rehydrated":true}' };
    window.localStorage.setItem('persist:flone', JSON.stringify(kept));
    vi.useFakeTimers();
    let onAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      onAsked = resolve;
    });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { ready, store } = startUnseen({
      loadPersistence: () => {
        onAsked();
        return answered.then(memory);
      },
    });
    let isReady = false;
    void ready.then(() => {
      isReady = true;
    });
    // The 3 seconds begin when the persisted state is asked for.
    await asked;
    await vi.advanceTimersByTimeAsync(2999);
    expect(isReady).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isReady).toBe(true);
    expect(selectIsRestored(store.getState())).toBe(false);
    vi.useRealTimers();
    answer();
    await waitFor(() => expect(selectIsRestored(store.getState())).toBe(true));
    expect(selectLines(store.getState()).map(({ cartItemId }) => cartItemId)).toEqual(['kept']);
    await expectProductsAskedOnce();
  });

  test('the shop goes on with an empty cart when the chunk for persistence cannot be fetched', async () => {
    const { ready, store } = startUnseen({
      loadPersistence: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    });
    await ready;
    expect(selectIsRestored(store.getState())).toBe(true);
    expect(selectLines(store.getState())).toEqual([]);
    await expectProductsAskedOnce();
  });
});

describe('the document of the shop', () => {
  beforeEach(() => {
    theTranslationsAreServed();
    window.history.replaceState(null, '', '/about');
  });

  test('the document of the shop gets the screen of its address and one title, and loads the products once', {
    tags: 'startup.once',
  }, async () => {
    const root = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }));
    const title = document.head.appendChild(Object.assign(document.createElement('title'), { textContent: 'Before' }));
    const end = new AbortController();
    stopAfterTest(end);
    onTestFinished(() => root.remove());
    let isReady = false;
    await act(async () => {
      void start(end.signal).ready.then(() => {
        isReady = true;
      });
    });
    await waitFor(() => expect(isReady).toBe(true));
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(title).not.toBeInTheDocument();
    expect(document.querySelectorAll('title')).toHaveLength(1);
    await expectProductsAskedOnce();
  });

  test('a document without a root element stays as it is, and nothing is requested', async () => {
    theApiAnswers('/client/products', { message: 'no' }, 500);
    await start().ready;
    expect(calls).toEqual([]);
  });
});
