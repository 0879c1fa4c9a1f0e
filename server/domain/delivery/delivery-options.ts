import { type DeliverySettings, estimateDelivery } from '#contract/delivery-dates.ts';
import { type DeliveryOptions, deliveryOptions, type OrderedWay, standardOnly } from '#contract/delivery-options.ts';
import type { DeskDelivery } from '#contract/desk/settings.ts';
import type { Database } from '#server/db/schema.ts';
import { announceSale } from '#server/domain/catalogue/catalogue.ts';
import { type ActingOnList, noteListChange, versionOfList } from '#server/domain/desk/staff.ts';

/** The seller's ways to get an order; of a shop that has said nothing, standard delivery alone. */
export const readDeliveryOptions = async (db: Database): Promise<DeliveryOptions> => {
  const row = await db.selectFrom('delivery_options').select('options').where('id', '=', 1).executeTakeFirst();
  return row ? deliveryOptions.parse(JSON.parse(row.options)) : standardOnly;
};

/** The same with the version that a change needs. */
export const showDeliveryOptions = async (db: Database): Promise<DeskDelivery> => {
  const options = await readDeliveryOptions(db);
  return { options, version: versionOfList([options]) };
};

/** Sets them for orders that are placed from now on. Throws `Conflict` for another version than was seen. */
export const setDeliveryOptions = (db: Database, options: DeliveryOptions, acting?: ActingOnList): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    // Under the lock of those who order: each is charged by what it has read.
    await announceSale(transaction);
    if (acting)
      await noteListChange(transaction, acting, [await readDeliveryOptions(transaction)], { call: 'changeDelivery', subject: 'delivery' });
    const row = { options: JSON.stringify(options) };
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
    .values({ id: 1, options: JSON.stringify(deliveryOptions.parse(JSON.parse(json))) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** When parcels of a way arrive; what is collected is ready on the day that it is packed. */
export const settingsOfWay = (settings: DeliverySettings, way: OrderedWay | undefined): DeliverySettings => ({
  ...settings,
  courierDays: way?.collection ? { min: 0, max: 0 } : (way?.courierDays ?? settings.courierDays),
});

/** What an order is promised, as its row has it. */
export const promiseOf = (settings: DeliverySettings, way: OrderedWay | undefined, now: Date, makingDays: number) => {
  const { dispatchBy, from, to } = estimateDelivery(settingsOfWay(settings, way), now, makingDays);
  return { dispatch_by: dispatchBy, arrives_from: from, arrives_by: to };
};
