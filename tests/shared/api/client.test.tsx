import { configureStore } from '@reduxjs/toolkit';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { catalogueApi } from '#features/catalogue/catalogue-api.ts';
import { callApi } from '#shared/api/client.ts';
import { getJson } from '#shared/api/get-json.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { calls, recordRequestHeaders, theApiAnswers, theApiNeverAnswers } from '#tests/support/api.ts';
import { theClockStands } from '#tests/support/clock.ts';

const profileCall = { method: endpoints.profile.method, url: endpoints.profile.path };
const anything = { safeParse: (value: unknown) => ({ success: true, data: value }) as const };

describe('every call of a shopper', () => {
  test('has no time-out: an answer may take as long as it likes', { tags: 'call.no-timeout' }, async () => {
    theClockStands();
    theApiNeverAnswers(endpoints.profile.path);
    let isOver = false;
    void callApi(profileCall, anything).finally(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(isOver).toBe(false);
  });

  test('repeats the cookie XSRF-TOKEN in the header X-XSRF-TOKEN', { tags: 'call.csrf' }, async () => {
    document.cookie = 'XSRF-TOKEN=from-the-cookie; Path=/';
    const heard = recordRequestHeaders(endpoints.logout.path);
    await callApi({ method: endpoints.logout.method, url: endpoints.logout.path }, anything);
    expect(heard.map((headers) => headers.get('x-xsrf-token'))).toEqual(['from-the-cookie']);
  });
});

describe('an answer', () => {
  const logout = { method: endpoints.logout.method, url: endpoints.logout.path };

  test.each([200, 201, 204, 299])('of %d is a success', { tags: 'call.success' }, async (status) => {
    theApiAnswers(endpoints.logout.path, null, status);
    expect(await callApi(logout, anything)).toEqual({ data: status === 204 ? undefined : {} });
  });

  test.each([300, 304, 400, 500])('of %d is none', { tags: 'call.success' }, async (status) => {
    theApiAnswers(endpoints.logout.path, null, status);
    expect(await callApi(logout, anything)).toEqual({ error: { status } });
  });

  test.each([200, 201, 299])('of %d to the list of products is a success', { tags: 'call.success' }, async (status) => {
    theApiAnswers(endpoints.products.path, [], status);
    expect(await getJson(endpoints.products.path, anything)).toMatchObject({ data: [] });
  });

  test.each([300, 304, 400, 500])('of %d to the list of products is none', { tags: 'call.success' }, async (status) => {
    theApiAnswers(endpoints.products.path, '', status);
    expect(await getJson(endpoints.products.path, anything)).toEqual({ error: { status } });
  });
});

describe('what a shopper has seen of an API', () => {
  const openCache = () =>
    configureStore({
      reducer: { [shopApi.reducerPath]: shopApi.reducer },
      middleware: (defaults) => defaults().concat(shopApi.middleware),
    });

  test('is kept for 60 seconds after the last screen that showed it, and not longer', { tags: 'call.cached' }, async () => {
    theClockStands();
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
