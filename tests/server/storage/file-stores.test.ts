import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { refundImagesFolder, sellerPicturesFolder } from '#server/data-folder.ts';
import { purgeRefundImages } from '#server/domain/money/refund-requests.ts';
import { addOrderEvent } from '#server/domain/orders/order-events.ts';
import { refundImages, sellerPictures } from '#server/file-stores.ts';
import { encodePicture, filesOf, picturesIn } from '#server/storage/pictures.ts';
import { copyImages } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aPhoto } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const home = await mkdtemp(path.join(tmpdir(), 'shop-stores-'));
afterAll(() => rm(home, { recursive: true }));
/** Nothing can be written below it. */
await writeFile(path.join(home, 'a-file'), '');

/** Settings of a process with a data folder of its own; the store does not look at the database's URL. */
const processWith = (folder: string) => ({ dataDir: path.join(home, folder), databaseUrl: 'postgres://shop@db.example/shop' });
const filesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const at = openingDay.toISOString();
/** A refund request with these photographs. */
const addRequest = async (images: readonly { readonly file: string; readonly content: Buffer | null }[]): Promise<void> => {
  const order = {
    id: 'ABCD',
    status: 'confirmed',
    billing: '{}',
    note: '',
    gift_message: '',
    refuses_review_mail: 0,
    goods_total: 0,
    delivery_total: 0,
    discount_total: 0,
    total: 0,
  } as const;
  await db
    .insertInto('order')
    .values({ ...order, shop_origin: '', trader: '', email_key: '', created_at: at, pay_by: at })
    .execute();
  await addOrderEvent(db, 'ABCD', { actor: 'buyer', what: 'Placed.' }, openingDay);
  const request = {
    reference: 'R-1',
    order_id: 'ABCD',
    product_id: 'mug',
    reason: '',
    created_at: at,
    exchanged: 0,
    restocked: 0,
  };
  await db.insertInto('refund').values(request).execute();
  for (const [position, image] of images.entries())
    await db
      .insertInto('refund_image')
      .values({ reference: 'R-1', position, ...image })
      .execute();
};

beforeEach(async () => {
  for (const table of ['order', 'picture', 'picture_file'] as const) await db.deleteFrom(table).execute();
});

test('a picture that one process stores is read by another with another data folder, which caches it on its disk', async () => {
  const [one, other] = [processWith('one'), processWith('other')];
  const { stem } = await encodePicture('mug.jpg', await aPhoto(), sellerPictures(db, one));
  const [file = ''] = filesOf(stem);
  const content = await sellerPictures(db, other).read(file);
  expect(content?.length).toBeGreaterThan(100);
  expect(await filesIn(sellerPicturesFolder(other.dataDir))).toEqual([file]);
  // From the disk, complete, although its row is gone.
  await db.deleteFrom('picture_file').execute();
  expect(await sellerPictures(db, other).read(file)).toEqual(content);
  expect(await sellerPictures(db, processWith('third')).read(file)).toBeUndefined();
});

test('a picture that is only in a cache is stored again by an import, and a removed one is gone for new processes', async () => {
  const store = sellerPictures(db, processWith('importer'));
  const { stem } = await encodePicture('pot.jpg', await aPhoto(), store);
  await db.deleteFrom('picture_file').execute();
  await encodePicture('pot.jpg', await aPhoto(), store);
  const [file = ''] = filesOf(stem);
  expect((await sellerPictures(db, processWith('reader')).read(file))?.length).toBeGreaterThan(100);
  await store.remove(filesOf(stem));
  expect(await db.selectFrom('picture_file').select('name').execute()).toEqual([]);
  expect(await store.read(file)).toBeUndefined();
});

test('a folder that cannot be written costs a process its cache, not the picture', async () => {
  const { stem } = await encodePicture('jug.jpg', await aPhoto(), sellerPictures(db, processWith('writable')));
  const withoutCache = sellerPictures(db, processWith('a-file'));
  expect(await withoutCache.read(filesOf(stem)[0] ?? '')).toBeDefined();
  const imported = await encodePicture('tin.jpg', await aPhoto('png'), withoutCache);
  expect(await withoutCache.listMissing(filesOf(imported.stem))).toEqual([]);
});

test('an interrupted write leaves no picture that is incomplete', async () => {
  const store = picturesIn(path.join(home, 'a-file'));
  await expect(store.write('mug.01234567.400-400.webp', Buffer.from('x'))).rejects.toThrow();
  expect(await store.listMissing(['mug.01234567.400-400.webp'])).toEqual(['mug.01234567.400-400.webp']);
});

test('photographs of a refund request are in their rows, are copied for the seller, and their copies are deleted after the request', async () => {
  const env = processWith('seller');
  const folder = refundImagesFolder(env.dataDir);
  const images = await refundImages(env).add([new Blob([new Uint8Array(await aPhoto())])]);
  expect(await filesIn(folder)).toEqual([]);
  await addRequest(images);
  await copyImages(db, 'refund_image', 'R-1', folder);
  const [{ file = '', content = null } = {}] = images;
  expect(await readFile(path.join(folder, file))).toEqual(content);
  const later = new Date(Date.now() + 2 * 3_600_000);
  await purgeRefundImages(db, refundImages(env), later);
  expect(await filesIn(folder)).toEqual([file]);
  await db.deleteFrom('order').execute();
  await purgeRefundImages(db, refundImages(env), later);
  expect(await filesIn(folder)).toEqual([]);
});

test('without PostgreSQL product pictures and refund photographs are files, and none is in the database', async () => {
  const env = { dataDir: path.join(home, 'sqlite'), databaseUrl: undefined };
  const { stem } = await encodePicture('mug.jpg', await aPhoto(), sellerPictures(db, env));
  expect((await filesIn(sellerPicturesFolder(env.dataDir))).toSorted()).toEqual(filesOf(stem).toSorted());
  expect(await db.selectFrom('picture_file').select('name').execute()).toEqual([]);
  const images = await refundImages(env).add([new Blob([new Uint8Array(await aPhoto())])]);
  await addRequest(images);
  const files = images.map(({ file }) => file);
  expect(await filesIn(refundImagesFolder(env.dataDir))).toEqual(files);
  expect(await db.selectFrom('refund_image').select(['file', 'content']).execute()).toEqual(files.map((file) => ({ file, content: null })));
});
