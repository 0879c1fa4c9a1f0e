import { placeOrder } from '#server/domain/orders.ts';
import { openPayment, recordPayment } from '#server/domain/payments.ts';
import { testPayments } from '#server/payments/test.ts';
import { withShopDatabase } from './api.ts';
import { aCaller, aKey, anOrderFor, type Wanted } from './orders.ts';

const origin = 'https://shop.example';

/** An order of the API's database that is paid; of the account with this id, or a guest's. Gives its id. */
export const aPaidOrder = (
  { userId, fromCart, ...wanted }: Wanted & { readonly userId?: string; readonly fromCart?: boolean } = {
    productId: 'lavender-soap-bar',
    quantity: 2,
  },
): Promise<string> =>
  withShopDatabase(async (db, now) => {
    const buyer = userId === undefined ? undefined : ({ id: userId, role: 'customer' } as const);
    const { _id } = await placeOrder(db, {
      ...aCaller,
      payload: { ...anOrderFor(wanted), fromCart },
      key: aKey(),
      buyer,
      shopOrigin: origin,
      now,
    });
    const { sessionId } = await openPayment(db, testPayments, { orderId: _id, origins: { shop: origin, api: origin }, now });
    await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'paid' }, now);
    return _id;
  });
