import { standardOnly } from '#contract/delivery-options.ts';
import { shopLimits } from '#contract/shop.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange } from '#server/domain/catalogue/catalogue.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { changeShop } from '#server/domain/shop/shop-versions.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { testPayments } from '#server/payments/test.ts';
import { aPaidOrderIn } from '#tests/support/desk.ts';
import { aDelivery, anAccountRow } from '#tests/support/orders.ts';

type Written = {
  /** Account of the seller who sits at the desk. */
  readonly seller: string;
  /** Whatever somebody could write, or that came from elsewhere. */
  readonly text: string;
  /** The same in pieces of at most 60 characters, for what is no longer. */
  readonly pieces: readonly string[];
  readonly now: Date;
};

/** Makes this the text of everything that the desk shows of a shop with the sample products; gives the ids of its orders. */
export const writeEverywhere = async (db: Database, { seller, text, pieces, now }: Written) => {
  const at = now.toISOString();
  const [toSend, sent] = [
    await aPaidOrderIn(db, { productId: 'lavender-soap-bar', now }),
    await aPaidOrderIn(db, { productId: 'lavender-soap-bar', now }),
  ];
  await changeStatus(db, testPayments, sent, { to: 'Dispatch', method: 'Evri', tracking: 'EV1', delivery: aDelivery, now });
  const fields = ['firstName', 'lastName', 'streetAddress', 'streetAddress2', 'city', 'state', 'postalCode', 'phone', 'email'];
  const billing = JSON.stringify(Object.fromEntries(fields.map((field) => [field, text])));
  await db.updateTable('order').set({ billing, note: text, gift_message: text }).execute();
  await db.updateTable('order').set({ shipping_method: text, track_id: text }).where('id', '=', sent).execute();
  await db.updateTable('order_line').set({ product_name: text, color: text }).execute();
  await db.updateTable('order_event').set({ what: text, staff_id: seller }).execute();
  await db.insertInto('order_note').values({ order_id: toSend, position: 0, at, account_id: seller, text }).execute();
  await changeShop(
    db,
    ({ details, days, ...data }) => ({
      ...data,
      details: { ...details, address: pieces.slice(0, shopLimits.lines), hours: pieces.slice(shopLimits.lines) },
      days: { ...days, closed: pieces.map((reason) => ({ from: '2025-12-24', to: '2025-12-24', reason })) },
      words: { home: { former: text } },
    }),
    { now },
  );
  const request = {
    product_id: 'lavender-soap-bar',
    reason: text,
    created_at: at,
    amount: null,
    received_at: at,
    restocked: 0,
  };
  const unsent = { sent_at: null, shipping_method: null, track_id: null, exchanged: 0 };
  await db
    .insertInto('refund')
    .values([
      { ...request, ...unsent, reference: 'R-AAAA-AAAA', order_id: toSend, outcome: null, decline_reason: null, decided_at: null },
      { ...request, ...unsent, reference: 'R-BBBB-BBBB', order_id: sent, outcome: 'declined', decline_reason: text, decided_at: at },
    ])
    .execute();
  const message = { kind: 'contact', topic: 'order', name: text, business: text, email: text, phone: text } as const;
  await db
    .insertInto('message')
    .values({ ...message, reference: 'M-AAAA-AAAA', order_id: toSend, text, may_be_bot: 0, created_at: at, answered_at: null })
    .execute();
  await db.insertInto('message_answer').values({ reference: 'M-AAAA-AAAA', position: 0, at, account_id: seller, text }).execute();
  const review = { reply: text, product_id: 'lavender-soap-bar', stars: 1, author: text, text, created_at: at };
  await db
    .insertInto('review')
    .values([
      { ...review, reference: 'V-AAAA-AAAA', order_id: toSend, state: 'waiting', reason: '', revision: 1, decided_at: null },
      { ...review, reference: 'V-BBBB-BBBB', order_id: sent, state: 'removed', reason: text, revision: 3, decided_at: at },
    ])
    .execute();
  await db
    .updateTable('category')
    .set({ name: text, description: text.slice(0, 200) })
    .execute();
  await db
    .insertInto('search_synonym')
    .values({ word: 'cup', finds: JSON.stringify([text]) })
    .execute();
  await createVoucher(db, { kind: 'delivery', code: 'POSTFREE', categories: ['garden'] }, { now });
  const facts = ['sku', 'name', 'short_description', 'full_description', 'material', 'care', 'made_in', 'ingredients', 'warnings', 'maker'];
  await db
    .updateTable('product')
    .set(Object.fromEntries(facts.map((fact) => [fact, text])))
    .execute();
  await db.updateTable('product_type').set({ name: text }).execute();
  await announceChange(db);
  const names = { first_name: text, last_name: text, phone: text, wants_to_resell: 1 };
  await db
    .insertInto('account')
    .values({ ...anAccountRow('kim'), ...names, email: text })
    .execute();
  await db.updateTable('account').set({ first_name: text }).where('id', '=', seller).execute();
  await db.insertInto('staff_event').values({ id: 'hostile', at, account_id: seller, what: text, subject: text, note: text }).execute();
  const mail = { text, parts: '[]', created_at: at, due_at: null, sent_at: null, tries: 9 };
  await db
    .insertInto('mail')
    .values({ ...mail, id: 'hostile', recipient: text, subject: text, problem: text })
    .execute();
  await db
    .insertInto('failed_job')
    .values({ kind: 'retention', key: 'mail', due_at: at, tries: 9, state: 'dead', last_error: text, created_at: at })
    .execute();
  const payment = { event_id: 'evt_1', session_id: 'cs_1', amount: 1300, reference: 'pi_1', received_at: at, refunded_at: null };
  await db
    .insertInto('unmatched_payment')
    .values({ ...payment, order_id: text, problem: text, refund_reference: 're_1' })
    .execute();
  await db
    .insertInto('search_miss')
    .values(pieces.map((term) => ({ day: at.slice(0, 10), term, times: 3 })))
    .execute();
  const regions = pieces.map((name, index) => ({ name, outcodes: [`BT${index + 1}`], surcharge: 1 }));
  await setDeliveryOptions(db, { ...standardOnly, regions });
  return { toSend, sent };
};

/** Of the orders: one to send, and one that is sent. */
export type Ids = Awaited<ReturnType<typeof writeEverywhere>>;

/** The screens of the desk that show it. */
export const writtenScreens: readonly (readonly [name: string, path: (ids: Ids) => string])[] = [
  ['Today', () => '/desk'],
  ['the list of orders', () => '/desk/orders'],
  ['the list of sent orders', () => '/desk/orders?view=sent'],
  ['an order to send', ({ toSend }) => `/desk/orders/${toSend}`],
  ['the list of reviews', () => '/desk/reviews'],
  ['a review that waits', () => '/desk/reviews/V-AAAA-AAAA'],
  ['a review that was taken out', () => '/desk/reviews/V-BBBB-BBBB'],
  ['the list of vouchers', () => '/desk/vouchers'],
  ['a voucher', () => '/desk/vouchers/POSTFREE'],
  ['a new voucher', () => '/desk/vouchers/new'],
  ['categories', () => '/desk/products/categories'],
  ['search words', () => '/desk/products/search-words'],
  ['a sent order', ({ sent }) => `/desk/orders/${sent}`],
  ['the sheet of parcels to send', ({ toSend }) => `/desk/orders/send?ids=${toSend}`],
  ['the pick list', ({ toSend }) => `/desk/orders/pick?ids=${toSend}`],
  ['the packing slips', ({ toSend }) => `/desk/orders/slips?ids=${toSend}`],
  ['the list of refund requests', () => '/desk/refunds'],
  ['a refund request', () => '/desk/refunds/R-AAAA-AAAA'],
  ['a decided refund request', () => '/desk/refunds/R-BBBB-BBBB'],
  ['the list of messages', () => '/desk/messages'],
  ['a message', () => '/desk/messages/M-AAAA-AAAA'],
  ['applicants', () => '/desk/people?view=applicants'],
  ['the staff', () => '/desk/people?view=staff'],
  ['a person', () => '/desk/people/kim'],
  ['products', () => '/desk/products'],
  ['the stock count', () => '/desk/products?count=1'],
  ['a product', () => '/desk/products/lavender-soap-bar'],
  ['figures', () => '/desk/figures'],
  ['how the shop is', () => '/desk/settings?view=health'],
  ['who did what', () => '/desk/settings?view=done'],
  ['ways of delivery', () => '/desk/settings/delivery'],
  ['the details of the shop', () => '/desk/settings/details'],
  ['posting days', () => '/desk/settings/days'],
  ['words of the seller', () => '/desk/settings/words'],
];
