import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { orderSteps } from '#contract/order.ts';
import type { SellerNoticeKind } from '#server/db/schema.ts';
import { placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { type Email, emailText, stepsAt, storedParts } from '#server/mail/email.ts';
import { emailHtml } from '#server/mail/email-html.ts';
import { confirmationEmail, dispatchEmail } from '#server/mail/templates/order-emails.ts';
import { digestEmail, noticeEmail } from '#server/mail/templates/seller-emails.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { anOrderRecord, emailSamples, templates } from '#tests/support/email-samples.ts';
import { mailShop } from '#tests/support/mails.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anOrderFor, anOrderRequest, sell } from '#tests/support/orders.ts';

const pictured = {
  ...mailShop,
  findPictures: async () => () => 'https://api.shop.example/pictures/stoneware-mug-oat-front.1f2e3d4c.1200-400.jpg',
};
const render = (email: Email): Promise<string> => emailHtml(email, pictured);
const samples = Object.entries(emailSamples()).flatMap(([kind, emails]) =>
  emails.map((email, index): [string, Email] => [index === 0 ? kind : `${kind}, form ${index + 1}`, email]),
);
const maxBytes = 90_000;

const sellerNotices = Object.keys({
  order: 0,
  cancellation: 0,
  refundRequest: 0,
  review: 0,
  reviewReport: 0,
  lowStock: 0,
  waiting: 0,
  applicant: 0,
  mail: 0,
  refund: 0,
  lateBank: 0,
  job: 0,
} satisfies Record<SellerNoticeKind, 0>) as SellerNoticeKind[];
/** A command of the seller. */
const command = /: shop [a-z]+ /;

/** html-validate's recommended rules, without those that Outlook and Gmail make every email break. */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Outlook's Word needs tables, their attributes and conditional comments; some mailboxes drop stylesheets.
    'no-deprecated-attr': 'off',
    'no-conditional-comment': 'off',
    'no-inline-style': 'off',
    // Their parsers add it.
    'prefer-tbody': 'off',
    'doctype-style': 'off',
    // Its text is the subject.
    'long-title': 'off',
    'attribute-boolean-style': 'off',
    'tel-non-breaking': 'off',
    'no-trailing-whitespace': 'off',
  },
});

const hrefsIn = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));

/** What a reader sees, without tags. */
const wordsOf = (html: string): string => html.replace(/^[\s\S]*<body/, '').replaceAll(/<[^>]*>/g, ' ');

test('every template of the shop has a sample here', () => {
  const names = Object.values(templates).flatMap((file) => Object.keys(file).filter((name) => name.endsWith('Email')));
  expect(Object.keys(emailSamples()).toSorted()).toEqual(names.filter((name) => name !== 'signedEmail').toSorted());
});

describe.each(samples)('the mail %s', (_, email) => {
  test('its HTML is valid, below 90 kB, and needs no script and no file but pictures', async () => {
    const html = await render(email);
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`))).toEqual(
      [],
    );
    expect(Buffer.byteLength(html)).toBeLessThan(maxBytes);
    expect(html).not.toMatch(/<(script|link|iframe|object|form|video)|@import|@font-face|url\(|\son\w+=/i);
    for (const [tag] of html.matchAll(/<img[^>]*>/g)) expect(tag).toMatch(/ src="https:[^"]+" width="\d+" height="\d+" alt="/);
  });

  test('a link shows words and no raw URL, and the plain text has each URL', async () => {
    const html = await render(email);
    expect(wordsOf(html)).not.toMatch(/https?:\/\//);
    expect(html.match(/class="on-moss" href/g)?.length ?? 0).toBeLessThanOrEqual(1);
    for (const url of hrefsIn(html)) expect(emailText(email).split(/\s/)).toContain(url);
  });

  test('the parts of the email survive being stored in the outbox', () => {
    expect(storedParts.parse(JSON.parse(JSON.stringify(email.parts)))).toEqual(JSON.parse(JSON.stringify(email.parts)));
  });
});

describe('the HTML of an email', () => {
  test('every colour is one of the shop’s', async () => {
    const tokens = readFileSync('src/styles/_tokens.scss', 'utf8');
    const html = await render(confirmationEmail(anOrderRecord()));
    const colours = new Set(html.match(/(?<!&)#[0-9a-f]{3,6}\b/g));
    expect(colours.size).toBeGreaterThan(10);
    for (const colour of colours) expect(tokens).toContain(colour);
  });

  test('no ID, postcode or phone number is broken over two lines', async () => {
    const subject = 'R-7K2P-9QXD: money for G1E3-29G1-GAJT-8ZPW came back';
    const html = await render({ subject, parts: ['About INV-000043.'] });
    expect(html).toContain(`<title>${subject}</title>`);
    expect(html.match(/(?<=<span class="id">)[^<]*/g)).toEqual(['R-7K2P-9QXD', 'G1E3-29G1-GAJT-8ZPW', 'INV-000043']);
    expect(await render(dispatchEmail(anOrderRecord()))).toMatch(/Unit 4, .*, EX4\u00a00AA, .*, 0113\u00a0496\u00a00142</);
  });

  test('the four steps have the names of the page of an order', () => {
    const { steps } = JSON.parse(readFileSync('public/locales/en/order-status.json', 'utf8'));
    expect(stepsAt('processing').map(({ label }) => label)).toEqual(orderSteps.map((step) => steps[step]));
    expect(stepsAt('processing').map(({ isReached }) => isReached)).toEqual([true, true, false, false]);
  });

  test('the plain text of a confirmation reads like a letter', () => {
    const text = emailText(confirmationEmail(anOrderRecord([{ quantity: 2, delivery: 240, color: 'Oak' }])));
    expect(text).toContain('YOUR ORDER IS CONFIRMED\n\nHello Ada,\n\nThank you for your order.');
    expect(text).toContain('[x] Order confirmed\n[ ] Processing\n[ ] Dispatch\n[ ] Delivered');
    expect(text).toContain('Track your order:\nhttps://shop.example/order-status?order=G1E3-29G1-GAJT-8ZPW\n');
    expect(text).toContain('WHAT YOU ORDERED\n\n2 × Spoon, Oak · £4.50 each: £9.00\n\n');
    expect(text).toContain('Items: £9.00\nDelivery: £2.40\nVoucher WELCOME: −£5.00\nTotal: £6.40\n');
    expect(text).toMatch(/YOUR SELLER\n\nFlone\nUnit 4\n[\s\S]*\n\nhttps:\/\/shop\.example\n$/);
  });

  test('a confirmation lists what is in goods with warnings, and the warnings, once for each variant', () => {
    const facts = '100 g. For the skin only.';
    const text = emailText(
      confirmationEmail(anOrderRecord([{ facts, color: 'Rose' }, { facts, color: 'Rose' }, { product_name: 'Dish' }])),
    );
    expect(text).toContain('TO USE IT SAFELY\n\nSpoon, Rose: 100 g. For the skin only.\n\nDELIVERY\n');
    expect(emailText(confirmationEmail(anOrderRecord()))).not.toContain('SAFELY');
  });

  test.each([
    ['Royal Mail Tracked 48', 'https://www.royalmail.com/track-your-item#/tracking-results/RM%201'],
    ['DPD', 'https://track.dpd.co.uk/search?reference=RM%201'],
    ['Evri', 'https://www.evri.com/track/parcel/RM%201'],
    ['Hand cart', undefined],
  ])('a parcel by %s leads to the courier’s page about it, if that is known', async (shipping_method, url) => {
    const email = dispatchEmail(anOrderRecord(undefined, { shipping_method, track_id: 'RM 1' }));
    expect(hrefsIn(await render(email)).filter((each) => each.includes('RM%201'))).toEqual(url === undefined ? [] : [url]);
    expect(emailText(email)).toContain(url ?? 'Tracking number: RM 1');
  });

  test('an order of 100 lines with long names, and a digest of 300 rows, are below 90 kB', async () => {
    const product_name = 'Hand-thrown stoneware mug with a foot of raw clay & an iron rim, second';
    const lines = Array.from({ length: 100 }, (_, index) => ({
      product_id: `mug-${index}`,
      product_name,
      color: 'Oat',
      size: '350 ml',
      quantity: 2,
    }));
    const rows = Array.from(
      { length: 100 },
      () => ['G1E3-29G1-GAJT-8ZPW', '£154.40, 4 pieces, to be sent by Friday 27 November', ''] as const,
    );
    const digest = digestEmail((['order', 'refundRequest', 'lowStock'] as const).map((kind) => ({ kind, rows })));
    for (const email of [confirmationEmail(anOrderRecord(lines)), digest])
      expect(Buffer.byteLength(await render(email))).toBeLessThan(maxBytes);
  });
});

test.each(sellerNotices)('with a desk, the notice "%s" leads to a page of it and names no command', (kind) => {
  const { parts } = noticeEmail({ kind, rows: [['Number one', 'of two', '/desk/orders/one']] }, 'https://shop.example/desk');
  expect(parts[0]).toEqual({ rows: [['Number one', 'of two', 'https://shop.example/desk/orders/one']] });
  expect(JSON.stringify(noticeEmail({ kind, rows: [] }).parts)).not.toContain('desk');
  expect(JSON.stringify(parts)).not.toMatch(command);
});

test('with a desk, the mails about money lead to a page of it and name no command', () => {
  const { unmatchedPaymentEmail, unmatchedReturnedEmail, refundReturnedSellerEmail, providerMoneyEmail } = emailSamples();
  for (const [withoutDesk, withDesk] of [unmatchedPaymentEmail, unmatchedReturnedEmail, refundReturnedSellerEmail, providerMoneyEmail]) {
    expect(JSON.stringify(withoutDesk?.parts)).toMatch(command);
    expect(JSON.stringify(withDesk?.parts)).not.toMatch(command);
    expect(JSON.stringify(withDesk?.parts)).toContain('https://shop.example/desk/');
  }
});

test('whatever people type is escaped, in every kind of mail', async () => {
  const hostile = fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' style='x",
    '</td></table><!--',
    '<![endif]-->',
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), hostile), fc.oneof(fc.string(), hostile), async (name, text) => {
      for (const email of Object.values(emailSamples({ name: `a${name}`, text: `b${text}` })).flat()) {
        const html = await render(email);
        expect(html.match(/<script|<img src=x|<!--(?!\[if mso\]>)/)).toBeNull();
        const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag));
        expect([...tags].filter((tag) => !knownTags.has(tag ?? ''))).toEqual([]);
        expect(html.match(/="[^"]*[<>][^"]*"/)).toBeNull();
      }
    }),
    { numRuns: 15 },
  );
});
const knownTags = new Set('html head meta title style xml o body div table tr td th p h1 h2 a span strong br img'.split(' '));

test('any subject becomes one line', async () => {
  const html = await render({ subject: ' Order\r\nBcc: everybody@example.com ', parts: [] });
  expect(html).toContain('<title>Order Bcc: everybody@example.com</title>');
});

describe('the sums of an order', async () => {
  const db = await freshDatabase('empty');
  const inPence = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100) * (text.startsWith('−') ? -1 : 1);

  test('property: the lines add up to the items, and items, delivery and voucher to the total, whatever is ordered', async () => {
    const product = fc.record({
      price: fc.integer({ min: 1000, max: 30_000 }),
      delivery: fc.integer({ min: 0, max: 900 }),
      discount: fc.integer({ min: 0, max: 90 }),
      quantity: fc.integer({ min: 1, max: 9 }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 99 }), async (products, percent) => {
        run += 1;
        const rows = products.map(({ price, delivery, discount }, index) => ({
          id: `p${run}-${index}`,
          name: `Piece ${index}`,
          basePrice: price / 100,
          deliveryCost: delivery / 100,
          discount,
          stock: 99,
        }));
        await sell(db, ...rows);
        const { code } = await createVoucher(db, { kind: 'percent', value: percent }, { now: openingDay });
        const items = products.map(({ quantity }, index) => ({ productId: `p${run}-${index}`, quantity }));
        const payload = { ...anOrderFor(...items), voucher: code };
        const placed = await placeOrder(db, anOrderRequest(payload));
        const found = await readOrder(db, placed._id);
        if (!found) throw new Error('The order is not there.');
        const email = confirmationEmail(found);
        const goods = email.parts.flatMap((part) => (typeof part === 'object' && 'goods' in part ? part.goods : []));
        const [sums] = email.parts.flatMap((part) => (typeof part === 'object' && 'sums' in part ? [part] : []));
        const amounts = sums?.sums.map(([, amount]) => inPence(amount)) ?? [];
        expect(goods.reduce((total, { price }) => total + inPence(price), 0)).toBe(amounts[0]);
        expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(inPence(sums?.total[1] ?? ''));
        expect(inPence(sums?.total[1] ?? '')).toBe(found.row.total);
        const html = await render(email);
        for (const shown of [...goods.map(({ price }) => price), ...(sums?.sums.map(([, amount]) => amount) ?? []), sums?.total[1] ?? ''])
          for (const form of [html, emailText(email)]) expect(form).toContain(shown);
      }),
      { numRuns: 25 },
    );
  });
});
