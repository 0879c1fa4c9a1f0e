import { configureStore } from '@reduxjs/toolkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { catalogueApi } from '#features/catalogue/catalogue-api.ts';
import { callApi } from '#shared/api/client.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { calls, theApiHears, theApiIsSlow } from '#tests/support/api.ts';

const profileCall = { method: endpoints.profile.method, url: endpoints.profile.path };
const anything = { safeParse: (value: unknown) => ({ success: true, data: value }) as const };

afterEach(() => void vi.useRealTimers());

describe('every call of a shopper', () => {
  test('has no time-out: an answer may take as long as it likes', { tags: 'call.no-timeout' }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    theApiIsSlow(endpoints.profile.path);
    let isOver = false;
    void callApi(profileCall, anything).finally(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(isOver).toBe(false);
  });

  test('repeats the cookie XSRF-TOKEN in the header X-XSRF-TOKEN', { tags: 'call.csrf' }, async () => {
    document.cookie = 'XSRF-TOKEN=from-the-cookie; Path=/';
    const heard = theApiHears(endpoints.logout.path);
    await callApi({ method: endpoints.logout.method, url: endpoints.logout.path }, anything);
    expect(heard.map((headers) => headers.get('x-xsrf-token'))).toEqual(['from-the-cookie']);
  });
});

describe('what a shopper has seen of an API', () => {
  const openCache = () =>
    configureStore({
      reducer: { [shopApi.reducerPath]: shopApi.reducer },
      middleware: (defaults) => defaults().concat(shopApi.middleware),
    });

  test('is kept for 60 seconds after the last screen that showed it, and not longer', { tags: 'call.cached' }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const store = openCache();
    const look = () => store.dispatch(catalogueApi.endpoints.categories.initiate());
    const asked = () => calls.filter((call) => call.endsWith(endpoints.categories.path)).length;

    const first = look();
    await first;
    first.unsubscribe();
    await vi.advanceTimersByTimeAsync(59_000);
    const second = look();
    await second;
    expect(asked()).toBe(1);

    second.unsubscribe();
    await vi.advanceTimersByTimeAsync(61_000);
    await look();
    expect(asked()).toBe(2);
  });
});
