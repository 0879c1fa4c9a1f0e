import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { standardOnly } from '#contract/delivery-options.ts';
import { deskCategories, deskSynonyms, importPlan } from '#contract/desk/catalogue.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { deskOrder, movedParcels } from '#contract/desk/orders.ts';
import { savedFile } from '#contract/desk/people.ts';
import { deskProduct } from '#contract/desk/products.ts';
import { deskDelivery } from '#contract/desk/settings.ts';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { order } from '#contract/order.ts';
import { tidyPostcode } from '#contract/postcode.ts';
import { csvFields } from '#contract/product-fields.ts';
import { withoutDirections } from '#contract/text-line.ts';
import { problemLine } from '#server/db/retry.ts';
import { noteSignIn } from '#server/domain/desk/staff.ts';
import { redact } from '#server/domain/email-address.ts';
import { trySteps } from '#server/domain/failed-jobs.ts';
import { markFailed, queueEmail } from '#server/mail/outbox.ts';
import { isQuick } from '#tests/quick.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aPaidOrderIn, appSecret, callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { hostileMarkup, hostileTexts } from '#tests/support/hostile-texts.ts';
import { aBuyer, addAccounts, aKey, anOrderFor, minutesLater, noUnpaidLimits, sell } from '#tests/support/orders.ts';

const texts = [...new Set([...hostileTexts, ...hostileMarkup])];
/** Reading a file makes other characters of those that are none. */
const inFiles = texts.map((text) => Buffer.from(text).toString());
const now = minutesLater(10);
const db = await freshDatabase('empty');
const stripe = await startFakeStripe();
const rateLimits = { orders: 1e6, lookUps: 1e6 };
const app = openDesk({ db, clock: () => now, payments: stripe.payments, rateLimits, unpaidLimits: noUnpaidLimits });
const seller = await signInAt(db, 'seller', { role: 'seller', codeAt: now });
const support = await signInAt(db, 'support', { role: 'support', codeAt: now });
await noteSignIn(db, 'support', now);
await addAccounts(db, 'kim');
await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 100_000 });

type Name = keyof typeof deskEndpoints;
/** A call of the desk, with what its path names and its query. */
type Reading = readonly [name: Name, id?: string, query?: string];

const atDesk = (name: Name, id = '', { query = '', body }: { readonly query?: string; readonly body?: object } = {}) =>
  callDesk(app, deskEndpoints[name], { orderId: id, personId: id, productId: id, reference: id }, { cookie: seller, query, body });
const atShop = (endpoint: { readonly method: string; readonly path: string }, body: object, cookie = '') =>
  callDesk(app, endpoint, { userId: 'support' }, { cookie, body, headers: { 'idempotency-key': aKey() } });
const read = async (...[name, id, query = '']: Reading): Promise<unknown> => (await atDesk(name, id, { query })).json();

const sentence = /^\p{Lu}.*[.!?]$/su;
const expectRefused = async (answer: Response, what: string): Promise<void> => {
  expect(answer.status, what).toBeLessThan(500);
  const { message } = failureBody.parse(await answer.json());
  expect(message, what).toMatch(sentence);
};

/** Every text in an answer. */
const textsIn = (json: unknown): string[] => {
  if (typeof json === 'string') return [json];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(textsIn) : [];
};

/** A field: how a text gets into it, and what shows it, `as` it is shown there. One that has a format of its own may refuse any text. */
type Field = {
  readonly put: (text: string) => Promise<Response>;
  readonly shown: () => readonly Reading[];
  readonly as?: (text: string) => string;
  readonly hasFormat?: boolean;
};

const named = (names: (text: string) => { readonly firstName: string; readonly lastName: string }): Field => ({
  put: (text) => atShop(endpoints.updateUser, names(text), support),
  shown: () => [['person', 'support'], ['people'], ['staff'], ['staffEvents', '', '?what=signIn']],
  as: (text) => Object.values(names(text.trim())).join(' ').trim(),
});

let placed = '';
const ordered = (part: (text: string) => object, more: Partial<Field> = {}): Field => ({
  put: async (text) => {
    const answer = await atShop(endpoints.placeOrder, { ...anOrderFor({ productId: 'mug' }), ...part(text) });
    placed = answer.ok ? order.parse(await answer.clone().json())._id : '';
    return answer;
  },
  shown: () => [
    ['order', placed],
    ['printedOrders', '', `?ids=${placed}`],
  ],
  ...more,
});
const billed = (field: keyof typeof aBuyer, more?: Partial<Field>): Field =>
  ordered((text) => ({ billingInfo: { ...aBuyer, [field]: text } }), more);

const noted = await aPaidOrderIn(db, { productId: 'mug' });
/** Each parcel is another order’s: one that is sent has its courier. */
let sent = '';
const parcelled = (parcel: (text: string) => object): Field => ({
  put: async (text) => {
    sent = await aPaidOrderIn(db, { productId: 'mug' });
    const { version } = deskOrder.parse(await read('order', sent));
    const parcels = [{ id: sent, version, replacement: null, ...parcel(text) }];
    const answer = await atDesk('sendOrders', '', { body: { parcels } });
    const [refused] = answer.ok ? movedParcels.parse(await answer.clone().json()).refused : [];
    return refused ? Response.json({ message: refused.message }, { status: 409 }) : answer;
  },
  shown: () => [
    ['order', sent],
    ['orders', '', '?view=sent'],
  ],
});

let written = '';
const messaged = (
  endpoint: (typeof endpoints)['contact' | 'enquiry'],
  part: (text: string) => object,
  more: Partial<Field> = {},
): Field => ({
  put: async (text) => {
    await db.deleteFrom('message').execute();
    await db.deleteFrom('limit_hit').execute();
    const about = endpoint === endpoints.contact ? { topic: 'other' } : { kind: 'wholesale', business: 'Shop' };
    const message = { ...about, name: 'Ada', email: aBuyer.email, message: 'Is it fine in a dishwasher?', honeypot: '' };
    const answer = await atShop(endpoint, { ...message, ...part(text) });
    const stored = await db.selectFrom('message').select('reference').executeTakeFirst();
    written = stored?.reference ?? '';
    return answer;
  },
  shown: () => [['message', written]],
  ...more,
});

/** A field of a product of its own: its choices exclude each other. */
const ofProduct = (field: string, value: (text: string) => unknown, more: Partial<Field> = {}): Field => ({
  put: async (text) => {
    const { revision } = deskProduct.parse(await read('product', `of-${field}`));
    return atDesk('saveProduct', `of-${field}`, { body: { revision, fields: { [field]: value(text) } } });
  },
  shown: () => [['product', `of-${field}`]],
  as: (text) => text,
  ...more,
});
const productTexts = ['sku', 'shortDescription', 'fullDescription', ...csvFields] as const;
const withFormat: readonly string[] = ['netQuantity', 'realSize'];
const entry = (text: string): string => withoutDirections(text).trim();
const productFields = {
  ...Object.fromEntries(productTexts.map((field) => [field, ofProduct(field, (text) => text, { hasFormat: withFormat.includes(field) })])),
  name: ofProduct('name', (text) => text, {
    shown: () => [['product', 'of-name'], ['products'], ['figures', '', '?from=2025-01-01&to=2025-12-31']],
  }),
  tags: ofProduct('tags', (text) => [text], { as: entry, hasFormat: true }),
  categories: ofProduct('categories', (text) => [text], { as: entry, hasFormat: true }),
  images: ofProduct('images', (text) => [{ file: 'mug.jpg', alt: text }], { hasFormat: true }),
  colors: ofProduct('colors', (text) => [{ color: text, hex: '', image: '', sizes: [] }]),
  types: ofProduct('types', (text) => [{ id: 'one', name: text, basePrice: 5, netQuantity: '', isCounted: false }]),
};

for (const field of Object.keys(productFields)) await sell(db, { id: `of-${field}`, name: field, basePrice: 5, stock: 100 });
await aPaidOrderIn(db, { productId: 'of-name' });

const delivered = (options: (text: string) => object): Field => ({
  put: async (text) => {
    const { version } = deskDelivery.parse(await read('delivery'));
    return atDesk('changeDelivery', '', { body: { version, options: { ...standardOnly, ...options(text) } } });
  },
  shown: () => [['delivery']],
});
const collected = (part: (text: string) => object): Field =>
  delivered((text) => ({ collection: { name: 'Studio', address: '2 Tenter Row', hours: 'Always', ...part(text) } }));

const changeCategories = async (change: object) =>
  atDesk('changeCategories', '', { body: { version: deskCategories.parse(await read('categories')).version, change } });
expect((await changeCategories({ what: 'add', name: 'Written', description: '' })).status).toBe(200);
const inCategories = (words: (text: string) => object): Field => ({
  put: (text) => changeCategories({ what: 'edit', slug: 'written', ...words(text) }),
  shown: () => [['categories']],
});
const searched = (words: (text: string) => object): Field => ({
  put: async (text) => {
    await db.deleteFrom('search_synonym').execute();
    const { version } = deskSynonyms.parse(await read('synonyms'));
    return atDesk('changeSynonyms', '', { body: { version, ...words(text) } });
  },
  shown: () => [['synonyms']],
  as: (text) => entry(text).toLowerCase(),
});

/** What another server has said, as one line. */
const failed = (fail: (problem: string) => Promise<unknown>): Field => ({
  put: async (text) => {
    await fail(text);
    return new Response();
  },
  shown: () => [['settings']],
  as: (text) => problemLine(redact(text)),
});

const fields: Readonly<Record<string, Field>> = {
  'a first name': named((firstName) => ({ firstName, lastName: 'Byron' })),
  'a last name': named((lastName) => ({ firstName: 'Ada', lastName })),
  'a telephone number of an account': {
    ...named(() => ({ firstName: '', lastName: '' })),
    put: (phone) => atShop(endpoints.updateUser, { phone }, support),
    as: entry,
    shown: () => [['person', 'support']],
    hasFormat: true,
  },
  'a buyer’s first name': billed('firstName'),
  'a buyer’s last name': billed('lastName'),
  'a street': billed('streetAddress'),
  'the rest of a street': billed('streetAddress2'),
  'a town': billed('city'),
  'a county': billed('state'),
  'a postcode': billed('postalCode', { as: tidyPostcode, hasFormat: true }),
  'a buyer’s telephone number': billed('phone', { hasFormat: true }),
  'a buyer’s address': billed('email', { hasFormat: true }),
  'a buyer’s note': ordered((note) => ({ note })),
  'a gift message': ordered((giftMessage) => ({ giftMessage })),
  'a note of the staff': { put: (text) => atDesk('addNote', noted, { body: { text } }), shown: () => [['order', noted]] },
  'a courier': parcelled((text) => ({ courier: text, tracking: 'RM1' })),
  // Not the list, which names the couriers of the test above.
  'a tracking number': { ...parcelled((text) => ({ courier: 'Evri', tracking: text })), shown: () => [['order', sent]] },
  'the name of a message': messaged(endpoints.contact, (name) => ({ name })),
  'a message': messaged(endpoints.contact, (text) => ({ message: `Hello, ${text}` }), {
    as: (text) => entry(`Hello, ${text}`).replaceAll('\r\n', '\n'),
  }),
  'the business of an enquiry': messaged(endpoints.enquiry, (business) => ({ business })),
  'the telephone number of an enquiry': messaged(endpoints.enquiry, (phone) => ({ phone }), { hasFormat: true }),
  ...Object.fromEntries(Object.entries(productFields).map(([name, field]) => [`${name} of a product`, field])),
  'the name of a category': inCategories((name) => ({ name, description: '' })),
  'the description of a category': inCategories((description) => ({ name: 'Written', description })),
  'a search word': searched((word) => ({ word, finds: ['mug'] })),
  'what a search word finds': searched((text) => ({ word: 'cup', finds: [text] })),
  'the name of a way of delivery': delivered((name) => ({ ways: [{ id: 'fast', name, surcharge: 1, courierDays: { min: 1, max: 1 } }] })),
  'the name of a region': delivered((name) => ({ regions: [{ name, outcodes: ['BT1'], surcharge: 1 }] })),
  'where parcels are collected': collected((name) => ({ name })),
  'the address where parcels are collected': collected((address) => ({ address })),
  'when parcels are collected': collected((hours) => ({ hours })),
  'how a person was checked': {
    put: async (how) => {
      await db.deleteFrom('staff_event').where('what', '=', 'secondFactorOff').execute();
      const factor = { account_id: 'kim', secret: appSecret, created_at: now.toISOString(), confirmed_at: now.toISOString() };
      await db
        .insertInto('second_factor')
        .values(factor)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return atDesk('secondFactorOff', 'kim', { body: { how } });
    },
    shown: () => [['staffEvents', '', '?what=secondFactorOff']],
    hasFormat: true,
  },
  'why a mail was not sent': failed(async (problem) => {
    await db.deleteFrom('mail').execute();
    await queueEmail(db, aBuyer.email, { subject: 'Hello', parts: [] }, now);
    const { id, tries } = await db.selectFrom('mail').select(['id', 'tries']).executeTakeFirstOrThrow();
    await markFailed(db, { id, tries, createdAt: now.toISOString() }, { problem: redact(problem), isPermanent: true }, now);
  }),
  'why a job failed': failed(async (problem) => {
    await db.deleteFrom('failed_job').execute();
    await trySteps(db, { kind: 'retention', steps: { mail: () => Promise.reject(new Error(problem)) }, now });
  }),
  'the order of an unmatched payment': {
    put: async (text) => {
      await db.deleteFrom('unmatched_payment').execute();
      const session = {
        id: `cs_${aKey()}`,
        object: 'checkout.session',
        url: '',
        created: 1,
        status: 'complete',
        payment_status: 'paid',
        amount_total: 1300,
        currency: 'gbp',
        metadata: { orderId: text, attempt: '0' },
        payment_intent: `pi_${aKey()}`,
        sent: {},
      } as const;
      const webhook = stripe.signed(stripe.event('checkout.session.completed', session));
      expect((await app.request(endpoints.paymentWebhook.path, webhook)).status).toBe(200);
      // Stripe has no use for a refusal.
      const kept = await db.selectFrom('unmatched_payment').select('event_id').executeTakeFirst();
      return kept ? new Response() : Response.json({ message: 'It is not for this shop.' }, { status: 422 });
    },
    shown: () => [['settings']],
    hasFormat: true,
  },
};

beforeEach(async () => {
  await db.deleteFrom('limit_hit').execute();
});

describe('hostile texts at the desk', { timeout: 60_000 }, () => {
  test.each(Object.entries(fields).map(([name, field], place) => [name, field, place] as const))(
    '%s is shown as it was written, or refused with a sentence',
    async (_, field, place) => {
      const { put, shown, as = entry, hasFormat = false } = field;
      for (const text of isQuick ? texts.filter((_, index) => index % 4 === place % 4) : texts) {
        const answer = await put(text);
        if (!answer.ok) await expectRefused(answer, text);
        if (!hasFormat && hostileMarkup.includes(text)) expect(answer.status, text).toBeLessThan(400);
        for (const reading of shown()) {
          // Whether marks of direction are taken out is tested for all calls, in `invisible-text.test.ts`.
          const found = textsIn(await read(...reading)).map(withoutDirections);
          const stored = withoutDirections(as(text));
          if (answer.ok) expect(found, `${reading} ${text.slice(0, 50)}`).toContain(stored);
          else if (entry(text) !== '') expect(found, `${reading} ${text.slice(0, 50)}`).not.toContain(stored);
        }
      }
    },
  );

  test('each cell of a file of products is imported as the preview shows it, or its line is refused with the reason', async () => {
    const send = async (file: string, version: number | null = null) => {
      const body = { file, format: 'csv', setsStock: false, addsCategories: false, version };
      const answer = await atDesk('importCatalogue', '', { body });
      if (!answer.ok) await expectRefused(answer, file);
      const plan = answer.ok ? importPlan.parse(await answer.json()) : undefined;
      for (const { why } of plan?.refused ?? []) expect(why).toMatch(/^\p{Lu}.*\.$|: (must|may) \w/su);
      return plan;
    };
    const fileOf = (id: string, row: object) => stringify([{ id, name: 'Bowl', basePrice: 12, stock: 3, ...row }], { header: true });
    for (const [at, text] of inFiles.entries()) {
      const id = `imported-${at}`;
      for (const file of [text, `id,name,basePrice,stock\n${text}`, `id,${text}\nbowl,Bowl`, fileOf(text, {}), fileOf(id, { stock: text })])
        for (const { id: added } of (await send(file))?.added ?? []) expect([text, id]).toContain(added);
      const file = fileOf(id, { name: text, care: text });
      const plan = await send(file);
      if (!plan || plan.refused.length > 0) {
        expect(hostileMarkup).not.toContain(text);
        continue;
      }
      const stored = withoutDirections(text);
      expect(plan.added).toEqual([{ id, name: stored }]);
      expect((await send(file, plan.version))?.isDone).toBe(true);
      expect(deskProduct.parse(await read('product', id)).fields).toMatchObject({ name: stored, care: stored });
      const [changed] = (await send(fileOf(id, { care: 'Wash it.' })))?.changed ?? [];
      expect(changed?.fields.map(({ from }) => from)).toEqual([stored, stored]);
    }
  });

  test('each cell of a courier’s file is kept as it is written, or its line is refused with a sentence', async () => {
    const send = async (file: string, isTrial = false) => {
      const answer = await atDesk('sendFromFile', '', { body: { file, courier: 'Evri', isTrial } });
      if (!answer.ok) await expectRefused(answer, file);
      const moved = answer.ok ? movedParcels.parse(await answer.json()) : { done: [], refused: [] };
      for (const { message } of moved.refused) expect(message).toMatch(sentence);
      return moved;
    };
    const line = (...cells: readonly string[]) => stringify([['order', 'tracking', 'courier'], cells]);
    for (const text of inFiles) {
      const id = await aPaidOrderIn(db, { productId: 'mug' });
      for (const file of [text, line(text, 'RM1', 'Evri'), line(id, text)]) expect((await send(file)).done).toEqual([]);
      const tried = await send(line(id, text, text), true);
      const { done } = await send(line(id, text, text));
      expect(tried.done).toEqual(done);
      const { tracking, courier } = deskOrder.parse(await read('order', id));
      expect([tracking, courier]).toEqual(done.length === 0 ? ['', ''] : [entry(text), entry(text)]);
      if (hostileMarkup.includes(text)) expect(done).toHaveLength(1);
    }
  });
});

describe('files that are saved at the desk', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', "'=1", '=HYPERLINK("https://evil.example";"a,b")'];
  const saved = async (name: Name, body: object) => savedFile.parse(await (await atDesk(name, '', { body })).json()).text;
  const days = { from: '2025-01-01', to: '2025-12-31', by: 'month' };

  test.each([
    ['exportOrders', { view: 'all', q: '', from: '', to: '', courier: '' }],
    ['exportFigures', days],
    ['exportBooks', days],
    ['exportCatalogue', { format: 'csv' }],
  ] as const)('%s has no cell that a spreadsheet takes as a formula', async (name, body) => {
    for (const [at, text] of formulas.entries()) {
      await sell(db, { id: `formula-${at}`, name: text, basePrice: 5, stock: 100, sku: text, care: text, tags: [text.trim()] });
      await aPaidOrderIn(db, { productId: `formula-${at}`, note: text, buyer: { firstName: text.trim(), city: text.trim() } });
    }
    const rows = parse(await saved(name, body), { bom: true, relax_quotes: true }) as string[][];
    expect(rows.length).toBeGreaterThan(1);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
  });
});
