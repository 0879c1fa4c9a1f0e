import { type DeliverySettings, estimateDelivery } from '#contract/delivery-dates.ts';
import { type DeliveryOptions, deliveryOptions, type OrderDeliveryOption, standardOnly } from '#contract/delivery-options.ts';
import type { DeskDelivery } from '#contract/desk/settings.ts';
import type { Database } from '#server/db/schema.ts';
import { announceProducts } from '#server/domain/catalogue/catalogue.ts';
import { type ActingOnList, noteListChange, versionOfList } from '#server/domain/desk/staff.ts';

/** The seller's ways to get an order; of a shop that has said nothing, standard delivery alone. */
export const readDeliveryOptions = async (db: Database): Promise<DeliveryOptions> => {
  const row = await db.selectFrom('delivery_options').select('options').where('id', '=', 1).executeTakeFirst();
  return row ? deliveryOptions.parse(JSON.parse(row.options)) : standardOnly;
};

/** Whether the seller has set the ways; those of a shop with sample products are the sample's. */
export const hasOwnDelivery = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('delivery_options').select('is_sample').where('id', '=', 1).executeTakeFirst())?.is_sample === 0;

/** The delivery options with the version that a change must name. */
export const showDeliveryOptions = async (db: Database): Promise<DeskDelivery> => {
  const options = await readDeliveryOptions(db);
  return { options, version: versionOfList([options]) };
};

/** Sets the delivery options for new orders. Throws `Conflict` for another version than was seen. */
export const setDeliveryOptions = (db: Database, options: DeliveryOptions, acting?: ActingOnList): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    // Takes the lock that orders take, so that no order is charged by options that change between reading and storing.
    await announceProducts(transaction);
    if (acting)
      await noteListChange(transaction, acting, [await readDeliveryOptions(transaction)], { call: 'changeDelivery', subject: 'delivery' });
    const row = { options: JSON.stringify(options), is_sample: 0 };
    await transaction
      .insertInto('delivery_options')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  });

/** Gives a shop with sample products the sample's ways, unless it has its own. */
export const addSampleDelivery = async (db: Database, json: string): Promise<void> => {
  await db
    .insertInto('delivery_options')
    .values({ id: 1, options: JSON.stringify(deliveryOptions.parse(JSON.parse(json))), is_sample: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The settings with the courier days of the way; an order to collect is ready on the day it is packed. */
export const settingsOfWay = (settings: DeliverySettings, way: OrderDeliveryOption | undefined): DeliverySettings => ({
  ...settings,
  courierDays: way?.collection ? { min: 0, max: 0 } : (way?.courierDays ?? settings.courierDays),
});

/** The promised days of an order, as columns of its row. */
export const promiseOf = (settings: DeliverySettings, way: OrderDeliveryOption | undefined, now: Date, makingDays: number) => {
  const { dispatchBy, from, to } = estimateDelivery(settingsOfWay(settings, way), now, makingDays);
  return { dispatch_by: dispatchBy, arrives_from: from, arrives_by: to };
};
