import { expect, onTestFinished, test } from 'vitest';
import { makeStore, type ShopState } from '#app/store.ts';
import { accountApi } from '#features/account/account-api.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { theApiAnswers } from '#tests/support/api.ts';
import '#features/account/account-data-api.ts';
import '#features/catalogue/catalogue-api.ts';
import '#features/orders/orders-api.ts';
import '#features/refunds/refunds-api.ts';
import '#features/reviews/reviews-api.ts';
import '#features/saved-lists/saved-lists-api.ts';

type Store = ReturnType<typeof makeStore>;
type Query = {
  readonly useQuery?: unknown;
  readonly initiate: (argument: string) => Parameters<Store['dispatch']>[0];
};
type Subscription = Promise<unknown> & { readonly unsubscribe: () => void };

// The desk, which other files of this process may have loaded, has its own in the same API.
const { read: _, ...endpoints } = { ...shopApi.endpoints, ...accountApi.endpoints } as unknown as Readonly<Record<string, Query>>;
const queries = Object.values(endpoints).filter(({ useQuery }) => useQuery !== undefined);

const cached = ({ shopApi: shop, accountApi: account }: ShopState): string[] =>
  [...Object.values(shop.queries), ...Object.values(account.queries)].flatMap((entry) => entry?.endpointName ?? []).toSorted();

// What the catalogue and the shop's settings answer is the same for everybody; the profile is read by every page.
const keptForAMinute = [
  'categories',
  'colorVariations',
  'deliveryOptions',
  'listing',
  'paymentMethods',
  'product',
  'productsById',
  'profile',
  'reviews',
  'variations',
];

test('what was asked about one person’s order, account, review or wishlist leaves the cache with the screen that showed it', async () => {
  theApiAnswers('/*', {}, 404);
  const store = makeStore();
  onTestFinished(() => {
    store.dispatch(shopApi.util.resetApiState());
    store.dispatch(accountApi.util.resetApiState());
  });
  const subscriptions = queries.map(({ initiate }) => store.dispatch(initiate('x')) as unknown as Subscription);
  await Promise.all(subscriptions);
  expect(cached(store.getState())).toEqual(
    [
      ...keptForAMinute,
      ...['checkVoucher', 'myOrders', 'openReview', 'order', 'refundOrder', 'secondFactor', 'sessions', 'sharedWishlist', 'wishlistLink'],
    ].toSorted(),
  );
  for (const { unsubscribe } of subscriptions) unsubscribe();
  await expect.poll(() => cached(store.getState())).toEqual(keptForAMinute);
});
