import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { contactTopics, enquiryKinds, messageReceipt } from '#contract/messages.ts';
import { listMessages, markAnswered } from '#server/domain/messages/messages.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { claimMail, markSent } from '#server/mail/outbox.ts';
import type { Mail } from '#server/mail/transport.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { htmlOf } from '#tests/support/mails.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { minutesLater } from '#tests/support/orders.ts';
import { pictureFolder } from '#tests/support/refunds.ts';
import { refusalOfCall } from '#tests/support/refusal-of.ts';
import { readsShop } from '#tests/support/sample-shop.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
let now = openingDay;
const sellerEmail = 'seller@mugs.example';
const site = { shopUrl: () => 'https://shop.example', readShop: readsShop({ name: 'Mugs' }, { sellerEmail }) };
const app = createTestApp({ db, clock: () => now, ...site });

const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123' };
const json = { ...token, 'content-type': 'application/json' };
const contact = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  topic: 'product',
  message: 'Is the oat mug fine in a dishwasher?',
};
const enquiry = {
  kind: 'wholesale',
  name: 'Grace Hill',
  business: 'The Corner Shop',
  email: 'grace@corner.example',
  phone: '0113 496 0142',
  message: 'We would like twenty mugs for our shelves.',
};
const calls = { contact: [endpoints.contact.path, contact], enquiry: [endpoints.enquiry.path, enquiry] } as const;
type Which = keyof typeof calls;
const both = Object.keys(calls) as Which[];

const post = (path: string, body: unknown, headers: Record<string, string> = json) =>
  app.request(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const send = (which: Which, over: object = {}) => post(calls[which][0], { ...calls[which][1], ...over });
/** Inserts a paid order; returns its id. */
const anOrder = async (): Promise<string> => {
  const id = '0001-0002-0003-0004';
  const at = now.toISOString();
  const texts = {
    note: '',
    gift_message: '',
    refuses_review_mail: 0,
    billing: '{}',
    shop_origin: '',
    trader: '',
    email_key: '',
    pay_by: at,
    created_at: at,
  };
  await db
    .insertInto('order')
    .values({ ...texts, id, user_id: null, status: 'Delivered', goods_total: 500, delivery_total: 0, discount_total: 0, total: 500 })
    .execute();
  return id;
};

const receiptOf = async (answer: Response | Promise<Response>) => {
  const response = await answer;
  expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
  return messageReceipt.parse(await response.json());
};
const storedMessages = () => listMessages(db, { isOpen: false });
const mails = async (): Promise<Mail[]> => {
  const all: Mail[] = [];
  for (let mail = await claimMail(db, now); mail; mail = await claimMail(db, now)) {
    all.push({ ...mail, html: await htmlOf(mail) });
    await markSent(db, mail.id, now);
  }
  return all;
};
const mailTo = async (to: string): Promise<Mail> => {
  const mail = (await mails()).find((each) => each.to === to);
  if (!mail) throw new Error(`Nothing was sent to ${to}.`);
  return mail;
};

beforeEach(async () => {
  now = openingDay;
  for (const table of ['message', 'message_receipt', 'mail', 'limit_hit'] as const) await db.deleteFrom(table).execute();
});

describe('POST /client/contact', () => {
  test('a message is stored, and its sender gets a reference', async () => {
    const { message, reference } = await receiptOf(send('contact'));
    expect(message).not.toBe('');
    expect(reference).toMatch(/^M-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await storedMessages()).toEqual([
      {
        ...contact,
        reference,
        kind: 'contact',
        business: '',
        phone: '',
        orderId: '',
        createdAt: openingDay.toISOString(),
        answeredAt: null,
        mayBeBot: 0,
        answerBy: null,
      },
    ]);
  });

  test.each(contactTopics)('a message about "%s" is accepted', async (topic) => {
    await receiptOf(send('contact', { topic }));
    expect(await storedMessages()).toMatchObject([{ topic }]);
  });

  test('whoever writes about personal data is told at once by which day it will be answered, and so is the seller', async () => {
    now = new Date('2026-11-27T23:30:00.000Z');
    await receiptOf(send('contact', { topic: 'data' }));
    expect(await storedMessages()).toMatchObject([{ topic: 'data', answerBy: '2026-12-27' }]);
    const sent = await mails();
    expect(sent.find(({ to }) => to === sellerEmail)?.text).toMatch(/Answer by:? Sun 27 December/);
    const receipt = sent.find(({ to }) => to === 'ada@example.com')?.text;
    expect(receipt).toContain('answer by Sun 27 December');
    expect(receipt).toContain('https://ico.org.uk/make-a-complaint/');
  });

  test('a message about anything else has no day by which the law asks for an answer', async () => {
    await receiptOf(send('contact', { topic: 'other' }));
    expect((await mails()).map(({ text }) => text).join('\n')).not.toMatch(/Answer by|answer by|ico\.org/);
  });

  test('an order id is stored in its normal form, and only with the topic order', async () => {
    await receiptOf(send('contact', { topic: 'order', orderId: ' abcd efgh jkmn pqrs ' }));
    await receiptOf(send('contact', { topic: 'other', orderId: 'ABCD-EFGH-JKMN-PQRS' }));
    await receiptOf(send('contact', { topic: 'order', orderId: '' }));
    expect((await storedMessages()).map(({ topic, orderId }) => `${topic}:${orderId}`).toSorted()).toEqual([
      'order:',
      'order:ABCD-EFGH-JKMN-PQRS',
      'other:',
    ]);
  });

  test('the seller is mailed the message, and a reply goes to its sender', async () => {
    const { reference } = await receiptOf(
      send('contact', { topic: 'order', orderId: 'ABCD-EFGH-JKMN-PQRS', message: 'One\r\ntwo\rthree.' }),
    );
    const mail = await mailTo(sellerEmail);
    expect(mail.replyTo).toBe('ada@example.com');
    expect(mail.subject).toBe(`${reference}: an order, from Ada Byron`);
    for (const part of [reference, 'Ada Byron', 'ada@example.com', 'ABCD-EFGH-JKMN-PQRS', 'One\ntwo\nthree.'])
      expect(mail.text).toContain(part);
    expect(mail.html).toContain('One<br>two<br>three.');
  });

  test('the sender is mailed a receipt with the reference, and nothing that was typed', async () => {
    const { reference } = await receiptOf(send('contact', { message: 'Cheap pills at https://evil.example' }));
    const mail = await mailTo('ada@example.com');
    expect(mail.replyTo).toBe(sellerEmail);
    expect(mail.subject).toContain(reference);
    expect(mail.text).toContain(reference);
    expect(mail.text + mail.html).not.toMatch(/evil|Ada|Byron/);
  });
});

describe('POST /client/enquiry', () => {
  test.each(enquiryKinds)('an enquiry (%s) is stored, mailed to the seller and acknowledged', async (kind) => {
    const { reference } = await receiptOf(send('enquiry', { kind }));
    const { message: text, ...others } = enquiry;
    expect(await storedMessages()).toMatchObject([{ ...others, kind, message: text, reference, topic: '', orderId: '' }]);
    const sent = await mails();
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['grace@corner.example', sellerEmail]);
    const toSeller = sent.find(({ to }) => to === sellerEmail);
    expect(toSeller).toMatchObject({ subject: `${reference}: ${kind} enquiry, from Grace Hill`, replyTo: 'grace@corner.example' });
    for (const part of ['The Corner Shop', '0113 496 0142', text]) expect(toSeller?.text).toContain(part);
    const toSender = sent.find(({ to }) => to !== sellerEmail);
    expect(toSender?.text).toContain(`https://shop.example/${kind}`);
    expect(toSender?.text).not.toMatch(/Grace|Corner/);
  });

  test('the telephone number is optional', async () => {
    await receiptOf(send('enquiry', { phone: undefined }));
    expect(await storedMessages()).toMatchObject([{ phone: '' }]);
  });
});

describe('repeated messages', () => {
  test.each(both)('the same text (%s) within minutes is a duplicate, and gets the same reference', async (which) => {
    const first = await receiptOf(send(which));
    now = minutesLater(9);
    expect(await receiptOf(send(which))).toEqual(first);
    expect(await storedMessages()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  test('concurrent duplicates are stored once', async () => {
    const receipts = await Promise.all(Array.from({ length: 6 }, () => receiptOf(send('contact'))));
    expect(new Set(receipts.map(({ reference }) => reference)).size).toBe(1);
    expect(await storedMessages()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  test('a changed text, or the same one after ten minutes, is a new message', async () => {
    const references = [
      await receiptOf(send('contact')),
      await receiptOf(send('contact', { message: `${contact.message}?` })),
      await receiptOf(send('contact', { email: 'ada@example.org' })),
    ];
    now = minutesLater(10);
    references.push(await receiptOf(send('contact')));
    expect(new Set(references.map(({ reference }) => reference)).size).toBe(4);
    expect(await storedMessages()).toHaveLength(4);
  });

  test('a message is deleted two years after the last one, as the privacy page says, or with its order', async () => {
    const at = (day: string) => new Date(`${day}T09:00:00.000Z`);
    now = at('2025-01-01');
    const old = await receiptOf(send('contact'));
    const answered = await receiptOf(send('contact', { message: 'This was answered late.' }));
    const orderId = await anOrder();
    const ordered = await receiptOf(send('contact', { topic: 'order', orderId }));
    const mistyped = await receiptOf(send('contact', { topic: 'order', orderId: 'ABCD-EFGH-JKMN-PQRS' }));
    await markAnswered(db, answered.reference, at('2025-02-01'));
    const referencesAfterPurge = async (day: string) => {
      await purgeExpired(db, at(day), imageStore);
      return (await storedMessages()).map(({ reference }) => reference).toSorted();
    };
    const references = (...receipts: readonly { readonly reference: string }[]) => receipts.map(({ reference }) => reference).toSorted();
    expect(await referencesAfterPurge('2026-12-31')).toEqual(references(old, answered, ordered, mistyped));
    expect(await referencesAfterPurge('2027-01-02')).toEqual(references(answered, ordered));
    expect(await referencesAfterPurge('2027-02-02')).toEqual([ordered.reference]);
    await db.deleteFrom('order').where('id', '=', orderId).execute();
    expect(await referencesAfterPurge('2027-02-02')).toEqual([]);
  });

  test('the receipt by which a repeated message is recognised is deleted after ten minutes', async () => {
    await receiptOf(send('contact'));
    const tables = await db.introspection.getTables();
    const rowsOf = async (table: string) => JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(db)).rows);
    const tablesWithText = async () => {
      const found = await Promise.all(tables.map(async ({ name }) => ((await rowsOf(name)).includes(contact.message) ? [name] : [])));
      return found.flat().toSorted();
    };
    expect(await tablesWithText()).toEqual(['mail', 'message']);
    // Mails lose it once they are sent.
    expect(await mails()).toHaveLength(2);
    expect(await tablesWithText()).toEqual(['message']);
    // Of a receipt, the digest of a guessed text would tell that it was sent.
    await purgeExpired(db, minutesLater(9), imageStore);
    expect(await rowsOf('message_receipt')).not.toBe('[]');
    await purgeExpired(db, minutesLater(10), imageStore);
    expect(await rowsOf('message_receipt')).toBe('[]');
    expect(await tablesWithText()).toEqual(['message']);
  });
});

describe('bots', () => {
  test.each(both)(
    'a message that fills in the honeypot field (%s) is kept and marked for the seller, and its sender gets no mail',
    async (which) => {
      const human = await receiptOf(send(which));
      const machine = await receiptOf(send(which, { honeypot: 'https://pills.example', email: 'bot@example.com' }));
      expect(machine.message).toBe(human.message);
      expect(machine.reference).not.toBe(human.reference);
      const marked = (await storedMessages()).map(({ reference, mayBeBot }) => [reference, mayBeBot] as const);
      expect(new Map<string, number>(marked)).toEqual(
        new Map([
          [human.reference, 0],
          [machine.reference, 1],
        ]),
      );
      const sent = await mails();
      expect(sent.map(({ to }) => to)).not.toContain('bot@example.com');
      expect(sent.filter(({ subject }) => subject.startsWith('Perhaps a bot: '))).toHaveLength(1);
    },
  );

  test.each(both)('a client address is limited to twenty messages an hour (%s)', async (which) => {
    for (let turn = 0; turn < 20; turn += 1) await receiptOf(send(which, { email: `a${turn}@example.com` }));
    const response = await send(which, { email: 'b@example.com' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000);
    await refusalOfCall(response, 429);
    now = minutesLater(61);
    await receiptOf(send(which, { email: 'b@example.com' }));
  });

  test('receipts cannot flood another person’s mailbox', async () => {
    for (let turn = 0; turn < 8; turn += 1) await receiptOf(send('contact', { message: `This is number ${turn}.` }));
    await refusalOfCall(send('contact', { message: 'This is number 8.', email: 'ADA@example.com' }), 429);
    expect((await mails()).filter(({ to }) => to === contact.email)).toHaveLength(8);
  });
});

describe('requests from other sites', () => {
  test.each(both)('a request without the CSRF token is rejected (%s)', async (which) => {
    const [path, body] = calls[which];
    await refusalOfCall(post(path, body, { 'content-type': 'application/json' }), 403);
    await refusalOfCall(post(path, body, { ...json, 'x-xsrf-token': 'other' }), 403);
    await refusalOfCall(post(path, body, { ...json, origin: 'https://evil.example' }), 403);
    await refusalOfCall(app.request(path), 405);
    expect(await storedMessages()).toEqual([]);
  });

  test.each(both)('a body that is not JSON, or too large, is rejected (%s)', async (which) => {
    const [path, body] = calls[which];
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      await refusalOfCall(post(path, JSON.stringify(body), { ...token, 'content-type': type }), 415);
    for (const broken of ['', '{', '{"name":', 'null null', '\0']) await refusalOfCall(post(path, broken), 400);
    for (const wrong of ['null', '[]', '1', '"text"', 'true', '{}']) await refusalOfCall(post(path, wrong), 422);
    await refusalOfCall(post(path, { ...body, message: 'x'.repeat(10_000_000) }), 413);
    expect(await storedMessages()).toEqual([]);
  });
});

const wrongTypes: readonly unknown[] = [null, 1, true, [], {}, ['ada@example.com'], { toString: 'x' }];

describe('invalid messages', () => {
  test.each<[Which, string, unknown]>([
    ...both.flatMap((which): [Which, string, unknown][] => [
      [which, 'name', ''],
      [which, 'name', '   '],
      [which, 'name', 'x'.repeat(101)],
      [which, 'name', 'Ada\r\nBcc: all@example.com'],
      [which, 'name', 'Ada\0'],
      [which, 'name', '\ud800'],
      [which, 'email', ''],
      [which, 'email', 'ada'],
      [which, 'email', 'ada@example.com\r\nBcc: all@example.com'],
      [which, 'email', 'ada@example.com, all@example.com'],
      [which, 'email', `${'a'.repeat(250)}@example.com`],
      [which, 'message', ''],
      [which, 'message', 'Hello.'],
      [which, 'message', '          '],
      [which, 'message', 'x'.repeat(2001)],
      [which, 'message', 'A bell \u0007 and an escape \u001b[2J'],
      ...['name', 'email', 'message', 'honeypot'].flatMap((field) =>
        wrongTypes.map((value): [Which, string, unknown] => [which, field, value]),
      ),
    ]),
    ['contact', 'topic', ''],
    ['contact', 'topic', 'toString'],
    ['contact', 'topic', '__proto__'],
    ['contact', 'topic', undefined],
    ['contact', 'orderId', 'x'.repeat(61)],
    ['contact', 'orderId', 'a\nb'],
    ['enquiry', 'kind', 'reselling'],
    ['enquiry', 'kind', 'constructor'],
    ['enquiry', 'business', ''],
    ['enquiry', 'business', 'x'.repeat(121)],
    ['enquiry', 'phone', 'x'.repeat(31)],
  ])('an invalid field is rejected (%s): %s as %j', async (which, field, value) => {
    const { errors } = await refusalOfCall(send(which, { [field]: value }), 422);
    expect(Object.keys(errors ?? {})).toEqual([field]);
    expect(await storedMessages()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  test.each(both)('texts from 10 to 2000 characters are accepted (%s)', async (which) => {
    await receiptOf(send(which, { message: '  1234567890  ' }));
    await receiptOf(send(which, { message: 'ß'.repeat(2000) }));
    expect((await storedMessages()).map(({ message }) => message.length).toSorted((one, other) => one - other)).toEqual([10, 2000]);
  });
});

const html = `<script>alert(1)</script><img src=x onerror="alert('x')">&amp;{{constructor}}`;

describe('hostile messages', () => {
  test('HTML is stored unchanged and escaped in mail', async () => {
    await receiptOf(send('contact', { name: html, topic: 'order', orderId: '<b>ABCD</b>', message: html }));
    await receiptOf(send('enquiry', { name: html, business: html, phone: '<i>0113</i>', message: html }));
    expect((await storedMessages()).map(({ message, name }) => [message, name])).toEqual([
      [html, html],
      [html, html],
    ]);
    for (const mail of await mails()) expect(mail.html).not.toMatch(/<(script|img|b|i)\b/);
  });

  test.each(both)('keys such as __proto__ change nothing (%s)', async (which) => {
    const [path, body] = calls[which];
    const keys = '"__proto__":{"honeypot":"x","isAdmin":true},"constructor":{"prototype":{"x":1}},"toString":"x","reference":"M-0000-0000"';
    const { reference } = await receiptOf(post(path, `{${keys},${JSON.stringify(body).slice(1)}`));
    expect(reference).not.toBe('M-0000-0000');
    expect(await storedMessages()).toHaveLength(1);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  test.each(both)('property: any body gets a receipt or a 4xx with messages (%s)', async (which) => {
    const free = createTestApp({ db, clock: () => now, ...site });
    const [path, good] = calls[which];
    const anyField = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.jsonValue());
    const anyBody = fc.record(Object.fromEntries(Object.keys(good).map((key) => [key, anyField])), { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anyBody.map((over) => ({ ...good, ...over })),
          fc.jsonValue(),
        ),
        async (body) => {
          await db.deleteFrom('limit_hit').execute();
          const response = await free.request(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
          const answer: unknown = await response.json();
          expect([201, 422]).toContain(response.status);
          (response.status === 201 ? messageReceipt : failureBody).parse(answer);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('errors in browsers', () => {
  const lines: string[] = [];
  const logging = createTestApp({ db, log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }) });
  /** Other warnings are about refused calls. */
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'error in a browser');
  const error = { message: 'TypeError: x is undefined', stack: 'at y (/assets/z.js:1:2)', path: '/cart' };
  const report = (over: object = {}) =>
    logging.request(endpoints.browserError.path, { method: 'POST', headers: json, body: JSON.stringify({ ...error, ...over }) });

  beforeEach(async () => {
    await db.deleteFrom('limit_hit').execute();
    lines.length = 0;
  });

  test('an error in a browser is a warning in the log, with its stack and page, and without email addresses', async () => {
    const answer = await report({ message: 'Error: no such user: ada.moss@example.com' });
    expect(answer.status).toBe(204);
    expect(logged()).toMatchObject([
      { level: 40, msg: 'error in a browser', message: 'Error: no such user: [address]', stack: error.stack, path: '/cart' },
    ]);
  });

  test('a browser whose errors do not end is refused after thirty in an hour, and writes no more to the log', async () => {
    let status = 0;
    for (let sent = 0; sent < 40 && status !== 429; sent += 1) ({ status } = await report());
    expect(status).toBe(429);
    expect(logged()).toHaveLength(30);
  });
});
