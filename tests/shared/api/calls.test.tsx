import { configureStore } from '@reduxjs/toolkit';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { accountApi } from '#features/account/account-api.ts';
import { accountDataApi } from '#features/account/account-data-api.ts';
import { catalogueApi } from '#features/catalogue/catalogue-api.ts';
import { sendUnsafe } from '#shared/api/axios-client.ts';
import { getJson } from '#shared/api/get-json.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { calls, recordRequestBodies, recordRequestHeaders, theApiAnswers, theApiIsDown, theApiNeverAnswers } from '#tests/support/api.ts';
import { useFakeClock } from '#tests/support/clock.ts';

const anything = { safeParse: (value: unknown) => ({ success: true, data: value }) as const };
const logout = { method: endpoints.logout.method, url: endpoints.logout.path };

const openStore = () =>
  configureStore({
    reducer: { [shopApi.reducerPath]: shopApi.reducer, [accountApi.reducerPath]: accountApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware, accountApi.middleware),
  });

describe('every API call', () => {
  test.each([
    ['a read', endpoints.profile.path, () => openStore().dispatch(accountApi.endpoints.profile.initiate())],
    ['an unsafe call', endpoints.logout.path, () => openStore().dispatch(accountDataApi.endpoints.signOut.initiate())],
  ])('every API call has no timeout: %s is still pending after an hour', { tags: 'call.no-timeout' }, async (_, path, call) => {
    useFakeClock();
    theApiNeverAnswers(path);
    let isSettled = false;
    void call().finally(() => {
      isSettled = true;
    });
    // Unsafe calls load axios first, which no fake clock advances.
    await expect.poll(() => calls.filter((name) => name.endsWith(path))).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(isSettled).toBe(false);
  });

  test('every API call repeats the cookie XSRF-TOKEN in the header X-XSRF-TOKEN', { tags: 'call.csrf' }, async () => {
    document.cookie = 'XSRF-TOKEN=from-the-cookie; Path=/';
    const headersSent = recordRequestHeaders(endpoints.logout.path);
    await openStore().dispatch(accountDataApi.endpoints.signOut.initiate());
    expect(headersSent.map((headers) => headers.get('x-xsrf-token'))).toEqual(['from-the-cookie']);
  });

  test('the call that signs out is made once and sends no body', { tags: 'call.logout' }, async () => {
    const bodies = recordRequestBodies(endpoints.logout.path);
    await openStore().dispatch(accountDataApi.endpoints.signOut.initiate());
    expect(bodies).toEqual(['']);
  });

  test('an unsafe call before the profile was answered fetches the CSRF token first, so that the API never refuses it', async () => {
    expect(document.cookie).toBe('');
    expect(await sendUnsafe(logout, anything)).toEqual({ data: undefined });
    expect(calls).toEqual(['GET /user/getUserProfile', 'POST /user/logout']);
    expect(await sendUnsafe(logout, anything)).toEqual({ data: undefined });
    expect(calls).toHaveLength(3);
  });

  test('an unsafe call for which no CSRF token can be fetched is not made, and fails as the profile call did', async () => {
    theApiIsDown(endpoints.profile.path);
    expect(await sendUnsafe(logout, anything)).toEqual({ error: { status: 'network' } });
    expect(calls).toEqual(['GET /user/getUserProfile']);
  });

  test.each([
    ['twice: another tab may have replaced it in between', {}, 2],
    ['once, when the answer has a code, because it was refused for another reason', { message: 'Not yours.', code: 'not-yours' }, 1],
  ])('an unsafe call with a CSRF token that is refused is made %s', async (_, body, times) => {
    document.cookie = 'XSRF-TOKEN=replaced; Path=/';
    theApiAnswers(endpoints.logout.path, body, 403);
    expect(await sendUnsafe(logout, anything)).toEqual({ error: { status: 403, ...body } });
    expect(calls).toEqual(Array.from({ length: times }, () => 'POST /user/logout'));
  });
});

describe('a response', () => {
  test.each([200, 201, 204, 299])('a response of %d to an unsafe call is a success', { tags: 'call.success' }, async (status) => {
    theApiAnswers(endpoints.logout.path, null, status);
    expect(await sendUnsafe(logout, anything)).toEqual({ data: status === 204 ? undefined : {} });
  });

  test.each([300, 304, 400, 500])('a response of %d to an unsafe call is a failure', { tags: 'call.success' }, async (status) => {
    theApiAnswers(endpoints.logout.path, null, status);
    expect(await sendUnsafe(logout, anything)).toEqual({ error: { status } });
  });

  test.each([200, 201, 299])('a response of %d to a read is a success', { tags: 'call.success' }, async (status) => {
    theApiAnswers(endpoints.products.path, [], status);
    expect(await getJson(endpoints.products.path, anything)).toMatchObject({ data: [] });
  });

  test.each([300, 304, 400, 500])('a response of %d to a read is a failure', { tags: 'call.success' }, async (status) => {
    theApiAnswers(endpoints.products.path, '', status);
    expect(await getJson(endpoints.products.path, anything)).toEqual({ error: { status } });
  });
});

describe('query data', () => {
  test('sixty products are looked up by three calls, and all that the shop has are found', async () => {
    const ids = [...Array.from({ length: 59 }, (_, index) => `no-such-product-${index}`), 'salt-pot'];
    const { data } = await openStore().dispatch(catalogueApi.endpoints.productsById.initiate(ids.join(',')));
    expect(data?.map(({ _id }) => _id)).toEqual(['salt-pot']);
    expect(calls).toEqual(Array.from({ length: 3 }, () => `GET ${endpoints.products.path}`));
  });

  test('query data is cached for 60 seconds after the last screen that showed it, and not longer', { tags: 'call.cached' }, async () => {
    useFakeClock();
    const store = openStore();
    const subscribe = () => store.dispatch(catalogueApi.endpoints.categories.initiate());
    const callCount = () => calls.filter((call) => call.endsWith(endpoints.categories.path)).length;

    const first = subscribe();
    await first;
    first.unsubscribe();
    await vi.advanceTimersByTimeAsync(59_000);
    const second = subscribe();
    await second;
    expect(callCount()).toBe(1);

    second.unsubscribe();
    await vi.advanceTimersByTimeAsync(61_000);
    await subscribe();
    expect(callCount()).toBe(2);
  });
});
