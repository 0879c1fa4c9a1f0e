import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { issueToken } from '#server/domain/accounts/tokens.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn } from '#tests/support/accounts.ts';
import {
  allRequestsSettled,
  theApiAnswers,
  theApiAnswersOnceAndThen,
  theApiIsDown,
  theApiRecovers,
  theProduct,
  withShopDatabase,
} from '#tests/support/api.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { aPhoto } from '#tests/support/refunds.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { translatePage } from '#tests/support/translate-page.ts';

const main = () => within(screen.getByRole('main'));
const submitButtons = () => [...document.querySelectorAll<HTMLButtonElement>('main form button[type="submit"]')];
const expectNoErrorScreen = () => expect(screen.queryByRole('heading', { name: 'Unexpected Application Error!' })).toBeNull();
const untilIdle = () => waitFor(() => expect(submitButtons().filter(({ ariaBusy }) => ariaBusy === 'true')).toEqual([]));

/** Somebody bought these, and has them: the order’s id. */
const theyHave = (...productIds: readonly string[]): Promise<string> =>
  withShopDatabase(async (db, now) => {
    const payload = anOrderFor(...productIds.map((productId) => ({ productId })));
    const { _id: id } = await placeOrder(db, anOrderRequest(payload, { now }));
    await payOrder(db, id, { openedAt: now });
    await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', id).execute();
    return id;
  });

type Shop = Awaited<ReturnType<typeof renderAt>>;

/** Submits every form of the page, once it is translated. */
const submitAll = async ({ user }: Shop) => {
  for (let index = 0; index < submitButtons().length; index += 1) {
    translatePage();
    const button = submitButtons()[index];
    if (button) await user.click(button);
    await untilIdle();
    expectNoErrorScreen();
  }
};

const typed: Readonly<Record<string, string>> = { email: 'ada@example.com', tel: '0113 496 0000', password: 'a long walk home' };

/** More than can be sent, some of which are refused; then all but one are removed. */
const choosePictures = async ({ user }: Shop, field: Element) => {
  if (!(field instanceof HTMLInputElement)) return;
  const photo = await aPhoto();
  await user.upload(
    field,
    [1, 2, 3, 4, 5, 6].map((number) => new File([new Uint8Array(photo)], `photo-${number}.jpg`, { type: 'image/jpeg' })),
  );
  const removeButtons = () => main().getAllByRole('button', { name: /photo-\d\.jpg/ });
  while (removeButtons().length > 1) {
    translatePage();
    await user.click(removeButtons()[0] as HTMLElement);
  }
};

const fillAll = async (shop: Shop) => {
  const { user } = shop;
  for (const select of document.querySelectorAll<HTMLSelectElement>('main form select'))
    await user.selectOptions(select, select.options.item(1)?.value ?? '');
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form :is(input, textarea)')];
  for (const field of fields) {
    if (!field.isConnected || field.closest('.not-for-people')) continue;
    if (field.type === 'search') continue;
    // Another id than that of the order shown closes its form.
    if (field.name === 'orderId' && field.value !== '') continue;
    if (field.type === 'checkbox' || field.type === 'radio') await user.click(field);
    else if (field.type === 'file') await choosePictures(shop, field);
    else {
      await user.click(field);
      await user.paste(typed[field.type] ?? 'Words that are long enough');
    }
    translatePage();
  }
};

const useEveryForm = async (shop: Shop) => {
  await submitAll(shop);
  await fillAll(shop);
  theApiIsDown();
  await submitAll(shop);
  theApiRecovers();
  await submitAll(shop);
  await allRequestsSettled();
  expectNoErrorScreen();
};

test.each([
  ['contact', paths.contact],
  ['wholesale', paths.wholesale],
  ['franchise', paths.franchise],
  ['order status', paths.orderStatus],
  ['refund search', paths.refund],
  ['sign-in', paths.loginRegister],
  ['registration', `${paths.loginRegister}?step=register`],
  ['forgotten password', `${paths.loginRegister}?step=forgot`],
  ['new password', `${paths.loginRegister}?reset=abc`],
  ['stock alert or purchase', paths.product('stoneware-mug')],
] as const)('a shopper whose browser has translated the page of the %s form sends it with and without errors', async (_, path) => {
  const shop = await renderAt(path);
  expect(submitButtons()).not.toEqual([]);
  await useEveryForm(shop);
});

test.each(['profile', 'email', 'password', 'addresses', 'secondFactor', 'data', 'reseller'] as const)(
  'a shopper whose browser has translated the account’s section “%s” sends its forms with and without errors',
  async (section) => {
    await adaIsSignedIn();
    const shop = await renderAt(paths.accountSection(section));
    await main().findAllByRole('heading', { level: 2 });
    await useEveryForm(shop);
  },
);

test('a shopper whose browser has translated the page finds an order and sends the refund form with and without errors', async () => {
  const id = 'ABCD-EFGH-JKMN-PQRS';
  theApiAnswers('/refund/getrefundorders/:orderId', anOrder({ _id: id }));
  const shop = await renderAt(paths.refundOf(id));
  await submitAll(shop);
  await main().findByRole('button', { name: 'Submit Refund Request' });
  await submitAll(shop);
  await fillAll(shop);
  await submitAll(shop);
});

test('a shopper whose browser has translated the page returns two products of an order, one of which is refused first', async () => {
  const id = await theyHave('lavender-soap-bar', 'beech-rolling-pin');
  const shop = await renderAt(paths.returnOf(id, 'new'));
  await main().findByRole('button', { name: 'Start my return' });
  await submitAll(shop);
  await fillAll(shop);
  // Who has changed their mind cancels, without a request.
  await shop.user.selectOptions(main().getByRole('combobox', { name: 'Reason' }), 'damaged');
  await shop.user.click(main().getByRole('textbox', { name: /^What should we know/ }));
  await shop.user.paste('It is chipped.');
  theApiAnswersOnceAndThen(
    endpoints.requestRefund.path,
    { message: 'No.', errors: { ProductId: 'You have asked for this already.' } },
    400,
  );
  await submitAll(shop);
  theApiRecovers();
  await submitAll(shop);
  expectNoErrorScreen();
  await main().findByRole('heading', { level: 1, name: 'Return sheet' });
});

test('a shopper whose browser has translated the page writes a review with a picture, with and without errors', async () => {
  const id = await theyHave('beech-rolling-pin');
  const key = await withShopDatabase((db, now) => issueToken(db, 'review', { subject: id }, now));
  const shop = await renderAt(paths.reviewOf('beech-rolling-pin', key));
  await screen.findByRole('button', { name: 'Send review' });
  await useEveryForm(shop);
  await screen.findByRole('heading', { level: 1, name: /Thank you/ });
});

test('a shopper whose browser has translated the page asks to be told when a product is back in stock, with and without errors', async () => {
  const shop = await renderAt(paths.product('salt-pot'));
  translatePage();
  await shop.user.click(await screen.findByRole('button', { name: 'Email me when it’s back' }));
  await screen.findByRole('region', { name: 'Email me when it’s back' });
  await useEveryForm(shop);
  await screen.findByRole('heading', { name: 'Check your email' });
});

test('a shopper whose browser has translated the list filters and sorts it', async () => {
  const shop = await renderAt(paths.shop);
  const { user } = shop;
  const count = () => document.querySelector('.shop-count')?.textContent;
  await waitFor(() => expect(count()).toMatch(/^\d+ products/));
  const all = count();
  for (const name of [/^Chalk, \d/, /^Ink, \d/, /^Chalk, \d/]) {
    translatePage();
    await user.click(await screen.findByRole('checkbox', { name, hidden: true }));
    await waitFor(() => expect(shop.address()).not.toBe(paths.shop));
    expectNoErrorScreen();
  }
  translatePage();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'price-high');
  translatePage();
  await user.click(screen.getByRole('checkbox', { name: /^Ink, \d/, hidden: true }));
  await waitFor(() => expect(count()).toBe(all));
  expectNoErrorScreen();
});

test('a shopper whose browser has translated the comparison and the quick view sees what they now compare and choose', async () => {
  const [soap, vase] = [await theProduct('lavender-soap-bar'), await theProduct('bud-vase')];
  const { user } = await renderAt(paths.compare, { compare: [soap, vase] });
  await main().findByRole('link', { name: soap.name });
  translatePage();
  await user.click(main().getByRole('button', { name: `Remove ${soap.name}` }));
  await waitFor(() => expect(main().getByRole('table')).not.toHaveTextContent(soap.name));
  expect(main().getByRole('table')).toHaveTextContent(vase.name);
  expectNoErrorScreen();
  cleanup();

  const shop = await renderAt(paths.shopSearch('stoneware mug'));
  const tile = within(await screen.findByRole('article', { name: 'Stoneware mug' }));
  await shop.user.click(tile.getByRole('button', { name: /Quick view/i }));
  const dialog = within(await screen.findByRole('dialog'));
  const [boxed] = (await theProduct('stoneware-mug')).types.toSorted((one, other) => other.price.basePrice - one.price.basePrice);
  translatePage();
  await shop.user.click(dialog.getByRole('radio', { name: new RegExp(boxed?.name ?? '') }));
  await waitFor(() => expect(document.querySelector('dialog .price-now')?.textContent).toBe(`£${boxed?.price.basePrice.toFixed(2)}`));
  expectNoErrorScreen();
});

test('a shopper whose browser has translated the checkout sends it with and without errors', async () => {
  const shop = await renderAt(paths.checkout, { cart: [aCartLine(await theProduct('lavender-soap-bar'))] });
  await useEveryForm(shop);
});

test('a shopper whose browser has translated the shop chooses, adds, changes and removes, and sees the right prices, counts and totals', async () => {
  const shop = await renderAt(paths.product('lavender-soap-bar'));
  const { user } = shop;
  translatePage();
  const [addToCart] = main().getAllByRole('button', { name: /Add to cart/ });
  await user.click(addToCart as HTMLElement);
  translatePage();
  const cartLink = () => document.querySelector('.cart-button a') as HTMLElement;
  await waitFor(() => expect(cartLink()).toHaveTextContent('1'));
  translatePage();
  await user.click(cartLink());
  translatePage();
  const price = (await theProduct('lavender-soap-bar')).price.basePrice;
  const total = () => document.querySelector('.totals-sum dd')?.textContent;
  const before = Number(total()?.slice(1));
  await user.click(main().getByRole('button', { name: /Increase|more/i }));
  await waitFor(() => expect(Number(total()?.slice(1))).toBeGreaterThanOrEqual(before + price));
  translatePage();
  await user.click(main().getByRole('button', { name: /^Remove/ }));
  translatePage();
  await main().findByText('No items added to cart');
  expectNoErrorScreen();
});
