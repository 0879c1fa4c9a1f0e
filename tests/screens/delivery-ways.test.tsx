import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { returnPath } from '#contract/return-path.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { paths } from '#shared/paths.ts';
import { calls, theProduct, withShopDatabase } from '#tests/support/api.ts';
import { someDeliveryOptions as options } from '#tests/support/delivery-options.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

// Five soaps: £32.50, and £12.50 to send by item.
const cart = async () => [aCartLine({ ...(await theProduct('lavender-soap-bar')), quantity: 5 })];
const setOptions = (given = options) => withShopDatabase((db) => setDeliveryOptions(db, given));
const way = (name: RegExp) => screen.findByRole('radio', { name });
const sums = (region: string) =>
  [...within(screen.getByRole('region', { name: region })).getAllByRole('term')].map(
    (term) => `${term.textContent} ${term.nextSibling?.textContent}`,
  );

beforeEach(async () => {
  vi.stubGlobal('location', { href: 'http://localhost:3000/checkout', origin: 'http://localhost:3000', assign: vi.fn() });
  await setOptions();
});

test('the cart lists the ways with their costs, each change of the delivery by item on its own line, and the checkout keeps the choice', async () => {
  const { user, unmount } = await renderAt(paths.cart, { cart: await cart() });
  await user.click(await screen.findByText('Standard delivery', { selector: 'summary *' }));
  await user.click(await way(/^Express.*£14\.45/));
  expect(sums('Summary')).toEqual([
    'Items £32.50',
    'Delivery £12.50',
    'Delivery is never more than £9.95 −£2.55',
    'Express £4.50',
    'Total £46.95',
  ]);
  expect(screen.getByText('Express: £14.45')).toHaveAttribute('role', 'status');
  expect(screen.getByText('Free delivery from £80.00: £47.50 to go')).toBeVisible();
  await user.click(screen.getByText('Delivering elsewhere?'));
  expect(screen.getByText(/£4\.00 more to Northern Ireland; no delivery to Jersey/)).toBeVisible();
  unmount();
  await renderAt(paths.checkout, { cart: await cart() });
  expect(await way(/^Express/)).toBeChecked();
  expect(screen.getByRole('button', { name: 'Pay £46.95 now' })).toBeVisible();
});

const pennies = (text: string): number => (text.startsWith('−') ? -1 : 1) * Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);

const fillIn = async (user: Awaited<ReturnType<typeof renderAt>>['user'], postcode: string) => {
  const texts = {
    'Email address': 'ada@example.com',
    'First name': 'Ada',
    'Last name': 'Byron',
    'Address line 1': '12 Mill Lane',
    'Town or city': 'St Helier',
    Postcode: postcode,
    Phone: '0113 496 0142',
  };
  for (const [name, text] of Object.entries(texts)) {
    await user.clear(screen.getByRole('textbox', { name }));
    await user.paste(text);
  }
};

test('a postcode changes the total at once; where nothing is delivered the order is not sent, until the shopper collects it', async () => {
  const { user } = await renderAt(paths.checkout, { cart: await cart() });
  await way(/^Standard delivery.*£9\.95/);
  await fillIn(user, 'BT1 5GS');
  expect(sums('Your order')).toContain('Delivery to Northern Ireland £4.00');
  await fillIn(user, 'JE2 3AB');
  await user.click(screen.getByRole('checkbox', { name: /I agree to the terms/ }));
  await user.click(screen.getByRole('button', { name: /^Pay / }));
  expect(screen.getByRole('textbox', { name: 'Postcode' })).toHaveAccessibleDescription(/can’t deliver to Jersey/);
  expect(calls).not.toContain('POST /order/orders');
  await user.click(await way(/^Collect it: The workshop.*Free/));
  expect(screen.getByRole('textbox', { name: 'Postcode' })).not.toHaveAccessibleDescription(/Jersey/);
  await user.click(screen.getByRole('button', { name: 'Pay £32.50 now' }));
  await waitFor(async () => {
    const orders = await withShopDatabase((db) => db.selectFrom('order').select(['total', 'delivery_way']).execute());
    expect(orders).toEqual([{ total: 3250, delivery_way: expect.stringContaining('The workshop') }]);
  });
});

test('a postcode that may be in a region or not is asked about at its field, and taken when it is sent again', async () => {
  const { user } = await renderAt(paths.checkout, { cart: await cart() });
  await way(/^Standard delivery.*£9\.95/);
  await fillIn(user, 'HQ of the firm');
  await user.click(screen.getByRole('checkbox', { name: /I agree to the terms/ }));
  await user.click(screen.getByRole('button', { name: 'Pay £42.45 now' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Postcode' })).toHaveAccessibleDescription(/Is this postcode right\?/));
  expect(await withShopDatabase((db) => db.selectFrom('order').select('id').execute())).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Pay £42.45 now' }));
  await waitFor(async () => {
    const orders = await withShopDatabase((db) => db.selectFrom('order').select('billing').execute());
    expect(orders).toEqual([{ billing: expect.stringContaining('HQ OF THE FIRM') }]);
  });
});

test('a way that the seller withdraws meanwhile is refused with a sentence, and the others are shown', async () => {
  const { user } = await renderAt(paths.checkout, { cart: await cart() });
  await user.click(await way(/^Express/));
  await fillIn(user, 'LS1 4AP');
  await user.click(screen.getByRole('checkbox', { name: /I agree to the terms/ }));
  await setOptions({ ...options, ways: [] });
  await user.click(screen.getByRole('button', { name: 'Pay £46.95 now' }));
  expect((await screen.findAllByText(/not offered any more/))[0]).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('radio', { name: /^Express/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'Pay £42.45 now' })).toBeVisible();
  expect(calls.filter((call) => call === `GET ${endpoints.deliveryOptions.path}`).length).toBeGreaterThan(1);
});

const wrapping = () => screen.findByRole('checkbox', { name: /^Wrap it as a gift/ });
const agree = async (user: Awaited<ReturnType<typeof renderAt>>['user']) =>
  user.click(screen.getByRole('checkbox', { name: /I agree to the terms/ }));

test('gift wrapping is never ticked before; ticked, it is in the total and in the order', async () => {
  await setOptions({ ...options, giftWrap: 3.5 });
  const { user } = await renderAt(paths.checkout, { cart: await cart() });
  expect(await wrapping()).not.toBeChecked();
  expect(sums('Your order')).not.toContain('Gift wrapping £3.50');
  await user.click(await wrapping());
  expect(sums('Your order').slice(-2)).toEqual(['Gift wrapping £3.50', 'Total £45.95']);
  await fillIn(user, 'LS1 4AP');
  await agree(user);
  await user.click(screen.getByRole('button', { name: 'Pay £45.95 now' }));
  await waitFor(async () => {
    const orders = await withShopDatabase((db) => db.selectFrom('order').select(['total', 'gift_wrap']).execute());
    expect(orders).toEqual([{ total: 4595, gift_wrap: 350 }]);
  });
});

test('wrapping that the seller withdraws meanwhile is refused with a sentence, and nothing that was typed is lost', async () => {
  await setOptions({ ...options, giftWrap: 3.5 });
  const { user } = await renderAt(paths.checkout, { cart: await cart() });
  await user.click(await wrapping());
  await fillIn(user, 'LS1 4AP');
  await agree(user);
  await setOptions();
  await user.click(screen.getByRole('button', { name: 'Pay £45.95 now' }));
  expect((await screen.findAllByText(/^We don’t offer gift wrapping any more/))[0]).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^Wrap it as a gift/ })).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Postcode' })).toHaveValue('LS1 4AP');
  await user.click(screen.getByRole('button', { name: 'Pay £42.45 now' }));
  await waitFor(async () => {
    const orders = await withShopDatabase((db) => db.selectFrom('order').select(['total', 'gift_wrap']).execute());
    expect(orders).toEqual([{ total: 4245, gift_wrap: null }]);
  });
});

test('a price of wrapping that the seller changes meanwhile is asked about before it is paid, and shown from then on', async () => {
  await setOptions({ ...options, giftWrap: 3.5 });
  const { user } = await renderAt(paths.checkout, { cart: await cart() });
  await user.click(await wrapping());
  await fillIn(user, 'LS1 4AP');
  await agree(user);
  await setOptions({ ...options, giftWrap: 5 });
  await user.click(screen.getByRole('button', { name: 'Pay £45.95 now' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/£47\.45, not £45\.95/)).toBeVisible();
  expect(calls).not.toContain(`POST ${endpoints.payOrder.path}`);
  await waitFor(() => expect(sums('Your order')).toContain('Gift wrapping £5.00'));
  await user.click(dialog.getByRole('button', { name: /£47\.45/ }));
  await waitFor(() => expect(calls).toContain(`POST ${endpoints.payOrder.path}`));
});

test.each([
  [
    'collection',
    'IV2 3AB',
    ['Collect from', 'The workshopMill LaneExampleford'],
    ['Collected, so no delivery −£12.50', 'Gift wrapping £3.50', '£36.00'],
  ],
  ['express', 'BT1 5GS', ['Delivery', 'Express'], ['Delivery to Northern Ireland £4.00', 'Express £4.50', 'Gift wrapping £3.50', '£54.45']],
] as const)(
  'the delivery option %s of an order is on its page, its confirmation and its invoice, whose lines add up',
  async (id, postalCode, fact, lines) => {
    await setOptions({ ...options, giftWrap: 3.5 });
    const order = await withShopDatabase(async (db, now) => {
      const wanted = anOrderFor({ productId: 'lavender-soap-bar', quantity: 5 });
      const payload = { ...wanted, billingInfo: { ...wanted.billingInfo, postalCode }, way: id, giftWrap: true };
      const { _id } = await placeOrder(db, anOrderRequest(payload, { now }));
      await payOrder(db, _id, { openedAt: now });
      return _id;
    });
    for (const path of [`${paths.orderStatus}?order=${order}`, returnPath(order), paths.invoiceOf(order)]) {
      const { user, unmount } = await renderAt(path);
      const main = within(await screen.findByRole('main'));
      const look = main.queryByRole('button', { name: 'Check order status' });
      if (look) await user.click(look);
      await main.findByText('Gift wrapping', { selector: 'dt' });
      const facts = main.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
      expect(facts).toContainEqual(fact);
      const texts = facts.map((each) => each.join(' '));
      expect(lines.filter((line) => !texts.some((text) => text.endsWith(line)))).toEqual([]);
      const amounts = facts.slice(facts.findIndex(([term]) => term === 'Items')).map(([, value = '']) => pennies(value ?? ''));
      const [total = 0] = amounts.splice(amounts.findIndex((amount) => amount === pennies(lines.at(-1) ?? '')));
      expect(amounts.reduce((all, amount) => all + amount, 0)).toBe(total);
      unmount();
    }
  },
);
