import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/account.ts';
import type { CartLine } from '#contract/cart-line.ts';
import { endpoints } from '#contract/endpoints.ts';
import { unpaidLimits } from '#contract/unpaid-limits.ts';
import { addToCart } from '#features/cart/cart-slice.ts';
import { placeOrder } from '#server/domain/orders.ts';
import { paths } from '#shared/paths.ts';
import {
  aResellerIsSignedIn,
  calls,
  theApiAnswers,
  theApiIsDown,
  theApiRecovers,
  theProduct,
  theSellerSetsStock,
  theShopSells,
  withShopDatabase,
} from '#tests/support/api.ts';
import { aCaller, aKey, anOrderFor } from '#tests/support/orders.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const soap = async (over: Partial<CartLine> = {}) => aCartLine({ ...(await theProduct('lavender-soap-bar')), ...over });

/** Where the browser was sent. */
const assign = vi.fn<(address: string) => void>();

beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal('location', { href: 'http://localhost:3000/checkout', origin: 'http://localhost:3000', assign });
});

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const terms = () => screen.getByRole('checkbox', { name: /I agree to the terms and conditions/ });
const payButton = () => screen.getByRole('button', { name: /^Pay £[\d.]+ now$/ });
const summary = () => within(screen.getByRole('region', { name: 'Your order' }));
const amounts = () =>
  summary()
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

const buyer = {
  'E-mail': 'ada@example.com',
  'First name': 'Ada',
  'Last name': 'Byron',
  'Address line 1': '12 Mill Lane',
  'Town or city': 'Leeds',
  Postcode: 'ls14ap',
  Phone: '0113 496 0142',
};

const fillIn = async (user: UserEvent, over: Partial<typeof buyer> = {}) => {
  for (const [name, text] of Object.entries({ ...buyer, ...over })) {
    await user.clear(field(name));
    // Letter by letter, a whole address costs seconds in every test.
    await user.paste(text);
  }
  await user.click(terms());
};

/** The browser leaves for the payment page, and shows this page as it was left. */
const comesBack = () => {
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
};

const isPaid = () => withShopDatabase((db) => db.updateTable('order').set({ status: 'confirmed' }).execute());
const alreadyPaid = () => screen.findByRole('heading', { name: 'You have already paid for this order' });

const posted = (path: string) => calls.filter((call) => call === `POST ${path}`).length;
const ordersInTheShop = () => withShopDatabase((db) => db.selectFrom('order').selectAll().execute());

/** The browser has been sent to the payment page so many times. */
const isSent = (times = 1) => waitFor(() => expect(assign).toHaveBeenCalledTimes(times));

describe('a guest pays for the cart', () => {
  test('in one view: goods, delivery, total, the right to cancel, an unticked agreement, and a button that says it costs money', {
    tags: 'route.checkout',
  }, async () => {
    await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    expect(amounts()).toEqual(['£13.00', '£5.00', '£18.00']);
    expect(summary().getByText(/right to cancel within 14 days/)).toBeVisible();
    expect(terms()).not.toBeChecked();
    expect(summary().getByRole('button', { name: 'Pay £18.00 now' })).toBeVisible();
    expect(summary().getByRole('link', { name: /terms and conditions/ })).toHaveAttribute('href', paths.terms);
  });

  test('and is sent to the payment page, with the order placed once and the postcode tidied', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await fillIn(user);
    expect(field('Postcode')).toHaveValue('LS1 4AP');
    await user.type(field(/Note for us/), 'For number 14');
    await user.dblClick(payButton());
    await isSent();
    expect(assign.mock.calls[0]?.[0]).toMatch(/^http:\/\/api\.test\/order\/pay\/test_/);
    expect(posted('/order/orders')).toBe(1);
    const [order, ...others] = await ordersInTheShop();
    expect(others).toEqual([]);
    expect(order).toMatchObject({ status: 'pending', total: 1800, note: 'For number 14' });
    expect(JSON.parse(order?.billing ?? '')).toMatchObject({ postalCode: 'LS1 4AP', city: 'Leeds', email: 'ada@example.com' });
  });

  test('nothing is sent before every mistake is mended; the summary takes the focus and leads to each field', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await user.click(payButton());
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('Please look at 8 things again:');
    expect(field('First name')).toHaveAccessibleDescription('Enter your first name');
    await user.click(screen.getByRole('link', { name: 'Enter your first name' }));
    expect(field('First name')).toHaveFocus();
    await user.type(field('First name'), 'Ada');
    expect(screen.queryByRole('link', { name: 'Enter your first name' })).not.toBeInTheDocument();
    await user.type(field('E-mail'), 'ada@');
    expect(field('E-mail')).toHaveAccessibleDescription(/Enter an e-mail address such as/);
    expect(posted('/order/orders')).toBe(0);
    expect(field('First name')).toHaveValue('Ada');
  });

  test.each(['GIR 0AA', 'bfpo 57', 'JE2 3AB', 'bt1 5gs', 'D02 AF30'])('the postcode %s is not refused for its form', async (postcode) => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user, { Postcode: postcode });
    await user.click(payButton());
    await isSent();
  });

  test('a note of more than 250 characters is counted and refused, and nothing of it is cut off', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await user.click(field(/Note for us/));
    await user.paste('x'.repeat(252));
    expect(screen.getAllByText('2 characters too many')[0]).toBeVisible();
    await user.click(payButton());
    expect(field(/Note for us/)).toHaveAccessibleDescription(/Note for us: use at most 250 characters/);
    expect(field(/Note for us/)).toHaveValue('x'.repeat(252));
  });

  test('an empty cart has nothing to pay for, and a way on', async () => {
    await renderAt(paths.checkout);
    expect(screen.getByText('There is nothing to pay for yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse the goods' })).toHaveAttribute('href', paths.shop);
  });
});

describe('never twice', () => {
  test('a payment page that could not be opened is asked for again, for the same order', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    theApiIsDown(endpoints.payOrder.path);
    await user.click(payButton());
    expect(await screen.findByText(/We can't reach the shop/)).toBeVisible();
    expect(field('First name')).toHaveValue('Ada');
    theApiRecovers();
    await user.click(payButton());
    await isSent();
    expect(await ordersInTheShop()).toHaveLength(1);
  });

  test('a lost answer and a reload lead to the same order; the agreement is asked for anew', async () => {
    const cart = [await soap({ quantity: 2 })];
    const first = await renderAt(paths.checkout, { cart });
    await fillIn(first.user);
    await first.user.click(payButton());
    await isSent();
    cleanup();
    const { user } = await renderAt(paths.checkout, { cart });
    expect(field('Address line 1')).toHaveValue('12 Mill Lane');
    expect(terms()).not.toBeChecked();
    expect(await screen.findByText(/is waiting to be paid/)).toBeVisible();
    await user.click(terms());
    await user.click(payButton());
    await isSent(2);
    expect(assign.mock.calls[1]).toEqual(assign.mock.calls[0]);
    expect(await ordersInTheShop()).toHaveLength(1);
  });

  test('the last pieces, held by the shopper’s own unpaid order, are still that order', async () => {
    const { saleCount } = await theProduct('lavender-soap-bar');
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 2);
    const cart = [await soap({ quantity: 2 })];
    const first = await renderAt(paths.checkout, { cart });
    await fillIn(first.user);
    await first.user.click(payButton());
    await isSent();
    cleanup();
    const { user } = await renderAt(paths.checkout, { cart });
    expect(await summary().findByText(/no longer available/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Pay £18.00 for it now' }));
    await isSent(2);
    expect(await ordersInTheShop()).toHaveLength(1);
  });

  test('another address is another order, which takes the place of the unpaid one and its goods', async () => {
    const { saleCount } = await theProduct('lavender-soap-bar');
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 2);
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await fillIn(user);
    await user.click(payButton());
    await isSent();
    comesBack();
    await user.type(field('Town or city'), ' North');
    await user.click(payButton());
    await isSent(2);
    const orders = await ordersInTheShop();
    const [first, second] = orders.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
    expect(first).toMatchObject({ status: 'lapsed', replaced_by: second?.id });
    expect(second).toMatchObject({ status: 'pending', billing: expect.stringContaining('Leeds North') });
    expect(orders).toHaveLength(2);
    expect((await theProduct('lavender-soap-bar')).saleCount).toBe(saleCount + 2);
  });

  test('an order that was paid meanwhile is not changed but shown, and nothing is bought twice', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    await user.click(payButton());
    await isSent();
    comesBack();
    expect(await screen.findByText(/is waiting to be paid/)).toBeVisible();
    await isPaid();
    await user.type(field('Town or city'), ' North');
    await user.click(payButton());
    expect(await alreadyPaid()).toBeVisible();
    expect(await ordersInTheShop()).toHaveLength(1);
    expect(assign).toHaveBeenCalledTimes(1);
  });

  test('the cart is one order in all tabs', async () => {
    const cart = [await soap()];
    const first = await renderAt(paths.checkout, { cart });
    await fillIn(first.user);
    await first.user.click(payButton());
    await isSent();
    cleanup();
    // Another tab has a store of its own beside the one that all share.
    window.sessionStorage.clear();
    const { user } = await renderAt(paths.checkout, { cart });
    expect(await screen.findByText(/is waiting to be paid/)).toBeVisible();
    await fillIn(user);
    await user.click(payButton());
    await isSent(2);
    expect(assign.mock.calls[1]).toEqual(assign.mock.calls[0]);
    expect(await ordersInTheShop()).toHaveLength(1);
  });
});

describe('a page that is seen again after its order was placed', () => {
  const seenAgain = [
    ['restored by Back', comesBack],
    ['as a tab that was hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ] as const;
  const checking = () => screen.getByRole('button', { name: 'Checking your order…' });

  test.each(seenAgain)('%s, asks before anything can be pressed, and offers one paid product no more', async (_, returns) => {
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    await fillIn(user);
    await user.click(payButton());
    await isSent();
    const [order] = await ordersInTheShop();
    await isPaid();
    // The page of the thanks has forgotten what was tried.
    window.sessionStorage.clear();
    returns();
    expect(checking()).toHaveAttribute('aria-disabled', 'true');
    expect(await alreadyPaid()).toHaveFocus();
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', `/order-confirm?order=${order?.id}`);
    expect(posted('/order/orders')).toBe(1);
  });

  test('offers what is paid again only to who says so, with all that was typed', async () => {
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    await fillIn(user);
    await user.click(payButton());
    await isSent();
    await isPaid();
    comesBack();
    await alreadyPaid();
    await user.click(screen.getByRole('button', { name: 'Order the same again' }));
    expect(screen.getByText(/is paid. What you see here would be a new order/).parentElement).toHaveFocus();
    expect(field('Town or city')).toHaveValue('Leeds');
    expect(terms()).not.toBeChecked();
    await user.click(terms());
    await user.click(payButton());
    await isSent(2);
    expect(assign.mock.calls[1]).not.toEqual(assign.mock.calls[0]);
    expect((await ordersInTheShop()).map(({ status }) => status).toSorted()).toEqual(['confirmed', 'pending']);
  });

  test.each(seenAgain)('%s, shows the cart as it is kept by now, and says that its order is paid', async (_, returns) => {
    const { user, store } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await fillIn(user);
    await user.click(payButton());
    await isSent();
    await isPaid();
    // What the page of the thanks has left, of which a sleeping page hears nothing.
    window.localStorage.setItem('persist:flone', JSON.stringify({ cart: JSON.stringify({ lines: [], isRestored: true }) }));
    window.localStorage.removeItem('flone:cart-order');
    returns();
    expect(store.getState().cart.lines).toEqual([]);
    expect(await alreadyPaid()).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See your order' })).toBeVisible();
  });

  test('takes what was paid for out of the cart where nobody has yet, and leaves what was added since', async () => {
    const { user, store } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await fillIn(user);
    await user.click(payButton());
    await isSent();
    await isPaid();
    store.dispatch(addToCart(await theProduct('beech-rolling-pin')));
    comesBack();
    expect(await screen.findByText(/is paid. What you see here would be a new order/)).toBeVisible();
    expect(store.getState().cart.lines.map(({ _id }) => _id)).toEqual(['beech-rolling-pin']);
    expect(payButton()).toBeVisible();
  });

  test('says when it cannot ask, keeps all that was typed, and orders nothing until it is known', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    await user.click(payButton());
    await isSent();
    theApiIsDown(endpoints.order.path);
    comesBack();
    expect(await summary().findByText(/We can't reach the shop/)).toBeVisible();
    await user.click(payButton());
    expect(posted('/order/orders')).toBe(1);
    expect(field('Town or city')).toHaveValue('Leeds');
    theApiRecovers();
    await user.click(summary().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/is waiting to be paid/)).toBeVisible();
    await waitFor(() => expect(payButton()).not.toHaveAttribute('aria-disabled', 'true'));
    await user.click(payButton());
    await isSent(2);
    expect(await ordersInTheShop()).toHaveLength(1);
  });

  test('has what the shop refuses by, even if it is told nothing', async () => {
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    await fillIn(user);
    theApiIsDown(endpoints.payOrder.path);
    await user.click(payButton());
    expect(await screen.findByText(/We can't reach the shop/)).toBeVisible();
    theApiRecovers();
    await isPaid();
    await user.click(payButton());
    expect(await alreadyPaid()).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
    expect(await ordersInTheShop()).toHaveLength(1);
  });
});

describe('what the server says', () => {
  test('fewer are left: it is said at the line, set right with one press, and ordered', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 5 })] });
    await fillIn(user);
    const { saleCount } = await theProduct('lavender-soap-bar');
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 2);
    await user.click(payButton());
    expect(await screen.findByText(/Some of these goods cannot be had like this any more/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Set Lavender soap bar to 2' }));
    expect(amounts()[0]).toBe('£13.00');
    expect(screen.getByRole('heading', { name: 'Your order' })).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(assign).not.toHaveBeenCalled();
    await user.click(payButton());
    await isSent();
    expect((await ordersInTheShop()).map(({ total }) => total)).toEqual([1800]);
  });

  test('sold out: the line is led to, and can be removed with one press', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, (await theProduct('lavender-soap-bar')).saleCount);
    await user.click(payButton());
    // Above the form as well, with a way to the line, which may stand far below.
    const remove = await screen.findByRole('button', { name: 'Remove Lavender soap bar' });
    await user.click(within(screen.getByRole('alert')).getByRole('link', { name: /Lavender soap bar/ }));
    expect(document.activeElement).toContainElement(remove);
    await user.click(remove);
    expect(await screen.findByText('There is nothing to pay for yet')).toBeVisible();
  });

  test('more than can be kept unpaid: the line says how many can, and what to do stands above the form', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 13 })] });
    await fillIn(user);
    await user.click(payButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Please order fewer at a time, or write to us about a large order.');
    const most = 'We can keep at most 12 of Lavender soap bar for you until they are paid.';
    await user.click(within(alert).getByRole('link', { name: most }));
    expect(document.activeElement).toHaveTextContent(most);
    expect(assign).not.toHaveBeenCalled();
    expect(await ordersInTheShop()).toEqual([]);
  });

  test('too many orders that wait to be paid: it stands above the form, and everything typed stays', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    await withShopDatabase(async (db, now) => {
      for (let count = 0; count < unpaidLimits.buyer.orders; count += 1)
        await placeOrder(db, {
          ...aCaller,
          payload: anOrderFor({ productId: 'beech-rolling-pin' }),
          key: aKey(),
          buyer: undefined,
          shopOrigin: '',
          now,
        });
    });
    await user.click(payButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('You have 3 orders waiting to be paid. Please pay for one of them first');
    expect(field('E-mail')).toHaveValue('ada@example.com');
  });

  test('about a field: it stands at the field until that is changed', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    theApiAnswers(
      endpoints.placeOrder.path,
      { message: 'Please check what is marked.', errors: { 'billingInfo.city': 'There is no such town.' } },
      422,
    );
    await user.click(payButton());
    expect(await screen.findByText('Please check what is marked.')).toBeVisible();
    expect(field('Town or city')).toHaveAccessibleDescription('There is no such town.');
    await user.type(field('Town or city'), '!');
    expect(field('Town or city')).not.toHaveAccessibleDescription('There is no such town.');
  });

  test('another total than was shown: nothing is paid before the shopper agrees', async () => {
    await theShopSells((products) => products.map((product) => ({ ...product, price: { basePrice: 5 } })));
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Pay £7.50 now' }));
    const question = await screen.findByRole('dialog', { name: 'The total has changed' });
    expect(question).toHaveTextContent('Your order comes to £9.00, not £7.50.');
    expect(assign).not.toHaveBeenCalled();
    await user.click(within(question).getByRole('button', { name: 'Pay £9.00 now' }));
    await isSent();
  });

  test('an address of nobody’s is not gone to', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    theApiAnswers(endpoints.payOrder.path, { sessionId: 's', url: 'javascript:alert(1)' });
    await user.click(payButton());
    expect(await screen.findByText(/Something came back that we couldn't read/)).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('a signed-in shopper', () => {
  test('pays a reseller’s prices', async () => {
    aResellerIsSignedIn();
    await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await waitFor(() => expect(amounts()).toEqual(['£10.50', '£5.00', '£15.50']));
    expect(field('E-mail')).toHaveValue('ada@example.com');
  });

  test('is offered the addresses of the account', async () => {
    const address = {
      _id: 'a1',
      firstName: 'Ada',
      lastName: 'King',
      streetAddress: '1 Long Row',
      streetAddress2: '',
      city: 'York',
      state: '',
      postalCode: 'YO1 7HH',
      phone: '01904 496 014',
    };
    theApiAnswers(endpoints.profile.path, {
      user: {
        _id: 'u1',
        role: 'customer',
        firstName: 'Ada',
        lastName: 'Shop',
        email: 'ada@example.com',
        phone: '',
        addresses: [address],
        wantsToResell: false,
        marketing: false,
      },
    } satisfies Profile);
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Use a saved address' }), 'a1');
    expect(field('Town or city')).toHaveValue('York');
    expect(field('Last name')).toHaveValue('King');
    expect(field('E-mail')).toHaveValue('ada@example.com');
  });
});

describe('one product on its own', () => {
  test('is paid for as it was chosen, and the cart is untouched', { tags: 'route.checkout-one' }, async () => {
    const { user, store } = await renderAt(paths.checkoutOf('turned-wooden-bowl', 2, { colour: 'Oak', size: '22 cm' }), {
      cart: [await soap()],
    });
    expect(summary().getByText('Size: 22 cm')).toBeVisible();
    expect(summary().queryByText(/Lavender soap/)).not.toBeInTheDocument();
    await fillIn(user);
    await user.click(payButton());
    await isSent();
    expect(store.getState().cart.lines).toHaveLength(1);
    expect(window.localStorage.getItem('flone:ordered')).toBeNull();
  });

  test.each(['0', '-3', 'two', '1.5', '99999999'])('the quantity “%s” is put right, and that is said', async (quantity) => {
    await renderAt(`/checkout/lavender-soap-bar/${quantity}`);
    expect(await screen.findByText(`“${quantity}” is not a quantity we can use, so this order is for one.`)).toBeVisible();
    expect(amounts()).toEqual(['£6.50', '£2.50', '£9.00']);
  });

  test('more than there are becomes what there is, and that is said', async () => {
    const { saleCount } = await theProduct('lavender-soap-bar');
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 3);
    await renderAt(paths.checkoutOf('lavender-soap-bar', 50));
    expect(await screen.findByText('You asked for 50. Only 3 are left, so this order is for 3.')).toBeVisible();
    expect(amounts()[0]).toBe('£19.50');
  });

  test('without a choice that it needs, the way to choose is shown', async () => {
    await renderAt(paths.checkoutOf('turned-wooden-bowl', 1));
    expect(await screen.findByText('Please choose first')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose' })).toHaveAttribute('href', paths.product('turned-wooden-bowl'));
  });

  test('of a product that is not sold, it is said', async () => {
    await renderAt(paths.checkoutOf('no-such-thing', 1));
    expect(await screen.findByRole('heading', { level: 1, name: "We can't find that product" })).toBeVisible();
  });
});
