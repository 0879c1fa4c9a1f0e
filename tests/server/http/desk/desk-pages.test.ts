import { expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { aBuyer, anAccountRow, minutesLater, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const now = minutesLater(60 * 24 * 30);
const app = openDesk({ db, clock: () => now });
const rosa = await signInAt(db, 'rosa', { role: 'seller', codeAt: now });

/** Two full pages and some more. */
const count = 120;
const numbers = Array.from({ length: count }, (_, number) => number);

/** Three rows each have the same time, of which neither their ids nor any other of their times says the order. */
const time = (number: number): string => minutesLater(Math.floor(number / 3)).toISOString();
const otherTime = (number: number): string => minutesLater(500 - ((number * 7) % count)).toISOString();
const id = (prefix: string, number: number): string => `${prefix}${String((number * 37) % count).padStart(3, '0')}`;
/** Days before and after those times. */
const day = (number: number): string => ['2025-08-30', '2025-08-31', '2025-09-02', '2025-09-03'][Math.floor(number / 30)] ?? '';

type Sorted = readonly (readonly [id: string, ...by: string[]])[];

/** The ids by these values, and where they are equal by themselves. */
const sorted = (rows: Sorted, direction: 'ascending' | 'descending'): readonly string[] => {
  const inOrder = rows.toSorted(([oneId, ...one], [otherId, ...other]) =>
    [...one, oneId].join(' ') < [...other, otherId].join(' ') ? -1 : 1,
  );
  return (direction === 'ascending' ? inOrder : inOrder.toReversed()).map(([each]) => each);
};

await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 99 });

const statuses = ['confirmed', 'Delivered', 'pending'] as const;
const orders = statuses.flatMap((status) =>
  numbers.map((number) => ({
    id: id(`${status}-`, number),
    status,
    billing: JSON.stringify(aBuyer),
    ...{
      note: '',
      gift_message: '',
      refuses_review_mail: 0,
      goods_total: 0,
      delivery_total: 0,
      discount_total: 0,
      total: 0,
      shop_origin: '',
      trader: '',
    },
    email_key: aBuyer.email,
    created_at: time(number),
    pay_by: otherTime(number),
    dispatch_by: status === 'confirmed' ? day((number * 7) % count) : null,
    arrives_from: '2025-12-01',
    arrives_by: '2025-12-01',
  })),
);
await db.insertInto('order').values(orders).execute();
const line = {
  facts: '',
  is_personalised: 0,
  position: 0,
  product_id: 'mug',
  product_name: 'Mug',
  quantity: 1,
  unit_price: 0,
  delivery: 0,
  discount: 0,
};
await db
  .insertInto('order_line')
  .values(orders.map((order) => ({ ...line, order_id: order.id })))
  .execute();

const refunds = (['new', 'due', 'exchanged', 'declined'] as const).flatMap((kind) => {
  const isDecided = kind === 'exchanged' || kind === 'declined';
  return numbers.map((number) => ({
    reference: id(`${kind}-`, number),
    order_id: orders[number]?.id ?? '',
    ...{ product_id: 'mug', reason: '', exchanged: kind === 'exchanged' ? 1 : 0, restocked: 0 },
    declared: kind === 'due' ? '[]' : null,
    due_on: kind === 'due' ? day(number) : null,
    outcome: kind === 'exchanged' ? ('exchange' as const) : kind === 'declined' ? kind : null,
    created_at: isDecided ? otherTime(number) : time(number),
    decided_at: isDecided ? time(number) : null,
  }));
});
await db.insertInto('refund').values(refunds).execute();

const messages = (['open', 'answered'] as const).flatMap((view) =>
  numbers.map((number) => ({
    reference: id(`${view}-`, number),
    ...{
      kind: 'contact' as const,
      topic: 'order' as const,
      name: 'Ada',
      business: '',
      email: aBuyer.email,
      phone: '',
      order_id: '',
      text: 'Hello',
      may_be_bot: 0 as const,
    },
    created_at: view === 'open' ? time(number) : otherTime(number),
    answered_at: view === 'open' ? null : time(number),
    account_id: null,
  })),
);
await db.insertInto('message').values(messages).execute();

const reviews = (['waiting', 'approved', 'declined', 'reported'] as const).flatMap((kind, at) =>
  numbers.map((number) => ({
    reference: id(`${kind}-`, number),
    order_id: orders[number]?.id ?? '',
    product_id: ['mug', 'bowl', 'vase', 'jug'][at] ?? '',
    ...{ stars: 5, author: 'Ada', text: 'Good', reason: '', reply: '', revision: 1 },
    state: kind === 'reported' ? ('approved' as const) : kind,
    created_at: kind === 'waiting' || kind === 'reported' ? time(number) : otherTime(number),
    decided_at: kind === 'waiting' ? null : kind === 'reported' ? otherTime(number) : time(number),
  })),
);
await db.insertInto('review').values(reviews).execute();
await db
  .insertInto('review_report')
  .values(
    reviews
      .filter(({ reference }) => reference.startsWith('reported'))
      .map(({ reference }) => ({ reference, reason: 'false', reports: 1, created_at: otherTime(0) })),
  )
  .execute();

const voucherTimes = {
  open: { starts_at: null, ends_at: null, ended_at: null },
  coming: { starts_at: minutesLater(1, now).toISOString(), ends_at: null, ended_at: null },
  ended: { starts_at: null, ends_at: null, ended_at: now.toISOString() },
} as const;
const vouchers = Object.entries(voucherTimes).flatMap(([view, times]) =>
  numbers.map((number) => ({
    code: id(`${view.toUpperCase()}-`, number),
    ...{ kind: 'percent' as const, value: 10, minimum: 0, max_uses: null, max_uses_each: null, products: '[]', categories: '[]' },
    created_at: time(number),
    ...times,
  })),
);
await db.insertInto('voucher').values(vouchers).execute();

const peopleKinds = {
  customer: { role: 'customer' },
  reseller: { role: 'reseller' },
  applicant: { role: 'customer', wants_to_resell: 1 },
} as const;
const people = Object.entries(peopleKinds).flatMap(([kind, over]) =>
  numbers.map((number) => ({
    ...anAccountRow(id(`${kind}-`, number)),
    marketing: kind === 'reseller' ? 1 : 0,
    verified_at: otherTime(number),
    created_at: time(number),
    ...over,
  })),
);
await db.insertInto('account').values(people).execute();

const productKinds = {
  sold: {},
  low: { stock: 2 },
  out: { stock: 0 },
  draft: { withdrawn_at: time(0), is_draft: 1 },
  withdrawn: { withdrawn_at: time(0) },
} as const;
const [mug] = await db.selectFrom('product').selectAll().execute();
const products = Object.entries(productKinds).flatMap(([kind, over], at) =>
  numbers.map((number) => ({
    ...(mug ?? expect.fail('There is no product.')),
    ...{ id: id(`${kind}-`, number), position: 1000 * (at + 1) + Math.floor(number / 3), stock: 99, sku: '' },
    ...over,
  })),
);
await db.insertInto('product').values(products).execute();

const events = numbers.map((number) => ({ id: id('event-', number), at: time(number), account_id: 'rosa', what: 'addNote', subject: '' }));
await db.insertInto('staff_event').values(events).execute();

const pick = <Row extends object>(
  rows: readonly Row[],
  key: keyof Row & string,
  prefix: RegExp,
  ...by: readonly (keyof Row & string)[]
): Sorted =>
  rows
    .filter((row) => prefix.test(String(row[key])))
    .map((row): readonly [string, ...string[]] => [String(row[key]), ...by.map((column) => String(row[column] ?? ''))]);
const undecided = refunds
  .filter(({ decided_at }) => decided_at === null)
  .map((row): readonly [string, string] => [row.reference, `${row.due_on ?? 'none'}${row.created_at}`]);
const openedAt = minutesLater(0).toISOString();

type List = 'orders' | 'refunds' | 'messages' | 'reviews' | 'vouchers' | 'people' | 'products' | 'staffEvents';

test.each<[List, view: string, key: string, ids: readonly string[]]>([
  [
    'orders',
    'toSend',
    'id',
    sorted(
      [...pick(orders, 'id', /^confirmed/, 'dispatch_by', 'created_at'), ...pick(refunds, 'reference', /^exch/, 'decided_at')],
      'ascending',
    ),
  ],
  ['orders', 'late', 'id', sorted(pick(orders, 'id', /^confirmed/, 'dispatch_by', 'created_at'), 'ascending')],
  ['orders', 'sent', 'id', sorted(pick(orders, 'id', /^Delivered/, 'created_at'), 'descending')],
  ['orders', 'unpaid', 'id', sorted(pick(orders, 'id', /^pending/, 'created_at'), 'descending')],
  ['orders', 'all', 'id', sorted(pick(orders, 'id', /./, 'created_at'), 'descending')],
  ['refunds', 'open', 'reference', sorted(undecided, 'ascending')],
  ['refunds', 'toSend', 'reference', sorted(pick(refunds, 'reference', /^exchanged/, 'decided_at'), 'ascending')],
  ['refunds', 'decided', 'reference', sorted(pick(refunds, 'reference', /^exchanged|^declined/, 'decided_at'), 'descending')],
  ['refunds', 'all', 'reference', sorted(pick(refunds, 'reference', /./, 'created_at'), 'descending')],
  ['messages', 'open', 'reference', sorted(pick(messages, 'reference', /^open/, 'created_at'), 'ascending')],
  ['messages', 'answered', 'reference', sorted(pick(messages, 'reference', /^answered/, 'answered_at'), 'descending')],
  ['reviews', 'waiting', 'reference', sorted(pick(reviews, 'reference', /^waiting/, 'created_at'), 'ascending')],
  ['reviews', 'reported', 'reference', sorted(pick(reviews, 'reference', /^reported/, 'created_at'), 'ascending')],
  ['reviews', 'approved', 'reference', sorted(pick(reviews, 'reference', /^approved|^reported/, 'decided_at'), 'descending')],
  ['reviews', 'declined', 'reference', sorted(pick(reviews, 'reference', /^declined/, 'decided_at'), 'descending')],
  ['vouchers', 'open', 'code', sorted(pick(vouchers, 'code', /^OPEN/, 'created_at'), 'descending')],
  ['vouchers', 'coming', 'code', sorted(pick(vouchers, 'code', /^COMING/, 'created_at'), 'descending')],
  ['vouchers', 'ended', 'code', sorted(pick(vouchers, 'code', /^ENDED/, 'created_at'), 'descending')],
  ['people', 'customers', 'id', sorted([['rosa', openedAt], ...pick(people, 'id', /^customer|^applicant/, 'created_at')], 'descending')],
  ['people', 'resellers', 'id', sorted(pick(people, 'id', /^reseller/, 'created_at'), 'descending')],
  ['people', 'applicants', 'id', sorted(pick(people, 'id', /^applicant/, 'created_at'), 'ascending')],
  ['people', 'news', 'id', sorted(pick(people, 'id', /^reseller/, 'created_at'), 'descending')],
  ['products', 'sold', 'id', ['mug', ...sorted(pick(products, 'id', /^sold|^low|^out/, 'position'), 'ascending')]],
  ['products', 'low', 'id', sorted(pick(products, 'id', /^low/, 'position'), 'ascending')],
  ['products', 'out', 'id', sorted(pick(products, 'id', /^out/, 'position'), 'ascending')],
  ['products', 'draft', 'id', sorted(pick(products, 'id', /^draft/, 'position'), 'ascending')],
  ['products', 'withdrawn', 'id', sorted(pick(products, 'id', /^withdrawn/, 'position'), 'ascending')],
  ['staffEvents', '', 'id', sorted(pick(events, 'id', /./, 'at'), 'descending')],
])('the list of %s %s has each row once, in its order, page by page', async (list, view, key, ids) => {
  const found: unknown[] = [];
  let after: string | null = '';
  while (after !== null) {
    const query: string = `?view=${view}${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`;
    const response = await callDesk(app, deskEndpoints[list], {}, { cookie: rosa, query });
    const page = (await response.json()) as { items: readonly Record<string, unknown>[]; next: string | null };
    found.push(...page.items.map((item) => item.replacement ?? item[key]));
    expect(page.items).toHaveLength(Math.min(50, ids.length - found.length + page.items.length));
    after = page.next;
  }
  expect(found).toEqual(ids);
});
