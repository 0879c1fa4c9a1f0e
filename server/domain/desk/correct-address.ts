import type * as z from 'zod/mini';
import { findRegion, isPostcodeUnclear } from '#contract/delivery.ts';
import { formatSterling, lessAmount, pence } from '#contract/money.ts';
import type { billingInfo } from '#contract/order.ts';
import { outcodesOf } from '#contract/postcode.ts';
import { billingOf, deliveryOptionOf, type OrderRecord, partsOf } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { readDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import { type ActingStaff, requireFreshCode } from '#server/domain/desk/staff.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { Conflict, Forbidden } from '#server/domain/failure.ts';
import { addOrderEvent, checkVersion } from '#server/domain/orders/order-events.ts';
import { readLockedOrder } from '#server/domain/orders/orders.ts';
import { queueBuyerEmail, queueEmail } from '#server/mail/outbox.ts';
import { addressCorrectedEmail, formerMailboxEmail } from '#server/mail/templates/order-emails.ts';

type Address = z.output<typeof billingInfo>;

/** How the event of a correction begins; what follows are the contact details, which are erased with the order's (`erasure.ts`). */
const addressEvent = 'Address corrected';

const fields: Readonly<Record<keyof Address, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  streetAddress: 'street',
  streetAddress2: 'second line',
  city: 'town',
  state: 'county',
  postalCode: 'postcode',
  phone: 'phone',
  email: 'email',
};

/** Whether an order in this state can still go to another address. */
export const isBeforeDispatch = (status: string): boolean => status === 'confirmed' || status === 'processing';

/** The goods with safety facts that name no responsible person in the EU or Northern Ireland (Regulation (EU) 2023/988, art. 16). */
const goodsNotForNorthernIreland = async (db: Database, { lines }: OrderRecord): Promise<string[]> => {
  const ids = lines.filter(({ facts }) => facts !== '').map(({ product_id }) => product_id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('product')
    .select('name')
    .where('id', 'in', ids)
    .where('responsible_person', '=', '')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

/** What the seller should know before a paid order goes to another postcode: its delivery was charged for the former one. */
const zoneWarnings = async (db: Database, order: OrderRecord, from: string, to: string): Promise<string[]> => {
  if (deliveryOptionOf(order.row)?.collection) return [];
  const options = await readDeliveryOptions(db);
  const region = findRegion(options, to);
  const warnings: string[] = [];
  if (region && region.name !== findRegion(options, from)?.name) {
    const charged = partsOf(order.row)?.find(({ kind }) => kind === 'region')?.amount ?? 0;
    const missing = lessAmount(pence(region.surcharge ?? 0), pence(charged));
    if (region.surcharge === null) warnings.push(`You don’t deliver to ${region.name}.`);
    else if (missing > 0) warnings.push(`${formatSterling(missing)} more for delivery to ${region.name} was due and was not charged.`);
  }
  if (from !== to && isPostcodeUnclear(options, to)) warnings.push(`It can’t be told from “${to}” whether delivery there costs more.`);
  const isNorthern = (postcode: string): boolean => outcodesOf(postcode).some((outcode) => outcode.startsWith('BT'));
  const goods = isNorthern(to) && !isNorthern(from) ? await goodsNotForNorthernIreland(db, order) : [];
  if (goods.length > 0)
    warnings.push(`Must not go to Northern Ireland, because no responsible person there or in the EU is named: ${goods.join(', ')}.`);
  return warnings;
};

/**
 * Sets the address of a paid order that is not sent yet, and mails the buyer; the former mailbox is told, too, if the email address changes, which
 * only a seller with a fresh code may. What is as before changes nothing. Throws `NotFound`, `Forbidden`, and `Conflict` for any other order, or
 * another version than was seen, or with the code `zone`, unless it `isConfirmed`, where delivery to it costs more or is not offered; the history says
 * that, too.
 */
export const correctAddress = (
  db: Database,
  text: string,
  {
    address,
    isConfirmed = false,
    seen,
    by,
    now,
  }: ActingStaff & { readonly address: Address; readonly isConfirmed?: boolean; readonly now: Date },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const before = await readLockedOrder(transaction, text);
    const { id, status } = before.row;
    const old = billingOf(before);
    const changed = (Object.keys(fields) as (keyof Address)[]).filter((field) => old[field] !== address[field]);
    if (changed.length === 0) return;
    await checkVersion(transaction, id, seen);
    if (!isBeforeDispatch(status))
      throw new Conflict(`This order is at ${status}: the address can be corrected of a paid order that is not sent yet.`);
    if (changed.includes('email') && by?.role === 'support')
      throw new Forbidden('Only a seller may change the email address of an order: whoever has it can cancel the order.');
    if (changed.includes('email') && by) requireFreshCode(by);
    const warnings = await zoneWarnings(transaction, before, old.postalCode, address.postalCode);
    if (warnings.length > 0 && !isConfirmed) throw new Conflict(warnings.join(' '), undefined, 'zone');
    const row = { ...before.row, billing: JSON.stringify(address), email_key: emailKeyOf(address.email) };
    await transaction.updateTable('order').set({ billing: row.billing, email_key: row.email_key }).where('id', '=', id).execute();
    await writeOrderWords(transaction, id);
    const details = changed.map((field) => `${fields[field]} “${old[field]}” to “${address[field]}”`);
    const what = [`${addressEvent}: ${details.join(', ')}.`, ...warnings].join(' ');
    await addOrderEvent(transaction, id, { actor: 'seller', what, erased: `${addressEvent}.`, by }, now);
    await queueBuyerEmail(transaction, { ...before, row }, addressCorrectedEmail({ ...before, row }), now);
    if (changed.includes('email')) await queueEmail(transaction, old.email, formerMailboxEmail(before), now, { accountId: row.user_id });
  });
