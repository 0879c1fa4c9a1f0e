import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { publicSeller } from '#scripts/public-shop.ts';
import { databaseFile } from '#server/data-folder.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { setLastRun } from '#server/domain/seller/last-runs.ts';
import { openShop } from '#server/open-shop.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { runShopCommandWith } from '#tests/server/process/run-command.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { startMailServer } from '#tests/support/mail-server.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-doctor-'));
const stripe = await startFakeStripe();
const mailServer = await startMailServer();
afterAll(async () => {
  await rm(dataDir, { recursive: true });
  await mailServer.stop();
});

/** The running shop, at a port of its own and at the public address. */
const state = { isStopping: false };
const app = createTestApp({ db: await freshDatabase('empty'), isStopping: () => state.isStopping });
const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
await once(listening, 'listening');
afterAll(() => listening.close());
const port = z.object({ port: z.number() }).parse(listening.address()).port;
const publicUrl = 'https://shop.internal';
const outside = fetch;
const answerPublicly = (answer: (path: string) => Response | Promise<Response>): void => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return url.origin === publicUrl ? answer(url.pathname) : outside(input, init);
  });
};
afterEach(() => {
  vi.restoreAllMocks();
});

const signIn = mailServer.url.replace('smtp://', 'smtp://shop:secret@');
/** The settings of a public shop in which nothing is wrong. */
const settings = {
  ...publicSeller,
  DATA_DIR: dataDir,
  STOREFRONT: 'none',
  PORT: String(port),
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: '1',
  MAIL_TO: 'seller@shop.internal',
  SMTP_URL: signIn,
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: stripe.liveKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_URL: stripe.apiUrl,
} as const;
const doctorWith = (variables: Readonly<Record<string, string>>, ...parameters: string[]) =>
  runShopCommandWith({ ...settings, ...variables }, 'doctor', '--backups', dataDir, ...parameters);
const doctor = (...parameters: string[]) => doctorWith({}, ...parameters);

const inShop = async (work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<unknown>): Promise<void> => {
  const { db } = await openDatabase({ file: databaseFile(dataDir) });
  await work(db);
  await db.destroy();
};

beforeAll(async () => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined, hasSamples: false });
  await db.destroy();
}, 60_000);

beforeEach(async () => {
  stripe.mend();
  stripe.endpoints.length = 0;
  stripe.endpoints.push({
    id: 'we_1',
    url: `${publicUrl}/order/payment/webhook`,
    status: 'enabled',
    enabled_events: ['*'],
    api_version: '2026-10-28.endive',
  });
  state.isStopping = false;
  answerPublicly((path) => app.request(path));
  mailServer.delivered.length = 0;
  Object.assign(mailServer.state, { signInReply: '235 welcome', refusal: undefined });
  await inShop(async (db) => {
    for (const table of ['mail', 'failed_job', 'unmatched_payment', 'last_run'] as const) await db.deleteFrom(table).execute();
    await setLastRun(db, 'backup', new Date(Date.now() - 5.5 * 3_600_000).toISOString());
  });
});

describe('the command doctor', { timeout: 60_000 }, () => {
  test('of a shop in which nothing is wrong, each subject is named, and nothing is sent or changed', async () => {
    const { code, out, err } = await doctor();
    const lines = out.trimEnd().split('\n');
    expect([code, err, lines.at(-1)]).toEqual([0, '', 'Nothing is wrong.']);
    expect(lines.slice(0, -1).map((line) => line.slice(0, 8))).toEqual(lines.slice(0, -1).map(() => '  ok    '));
    const subjects = lines.slice(0, -1).map((line) => /^ {2}ok {5}([a-z ]+): /.exec(line)?.[1]);
    expect(subjects).toEqual(['settings', 'shop', 'address', 'mail', 'payments', 'database', 'clock', 'backup', 'jobs', 'disk', 'disk']);
    expect(out).toContain(`shop: It runs, and answers at http://127.0.0.1:${port}.`);
    expect(out).toContain(`address: ${publicUrl} leads to it.`);
    expect(out).toContain('clock: It agrees with the clock of Stripe.');
    expect(out).toContain('backup: The last one is 5 hours old.');
    expect(mailServer.delivered).toEqual([]);
    await inShop(async (db) => expect(await db.selectFrom('mail').selectAll().execute()).toEqual([]));
  });

  test('with --send a test mail goes to the seller, and a refused one is named', async () => {
    expect(await doctor('--send')).toMatchObject({
      code: 0,
      out: expect.stringContaining('A test mail is on its way to seller@shop.internal'),
    });
    expect(mailServer.delivered).toMatchObject([
      { to: 'seller@shop.internal', message: expect.stringContaining('A test mail of your shop') },
    ]);
    Object.assign(mailServer.state, { refusal: '550 no such mailbox' });
    expect(await doctor('--send')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/WRONG {2}mail: The mail server did not take a mail to seller@shop\.internal \(.*550 no such mailbox/),
    });
  });

  test('each thing that is wrong is a sentence with what to do, and the others are looked at all the same', async () => {
    Object.assign(mailServer.state, { signInReply: undefined });
    stripe.endpoints.length = 0;
    const at = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();
    const failed = { key: '', due_at: new Date(Date.now() + 60_000).toISOString(), tries: 9, last_error: 'No.', created_at: at } as const;
    await inShop(async (db) => {
      await setLastRun(db, 'backup', at);
      await db
        .insertInto('failed_job')
        .values({ ...failed, kind: 'retention', state: 'dead' })
        .execute();
      const mail = { recipient: 'a@example.com', subject: '', text: '', parts: '[]', created_at: at, tries: 3, problem: '550' };
      await db
        .insertInto('mail')
        .values([
          { ...mail, id: 'dead', due_at: null },
          { ...mail, id: 'late', due_at: at },
        ])
        .execute();
      const unmatched = { event_id: 'evt', order_id: 'LOST', session_id: 'cs', amount: 1, reference: 'pi', problem: '' };
      await db
        .insertInto('unmatched_payment')
        .values({ ...unmatched, received_at: at })
        .execute();
    });
    const { code, out, err } = await doctor();
    expect([code, err]).toEqual([1, '']);
    for (const sentence of [
      /mail: The mail server .* does not accept the user and the password in SMTP_URL/,
      /payments: Stripe has no webhook for https:\/\/shop\.internal\/order\/payment\/webhook/,
      /backup: The last one is 72 hours old\. See why: systemctl status/,
      /jobs: Work has been waiting for \d+ minutes \(mail\)\. Either the shop does not run/,
      /jobs: 1 task failed again and again\. See why: shop jobs list/,
      /jobs: 1 mail could not be delivered\. See which: shop mail list --open/,
      /unmatched payments: 1 payment of orders that the shop does not have\. See what to do: shop payments unmatched --open/,
    ])
      expect(out).toMatch(new RegExp(`^ {2}WRONG {2}${sentence.source}`, 'm'));
    expect(out).toMatch(/^7 things are wrong\.$/m);
    const findings: { readonly isFine: boolean }[] = JSON.parse((await doctor('--json')).out);
    expect(findings.filter(({ isFine }) => !isFine)).toHaveLength(7);
  });

  test('a shop that is stopped, is not ready, or is not what its address leads to, is named, and the exit code says so', async () => {
    expect(await doctorWith({ PORT: '1' })).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /^ {2}WRONG {2}shop: It does not answer at http:\/\/127\.0\.0\.1:1 \(.+\), so nobody can order\. Start it: systemctl start flone\. /m,
      ),
    });
    state.isStopping = true;
    expect((await doctor()).out).toMatch(/^ {2}WRONG {2}shop: It runs at http:\S+, but is not ready: Stopping\.$/m);
    for (const answer of [() => new Response('<h1>Welcome to nginx!</h1>'), () => Response.error()]) {
      answerPublicly(answer);
      expect(await doctor()).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          /^ {2}WRONG {2}address: https:\/\/shop\.internal does not lead to the shop \(.+\)\. Look at its DNS records, /m,
        ),
      });
    }
  });

  test('a public shop whose mail reaches nobody, or whose payments move no money, is not fine', async () => {
    const tried = { MAIL: 'files', SMTP_URL: '', PAYMENTS: 'test', STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' };
    const { code, out } = await doctorWith(tried);
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([1, '2 things are wrong.']);
    expect(out).toMatch(/^ {2}WRONG {2}mail: Mail is written to files in .+, and reaches nobody\. Before this shop sells, /m);
    expect(out).toMatch(/^ {2}WRONG {2}payments: Payments lead to a test page, on which no money moves\. Before this shop sells, /m);
    const rehearsed = await doctorWith({ PAYMENTS: 'stripe-test', STRIPE_SECRET_KEY: stripe.secretKey });
    expect(rehearsed.out).toMatch(/^ {2}WRONG {2}payments: Payments go through Stripe with a key for tests, so no money moves\. /m);
    const local = await doctorWith({ ...tried, PUBLIC_URL: 'http://127.0.0.1:1', TRUST_PROXY: '0', HOST: '127.0.0.1' });
    expect(local.out).toMatch(/^ {2}ok {5}mail: Mail is written to files/m);
    expect(local.out).toMatch(/^ {2}ok {5}payments: Payments lead to a test page/m);
  });

  test('a shop without a backup, bad settings, a missing database and a missing provider are named', async () => {
    await inShop((db) => db.deleteFrom('last_run').execute());
    expect((await doctor()).out).toContain('WRONG  backup: None was made yet.');
    expect(await doctorWith({ PORT: 'eighty' })).toMatchObject({
      code: 1,
      err: '',
      out: '  WRONG  settings: PORT must be a port from 0 to 65535.\n1 thing is wrong.\n',
    });
    const elsewhere = await doctorWith({ DATA_DIR: path.join(dataDir, 'nowhere') });
    expect(elsewhere).toMatchObject({ code: 1, out: expect.stringContaining('WRONG  database: There is no shop in ') });
    const nobody = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', PAYMENTS: '' };
    expect((await doctorWith(nobody)).out).toContain('WRONG  settings: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set');
  });
});

describe('the command notify-failure', { timeout: 60_000 }, () => {
  const notify = (variables: Readonly<Record<string, string>> = {}) =>
    runShopCommandWith({ ...settings, ...variables }, 'notify-failure', 'flone-backup');

  test('the seller is mailed at once that a unit failed, without a database', async () => {
    expect(await notify({ DATA_DIR: path.join(dataDir, 'nowhere') })).toMatchObject({
      code: 0,
      out: 'seller@shop.internal was told that flone-backup failed.\n',
    });
    expect(mailServer.delivered).toMatchObject([
      { to: 'seller@shop.internal', message: expect.stringContaining(`flone-backup failed on ${hostname()}`) },
    ]);
    expect(mailServer.delivered[0]?.message).toContain('journalctl -u flone-backup');
  });

  test('when the mail about a failed unit cannot be sent, the command fails with the reason, for the journal', async () => {
    Object.assign(mailServer.state, { signInReply: undefined });
    expect(await notify()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^seller@shop\.internal could not be told that flone-backup failed \(.*535 no such user\)\.\n$/),
    });
  });
});
