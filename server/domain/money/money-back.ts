import { type RawBuilder, sql } from 'kysely';
import type { Money } from '#server/db/schema.ts';
import { isPaidBack } from '#server/domain/money/ledger.ts';

/** A movement of money between shop and buyer, in pence: above zero to the buyer, below zero back to the shop. */
export type MovementBack = { readonly id: string; readonly at: string; readonly amount: number; readonly isDispute: boolean };

/**
 * All that went to the buyer and all that came back, oldest first. Once a row had been done it keeps that day, so that what these say of a day that is
 * over never changes.
 */
export const movementsBack = (rows: readonly Money[]): MovementBack[] =>
  rows
    .flatMap((row): MovementBack[] => {
      const at = isPaidBack(row) ? row.at : row.done_at;
      if (at === null) return [];
      const sent = { id: row.id, at, amount: row.amount, isDispute: row.source === 'dispute' };
      return row.done_at === null ? [sent] : [sent, { ...sent, at: row.at, amount: -row.amount }];
    })
    .toSorted((one, other) => (one.at === other.at ? (one.id < other.id ? -1 : one.id > other.id ? 1 : 0) : one.at < other.at ? -1 : 1));

/**
 * The same movements of all orders in a span of time as a table expression, each found by an index: `order_id`, `session_id`, `currency`, `amount`,
 * `moved_at`.
 */
export const movementsIn = ([start, end]: readonly [start: string, end: string]): RawBuilder<unknown> => sql`(
  select order_id, session_id, currency, amount, at as moved_at from money
    where source <> 'payment' and state = 'done' and at >= ${start} and at < ${end}
  union all select order_id, session_id, currency, amount, done_at from money
    where done_at is not null and done_at >= ${start} and done_at < ${end}
  union all select order_id, session_id, currency, -amount, at from money where done_at is not null and at >= ${start} and at < ${end}) moved`;
