import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn } from '#tests/support/accounts.ts';
import { allRequestsSettled, theApiAnswers, theApiIsDown, theApiRecovers, theProduct } from '#tests/support/api.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { translatePage } from '#tests/support/translate-page.ts';

const main = () => within(screen.getByRole('main'));
const submitButtons = () => [...document.querySelectorAll<HTMLButtonElement>('main form button[type="submit"]')];
const expectNoErrorScreen = () => expect(screen.queryByRole('heading', { name: 'Unexpected Application Error!' })).toBeNull();
const untilIdle = () => waitFor(() => expect(submitButtons().filter(({ ariaBusy }) => ariaBusy === 'true')).toEqual([]));

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

const fillAll = async ({ user }: Shop) => {
  for (const select of document.querySelectorAll<HTMLSelectElement>('main form select'))
    await user.selectOptions(select, select.options.item(1)?.value ?? '');
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form :is(input, textarea)')];
  for (const field of fields) {
    if (!field.isConnected || field.closest('.not-for-people')) continue;
    if (['radio', 'checkbox', 'file', 'search'].includes(field.type)) {
      if (field.type === 'checkbox' || field.type === 'radio') await user.click(field);
      continue;
    }
    await user.click(field);
    await user.paste(typed[field.type] ?? 'Words that are long enough');
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
