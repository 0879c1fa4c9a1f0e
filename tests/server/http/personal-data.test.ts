import { beforeEach, describe, expect, test } from 'vitest';
import { sessionList } from '#contract/account.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { type Pence, pence } from '#contract/money.ts';
import { deletePersonalData } from '#server/domain/accounts/erasure.ts';
import { exportPersonalData } from '#server/domain/accounts/personal-data.ts';
import { correctAddress } from '#server/domain/desk/correct-address.ts';
import { declareCancellation } from '#server/domain/money/declare-cancellation.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { requestRefund as askForRefund, decideRefundRequest } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { settleByHand } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { findPerson } from '#server/domain/person.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { claimMail, markSent } from '#server/mail/outbox.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, anAccountRow, anOrderFor, anOrderRequest, sell } from '#tests/support/orders.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { pictureFolder } from '#tests/support/refunds.ts';
import { aBrowser } from '#tests/support/test-browser.ts';

const db = await freshDatabase('empty');
await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 99 });
const sellerEmail = 'seller@shop.test';
const imageStore = refundImagesIn(await pictureFolder());
let now = openingDay;
const app = createTestApp({ db, clock: () => now, refundImages: imageStore });
const daysLater = (days: number): Date => new Date(openingDay.getTime() + days * 24 * 3600 * 1000);

const password = 'a long walk home';
const passwordHash = await cheapPasswords.hash(password);
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

beforeEach(async () => {
  now = openingDay;
  for (const table of ['order', 'message', 'message_receipt', 'mail', 'limit_hit', 'account'] as const)
    await db.deleteFrom(table).execute();
});

const anAccount = async (email: string = aBuyer.email): Promise<void> => {
  await db
    .insertInto('account')
    .values({ ...anAccountRow(email, email), phone: '0113 496 0142', marketing: 1, password_hash: passwordHash })
    .execute();
};
const aVisitor = async () => {
  const browser = aBrowser(app);
  await browser.open();
  return browser;
};
const signIn = async (email: string = aBuyer.email, userAgent = windows) => {
  const browser = await aVisitor();
  expect((await browser.send(endpoints.login, { email, password }, { 'user-agent': userAgent })).status).toBe(200);
  return browser;
};
type Browser = Awaited<ReturnType<typeof signIn>>;

/** Places an order with a note and a gift message; returns its id. */
const order = async (browser: Browser, status: 'pending' | 'confirmed' | 'Delivered', email: string = aBuyer.email): Promise<string> => {
  const payload = {
    items: [{ productId: 'mug', quantity: 1 }],
    billingInfo: { ...aBuyer, email },
    note: 'Ring twice, please',
    giftMessage: 'Happy birthday, Grace',
    acceptsTerms: true,
    refusesReviewMail: true,
  };
  const { body } = await browser.send(endpoints.placeOrder, payload, { 'idempotency-key': crypto.randomUUID() });
  const { _id: id } = body as { _id: string };
  await db.updateTable('order').set({ status }).where('id', '=', id).execute();
  return id;
};
const requestRefund = async (order_id: string, decided_at: string | null): Promise<void> => {
  const reference = sha256(order_id).slice(0, 8);
  const at = openingDay.toISOString();
  await db
    .insertInto('refund')
    .values({
      reference,
      order_id,
      product_id: 'mug',
      reason: 'It hurt my hand',
      created_at: at,
      outcome: null,
      amount: null,
      decided_at,
      exchanged: 0,
      restocked: 0,
    })
    .execute();
  await db
    .insertInto('refund_image')
    .values({ reference, position: 0, file: `${reference}.jpg` })
    .execute();
};
const write = (browser: Browser, email: string = aBuyer.email) =>
  browser.send(endpoints.contact, { name: 'Ada', email, topic: 'product', message: 'Is the mug fine in a dishwasher?' });
const remove = (browser: Browser, typed = password) => browser.send(endpoints.deleteUser, { password: typed });
const rowsOf = (id: string) => db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirst();
/** Everything in the tables that hold personal data, as one text. */
const everything = async (): Promise<string> => {
  const tables = [
    'account',
    'session',
    'order',
    'refund',
    'refund_image',
    'message',
    'mail',
    'registration',
    'token',
    'saved_line',
    'list_change',
    'wishlist_link',
  ] as const;
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
};

describe('POST /user/export', () => {
  test('a shopper downloads everything held of them, guest orders of their address included, and nothing of others', async () => {
    await anAccount();
    await anAccount('eve@example.com');
    const eve = await signIn('eve@example.com');
    await order(eve, 'confirmed', 'eve@example.com');
    const guest = await aVisitor();
    const guestOrder = await order(guest, 'confirmed');
    // Anybody may type Ada's address into an order and not pay it.
    const unpaidByStranger = await order(guest, 'pending');
    await write(guest);
    const browser = await signIn();
    const own = await order(browser, 'Delivered');
    await requestRefund(own, null);
    const line = { list: 'wishlist', productId: 'mug', variation: '', color: '', size: '' };
    const { id: account } = await db.selectFrom('account').select('id').where('email', '=', aBuyer.email).executeTakeFirstOrThrow();
    await browser.send(endpoints.saveLists, { account, id: 'a-change-of-ada', operations: [{ ...line, does: 'add', quantity: 1 }] });
    await browser.send(endpoints.shareWishlist, { showsName: true });
    const { status, body, headers } = await browser.send(endpoints.exportUser);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({
      exportedAt: openingDay.toISOString(),
      account: {
        email: aBuyer.email,
        firstName: 'Ada',
        wantsNews: true,
        signedIn: [{ browser: 'Firefox', system: 'Windows' }],
        lists: [{ list: 'wishlist', productId: 'mug', quantity: 1 }],
        wishlistLink: { createdAt: openingDay.toISOString(), showsFirstName: true },
      },
      messages: [{ text: 'Is the mug fine in a dishwasher?', email: aBuyer.email }],
      emails: [{ subject: expect.any(String) }],
      stockAlerts: [],
    });
    const { orders } = body as { orders: { _id: string }[] };
    expect(orders.map(({ _id }) => _id).toSorted()).toEqual([guestOrder, own].toSorted());
    expect(orders.find(({ _id }) => _id === own)).toMatchObject({
      note: 'Ring twice, please',
      giftMessage: 'Happy birthday, Grace',
      refusesReviewMail: true,
      deliveredTo: { phone: aBuyer.phone, city: aBuyer.city },
      items: [{ product: { name: 'Mug' }, quantity: 1 }],
      refundRequests: [{ reason: 'It hurt my hand', pictures: 1 }],
    });
    const text = JSON.stringify(body);
    expect(text).not.toContain(unpaidByStranger);
    expect(text).not.toMatch(/eve@example\.com|argon2|password|token/);
  });

  test('an account that never proved its mailbox exports and deletes nothing that others may have typed under its address', async () => {
    const guest = await aVisitor();
    const guestOrder = await order(guest, 'confirmed');
    await write(guest);
    await anAccount();
    await db.updateTable('account').set({ mailbox_proved_at: null }).execute();
    const browser = await signIn();
    expect((await browser.send(endpoints.exportUser)).body).toMatchObject({ orders: [], messages: [], emails: [] });
    expect((await remove(browser)).status).toBe(204);
    expect(await rowsOf(guestOrder)).toMatchObject({ email_key: aBuyer.email, erasure_asked_at: null });
    expect(await db.selectFrom('message').select('email').execute()).toEqual([{ email: aBuyer.email }]);
  });

  test('a shopper can download their data ten times an hour', async () => {
    await anAccount();
    const browser = await signIn();
    for (let time = 0; time < 10; time += 1) expect((await browser.send(endpoints.exportUser)).status).toBe(200);
    expect((await browser.send(endpoints.exportUser)).status).toBe(429);
  });
});

describe('POST /user/delete', () => {
  test('a wrong password deletes nothing, and guessing it is stopped', async () => {
    await anAccount();
    const browser = await signIn();
    const { status, body } = await remove(browser, 'not the password');
    expect(status).toBe(422);
    expect(failureBody.parse(body).errors).toEqual({ password: 'This is not your password. Nothing was deleted.' });
    const answers = await Promise.all(Array.from({ length: 9 }, () => remove(browser, 'not the password')));
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(5);
    expect(await db.selectFrom('account').select('email').execute()).toEqual([{ email: aBuyer.email }]);
  });

  test('deleting an account ends its sessions, deletes its messages and mails, and says so by mail', async () => {
    await anAccount();
    const elsewhere = await signIn();
    const browser = await signIn();
    await write(browser);
    await db.updateTable('mail').set({ sent_at: openingDay.toISOString(), due_at: null }).execute();
    await browser.send(endpoints.forgotPassword, { email: aBuyer.email });
    expect((await remove(browser)).status).toBe(204);
    expect(browser.cookies.has('session')).toBe(false);
    for (const each of [browser, elsewhere]) expect((await each.open()).body).toEqual({ user: null });
    for (const table of ['account', 'session', 'token', 'message'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    const mails = await db.selectFrom('mail').select(['recipient', 'subject', 'text']).execute();
    const own = mails.filter(({ recipient }) => recipient === aBuyer.email);
    expect(own.map(({ subject }) => subject).toSorted()).toEqual(['Choose a new password for Flone', 'Your data at Flone is deleted']);
    expect(own.map(({ text }) => text).join()).not.toContain('six years');
    expect((await browser.send(endpoints.login, { email: aBuyer.email, password })).status).toBe(401);
  });

  test('a paid order is kept without its account, and loses contact, note, reason and pictures after 60 days, never its address and prices', async () => {
    await anAccount();
    const browser = await signIn();
    const id = await order(browser, 'Delivered');
    const before = await rowsOf(id);
    await requestRefund(id, openingDay.toISOString());
    expect((await remove(browser)).status).toBe(204);
    expect(await rowsOf(id)).toMatchObject({ user_id: null, billing: before?.billing, note: before?.note });
    expect(await db.selectFrom('mail').select('text').where('subject', 'like', '%is deleted').executeTakeFirst()).toMatchObject({
      text: expect.stringContaining('six years'),
    });
    await db.deleteFrom('mail').execute();

    await purgeExpired(db, new Date(daysLater(60).getTime() - 1), imageStore);
    expect(await rowsOf(id)).toMatchObject({ billing: before?.billing });
    await purgeExpired(db, daysLater(60), imageStore);
    const after = await rowsOf(id);
    expect(after).toMatchObject({ status: 'Delivered', total: before?.total, note: '', email_key: '', erasure_asked_at: null });
    const { email: _, phone: __, ...kept } = aBuyer;
    expect(JSON.parse(after?.billing ?? '')).toEqual(kept);
    for (const trace of [aBuyer.email, aBuyer.phone, 'Ring twice', 'Happy birthday', 'It hurt my hand', '.jpg'])
      expect(await everything()).not.toContain(trace);
    // The order can still be opened by its id, and its seller's changes mail nobody.
    const opened = await (await aVisitor()).send({ method: 'GET', path: endpointPath(endpoints.order.path, { orderId: id }) });
    expect([opened.status, opened.body]).toEqual([200, expect.objectContaining({ status: 'Delivered' })]);
    const refunded = await app.request(endpointPath(endpoints.refundOrder.path, { orderId: id }));
    expect(refunded.status).toBe(200);
  });

  test('of what buyer and seller typed about an order nothing is left in any column of any table after the erasure, but name, address and prices', async () => {
    const marker = 'Quercus';
    await sell(db, { id: 'bowl', name: 'Bowl', basePrice: 30, stock: 9 });
    const email = `ada.${marker}@example.com`;
    const billingInfo = { ...aBuyer, email };
    const placeOne = async (status: 'Delivered' | 'confirmed') => {
      const items = [{ productId: 'mug' }, { productId: 'bowl', quantity: 2 }];
      const request = anOrderRequest({ ...anOrderFor(...items), billingInfo, note: marker, giftMessage: marker }, { now: openingDay });
      const { _id: id } = await placeOrder(db, request);
      await payOrder(db, id);
      await db.updateTable('order').set({ status }).where('id', '=', id).execute();
      return id;
    };
    const ask = (orderId: string, ProductId: string) =>
      askForRefund(db, { orderId, ProductId, reason: marker }, [], { imageStore, now: openingDay });
    const address = { ...aBuyer, email, phone: '+44 113 496 0999' };
    const [sent, cancelled, kept] = [await placeOne('Delivered'), await placeOne('confirmed'), await placeOne('Delivered')];
    await correctAddress(db, cancelled, { address: { ...address, streetAddress: `2 ${marker} Road` }, now: openingDay });
    await correctAddress(db, cancelled, { address, now: openingDay });
    await decideRefundRequest(db, await ask(sent, 'mug'), { outcome: 'declined', reason: marker }, openingDay);
    await decideRefundRequest(db, await ask(sent, 'bowl'), { outcome: 'full', withoutReturn: true }, openingDay);
    await settleByHand(db, sent, `to account 12-34-56 of ${marker}`, openingDay);
    await cancelOrder(db, testPayments, cancelled, { reason: marker, now: openingDay });
    const { items = [] } = await findOrder(db, kept);
    const units = { itemId: items[0]?._id ?? '', quantity: 1, left: 1 };
    const { references } = await declareCancellation(db, { orderId: kept, items: [units] }, openingDay);
    await decideRefundRequest(db, references[0] ?? '', { outcome: 'withdrawn', reason: marker }, openingDay);
    for (const id of [sent, cancelled, kept])
      await db
        .insertInto('order_note')
        .values({ order_id: id, position: 0, at: openingDay.toISOString(), account_id: null, text: marker })
        .execute();
    await (await aVisitor()).send(endpoints.contact, { name: marker, email, topic: 'product', message: `${marker} of ${sent}?` });

    const columnsWith = async (): Promise<string[]> => {
      const found = new Set<string>();
      for (const { name, columns } of await db.introspection.getTables())
        for (const row of await db
          .selectFrom(name as 'order')
          .selectAll()
          .execute())
          for (const { name: column } of columns)
            if (
              String(Object.entries(row).find(([key]) => key === column)?.[1])
                .toLowerCase()
                .includes(marker.toLowerCase())
            )
              found.add(`${name}.${column}`);
      return [...found].toSorted();
    };
    // Whatever else can be typed belongs to this list: it is what the erasure below is tried with.
    const planted = [
      'mail.parts mail.recipient mail.reply_to mail.subject mail.text',
      'message.email message.name message.text money.note',
      'order.billing order.cancel_reason order.email_key order.gift_message order.note order_event.what order_note.text order_word.word',
      'refund.decline_reason refund.reason',
    ];
    expect(await columnsWith()).toEqual(planted.flatMap((columns) => columns.split(' ')));
    await sendDueRefunds(db, testPayments, { clock: () => openingDay, sellerEmail });
    // The mails were sent.
    for (let mail = await claimMail(db, openingDay); mail; mail = await claimMail(db, openingDay)) await markSent(db, mail.id, openingDay);
    await deletePersonalData(db, await findPerson(db, email), {
      sender: { shopName: 'Flone', shopUrl: 'https://shop.example' },
      now: openingDay,
    });
    for (let mail = await claimMail(db, openingDay); mail; mail = await claimMail(db, openingDay)) await markSent(db, mail.id, openingDay);
    await purgeExpired(db, daysLater(61), imageStore);
    // The mail that says so is the last, and is deleted with its retention.
    expect(await columnsWith()).toEqual(['mail.recipient']);
    const history = await db.selectFrom('order_event').select('what').execute();
    for (const sentence of ['Address corrected.', 'declined.', 'by hand.', 'withdrawn, the buyer keeps the goods.'])
      expect(history.map(({ what }) => what).join('\n')).toContain(sentence);
  });

  test('contact details stay while a refund request is not decided or money has to go back', async () => {
    await anAccount();
    const browser = await signIn();
    const id = await order(browser, 'Delivered');
    await requestRefund(id, null);
    const payment = { session_id: 's', order_id: id, attempt: 0, provider: 'test', url: '', status: 'paid' } as const;
    await db
      .insertInto('payment')
      .values({ ...payment, created_at: openingDay.toISOString() })
      .execute();
    const time = openingDay.toISOString();
    await db
      .insertInto('money')
      .values({ id: 'p', order_id: id, session_id: 's', source: 'hand', state: 'wanted', amount: 100, created_at: time, at: time })
      .execute();
    await remove(browser);
    const emailKeyAt = async (time: Date) => {
      await purgeExpired(db, time, imageStore);
      return (await rowsOf(id))?.email_key;
    };
    expect(await emailKeyAt(daysLater(61))).toBe(aBuyer.email);
    await db
      .updateTable('refund')
      .set({ decided_at: daysLater(61).toISOString() })
      .execute();
    expect(await emailKeyAt(daysLater(61))).toBe(aBuyer.email);
    await db
      .updateTable('money')
      .set({ state: 'done', at: daysLater(62).toISOString() })
      .execute();
    expect(await emailKeyAt(daysLater(62))).toBe('');
  });

  test('orders that are older than 60 days lose their contact details with the account, at once', async () => {
    await anAccount();
    const browser = await signIn();
    const id = await order(browser, 'Delivered');
    now = daysLater(61);
    const later = await signIn();
    await remove(later);
    expect(await rowsOf(id)).toMatchObject({ email_key: '', note: '', erasure_asked_at: null });
  });

  test('an order that is still being made keeps contact and note until 60 days after it was sent, however long that takes', async () => {
    await anAccount();
    const browser = await signIn();
    const id = await order(browser, 'confirmed');
    await order(browser, 'Delivered');
    await remove(browser);
    const step = (to: 'processing' | 'Dispatch' | 'Delivered', day: number) =>
      changeStatus(db, testPayments, id, {
        to,
        ...(to === 'Dispatch' && { method: 'Royal Mail' }),
        delivery: aDelivery,
        now: daysLater(day),
      });
    const keptAt = async (time: Date): Promise<unknown> => {
      await purgeExpired(db, time, imageStore);
      const { note, email_key, billing } = (await rowsOf(id)) ?? {};
      return { note, email_key, phone: JSON.parse(billing ?? '{}').phone };
    };
    const everythingKept = { note: 'Ring twice, please', email_key: aBuyer.email, phone: aBuyer.phone };
    expect(await keptAt(daysLater(90))).toEqual(everythingKept);
    expect(await db.selectFrom('order').select('status').where('email_key', '=', '').execute()).toEqual([{ status: 'Delivered' }]);
    await step('processing', 100);
    expect(await keptAt(daysLater(199))).toEqual(everythingKept);
    await step('Dispatch', 200);
    await step('Delivered', 203);
    expect(await keptAt(new Date(daysLater(260).getTime() - 1))).toEqual(everythingKept);
    const mails = await db.selectFrom('mail').select('recipient').where('subject', 'like', `%${id}%`).execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual([aBuyer.email, aBuyer.email, aBuyer.email]);
    expect(await keptAt(daysLater(260))).toEqual({ note: '', email_key: '', phone: undefined });
  });

  test('contact details of a paid order that is cancelled go 60 days after it was placed, once its money is back', async () => {
    await anAccount();
    const browser = await signIn();
    const id = await order(browser, 'pending');
    await payOrder(db, id);
    await remove(browser);
    await purgeExpired(db, daysLater(61), imageStore);
    expect(await rowsOf(id)).toMatchObject({ status: 'confirmed', email_key: aBuyer.email });
    await cancelOrder(db, testPayments, id, { now: daysLater(61) });
    await purgeExpired(db, daysLater(61), imageStore);
    expect(await rowsOf(id)).toMatchObject({ status: 'cancelled', email_key: aBuyer.email });
    await sendDueRefunds(db, testPayments, { clock: () => daysLater(61), sellerEmail });
    await purgeExpired(db, daysLater(61), imageStore);
    expect(await rowsOf(id)).toMatchObject({ email_key: '', note: '' });
  });

  test('contact details of an order that was refunded in full before it was sent go 60 days after it was placed, once its money is back', async () => {
    await anAccount();
    const browser = await signIn();
    const [whole, part] = [await order(browser, 'pending'), await order(browser, 'pending')];
    for (const id of [whole, part]) await payOrder(db, id);
    const decide = async (id: string, decision: { outcome: 'full' } | { outcome: 'partial'; amount: Pence }): Promise<void> => {
      const reference = await askForRefund(db, { orderId: id, ProductId: 'mug', reason: 'It comes too late for me.' }, [], {
        imageStore,
        now,
      });
      await decideRefundRequest(db, reference, { ...decision, withoutReturn: true }, now);
    };
    await decide(whole, { outcome: 'full' });
    await decide(part, { outcome: 'partial', amount: pence(2) });
    await remove(browser);
    await purgeExpired(db, daysLater(61), imageStore);
    expect(await rowsOf(whole)).toMatchObject({ status: 'confirmed', email_key: aBuyer.email });
    expect(await sendDueRefunds(db, testPayments, { clock: () => daysLater(61), sellerEmail })).toBe(2);
    await purgeExpired(db, daysLater(61), imageStore);
    expect(await rowsOf(whole)).toMatchObject({ status: 'confirmed', email_key: '', note: '' });
    expect(await rowsOf(part)).toMatchObject({ status: 'confirmed', email_key: aBuyer.email });
  });

  test('contact details of an order that is neither sent nor cancelled go two years after it was placed', async () => {
    await anAccount();
    const browser = await signIn();
    const id = await order(browser, 'confirmed');
    await remove(browser);
    await purgeExpired(db, new Date(daysLater(2 * 365).getTime() - 1), imageStore);
    expect(await rowsOf(id)).toMatchObject({ status: 'confirmed', email_key: aBuyer.email });
    await purgeExpired(db, daysLater(2 * 365), imageStore);
    expect(await rowsOf(id)).toMatchObject({ status: 'confirmed', email_key: '', note: '' });
  });

  test('contact details stay while the buyer’s bank asks about the payment, or disputes it', async () => {
    await anAccount();
    const browser = await signIn();
    const id = await order(browser, 'pending');
    await payOrder(db, id);
    await db.updateTable('order').set({ status: 'Delivered' }).execute();
    await remove(browser);
    const { reference } = await db.selectFrom('payment').select('reference').where('order_id', '=', id).executeTakeFirstOrThrow();
    const emailKeyAfter = async (state: 'inquiry' | 'held' | 'void') => {
      const event = { kind: 'dispute', reference: 'dp_1', payment: reference ?? '', amount: 1000, state, reason: '' } as const;
      await recordMoney(db, event, { now: daysLater(50), sellerEmail });
      await purgeExpired(db, daysLater(61), imageStore);
      return (await rowsOf(id))?.email_key;
    };
    expect(await emailKeyAfter('inquiry')).toBe(aBuyer.email);
    expect(await emailKeyAfter('held')).toBe(aBuyer.email);
    expect(await emailKeyAfter('void')).toBe('');
  });

  test('a person without an account can be exported and forgotten by the seller', async () => {
    const guest = await aVisitor();
    const id = await order(guest, 'Delivered', 'Guest@Example.com');
    await write(guest, 'guest@example.com');
    const person = await findPerson(db, ' GUEST@example.com');
    expect(await exportPersonalData(db, person, now)).toMatchObject({ account: null, orders: [{ _id: id }], messages: [{ name: 'Ada' }] });
    const sender = { shopName: 'Flone', shopUrl: 'https://shop.example' };
    expect(await deletePersonalData(db, person, { sender, now })).toEqual({ hadAccount: false, orders: 1, messages: 1 });
    expect(await rowsOf(id)).toMatchObject({ erasure_asked_at: openingDay.toISOString() });
    const nobody = await findPerson(db, 'nobody@example.com');
    await expect(deletePersonalData(db, nobody, { sender, now })).rejects.toThrow('Nothing is held about the address nobody@example.com.');
    await expect(exportPersonalData(db, nobody, now)).rejects.toThrow('Nothing is held about the address nobody@example.com.');
  });
});

describe('sessions', () => {
  const listOf = async (browser: Browser) => sessionList.parse((await browser.send(endpoints.sessions)).body).sessions;
  const isSignedIn = async (browser: Browser): Promise<boolean> => JSON.stringify((await browser.open()).body) !== '{"user":null}';

  test('a shopper sees where they are signed in: browser and system, the day of the last visit, and which one this is', async () => {
    await anAccount();
    await signIn(aBuyer.email, phone);
    now = daysLater(2);
    const browser = await signIn();
    expect(await listOf(browser)).toEqual([
      {
        id: expect.any(String),
        browser: 'Firefox',
        system: 'Windows',
        startedAt: now.toISOString(),
        lastSeen: now.toISOString().slice(0, 10),
        isThis: true,
      },
      {
        id: expect.any(String),
        browser: 'Safari',
        system: 'iPhone',
        startedAt: openingDay.toISOString(),
        lastSeen: openingDay.toISOString().slice(0, 10),
        isThis: false,
      },
    ]);
  });

  test('a shopper ends one other session, or all others, and stays signed in', async () => {
    await anAccount();
    const [one, two, three] = [await signIn(), await signIn(aBuyer.email, phone), await signIn()];
    const iPhone = (await listOf(one)).find(({ system }) => system === 'iPhone');
    expect((await one.send(endpoints.endSessions, { id: iPhone?.id })).status).toBe(204);
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(three)]).toEqual([true, false, true]);
    expect((await one.send(endpoints.endSessions, { others: true })).status).toBe(204);
    expect([await isSignedIn(one), await isSignedIn(three)]).toEqual([true, false]);
    expect(await listOf(one)).toHaveLength(1);
    // Neither a wrong field nor nothing may mean "all".
    for (const body of [{}, { others: false }, { id: '' }, { id: 'x', others: true }])
      expect((await one.send(endpoints.endSessions, body)).status).toBe(422);
  });

  test('a session that is used every day ends after 90 days all the same', async () => {
    await anAccount();
    const browser = await signIn();
    for (let days = 1; days < 90; days += 1.5) {
      now = daysLater(days);
      expect(await isSignedIn(browser)).toBe(true);
    }
    now = new Date(daysLater(90).getTime() - 1);
    expect(await isSignedIn(browser)).toBe(true);
    now = daysLater(90);
    expect(await isSignedIn(browser)).toBe(false);
    await purgeExpired(db, now, imageStore);
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
  });

  test('a change of password gives this browser a new session, so that a stolen token ends with the old password', async () => {
    await anAccount();
    const browser = await signIn();
    const stolen = aBrowser(app);
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    expect(await isSignedIn(stolen)).toBe(true);
    const path = endpointPath(endpoints.updateUser.path, { userId: aBuyer.email });
    const changes = { password: 'quite another walk', currentPassword: password };
    expect((await browser.send({ method: 'PUT', path }, changes)).status).toBe(200);
    expect([await isSignedIn(browser), await isSignedIn(stolen)]).toEqual([true, false]);
    expect(await listOf(browser)).toHaveLength(1);
  });
});
