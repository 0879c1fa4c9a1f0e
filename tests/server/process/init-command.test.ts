import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommand } from '#server/commands/command-line.ts';
import { readEnv } from '#server/env.ts';
import { apiVersion, neededEvents } from '#server/payments/stripe.ts';
import { runShopCommandWith } from '#tests/server/process/run-command.ts';
import { startServerProcess } from '#tests/server/process/server-process.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { startMailServer } from '#tests/support/mail-server.ts';

const home = await mkdtemp(path.join(tmpdir(), 'shop-init-'));
const stripe = await startFakeStripe();
const mailServer = await startMailServer();
afterAll(async () => {
  await mailServer.stop();
  await rm(home, { recursive: true });
});

const inHome = (name: string): string => path.join(home, name);
const init = (...parameters: string[]) => runShopCommandWith({}, 'init', '--production', ...parameters);
const set = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);

const seller = {
  VITE_SHOP_NAME: 'Ada’s "Mugs" & Bowls',
  VITE_SHOP_ADDRESS: "Ada's Mugs, 2 Tenter Row, Leeds, LS1 4AP",
  VITE_SHOP_EMAIL: 'hello@mugs.internal',
};
const settings = {
  ...seller,
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://shop:pa%23ss@mail.example:587',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const webhook = `In Stripe's dashboard, add a webhook for https://shop.example/order/payment/webhook with the API version ${apiVersion} and the events ${neededEvents.join(', ')}.`;

describe('the settings of a public shop', { timeout: 60_000 }, () => {
  test('init --production writes a file that its owner alone can read, with every comment, which the start accepts', async () => {
    const file = inHome('flone.env');
    const next = [
      `Build the storefront with these settings: npm run build -- ${file}`,
      webhook,
      'Keep a copy of SECRETS_KEY where backups are not.',
    ];
    expect(await init('--file', file, ...set(settings))).toEqual({
      code: 0,
      out: `The settings are in ${file}.\n${next.map((step) => `- ${step}\n`).join('')}`,
      err: '',
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    const env = readEnv(parseEnv(text));
    expect(env).toMatchObject({
      host: '127.0.0.1',
      publicUrl: 'https://shop.example',
      trustedProxies: 1,
      dataDir: '/var/lib/flone',
      mail: { transport: 'smtp', url: settings.SMTP_URL },
      firstShop: {
        isOpen: false,
        details: {
          name: seller.VITE_SHOP_NAME,
          email: seller.VITE_SHOP_EMAIL,
          address: ["Ada's Mugs", '2 Tenter Row', 'Leeds', 'LS1 4AP'],
        },
      },
      payments: { provider: 'stripe', secretKey: 'sk_live_1', webhookSecrets: ['whsec_1'] },
    });
    expect(env.secretsKeys.map(({ length }) => length)).toEqual([32]);
    expect(env.metricsToken).toMatch(/^[\w-]{32}$/);
    const [, ...explained] = (await readFile('.env.example', 'utf8')).split('\n').filter((line) => /^#(?! [A-Z][A-Z0-9_]*=)/.test(line));
    for (const line of explained) expect(text).toContain(`${line}\n`);
  });

  test('each settings file has a key and a token of its own, and an existing file is not overwritten', async () => {
    const files = [inHome('one.env'), inHome('two.env')];
    for (const file of files) expect((await init('--file', file, ...set(settings))).code).toBe(0);
    const [one, two] = await Promise.all(files.map(async (file) => parseEnv(await readFile(file, 'utf8'))));
    for (const name of ['SECRETS_KEY', 'METRICS_TOKEN']) expect(one?.[name]).not.toBe(two?.[name]);
    await writeFile(inHome('taken'), 'Dear Ada');
    expect(await init('--file', inHome('taken'), ...set(settings))).toEqual({
      code: 1,
      out: '',
      err: `${inHome('taken')} exists already. Nothing was changed.\n`,
    });
    expect(await readFile(inHome('taken'), 'utf8')).toBe('Dear Ada');
  });

  test('init names settings that are missing, unknown or wrong, and writes nothing', async () => {
    const file = inHome('never.env');
    const refusal = async (wrong: Readonly<Record<string, string>>) => (await init('--file', file, ...set(wrong))).err;
    expect(await refusal({ PAYMENTS: 'test', MAIL: 'files', VITE_SHOP_NAME: 'Mugs' })).toBe(
      'Give PUBLIC_URL with --set, or run this at a terminal, where it asks.\n',
    );
    expect(await refusal({ ...settings, MAIL_TO: 'hello@mugs.example', TRUST_PROXY: '0' })).toMatch(
      /^MAIL_TO must be under a domain that gets mail, .*; TRUST_PROXY must be the number of your proxies/,
    );
    expect(await refusal({ ...settings, PUBLIC_ADDRESS: 'x' })).toBe('.env.example has no setting PUBLIC_ADDRESS.\n');
    expect(await refusal({ ...settings, VITE_SHOP_NAME: `"Ada's"` })).toBe('VITE_SHOP_NAME must be one line without quotation marks.\n');
    expect(await init('--set', 'nothing')).toMatchObject({ code: 2, err: expect.stringContaining('It must be like PUBLIC_URL=') });
    expect(await runShopCommandWith({}, 'init', '--file', file)).toMatchObject({
      code: 1,
      err: '--file and --set go with --production.\n',
    });
    await expect(stat(file)).rejects.toThrow('ENOENT');
    expect(await init('--file', inHome('no/such/folder'), ...set(settings))).toMatchObject({
      code: 1,
      err: `${inHome('no/such/folder')} cannot be written.\n`,
    });
  });

  test('at a terminal init asks for settings that are not given, again after a wrong answer, and names the webhook before it asks for its secret', async () => {
    const answers: Readonly<Record<string, readonly string[]>> = {
      Address: ['shop.example', 'https://shop.example'],
      Mail: [settings.SMTP_URL],
      Secret: ['pk_live_1', 'sk_live_1'],
      Signing: ['whsec_1'],
    };
    const asked: string[] = [];
    let err = '';
    const code = await runCommand(['init', '--production', '--file', inHome('asked.env')], {
      settings: () => readEnv({}),
      out: () => undefined,
      err: (text) => {
        err += text;
      },
      note: () => undefined,
      ask: async (question) => {
        asked.push(question);
        const word = Object.keys(answers).find((each) => new RegExp(`(^|\\. |\n)${each} (?!address at)`).test(question)) ?? '';
        return answers[word]?.[asked.filter((each) => new RegExp(`(^|\\. |\n)${word} (?!address at)`).test(each)).length - 1] ?? '';
      },
    });
    expect([code, err]).toEqual([0, '']);
    const first = asked.filter((question) => !question.startsWith('It ')).map((question) => question.split(/[ ,;:]/, 3).join(' '));
    expect(first).toEqual([
      ...['Address of the', 'Mail server ', 'Folder for its', 'PostgreSQL database ', 'Secret key of', "In Stripe's dashboard"],
    ]);
    expect(asked).toContain('It must be an origin such as https://shop.example. Address of the shop, such as https://shop.example: ');
    expect(asked.filter((question) => question.match(/It must/g)?.length === 2)).toEqual([]);
    expect(asked).toContain('Folder for its data [/var/lib/flone]: ');
    expect(asked.at(-1)).toBe(`${webhook}\nSigning secret of that webhook: `);
    const written = readEnv(parseEnv(await readFile(inHome('asked.env'), 'utf8')));
    expect(written).toMatchObject({ desk: {}, payments: { secretKey: 'sk_live_1' } });
  });

  test('the server starts with the settings file that init wrote', async () => {
    const file = inHome('started.env');
    const fakes = { STRIPE_API_URL: stripe.apiUrl, SMTP_URL: mailServer.url, DATA_DIR: inHome('data'), STOREFRONT: 'none', PORT: '0' };
    expect(await init('--file', file, ...set({ ...settings, ...fakes }))).toMatchObject({ code: 0 });
    const variables: Record<string, string> = Object.fromEntries(
      Object.entries(parseEnv(await readFile(file, 'utf8'))).map(([name, value]) => [name, value ?? '']),
    );
    const child = startServerProcess('main', variables);
    const [, origin = ''] = await child.waitForLine(
      /^Flone is open at https:\/\/shop\.example\nIt listens at (http:\/\/127\.0\.0\.1:\d+)\n/m,
    );
    await child.waitForLine(/^Payments go through Stripe\nMail is sent through /m);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    child.process.kill('SIGTERM');
    expect((await child.exited).code).toBe(0);
  });
});
