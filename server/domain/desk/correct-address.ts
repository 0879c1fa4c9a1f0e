import type * as z from 'zod/mini';
import type { billingInfo } from '#contract/order.ts';
import { billingOf } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { writeOrderWords } from '#server/domain/desk/order-words.ts';
import { type Acting, requireFreshCode } from '#server/domain/desk/staff.ts';
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

/**
 * Sets the address of a paid order that is not sent yet, and mails the buyer; the former mailbox is told, too, if the email address changes, which
 * only a seller with a fresh code may. What is as before changes nothing. Throws `NotFound`, `Forbidden`, and `Conflict` for any other order, or
 * another version than was seen.
 */
export const correctAddress = (
  db: Database,
  text: string,
  { address, seen, by, now }: Acting & { readonly address: Address; readonly now: Date },
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
    const row = { ...before.row, billing: JSON.stringify(address), email_key: emailKeyOf(address.email) };
    await transaction.updateTable('order').set({ billing: row.billing, email_key: row.email_key }).where('id', '=', id).execute();
    await writeOrderWords(transaction, id);
    const details = changed.map((field) => `${fields[field]} “${old[field]}” to “${address[field]}”`);
    const event = { actor: 'seller', what: `${addressEvent}: ${details.join(', ')}.`, erased: `${addressEvent}.`, by } as const;
    await addOrderEvent(transaction, id, event, now);
    await queueBuyerEmail(transaction, { ...before, row }, addressCorrectedEmail({ ...before, row }), now);
    if (changed.includes('email')) await queueEmail(transaction, old.email, formerMailboxEmail(before), now, { accountId: row.user_id });
  });
