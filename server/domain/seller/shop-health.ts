import { PostgresAdapter } from 'kysely';
import type { ShopHealth } from '#contract/desk/settings.ts';
import type { Database } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { listFailedJobs } from '#server/domain/failed-jobs.ts';
import { listMails } from '#server/domain/messages/mails.ts';
import { listUnmatched, unmatchedState } from '#server/domain/money/unmatched-payments.ts';
import { readLastRun } from '#server/domain/seller/last-runs.ts';

const maxMails = 50;

/** What waits or fails, for the seller: mail, jobs and payments without an order, and when the last backup was. */
export const readShopHealth = async (db: Database): Promise<Omit<ShopHealth, 'settings' | 'payments'>> => {
  const jobs = await listFailedJobs(db);
  const unmatched = await listUnmatched(db, { isOpen: true });
  return {
    database: db.getExecutor().adapter instanceof PostgresAdapter ? 'PostgreSQL' : 'SQLite',
    backedUpAt: (await readLastRun(db, 'backup')) ?? null,
    mails: await listMails(db, { isOpen: true, limit: maxMails }),
    jobs: jobs.map(({ work, state, tries, created_at, due_at, last_error }) => ({
      work,
      isDead: state === 'dead',
      tries,
      since: created_at,
      dueAt: due_at,
      problem: last_error,
    })),
    unmatched: unmatched.map((row) => ({
      id: row.event_id,
      orderId: row.order_id,
      amount: row.amount === null ? null : inPounds(row.amount),
      receivedAt: row.received_at,
      isReturned: unmatchedState(row) === 'returned',
      problem: row.problem,
    })),
  };
};
