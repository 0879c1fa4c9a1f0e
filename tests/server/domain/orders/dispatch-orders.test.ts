import { beforeEach, expect, test } from 'vitest';
import { collectionId } from '#contract/delivery-options.ts';
import type { OrderState } from '#server/db/schema.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { openPayment } from '#server/domain/money/payments.ts';
import { dispatchOrders } from '#server/domain/orders/dispatch-orders.ts';
import { writeOrders } from '#server/domain/orders/order-file.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { chooseOnTestPage, testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { someDeliveryOptions } from '#tests/support/delivery-options.ts';
import { aDelivery, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const later = minutesLater(60);

const place = async (status: OrderState = 'confirmed', buyer: object = {}): Promise<string> => {
  const order = anOrderFor({ productId: 'spoon' });
  const payload = { ...order, billingInfo: { ...order.billingInfo, ...buyer } };
  const now = minutesLater(59);
  const { _id } = await placeOrder(db, anOrderRequest(payload, { now }));
  await db.updateTable('order').set({ status }).where('id', '=', _id).execute();
  return _id;
};
const send = (source: string) => dispatchOrders(db, testPayments, source, { delivery: aDelivery, now: later });
const mails = async () => (await db.selectFrom('mail').select('id').execute()).length;
const wrongColumns = { 'line 1': 'It must name the columns: order, tracking and, if you like, courier.' };

beforeEach(async () => {
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 9999 });
});

test('a dispatch file is checked whole before anything changes, and each bad line is named', async () => {
  const good = await place();
  const pending = await place('pending');
  const expired = await place('expired');
  const cancelled = await place('cancelled');
  const delivered = await place('Delivered');
  const lines = [
    'order,tracking',
    `${good},RM1`,
    `${pending},RM2`,
    `${expired},RM3`,
    '',
    `${cancelled},RM4`,
    `${delivered},RM5`,
    'nothing,RM6',
    `${good},`,
    ',RM7',
  ];
  await expect(send(lines.join('\n'))).rejects.toMatchObject({
    kind: 'invalid',
    message: 'Nothing was dispatched.',
    errors: {
      'line 3': 'This order is not paid yet, so there is nothing to do for it.',
      'line 4': 'This order was not paid in time and has expired.',
      'line 6': 'This order is cancelled, so there is nothing to do for it.',
      'line 7': 'This order is at Delivered already and cannot go back to Dispatch.',
      'line 8': expect.stringMatching(/^There is no order /),
      'line 9': 'The order is on line 2 already.',
      'line 10': 'It has no order id.',
    },
  });
  expect((await findOrder(db, good)).status).toBe('confirmed');
  expect(await mails()).toBe(0);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['', wrongColumns],
  ['order,courier\nA,B', wrongColumns],
  ['order,tracking,tracking\nA,B,C', wrongColumns],
  ['order,tracking', { 'line 1': 'There are no orders below it.' }],
  ['order,tracking\n"A', { 'line 2': 'The quotes around a cell do not match.' }],
  [
    `order,tracking\nAAAA,1\naaaa,2\n,3\nBBBB,\nCCCC\nDDDD,"two\nlines"\nEEEE,${'9'.repeat(101)}`,
    {
      'line 2': 'There is no order AAAA.',
      'line 3': 'The order is on line 2 already.',
      'line 4': 'It has no order id.',
      'line 5': 'It has no tracking number.',
      'line 6': 'It has 1 cells, the first line 2.',
      'line 7': 'A shipping method and a tracking number are one line of at most 100 characters.',
      'line 9': 'A shipping method and a tracking number are one line of at most 100 characters.',
    },
  ],
])('the dispatch file %j is refused with the numbers of its bad lines', async (source, errors) => {
  await expect(send(source)).rejects.toMatchObject({ kind: 'invalid', errors });
});

test('a dispatch file is repeated, and used twice at once, without a second mail, and with another tracking number it is refused', async () => {
  const ids = [await place(), await place('processing')];
  const source = `tracking,order,courier\nRM1,${ids[0]},Royal Mail\nRM2,${ids[1]},\n`;
  await Promise.all([send(source), send(source)]);
  expect(await mails()).toBe(2);
  expect(await send(source)).toEqual({ dispatched: [], unchanged: ids, ignored: [] });
  expect(await findOrder(db, ids[0] ?? '')).toMatchObject({ status: 'Dispatch', shippingMethod: 'Royal Mail', trackId: 'RM1' });
  await changeStatus(db, testPayments, ids[1] ?? '', { to: 'Delivered', delivery: aDelivery, now: later });
  const sent = await mails();
  expect(await send(source)).toEqual({ dispatched: [], unchanged: ids, ignored: [] });
  expect(await mails()).toBe(sent);
  await expect(send(`order,tracking,courier\n${ids[0]},RM9,Royal Mail`)).rejects.toMatchObject({
    errors: { 'line 2': 'This order was sent already with Royal Mail, RM1.' },
  });
  expect(await mails()).toBe(sent);
});

test('a number that a spreadsheet has shortened is refused at its line, and one that it has marked as text is read', async () => {
  const ids = [await place(), await place(), await place()];
  const shortened = expect.stringMatching(/^A spreadsheet has shortened this number\. Format the column as text/);
  await expect(
    send(`order,tracking,courier\n${ids[0]},6.12206E+11,Evri\n${ids[1]},612205820123000,Evri\n${ids[2]},RM1,Evri`),
  ).rejects.toMatchObject({ message: 'Nothing was dispatched.', errors: { 'line 2': shortened, 'line 3': shortened } });
  expect(await mails()).toBe(0);
  await expect(
    send(`order,tracking,courier\n${ids[0]},6122058201234560,Evri\n${ids[1]},6122058201234570,Evri\n${ids[2]},RM1,Evri`),
  ).rejects.toMatchObject({ message: 'Nothing was dispatched.', errors: { 'line 2': shortened, 'line 3': shortened } });
  await send(`order,tracking,courier\n${ids[0]},"=""6122058201234567""",Evri\n${ids[1]},'6122058201234568,Evri`);
  expect((await findOrder(db, ids[0] ?? '')).trackId).toBe('6122058201234567');
  expect((await findOrder(db, ids[1] ?? '')).trackId).toBe('6122058201234568');
});

test('a number that is that of another buyer’s parcel is refused at its line, in one file and in two', async () => {
  const rae = { firstName: 'Rae', email: 'rae@example.com' };
  const [ada, other, again] = [await place(), await place('confirmed', rae), await place()];
  const both = 'Another parcel here has the number EV1, too. Each parcel has its own.';
  await expect(send(`order,tracking,courier\n${ada},EV1,Evri\n${other},ev 1,Evri\n${again},EV2,Evri`)).rejects.toMatchObject({
    errors: { 'line 2': both, 'line 3': both.replace('EV1', 'ev 1') },
  });
  expect(await mails()).toBe(0);
  await send(`order,tracking,courier\n${ada},EV1,Evri`);
  await expect(send(`order,tracking,courier\n${other},EV1,Evri`)).rejects.toMatchObject({
    errors: { 'line 2': `The number EV1 is that of order ${ada}. Each parcel has its own.` },
  });
  // Two orders of one buyer in one parcel.
  expect(await send(`order,tracking,courier\n${again},EV1,Evri`)).toMatchObject({ dispatched: [again] });
});

test('a dispatch file with an order that its buyer collects is repeated without a second mail', async () => {
  await setDeliveryOptions(db, someDeliveryOptions);
  const { _id: id } = await placeOrder(db, anOrderRequest({ ...anOrderFor({ productId: 'spoon' }), way: collectionId }));
  await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', id).execute();
  const source = `order,tracking\n${id},Shelf 3\n`;
  expect(await send(source)).toMatchObject({ dispatched: [id] });
  expect(await send(source)).toMatchObject({ dispatched: [], unchanged: [id] });
  expect(await mails()).toBe(1);
});

test('the file of exported orders is a dispatch file once tracking numbers stand in it', async () => {
  const id = await place();
  let csv = '';
  for await (const line of writeOrders(db, {})) csv += line;
  const [head = '', row = ''] = csv.split('\r\n');
  const at = head.split(',').indexOf('tracking');
  const filled = row.split(',').with(at, 'RM1').join(',');
  expect(await send(`${head}\r\n${filled}\r\n`)).toMatchObject({
    dispatched: [id],
    ignored: expect.arrayContaining(['name', 'total', 'note']),
  });
  expect(await findOrder(db, id)).toMatchObject({ status: 'Dispatch', trackId: 'RM1' });
});

test('an order that was paid at the provider, and whose payment the shop has not heard of, is dispatched', async () => {
  const id = await place('pending');
  const origins = { shop: 'https://shop.example', api: 'https://shop.example' };
  const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins, now: minutesLater(59) });
  await chooseOnTestPage(db, sessionId, 'delay', minutesLater(59));
  expect(await send(`order,tracking\n${id},RM1\n`)).toMatchObject({ dispatched: [id] });
});
