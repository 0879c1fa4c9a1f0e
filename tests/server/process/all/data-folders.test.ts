import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { profile } from '#contract/account.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { order, paymentSession } from '#contract/order.ts';
import { product } from '#contract/product.ts';
import { reviewPage } from '#contract/review.ts';
import { triedOutShop } from '#scripts/public-shop.ts';
import { databaseFile, mailFolder } from '#server/data-folder.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/process/server-process.ts';
import { unopenedShop } from '#tests/support/database.ts';
import { aBuyer, aKey, anOrderFor } from '#tests/support/orders.ts';
import { aPhoto } from '#tests/support/refunds.ts';

const { dataDir, databaseUrl } = await unopenedShop(afterAll);
const home = await mkdtemp(path.join(tmpdir(), 'shop-folders-'));
const children: ServerProcess[] = [];
afterAll(async () => {
  for (const { process: child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ exited }) => exited));
  await rm(home, { recursive: true });
});

// With SQLite one process has one folder; with PostgreSQL nothing but the database is shared.
const isShared = databaseUrl !== undefined;
const folders = isShared ? [dataDir, path.join(home, 'other')] : [dataDir, dataDir];
const settingsOf = (folder: string) => ({
  DATA_DIR: folder,
  ...triedOutShop,
  ...(isShared && { DATABASE_URL: databaseUrl, SAMPLES: 'yes' }),
});
const serve = async (folder: string): Promise<string> => {
  const child = startServerProcess('main', { ...settingsOf(folder), PORT: '0', HOST: '127.0.0.1' });
  children.push(child);
  return (await child.waitForLine(/^Flone is open at (\S+)$/m))[1] ?? '';
};
const shop = async (folder: string, ...parameters: string[]): Promise<string> => {
  const { code, out, err } = await startServerProcess('shop', settingsOf(folder), parameters).exited;
  if (code !== 0) throw new Error(err);
  return out;
};

const token = { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't' };
const post = (url: string, body: object, headers = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { ...token, 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

const [folder = '', otherFolder = ''] = folders;
let here = '';
let there = '';
beforeAll(async () => {
  here = await serve(folder);
  there = isShared ? await serve(otherFolder) : here;
}, 60_000);

test('two processes that share nothing but the database sell, take refund requests and show pictures and photographs of each other', {
  timeout: 120_000,
}, async () => {
  await writeFile(path.join(home, 'ladle.jpg'), await aPhoto());
  const ladle = { id: 'ladle', name: 'Ladle', basePrice: 12, stock: 5, images: [{ file: 'ladle.jpg', alt: 'A ladle' }] };
  await writeFile(path.join(home, 'ladle.json'), JSON.stringify([ladle]));
  await shop(folder, 'catalogue', 'import', path.join(home, 'ladle.json'), '--pictures', home);
  for (const address of [there, here, there]) {
    const shown = product.parse(await (await fetch(address + endpointPath(endpoints.product.path, { productId: 'ladle' }))).json());
    const picture = await fetch(address + shown.mainImage);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(200);
  }

  const placed = await post(here + endpoints.placeOrder.path, anOrderFor({ productId: 'ladle' }), { 'idempotency-key': aKey() });
  const orderId = order.parse(await placed.json())._id;
  const { url } = paymentSession.parse(await (await post(there + endpoints.payOrder.path, { orderId })).json());
  const paid = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice: 'pay' }) });
  expect(paid.status).toBe(303);
  expect(order.parse(await (await fetch(here + endpointPath(endpoints.order.path, { orderId }))).json()).status).toBe('confirmed');

  const form = new FormData();
  for (const [name, value] of Object.entries({ orderId, ProductId: 'ladle', reason: 'It came with a crack in its handle.' }))
    form.append(name, value);
  form.append('additionalImages', new Blob([new Uint8Array(await aPhoto())], { type: 'image/jpeg' }), 'crack.jpg');
  const requested = await fetch(there + endpoints.requestRefund.path, { method: 'POST', headers: token, body: form });
  const { reference } = z.object({ reference: z.string() }).parse(await requested.json());

  for (const seller of folders) {
    const view = z.object({ images: z.array(z.string()) }).parse(JSON.parse(await shop(seller, 'refunds', 'show', reference, '--json')));
    expect(view.images.map((file) => path.dirname(file))).toEqual([path.join(seller, 'refunds')]);
    expect(await sharp(await readFile(view.images[0] ?? '')).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 320 });
  }
});

/** A browser, which sends its cookies to whichever process answers. */
const aBrowser = () => {
  const cookies = new Map([['XSRF-TOKEN', 't']]);
  const headers = () => ({
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const send = async (url: string, body?: object): Promise<unknown> => {
    const isForm = body instanceof FormData;
    const response = await fetch(url, {
      headers: { ...headers(), ...(body && !isForm && { 'content-type': 'application/json' }), 'idempotency-key': aKey() },
      ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return text === '' ? undefined : JSON.parse(text);
  };
  const profileAt = async (address: string) => profile.parse(await send(address + endpoints.profile.path)).user;
  return { send, profileAt };
};

/** The code of the mail to a new account, which either process may have sent. */
const mailedCode = async (): Promise<string> => {
  const read = async () => {
    const mails = await Promise.all(
      [...new Set(folders.map(mailFolder))].map(async (each) => {
        const names = existsSync(each) ? (await readdir(each)).filter((name) => name.endsWith('.eml')) : [];
        return Promise.all(names.map((name) => readFile(path.join(each, name), 'utf8')));
      }),
    );
    return mails.flat().flatMap((mail) => /^Subject: (\d{6}) is your code/m.exec(mail)?.[1] ?? [])[0];
  };
  await expect.poll(read, { timeout: 30_000 }).toMatch(/^\d{6}$/);
  return (await read()) ?? '';
};

test('two processes that share nothing but the database know the sign-ins, saved lists, vouchers and reviews of each other', {
  timeout: 120_000,
}, async () => {
  const credentials = { email: 'vera@example.com', password: 'a long walk home' };
  const [laptop, phone] = [aBrowser(), aBrowser()];
  await laptop.send(here + endpoints.register.path, { ...credentials, firstName: 'Vera', lastName: 'Moss', acceptsTerms: true });
  await laptop.send(there + endpoints.verifyEmail.path, { email: credentials.email, code: await mailedCode() });
  await laptop.send(here + endpoints.login.path, credentials);
  await phone.send(there + endpoints.login.path, credentials);
  const account = (await laptop.profileAt(there))?._id ?? '';
  expect((await phone.profileAt(here))?._id).toBe(account);

  const spoons = { list: 'cart', productId: 'carved-wooden-spoons', variation: '', color: '', size: '' };
  const save = (address: string, browser: typeof laptop, ...operations: readonly object[]) =>
    browser.send(address + endpoints.saveLists.path, { account, id: aKey(), operations });
  await save(here, laptop, { ...spoons, does: 'add', quantity: 2 });
  await save(there, phone, { ...spoons, does: 'add', quantity: 1 });
  expect(await save(there, laptop)).toMatchObject({ lines: [{ ...spoons, quantity: 3 }] });

  // Both take the last use at the same moment.
  await shop(folder, 'vouchers', 'create', 'ONCE', '--amount', '5', '--uses', '1');
  const uses = await Promise.all(
    [here, there].map((address, number) => {
      const billingInfo = { ...aBuyer, email: `buyer-${number}@example.com` };
      const payload = { ...anOrderFor({ productId: 'beech-rolling-pin' }), billingInfo, voucher: 'ONCE' };
      return post(address + endpoints.placeOrder.path, payload, { 'idempotency-key': aKey() });
    }),
  );
  expect(uses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const refusal = await uses.find(({ status }) => status === 409)?.json();
  expect(refusal).toMatchObject({ code: 'voucher' });

  const { _id: orderId } = order.parse(
    await laptop.send(here + endpoints.placeOrder.path, anOrderFor({ productId: 'carved-wooden-spoons' })),
  );
  const { db } = await openDatabase(databaseUrl === undefined ? { file: databaseFile(dataDir) } : { url: databaseUrl });
  await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', orderId).execute();
  await db.destroy();
  const form = new FormData();
  const fields = { productId: 'carved-wooden-spoons', key: orderId, stars: '5', author: 'Vera', text: 'They fit the hand well.' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('additionalImages', new Blob([new Uint8Array(await aPhoto())], { type: 'image/jpeg' }), 'spoons.jpg');
  await phone.send(there + endpoints.writeReview.path, form);
  const [waiting] = z.array(z.object({ reference: z.string() })).parse(JSON.parse(await shop(folder, 'reviews', 'list', '--json')));
  const shown = z
    .object({ revision: z.number() })
    .parse(JSON.parse(await shop(otherFolder, 'reviews', 'show', waiting?.reference ?? '', '--json')));
  await shop(folder, 'reviews', 'approve', waiting?.reference ?? '', '--revision', String(shown.revision));
  const etags = await Promise.all(
    [here, there].map(async (address) => {
      const reviews = await fetch(address + endpointPath(endpoints.reviews.path, { productId: 'carved-wooden-spoons' }));
      const [review] = reviewPage.parse(await reviews.json()).items;
      expect(review).toMatchObject({ author: 'Vera', stars: 5 });
      const photograph = await fetch(address + (review?.images[0] ?? ''));
      expect(await sharp(Buffer.from(await photograph.arrayBuffer())).metadata()).toMatchObject({
        format: 'jpeg',
        width: 200,
        height: 320,
      });
      return photograph.headers.get('etag');
    }),
  );
  expect(etags[0]).toBe(etags[1]);

  await laptop.send(there + endpoints.endSessions.path, { others: true });
  for (const address of [here, there]) {
    expect((await laptop.profileAt(address))?._id).toBe(account);
    expect(await phone.profileAt(address)).toBeNull();
  }
  await shop(otherFolder, 'user', 'sign-out', credentials.email);
  for (const address of [here, there]) expect(await laptop.profileAt(address)).toBeNull();
});
