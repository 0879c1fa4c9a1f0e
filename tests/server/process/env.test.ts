import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { publicSeller, triedOutShop } from '#scripts/public-shop.ts';
import { StartFailure } from '#server/data-folder.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { readEnv } from '#server/env.ts';

test('every variable has a default', () => {
  expect(readEnv({})).toEqual({
    isPublic: false,
    settings: expect.arrayContaining([
      { name: 'PORT', value: '3000', isSet: true },
      { name: 'SECRETS_KEY', value: null, isSet: false },
    ]),
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
    referenceDays: 30,
    hasSamples: true,
    mailFrom: { name: undefined, address: undefined },
    mailTo: undefined,
    firstShop: sampleShop,
    desk: { host: undefined },
    hasStorefront: true,
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
  expect(readEnv({ VAT_NUMBER: 'GB 123 4567 89' }).firstShop.details.vat).toEqual({ number: 'GB 123 4567 89', rate: 20 });
  expect(readEnv({ VAT_NUMBER: 'GB123456789', VAT_RATE: '12.5' }).firstShop.details.vat).toEqual({ number: 'GB123456789', rate: 12.5 });
  expect(readEnv({ VAT_RATE: '5' }).firstShop.details.vat).toBeNull();
  expect(() => readEnv({ VAT_NUMBER: 'none' })).toThrow('VAT_NUMBER must be a VAT registration number such as GB 123 4567 89.');
  expect(() => readEnv({ VAT_RATE: '20%' })).toThrow('VAT_RATE must be a rate in per cent such as 20.');
});

test.each(['"Ada & Co" <ada@mugs.example>', '"Ada & Co <ada@mugs.example>"', 'Ada & Co <ada@mugs.example>'])(
  'the sender is read with and without quotation marks: %s',
  (MAIL_FROM) => {
    expect(readEnv({ MAIL_FROM }).mailFrom).toEqual({ name: 'Ada & Co', address: 'ada@mugs.example' });
  },
);

test('a public shop goes on accepting connections for five seconds when it stops, or as long as SHUTDOWN_DELAY says', () => {
  const publicShop = { ...triedOutShop, PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' };
  expect(readEnv(publicShop).shutdownDelayMs).toBe(5000);
  expect(readEnv({ ...publicShop, SHUTDOWN_DELAY: '0' }).shutdownDelayMs).toBe(0);
  expect(() => readEnv({ SHUTDOWN_DELAY: '1.5' })).toThrow('SHUTDOWN_DELAY must be a number of seconds from 0 to 15.');
  expect(() => readEnv({ SHUTDOWN_DELAY: '16' })).toThrow('SHUTDOWN_DELAY must be a number of seconds from 0 to 15.');
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
    ...triedOutShop,
    MAIL: '',
    PORT: '0',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgresql://h/d',
    SHOP_ORIGIN: 'https://shop.example:8443',
    PUBLIC_URL: 'https://api.shop.example',
    TRUST_PROXY: '2',
    SMTP_URL: 'smtps://shop:p%40ss@mail.example:465',
    MAIL_FROM: "Ada's Mugs <hello@mugs.internal>",
    LOG_LEVEL: 'info',
  };
  expect(readEnv(settings)).toMatchObject({
    port: 0,
    host: '0.0.0.0',
    databaseUrl: 'postgresql://h/d',
    shopOrigin: 'https://shop.example:8443',
    trustedProxies: 2,
    mail: { transport: 'smtp', url: 'smtps://shop:p%40ss@mail.example:465', requireTls: true },
    mailFrom: { name: "Ada's Mugs", address: 'hello@mugs.internal' },
    logLevel: 'info',
  });
  expect(readEnv({ MAIL_FROM: 'hello@mugs.example' })).toMatchObject({
    mailFrom: { name: undefined, address: 'hello@mugs.example' },
    mailTo: undefined,
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
  expect(readEnv({ ...triedOutShop, TRUST_PROXY: '1', SHOP_ORIGIN: shop, PUBLIC_URL: api }).shopOrigin).toBe(shop);
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
  expect(() => readEnv({ ...triedOutShop, TRUST_PROXY: '1', SHOP_ORIGIN: shop, PUBLIC_URL: api })).toThrow(sentence);
});

/** A public shop that takes money, behind a proxy. */
const openShop = {
  ...publicSeller,
  PUBLIC_URL: 'https://shop.example',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://mail.example:587',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

test('with both secrets payments go through Stripe, whether or not PAYMENTS says so', () => {
  const payments = { provider: 'stripe', secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiUrl: undefined };
  for (const PAYMENTS of ['', 'stripe']) expect(readEnv({ ...keys, PAYMENTS }).payments).toEqual(payments);
  const liveKeys = { ...keys, STRIPE_SECRET_KEY: 'sk_live_1' };
  expect(readEnv({ ...openShop, ...liveKeys }).payments).toEqual({ ...payments, secretKey: 'sk_live_1' });
});

test('there may be two secrets of webhooks, so that one can be replaced', () => {
  const secretsOf = (STRIPE_WEBHOOK_SECRET: string) => readEnv({ ...keys, STRIPE_WEBHOOK_SECRET }).payments;
  expect(secretsOf('whsec_2,whsec_1')).toMatchObject({ webhookSecrets: ['whsec_2', 'whsec_1'] });
  for (const wrong of ['whsec_2,', 'whsec_2,secret', 'whsec_3,whsec_2,whsec_1'])
    expect(() => secretsOf(wrong)).toThrow('STRIPE_WEBHOOK_SECRET must start with whsec_, and so must a second one after a comma.');
});

test.each([
  ['an https PUBLIC_URL', { PUBLIC_URL: 'https://shop.example' }],
  ['a DATABASE_URL', { DATABASE_URL: 'postgres://h/d' }],
])('with %s Stripe’s test key is rejected, because no money moves, unless PAYMENTS=stripe-test asks for it', (_, place) => {
  for (const STRIPE_SECRET_KEY of ['sk_test_1', 'rk_test_1']) {
    const variables = { ...openShop, PUBLIC_URL: '', ...keys, ...place, STRIPE_SECRET_KEY };
    for (const PAYMENTS of ['', 'stripe'])
      expect(() => readEnv({ ...variables, PAYMENTS })).toThrow(
        'STRIPE_SECRET_KEY is for tests, so no money moves: set the one that starts with sk_live_, or PAYMENTS=stripe-test for a shop in which paying is only tried out.',
      );
    expect(readEnv({ ...variables, PAYMENTS: 'stripe-test' }).payments).toMatchObject({ provider: 'stripe', secretKey: STRIPE_SECRET_KEY });
  }
});

test('PAYMENTS=stripe-test with a key that moves money is rejected as a contradiction', () => {
  expect(() => readEnv({ ...openShop, PAYMENTS: 'stripe-test' })).toThrow(
    'PAYMENTS=stripe-test and a STRIPE_SECRET_KEY with which money moves contradict each other: set PAYMENTS=stripe, or a key that starts with sk_test_.',
  );
});

test.each([
  ['an https PUBLIC_URL', { PUBLIC_URL: 'https://shop.example' }],
  ['a DATABASE_URL', { DATABASE_URL: 'postgres://h/d' }],
])('with %s there is no payment provider by default, not even the test page', (_, place) => {
  const shop = { ...triedOutShop, TRUST_PROXY: '1', ...place };
  for (const more of [{}, { STRIPE_KEY: 'sk_live_1' }])
    expect(() => readEnv({ ...shop, PAYMENTS: '', ...more })).toThrow(
      /^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set, or PAYMENTS=test for a shop in which paying is only tried out\.$/,
    );
  expect(readEnv(shop).payments).toEqual({ provider: 'test' });
});

test.each([
  ['an https PUBLIC_URL', { PUBLIC_URL: 'https://shop.example' }],
  ['a DATABASE_URL', { DATABASE_URL: 'postgres://h/d' }],
])('with %s mail is not written to files by default', (_, place) => {
  const shop = { ...triedOutShop, TRUST_PROXY: '1', ...place };
  expect(() => readEnv({ ...shop, MAIL: '' })).toThrow(
    /^SMTP_URL must be set, or MAIL=files for a shop whose mail is only written to files\.$/,
  );
  expect(readEnv(shop).mail).toEqual({ transport: 'files' });
  expect(readEnv({ ...shop, MAIL: '', SMTP_URL: 'smtp://mail.example:587' }).mail).toMatchObject({ transport: 'smtp' });
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
  expect(readEnv({ ...triedOutShop, TRUST_PROXY: '1', ...variables })).toMatchObject({ hasSamples });
});

test('the seller’s notices are mailed once a day, and low stock begins at five units, when the variables say so', () => {
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
  ['REFERENCE_DAYS', '0', 'REFERENCE_DAYS must be a number of days from 1 to 999.'],
  ['MAIL_FROM', 'Flone', 'MAIL_FROM must be like Flone <hello@shop.example>.'],
  ['MAIL_TO', 'Ada <ada@shop.example>', 'MAIL_TO must be like hello@shop.example.'],
  ['STOREFRONT', 'always', 'STOREFRONT must be one of built, none.'],
  ['PAYMENTS', 'stripe', 'PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.'],
  ['PAYMENTS', 'stripe-test', 'PAYMENTS=stripe-test needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.'],
  ['PAYMENTS', 'Test', 'PAYMENTS must be one of test, stripe, stripe-test.'],
  ['PAYMENTS', 'none', 'PAYMENTS must be one of test, stripe, stripe-test.'],
  ['STRIPE_SECRET_KEY', 'pk_test_1', 'STRIPE_SECRET_KEY must start with sk_ or rk_.'],
  ['STRIPE_SECRET_KEY', 'sk_test_1', 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together.'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1', 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together.'],
  ['STRIPE_WEBHOOK_SECRET', 'secret', 'STRIPE_WEBHOOK_SECRET must start with whsec_, and so must a second one after a comma.'],
  ['STRIPE_API_URL', 'localhost', 'STRIPE_API_URL must be an origin such as http://localhost:12111.'],
  ['ORDERS_PER_ADDRESS', '1e3', 'ORDERS_PER_ADDRESS must be a whole number.'],
  ['LOOK_UPS_PER_ADDRESS', '-1', 'LOOK_UPS_PER_ADDRESS must be a whole number.'],
  ['RENDERS_PER_ADDRESS', 'many', 'RENDERS_PER_ADDRESS must be a whole number.'],
  ['DESK', 'yes', 'DESK must be one of on, off.'],
  ['DESK_HOST', 'https://desk.shop.example', 'DESK_HOST must be a host name such as desk.shop.example.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of silent, error, warn, info, debug.'],
])('%s=%s is rejected with a message', (name, value, sentence) => {
  // Only the beginning is compared, because a public shop with this setting lacks other settings, too.
  expect(() => readEnv({ [name]: value })).toThrow(sentence.slice(0, -1));
});

test('the desk is on in a shop that is only tried out, elsewhere if it is switched on, and needs the pages to be served here', () => {
  expect(readEnv({}).desk).toEqual({ host: undefined });
  expect(readEnv({ DESK: 'off', DESK_HOST: 'desk.shop.example' }).desk).toBeUndefined();
  for (const others of [{ STOREFRONT: 'none' }, { SHOP_ORIGIN: 'http://localhost:4000' }] as const)
    expect(readEnv(others).desk).toBeUndefined();
  expect(readEnv({ DESK: 'on' }).desk).toEqual({ host: undefined });
  expect(readEnv({ DESK: 'on', DESK_HOST: 'desk.shop.example' }).desk).toEqual({ host: 'desk.shop.example' });
  for (const others of [{ STOREFRONT: 'none' }, { SHOP_ORIGIN: 'http://localhost:4000' }] as const)
    expect(() => readEnv({ DESK: 'on', ...others })).toThrow('DESK=on needs the storefront to be served here');
});

describe('a public shop', () => {
  test('a public shop does not open the desk without a key for the secrets of its staff', () => {
    const rule = 'SECRETS_KEY must be set with DESK=on';
    expect(readEnv(openShop).desk).toBeUndefined();
    expect(refusal({ ...openShop, DESK: 'on' })).toContain(rule);
    expect(readEnv({ ...openShop, DESK: 'on', SECRETS_KEY: Buffer.alloc(32).toString('base64') }).desk).toEqual({ host: undefined });
  });

  const refusal = (variables: Readonly<Record<string, string>>): string => {
    try {
      readEnv(variables);
      return 'none';
    } catch (error) {
      return error instanceof StartFailure ? error.message : String(error);
    }
  };

  test('a public shop with the settings of its own seller is accepted, and listens on its own machine only, unless HOST says otherwise', () => {
    expect(readEnv(openShop)).toMatchObject({ host: '127.0.0.1', trustedProxies: 1, payments: { secretKey: 'sk_live_1' } });
    expect(readEnv({ ...openShop, HOST: '10.0.0.2' }).host).toBe('10.0.0.2');
    expect(readEnv({ PUBLIC_URL: 'http://localhost:4000' }).host).toBeUndefined();
  });

  test.each([
    ['an https PUBLIC_URL', { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' }],
    ['a DATABASE_URL', { DATABASE_URL: 'postgres://h/d' }],
    [
      'a PUBLIC_URL and Stripe keys with which money moves',
      { ...keys, STRIPE_SECRET_KEY: 'sk_live_1', PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '2' },
    ],
  ])('a new shop with %s and the sample’s seller begins closed, and with a seller of its own open', (_, place) => {
    const trial = 'STRIPE_SECRET_KEY' in place ? { MAIL: 'files' } : { MAIL: 'files', PAYMENTS: 'test' };
    expect(readEnv({ ...trial, ...place }).firstShop.isOpen).toBe(false);
    expect(readEnv({ ...trial, ...place, ...publicSeller }).firstShop.isOpen).toBe(true);
  });

  test.each([
    ['VITE_SHOP_PHONE', '0113 496 0142'],
    ['VITE_SHOP_EMAIL', 'hello@flone.example.com'],
    ['VITE_SHOP_EMAIL', 'ada@mugs.test'],
    ['VITE_SHOP_EMAIL', 'ada@mugs.invalid'],
    ['VITE_SHOP_ADDRESS', 'Flone, Unit 4, The Old Mill, Mill Lane, Exampleford, EX4 0AA, United Kingdom'],
  ])('a new public shop whose %s is the made-up “%s” begins closed', (name, value) => {
    expect(readEnv(openShop).firstShop.isOpen).toBe(true);
    expect(readEnv({ ...openShop, [name]: value }).firstShop.isOpen).toBe(false);
  });

  test.each([
    ['MAIL_TO', 'ada@mugs.example'],
    ['MAIL_TO', 'ada@Example.COM'],
    ['MAIL_FROM', 'Ada <ada@shop.example.org>'],
    ['MAIL_FROM', 'ada@localhost'],
  ])('%s=%s is refused, because nobody gets mail there', (name, value) => {
    expect(refusal({ ...openShop, [name]: value })).toBe(`${name} must be under a domain that gets mail, which a reserved one never does.`);
  });

  test.each(['ada@example.co.uk', 'ada@myexample.com', 'ada@latest', 'ada@test.mugs.co.uk'])('mail may go to %s', (address) => {
    expect(readEnv({ ...openShop, MAIL_TO: address }).mailTo).toBe(address);
  });

  test('one sentence names all settings that are wrong', () => {
    const live = { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(refusal({ ...live, MAIL_TO: 'ada@mugs.example', VITE_SHOP_NAME: 'Mugs' })).toBe(
      'SMTP_URL must be set, or MAIL=files for a shop whose mail is only written to files; MAIL_TO must be under a domain that gets mail, which a reserved one never does; PUBLIC_URL must be set, and start with https, with a STRIPE_SECRET_KEY that takes money.',
    );
    expect(refusal({ ...openShop, TRUST_PROXY: '', PORT: 'many' })).toBe(
      'PORT must be a port from 0 to 65535; TRUST_PROXY must be the number of your proxies, 1 or more, with an https PUBLIC_URL.',
    );
    expect(refusal({ ...openShop, TRUST_PROXY: '0' })).toBe(
      'TRUST_PROXY must be the number of your proxies, 1 or more, with an https PUBLIC_URL.',
    );
  });
});
