import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Server as PlainServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { unpaidLimits } from '#contract/unpaid-limits.ts';
import { buildShop, needsBuild } from '#server/build-shop.ts';
import {
  lockDataFolder,
  mailFolder,
  prepareDataFolder,
  refundImagesFolder,
  StartFailure,
  sellerPicturesFolder,
} from '#server/data-folder.ts';
import { disableDemoAccounts, seedDemoAccounts } from '#server/domain/demo-accounts.ts';
import { updateDueOrders } from '#server/domain/due-orders.ts';
import { createPasswordHasher, passwordHashCost } from '#server/domain/passwords.ts';
import { sendDuePaybacks } from '#server/domain/paybacks.ts';
import { closeLapsedPaymentPages } from '#server/domain/payments.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { type Env, processEnv } from '#server/env.ts';
import { createApp } from '#server/http/app.ts';
import { defaultMinResponseMs } from '#server/http/constant-time.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { fileTransport } from '#server/mail/files.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { smtpTransport } from '#server/mail/smtp.ts';
import { openShop } from '#server/open-shop.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { testPayments } from '#server/payments/test.ts';
import { encodedFolder } from '#server/storage/pictures.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const patience = 10_000;
/** Longer than proxies keep an idle connection: were ours to close it first, a call might be on its way there at that moment. */
const idle = 75_000;
/** While it stops: between two looks for connections that nobody uses. */
const lastCalls = 500;
const onePress = 300;
const [betweenUpkeeps, betweenMails, betweenPaybacks] = [5000, 1000, 2000];
const anHour = 60 * 60 * 1000;

const fail = (reason: unknown): never => {
  // A failure that nobody foresaw needs its stack; one that somebody did needs its sentence.
  console.error(reason instanceof StartFailure ? reason.message : reason);
  process.exit(1);
};

const listen = (server: Server, { port, host }: Env): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Readonly<Record<string, string>> = {
        EADDRINUSE: `Port ${port} is in use by another program. Stop that one, or set PORT to another number.`,
        EACCES: `Port ${port} may not be used by this user. Set PORT to a number above 1023.`,
      };
      reject(new StartFailure(reasons[error.code ?? ''] ?? `The shop cannot listen there (${error.message}). Check HOST and PORT.`));
    });
    server.listen(port, host, resolve);
  });

const addressOf = (server: Server, { host, publicUrl }: Env): string => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  const name = host === undefined || host === '::' || host === '0.0.0.0' ? 'localhost' : host;
  return publicUrl ?? `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/** Who takes the money, and how the start tells of it. */
type ChosenPayments = { readonly payments: PaymentProvider; readonly sentence: string };

/** Refuses a shop that shoppers may reach and in which pressing "Pay" would cost them nothing. */
const choosePayments = async ({ payments }: Env): Promise<ChosenPayments> => {
  if (payments === undefined)
    throw new StartFailure(
      'Nobody takes the money: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=test for a shop in which paying is only tried out.',
    );
  if (payments.provider === 'test') return { payments: testPayments, sentence: 'Payments lead to a test page, on which no money moves' };
  // The code that speaks with Stripe is loaded only where it is used.
  const { stripePayments } = await import('#server/payments/stripe.ts');
  const isTest = payments.secretKey.includes('_test_');
  return {
    payments: stripePayments(payments),
    sentence: isTest ? 'Payments go through Stripe with a key for tests, so no money moves' : 'Payments go through Stripe',
  };
};

const start = async (): Promise<void> => {
  const env = processEnv();
  const { payments, sentence } = await choosePayments(env);
  prepareDataFolder(env.dataDir);
  // With a database server of their own, several processes may share the folder: it holds pictures only.
  const lock = env.databaseUrl === undefined ? lockDataFolder(env.dataDir) : undefined;
  const store = await openShop(env);
  if (env.mayBuild && needsBuild(root)) {
    // Not on the standard output, which tells where the shop is and nothing else.
    console.error('Building the shop first; this takes a moment.');
    await buildShop(root);
  }

  const passwords = createPasswordHasher(passwordHashCost);
  // Their passwords are known to everybody: only a shop that is being tried out has them.
  const isDemo = env.databaseUrl === undefined && env.publicUrl === undefined;
  if (!isDemo) await disableDemoAccounts(store.db);
  const demoAccounts = isDemo ? await seedDemoAccounts(store.db, new Date(), passwords) : [];

  let stoppingSince: number | undefined;
  const log = pino({ level: env.logLevel });
  const clock = (): Date => new Date();
  const refundImages = refundImagesIn(refundImagesFolder(env.dataDir));
  const dist = path.join(root, 'dist');
  const app = createApp({
    db: store.db,
    log,
    clock,
    dist: existsSync(path.join(dist, 'index.html')) ? dist : undefined,
    pictureFolders: [encodedFolder, sellerPicturesFolder(env.dataDir)],
    refundImages,
    payments,
    passwords,
    minResponseMs: defaultMinResponseMs,
    rateLimits: env.rateLimits,
    unpaidLimits,
    shopOrigin: env.shopOrigin,
    publicUrl: env.publicUrl,
    shopUrl: () => env.shopOrigin ?? addressOf(server, env),
    shopName: env.mailFrom.name,
    trader: env.trader,
    sellerAddress: env.mailTo,
    trustedProxies: env.trustedProxies,
    isStopping: () => stoppingSince !== undefined,
  });
  const answer = getRequestListener(app.fetch);
  const server = createServer({ keepAliveTimeout: idle }, (request, response) => {
    if (stoppingSince !== undefined) response.setHeader('Connection', 'close');
    void answer(request, response);
  });
  await listen(server, env);
  const transport =
    env.smtpUrl === undefined
      ? fileTransport(mailFolder(env.dataDir), env.mailFrom, (line) => console.log(line))
      : smtpTransport(env.smtpUrl, env.mailFrom);
  const mail = repeat(
    async () => {
      await sendDueMails({ db: store.db, transport, clock, log });
    },
    betweenMails,
    (problem) => log.error({ err: problem }, 'mail could not be looked for'),
  );
  const tidying = repeat(
    () => purgeExpired(store.db, clock(), refundImages),
    anHour,
    (problem) => log.error({ err: problem }, 'what is over could not be taken away'),
  );

  const upkeep = repeat(
    async () => {
      await updateDueOrders(store.db, payments, clock());
      await closeLapsedPaymentPages(store.db, payments);
    },
    betweenUpkeeps,
    (problem) => log.error({ err: problem }, 'orders could not be brought up to date'),
  );

  const payingBack = repeat(
    async () => {
      await sendDuePaybacks(store.db, payments, clock, (problem) => log.warn({ err: problem }, 'money could not be paid back and waits'));
    },
    betweenPaybacks,
    (problem) => log.error({ err: problem }, 'money to pay back could not be looked for'),
  );

  const stop = (): void => {
    if (stoppingSince !== undefined) {
      // npm and tsx pass a Ctrl-C on, so that one press may arrive twice.
      if (Date.now() - stoppingSince < onePress) return;
      fail(new StartFailure('Stopped at once, without waiting for running requests.'));
    }
    stoppingSince = Date.now();
    // Not the web server's own way, which would close idle connections at once: a proxy may be sending a call into one just now.
    PlainServer.prototype.close.call(server, () => {
      Promise.all([mail.stop(), tidying.stop(), upkeep.stop(), payingBack.stop()])
        .then(() => store.db.destroy())
        .then(() => {
          lock?.release();
          process.exit(0);
        })
        .catch(fail);
    });
    setInterval(() => server.closeIdleConnections(), lastCalls).unref();
    setTimeout(() => server.closeAllConnections(), patience).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  console.log(`Flone is open at ${addressOf(server, env)}`);
  console.log(`Its data is in ${env.dataDir}`);
  console.log(sentence);
  for (const { role, email, password } of demoAccounts)
    console.log(`To try it as a ${role === 'reseller' ? 'reseller' : 'shopper'}, sign in as ${email} with the password ${password}`);
  // Reads the catalogue and renders the home screen once, so that the first shopper does not wait for it.
  await app.request('/');
};

await start().catch(fail);
