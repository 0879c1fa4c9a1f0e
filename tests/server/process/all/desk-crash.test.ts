import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { movedParcels } from '#contract/desk/orders.ts';
import { publicSeller } from '#scripts/public-shop.ts';
import type { Database } from '#server/db/schema.ts';
import { setStock } from '#server/domain/catalogue/catalogue.ts';
import { openShop } from '#server/open-shop.ts';
import { rootFolder } from '#server/root-folder.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/process/server-process.ts';
import { unopenedShop } from '#tests/support/database.ts';
import { aPaidOrderIn, signInAt } from '#tests/support/desk.ts';

const { dataDir, databaseUrl } = await unopenedShop(afterAll);
const { db } = await openShop({ dataDir, databaseUrl });
const children: ServerProcess[] = [];
afterAll(async () => {
  for (const { process: child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ exited }) => exited));
  await db.destroy();
  await rm(home, { recursive: true });
});

// The server without pages, whose build says who the seller is: that of the samples may not open with PostgreSQL.
const home = await mkdtemp(path.join(tmpdir(), 'shop-desk-'));
await cp('dist-server', path.join(home, 'dist-server'), { recursive: true, filter: (file) => !file.endsWith('.map') });
for (const name of ['node_modules', 'package.json', 'server']) await symlink(path.join(rootFolder, name), path.join(home, name));

const goods = 'beech-rolling-pin';
const count = 50;

const serve = async () => {
  const variables = {
    ...publicSeller,
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    PORT: '0',
    HOST: '127.0.0.1',
    PAYMENTS: 'test',
    MAIL: 'files',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    DESK: 'on',
  };
  const child = startServerProcess('main', variables, [], home);
  children.push(child);
  const [, address = ''] = await child.waitForLine(/^Flone is open at (\S+)$/m);
  return { child, address };
};

/** Waits until some orders are sent. Reading holds nobody up: a lock might be had only after the last of them. */
const someAreSent = async (of: Database): Promise<void> => {
  const isAnySent = sql`select 1 from "order" where status = 'Dispatch' limit 1`;
  while ((await isAnySent.execute(of)).rows.length === 0) await new Promise(setImmediate);
};

test('killed in the middle of sending fifty orders, the shop sends each once and mails each buyer once when the press is repeated', async () => {
  await setStock(db, { productId: goods }, 1000);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(await aPaidOrderIn(db, { productId: goods, now: new Date(), buyer: { email: `buyer-${index}@example.com` } }));
  const cookie = await signInAt(db, 'rosa', { role: 'seller', codeAt: new Date() });
  const parcels = ids.map((id, index) => ({ id, version: 2, replacement: null, courier: 'Royal Mail', tracking: `RM${index}` }));
  const send = (address: string): Promise<Response> =>
    fetch(address + deskEndpoints.sendOrders.path, {
      method: 'POST',
      headers: { origin: address, cookie: `XSRF-TOKEN=t; ${cookie}`, 'x-xsrf-token': 't', 'content-type': 'application/json' },
      body: JSON.stringify({ parcels }),
    });

  const first = await serve();
  const cutOff = send(first.address).catch(() => undefined);
  await someAreSent(db);
  first.child.process.kill('SIGKILL');
  await first.child.exited;
  expect(await cutOff).toBeUndefined();

  const second = await serve();
  const moved = movedParcels.parse(await (await send(second.address)).json());
  expect(moved.refused).toEqual([]);
  expect(moved.unchanged).not.toEqual([]);
  expect(moved.done).not.toEqual([]);
  expect([...moved.unchanged, ...moved.done].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const mails = await db.selectFrom('mail').select('subject').where('subject', 'like', '%on its way').execute();
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(ids.map((id) => `Your order ${id} is on its way`).toSorted());
  const events = await db.selectFrom('staff_event').select('subject').where('what', '=', 'sendOrders').execute();
  expect(events.map(({ subject }) => subject).toSorted()).toEqual(ids.toSorted());
}, 60_000);
