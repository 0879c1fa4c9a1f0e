import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { order } from '#contract/order.ts';
import { paymentSession } from '#contract/payment.ts';
import { product } from '#contract/product.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/process/server-process.ts';
import { unopenedShop } from '#tests/support/database.ts';
import { aKey, anOrderFor } from '#tests/support/orders.ts';
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
  ...(isShared && { DATABASE_URL: databaseUrl, MAIL: 'files', PAYMENTS: 'test', SAMPLES: 'yes' }),
});
const serve = async (folder: string): Promise<string> => {
  const child = startServerProcess('main', { ...settingsOf(folder), PORT: '0', HOST: '127.0.0.1', SHOP_BUILD: 'never' });
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

test('two processes that share nothing but the database sell, take refund requests and show pictures and photographs of each other', {
  timeout: 120_000,
}, async () => {
  const [folder = '', otherFolder = ''] = folders;
  const here = await serve(folder);
  const there = isShared ? await serve(otherFolder) : here;

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
