import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { productList } from '#contract/product.ts';
import { publicSeller, triedOutShop } from '#scripts/public-shop.ts';
import { type ServerProcess, startAsTyped, startByNpm, startServerProcess } from '#tests/server/process/server-process.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { startMailServer } from '#tests/support/mail-server.ts';

const home = await mkdtemp(path.join(tmpdir(), 'shop-process-'));
const stripe = await startFakeStripe();
const children: ServerProcess[] = [];
afterAll(async () => {
  for (const { process: child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ exited }) => exited));
  await rm(home, { recursive: true });
});

const serve = (folder: string, variables: Record<string, string> = {}, start = startServerProcess): ServerProcess => {
  const settings = { DATA_DIR: path.join(home, folder), PORT: '0', HOST: '127.0.0.1', ...variables };
  const child = start('main', settings);
  children.push(child);
  return child;
};
const urlOf = async (child: ServerProcess): Promise<string> => (await child.waitForLine(/^Flone is open at (\S+)$/m))[1] ?? '';

/** One running server, shared by the tests that only send requests. */
let running: ServerProcess | undefined;
const openShop = async () => {
  running ??= serve('running');
  return { child: running, address: await urlOf(running) };
};

const shop = (folder: string, ...parameters: string[]) =>
  startServerProcess('shop', { DATA_DIR: path.join(home, folder) }, parameters).exited;

/** Settings of a public shop whose pages are elsewhere: those of the build have the sample's seller. */
const publicShop = { ...triedOutShop, PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' };

describe('starting the server', { timeout: 60_000 }, () => {
  test('the server, started as by npm start on an empty folder, seeds a shop, prints its URL and data folder, and exits with 0 on Ctrl-C', async () => {
    const child = serve('first', { STOREFRONT: 'none' }, startAsTyped);
    const address = await urlOf(child);
    await child.waitForLine(new RegExp(`^Its data is in ${path.join(home, 'first')}$`, 'm'));
    const products = productList.parse(await (await fetch(`${address}/client/products`)).json());
    expect(products.length).toBeGreaterThanOrEqual(24);
    child.process.kill('SIGINT');
    expect(await child.exited).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^Flone is open at .*\nIts data is in .*\nThe database is SQLite\nPayments lead to a test page, on which no money moves\nMail is written to files in .*first\/mail, and reaches nobody\nA new shop is filled with sample products\nTo try it as a shopper, sign in as .*\nTo try it as a reseller, sign in as .*\n$/,
      ),
    });
  });

  test('on SIGTERM the server exits with 0, and the seller’s changes are there after a restart', async () => {
    const child = serve('second');
    await urlOf(child);
    child.process.kill('SIGTERM');
    expect((await child.exited).code).toBe(0);
    expect((await shop('second', 'stock', 'set', 'stoneware-mug', '500', '--color', 'Oat', '--size', '350 ml')).code).toBe(0);
    const again = serve('second');
    const products = productList.parse(await (await fetch(`${await urlOf(again)}/client/products`)).json());
    const mug = products.find(({ _id }) => _id === 'stoneware-mug');
    expect(mug?.variation.flatMap(({ size }) => size.map(({ stock }) => stock))).toContain(500);
    again.process.kill('SIGTERM');
    // Said once, when they were put in.
    expect((await again.exited).out).not.toContain('sample products');
  });

  test('on SIGTERM to the process of npm start the server ends, and npm exits with 0 after it', async () => {
    const child = serve('by-npm', { STOREFRONT: 'none' }, startByNpm);
    const address = await urlOf(child);
    child.process.kill('SIGTERM');
    const [code] = await once(child.process, 'exit');
    expect(code).toBe(0);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  test('on SIGTERM a load balancer sees that the server is not ready while it still answers, and then it exits with 0', async () => {
    const child = serve('draining', { SHUTDOWN_DELAY: '3' });
    const address = await urlOf(child);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    child.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(503);
    expect((await fetch(`${address}/client/products`)).status).toBe(200);
    expect((await child.exited).code).toBe(0);
  });

  test('while the server runs, the command line changes the same data, and the next response shows it', async () => {
    const { address } = await openShop();
    const before = (await fetch(`${address}/client/products`)).headers.get('etag') ?? '';
    expect((await shop('running', 'stock', 'set', 'stoneware-mug', '600', '--color', 'Oat', '--size', '350 ml')).code).toBe(0);
    const after = await fetch(`${address}/client/products`, { headers: { 'if-none-match': before } });
    expect(after.status).toBe(200);
  });

  test('a new shopper finds the verification code in a mail file, and signs in with a printed demo account', async () => {
    const { child, address } = await openShop();
    const [, email = '', password = ''] = await child.waitForLine(/as a reseller, sign in as (\S+) with the password (\S+)$/m);
    const call = (path: string, body: object) =>
      fetch(address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't' },
        body: JSON.stringify(body),
      });
    const ada = { firstName: 'Ada', lastName: 'Moss', email: 'ada@example.com', password: 'a long walk home', acceptsTerms: true };
    expect((await call('/user/register', ada)).status).toBe(201);
    const [, file = ''] = await child.waitForLine(/^Mail to ada@example\.com, ".*": (\S+\.eml)$/m);
    const message = await readFile(file, 'utf8');
    expect(message).toContain(`${address}/email-verification?token=`);
    const [, code = ''] = /^ {4}(\d{6})$/m.exec(message) ?? [];
    expect((await call('/user/verify-email', { email: ada.email, code, password: ada.password })).status).toBe(200);
    expect((await call('/user/login', { email, password })).status).toBe(200);
  });

  test('a new password for an unknown address takes the minimum response time', async () => {
    const { address } = await openShop();
    const begin = performance.now();
    const answer = await fetch(`${address}/user/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't' },
      body: JSON.stringify({ email: 'nobody@example.com' }),
    });
    expect(performance.now() - begin).toBeGreaterThan(95);
    expect(answer.status).toBe(200);
  });

  test('a command that knows only the data folder mails a link to the URL of the running server', async () => {
    const { child, address } = await openShop();
    const [, email = ''] = await child.waitForLine(/as a shopper, sign in as (\S+) with the password (\S+)$/m);
    expect(new URL(address).port).not.toBe('3000');
    expect((await shop('running', 'user', 'role', email, 'reseller')).code).toBe(0);
    const [, file = ''] = await child.waitForLine(/^Mail to .*, "You are now a reseller at .*": (\S+\.eml)$/m);
    expect(await readFile(file, 'utf8')).toContain(`${address}/my-account`);
  });

  test('with PUBLIC_URL the server prints where it listens, and there are no demo accounts', async () => {
    const first = serve('public');
    const [, email = '', password = ''] = await first.waitForLine(/as a shopper, sign in as (\S+) with the password (\S+)$/m);
    first.process.kill('SIGTERM');
    await first.exited;
    const again = serve('public', { ...publicShop, LOG_LEVEL: 'silent' });
    const [, origin = ''] = await again.waitForLine(/^Flone is open at https:\/\/shop\.example\nIt listens at (\S+)\nIts data is in/m);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await shop('public', 'user', 'list')).out).toContain(email);
    again.process.kill('SIGTERM');
    expect((await again.exited).out).not.toContain(password);
  });

  test('a public shop with Stripe keys starts, and prints that Stripe and its mail server are used and secrets encrypted', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    const child = serve('stripe', {
      ...publicSeller,
      PUBLIC_URL: 'https://shop.example',
      TRUST_PROXY: '1',
      STOREFRONT: 'none',
      SMTP_URL: 'smtp://mail.example:587',
      STRIPE_API_URL: stripe.apiUrl,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...keys,
    });
    const [, ...sentences] = await child.waitForLine(/^Payments go through Stripe\n(.+)\n(.+)\n/m);
    expect(sentences).toEqual(['Mail is sent through mail.example:587', 'Secrets of two-step sign-in are stored encrypted']);
    await child.waitForLine(/"level":40.*Stripe does not accept STRIPE_SECRET_KEY/);
  });

  test('a wrong password of the mail server is named in the log of a start, which does not wait for it', async () => {
    const mailServer = await startMailServer();
    const address = new URL(mailServer.url);
    const child = serve('wrong-password', { SMTP_URL: `smtp://shop:wrong@${address.host}` });
    await urlOf(child);
    const [line] = await child.waitForLine(/"level":40.*does not accept the user and the password in SMTP_URL.*$/m);
    expect(line).not.toContain('shop:wrong');
    child.process.kill('SIGTERM');
    expect((await child.exited).code).toBe(0);
    await mailServer.stop();
  });

  test('a new shop with SAMPLES=no sells nothing, says so, and shows its pages', async () => {
    const child = serve('empty', { SAMPLES: 'no', LOG_LEVEL: 'error' });
    const address = await urlOf(child);
    await child.waitForLine(/^Nothing is for sale yet: add products with shop catalogue import FILE --new-categories$/m);
    expect(await (await fetch(`${address}/client/products`)).json()).toEqual([]);
    expect(await (await fetch(`${address}/sales/getCategories`)).json()).toEqual([]);
    for (const page of ['/', '/shop-grid-standard', '/readyz']) expect((await fetch(address + page)).status).not.toBe(500);
    child.process.kill('SIGTERM');
    const { code, out } = await child.exited;
    expect([code, out]).toEqual([0, expect.not.stringContaining('"level"')]);
  });

  test('idle connections are kept longer than proxies keep them, so that no request meets a closing connection', async () => {
    const { address } = await openShop();
    const { headers } = await fetch(`${address}/healthz`);
    expect(headers.get('keep-alive')).toBe('timeout=75');
  });

  test('during shutdown a request on an open connection is answered with Connection: close', async () => {
    const child = serve('stopping');
    const address = await urlOf(child);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = (): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        get(`${address}/healthz`, { agent }, (answer) => {
          answer.resume().once('end', () => resolve(answer.headers.connection));
        }).once('error', reject);
      });
    expect(await call()).toBe('keep-alive');
    child.process.kill('SIGTERM');
    let connection = await call();
    while (connection !== 'close') connection = await call();
    expect((await child.exited).code).toBe(0);
    await expect(call()).rejects.toThrow('ECONNREFUSED');
  });

  test('malformed HTTP sent to the socket does not end the process', async () => {
    const { address } = await openShop();
    for (const path of ['/%E0%A4%A', '/%00', `/${'x'.repeat(10_000)}`, '/..%2f..%2fetc/passwd', '/client/products?__proto__=1'])
      expect((await fetch(address + path)).status).toBeLessThan(500);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });

  test('TRACE is refused and echoes nothing, on pages and calls', async () => {
    const { address } = await openShop();
    const trace = async (urlPath: string): Promise<string> => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.end(`TRACE ${urlPath} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: session=secret-of-a-shopper\r\n\r\n`);
      return text(socket);
    };
    for (const urlPath of ['/', '/client/products', '/user/login', '/no-such-page']) {
      const answer = await trace(urlPath);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer).not.toContain('secret-of-a-shopper');
    }
  });
});

describe('a failing start', { timeout: 60_000 }, () => {
  const refusal = async (child: ServerProcess): Promise<string> => {
    const { code, err } = await child.exited;
    expect(code).toBe(1);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    return err.trimEnd();
  };

  test('a port in use is named in the error', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    expect(await refusal(serve('port', { PORT: String(port) }))).toBe(
      `Port ${port} is in use by another program. Stop that one, or set PORT to another number.`,
    );
    taken.close();
  });

  test('a folder that cannot be written is named in the error', async () => {
    await writeFile(path.join(home, 'file'), '');
    const folder = path.join(home, 'file', 'data');
    expect(await refusal(serve('file/data'))).toBe(`The data folder ${folder} cannot be written. Set DATA_DIR to a folder that can.`);
  });

  test('a folder in use by another server is rejected, and a killed server leaves no lock', async () => {
    const first = serve('locked');
    await urlOf(first);
    expect(await refusal(serve('locked'))).toBe(
      `The data folder ${path.join(home, 'locked')} is in use by another server. Stop that one, or set DATA_DIR to another folder.`,
    );
    first.process.kill('SIGKILL');
    await first.exited;
    expect(await readdir(path.join(home, 'locked'))).toContain('lock.db');
    expect(await urlOf(serve('locked'))).toMatch(/^http/);
  });

  test('a database that does not answer is named in the error, without its password', async () => {
    const sentence = await refusal(serve('postgres', { ...triedOutShop, DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' }));
    expect(sentence).toMatch(/^The database at 127\.0\.0\.1:1 cannot be reached \(.*\)\. Check DATABASE_URL\.$/);
    expect(sentence).not.toContain('secret');
  });

  test('a shop with an https URL and no mail server is rejected with a message, before anything is created', async () => {
    expect(await refusal(serve('mute', { ...publicShop, MAIL: '' }))).toBe(
      'SMTP_URL must be set, or MAIL=files for a shop whose mail is only written to files.',
    );
    expect(await readdir(home)).not.toContain('mute');
  });

  test('a new shop with an https URL and the sample’s seller is closed to shoppers, until it is opened with a seller of its own', async () => {
    const place = { PUBLIC_URL: 'https://shop.example', PAYMENTS: 'test', MAIL: 'files', STOREFRONT: 'none', TRUST_PROXY: '1', PORT: '0' };
    const server = serve('sample', place);
    await server.waitForLine(/^Shoppers do not see the shop yet: open it at the desk, or with shop settings open$/m);
    server.process.kill('SIGTERM');
    await server.exited;
    expect(await shop('sample', 'settings', 'open')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The shop cannot open yet: its address, email address or telephone number is still made up.'),
    });
    const file = path.join(home, 'own.json');
    const { out } = await shop('sample', 'settings', 'show');
    const own = JSON.parse(out);
    Object.assign(own.details, { name: 'Wren & Clay', email: 'wren@wrenandclay.co.uk', phone: '', address: ['3 Kiln Lane', 'Ludlow'] });
    own.look.accent = '#FFD400';
    await writeFile(file, JSON.stringify(own));
    expect(await shop('sample', 'settings', 'set', file)).toMatchObject({
      code: 0,
      out: 'Shoppers see these settings now.\nThe colour #ffd400 is #7f6900 on buttons and links, so that everyone can read them.\n',
    });
    expect(await shop('sample', 'settings', 'open')).toMatchObject({ code: 0, out: 'The shop is open.\n' });
    const history = await shop('sample', 'settings', 'history');
    expect(history.out.split('\n').map((line) => line.trim().split(/\s{2,}/)[0])).toEqual(['VERSION', '3', '2', '1', '']);
    expect(await shop('sample', 'settings', 'again', '9')).toMatchObject({ code: 1, err: 'There is no such version of the shop.\n' });
    const again = serve('sample', { ...place, VITE_SHOP_NAME: 'Mugs', VITE_SHOP_PHONE: '', VITE_CUT_OFF: '14:00' });
    await again.waitForLine(/^Not read any more, because the shop is changed at the desk: VITE_SHOP_NAME$/m);
    const [, origin = ''] = await again.waitForLine(/^It listens at (\S+)$/m);
    expect(await (await fetch(`${origin}/shop.json`)).json()).toMatchObject({ isOpen: true, details: { name: 'Wren & Clay' } });
    again.process.kill('SIGTERM');
  });
});
