import type { Locator, Page } from '@playwright/test';
import { type DeliveryOptions, standardOnly } from '#contract/delivery-options.ts';
import { newVoucher } from '#contract/desk/vouchers.ts';
import { pence } from '#contract/money.ts';
import { expect, press, test } from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { addAccount, startSessionIn, withDatabase } from '#e2e/shop-database.ts';
import { cartLines, fillCheckout, openWithState, termsCheckbox } from '#e2e/shopping.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange, setStock } from '#server/domain/catalogue/catalogue.ts';
import { withdrawProduct } from '#server/domain/catalogue/products.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { createVoucher, endVoucher } from '#server/domain/vouchers/vouchers.ts';
import { paths } from '#shared/paths.ts';
import { aBuyer, anOrderFor, anOrderRequest } from '#tests/support/orders.ts';

test.setTimeout(180_000);

const soap = 'lavender-soap-bar';

/** Of any amount. */
const pay = (page: Page): Locator => page.getByRole('button', { name: /^Pay £[\d,.]+ now$/ });

const options: DeliveryOptions = {
  ...standardOnly,
  ways: [{ id: 'express', name: 'Express', surcharge: 4, courierDays: { min: 1, max: 1 } }],
  giftWrap: 3,
};
const leeds = { name: 'Leeds', outcodes: ['LS1'] };

const deliver = (over: Partial<DeliveryOptions>) => (db: Database) => setDeliveryOptions(db, { ...options, ...over });

/** So many of the soap are left. */
const leave = (left: number) => async (db: Database) => {
  const { sale_count } = await db.selectFrom('product').select('sale_count').where('id', '=', soap).executeTakeFirstOrThrow();
  await setStock(db, { productId: soap }, sale_count + left);
};

const price = (pounds: number) => async (db: Database) => {
  await db
    .updateTable('product')
    .set({ base_price: pence(pounds) })
    .where('id', '=', soap)
    .execute();
  await announceChange(db);
};

const aType = {
  id: 'soap-with-oats',
  product_id: soap,
  position: 0,
  name: 'With oats',
  base_price: 650,
  stock: null,
  sale_count: 0,
  net_quantity: '',
};

type Refusal = {
  /** What the shop has when the page is opened, beside its usual goods and options. */
  readonly before?: (db: Database) => Promise<unknown>;
  /** What the shopper does on the page before the first press. */
  readonly choose?: (page: Page) => Promise<unknown>;
  /** What happens elsewhere while the checkout is filled in. */
  readonly meanwhile: (db: Database) => Promise<unknown>;
  readonly says: RegExp;
  /** What the shopper does after the refusal; else Pay is pressed again. */
  readonly next?: (page: Page) => Promise<unknown>;
  /** Where the second press leads nowhere, either: what is said of it, on the checkout of the cart, of one product, or of both. */
  readonly wayOn?: { readonly cart?: RegExp; readonly one?: RegExp };
  readonly voucher?: string;
  readonly quantity?: number;
  /** Counts guests only. */
  readonly isOfGuests?: boolean;
};

const express = (page: Page) => page.getByRole('radio', { name: /^Express/ });
const giftWrap = (page: Page) => page.getByRole('checkbox', { name: /^Wrap it as a gift/ });
/** Presses Pay again once the page shows the total that it was asked about. */
const closeQuestion = async (page: Page): Promise<void> => {
  const question = page.getByRole('dialog', { name: 'The total has changed' });
  const total = /comes to (£[\d.]+),/.exec(await question.innerText())?.[1];
  await press(question.getByRole('button', { name: 'Review order' }));
  await expect(pay(page)).toHaveText(`Pay ${total} now`);
  await press(pay(page));
};
const payWithout = (gone: (page: Page) => Locator) => async (page: Page) => {
  await expect(gone(page)).toHaveCount(0);
  await press(pay(page));
};
const aVoucher = (over: object) => (db: Database) =>
  createVoucher(db, newVoucher.parse({ code: 'SPRING10', kind: 'percent', value: 10, ...over }), { now: new Date() });

const refusals: Readonly<Record<string, Refusal>> = {
  'fewer are left': {
    quantity: 2,
    meanwhile: leave(1),
    says: /Only 1 left, so we’ve changed your 2 to 1|Only 1 is left, so this order is for 1/,
  },
  'none is left': {
    meanwhile: leave(0),
    says: /Sold out since you added it|Lavender soap bar has sold out/,
    wayOn: { one: /choose another, or leave your email/ },
  },
  'it is no longer sold': {
    meanwhile: (db) => withdrawProduct(db, soap, new Date()),
    says: /We no longer sell this|We can’t find that product/,
    wayOn: { one: /We can’t find that product/ },
  },
  'it comes in several kinds now': {
    meanwhile: async (db) => {
      await db.insertInto('product_type').values(aType).execute();
      await announceChange(db);
    },
    says: /This comes in more than one way now|comes in more than one way/,
    wayOn: { one: /Choose the one you would like/ },
  },
  'its price is another': { meanwhile: price(5), says: /Your order comes to £[\d.]+, not £[\d.]+/, next: closeQuestion },
  'delivery costs more': {
    meanwhile: deliver({ regions: [{ ...leeds, surcharge: 4 }] }),
    says: /Your order comes to £[\d.]+, not £[\d.]+/,
    next: closeQuestion,
  },
  'the way is not offered': {
    choose: (page) => express(page).check(),
    meanwhile: deliver({ ways: [] }),
    says: /This way to get your order is not offered any more/,
    next: payWithout(express),
  },
  'nothing is delivered there': {
    meanwhile: deliver({ regions: [{ ...leeds, surcharge: null }] }),
    says: /can’t deliver to Leeds/,
    next: async (page) => {
      await press(pay(page));
      await expect(page.getByRole('alert')).toContainText('can’t deliver to Leeds');
      await page.getByRole('textbox', { name: 'Postcode' }).fill('M1 1AE');
      await press(pay(page));
    },
  },
  'gifts are not wrapped any more': {
    choose: (page) => giftWrap(page).check(),
    meanwhile: deliver({ giftWrap: null }),
    says: /We don’t offer gift wrapping any more/,
    next: payWithout(giftWrap),
  },
  'the voucher has ended': {
    voucher: 'SPRING10',
    isOfGuests: true,
    before: aVoucher({}),
    meanwhile: (db) => endVoucher(db, 'SPRING10', { now: new Date() }),
    says: /This voucher ended on/,
  },
  'the address has used the voucher': {
    voucher: 'SPRING10',
    isOfGuests: true,
    before: aVoucher({ perPerson: 1 }),
    meanwhile: (db) =>
      placeOrder(db, anOrderRequest({ ...anOrderFor({ productId: 'beech-rolling-pin' }), voucher: 'SPRING10' }, { now: new Date() })),
    says: /This voucher has been used as often as it can be/,
  },
  'more is wanted than is reserved unpaid': {
    quantity: 13,
    meanwhile: async () => undefined,
    says: /We can keep at most 12 of Lavender soap bar for you/,
    wayOn: { cart: /We can keep at most 12/, one: /We can keep at most 12/ },
  },
  'three orders wait to be paid': {
    isOfGuests: true,
    meanwhile: async (db) => {
      for (let count = 0; count < 3; count += 1)
        await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'beech-rolling-pin' }), { now: new Date() }));
    },
    says: /You have 3 orders waiting to be paid/,
    wayOn: { cart: /Please pay for one of them first/, one: /Please pay for one of them first/ },
  },
  'it is too dear to be paid at once': {
    quantity: 2,
    before: price(600_000),
    meanwhile: async () => undefined,
    says: /This order is too large to be paid at once/,
    wayOn: { cart: /Please write to us about it/, one: /Please write to us about it/ },
  },
};

/** Of one kind each: pieces, price, way, place, voucher, and a limit. */
const inQuick: readonly string[] = [
  'fewer are left',
  'its price is another',
  'the way is not offered',
  'nothing is delivered there',
  'the voucher has ended',
  'three orders wait to be paid',
];

for (const [what, { before, choose, meanwhile, says, next, wayOn, voucher, quantity = 1, isOfGuests }] of Object.entries(refusals))
  for (const checkout of ['cart', 'one'] as const)
    test(
      `a shopper whose order is refused because ${what} reads so, and ${wayOn?.[checkout] ? 'how to go on' : 'the second press orders what the page shows then'}, in the checkout of ${checkout === 'cart' ? 'the cart' : 'one product'}`,
      checkout === 'one' || !inQuick.includes(what) ? onlyInAll : {},
      async ({ page, context, spareShop: shop, allowErrors }) => {
        allowErrors(/status of (?:404|409|422)/);
        await withDatabase(shop, deliver({}));
        if (before) await withDatabase(shop, before);
        // Signed in where the checkout is that of one product.
        if (checkout === 'one' && !isOfGuests) await startSessionIn(context, shop, await addAccount(shop));
        const lines = await cartLines(page, 2, [soap, 'ceramic-soap-dish']);
        const url = checkout === 'cart' ? paths.checkout : paths.checkoutOf(soap, quantity, {});
        const cart = {
          lines: lines.map((line) => (line._id === soap ? { ...line, quantity } : line)),
          ...(voucher !== undefined && { voucher }),
        };
        await openWithState(page, shop.address + url, { cart });
        // What is typed into the field when the account's address arrives is put behind that.
        if (checkout === 'one' && !isOfGuests) await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue(/@/);
        await fillCheckout(page, { 'Email address': aBuyer.email });
        if (choose) await choose(page);
        await termsCheckbox(page).check();
        if (voucher !== undefined) await expect(page.getByText(`Voucher ${voucher} takes`).first()).toBeAttached();
        await withDatabase(shop, meanwhile);
        await press(pay(page));
        await expect(page.getByText(says).first()).toBeVisible();
        const way = wayOn?.[checkout];
        if (next) await next(page);
        else if (await pay(page).isVisible()) await press(pay(page));
        if (way) await expect(page.getByText(way).first()).toBeVisible();
        else await expect(page).toHaveURL(/\/order\/pay\//);
      },
    );
