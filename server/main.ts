import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { deskPath } from '#contract/desk/endpoints.ts';
import { namesOfOtherSettings } from '#server/build/build-settings.ts';
import { readVariables } from '#server/build/due.js';
import { chooseMail } from '#server/choose-mail.ts';
import { choosePayments, takesMoney, webhookUrlOf } from '#server/choose-payments.ts';
import { lockDataFolder, mailFolder, prepareDataFolder, StartFailure } from '#server/data-folder.ts';
import type { Store } from '#server/db/open-database.ts';
import {
  type DemoAccount,
  type DemoSeller,
  disableDemoAccounts,
  seedDemoAccounts,
  seedDemoSeller,
} from '#server/domain/accounts/demo-accounts.ts';
import { createPasswordHasher, type PasswordHasher, passwordHashCost } from '#server/domain/accounts/passwords.ts';
import { hasProducts } from '#server/domain/catalogue/products.ts';
import { addSampleDelivery } from '#server/domain/delivery/delivery-options.ts';
import { endTestOrders } from '#server/domain/money/test-orders.ts';
import { unpaidLimitsFor } from '#server/domain/orders/unpaid-limits.ts';
import { createSecretBox } from '#server/domain/secret-box.ts';
import { storeShopUrl } from '#server/domain/seller/shop-address.ts';
import { createShopReader } from '#server/domain/shop/read-shop.ts';
import { readPublished } from '#server/domain/shop/shop-versions.ts';
import { distFolder, type Env, listeningOrigin, processEnv, serverOrigin } from '#server/env.ts';
import { refundImages, sellerPictures } from '#server/file-stores.ts';
import { namesOfOtherValues } from '#server/first-shop.ts';
import { createApp } from '#server/http/app.ts';
import { defaultMinResponseMs } from '#server/http/constant-time.ts';
import type { Services } from '#server/http/services.ts';
import { createHttpServer, drain, drainTimeoutMs, listen, portOf } from '#server/http-server.ts';
import { startJobs } from '#server/jobs/run-jobs.ts';
import { createLog } from '#server/log.ts';
import type { MailTransport } from '#server/mail/transport.ts';
import { openShop } from '#server/open-shop.ts';
import { prepareSecrets } from '#server/prepare-secrets.ts';
import { encodedFolder, picturesIn } from '#server/storage/pictures.ts';
import { readSampleDelivery } from '#server/storage/seed-data.ts';

/** npm forwards a Ctrl-C, so that one press may arrive twice. */
const duplicateSignalMs = 300;

const fail = (reason: unknown): never => {
  // An unexpected error is printed with its stack, an expected one as its sentence.
  console.error(reason instanceof StartFailure ? reason.message : reason);
  process.exit(1);
};

const lockData = ({ dataDir, databaseUrl }: Env): (() => void) => {
  prepareDataFolder(dataDir);
  // With PostgreSQL, several processes may share the folder: it holds copies of pictures.
  return databaseUrl === undefined ? lockDataFolder(dataDir).release : () => undefined;
};

/** Throws `StartFailure` when the build was made with other settings than the environment has. */
const readStart = (): Env => {
  const others = namesOfOtherSettings(distFolder, readVariables());
  if (others.length > 0)
    throw new StartFailure(
      `The storefront in ${distFolder} was built with other settings than ${others.join(', ')}: build it with these (npm run build), or take them away here.`,
    );
  return processEnv();
};

/** Demo accounts have public passwords: only a shop that nobody else can reach has them, and the sample's ways to get an order. */
const prepareDemoAccounts = async (
  db: Store['db'],
  passwords: PasswordHasher,
  { databaseUrl, publicUrl, hasSamples }: Env,
): Promise<DemoAccount[]> => {
  if (databaseUrl === undefined && publicUrl === undefined) {
    if (hasSamples) await addSampleDelivery(db, await readSampleDelivery());
    return seedDemoAccounts(db, new Date(), passwords);
  }
  await disableDemoAccounts(db);
  return [];
};

/** What to sign in at the desk with, in a shop that is only tried out. */
const prepareDemoSeller = async (
  db: Store['db'],
  { passwords, secretBox, readShop }: Pick<Services, 'passwords' | 'secretBox' | 'readShop'>,
  { databaseUrl, publicUrl, desk }: Env,
): Promise<DemoSeller | undefined> => {
  if (databaseUrl !== undefined || publicUrl !== undefined || !desk) return undefined;
  const { details } = await readShop();
  return seedDemoSeller(db, { now: new Date(), passwords, secretBox, sender: { shopName: details.name, shopUrl: '' } });
};

type Runtime = Pick<Services, 'db' | 'log' | 'readShop' | 'payments' | 'passwords' | 'secretBox' | 'shopUrl' | 'desk' | 'isStopping'>;

/** The desk's URL: at its own host, or the shop's. */
const deskUrlOf = (shopUrl: string, host: string | undefined): string => {
  const url = new URL(deskPath, shopUrl);
  if (host !== undefined) url.hostname = host;
  return url.href;
};

const createServices = (env: Env, runtime: Runtime): Services => ({
  ...runtime,
  clock: () => new Date(),
  dist: env.hasStorefront && existsSync(path.join(distFolder, 'index.html')) ? distFolder : undefined,
  pictures: [picturesIn(encodedFolder), sellerPictures(runtime.db, env)],
  sellerPictures: sellerPictures(runtime.db, env),
  refundImages: refundImages(env),
  minResponseMs: defaultMinResponseMs,
  rateLimits: env.rateLimits,
  readLimits: env.readLimits,
  unpaidLimits: unpaidLimitsFor(env.rateLimits.orders),
  shopOrigin: env.shopOrigin,
  publicUrl: env.publicUrl,
  noticeSchedule: env.notices.schedule,
  metricsToken: env.metricsToken,
  settings: env.settings,
  lowStockLimit: env.notices.lowStockLimit,
  referenceDays: env.referenceDays,
  trustedProxies: env.trustedProxies,
});

const describeGoods = async ({ db, hasNewSamples }: Awaited<ReturnType<typeof openShop>>): Promise<readonly string[]> => {
  if (!(await hasProducts(db))) return ['Nothing is for sale yet: add products with shop catalogue import FILE --new-categories'];
  return hasNewSamples ? ['A new shop is filled with sample products'] : [];
};

/** First values in the environment that the desk has changed since. */
const describeOtherValues = async (db: Store['db']): Promise<readonly string[]> => {
  const names = namesOfOtherValues((await readPublished(db)).data, readVariables());
  return names.length === 0 ? [] : [`Not read any more, because the shop is changed at the desk: ${names.join(', ')}`];
};

const printStart = (env: Env, port: number, sentences: readonly string[], demoAccounts: readonly DemoAccount[]): void => {
  const { dataDir, databaseUrl, publicUrl } = env;
  console.log(`Flone is open at ${serverOrigin(env, port)}`);
  if (publicUrl !== undefined) console.log(`It listens at ${listeningOrigin(env, port)}`);
  console.log(`Its data is in ${dataDir}`);
  console.log(databaseUrl === undefined ? 'The database is SQLite' : `The database is PostgreSQL at ${new URL(databaseUrl).host}`);
  for (const sentence of sentences) console.log(sentence);
  for (const { role, email, password } of demoAccounts)
    console.log(`To try it as a ${role === 'reseller' ? 'reseller' : 'shopper'}, sign in as ${email} with the password ${password}`);
};

const printDesk = (url: string, seller: DemoSeller | undefined): void => {
  console.log(`The desk is open at ${url}`);
  if (!seller) return;
  console.log(`To try it as the seller, sign in as ${seller.email} with the password ${seller.password}`);
  console.log(`and a code of an authenticator app with the secret ${seller.secret}, or ${seller.link}`);
};

/** Not awaited: the start depends on neither the payment provider nor the mail server. */
const warnOfSetupProblems = ({ payments, log }: Services, transport: MailTransport, env: Env): void => {
  const warn = (looked: Promise<readonly string[]> | undefined, what: string): void =>
    void looked?.then(
      (problems) => {
        for (const problem of problems) log.warn(problem);
      },
      (error: unknown) => log.warn({ err: error }, `${what} was not checked`),
    );
  warn(payments.findSetupProblems?.(webhookUrlOf(env)), 'the payment provider');
  warn(
    transport.findProblem?.().then((problem) => (problem === undefined ? [] : [problem])),
    'the mail server',
  );
};

const start = async (): Promise<void> => {
  const env = readStart();
  const { payments, sentence: paymentSentence } = await choosePayments(env);
  const releaseData = lockData(env);
  const log = createLog(env.logLevel);
  const store = await openShop(env, (error) => log.warn({ err: error }, 'a connection to the database was lost'));
  const { db, clock } = store;
  const readShop = createShopReader(db, env);
  const { transport, sentence: mailSentence } = chooseMail(env, readShop);
  if (takesMoney(env)) await endTestOrders(db);
  const passwords = createPasswordHasher(passwordHashCost);
  const demoAccounts = await prepareDemoAccounts(db, passwords, env);
  const secretBox = createSecretBox(env.secretsKeys);
  const demoSeller = await prepareDemoSeller(db, { passwords, secretBox, readShop }, env);
  const secretSentences = await prepareSecrets(db, secretBox, env);

  let stoppingSince: number | undefined;
  const isStopping = (): boolean => stoppingSince !== undefined;
  const shopUrl = (): string => env.shopOrigin ?? serverOrigin(env, portOf(server, env));
  const desk = env.desk && { host: env.desk.host, url: () => deskUrlOf(shopUrl(), env.desk?.host) };
  const services = createServices(env, { db, log, readShop, payments, passwords, secretBox, shopUrl, desk, isStopping });
  const app = createApp(services);
  const server = createHttpServer(app.fetch, isStopping);
  await listen(server, env);
  await storeShopUrl(db, shopUrl());
  const jobs = startJobs({
    ...services,
    clock,
    transport,
    mailFolder: mailFolder(env.dataDir),
    notices: { ...env.notices, deskUrl: desk?.url },
  });

  const stop = async (): Promise<void> => {
    stoppingSince = Date.now();
    await setTimeout(env.shutdownDelayMs);
    // A mail server or a database that hangs must not hold the process; what is cut off is tried again after its lease.
    const ended = Promise.all([drain(server), jobs.stop()])
      .then(() => db.destroy())
      .then(() => true);
    if (!(await Promise.race([ended, setTimeout(drainTimeoutMs + 500, false)])))
      log.warn('stopped before everything had ended: the database, the mail server or the payment provider does not answer');
    releaseData();
    process.exit(0);
  };
  const onSignal = (): void => {
    if (stoppingSince === undefined) void stop().catch(fail);
    else if (Date.now() - stoppingSince >= duplicateSignalMs)
      fail(new StartFailure('Stopped at once, without waiting for running requests.'));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  const otherValues = await describeOtherValues(db);
  const closed = (await readShop()).isOpen ? [] : ['Shoppers do not see the shop yet: open it at the desk, or with shop settings open'];
  const sentences = [paymentSentence, mailSentence, ...secretSentences, ...otherValues, ...closed, ...(await describeGoods(store))];
  printStart(env, portOf(server, env), sentences, demoAccounts);
  if (desk) printDesk(desk.url(), demoSeller);
  warnOfSetupProblems(services, transport, env);
  // Warms the caches: reads the catalogue and renders the home page before the first shopper asks.
  await app.request('/');
};

await start().catch(fail);
