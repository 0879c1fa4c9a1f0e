import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { generateSync } from 'otplib';
import { afterAll, expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { manyMoved } from '#contract/desk/orders.ts';
import { endpoints } from '#contract/endpoints.ts';
import { databaseFile } from '#server/data-folder.ts';
import { setStock } from '#server/domain/catalogue/catalogue.ts';
import { openShop } from '#server/open-shop.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/process/server-process.ts';
import { aPaidOrderIn } from '#tests/support/desk.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-desk-'));
const children: ServerProcess[] = [];
afterAll(async () => {
  for (const { process: child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ exited }) => exited));
  await rm(dataDir, { recursive: true });
});

const goods = 'beech-rolling-pin';
const count = 50;

const serve = async () => {
  const child = startServerProcess('main', { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', DESK: 'on' });
  children.push(child);
  const [, address = ''] = await child.waitForLine(/^Flone is open at (\S+)$/m);
  const [, email = '', password = ''] = await child.waitForLine(/^To try it as the seller, sign in as (\S+) with the password (\S+)$/m);
  const [, secret = ''] = await child.waitForLine(/with the secret ([A-Z2-7]+), or otpauth:/);
  return { child, address, email, password, secret };
};

const post = (address: string, to: string, body: object, cookie = ''): Promise<Response> =>
  fetch(address + to, {
    method: 'POST',
    headers: { origin: address, cookie: `XSRF-TOKEN=t; ${cookie}`, 'x-xsrf-token': 't', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const sentIn = (db: Libsql.Database): number =>
  Number((db.prepare(`select count(*) as sent from "order" where status = 'Dispatch'`).get() as { sent: number }).sent);

/** Waits until some orders are sent. Reading holds nobody up: a lock might be had only after the last of them. */
const someAreSent = async (db: Libsql.Database): Promise<void> => {
  while (sentIn(db) === 0) await new Promise(setImmediate);
};

test('killed in the middle of sending fifty orders, the shop sends each once and mails each buyer once when the press is repeated', async () => {
  const { db } = await openShop({ databaseUrl: undefined, dataDir });
  await setStock(db, { productId: goods }, 1000);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(await aPaidOrderIn(db, { productId: goods, now: new Date(), buyer: { email: `buyer-${index}@example.com` } }));
  await db.destroy();

  const first = await serve();
  const oneTimeCode = generateSync({ secret: first.secret });
  const login = await post(first.address, endpoints.login.path, { email: first.email, password: first.password, oneTimeCode });
  const cookie = login.headers
    .getSetCookie()
    .find((each) => each.startsWith('session='))
    ?.split(';')[0];
  const parcels = ids.map((id, index) => ({ id, version: 2, replacement: null, courier: 'Royal Mail', tracking: `RM${index}` }));
  const send = (address: string) => post(address, deskEndpoints.sendOrders.path, { parcels }, cookie);

  const reading = new Libsql(databaseFile(dataDir));
  const cutOff = send(first.address).catch(() => undefined);
  await someAreSent(reading);
  first.child.process.kill('SIGKILL');
  await first.child.exited;
  const sent = sentIn(reading);
  expect(await cutOff).toBeUndefined();
  expect(sent).toBeLessThan(count);

  const second = await serve();
  const moved = manyMoved.parse(await (await send(second.address)).json());
  expect(moved.refused).toEqual([]);
  expect([...moved.unchanged, ...moved.done].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(moved.unchanged).toHaveLength(sent);
  const mails = reading.prepare(`select subject from mail where subject like '%on its way'`).all() as { subject: string }[];
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(ids.map((id) => `Your order ${id} is on its way`).toSorted());
  const events = reading.prepare(`select subject from staff_event where what = 'sendOrders'`).all() as { subject: string }[];
  expect(events.map(({ subject }) => subject).toSorted()).toEqual(ids.toSorted());
  reading.close();
}, 60_000);
