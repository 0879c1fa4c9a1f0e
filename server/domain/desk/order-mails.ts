import type { MailKind } from '#contract/desk/orders.ts';
import { hour } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import type { ActingStaff } from '#server/domain/desk/staff.ts';
import { Conflict } from '#server/domain/failure.ts';
import { linesOfParcel } from '#server/domain/money/declared-units.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { moneyBackOf } from '#server/domain/orders/cancel-order.ts';
import { addOrderEvent, checkVersion } from '#server/domain/orders/order-events.ts';
import { isPaid, readLockedOrder } from '#server/domain/orders/orders.ts';
import { enforceRateLimit } from '#server/domain/rate-limit.ts';
import type { Email } from '#server/mail/email.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { cancelledByBuyerEmail, cancelledEmail, confirmationEmail, dispatchEmail } from '#server/mail/templates/order-emails.ts';

const mailsPerHour = { max: 3, perSeconds: hour } as const;

/** The mails about an order as it is now; undefined for what has not happened. */
const emailOf: Readonly<Record<MailKind, (found: OrderRecord) => Email | undefined>> = {
  confirmation: (found) => (isPaid(found.row.status) ? confirmationEmail(found) : undefined),
  dispatch: (found) => (found.row.status === 'Dispatch' || found.row.status === 'Delivered' ? dispatchEmail(found) : undefined),
  cancellation: (found) => {
    const { status, cancelled_by, cancel_reason } = found.row;
    if (status !== 'cancelled') return undefined;
    return cancelled_by === 'buyer'
      ? cancelledByBuyerEmail(found, moneyBackOf(found.money))
      : cancelledEmail(found, { reason: cancel_reason ?? '', ...moneyBackOf(found.money) });
  },
};

/** The kinds of mail that can be sent again now. */
export const mailsOf = (found: OrderRecord): MailKind[] =>
  (Object.keys(emailOf) as MailKind[]).filter((kind) => found.row.email_key !== '' && emailOf[kind](found) !== undefined);

/**
 * Sends the buyer a mail again, with what is true now. Throws `NotFound`, `Conflict` for what has not happened or another version than was
 * seen, `TooMany` above three an hour.
 */
export const sendMailAgain = async (
  db: Database,
  text: string,
  kind: MailKind,
  { seen, by, now }: ActingStaff & { readonly now: Date },
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    const found = await readLockedOrder(transaction, text);
    await checkVersion(transaction, found.row.id, seen);
    const lines = kind === 'dispatch' ? linesOfParcel(found, await listRequests(transaction, found.row.id)) : found.lines;
    const email = mailsOf(found).includes(kind) ? emailOf[kind]({ ...found, lines }) : undefined;
    if (!email) throw new Conflict('There is no such mail about this order as it is now.');
    await enforceRateLimit(transaction, { ...mailsPerHour, key: `mail-again:${found.row.id}`, now });
    await queueBuyerEmail(transaction, found, email, now);
    await addOrderEvent(transaction, found.row.id, { actor: 'seller', what: `Sent again: the ${kind} mail.`, by }, now);
  });
};
