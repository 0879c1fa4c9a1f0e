import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { after } from '#server/db/columns.ts';
import { leaseSeconds } from '#server/db/retry.ts';
import { backOff, jobs } from '#server/jobs/jobs.ts';
import { startJobs } from '#server/jobs/run-jobs.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { openShop } from '#server/open-shop.ts';
import { freshDatabase, unopenedShop } from '#tests/support/database.ts';
import { recordingLog } from '#tests/support/recording-log.ts';
import { testServices } from '#tests/support/services.ts';

const columns = ['Job', 'Every', 'Kind', 'Finds', 'Lease', 'If it fails'];

const every = (seconds: number): string => (seconds < 3600 ? `${seconds} s` : `${seconds / 3600} h`);

/** An empty cell is what the text above the table says. */
const unlessUsual = ({ retries, notifiesSeller }: Record<keyof typeof backOff, string>): string =>
  [
    ...(retries === backOff.retries ? [] : [`again ${retries}`]),
    ...(notifiesSeller === backOff.notifiesSeller ? [] : [`you are told ${notifiesSeller}`]),
  ].join('; ');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** `server/guides/jobs.md`: made from the jobs, by `npx vitest run --project node tests/server/jobs -u`. */
const guide = (): string => `# What the shop does by itself

Each job looks for its work again and again, in every process; one process alone gets each entry, and another after the lease if it is killed. What fails
holds up no other entry: it is tried again ${backOff.retries}, you are told ${backOff.notifiesSeller}, and then it is tried once an hour, unless the table
says otherwise. The metrics \`shop_jobs_waiting\`, \`shop_jobs_oldest_seconds\` and \`shop_jobs_failed\` have the label \`kind\`. This page is
generated from \`server/jobs/jobs.ts\`.

${[
  row(columns),
  row(columns.map(() => '---')),
  ...jobs.flatMap(({ name, pauseSeconds, work }) =>
    work.map(({ kind, foundBy, lease, retries, notifiesSeller }) =>
      row([name, every(pauseSeconds), `\`${kind}\``, foundBy, lease, unlessUsual({ retries, notifiesSeller })]),
    ),
  ),
].join('\n')}
`;

test('server/guides/jobs.md lists exactly the jobs that run', async () => {
  await expect(guide()).toMatchFileSnapshot(path.join(process.cwd(), 'server/guides/jobs.md'));
});

test('all machines of a shop have one clock, that of PostgreSQL; with SQLite there is one machine', async () => {
  const settings = await unopenedShop(onTestFinished);
  const { db, clock } = await openShop({ ...settings, hasSamples: false });
  onTestFinished(() => db.destroy());
  const realTime = Date.now();
  // This machine is an hour late.
  vi.useFakeTimers({ toFake: ['Date'], now: realTime - 3_600_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const late = settings.databaseUrl === undefined ? 3_600_000 : 0;
  expect(Math.abs((await clock()).getTime() + late - realTime)).toBeLessThan(60_000);
});

test('the claim of a job lasts five minutes by the clock of the database, whatever the clock of the machine says', async () => {
  const db = await freshDatabase('empty', onTestFinished);
  const databaseTime = new Date('2031-05-06T07:08:09.010Z');
  await queueEmail(db, 'ada@example.com', { subject: 'Hello', parts: ['Hello'] }, new Date());
  const leases: unknown[] = [];
  const { stop } = startJobs({
    ...testServices({ db }),
    clock: async () => databaseTime,
    transport: async () => {
      leases.push(await db.selectFrom('mail').select('due_at').executeTakeFirstOrThrow());
    },
    mailFolder: path.join(tmpdir(), 'no-such-folder'),
    notices: { schedule: 'at-once', lowStockLimit: 0 },
  });
  onTestFinished(stop);
  await expect.poll(() => leases).toEqual([{ due_at: after(databaseTime, leaseSeconds) }]);
});

test('a job that fails as a whole is in the log with its name and the reason', async () => {
  const db = await freshDatabase('empty', onTestFinished);
  const { log, lines } = recordingLog();
  const { stop } = startJobs({
    ...testServices({ db, log }),
    clock: () => Promise.reject(new Error('The database has no time.')),
    transport: async () => undefined,
    mailFolder: path.join(tmpdir(), 'no-such-folder'),
    notices: { schedule: 'at-once', lowStockLimit: 0 },
  });
  onTestFinished(stop);
  const [name] = jobs.map((job) => job.name);
  const entries = () => lines.map((line) => JSON.parse(line));
  await expect
    .poll(entries)
    .toContainEqual(expect.objectContaining({ job: name, err: expect.objectContaining({ message: 'The database has no time.' }) }));
});
