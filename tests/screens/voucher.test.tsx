import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CartLine } from '#contract/cart-line.ts';
import { newVoucher } from '#contract/desk/vouchers.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createVoucher, endVoucher } from '#server/domain/vouchers/vouchers.ts';
import { paths } from '#shared/paths.ts';
import { calls, theApiHolds, theApiIsDown, theProduct, withShopDatabase } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { aBuyer } from '#tests/support/orders.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const soap = async (over: Partial<CartLine> = {}) => aCartLine({ ...(await theProduct('lavender-soap-bar')), ...over });

const aVoucher = (over: object = {}) =>
  withShopDatabase((db, now) => createVoucher(db, newVoucher.parse({ code: 'SPRING10', kind: 'percent', value: 10, ...over }), { now }));

const region = (name: 'Summary' | 'Your order') => within(screen.getByRole('region', { name }));
const amounts = (name: 'Summary' | 'Your order' = 'Summary') =>
  region(name)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

const field = () => screen.findByRole('textbox', { name: 'Voucher code' });
const remove = () => screen.findByRole('button', { name: 'Remove voucher SPRING10' });

/** Waits for the result of the check, because a Remove button is shown during the check, too. */
const applied = () => screen.findByText(/^Voucher SPRING10 takes £[\d.]+ off\.$/, { selector: '[role="status"]' });

const type = async (user: UserEvent, code: string) => {
  await user.click(await screen.findByRole('button', { name: 'Add a voucher code' }));
  await typeText(user, await field(), code);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
};

/** Expects this problem at the field and in the live region. */
const expectProblem = async (text: string) => {
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription(text));
  expect(await field()).toBeInvalid();
  expect(screen.getAllByRole('status').filter(({ textContent }) => textContent === text)).toHaveLength(1);
};

describe('a voucher in the cart', () => {
  test('a shopper types a code in the cart, sees what it takes off, and removes it again', async () => {
    await aVoucher();
    const { user, store } = await renderAt(paths.cart, { cart: [await soap({ quantity: 2 })] });
    expect(amounts()).toEqual(['£13.00', '£5.00', '£18.00']);
    await type(user, ' spring10 ');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove voucher SPRING10' })).toHaveFocus());
    expect(amounts()).toEqual(['£13.00', '£5.00', '−£1.30', '£16.70']);
    expect(screen.getByRole('link', { name: 'Checkout · £16.70' })).toBeVisible();
    expect(screen.getAllByRole('status').filter(({ textContent }) => textContent === 'Voucher SPRING10 takes £1.30 off.')).toHaveLength(1);
    expect(store.getState().cart.voucher).toBe('SPRING10');
    await user.click(await remove());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add a voucher code' })).toHaveFocus());
    expect(amounts()).toEqual(['£13.00', '£5.00', '£18.00']);
  });

  test('a shopper applies a code with Enter, and is told of an empty field and of an unknown code at the field', async () => {
    const { user } = await renderAt(paths.cart, { cart: [await soap()] });
    await user.click(await screen.findByRole('button', { name: 'Add a voucher code' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await field()).toHaveAccessibleDescription('Enter a voucher code');
    await typeText(user, await field(), 'nosuch{Enter}');
    await expectProblem('We don’t recognise that code. Check it and try again.');
    await expectFocused(field());
    expect(await field()).toHaveValue('NOSUCH');
    expect(screen.getByText('Remove voucher NOSUCH')).toBeVisible();
  });

  test('a shopper whose cart falls below the minimum is told how much is missing, and has the voucher back above it', async () => {
    await aVoucher({ minimum: 13 });
    const { user } = await renderAt(paths.cart, { cart: [await soap({ quantity: 2 })], voucher: 'SPRING10' });
    await applied();
    await user.click(screen.getByRole('button', { name: 'One fewer: Lavender soap bar' }));
    await expectProblem('Spend £6.50 more on goods to use it, delivery not counted.');
    expect(amounts()).toEqual(['£6.50', '£2.50', '£9.00']);
    await user.click(screen.getByRole('button', { name: 'One more: Lavender soap bar' }));
    await applied();
    expect(amounts()).toEqual(['£13.00', '£5.00', '−£1.30', '£16.70']);
  });

  test('a shopper whose other goods have sold out reads that they do not count for the minimum', async () => {
    await aVoucher({ minimum: 13 });
    const gone = aCartLine({ ...(await theProduct('salt-pot')), saleCount: 0 });
    await renderAt(paths.cart, { cart: [await soap(), gone], voucher: 'SPRING10' });
    await expectProblem('Spend £6.50 more on goods to use it, delivery not counted.');
    expect(amounts()).toEqual(['£6.50', '£2.50', '£9.00']);
  });

  test('a link brings a code, which waits in the cart and survives a reload', async () => {
    await aVoucher();
    const first = await renderAt(`${paths.about}?voucher=Spring10`, { cart: [await soap({ quantity: 2 })] });
    expect(first.store.getState().cart.voucher).toBe('SPRING10');
    first.unmount();
    await renderAt(paths.cart, { cart: [await soap({ quantity: 2 })], voucher: 'SPRING10' });
    await applied();
    expect(amounts()).toContain('−£1.30');
  });

  test('a link with nonsense for a code brings none, and one with another code replaces the stored one', async () => {
    const nonsense = await renderAt(`${paths.about}?voucher=%00`, { cart: [await soap()], voucher: 'SPRING10' });
    expect(nonsense.store.getState().cart.voucher).toBe('SPRING10');
    nonsense.unmount();
    const other = await renderAt(`${paths.about}?voucher=other`, { cart: [await soap()], voucher: 'SPRING10' });
    expect(other.store.getState().cart.voucher).toBe('OTHER');
  });

  test('a shopper whose voucher cannot be checked is told so, and keeps it', async () => {
    theApiIsDown(endpoints.checkVoucher.path);
    const { store } = await renderAt(paths.cart, { cart: [await soap()], voucher: 'SPRING10' });
    await waitFor(async () => expect(await field()).toBeInvalid());
    expect(store.getState().cart.voucher).toBe('SPRING10');
    expect(amounts()).toEqual(['£6.50', '£2.50', '£9.00']);
  });

  test('a shopper who puts a mistyped code right has each code checked once, because unknown ones are limited', async () => {
    await aVoucher();
    const { user } = await renderAt(paths.cart, { cart: [await soap({ quantity: 2 })] });
    await type(user, 'sprng10');
    await expectProblem('We don’t recognise that code. Check it and try again.');
    await user.clear(await field());
    await typeText(user, await field(), 'spring10{Enter}');
    await applied();
    expect(calls.filter((call) => call === `POST ${endpoints.checkVoucher.path}`)).toHaveLength(2);
  });

  test('a cart without a voucher asks nothing of the API', async () => {
    await renderAt(paths.cart, { cart: [await soap()] });
    expect(await screen.findByRole('button', { name: 'Add a voucher code' })).toBeVisible();
    expect(calls).not.toContain(`POST ${endpoints.checkVoucher.path}`);
  });
});

describe('a voucher in the checkout', () => {
  /** Stands in for `location.assign`. */
  const assign = vi.fn<(address: string) => void>();

  beforeEach(() => {
    assign.mockReset();
    vi.stubGlobal('location', { href: 'http://localhost:3000/checkout', origin: 'http://localhost:3000', assign });
  });

  const texts = {
    'Email address': aBuyer.email,
    'First name': aBuyer.firstName,
    'Last name': aBuyer.lastName,
    'Address line 1': aBuyer.streetAddress,
    'Town or city': aBuyer.city,
    Postcode: aBuyer.postalCode,
    Phone: aBuyer.phone,
  };
  const fillIn = async (user: UserEvent) => {
    for (const [name, text] of Object.entries(texts)) {
      await user.click(screen.getByRole('textbox', { name }));
      await user.paste(text);
    }
    await user.click(screen.getByRole('checkbox', { name: /I agree to the terms and conditions/ }));
  };
  const orders = () =>
    withShopDatabase((db) => db.selectFrom('order').select(['voucher_code', 'discount_total', 'total', 'status']).execute());

  test('a shopper pays what the voucher leaves, and the order names it', async () => {
    await aVoucher();
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })], voucher: 'SPRING10' });
    await applied();
    expect(amounts('Your order')).toEqual(['£13.00', '£5.00', '−£1.30', '£16.70']);
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Pay £16.70 now' }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(await orders()).toEqual([{ voucher_code: 'SPRING10', discount_total: 130, total: 1670, status: 'pending' }]);
  });

  test('a shopper types a code in the checkout without sending the order', async () => {
    await aVoucher();
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    await user.click(await screen.findByRole('button', { name: 'Add a voucher code' }));
    await typeText(user, await field(), 'SPRING10{Enter}');
    await applied();
    expect(amounts('Your order')).toEqual(['£13.00', '£5.00', '−£1.30', '£16.70']);
    expect(screen.queryByText('Enter your email address')).not.toBeInTheDocument();
    expect(calls).not.toContain(`POST ${endpoints.placeOrder.path}`);
  });

  test('a shopper who goes on to the address while the voucher is being checked is left there, and removes nothing by a space', async () => {
    await aVoucher();
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    const release = theApiHolds(endpoints.checkVoucher.path);
    await type(user, 'SPRING10');
    const street = screen.getByRole('textbox', { name: 'Address line 1' });
    await user.type(street, '12');
    release();
    await applied();
    await user.keyboard(' Mill Lane');
    expect(street).toHaveValue('12 Mill Lane');
    expect(await remove()).toBeVisible();
  });

  test('a shopper whose voucher ended meanwhile is told before paying, keeps what they typed, and can order without it', async () => {
    await aVoucher();
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })], voucher: 'SPRING10' });
    await applied();
    await fillIn(user);
    await withShopDatabase((db, now) => endVoucher(db, 'SPRING10', { now }));
    await user.click(screen.getByRole('button', { name: 'Pay £16.70 now' }));
    await waitFor(async () => expect(await field()).toHaveAccessibleDescription(/^This voucher ended on/));
    expect(assign).not.toHaveBeenCalled();
    expect(await orders()).toEqual([]);
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue(aBuyer.firstName);
    await user.click(await screen.findByRole('button', { name: 'Pay £18.00 now' }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(await orders()).toEqual([{ voucher_code: null, discount_total: 0, total: 1800, status: 'pending' }]);
  });

  test('a shopper whose voucher pays for everything places the order without paying', async () => {
    await aVoucher({ value: 100 });
    await withShopDatabase((db) => db.updateTable('product').set({ delivery_cost: 0 }).execute());
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 1), { voucher: 'SPRING10', cart: [] });
    await applied();
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: /nothing to pay/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(await orders()).toMatchObject([{ voucher_code: 'SPRING10', total: 0, status: 'confirmed' }]);
  });

  test('a shopper who comes back from the payment page still has the last use of the voucher', async () => {
    await aVoucher({ uses: 1 });
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })], voucher: 'SPRING10' });
    await applied();
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Pay £16.70 now' }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    window.dispatchEvent(new Event('pagehide'));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await screen.findByRole('button', { name: 'Pay £16.70 for that order' });
    await applied();
    await user.click(await screen.findByRole('button', { name: 'Pay £16.70 now' }));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
    expect(await orders()).toHaveLength(1);
  });
});
