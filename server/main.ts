import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '#contract/endpoints.ts';
import { unpaidLimits } from '#contract/unpaid-limits.ts';
import { buildShop, needsBuild } from '#server/build-shop.ts';
import { chooseMail } from '#server/choose-mail.ts';
import { choosePayments } from '#server/choose-payments.ts';
import { lockDataFolder, mailFolder, prepareDataFolder, StartFailure } from '#server/data-folder.ts';
import type { Store } from '#server/db/open-database.ts';
import { type DemoAccount, disableDemoAccounts, seedDemoAccounts } from '#server/domain/demo-accounts.ts';
import { createPasswordHasher, type PasswordHasher, passwordHashCost } from '#server/domain/passwords.ts';
import { hasProducts } from '#server/domain/products.ts';
import { createSecretBox } from '#server/domain/secret-box.ts';
import { type Env, listeningOrigin, processEnv, serverOrigin } from '#server/env.ts';
import { adoptFiles, refundImages, sellerPictures } from '#server/file-stores.ts';
import { createApp } from '#server/http/app.ts';
import { defaultMinResponseMs } from '#server/http/constant-time.ts';
import type { Services } from '#server/http/services.ts';
import { createHttpServer, drain, drainTimeoutMs, listen, portOf } from '#server/http-server.ts';
import { startRepeatedJobs } from '#server/jobs/repeated-jobs.ts';
import { createLog } from '#server/log.ts';
import { openShop } from '#server/open-shop.ts';
import { prepareSecrets } from '#server/prepare-secrets.ts';
import { encodedFolder, picturesIn } from '#server/storage/pictures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
/** npm and tsx forward a Ctrl-C, so that one press may arrive twice. */
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

const buildIfNeeded = async ({ mayBuild }: Env): Promise<void> => {
  if (!mayBuild || !needsBuild(root)) return;
  // On stderr: stdout is for the shop's address.
  console.error('Building the shop first; this takes a moment.');
  await buildShop(root);
};

/** Demo accounts have public passwords: only a shop that nobody else can reach has them. */
const prepareDemoAccounts = async (db: Store['db'], passwords: PasswordHasher, { databaseUrl, publicUrl }: Env): Promise<DemoAccount[]> => {
  if (databaseUrl === undefined && publicUrl === undefined) return seedDemoAccounts(db, new Date(), passwords);
  await disableDemoAccounts(db);
  return [];
};

type Runtime = Pick<Services, 'db' | 'log' | 'payments' | 'passwords' | 'secretBox' | 'shopUrl' | 'isStopping'>;

const createServices = (env: Env, runtime: Runtime): Services => ({
  ...runtime,
  clock: () => new Date(),
  dist: existsSync(path.join(dist, 'index.html')) ? dist : undefined,
  pictures: [picturesIn(encodedFolder), sellerPictures(runtime.db, env)],
  refundImages: refundImages(env),
  minResponseMs: defaultMinResponseMs,
  rateLimits: env.rateLimits,
  readLimits: env.readLimits,
  unpaidLimits,
  shopOrigin: env.shopOrigin,
  publicUrl: env.publicUrl,
  shopName: env.mailFrom.name,
  trader: env.trader,
  vat: env.vat,
  delivery: env.delivery,
  sellerAddress: env.mailTo,
  noticeSchedule: env.notices.schedule,
  metricsToken: env.metricsToken,
  trustedProxies: env.trustedProxies,
});

const describeGoods = async (db: Store['db'], { hasSamples }: Env): Promise<string> => {
  if (!(await hasProducts(db))) return 'Nothing is for sale yet: add products with shop catalogue import FILE --new-categories';
  return hasSamples ? 'A new shop is filled with sample products' : 'A new shop is not filled with sample products';
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

/** Not awaited: the start does not depend on the provider. Without https the provider cannot reach the webhook anyway. */
const warnOfSetupProblems = async ({ payments, log }: Services, { publicUrl }: Env): Promise<void> => {
  const webhookUrl = publicUrl?.startsWith('https:') ? `${publicUrl}${endpoints.paymentWebhook.path}` : undefined;
  for (const problem of (await payments.findSetupProblems?.(webhookUrl)) ?? []) log.warn(problem);
};

const start = async (): Promise<void> => {
  const env = processEnv();
  const { payments, sentence: paymentSentence } = await choosePayments(env);
  const { transport, sentence: mailSentence } = chooseMail(env);
  const releaseData = lockData(env);
  const log = createLog(env.logLevel);
  const { db } = await openShop(env, (error) => log.warn({ err: error }, 'a connection to the database was lost'));
  await adoptFiles(db, env);
  await buildIfNeeded(env);
  const passwords = createPasswordHasher(passwordHashCost);
  const demoAccounts = await prepareDemoAccounts(db, passwords, env);
  const secretBox = createSecretBox(env.secretsKeys);
  const secretSentences = await prepareSecrets(db, secretBox, env);

  let stoppingSince: number | undefined;
  const isStopping = (): boolean => stoppingSince !== undefined;
  const shopUrl = (): string => env.shopOrigin ?? serverOrigin(env, portOf(server, env));
  const services = createServices(env, { db, log, payments, passwords, secretBox, shopUrl, isStopping });
  const app = createApp(services);
  const server = createHttpServer(app.fetch, isStopping);
  await listen(server, env);
  const jobs = startRepeatedJobs({
    ...services,
    transport,
    mailFolder: mailFolder(env.dataDir),
    notices: { ...env.notices, sellerAddress: env.mailTo },
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

  const sentences = [paymentSentence, mailSentence, ...secretSentences, await describeGoods(db, env)];
  printStart(env, portOf(server, env), sentences, demoAccounts);
  void warnOfSetupProblems(services, env).catch((error: unknown) =>
    services.log.warn({ err: error }, 'the payment provider was not checked'),
  );
  // Warms the caches: reads the catalogue and renders the home page before the first shopper asks.
  await app.request('/');
};

await start().catch(fail);
