import type { Order } from '#contract/order.ts';
import { hour, minute } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { deadLink } from '#server/domain/accounts/mailed-links.ts';
import { issueToken, redeemToken } from '#server/domain/accounts/tokens.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { cancelPaid, type Requests } from '#server/domain/orders/cancel-order.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { lockOrder, orderNotFound, readOrder, toOrder } from '#server/domain/orders/orders.ts';
import { isOrderOf, ownerOf } from '#server/domain/person.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { queueBuyerEmail } from '#server/mail/outbox.ts';
import { cancellationLinkEmail, cancelledByBuyerEmail } from '#server/mail/templates/order-emails.ts';

/** By order: against flooding the buyer's mailbox. */
const mailLimits: readonly RateLimit[] = [
  { max: 1, perSeconds: minute },
  { max: 5, perSeconds: hour },
];

/** Who claims to be the buyer: a signed-in account, or the holder of a mailed link. The order's id alone is not enough. */
type Claimant = { readonly account: Parameters<typeof ownerOf>[0] & Pick<Account, 'id'> } | { readonly token: string };

/** Throws `Conflict`, in words for the buyer, unless the order is paid and not yet being packed. */
const refuseUncancellable = ({ row: { status } }: OrderRecord, requests: Requests): void => {
  if (status === 'cancelled') throw new Conflict('This order is cancelled already.');
  if (status === 'expired') throw new Conflict('This order was not paid in time, so there is nothing to cancel.');
  if (status === 'pending')
    throw new Conflict('This order is not paid, so there is nothing to cancel. If you do not pay for it, nothing will be sent.');
  if (status === 'processing')
    throw new Conflict(
      'We are packing this order already, so it is too late to cancel all of it at once. “I cancel this order” on its page is still possible.',
    );
  if (status !== 'confirmed')
    throw new Conflict('This order has been sent, so it cannot be cancelled. You can send it back when it has arrived.');
  const open = requests.find(({ declared, decided_at }) => declared === null && decided_at === null);
  if (open) throw new Conflict(`We already have your refund request ${open.reference} for this order and will write to you about it.`);
  const exchange = requests.find(({ outcome }) => outcome === 'exchange');
  if (exchange) throw new Conflict('We are exchanging something in this order, so it cannot be cancelled here. Please write to us.');
};

const isOwner = async (db: Database, id: string, account: Parameters<typeof ownerOf>[0]): Promise<boolean> => {
  const row = await db
    .selectFrom('order')
    .select('order.id')
    .where('order.id', '=', id)
    .where(isOrderOf(ownerOf(account)))
    .executeTakeFirst();
  return row !== undefined;
};

/** Throws `NotFound` for an account that is not the owner's, the same as for an unknown order, and `Invalid` for a link that does not work. */
const checkClaim = async (transaction: Database, id: string, by: Claimant, now: Date): Promise<void> => {
  if ('token' in by) {
    if ((await redeemToken(transaction, 'cancelOrder', by.token, now)).subject !== id) throw deadLink('cancelOrder');
  } else if (!(await isOwner(transaction, id, by.account))) throw new NotFound(orderNotFound);
};

/**
 * POST /order/cancel: the buyer cancels an order that is paid and not yet packed, under its lock, so that of this and the seller's next step one
 * wins. Its stock and its voucher's use return, what was paid is queued to go back, buyer and seller are mailed. Throws `NotFound`,
 * `Invalid` with the code `invalid` for a link, `Conflict` when it is too late; the link then goes on working.
 */
export const cancelOwnOrder = (
  db: Database,
  { orderId, by, now }: { readonly orderId: string; readonly by: Claimant; readonly now: Date },
): Promise<Order> =>
  db.transaction().execute(async (transaction) => {
    const id = readOrderId(orderId);
    await lockOrder(transaction, id).catch((error: unknown) => {
      throw 'token' in by && error instanceof NotFound ? deadLink('cancelOrder') : error;
    });
    await checkClaim(transaction, id, by, now);
    const found = await readOrder(transaction, id);
    if (!found) throw new NotFound(orderNotFound);
    const requests = await listRequests(transaction, id);
    refuseUncancellable(found, requests);
    const moneyBack = await cancelPaid(transaction, found, requests, { actor: 'buyer', reason: '', now });
    await queueBuyerEmail(transaction, found, cancelledByBuyerEmail(found, moneyBack), now);
    await addSellerNotice(transaction, 'cancellation', id, now);
    return toOrder((await readOrder(transaction, id)) ?? found);
  });

/**
 * POST /order/cancel-link: mails a one-time link to the address of an order that can be cancelled. Throws `NotFound`, `Conflict` for any other
 * order, and `TooMany`.
 */
export const mailCancellationLink = async (db: Database, orderId: string, now: Date): Promise<void> => {
  const id = readOrderId(orderId);
  const found = await readOrder(db, id);
  if (!found) throw new NotFound(orderNotFound);
  refuseUncancellable(found, await listRequests(db, id));
  // The contact was erased at its buyer's request.
  if (found.row.email_key === '') throw new Conflict('We no longer have an email address for this order. Please write to us.');
  for (const limit of mailLimits) await enforceRateLimit(db, { ...limit, key: `cancel-link:${limit.perSeconds}:${id}`, now });
  await db.transaction().execute(async (transaction) => {
    const token = await issueToken(transaction, 'cancelOrder', { subject: id }, now);
    await queueBuyerEmail(transaction, found, cancellationLinkEmail(found, token), now, { priority: 'awaited' });
  });
};
