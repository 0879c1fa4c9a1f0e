import { execFile } from 'node:child_process';
import { existsSync, fstatSync } from 'node:fs';
import { copyFile, type FileHandle, mkdir, mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { order, paymentSession } from '#contract/order.ts';
import { product } from '#contract/product.ts';
import { triedOutShop } from '#scripts/public-shop.ts';
import { backUp, restore } from '#server/backup.ts';
import { databaseFile, lockDataFolder, prepareDataFolder, refundImagesFolder, sellerPicturesFolder } from '#server/data-folder.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { setStock } from '#server/domain/catalogue/catalogue.ts';
import { openShop } from '#server/open-shop.ts';
import { isQuick } from '#tests/quick.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/process/server-process.ts';
import { aBuyer, aKey, anOrderFor } from '#tests/support/orders.ts';
import { aPhoto } from '#tests/support/refunds.ts';

const run = promisify(execFile);
const home = await mkdtemp(path.join(tmpdir(), 'shop-backup-'));
const children: ServerProcess[] = [];
afterAll(async () => {
  for (const { process: child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ exited }) => exited));
  await rm(home, { recursive: true });
});

const inHome = (name: string): string => path.join(home, name);
const settingsOf = (folder: string) => ({
  dataDir: inHome(folder),
  databaseUrl: undefined,
  mailFrom: { name: undefined, address: undefined },
  mailTo: 'seller@shop.example',
});
const productId = 'beech-rolling-pin';

const serve = async (folder: string): Promise<{ readonly child: ServerProcess; readonly address: string }> => {
  const child = startServerProcess('main', {
    DATA_DIR: inHome(folder),
    PORT: '0',
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    ORDERS_PER_ADDRESS: '1000000',
    LOOK_UPS_PER_ADDRESS: '1000000',
  });
  children.push(child);
  return { child, address: (await child.waitForLine(/^Flone is open at (\S+)$/m))[1] ?? '' };
};

const token = { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't' };
const json = { ...token, 'content-type': 'application/json' };

let buyers = 0;
/** A new buyer and client address per order, because unpaid orders are limited per buyer and address. */
const place = async (address: string): Promise<string> => {
  buyers += 1;
  const response = await fetch(address + endpoints.placeOrder.path, {
    method: 'POST',
    headers: {
      ...json,
      'idempotency-key': aKey(),
      'x-forwarded-for': `10.${buyers >> 16}.${(buyers >> 8) & 255}.${buyers & 255}`,
    },
    body: JSON.stringify({ ...anOrderFor({ productId }), billingInfo: { ...aBuyer, email: `buyer-${buyers}@example.com` } }),
  });
  return order.parse(await response.json())._id;
};

const shop = (folder: string, ...parameters: string[]) => startServerProcess('shop', { DATA_DIR: inHome(folder) }, parameters).exited;

/** The data folder of a stopped shop with one product picture and one picture of a refund request. */
const closedShop = async (folder: string): Promise<void> => {
  const { db } = await openShop(settingsOf(folder));
  await db.destroy();
  for (const [pictures, name] of [
    [sellerPicturesFolder(inHome(folder)), 'spoon.webp'],
    [refundImagesFolder(inHome(folder)), 'chip.jpg'],
  ] as const) {
    await mkdir(pictures, { recursive: true });
    await writeFile(path.join(pictures, name), name);
  }
};

/** Records what is synced, by inode, and whether `file` existed by then. */
const recordSyncs = async (file: string): Promise<{ readonly inode: number; readonly isThere: boolean }[]> => {
  const handle = await open(home);
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const synced: { readonly inode: number; readonly isThere: boolean }[] = [];
  const { sync } = prototype;
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    synced.push({ inode: fstatSync(this.fd).ino, isThere: existsSync(file) });
    return sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return synced;
};

describe('the command backup', { timeout: 120_000 }, () => {
  test('a backup made while orders are placed contains every acknowledged order, and a shop starts from it and sells', async () => {
    const { child, address } = await serve('busy');
    const { db } = await openDatabase({ file: databaseFile(inHome('busy')) });
    await setStock(db, { productId }, 1_000_000);
    await db.destroy();
    const placed: string[] = [];
    let isOpen = true;
    const shopping = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (isOpen) placed.push(await place(address));
      }),
    );
    const expectMorePlaced = (count: number) => expect.poll(() => placed.length, { timeout: 30_000 }).toBeGreaterThan(count);
    const before: string[] = [];
    try {
      await expectMorePlaced(20);
      before.push(...placed);
      expect(await shop('busy', 'backup', inHome('monday'))).toEqual({
        code: 0,
        err: '',
        out: `The database, 0 pictures of goods and 0 pictures of refund requests are in ${inHome('monday')}.\n`,
      });
      const during = placed.length;
      expect(during).toBeGreaterThan(before.length);
      await expectMorePlaced(during + 10);
    } finally {
      isOpen = false;
      await shopping;
    }
    child.process.kill('SIGTERM');
    expect((await child.exited).code).toBe(0);

    expect((await shop('again', 'restore', inHome('monday'))).code).toBe(0);
    const again = await serve('again');
    const found = before.map((orderId) => fetch(again.address + endpointPath(endpoints.order.path, { orderId })));
    expect((await Promise.all(found)).map(({ status }) => status)).toEqual(before.map(() => 200));
    expect(placed).not.toContain(await place(again.address));
    const copy = await openDatabase({ file: databaseFile(inHome('again')) });
    const [{ count } = { count: 0 }] = await copy.db.selectFrom('order').select(copy.db.fn.countAll<number>().as('count')).execute();
    expect(count).toBeGreaterThan(before.length);
    expect(count).toBeLessThan(placed.length + 2);
    await copy.db.destroy();
  });

  if (!isQuick)
    test('a restored shop has its paid orders, the seller’s pictures and the photographs of refund requests', async () => {
      const { child, address } = await serve('drill');
      await mkdir(inHome('photos'));
      await writeFile(inHome('photos/ladle.jpg'), await aPhoto());
      const ladle = { id: 'ladle', name: 'Ladle', basePrice: 12, stock: 5, images: [{ file: 'ladle.jpg', alt: 'A ladle' }] };
      await writeFile(inHome('ladle.json'), JSON.stringify([ladle]));
      expect(await shop('drill', 'catalogue', 'import', inHome('ladle.json'), '--pictures', inHome('photos'))).toMatchObject({ code: 0 });
      const orderId = await place(address);
      const payment = await fetch(address + endpoints.payOrder.path, { method: 'POST', headers: json, body: JSON.stringify({ orderId }) });
      const choice = { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice: 'pay' }) } as const;
      expect((await fetch(paymentSession.parse(await payment.json()).url, choice)).status).toBe(303);
      const form = new FormData();
      for (const [name, value] of Object.entries({ orderId, ProductId: productId, reason: 'It came with a crack in its handle.' }))
        form.append(name, value);
      form.append('additionalImages', new Blob([new Uint8Array(await aPhoto())], { type: 'image/jpeg' }), 'crack.jpg');
      expect((await fetch(address + endpoints.requestRefund.path, { method: 'POST', headers: token, body: form })).status).toBe(201);

      expect(await shop('drill', 'backup', inHome('drilled'))).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^The database, \d+ pictures of goods and 1 picture of refund requests are in /),
      });
      child.process.kill('SIGKILL');
      expect((await shop('drill-again', 'restore', inHome('drilled'))).code).toBe(0);
      const again = await serve('drill-again');
      const found = await fetch(again.address + endpointPath(endpoints.order.path, { orderId }));
      expect(order.parse(await found.json())).toMatchObject({ _id: orderId, status: 'confirmed' });
      const sold = product.parse(await (await fetch(again.address + endpointPath(endpoints.product.path, { productId: 'ladle' }))).json());
      const picture = await fetch(again.address + sold.mainImage);
      expect(picture.status).toBe(200);
      expect(picture.headers.get('content-type')).toBe('image/webp');
      const photographs = async (folder: string) => {
        const names = await readdir(refundImagesFolder(inHome(folder)));
        return Promise.all(names.map(async (name) => [name, await readFile(path.join(refundImagesFolder(inHome(folder)), name))]));
      };
      expect(await photographs('drill-again')).toHaveLength(1);
      expect(await photographs('drill-again')).toEqual(await photographs('drill'));
      expect((await shop('drill-again', 'refunds', 'list', '--open')).out).toContain(orderId);
    });

  test('the nightly script makes a new backup and deletes those older than its days, but none before the new one is complete', async () => {
    await closedShop('nightly');
    const folder = inHome('nights');
    const old = path.join(folder, '2026-01-01T033000Z');
    const recent = path.join(folder, '2026-01-20T033000Z');
    const script = (dataFolder: string) =>
      run('/bin/sh', ['server/systemd/backup.sh', folder, '14'], { env: { PATH: process.env.PATH ?? '', DATA_DIR: inHome(dataFolder) } });
    for (const [made, days] of [
      [old, 16],
      [recent, 12],
    ] as const) {
      await mkdir(made, { recursive: true });
      const at = new Date(Date.now() - days * 86_400_000);
      await utimes(made, at, at);
    }
    await expect(script('no-shop')).rejects.toThrow(/There is no shop in/);
    expect((await readdir(folder)).toSorted()).toEqual([path.basename(old), path.basename(recent)]);
    await script('nightly');
    const left = (await readdir(folder)).toSorted();
    expect(left).toEqual([path.basename(recent), expect.stringMatching(/^20\d\d-\d\d-\d\dT\d{6}Z$/)]);
    expect((await readdir(path.join(folder, left[1] ?? ''))).toSorted()).toEqual(['pictures', 'refunds', 'shop.db']);
  });

  test('with PostgreSQL the nightly script makes one dump of the database, complete or absent, with the password on no command line', async () => {
    const folder = inHome('dumps');
    await mkdir(folder);
    await mkdir(inHome('bin'));
    // Stands in for PostgreSQL's own program, which needs a server.
    await writeFile(inHome('bin/pg_dump'), '#!/bin/sh\nprintf "%s\\n" "$PGPASSWORD" "$*" > "$3"\nexit $STATUS\n', { mode: 0o755 });
    const script = (variables: Record<string, string> = {}) =>
      run('/bin/sh', ['server/systemd/backup.sh', folder, '14'], {
        env: {
          PATH: `${inHome('bin')}:${process.env.PATH ?? ''}`,
          DATABASE_URL: 'postgres://shop:p%40ss%2Fw%25rd@db.example/shop?sslmode=require',
          STATUS: '0',
          ...triedOutShop,
          ...variables,
        },
      });
    await script();
    const [made = '', ...more] = await readdir(folder);
    expect(more).toEqual([]);
    expect(made).toMatch(/^20\d\d-\d\d-\d\dT\d{6}Z$/);
    expect(await readdir(path.join(folder, made))).toEqual(['shop.dump']);
    const [password, parameters] = (await readFile(path.join(folder, made, 'shop.dump'), 'utf8')).split('\n');
    expect(password).toBe('p@ss/w%rd');
    expect(parameters).toMatch(/^-Fc -f .+ postgres:\/\/shop@db\.example\/shop\?sslmode=require$/);
    expect((await stat(path.join(folder, made))).mode & 0o77).toBe(0);
    await expect(script({ STATUS: '1' })).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name !== made && !name.endsWith('.unfinished'))).toEqual([]);
  });

  test('the installed command runs the seller’s command line as the shop’s user with its settings, for root only', async () => {
    const bin = inHome('as-root');
    await mkdir(bin);
    await writeFile(path.join(bin, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    await writeFile(path.join(bin, 'id'), '#!/bin/sh\necho $WHO\n', { mode: 0o755 });
    const installed = (who: string, ...parameters: string[]) =>
      run('server/systemd/shop', parameters, { env: { PATH: `${bin}:${process.env.PATH ?? ''}`, WHO: who } });
    const { stdout } = await installed('0', 'orders', 'find', 'Ada Byron');
    expect(stdout).toContain('--uid=flone\n--working-directory=/srv/flone\n-p\nEnvironmentFile=/etc/flone.env\n');
    expect(stdout).toMatch(/\ndist-server\/shop\.js\norders\nfind\nAda Byron\n$/);
    await expect(installed('1000', 'orders', 'list')).rejects.toMatchObject({ code: 1, stderr: 'Run it as root: sudo shop orders list\n' });
  });

  test('a backup contains the pictures of products and refund requests, readable by their owner only', async () => {
    await closedShop('pictures');
    const made = await backUp(settingsOf('pictures'), `${inHome('tuesday')}/`);
    expect(made).toEqual({ folder: inHome('tuesday'), pictures: 1, refundPictures: 1 });
    expect((await stat(made.folder)).mode & 0o77).toBe(0);
    await restore(settingsOf('pictures-again'), made.folder);
    expect(await readFile(path.join(sellerPicturesFolder(inHome('pictures-again')), 'spoon.webp'), 'utf8')).toBe('spoon.webp');
    expect(await readFile(path.join(refundImagesFolder(inHome('pictures-again')), 'chip.jpg'), 'utf8')).toBe('chip.jpg');
    expect((await stat(inHome('pictures-again'))).mode & 0o77).toBe(0);
  });

  test('a backup and a restored shop survive a power cut: files, their folders, and the folder of what was renamed last are synced', async () => {
    const inodeOf = async (name: string): Promise<number> => (await stat(name)).ino;
    await closedShop('durable');
    const backup = inHome('durable-backup');
    const ofBackup = await recordSyncs(backup);
    await backUp(settingsOf('durable'), backup);
    for (const name of [databaseFile(backup), sellerPicturesFolder(backup), path.join(sellerPicturesFolder(backup), 'spoon.webp'), backup])
      expect(ofBackup).toContainEqual({ inode: await inodeOf(name), isThere: false });
    expect(ofBackup.at(-1)).toEqual({ inode: await inodeOf(home), isThere: true });
    vi.restoreAllMocks();

    const restored = inHome('durable-again');
    const ofRestore = await recordSyncs(databaseFile(restored));
    await restore(settingsOf('durable-again'), backup);
    expect(ofRestore).toContainEqual({ inode: await inodeOf(databaseFile(restored)), isThere: false });
    expect(ofRestore.at(-1)).toEqual({ inode: await inodeOf(restored), isThere: true });
  });

  test('a PostgreSQL that cannot be reached is no backup, and is named without its password', async () => {
    const env = { ...settingsOf('away'), databaseUrl: 'postgres://shop:secret@127.0.0.1:1/shop' };
    const refusal = backUp(env, inHome('no-dump'));
    await expect(refusal).rejects.toThrow(/^pg_dump could not copy the database at 127\.0\.0\.1:1 \((?!.*secret)/);
    expect((await readdir(home)).filter((name) => name.startsWith('no-dump'))).toEqual([]);
  });

  test('with PostgreSQL, which holds everything, a restore of a folder is refused', async () => {
    await closedShop('postgres');
    await backUp(settingsOf('postgres'), inHome('wednesday'));
    const env = { ...settingsOf('postgres'), databaseUrl: 'postgres://shop@127.0.0.1:1/shop' };
    await expect(restore({ ...env, dataDir: inHome('postgres-again') }, inHome('wednesday'))).rejects.toThrow(
      'everything is in PostgreSQL, pictures as well: restore it with pg_restore.',
    );
    expect(existsSync(inHome('postgres-again'))).toBe(false);
  });

  test('a backup overwrites nothing, needs a shop to copy, and is complete or absent', async () => {
    await closedShop('careful');
    await mkdir(inHome('taken'));
    await writeFile(inHome('taken/letter'), 'Dear Ada');
    await expect(backUp(settingsOf('careful'), inHome('taken'))).rejects.toThrow(
      `There is something in ${inHome('taken')} already. Name a new folder.`,
    );
    expect(await readdir(inHome('taken'))).toEqual(['letter']);
    expect(await shop('nowhere', 'backup', inHome('none'))).toMatchObject({
      code: 1,
      out: '',
      err: `There is no shop in ${inHome('nowhere')}. Set DATA_DIR to its folder.\n`,
    });
    await mkdir(inHome('broken'));
    await writeFile(databaseFile(inHome('broken')), 'This is no database, and a long text at that.'.repeat(100));
    await expect(backUp(settingsOf('broken'), inHome('thursday'))).rejects.toThrow(
      /^The database .*broken\/shop\.db cannot be copied \(.+\)\.$/,
    );
    expect((await readdir(home)).filter((name) => name.startsWith('thursday'))).toEqual([]);
  });
});

const damaged = (file: string): string => `The database ${file} is damaged. Restore another backup (server/guides/recovery.md).`;

describe('the command restore', { timeout: 60_000 }, () => {
  test('restoring does not overwrite a shop, or remains of one', async () => {
    await closedShop('mine');
    await backUp(settingsOf('mine'), inHome('friday'));
    const taken = (name: string): string =>
      `${name} is there already. Move it away, or set DATA_DIR to a new folder, so that nothing is lost.`;
    await expect(restore(settingsOf('mine'), inHome('friday'))).rejects.toThrow(taken(databaseFile(inHome('mine'))));
    prepareDataFolder(inHome('rest'));
    await writeFile(`${databaseFile(inHome('rest'))}-wal`, 'of another');
    await expect(restore(settingsOf('rest'), inHome('friday'))).rejects.toThrow(taken(`${databaseFile(inHome('rest'))}-wal`));
    await rm(`${databaseFile(inHome('rest'))}-wal`);
    await restore(settingsOf('rest'), inHome('friday'));
  });

  test('restoring is rejected while a server runs on the folder', async () => {
    await closedShop('source');
    await backUp(settingsOf('source'), inHome('saturday'));
    prepareDataFolder(inHome('in-use'));
    const lock = lockDataFolder(inHome('in-use'));
    await expect(restore(settingsOf('in-use'), inHome('saturday'))).rejects.toThrow(/is in use by another server/);
    lock.release();
  });

  test('a missing or damaged backup is rejected, and nothing is left behind', async () => {
    await expect(restore(settingsOf('empty'), inHome('no-backup'))).rejects.toThrow(`There is no backup in ${inHome('no-backup')}.`);
    await closedShop('whole');
    await backUp(settingsOf('whole'), inHome('sunday'));
    const file = databaseFile(inHome('sunday'));
    const content = await readFile(file);
    await writeFile(file, Buffer.concat([content.subarray(0, 8192), Buffer.alloc(content.length - 8192, 7)]));
    await expect(restore(settingsOf('empty'), inHome('sunday'))).rejects.toThrow(damaged(file));
    expect(await readdir(inHome('empty'))).toEqual(['lock.db']);
  });

  test('a damaged copy is refused by restore, restored and doctor, and so is one whose index lacks rows by the first two', async () => {
    await closedShop('sound');
    await backUp(settingsOf('sound'), inHome('backup'));
    const copyOf = async (name: string): Promise<string> => {
      await mkdir(inHome(name));
      await copyFile(databaseFile(inHome('backup')), databaseFile(inHome(name)));
      return databaseFile(inHome(name));
    };
    const file = await copyOf('damaged');
    const database = new Libsql(file, { readonly: true });
    const { page, size } = z
      .object({ page: z.number(), size: z.number() })
      .parse(
        database
          .prepare(
            "select rootpage as page, page_size as size from sqlite_schema, pragma_page_size where name = 'sqlite_autoindex_product_1'",
          )
          .get(),
      );
    database.close();
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(200, 200), 0, 200, page * size - 200);
    await handle.close();
    expect(await shop('damaged', 'restored')).toEqual({ code: 1, out: '', err: `${damaged(file)}\n` });
    expect((await shop('damaged', 'doctor')).out).toContain(`  WRONG  database: ${damaged(file)}\n`);
    await expect(restore(settingsOf('empty'), inHome('damaged'))).rejects.toThrow(damaged(file));

    const stale = await copyOf('stale');
    const rows = new Libsql(stale);
    rows.exec("PRAGMA writable_schema = on; update sqlite_schema set sql = sql || ' and stock > 4000' where name = 'product_for_sale'");
    rows.close();
    expect(await shop('stale', 'restored')).toEqual({ code: 1, out: '', err: `${damaged(stale)}\n` });
    await expect(restore(settingsOf('empty'), inHome('stale'))).rejects.toThrow(damaged(stale));
  });
});
