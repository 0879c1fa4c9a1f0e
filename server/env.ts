import path from 'node:path';
import { getDomain } from 'tldts';
import * as z from 'zod';
import type { Variables } from '#server/build/build-settings.ts';
import { readVariables } from '#server/build/due.js';
import { StartFailure } from '#server/data-folder.ts';
import { defaultReferenceDays } from '#server/domain/catalogue/price-history.ts';
import { firstShop, firstValues } from '#server/first-shop.ts';
import type { SmtpSettings } from '#server/mail/smtp.ts';
import { isStripeTestKey } from '#server/payments/stripe-keys.ts';
import { findPublicShopProblems, isPublicShop } from '#server/public-shop.ts';
import { rootFolder } from '#server/root-folder.ts';

const isOrigin = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;

const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;

/** With quotation marks around the name, as mail programs write it, or around all of it, as a file of settings does. */
const mailFrom = /^"?(?:(?<name>[^<>"\r\n]+?)"?\s*<)?(?<address>[^\s<>@"]+@[^\s<>@"]+?)>?"?$/;

/** With the ten seconds for running work below `TimeoutStopSec` of `server/systemd/flone.service`. */
const isWait = (value: string): boolean => /^\d{1,2}$/.test(value) && Number(value) <= 15;

const wholeNumber = (defaultValue: number) =>
  z
    .string()
    .default(String(defaultValue))
    .refine((value) => /^\d{1,7}$/.test(value), 'must be a whole number')
    .transform(Number);

const machineSettings = z.object({
  PORT: z.string().default('3000').refine(isPort, 'must be a port from 0 to 65535').transform(Number),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_POOL: z
    .string()
    .default('10')
    .refine((value) => /^\d{1,3}$/.test(value) && Number(value) >= 2, 'must be a number of connections from 2 to 999')
    .transform(Number),
  SHOP_ORIGIN: z.string().refine(isOrigin, 'must be an origin such as https://shop.example').optional(),
  PUBLIC_URL: z.string().refine(isOrigin, 'must be an origin such as https://shop.example').optional(),
  TRUST_PROXY: z
    .string()
    .default('0')
    .refine((value) => /^\d$/.test(value), 'must be a number of proxies from 0 to 9')
    .transform(Number),
  SMTP_URL: z
    .string()
    .refine((value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value), 'must be like smtp://user:password@mail.example:587')
    .optional(),
  SMTP_TLS: z.enum(['required', 'optional'], 'must be one of required, optional').optional(),
  MAIL: z.enum(['smtp', 'files'], 'must be one of smtp, files').optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => mailFrom.test(value), 'must be like Flone <hello@shop.example>')
    .optional(),
  MAIL_TO: z
    .string()
    .regex(/^[^\s<>@,;]+@[^\s<>@,;]+$/, 'must be like hello@shop.example')
    .optional(),
  SELLER_NOTICES: z.enum(['at-once', 'daily'], 'must be one of at-once, daily').default('at-once'),
  LOW_STOCK: wholeNumber(3),
  REFERENCE_DAYS: z
    .string()
    .default(String(defaultReferenceDays))
    .refine((value) => /^[1-9]\d{0,2}$/.test(value), 'must be a number of days from 1 to 999')
    .transform(Number),
  SAMPLES: z.enum(['yes', 'no'], 'must be one of yes, no').optional(),
  PAYMENTS: z.enum(['test', 'stripe', 'stripe-test'], 'must be one of test, stripe, stripe-test').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must start with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[^,]*(,whsec_[^,]*)?$/, 'must start with whsec_, and so must a second one after a comma')
    .optional(),
  STRIPE_API_URL: z.string().refine(isOrigin, 'must be an origin such as http://localhost:12111').optional(),
  ORDERS_PER_ADDRESS: wholeNumber(60),
  LOOK_UPS_PER_ADDRESS: wholeNumber(1500),
  RENDERS_PER_ADDRESS: wholeNumber(300),
  QUERIES_PER_ADDRESS: wholeNumber(600),
  DESK: z.enum(['on', 'off'], 'must be one of on, off').optional(),
  DESK_HOST: z
    .string()
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/, 'must be a host name such as desk.shop.example')
    .optional(),
  STOREFRONT: z.enum(['built', 'none'], 'must be one of built, none').default('built'),
  SHUTDOWN_DELAY: z
    .string()
    .refine((value) => isWait(value), 'must be a number of seconds from 0 to 15')
    .transform(Number)
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 characters or more, without spaces')
    .optional(),
  SECRETS_KEY: z
    .string()
    .regex(/^[\d+/A-Za-z]{43}=(,[\d+/A-Za-z]{43}=)*$/, 'must be 32 random bytes in base64, as of "openssl rand -base64 32"')
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be one of silent, error, warn, info, debug').default('warn'),
});

const schema = machineSettings.extend(firstValues);

type Settings = z.output<typeof schema>;

/** By the name, so that a new setting of this kind is secret by default. URLs of servers may hold a password. */
const isSecret = (name: string): boolean => /KEY|SECRET|TOKEN|_URL$/.test(name) && name !== 'PUBLIC_URL';

/** What the desk shows: the settings by their names, and the values of those that are no secrets. */
const describeSettings = (settings: Settings) =>
  Object.keys(machineSettings.shape).map((name) => {
    const value = String(settings[name as keyof Settings] ?? '');
    return { name, value: value === '' || isSecret(name) ? null : value, isSet: value !== '' };
  });

/** Stripe, or the test page, on which no money moves. The first secret of webhooks is the newest. */
type PaymentSettings =
  | { readonly provider: 'test' }
  | {
      readonly provider: 'stripe';
      readonly secretKey: string;
      readonly webhookSecrets: readonly string[];
      readonly apiUrl: string | undefined;
    };

const findPaymentProblem = ({ PAYMENTS, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: Settings, isPublic: boolean): string | undefined => {
  const hasKey = STRIPE_SECRET_KEY !== undefined || STRIPE_WEBHOOK_SECRET !== undefined;
  if (PAYMENTS === 'test' && hasKey) return 'PAYMENTS=test and the keys of Stripe contradict each other: take the one or the other away';
  if (PAYMENTS !== undefined && PAYMENTS !== 'test' && !hasKey)
    return `PAYMENTS=${PAYMENTS} needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET`;
  // Paying would cost nothing there.
  if (PAYMENTS === undefined && !hasKey && isPublic)
    return 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set, or PAYMENTS=test for a shop in which paying is only tried out';
  if (!hasKey) return undefined;
  // With the secret key alone, shoppers could pay but no webhook would be accepted.
  if (STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined)
    return 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together';
  const isTestKey = isStripeTestKey(STRIPE_SECRET_KEY);
  if (PAYMENTS === 'stripe-test' && !isTestKey)
    return 'PAYMENTS=stripe-test and a STRIPE_SECRET_KEY with which money moves contradict each other: set PAYMENTS=stripe, or a key that starts with sk_test_';
  // Stripe's test cards are public, and would confirm orders for nothing.
  return isTestKey && PAYMENTS !== 'stripe-test' && isPublic
    ? 'STRIPE_SECRET_KEY is for tests, so no money moves: set the one that starts with sk_live_, or PAYMENTS=stripe-test for a shop in which paying is only tried out'
    : undefined;
};

const readPayments = ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL }: Settings): PaymentSettings =>
  STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined
    ? { provider: 'test' }
    : {
        provider: 'stripe',
        secretKey: STRIPE_SECRET_KEY,
        webhookSecrets: STRIPE_WEBHOOK_SECRET.split(','),
        apiUrl: STRIPE_API_URL,
      };

/** A mail server, or files that nobody gets. */
type MailSettings = ({ readonly transport: 'smtp' } & SmtpSettings) | { readonly transport: 'files' };

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

const findMailProblem = ({ MAIL, SMTP_URL }: Settings, isPublic: boolean): string | undefined => {
  if (MAIL === 'files' && SMTP_URL !== undefined) return 'MAIL=files and SMTP_URL contradict each other: take the one or the other away';
  if (MAIL === 'smtp' && SMTP_URL === undefined) return 'MAIL=smtp needs SMTP_URL';
  // Nobody would get a confirmation, and codes would be written to files.
  return MAIL === undefined && SMTP_URL === undefined && isPublic
    ? 'SMTP_URL must be set, or MAIL=files for a shop whose mail is only written to files'
    : undefined;
};

const readMail = ({ SMTP_URL, SMTP_TLS }: Settings): MailSettings => {
  if (SMTP_URL === undefined) return { transport: 'files' };
  const isLocal = loopbackHosts.has(new URL(SMTP_URL).hostname);
  return { transport: 'smtp', url: SMTP_URL, requireTls: SMTP_TLS === undefined ? !isLocal : SMTP_TLS === 'required' };
};

/** A shop that is only tried out has the desk, so that a newcomer sees it; any other where it is switched on. */
const isDeskOn = ({ DESK, DATABASE_URL, PUBLIC_URL, SHOP_ORIGIN, STOREFRONT }: Settings): boolean =>
  DESK === undefined
    ? DATABASE_URL === undefined && PUBLIC_URL === undefined && SHOP_ORIGIN === undefined && STOREFRONT !== 'none'
    : DESK === 'on';

/** The desk is a part of the storefront's pages. */
const findDeskProblem = ({ DESK, SHOP_ORIGIN, STOREFRONT }: Settings): string | undefined =>
  DESK === 'on' && (SHOP_ORIGIN !== undefined || STOREFRONT === 'none')
    ? 'DESK=on needs the storefront to be served here: take SHOP_ORIGIN and STOREFRONT=none away'
    : undefined;

/** The sender of mail; what is missing is the seller's. */
const readSender = ({ MAIL_FROM = '' }: Settings): { readonly name: string | undefined; readonly address: string | undefined } => {
  const { name, address } = mailFrom.exec(MAIL_FROM)?.groups ?? {};
  return { name, address };
};

const hasSamples = ({ SAMPLES, DATABASE_URL, PUBLIC_URL }: Settings): boolean =>
  SAMPLES === undefined ? DATABASE_URL === undefined && PUBLIC_URL === undefined : SAMPLES === 'yes';

/** With https a proxy is in front, on the same machine unless HOST says otherwise: other machines could forge their client's IP address. */
const readHost = ({ HOST, PUBLIC_URL }: Settings): string | undefined =>
  HOST ?? (PUBLIC_URL?.startsWith('https:') ? '127.0.0.1' : undefined);

const publicShutdownDelaySeconds = 5;

/** The host's registrable domain by the Public Suffix List, as in browsers; a host without one, such as localhost, is its own site. */
const siteOf = (origin: string): string => {
  const { hostname } = new URL(origin);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
};

/** Cookies are SameSite: with shop and API on two sites, nobody could sign in. */
const findSiteProblem = ({ SHOP_ORIGIN: shop, PUBLIC_URL: api }: Settings): string | undefined => {
  if (shop === undefined) return undefined;
  if (api === undefined)
    return shop.startsWith('https:')
      ? 'PUBLIC_URL must be set with SHOP_ORIGIN, so that cookies are kept to https and to the two of them'
      : undefined;
  return siteOf(shop) !== siteOf(api) || new URL(shop).protocol !== new URL(api).protocol
    ? 'SHOP_ORIGIN and PUBLIC_URL must be on one site, such as https://shop.example and https://api.shop.example: cookies go no further'
    : undefined;
};

const nameList = new Intl.ListFormat('en-GB');

/** An empty setting counts as not set; but an empty detail of the seller is left out, as on the pages. */
const isGiven = ([name, value]: [string, string | undefined]): boolean =>
  value !== undefined && (value.trim() !== '' || name.startsWith('VITE_SHOP_'));

const fields: Readonly<Record<string, z.ZodType>> = schema.shape;

/** The rule that a setting's value breaks, in words; undefined if it breaks none. Rules that depend on other settings are not checked. */
export const ruleBrokenBy = (name: string, value: string): string | undefined => fields[name]?.safeParse(value).error?.issues[0]?.message;

/** Reads the settings from variables. Throws `StartFailure` with one sentence that names every bad one. */
export const readEnv = (variables: Variables) => {
  const given: Variables = Object.fromEntries(Object.entries(variables).filter(isGiven));
  const isPublic = isPublicShop(given);
  const parsed = schema.safeParse(given);
  const problems = [
    ...(parsed.success
      ? [
          findSiteProblem(parsed.data),
          findPaymentProblem(parsed.data, isPublic),
          findMailProblem(parsed.data, isPublic),
          findDeskProblem(parsed.data),
        ]
      : parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`)),
    ...findPublicShopProblems(given).map(({ names, rule }) => `${nameList.format(names)} ${rule}`),
  ].filter((problem) => problem !== undefined);
  if (!parsed.success || problems.length > 0) throw new StartFailure(`${problems.join('; ')}.`);
  const settings = parsed.data;
  return {
    settings: describeSettings(settings),
    /** Whether others can reach the shop or it takes money. */
    isPublic,
    port: settings.PORT,
    host: readHost(settings),
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databasePool: settings.DATABASE_POOL,
    shopOrigin: settings.SHOP_ORIGIN,
    publicUrl: settings.PUBLIC_URL,
    trustedProxies: settings.TRUST_PROXY,
    mail: readMail(settings),
    mailFrom: readSender(settings),
    /** A new shop is filled with sample products; by default only where there are demo accounts. */
    hasSamples: hasSamples(settings),
    /** The seller's mailbox, if it is another than the sender's. */
    mailTo: settings.MAIL_TO,
    notices: { schedule: settings.SELLER_NOTICES, lowStockLimit: settings.LOW_STOCK },
    /** For how long a price must have stood before shoppers see a reduction of it. */
    referenceDays: settings.REFERENCE_DAYS,
    payments: readPayments(settings),
    /** Calls per client address in ten minutes. */
    rateLimits: { orders: settings.ORDERS_PER_ADDRESS, lookUps: settings.LOOK_UPS_PER_ADDRESS },
    /** Per client address in a minute. */
    readLimits: { renders: settings.RENDERS_PER_ADDRESS, queries: settings.QUERIES_PER_ADDRESS },
    /** What a new shop begins with. */
    firstShop: firstShop(settings, isPublic),
    /** The seller's desk, if it is on, and the only host that it answers at, if it is kept to one. */
    desk: isDeskOn(settings) ? { host: settings.DESK_HOST } : undefined,
    /** Whether pages are served here. */
    hasStorefront: settings.STOREFRONT !== 'none',
    /** Between "not ready" and the end of new connections, so that a load balancer can stop sending. */
    shutdownDelayMs: 1000 * (settings.SHUTDOWN_DELAY ?? (isPublic ? publicShutdownDelaySeconds : 0)),
    metricsToken: settings.METRICS_TOKEN,
    /** The first encrypts, the others open what was encrypted before. */
    secretsKeys: (settings.SECRETS_KEY ?? '')
      .split(',')
      .filter(Boolean)
      .map((key) => Buffer.from(key, 'base64')),
    logLevel: settings.LOG_LEVEL,
  };
};

/** The settings, parsed. */
export type Env = Readonly<ReturnType<typeof readEnv>>;

/** The origin at which the server listens, for programs on this machine. */
export const listeningOrigin = ({ host, port: configuredPort }: Env, port = configuredPort): string => {
  const name = host === undefined || host === '::' || host === '0.0.0.0' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/** The server's origin: PUBLIC_URL, or where it listens. */
export const serverOrigin = (env: Env, port = env.port): string => env.publicUrl ?? listeningOrigin(env, port);

/** Where the storefront is built. */
export const distFolder = path.join(rootFolder, 'dist');

/** The settings of this process; the environment overrides `.env`. */
export const processEnv = (): Env => readEnv(readVariables());
