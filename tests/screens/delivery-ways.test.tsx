import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { deliveryOptions } from '#contract/delivery-options.ts';
import { endpoints } from '#contract/endpoints.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { paths } from '#shared/paths.ts';
import { calls, theProduct, withShopDatabase } from '#tests/support/api.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const options = deliveryOptions.parse({
  cap: 9.95,
  freeFrom: 80,
  ways: [{ id: 'express', name: 'Express', surcharge: 4.5, courierDays: { min: 1, max: 1 } }],
  collection: { name: 'The workshop', address: 'Mill Lane\nExampleford', hours: 'Saturday, 10 am to 1 pm' },
  regions: [
    { name: 'Northern Ireland', outcodes: ['BT'], surcharge: 4 },
    { name: 'Jersey', outcodes: ['JE'], surcharge: null },
  ],
});

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
  await user.click(await way(/^Express.*£14\.45/));
  expect(sums('Summary')).toEqual([
    'Items £32.50',
    'Delivery £12.50',
    'Delivery is never more than £9.95 −£2.55',
    'Express £4.50',
    'Total £46.95',
  ]);
  expect(screen.getByText('Free delivery from £80.00: £47.50 to go')).toBeVisible();
  expect(screen.getByText(/£4\.00 more to Northern Ireland; no delivery to Jersey/)).toBeVisible();
  unmount();
  await renderAt(paths.checkout, { cart: await cart() });
  expect(await way(/^Express/)).toBeChecked();
  expect(screen.getByRole('button', { name: 'Pay £46.95 now' })).toBeVisible();
});

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
