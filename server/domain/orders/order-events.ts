import { sql } from 'kysely';
import type { Database, OrderActor } from '#server/db/schema.ts';
import { addStaffEvent, clock, type Staff } from '#server/domain/desk/staff.ts';
import { Conflict } from '#server/domain/failure.ts';

/**
 * What happened to an order, as a sentence for the seller, and who caused it; `by` if it was done at the desk. With words in it that somebody typed
 * about the buyer, `erased` is the sentence without them.
 */
export type OrderEvent = {
  readonly actor: OrderActor;
  readonly what: string;
  readonly erased?: string | undefined;
  readonly by?: Staff | undefined;
};

/**
 * Appends to the order's history, in the transaction of the change itself. The order must be locked, or new: the position is computed from
 * the last. What is done at the desk is noted of the member of staff as well.
 */
export const addOrderEvent = async (
  transaction: Database,
  orderId: string,
  { actor, what, erased, by }: OrderEvent,
  now: Date,
): Promise<void> => {
  await transaction
    .insertInto('order_event')
    .columns(['order_id', 'position', 'at', 'actor', 'what', 'what_erased', 'staff_id'])
    .expression((row) =>
      row
        .selectFrom('order_event')
        .select(({ fn, val, lit }) => [
          val(orderId).as('order_id'),
          fn.coalesce(sql<number>`max(position) + 1`, lit(0)).as('position'),
          val(now.toISOString()).as('at'),
          val(actor).as('actor'),
          val(what).as('what'),
          val(erased ?? null).as('what_erased'),
          val(by?.accountId ?? null).as('staff_id'),
        ])
        .where('order_id', '=', orderId),
    )
    .execute();
  if (by) await addStaffEvent(transaction, by, orderId, now);
};

/** The events of an order, oldest first; `staff` is the first name of whoever did it at the desk. */
export const listOrderEvents = (db: Database, orderId: string) =>
  db
    .selectFrom('order_event')
    .leftJoin('account', 'account.id', 'order_event.staff_id')
    .select(['order_event.at', 'order_event.actor', 'order_event.what', 'account.first_name as staff'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();

/**
 * Throws `Conflict` with what has happened since and who did it, unless this is the version of a locked order that somebody has seen. The
 * version is the number of its events: every change of an order adds one, under the same lock.
 */
export const checkVersion = async (transaction: Database, orderId: string, seen: number | undefined): Promise<void> => {
  if (seen === undefined) return;
  const events = await listOrderEvents(transaction, orderId);
  if (events.length === seen) return;
  const since = events.slice(seen).map(({ at, actor, staff, what }) => `${what.replace(/\.$/, '')} (${staff ?? actor}, ${clock(at)}).`);
  throw new Conflict(
    since.length === 0
      ? `This order has no version ${seen}: it is at ${events.length}.`
      : `Nothing was done, because this order has changed since you looked at it: ${since.join(' ')}`,
    undefined,
    'changed',
  );
};
