import { type RawBuilder, sql } from 'kysely';
import { deskPages } from '#contract/desk/endpoints.ts';
import { after, maxListed, minute } from '#server/db/columns.ts';
import { problemLine, retryAt } from '#server/db/retry.ts';
import type { Database, JobKind, Tables } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';
import { redact } from '#server/domain/email-address.ts';

type FailedJob = Tables['failed_job'];

/** The round of a job: its errors are reported to `onError`, and it ends after the entry in progress once `signal` is aborted. */
export type JobRun = {
  readonly signal?: AbortSignal | undefined;
  readonly onError?: ((error: unknown, job: Pick<FailedJob, 'kind' | 'tries' | 'state'>) => void) | undefined;
};

/** The job has failed for two hours by then. */
export const triesUntilDead = 9;

/** A failed entry that was not tried for so long after it was due need not be done any more: paid, cancelled or deleted. Longer than a round's pause. */
const forgetSeconds = 70 * minute;

/** Shortest delay of the next try, by kind. A payment waits as long as after any check of the provider. */
const minDelaySeconds: Partial<Record<JobKind, number>> = { payment: 5 * minute };

/** Condition for the query that finds the work: the entry with this key does not wait for its next try. `key` is a column. */
export const isNotBackingOff = (kind: JobKind, key: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from failed_job where failed_job.kind = ${kind} and failed_job.key = ${sql.ref(key)}
    and failed_job.due_at > ${now.toISOString()})`;

/** Contains the time of the first failure, so that work that succeeded in between and fails again is a new notice. */
const noticeSubject = ({ kind, key, created_at }: Pick<FailedJob, 'kind' | 'key' | 'created_at'>): string => `${kind} ${created_at} ${key}`;

/** Counts a failure once per due time, however many processes try. Returns `undefined` if another process has counted it. */
const recordFailure = (db: Database, { kind, key }: Pick<FailedJob, 'kind' | 'key'>, error: unknown, now: Date) =>
  db.transaction().execute(async (transaction) => {
    const at = now.toISOString();
    const earlier = await transaction
      .selectFrom('failed_job')
      .select('tries')
      .where('kind', '=', kind)
      .where('key', '=', key)
      .executeTakeFirst();
    const tries = (earlier?.tries ?? 0) + 1;
    const next = [retryAt(now, tries), after(now, minDelaySeconds[kind] ?? 0)];
    const values = {
      due_at: next.toSorted().at(-1) ?? at,
      tries,
      state: tries < triesUntilDead ? 'retried' : 'dead',
      last_error: problemLine(redact(error instanceof Error ? error.message : String(error))),
    } as const;
    const failed = await transaction
      .insertInto('failed_job')
      .values({ kind, key, created_at: at, ...values })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(values).where('failed_job.due_at', '<=', at))
      .returningAll()
      .executeTakeFirst();
    if (failed?.state === 'dead') await addSellerNotice(transaction, 'job', noticeSubject(failed), now);
    return failed;
  });

/** The work of a round: the keys of what is due. */
type Round = { readonly kind: JobKind; readonly keys: readonly string[]; readonly now: Date };

/**
 * Does the work for each key. One that fails holds up no other: it is tried again with exponential back-off, which the query that finds
 * the keys must respect (`isNotBackingOff`), and is told to the seller after `triesUntilDead`. `work` gives 'claimed' for what another
 * process does. Throws while the database is away.
 */
export const tryEach = async (
  db: Database,
  { kind, keys, now }: Round,
  work: (key: string) => Promise<unknown>,
  { signal, onError }: JobRun = {},
): Promise<void> => {
  const at = now.toISOString();
  const failed = await db.selectFrom('failed_job').select(['key', 'due_at']).where('kind', '=', kind).where('due_at', '<=', at).execute();
  const isFailed = new Set(failed.map(({ key }) => key));
  const isForgotten = (dueAt: string): boolean => dueAt <= after(now, -forgetSeconds);
  const settled = new Set(failed.filter(({ due_at }) => isForgotten(due_at)).map(({ key }) => key));
  for (const key of keys) {
    if (signal?.aborted) break;
    settled.delete(key);
    try {
      if ((await work(key)) !== 'claimed' && isFailed.has(key)) settled.add(key);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const failure = await recordFailure(db, { kind, key }, error, now);
      if (failure) onError?.(error, failure);
    }
  }
  if (settled.size > 0)
    await db
      .deleteFrom('failed_job')
      .where('kind', '=', kind)
      .where('key', 'in', [...settled])
      .where('due_at', '<=', at)
      .execute();
};

/** The same for work that no query finds: all of `steps`, by name, except those that wait for their next try. */
export const trySteps = async (
  db: Database,
  { kind, steps, now }: { readonly kind: JobKind; readonly steps: Readonly<Record<string, () => Promise<unknown>>>; readonly now: Date },
  run: JobRun = {},
): Promise<void> => {
  const waiting = await db
    .selectFrom('failed_job')
    .select('key')
    .where('kind', '=', kind)
    .where('due_at', '>', now.toISOString())
    .execute();
  const keys = Object.keys(steps).filter((step) => !waiting.some(({ key }) => key === step));
  await tryEach(db, { kind, keys, now }, async (step) => steps[step]?.(), run);
};

/** Does the work for each row. One that fails holds up no other: the first error is thrown at the end. */
export const tryAll = async <Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> => {
  const errors: unknown[] = [];
  for (const row of rows) await work(row).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
};

/**
 * Works on the rows that `find` gives, a batch at a time, until fewer come; `failed` are the ids to leave out. A row that fails holds up no
 * other: the first error is thrown at the end.
 */
export const tryRows = async <Row extends { readonly id: string }>(
  batchSize: number,
  find: (failed: readonly string[]) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<void>,
): Promise<void> => {
  const errors = new Map<string, unknown>();
  for (;;) {
    const rows = await find([...errors.keys()]);
    for (const row of rows) await work(row).catch((error: unknown) => errors.set(row.id, error));
    if (rows.length < batchSize) break;
  }
  for (const error of errors.values()) throw error;
};

/** What each kind does; `subject` is an order's id where it is about one, and otherwise the key. */
const descriptions = {
  expiry: (subject) => `Order ${subject}: return what was not paid in time to stock`,
  payment: (subject) => `Order ${subject}: ask the payment provider about its payment page, or close it`,
  paymentSearch: () => 'Search the payment provider for payments, refunds and disputes that the shop has missed',
  earlyMoney: (subject) => `Refund or dispute at the payment provider, heard of before its payment (${subject}): record it`,
  reviewInvite: (subject) => `Order ${subject}: ask its buyer for reviews`,
  stockAlert: (subject) => `Product ${subject}: mail those who wait for it`,
  sellerNotices: () => 'Mail you what happens in the shop',
  retention: (subject) => `Delete old data: ${subject}`,
} as const satisfies Record<JobKind, (subject: string) => string>;

const kinds = Object.keys(descriptions) as JobKind[];

/** A failed job for the seller; `work` is a phrase without personal data. */
export type FailedJobView = Omit<FailedJob, 'key'> & { readonly work: string; readonly subject: string };

/** What fails now, the oldest first. */
export const listFailedJobs = async (db: Database): Promise<FailedJobView[]> => {
  const rows = await db
    .selectFrom('failed_job')
    .leftJoin('payment', (join) => join.onRef('payment.session_id', '=', 'failed_job.key').on('failed_job.kind', '=', 'payment'))
    .selectAll('failed_job')
    .select('payment.order_id')
    .orderBy('failed_job.created_at')
    .orderBy('failed_job.kind')
    .orderBy('failed_job.key')
    .limit(maxListed)
    .execute();
  return rows.map(({ key, order_id, ...job }) => ({
    ...job,
    work: descriptions[job.kind](order_id ?? key),
    subject: noticeSubject({ ...job, key }),
  }));
};

/** Rows of the seller's mail for these subjects of notices; none for what has been mended meanwhile. */
export const describeDeadJobs = async (
  db: Database,
  subjects: readonly string[],
): Promise<(readonly [name: string, value: string, page: string])[]> =>
  (await listFailedJobs(db))
    .filter(({ subject }) => subjects.includes(subject))
    .map(({ work, tries, last_error }) => [work, `tried ${tries} times: ${last_error}`, deskPages.health]);

/** Makes all that failed due at once, for the running shop; returns how much. */
export const retryFailedJobs = (db: Database, now: Date, by?: Staff): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    if (by) await addStaffEvent(transaction, by, '', now);
    return (await transaction.updateTable('failed_job').set({ due_at: now.toISOString() }).returning('key').execute()).length;
  });

/** How many fail, by kind and state, with 0 for those that do not. */
export const countFailedJobs = async (db: Database) => {
  const rows = await db
    .selectFrom('failed_job')
    .select((job) => ['kind', 'state', job.fn.countAll().as('count')])
    .groupBy(['kind', 'state'])
    .execute();
  return kinds.flatMap((kind) =>
    (['retried', 'dead'] as const).map((state) => {
      const row = rows.find((counted) => counted.kind === kind && counted.state === state);
      return { kind, state, count: Number(row?.count ?? 0) };
    }),
  );
};
