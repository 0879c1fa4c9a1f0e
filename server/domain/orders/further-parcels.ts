import { type FurtherParcel, maxFurtherParcels } from '#contract/order.ts';
import { deliveryOptionOf, furtherParcelsOf } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import type { ActingStaff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';
import { addOrderEvent, checkVersion } from '#server/domain/orders/order-events.ts';
import { isShippingText, type MovedOrder, shippingRule } from '#server/domain/orders/order-status.ts';
import { readLockedOrder } from '#server/domain/orders/orders.ts';
import { refuseSharedNumber, trackingNumber } from '#server/domain/orders/tracking-numbers.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { furtherParcelEmail } from '#server/mail/templates/order-emails.ts';

/** A parcel to add, or the tracking number of one to take out; with both, a correction. */
export type ParcelChange = ActingStaff & {
  readonly add?: FurtherParcel | undefined;
  readonly remove?: string | undefined;
  readonly now: Date;
};

const describe = ({ add, remove }: Pick<ParcelChange, 'add' | 'remove'>): string => {
  if (!add) return `Parcel taken out: ${remove}.`;
  const sent = `sent with ${add.shippingMethod}, tracking number ${add.trackId}`;
  return remove === undefined ? `Another parcel: ${sent}.` : `Parcel ${remove} corrected: ${sent}.`;
};

/**
 * Changes the parcels beside the first one of an order that is on its way, and mails the buyer the numbers of all if one is new. One that is
 * there already is not added again. `text` is the id as typed. Throws `NotFound` for an unknown order or number, `Invalid` for wrong shipping
 * details, and `Conflict` for an order that is not on its way, too many parcels or another version than was seen.
 */
export const changeParcels = async (
  db: Database,
  text: string,
  { add: given, remove, seen, by, now }: ParcelChange,
): Promise<MovedOrder> => {
  const add = given && { ...given, trackId: trackingNumber(given.trackId) ?? '' };
  return db.transaction().execute(async (transaction) => {
    const before = await readLockedOrder(transaction, text);
    const { id, status, shipping_method, track_id } = before.row;
    const further = furtherParcelsOf(before.row);
    const isAdded = ({ shippingMethod, trackId }: FurtherParcel) => shippingMethod === add?.shippingMethod && trackId === add.trackId;
    const first = { shippingMethod: shipping_method ?? '', trackId: track_id ?? '' };
    if (add && remove === undefined && [first, ...further].some(isAdded)) return { order: before, isChanged: false };
    await checkVersion(transaction, id, seen);
    if (add && ![add.shippingMethod, add.trackId].every(isShippingText)) throw new Invalid(shippingRule);
    if (status !== 'Dispatch' || deliveryOptionOf(before.row)?.collection)
      throw new Conflict('Only an order that is on its way by courier has further parcels: send its first parcel before.');
    if (remove !== undefined && !further.some(({ trackId }) => trackId === remove))
      throw new NotFound(`This order has no further parcel with the number ${remove}.`);
    if (add) await refuseSharedNumber(transaction, before.row, add.trackId);
    // A number is that of one parcel.
    const kept = further.filter(({ trackId }) => trackId !== remove && trackId !== add?.trackId);
    const parcels = add && !isAdded(first) ? [...kept, add] : kept;
    if (parcels.length > maxFurtherParcels) throw new Conflict(`An order has at most ${maxFurtherParcels + 1} parcels.`);
    const row = { ...before.row, further_parcels: parcels.length === 0 ? null : JSON.stringify(parcels) };
    await transaction.updateTable('order').set({ further_parcels: row.further_parcels }).where('id', '=', id).execute();
    await addOrderEvent(transaction, id, { actor: 'seller', what: describe({ add, remove }), by }, now);
    await writeOrderWords(transaction, id);
    const found = { ...before, row };
    if (add) await queueBuyerEmail(transaction, found, furtherParcelEmail(found), now);
    return { order: found, isChanged: true };
  });
};
