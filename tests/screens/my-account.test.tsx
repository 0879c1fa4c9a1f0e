import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { selected } from '#features/currency/currency-slice.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn, herPassword, herSessionEnds } from '#tests/support/accounts.ts';
import {
  calls,
  theApiAnswers,
  theApiHolds,
  theApiIsDown,
  theApiNeverAnswers,
  theApiRecovers,
  theProduct,
  unansweredCalls,
  withShopDatabase,
} from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { thisTabIsShownAgain } from '#tests/support/frozen-tab.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const field = (name: string) => main().getByLabelText(name);
const press = (name: string) => main().getByRole('button', { name });
const section = (name: string) => main().findByRole('heading', { level: 2, name });

/** This tab is hidden, and shown again. */
const theTabIsLeftAndShown = () => {
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  thisTabIsShownAgain();
};

const open = async (name?: string) => renderAt(name === undefined ? paths.myAccount : paths.accountSection(name));

const anAddress = {
  firstName: 'Ada',
  lastName: 'Moss',
  streetAddress: '12 Mill Lane',
  streetAddress2: '',
  city: 'Leeds',
  state: '',
  postalCode: 'LS1 4AP',
  phone: '0113 496 0142',
};

/** Another tab saves these addresses. */
const theAddressesAre = (streets: readonly string[]) =>
  withShopDatabase((db) =>
    db
      .updateTable('account')
      .set({ addresses: JSON.stringify(streets.map((street) => ({ ...anAddress, _id: street, streetAddress: street }))) })
      .execute(),
  );

const anOrder = (changes: object = {}) => ({
  _id: 'ABCD-EFGH-JKLM-NPQR',
  status: 'processing',
  overallTotal: 42.5,
  goodsTotal: 39,
  deliveryTotal: 3.5,
  createdAt: '2025-06-03T09:00:00.000Z',
  billingInfo: { ...anAddress, email: 'ada@example.com' },
  items: [
    { _id: 'i1', quantity: 2, product: { _id: 'lavender-soap-bar', name: 'Lavender soap bar' }, unitPrice: 6.5, delivery: 0 },
    { _id: 'i2', quantity: 1, product: { _id: 'salt-pot', name: 'Salt pot with wooden lid' }, unitPrice: 26, delivery: 0 },
  ],
  ...changes,
});

describe('the account', () => {
  test('the account redirects a visitor to sign in, with the URL to return to', async () => {
    const { address } = await open('orders');
    await waitFor(() => expect(address()).toBe(`/login-register?from=${encodeURIComponent('/my-account?section=orders')}`));
  });

  test('the account shows only that it is loading while the profile is loading', async () => {
    theApiNeverAnswers(endpoints.profile.path);
    const { address } = await open();
    expect(main().getByRole('status')).toHaveTextContent('Loading...');
    expect(main().queryByRole('navigation')).not.toBeInTheDocument();
    expect(address()).toBe('/my-account');
  });

  test('the account shows an error when the profile cannot be loaded, and loads it on retry', async () => {
    await adaIsSignedIn();
    theApiIsDown(endpoints.profile.path);
    const { user, address } = await open();
    expect(await main().findByText(/so we can’t show your account/)).toBeVisible();
    expect(address()).toBe('/my-account');
    theApiRecovers();
    await user.click(press('Try again'));
    expect(await section('Hello, Ada')).toBeVisible();
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toContainElement(await section('Hello, Ada'));
  });

  test('the account has the current section in the URL and marks its link', async () => {
    await adaIsSignedIn();
    const { user, address } = await open();
    await section('Hello, Ada');
    await user.click(main().getByRole('link', { name: 'Your details' }));
    expect(address()).toBe('/my-account?section=profile');
    await expectFocused(section('Your details'));
    expect(main().getByRole('link', { name: 'Your details' })).toHaveAttribute('aria-current', 'page');
  });

  test('the account is left by signing out, which deletes all cached data of the shopper', async () => {
    await adaIsSignedIn({ role: 'reseller' });
    const { user, address, store } = await open('orders');
    await main().findByText('No orders yet');
    await user.click(press('Sign out'));
    await waitFor(() => expect(address()).toBe('/login-register'));
    expect(await main().findByText(/You’re signed out/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    const cache: object = Object(Reflect.get(store.getState(), 'accountApi'));
    expect(Object.keys(Object(Reflect.get(cache, 'queries')))).toEqual(['profile(undefined)']);
  });

  test('the account is signed out once by a double press', async () => {
    await adaIsSignedIn();
    const { user, address } = await open();
    await section('Hello, Ada');
    await user.dblClick(press('Sign out'));
    await waitFor(() => expect(address()).toBe('/login-register'));
    expect(calls.filter((call) => call.endsWith(endpoints.logout.path))).toHaveLength(1);
  });

  test('the account shows an error and stays when signing out fails', async () => {
    await adaIsSignedIn();
    const { user, address } = await open();
    await section('Hello, Ada');
    theApiIsDown(endpoints.logout.path);
    await user.click(press('Sign out'));
    expect(await main().findByText(/We can’t reach the shop/)).toBeVisible();
    expect(address()).toBe('/my-account');
  });
});

describe('the account details', () => {
  test('the account details can be changed, and the greeting shows the new name', async () => {
    await adaIsSignedIn();
    const { user } = await open('profile');
    await section('Your details');
    await user.clear(field('First name'));
    await user.click(press('Save'));
    expect(field('First name')).toHaveAccessibleDescription('Enter your first name');
    await typeText(user, field('First name'), 'Adele');
    await user.click(press('Save'));
    expect(await main().findByText('Saved.')).toBeVisible();
    await user.click(main().getByRole('link', { name: 'Overview' }));
    expect(await section('Hello, Adele')).toBeVisible();
  });

  test('the account details that another tab has changed meanwhile are kept', async () => {
    await adaIsSignedIn();
    const { user } = await open('profile');
    await section('Your details');
    await withShopDatabase((db) => db.updateTable('account').set({ phone: '0113 496 0999' }).execute());
    await user.clear(field('First name'));
    await typeText(user, field('First name'), 'Adele');
    await user.click(press('Save'));
    expect(await main().findByText('Saved.')).toBeVisible();
    const saved = await withShopDatabase((db) => db.selectFrom('account').select(['first_name', 'phone']).execute());
    expect(saved).toContainEqual({ first_name: 'Adele', phone: '0113 496 0999' });
  });

  test('the account details that another tab has changed are shown and kept, also when this tab has heard of them while a field is typed in', async () => {
    await adaIsSignedIn();
    const { user } = await open('profile');
    await section('Your details');
    await user.clear(field('First name'));
    await typeText(user, field('First name'), 'Adele');
    await withShopDatabase((db) => db.updateTable('account').set({ first_name: 'Eve', phone: '0113 496 0999', marketing: 1 }).execute());
    thisTabIsShownAgain();
    await waitFor(() => expect(field('Phone (optional)')).toHaveValue('0113 496 0999'));
    expect(main().getByRole('checkbox')).toBeChecked();
    expect(field('First name')).toHaveValue('Adele');
    await user.click(press('Save'));
    expect(await main().findByText('Saved.')).toBeVisible();
    const saved = await withShopDatabase((db) => db.selectFrom('account').select(['first_name', 'phone', 'marketing']).execute());
    expect(saved).toContainEqual({ first_name: 'Adele', phone: '0113 496 0999', marketing: 1 });
    // What was saved here follows as well.
    await withShopDatabase((db) => db.updateTable('account').set({ first_name: 'Eve' }).execute());
    theTabIsLeftAndShown();
    await waitFor(() => expect(field('First name')).toHaveValue('Eve'));
  });

  test('a name that is saved with a blank after it is not saved again over what another device has saved since', async () => {
    await adaIsSignedIn();
    const { user } = await open('profile');
    await section('Your details');
    await user.clear(field('First name'));
    await typeText(user, field('First name'), 'Adele ');
    await user.click(press('Save'));
    expect(await main().findByText('Saved.')).toBeVisible();
    expect(field('First name')).toHaveValue('Adele');
    await withShopDatabase((db) => db.updateTable('account').set({ first_name: 'Eve' }).execute());
    await typeText(user, field('Phone (optional)'), '0113 496 0999');
    await user.click(press('Save'));
    const saved = () => withShopDatabase((db) => db.selectFrom('account').select(['first_name', 'phone']).execute());
    await waitFor(async () => expect(await saved()).toContainEqual({ first_name: 'Eve', phone: '0113 496 0999' }));
  });

  test('the account details redirect to signing in when the session has ended, with the URL to return to', async () => {
    await adaIsSignedIn();
    const { user, address } = await open('profile');
    await section('Your details');
    await herSessionEnds();
    await user.click(press('Save'));
    await waitFor(() => expect(address()).toBe(`/login-register?from=${encodeURIComponent('/my-account?section=profile')}`));
  });
});

describe('an account that another one replaces in another tab', () => {
  test('an account that another one replaces in another tab leaves nothing that was typed', async () => {
    await adaIsSignedIn();
    const { user } = await open('profile');
    await section('Your details');
    await user.clear(field('First name'));
    await typeText(user, field('First name'), 'Adele');
    await adaIsSignedIn({ firstName: 'Bea', email: 'bea@example.com' });
    thisTabIsShownAgain();
    expect(await main().findByText(/bea@example\.com/)).toBeVisible();
    expect(field('First name')).toHaveValue('Bea');
  });
});

describe('the account password', () => {
  test('the account password can be changed only with the current one', async () => {
    await adaIsSignedIn();
    const { user } = await open('password');
    await section('Password');
    await typeText(user, field('Current password'), 'not my password');
    await typeText(user, field('New password'), 'an even longer walk');
    await user.click(press('Change password'));
    await waitFor(() => expect(field('Current password')).toHaveAccessibleDescription('This is not your current password.'));
    expect(field('New password')).toHaveValue('an even longer walk');
    await user.clear(field('Current password'));
    await typeText(user, field('Current password'), herPassword);
    await user.click(press('Change password'));
    expect(await main().findByText('Your new password is set.')).toBeVisible();
    expect(field('New password')).toHaveValue('');
  });
});

describe('the saved addresses', () => {
  test('the saved addresses can be added, changed, removed and restored with Undo', async () => {
    await adaIsSignedIn();
    const { user } = await open('addresses');
    await user.click(await main().findByRole('button', { name: 'Add an address' }));
    await typeText(user, field('Address line 1'), '12 Mill Lane');
    await typeText(user, field('Town or city'), 'Leeds');
    await user.click(press('Save'));
    expect(field('Postcode')).toHaveAccessibleDescription('Enter your postcode');
    await typeText(user, field('Postcode'), 'ls14ap');
    await typeText(user, field('Phone'), '0113 496 0142');
    await user.click(press('Save'));
    expect(await main().findByText('LS1 4AP')).toBeVisible();

    await user.click(press('Change the address 12 Mill Lane, Leeds'));
    await user.clear(field('Town or city'));
    await user.type(field('Town or city'), 'York');
    await user.click(press('Save'));
    expect(await main().findByText('York')).toBeVisible();

    await user.click(press('Remove the address 12 Mill Lane, York'));
    expect(await main().findByText('12 Mill Lane, York removed.')).toBeVisible();
    expect(main().queryByText('LS1 4AP')).not.toBeInTheDocument();
    await user.click(press('Undo'));
    expect(await main().findByText('LS1 4AP')).toBeVisible();
  });

  test('the saved addresses keep a form open that is opened before the one before it was answered', async () => {
    await adaIsSignedIn({}, { addresses: ['12 Mill Lane', '7 Oak Road'].map((street) => ({ ...anAddress, streetAddress: street })) });
    const { user } = await open('addresses');
    const release = theApiHolds(endpoints.updateUser.path);
    await user.click(await main().findByRole('button', { name: 'Change the address 12 Mill Lane, Leeds' }));
    await typeText(user, field('Address line 1'), 'a');
    await user.click(press('Save'));
    await user.click(press('Cancel'));
    await user.click(press('Change the address 7 Oak Road, Leeds'));
    await typeText(user, field('Address line 1'), 'b');
    const typed = field('Address line 1');
    release();
    await waitFor(() => expect(unansweredCalls()).toBe(''));
    await act(async () => undefined);
    expect(typed).toBeVisible();
    expect(typed).toHaveValue('7 Oak Roadb');
    await user.click(press('Cancel'));
    expect(await main().findByText('12 Mill Lanea')).toBeVisible();
  });

  test('the saved addresses keep what another tab has added when a removal is undone', async () => {
    await adaIsSignedIn({}, { addresses: ['12 Mill Lane', '7 Oak Road'].map((street) => ({ ...anAddress, streetAddress: street })) });
    const { user } = await open('addresses');
    await user.click(await main().findByRole('button', { name: 'Remove the address 12 Mill Lane, Leeds' }));
    expect(await main().findByText('12 Mill Lane, Leeds removed.')).toBeVisible();
    await theAddressesAre(['7 Oak Road', '3 New Street']);
    thisTabIsShownAgain();
    expect(await main().findByText('3 New Street')).toBeVisible();
    await user.click(press('Undo'));
    expect(await main().findByText('12 Mill Lane')).toBeVisible();
    expect(
      main()
        .getAllByText(/^(?:12 Mill Lane|7 Oak Road|3 New Street)$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['12 Mill Lane', '7 Oak Road', '3 New Street']);
  });

  test('the saved addresses keep what another device has added and this tab has not heard of, when one is changed, added or removed', async () => {
    await adaIsSignedIn({}, { addresses: [{ ...anAddress, _id: '12 Mill Lane' }] });
    const { user } = await open('addresses');
    await main().findByText('12 Mill Lane');
    const saved = async () => {
      const { addresses } = await withShopDatabase((db) => db.selectFrom('account').select('addresses').executeTakeFirstOrThrow());
      return (JSON.parse(addresses) as (typeof anAddress)[]).map(({ streetAddress, city }) => `${streetAddress}, ${city}`);
    };
    await theAddressesAre(['12 Mill Lane', '99 Phone Road']);
    await user.click(press('Change the address 12 Mill Lane, Leeds'));
    await typeText(user, field('Town or city'), 'y');
    await user.click(press('Save'));
    expect(await main().findByText('99 Phone Road')).toBeVisible();
    expect(await saved()).toEqual(['12 Mill Lane, Leedsy', '99 Phone Road, Leeds']);

    await theAddressesAre(['12 Mill Lane', '99 Phone Road', '7 Oak Road']);
    await user.click(press('Add an address'));
    for (const [name, text] of [
      ['Address line 1', '3 New Street'],
      ['Town or city', 'York'],
      ['Postcode', 'YO1 7HH'],
      ['Phone', '0113 496 0142'],
    ] as const)
      await typeText(user, field(name), text);
    await user.click(press('Save'));
    expect(await main().findByText('7 Oak Road')).toBeVisible();
    expect(await saved()).toEqual(['12 Mill Lane, Leeds', '99 Phone Road, Leeds', '7 Oak Road, Leeds', '3 New Street, York']);

    await theAddressesAre(['12 Mill Lane', '99 Phone Road', '7 Oak Road', '5 Elm Row']);
    await user.click(press('Remove the address 99 Phone Road, Leeds'));
    expect(await main().findByText('5 Elm Row')).toBeVisible();
    expect(await saved()).toEqual(['12 Mill Lane, Leeds', '7 Oak Road, Leeds', '5 Elm Row, Leeds']);
  });

  test('a saved address that is being changed follows another tab where nothing was typed, and is added again if it was removed there', async () => {
    await adaIsSignedIn({}, { addresses: [{ ...anAddress, _id: '12 Mill Lane' }] });
    const { user } = await open('addresses');
    await user.click(await main().findByRole('button', { name: 'Change the address 12 Mill Lane, Leeds' }));
    await typeText(user, field('Town or city'), 'y');
    await withShopDatabase((db) =>
      db
        .updateTable('account')
        .set({ addresses: JSON.stringify([{ ...anAddress, _id: '12 Mill Lane', phone: '0113 496 0999' }]) })
        .execute(),
    );
    thisTabIsShownAgain();
    await waitFor(() => expect(field('Phone')).toHaveValue('0113 496 0999'));
    expect(field('Town or city')).toHaveValue('Leedsy');
    await theAddressesAre([]);
    const before = calls.length;
    theTabIsLeftAndShown();
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
    await waitFor(() => expect(unansweredCalls()).toBe(''));
    expect(field('Town or city')).toHaveValue('Leedsy');
    await user.click(press('Save'));
    expect(await main().findByText('Leedsy')).toBeVisible();
    expect(main().getByText('12 Mill Lane')).toBeVisible();
  });

  test('the saved addresses are limited to ten, with a notice', async () => {
    await adaIsSignedIn({}, { addresses: Array.from({ length: 10 }, (_, at) => ({ ...anAddress, streetAddress: `${at + 1} Mill Lane` })) });
    await open('addresses');
    expect(await main().findByText(/the limit of 10 addresses/)).toBeVisible();
    expect(main().queryByRole('button', { name: 'Add an address' })).not.toBeInTheDocument();
  });
});

describe('the overview of the account', () => {
  const latest = async () => within(await main().findByRole('article', { name: 'Order placed 3 June 2025' }));

  test('the overview of the account shows the latest order with its status and total, and leads to where it is', async () => {
    await adaIsSignedIn();
    theApiAnswers(endpoints.myOrders.path, [anOrder(), anOrder({ _id: 'OLD', createdAt: '2025-05-01T09:00:00.000Z' })]);
    await open();
    const order = await latest();
    for (const text of ['Lavender soap bar, Salt pot with wooden lid', 'Processing', '£42.50']) expect(order.getByText(text)).toBeVisible();
    expect(order.getByRole('link', { name: 'Track this order' })).toHaveAttribute('href', '/order-status?order=ABCD-EFGH-JKLM-NPQR');
    expect(order.getByRole('link', { name: 'All your orders' })).toHaveAttribute('href', paths.accountSection('orders'));
    expect(main().getAllByRole('article')).toHaveLength(1);
  });

  test('the overview of the account offers to pay the latest order while it is unpaid', async () => {
    await adaIsSignedIn();
    theApiAnswers(endpoints.myOrders.path, [anOrder({ status: 'pending' })]);
    await open();
    expect((await latest()).getByRole('button', { name: 'Pay £42.50 now' })).toBeVisible();
    expect((await latest()).queryByRole('link', { name: 'Track this order' })).not.toBeInTheDocument();
  });
});

describe('the orders of the account', () => {
  test('the orders of the account are empty at first, with a link to the shop', async () => {
    await adaIsSignedIn();
    await open('orders');
    expect(await main().findByText('No orders yet')).toBeVisible();
    expect(main().getByRole('link', { name: 'Browse the shop' })).toHaveAttribute('href', paths.shop);
  });

  test('the orders of the account show date, status and total, with links to tracking and, once paid, to a refund', async () => {
    await adaIsSignedIn();
    theApiAnswers(endpoints.myOrders.path, [
      anOrder(),
      anOrder({ _id: 'WAITING', status: 'pending', createdAt: '2025-05-01T09:00:00.000Z' }),
    ]);
    const { user } = await open('orders');
    const order = within(await main().findByRole('article', { name: 'Order placed 3 June 2025' }));
    expect(order.getByText('Processing')).toBeVisible();
    expect(order.getByText('£42.50')).toBeVisible();
    expect(order.getByRole('link', { name: 'Track this order' })).toHaveAttribute('href', '/order-status?order=ABCD-EFGH-JKLM-NPQR');
    expect(order.queryByText('ABCD-EFGH-JKLM-NPQR')).not.toBeInTheDocument();
    await user.click(order.getByRole('button', { name: 'Details' }));
    expect(order.getByText('ABCD-EFGH-JKLM-NPQR')).toBeVisible();
    expect(order.getByRole('link', { name: 'Return or problem?' })).toHaveAttribute('href', '/refund?order=ABCD-EFGH-JKLM-NPQR');
    const waiting = within(main().getByRole('article', { name: 'Order placed 1 May 2025' }));
    expect(waiting.getByText('Awaiting payment')).toBeVisible();
    await user.click(waiting.getByRole('button', { name: 'Details' }));
    expect(waiting.queryByRole('link', { name: 'Return or problem?' })).not.toBeInTheDocument();
  });

  test('the orders of the account are in pounds, which is what was paid, whatever currency was chosen for prices', async () => {
    await adaIsSignedIn();
    theApiAnswers(endpoints.myOrders.path, [anOrder({ status: 'pending' })]);
    const { store, user } = await open('orders');
    store.dispatch(selected('EUR'));
    await user.click(await main().findByRole('button', { name: 'Details' }));
    expect(main().getAllByText(/£42.50/)).toHaveLength(3);
    expect(main().queryByText(/€/)).not.toBeInTheDocument();
  });

  test('the orders of the account can be paid while they are pending, and show an error when the payment request fails', async () => {
    await adaIsSignedIn();
    const payBy = new Date(2025, 4, 1, 9, 30).toISOString();
    theApiAnswers(endpoints.myOrders.path, [anOrder({ status: 'pending', payment: 'failed', payBy })]);
    theApiIsDown(endpoints.payOrder.path);
    const { user } = await open('orders');
    const order = within(await main().findByRole('article', { name: 'Order placed 3 June 2025' }));
    expect(order.getByText(/The last payment didn’t go through/)).toHaveTextContent('We’re holding your items until 09:30.');
    await user.click(order.getByRole('button', { name: 'Pay £42.50 now' }));
    expect(await order.findByText(/We can’t reach the shop/)).toBeVisible();
    expect(order.getByRole('button', { name: 'Pay £42.50 now' })).toHaveAttribute('aria-disabled', 'false');
  });

  test('the orders of the account open the confirmation page when they were paid meanwhile', async () => {
    await adaIsSignedIn();
    theApiAnswers(endpoints.myOrders.path, [anOrder({ status: 'pending' })]);
    theApiAnswers(endpoints.payOrder.path, { message: 'This order is paid.', code: 'paid' }, 409);
    const { user, address } = await open('orders');
    await user.click(await main().findByRole('button', { name: 'Pay £42.50 now' }));
    await waitFor(() => expect(address()).toBe('/order-confirm?order=ABCD-EFGH-JKLM-NPQR'));
  });

  test('the orders of the account cannot be paid again while the payment is processing', async () => {
    await adaIsSignedIn();
    theApiAnswers(endpoints.myOrders.path, [anOrder({ status: 'pending', payment: 'processing' })]);
    await open('orders');
    expect(await main().findByRole('link', { name: 'Check the payment' })).toHaveAttribute(
      'href',
      '/order-confirm?order=ABCD-EFGH-JKLM-NPQR',
    );
    expect(main().queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  });

  test('the orders of the account can be ordered again; what is unavailable is listed with the reason', async () => {
    await adaIsSignedIn();
    const dish = await theProduct('trinket-dish');
    theApiAnswers(endpoints.myOrders.path, [
      anOrder({
        items: [
          { _id: 'i1', quantity: 2, product: { _id: 'lavender-soap-bar', name: 'Lavender soap bar' } },
          { _id: 'i2', quantity: 1, product: { _id: 'salt-pot', name: 'Salt pot with wooden lid' } },
          { _id: 'i3', quantity: 5, product: { _id: dish._id, name: dish.name } },
          { _id: 'i4', quantity: 1, product: { _id: 'long-gone', name: 'Lost vase' } },
          { _id: 'i5', quantity: 1, product: { _id: 'stoneware-mug', name: 'Stoneware mug' }, color: 'No such glaze' },
        ],
      }),
    ]);
    const { user, store } = await open('orders');
    await user.click(await main().findByRole('button', { name: 'Order again' }));
    expect(await main().findByText('3 items added to your cart, at today’s prices.')).toBeVisible();
    expect(store.getState().cart.lines.map(({ _id, quantity }) => [_id, quantity])).toEqual([
      ['lavender-soap-bar', 2],
      [dish._id, 1],
    ]);
    for (const reason of [
      'Salt pot with wooden lid: Out of stock',
      `${dish.name}: only 1 of 5 available`,
      'Lost vase: No longer available',
      'Stoneware mug: options have changed',
    ])
      expect(main().getByText((_, element) => element?.tagName === 'LI' && element.textContent === reason)).toBeVisible();
  });

  test('the orders of the account show an error when they cannot be loaded, and load on retry', async () => {
    await adaIsSignedIn();
    theApiIsDown(endpoints.myOrders.path);
    const { user } = await open('orders');
    const retry = await main().findByRole('button', { name: 'Try again' });
    theApiRecovers();
    await user.click(retry);
    expect(await main().findByText('No orders yet')).toBeVisible();
    expect(calls.filter((call) => call === 'GET /order/mine').length).toBeGreaterThan(1);
  });
});

describe('reselling', () => {
  test('reselling can be applied for, and the application is pending', async () => {
    await adaIsSignedIn();
    const { user } = await open('reseller');
    await section('Reselling');
    await user.click(press('I want to resell'));
    expect(await main().findByText('Your application is with us')).toBeVisible();
    const { wants_to_resell: wants, role } = await withShopDatabase((db) => db.selectFrom('account').selectAll().executeTakeFirstOrThrow());
    expect([wants, role]).toEqual([1, 'customer']);
  });

  test.each([
    [0, 'Basic', '0%', '$500.00 more to Silver'],
    [499.99, 'Basic', '0%', '$0.01 more to Silver'],
    [500, 'Silver', '5%', '$500.00 more to Gold'],
    [1250.5, 'Gold', '10%', '$749.50 more to Platinum'],
    [2000, 'Platinum', '15%', 'You have reached the highest level. Thank you!'],
  ])('the account of a reseller with sales of %d shows level %s, commission %s and %s', async (sales, level, commission, next) => {
    await adaIsSignedIn({ role: 'reseller' });
    theApiAnswers(endpoints.profile.path, {
      user: { _id: 'u1', role: 'reseller', firstName: 'Ada', reseller: { level, sales, commission: Number.parseInt(commission, 10) } },
    });
    await open('reseller');
    expect(await main().findByText(next)).toBeVisible();
    expect(main().getByText((_, element) => element?.getAttribute('aria-current') === 'step')).toHaveTextContent(level);
  });

  test('the account of a reseller shows the thresholds with a dollar sign', async () => {
    await adaIsSignedIn({ role: 'reseller' });
    await open('reseller');
    const levels = within(await main().findByRole('list', { name: 'The levels' }));
    expect((await levels.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Basicfrom the start0%',
      'Silverfrom $5005%',
      'Goldfrom $1,00010%',
      'Platinumfrom $2,00015%',
    ]);
  });
});
