import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { deliveryOptions } from '#contract/delivery-options.ts';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import { readDeliveryOptions, setDeliveryOptions, showDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { theBrowserHasSession, withShopDatabase } from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { signInAt } from '#tests/support/desk.ts';
import { anotherSeller, renderDeskAt } from '#tests/support/render-desk.tsx';

const options = deliveryOptions.parse({
  cap: 9.95,
  ways: [{ id: 'express', name: 'Express', surcharge: 4.5, courierDays: { min: 1, max: 2 } }],
  collection: { name: 'The workshop', address: 'Mill Lane\nExampleford', hours: 'Saturday, 10 am to 1 pm' },
  regions: [{ name: 'Jersey', outcodes: ['JE'], surcharge: null }],
  giftWrap: 3.5,
});

const main = () => within(screen.getByRole('main'));
const field = (name: string | RegExp) => main().findByRole('textbox', { name });
const save = () => main().findByRole('button', { name: 'Save' });
const kept = () => withShopDatabase(readDeliveryOptions);

beforeEach(() =>
  withShopDatabase(async (db, now) => {
    await setDeliveryOptions(db, options);
    const cookie = await signInAt(db, 'rosa', { role: 'seller', firstName: 'Rosa', codeAt: now });
    theBrowserHasSession(cookie.slice('session='.length));
  }),
);

const open = async () => {
  const { user } = await renderDeskAt(deskPages.delivery);
  const type = async (name: string | RegExp, text: string) => {
    await user.clear(await field(name));
    if (text !== '') await user.type(await field(name), text);
  };
  const add = async (name: string) => user.click(await main().findByRole('button', { name }));
  const press = async () => user.click(await save());
  return { user, type, add, press };
};

test('the seller changes the delivery settings, adds a faster way and a region, and all of that is saved', async () => {
  const { user, type, add, press } = await open();
  expect(await field(/^Gift wrapping/)).toHaveValue('3.50');
  await type(/^Most an order pays/, '');
  await type(/^Gift wrapping/, '£4');
  await add('Add a faster way');
  await type('Name', 'By bike');
  await type('Surcharge (£) By bike', '2');
  await add('Add a region');
  await type('Name', 'Northern Ireland');
  await type('Postcodes beginning with Northern Ireland', 'bt, KA27-28');
  await type('Surcharge (£) Northern Ireland', '4');
  await user.click(await main().findByRole('button', { name: 'Remove Jersey' }));
  await press();
  expect(await main().findByText('Saved. New orders go by it.')).toBeVisible();
  expect(await kept()).toEqual({
    ...options,
    cap: null,
    giftWrap: 4,
    ways: [...options.ways, { id: 'by-bike', name: 'By bike', surcharge: 2, courierDays: { min: 1, max: 1 } }],
    regions: [{ name: 'Northern Ireland', outcodes: ['BT', 'KA27-28'], surcharge: 4 }],
  });
  const events = await withShopDatabase((db) => db.selectFrom('staff_event').select('account_id').execute());
  expect(events).toEqual([{ account_id: 'rosa' }]);
});

test.each([
  [/^Most an order pays/, 'ten', /^Pounds and pence/],
  [/^Gift wrapping/, '1.005', /^Pounds and pence/],
  [/^Gift wrapping/, '2,50', /^Pounds and pence/],
  ['Name Express', '', /^Fill this in/],
  ['Working days, 1 or 1-2 Express', '3-1', /^A number of days/],
  ['Postcodes beginning with Jersey', 'J-E', /^Areas, districts or ranges/],
  [/^Opening hours/, '', /^Fill this in/],
])('the field %s with the invalid text “%s” is marked with its rule, and nothing is saved', async (name, text, rule) => {
  const { type, press } = await open();
  await type(name, text);
  await press();
  expect(main().getByText(/^Nothing was saved yet/)).toBeVisible();
  const wrong = main()
    .getAllByRole('textbox')
    .filter((each) => each.getAttribute('aria-invalid') === 'true');
  expect(wrong).toHaveLength(1);
  expect(wrong[0]).toHaveAccessibleDescription(rule);
  expect(await kept()).toEqual(options);
});

test('delivery settings that another seller has saved are not overwritten, although the page has been fetched again since the form was opened', async () => {
  const { user, type, press } = await open();
  await type(/^Gift wrapping/, '5');
  const { version } = await withShopDatabase(showDeliveryOptions);
  await anotherSeller(deskEndpoints.changeDelivery, {}, { version, options: { ...options, cap: 12 } });
  await theConnectionBlinks();
  await press();
  expect(await main().findByText(/Ada.*\d{1,2}:\d{2}/)).toBeVisible();
  expect(await kept()).toEqual({ ...options, cap: 12 });
  expect(await field(/^Gift wrapping/)).toHaveValue('5');
  await user.click(main().getByRole('button', { name: /^Show/ }));
  await waitFor(async () => expect(await field(/^Most an order pays/)).toHaveValue('12'));
});

test('a seller who saves delivery settings that another seller has changed meanwhile reads who and when, keeps what was typed, and sees the other version on a press', async () => {
  const { user, type, press } = await open();
  await type(/^Gift wrapping/, '5');
  const { version } = await withShopDatabase(showDeliveryOptions);
  await anotherSeller(deskEndpoints.changeDelivery, {}, { version, options: { ...options, giftWrap: 2 } });
  await press();
  expect(await main().findByText(/Ada.*\d{1,2}:\d{2}/)).toBeVisible();
  expect(await field(/^Gift wrapping/)).toHaveValue('5');
  await user.click(main().getByRole('button', { name: /^Show/ }));
  expect(await main().findByDisplayValue('2')).toBe(await field(/^Gift wrapping/));
  expect(await kept()).toMatchObject({ giftWrap: 2 });
});
