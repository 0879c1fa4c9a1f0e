import { placeOrder } from '#server/domain/orders/orders.ts';
import { withShopDatabase } from './api.ts';
import { anOrderFor, anOrderRequest, type Wanted } from './orders.ts';
import { payOrder } from './pay-order.ts';

/** An order of the API's database that is paid; of the account with this id, or a guest's. Returns its id. */
export const aPaidOrder = (
  { userId, fromCart, ...wanted }: Wanted & { readonly userId?: string; readonly fromCart?: boolean } = {
    productId: 'lavender-soap-bar',
    quantity: 2,
  },
): Promise<string> =>
  withShopDatabase(async (db, now) => {
    const buyer = userId === undefined ? undefined : ({ id: userId, role: 'customer' } as const);
    const { _id } = await placeOrder(db, anOrderRequest({ ...anOrderFor(wanted), fromCart }, { buyer, now }));
    await payOrder(db, _id, { openedAt: now });
    return _id;
  });
