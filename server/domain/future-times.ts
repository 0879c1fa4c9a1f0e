import { after, day, hour, minute } from '#server/db/columns.ts';
import { retrySeconds } from '#server/db/retry.ts';
import type { Database } from '#server/db/schema.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';

/**
 * Takes times that no clock could have set by now for the present: a clock that ran ahead for a while left limits that never end, and mail, refunds
 * and checks that are not tried again. The clocks of several machines may differ by less than the shortest of these.
 */
export const correctFutureTimes = async (db: Database, now: Date): Promise<void> => {
  const at = now.toISOString();
  const latestTry = after(now, retrySeconds.longest + 5 * minute);
  await db.updateTable('mail').set({ due_at: at }).where('due_at', '>', latestTry).execute();
  await db.updateTable('money').set({ due_at: at }).where('due_at', '>', latestTry).execute();
  await db.updateTable('failed_job').set({ due_at: at }).where('due_at', '>', latestTry).execute();
  await db
    .updateTable('payment')
    .set({ checked_at: null })
    .where('status', 'in', [paymentStatus.open, paymentStatus.processing])
    .where('checked_at', '>', after(now, 5 * minute))
    .execute();
  // The longest limit is for a day.
  await db
    .deleteFrom('limit_hit')
    .where('ends_at', '>', after(now, day + hour))
    .execute();
  // A search since the day before finds what was paid meanwhile. When the last backup was made is not known then.
  await db
    .updateTable('last_run')
    .set({ at: after(now, -day) })
    .where('at', '>', after(now, 5 * minute))
    .execute();
};
