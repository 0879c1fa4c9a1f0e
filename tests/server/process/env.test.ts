import path from 'node:path';
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';

test('every variable has a default', () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    host: undefined,
    dataDir: path.resolve('.data'),
    databaseUrl: undefined,
    databasePool: 10,
    shopOrigin: undefined,
    publicUrl: undefined,
    payments: { provider: 'test' },
    rateLimits: { orders: 60, lookUps: 1500 },
    readLimits: { renders: 300, queries: 600 },
    trustedProxies: 0,
    mail: { transport: 'files' },
    notices: { schedule: 'at-once', lowStockLimit: 3 },
    hasSamples: true,
    mailFrom: { name: 'Flone', address: 'hello@flone.example.com' },
    mailTo: 'hello@flone.example.com',
    trader: [
      'Flone',
      'Unit 4',
      'The Old Mill',
      'Mill Lane',
      'Exampleford',
      'EX4 0AA',
      'United Kingdom',
      'hello@flone.example.com',
      '0113 496 0142',
    ].join('\n'),
    vat: undefined,
    delivery: { workingDays: [1, 2, 3, 4, 5], cutOff: 840, dispatchDays: 2, courierDays: { min: 2, max: 3 }, closed: [] },
    mayBuild: true,
    shutdownDelayMs: 0,
    metricsToken: undefined,
    secretsKeys: [],
    logLevel: 'warn',
  });
});

test.each([
  ['VITE_WORKING_DAYS', 'weekdays', 'must be weekdays such as Mon,Tue,Wed,Thu,Fri'],
  ['VITE_CUT_OFF', '2 pm', 'must be a time such as 14:00'],
  ['VITE_DISPATCH_DAYS', '-1', 'must be a number of working days from 0 to 60'],
  ['VITE_COURIER_DAYS', '3-2', 'must be working days such as 2-3'],
  ['VITE_CLOSED_DAYS', 'Christmas', 'must be days such as 2026-12-24,2026-12-29..2026-12-31'],
])('a wrong %s stops the start, because orders would be promised wrong days', (name, value, message) => {
  expect(() => readEnv({ [name]: value })).toThrow(`${name} ${message}.`);
});

test('a VAT number makes invoices name it and its rate, and a wrong one stops the start', () => {
  expect(readEnv({ VAT_NUMBER: 'GB 123 4567 89' }).vat).toEqual({ number: 'GB 123 4567 89', rate: 20 });
  expect(readEnv({ VAT_NUMBER: 'GB123456789', VAT_RATE: '12.5' }).vat).toEqual({ number: 'GB123456789', rate: 12.5 });
  expect(readEnv({ VAT_RATE: '5' }).vat).toBeUndefined();
  expect(() => readEnv({ VAT_NUMBER: 'none' })).toThrow('VAT_NUMBER must be a VAT registration number such as GB 123 4567 89.');
  expect(() => readEnv({ VAT_RATE: '20%' })).toThrow('VAT_RATE must be a rate in per cent such as 20.');
});

test('a shop that others can reach waits five seconds before it accepts no more connections, or as long as it is told', () => {
  const publicShop = { PUBLIC_URL: 'https://shop.example', PAYMENTS: 'test', MAIL: 'files' };
  expect(readEnv(publicShop).shutdownDelayMs).toBe(5000);
  expect(readEnv({ ...publicShop, SHUTDOWN_DELAY: '0' }).shutdownDelayMs).toBe(0);
  expect(() => readEnv({ SHUTDOWN_DELAY: '1.5' })).toThrow('SHUTDOWN_DELAY must be a number of seconds from 0 to 99.');
  expect(() => readEnv({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must be 16 characters or more, without spaces.');
});

test('SECRETS_KEY is one key of 256 bits or several, the newest first, and anything else stops the start', () => {
  const [today, former] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const variable = `${today.toString('base64')},${former.toString('base64')}`;
  expect(readEnv({ SECRETS_KEY: variable }).secretsKeys).toEqual([today, former]);
  for (const wrong of ['a pass phrase', Buffer.alloc(31).toString('base64'), `${variable},`])
    expect(() => readEnv({ SECRETS_KEY: wrong })).toThrow(
      'SECRETS_KEY must be 32 random bytes in base64, as of "openssl rand -base64 32".',
    );
});

test('an empty variable counts as not set', () => {
  expect(readEnv({ PORT: '', SHOP_ORIGIN: ' ' })).toMatchObject({ port: 3000, shopOrigin: undefined });
});

test('valid variables are read', () => {
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: 'postgresql://h/d',
    SHOP_ORIGIN: 'https://shop.example:8443',
    PUBLIC_URL: 'https://api.shop.example',
    TRUST_PROXY: '2',
    SMTP_URL: 'smtps://shop:p%40ss@mail.example:465',
    MAIL_FROM: "Ada's Mugs <hello@mugs.example>",
    LOG_LEVEL: 'info',
  };
  expect(readEnv(settings)).toMatchObject({
    port: 0,
    host: '127.0.0.1',
    databaseUrl: 'postgresql://h/d',
    shopOrigin: 'https://shop.example:8443',
    trustedProxies: 2,
    mail: { transport: 'smtp', url: 'smtps://shop:p%40ss@mail.example:465', requireTls: true },
    mailFrom: { name: "Ada's Mugs", address: 'hello@mugs.example' },
    logLevel: 'info',
  });
  expect(readEnv({ MAIL_FROM: 'hello@mugs.example' })).toMatchObject({
    mailFrom: { name: 'Flone', address: 'hello@mugs.example' },
    mailTo: 'hello@mugs.example',
  });
  expect(readEnv({ ORDERS_PER_ADDRESS: '7' }).rateLimits).toEqual({ orders: 7, lookUps: 1500 });
  expect(readEnv({ RENDERS_PER_ADDRESS: '7' }).readLimits).toEqual({ renders: 7, queries: 600 });
  expect(readEnv({ DATABASE_POOL: '25' }).databasePool).toBe(25);
  for (const wrong of ['1', '1000', '-2', 'all'])
    expect(() => readEnv({ DATABASE_POOL: wrong })).toThrow('DATABASE_POOL must be a number of connections from 2 to 999.');
  expect(readEnv({ MAIL_TO: 'ada@mugs.example' }).mailTo).toBe('ada@mugs.example');
});

test.each([
  ['https://shop.example', 'https://api.shop.example'],
  ['https://www.shop.example', 'https://shop.example'],
  ['https://shop.example', 'https://shop.example'],
  ['http://localhost:3000', 'http://localhost:4000'],
  ['http://localhost:3000', undefined],
  ['https://shop.co.uk', 'https://api.shop.co.uk'],
  ['https://flone.github.io', 'https://api.flone.github.io'],
])('a storefront at %s may have its API at %s', (shop, api) => {
  expect(readEnv({ SHOP_ORIGIN: shop, PUBLIC_URL: api }).shopOrigin).toBe(shop);
});

const otherSite =
  'SHOP_ORIGIN and PUBLIC_URL must be on one site, such as https://shop.example and https://api.shop.example: cookies go no further.';

test.each([
  ['https://shop.example', 'https://shop.test', otherSite],
  ['https://shop.example', 'http://api.shop.example', otherSite],
  ['http://localhost:3000', 'http://127.0.0.1:3000', otherSite],
  ['https://shop.co.uk', 'https://api.co.uk', otherSite],
  ['https://flone.github.io', 'https://flone-api.github.io', otherSite],
  ['http://10.0.0.1:3000', 'http://127.0.0.1:3000', otherSite],
  ['https://shop.example', undefined, 'PUBLIC_URL must be set with SHOP_ORIGIN, so that cookies are kept to https and to the two of them.'],
])('a storefront at %s with its API at %s is rejected, because cookies would not be sent', (shop, api, sentence) => {
  expect(() => readEnv({ SHOP_ORIGIN: shop, PUBLIC_URL: api })).toThrow(sentence);
});

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

test('with both secrets payments go through Stripe, whether or not PAYMENTS says so', () => {
  const payments = { provider: 'stripe', secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: undefined };
  for (const PAYMENTS of ['', 'stripe']) expect(readEnv({ ...keys, PAYMENTS }).payments).toEqual(payments);
  const liveKeys = { ...keys, STRIPE_SECRET_KEY: 'sk_live_1' };
  expect(readEnv({ ...liveKeys, PUBLIC_URL: 'https://shop.example' }).payments).toEqual({ ...payments, secretKey: 'sk_live_1' });
});

test.each([
  ['an https PUBLIC_URL', { PUBLIC_URL: 'https://shop.example' }],
  ['a DATABASE_URL', { DATABASE_URL: 'postgres://h/d' }],
])('with %s Stripe’s test key is rejected, because no money moves, unless PAYMENTS=stripe-test asks for it', (_, place) => {
  for (const STRIPE_SECRET_KEY of ['sk_test_1', 'rk_test_1']) {
    const variables = { ...keys, ...place, STRIPE_SECRET_KEY };
    for (const PAYMENTS of ['', 'stripe'])
      expect(() => readEnv({ ...variables, PAYMENTS })).toThrow(
        'No money moves with this STRIPE_SECRET_KEY, because it is for tests: set the one that starts with sk_live_, or PAYMENTS=stripe-test for a shop in which paying is only tried out.',
      );
    expect(readEnv({ ...variables, PAYMENTS: 'stripe-test' }).payments).toMatchObject({ provider: 'stripe', secretKey: STRIPE_SECRET_KEY });
  }
});

test('PAYMENTS=stripe-test with a key that moves money is rejected as a contradiction', () => {
  expect(() => readEnv({ ...keys, STRIPE_SECRET_KEY: 'sk_live_1', PAYMENTS: 'stripe-test' })).toThrow(
    'PAYMENTS=stripe-test and a STRIPE_SECRET_KEY with which money moves contradict each other: set PAYMENTS=stripe, or a key that starts with sk_test_.',
  );
});

test.each([
  ['an https PUBLIC_URL', { PUBLIC_URL: 'https://shop.example' }],
  ['a DATABASE_URL', { DATABASE_URL: 'postgres://h/d' }],
])('with %s there is no payment provider by default, not even the test page', (_, place) => {
  expect(readEnv(place).payments).toBeUndefined();
  expect(readEnv({ ...place, STRIPE_KEY: 'sk_live_1' }).payments).toBeUndefined();
  expect(readEnv({ ...place, PAYMENTS: 'test' }).payments).toEqual({ provider: 'test' });
});

test.each([
  ['an https PUBLIC_URL', { PUBLIC_URL: 'https://shop.example' }],
  ['a DATABASE_URL', { DATABASE_URL: 'postgres://h/d' }],
])('with %s mail is not written to files by default', (_, place) => {
  expect(readEnv(place).mail).toBeUndefined();
  expect(readEnv({ ...place, MAIL: 'files' }).mail).toEqual({ transport: 'files' });
  expect(readEnv({ ...place, SMTP_URL: 'smtp://mail.example:587' }).mail).toMatchObject({ transport: 'smtp' });
});

test.each([
  ['smtp://mail.example:587', '', true],
  ['smtp://10.0.0.5', '', true],
  ['smtp://localhost.evil.example', '', true],
  ['smtp://localhost:1025', '', false],
  ['smtp://127.0.0.1:1025', '', false],
  ['smtp://[::1]:1025', '', false],
  ['smtp://mail.internal:25', 'optional', false],
  ['smtp://localhost:1025', 'required', true],
])('a connection to %s with SMTP_TLS=%s has to be encrypted: %s', (SMTP_URL, SMTP_TLS, requireTls) => {
  expect(readEnv({ SMTP_URL, SMTP_TLS }).mail).toMatchObject({ requireTls });
});

test('MAIL=files together with SMTP_URL is rejected as a contradiction', () => {
  expect(() => readEnv({ MAIL: 'files', SMTP_URL: 'smtp://mail.example:587' })).toThrow(
    'MAIL=files and SMTP_URL contradict each other: take the one or the other away.',
  );
});

test.each([
  [{ PUBLIC_URL: 'http://localhost:4000' }, false],
  [{ PUBLIC_URL: 'https://shop.example' }, false],
  [{ DATABASE_URL: 'postgres://h/d' }, false],
  [{ DATABASE_URL: 'postgres://h/d', SAMPLES: 'yes' }, true],
  [{ SAMPLES: 'no' }, false],
])('with %j a new shop is filled with sample products: %s', (variables, hasSamples) => {
  expect(readEnv(variables)).toMatchObject({ hasSamples });
});

test('the seller’s notices are mailed once a day, and from five pieces left on, when the variables say so', () => {
  expect(readEnv({ SELLER_NOTICES: 'daily', LOW_STOCK: '5' }).notices).toEqual({ schedule: 'daily', lowStockLimit: 5 });
});

test.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)(
  'PAYMENTS=test together with %s is rejected as a contradiction',
  (name) => {
    expect(() => readEnv({ PAYMENTS: 'test', [name]: keys[name] })).toThrow(
      'PAYMENTS=test and the keys of Stripe contradict each other: take the one or the other away.',
    );
  },
);

test.each([
  ['PORT', 'eighty', 'PORT must be a port from 0 to 65535.'],
  ['PORT', '65536', 'PORT must be a port from 0 to 65535.'],
  ['PORT', '1e3', 'PORT must be a port from 0 to 65535.'],
  ['PORT', '-1', 'PORT must be a port from 0 to 65535.'],
  ['DATABASE_URL', 'mysql://h/d', 'DATABASE_URL must start with postgres://.'],
  ['SHOP_ORIGIN', '*', 'SHOP_ORIGIN must be an origin such as https://shop.example.'],
  ['SHOP_ORIGIN', 'https://shop.example/', 'SHOP_ORIGIN must be an origin such as https://shop.example.'],
  ['PUBLIC_URL', 'javascript:alert(1)', 'PUBLIC_URL must be an origin such as https://shop.example.'],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be a number of proxies from 0 to 9.'],
  ['TRUST_PROXY', '-1', 'TRUST_PROXY must be a number of proxies from 0 to 9.'],
  ['SMTP_URL', 'mail.example', 'SMTP_URL must be like smtp://user:password@mail.example:587.'],
  ['SMTP_URL', 'smtp://mail.example:x', 'SMTP_URL must be like smtp://user:password@mail.example:587.'],
  ['SMTP_TLS', 'off', 'SMTP_TLS must be one of required, optional.'],
  ['MAIL', 'smtp', 'MAIL=smtp needs SMTP_URL.'],
  ['MAIL', 'none', 'MAIL must be one of smtp, files.'],
  ['SELLER_NOTICES', 'weekly', 'SELLER_NOTICES must be one of at-once, daily.'],
  ['SAMPLES', 'true', 'SAMPLES must be one of yes, no.'],
  ['LOW_STOCK', '-1', 'LOW_STOCK must be a whole number.'],
  ['MAIL_FROM', 'Flone', 'MAIL_FROM must be like Flone <hello@shop.example>.'],
  ['MAIL_TO', 'Ada <ada@shop.example>', 'MAIL_TO must be like hello@shop.example.'],
  ['SHOP_BUILD', 'always', 'SHOP_BUILD must be one of auto, never.'],
  ['PAYMENTS', 'stripe', 'PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.'],
  ['PAYMENTS', 'stripe-test', 'PAYMENTS=stripe-test needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.'],
  ['PAYMENTS', 'Test', 'PAYMENTS must be one of test, stripe, stripe-test.'],
  ['PAYMENTS', 'none', 'PAYMENTS must be one of test, stripe, stripe-test.'],
  ['STRIPE_SECRET_KEY', 'pk_test_1', 'STRIPE_SECRET_KEY must start with sk_ or rk_.'],
  ['STRIPE_SECRET_KEY', 'sk_test_1', 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together.'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1', 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together.'],
  ['STRIPE_WEBHOOK_SECRET', 'secret', 'STRIPE_WEBHOOK_SECRET must start with whsec_.'],
  ['STRIPE_API_URL', 'localhost', 'STRIPE_API_URL must be an origin such as http://localhost:12111.'],
  ['ORDERS_PER_ADDRESS', '1e3', 'ORDERS_PER_ADDRESS must be a whole number.'],
  ['LOOK_UPS_PER_ADDRESS', '-1', 'LOOK_UPS_PER_ADDRESS must be a whole number.'],
  ['RENDERS_PER_ADDRESS', 'many', 'RENDERS_PER_ADDRESS must be a whole number.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of silent, error, warn, info, debug.'],
])('%s=%s is rejected with a message', (name, value, sentence) => {
  expect(() => readEnv({ [name]: value })).toThrow(sentence);
});
