import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SavedAddress } from '#contract/account.ts';
import type { CartLine } from '#contract/cart-line.ts';
import { endpoints } from '#contract/endpoints.ts';
import { addToCart, replaced } from '#features/cart/cart-slice.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { unpaidLimits } from '#server/domain/orders/unpaid-limits.ts';
import { paths } from '#shared/paths.ts';
import { firstOfEach } from '#tests/quick.ts';
import { adaIsSignedIn } from '#tests/support/accounts.ts';
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
import { expectFocused } from '#tests/support/expect-focused.ts';
import { fillForm } from '#tests/support/fill-form.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { testInAll } from '#tests/support/test-in-all.ts';
import { typeText } from '#tests/support/type-text.ts';

const soap = async (over: Partial<CartLine> = {}) => aCartLine({ ...(await theProduct('lavender-soap-bar')), ...over });

/** Stands in for `location.assign`. */
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
  'Email address': 'ada@example.com',
  'First name': 'Ada',
  'Last name': 'Byron',
  'Address line 1': '12 Mill Lane',
  'Town or city': 'Leeds',
  Postcode: 'ls14ap',
  Phone: '0113 496 0142',
};

const fillIn = async (user: UserEvent, over: Partial<typeof buyer> = {}) => {
  fillForm({ ...buyer, ...over });
  await user.click(terms());
};

/** Leaves for the payment page and returns through the back/forward cache. */
const restoreFromBfcache = () => {
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
};

const payOrders = () => withShopDatabase((db) => db.updateTable('order').set({ status: 'confirmed' }).execute());
const alreadyPaid = () => screen.findByRole('heading', { name: 'You have already paid for this order' });

const posted = (path: string) => calls.filter((call) => call === `POST ${path}`).length;
const ordersInTheShop = () => withShopDatabase((db) => db.selectFrom('order').selectAll().execute());

const expectRedirects = (times = 1) => waitFor(() => expect(assign).toHaveBeenCalledTimes(times));
/** Fills the form in, and is sent to the payment page: for the first time, by default. */
const goesToPay = async (user: Parameters<typeof fillIn>[0], times = 1) => {
  await fillIn(user);
  await user.click(payButton());
  await expectRedirects(times);
};

describe('the frame of the checkout', () => {
  test('the frame of the checkout has the way back to the cart, and neither menu, chat nor the page links of the footer', async () => {
    await renderAt(paths.checkout, { cart: [await soap()] });
    expect(screen.getByText('Secure checkout')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to cart' })).toHaveAttribute('href', paths.cart);
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Chat with us' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Journal' })).not.toBeInTheDocument();
  });

  test('a shopper is told which links of the checkout open in a new tab', async () => {
    await renderAt(paths.checkout, { cart: [await soap()] });
    const links = [...document.querySelectorAll<HTMLElement>('a[target=_blank]')];
    expect(links).toHaveLength(4);
    for (const link of links) expect(link).toHaveAccessibleName(/ \(opens in a new tab\)$/);
  });

  test('the frame of the checkout names the total above the form, and what it is for when that is opened', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await user.click(await screen.findByRole('button', { name: 'Show order: £18.00' }));
    const fold = screen.getByRole('button', { name: 'Hide order: £18.00' }).parentElement ?? document.body;
    expect(within(fold).getByText('2 × Lavender soap bar')).toBeVisible();
  });

  test('the checkout names beside the Pay button the cards that the configured provider takes, and says so when there are none', async () => {
    theApiAnswers(endpoints.paymentMethods.path, { methods: ['visa', 'mastercard'] });
    await renderAt(paths.checkout, { cart: [await soap()] });
    expect(await summary().findByRole('img', { name: 'Visa' })).toBeVisible();
    expect(summary().getByRole('img', { name: 'Mastercard' })).toBeVisible();
    expect(summary().queryByText(/no card is asked for/)).not.toBeInTheDocument();
    cleanup();
    theApiRecovers();
    await renderAt(paths.checkout, { cart: [await soap()] });
    expect(await screen.findByText(/no card is asked for and no money moves/)).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Visa' })).not.toBeInTheDocument();
  });

  test('the checkout says when the parcel arrives, and nothing of it when no line of the cart can be ordered', async () => {
    const steps = async () => within(await screen.findByRole('region', { name: 'What happens next' }));
    await renderAt(paths.checkout, { cart: [await soap({ _id: 'no-such-soap', cartItemId: 'gone' }), await soap()] });
    expect((await steps()).getByText(/^Order by|^Posted within/)).toBeVisible();
    expect((await steps()).getAllByRole('listitem')).toHaveLength(3);
    cleanup();
    await renderAt(paths.checkout, { cart: [await soap({ _id: 'no-such-soap' })] });
    expect(await summary().findByText(/We no longer sell this/)).toBeVisible();
    expect((await steps()).queryByText(/^Order by|^Posted within/)).not.toBeInTheDocument();
    expect((await steps()).getAllByRole('listitem')).toHaveLength(2);
  });
});

test('the checkout names what has no right to cancel, because it is made with the buyer’s own words, before the Pay button', async () => {
  await withShopDatabase((db) => db.updateTable('product').set({ is_personalised: 1 }).where('id', '=', 'lavender-soap-bar').execute());
  await renderAt(paths.checkout, { cart: [await soap()] });
  const exempt = await summary().findByText('Made with your own words, and so without the right to cancel: Lavender soap bar.');
  expect(exempt.compareDocumentPosition(payButton())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

describe('a guest who pays for the cart', () => {
  test('a guest who pays for the cart sees products, delivery, total, the right to cancel, an unchecked agreement and a button with the amount to pay', {
    tags: 'route.checkout',
  }, async () => {
    await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    expect(amounts()).toEqual(['£13.00', '£5.00', '£18.00']);
    expect(summary().getByText(/right to cancel within 14 days/)).toBeVisible();
    expect(terms()).not.toBeChecked();
    expect(summary().getByRole('button', { name: 'Pay £18.00 now' })).toBeVisible();
    expect(summary().getByRole('link', { name: /terms and conditions/ })).toHaveAttribute('href', paths.terms);
  });

  test('a guest who pays for the cart is redirected to the payment page, with one order placed and the postcode formatted', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await fillIn(user);
    expect(field('Postcode')).toHaveValue('LS1 4AP');
    await user.click(screen.getByRole('button', { name: 'Add a gift message' }));
    expect(field(/^Gift message/)).toHaveFocus();
    await typeText(user, field(/^Gift message/), 'Happy birthday, Grace');
    await user.click(screen.getByRole('button', { name: 'Add a note for the courier' }));
    await typeText(user, field(/^Note for the courier/), 'For number 14');
    const refusal = screen.getByRole('checkbox', { name: /^Please don’t email me to ask for a review/ });
    expect(refusal).not.toBeChecked();
    await user.click(refusal);
    await user.dblClick(payButton());
    await expectRedirects();
    expect(assign.mock.calls[0]?.[0]).toMatch(/^http:\/\/api\.test\/order\/pay\/test_/);
    expect(posted('/order/orders')).toBe(1);
    const [order, ...others] = await ordersInTheShop();
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      status: 'pending',
      total: 1800,
      note: 'For number 14',
      gift_message: 'Happy birthday, Grace',
      refuses_review_mail: 1,
    });
    expect(JSON.parse(order?.billing ?? '')).toMatchObject({ postalCode: 'LS1 4AP', city: 'Leeds', email: 'ada@example.com' });
  });

  test('a guest who pays for the cart sends nothing while there are validation errors; their summary has the focus and links to each field', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await user.click(payButton());
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('There is a problem');
    expect(field('First name')).toHaveAccessibleDescription('Enter your first name');
    await user.click(screen.getByRole('link', { name: 'Enter your first name' }));
    expect(field('First name')).toHaveFocus();
    await user.type(field('First name'), 'Ada');
    expect(screen.queryByRole('link', { name: 'Enter your first name' })).not.toBeInTheDocument();
    await user.type(field('Email address'), 'ada@');
    expect(field('Email address')).toHaveAccessibleDescription(/Enter an email address such as/);
    expect(posted('/order/orders')).toBe(0);
    expect(field('First name')).toHaveValue('Ada');
  });

  test.each(firstOfEach(['GIR 0AA', 'bfpo 57', 'JE2 3AB', 'bt1 5gs', 'D02 AF30'], () => 'postcode'))(
    'a guest who pays for the cart can use the postcode %s',
    async (postcode) => {
      const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
      await fillIn(user, { Postcode: postcode });
      await user.click(payButton());
      await expectRedirects();
    },
  );

  test.each(firstOfEach(['Gift message', 'Note for the courier'], () => 'text'))(
    'a guest who pays for the cart sees how far the text of “%s” exceeds 250 characters; it is refused, but not truncated',
    async (name) => {
      const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
      await user.click(screen.getByRole('button', { name: `Add a ${name.toLowerCase()}` }));
      const text = field(new RegExp(`^${name}`));
      await user.click(text);
      await user.paste('x'.repeat(252));
      expect(screen.getAllByText('2 characters too many')[0]).toBeVisible();
      await user.click(payButton());
      expect(text).toHaveAccessibleDescription(new RegExp(`${name} must be 250 characters or fewer`));
      expect(text).toHaveValue('x'.repeat(252));
    },
  );

  test('a guest who pays for the cart sees that an empty cart has nothing to pay for, with a link to the shop', async () => {
    await renderAt(paths.checkout);
    expect(screen.getByText('Your cart is empty')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse the shop' })).toHaveAttribute('href', paths.shop);
  });
});

describe('an order is not placed twice', () => {
  test('an order is not placed twice when the payment request failed and is retried: it is for the same order', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    theApiIsDown(endpoints.payOrder.path);
    await user.click(payButton());
    expect(await screen.findByText(/We can’t reach the shop/)).toBeVisible();
    expect(field('First name')).toHaveValue('Ada');
    theApiRecovers();
    await user.click(payButton());
    await expectRedirects();
    expect(await ordersInTheShop()).toHaveLength(1);
  });

  test('an order is not placed twice when the page is reloaded: the same order is paid, after agreeing to the terms again', async () => {
    const cart = [await soap({ quantity: 2 })];
    const first = await renderAt(paths.checkout, { cart });
    await goesToPay(first.user);
    cleanup();
    const { user } = await renderAt(paths.checkout, { cart });
    expect(field('Address line 1')).toHaveValue('12 Mill Lane');
    expect(terms()).not.toBeChecked();
    expect(await screen.findByText(/You haven’t paid for order/)).toBeVisible();
    await user.click(terms());
    await user.click(payButton());
    await expectRedirects(2);
    expect(assign.mock.calls[1]).toEqual(assign.mock.calls[0]);
    expect(await ordersInTheShop()).toHaveLength(1);
  });

  testInAll(
    'an order is not placed twice when the shopper’s own unpaid order reserves the last units: that order can still be paid',
    async () => {
      const { saleCount } = await theProduct('lavender-soap-bar');
      await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 2);
      const cart = [await soap({ quantity: 2 })];
      const first = await renderAt(paths.checkout, { cart });
      await goesToPay(first.user);
      cleanup();
      const { user } = await renderAt(paths.checkout, { cart });
      expect(await summary().findByRole('button', { name: 'Pay £18.00 now' })).toBeVisible();
      expect(summary().queryByText(/Sold out since|Not in your total/)).not.toBeInTheDocument();
      await user.click(await screen.findByRole('button', { name: 'Pay £18.00 for that order' }));
      await expectRedirects(2);
      expect(await ordersInTheShop()).toHaveLength(1);
    },
  );

  test('an order is not placed twice when the address changes: a new order replaces the unpaid one and takes over its stock', async () => {
    const { saleCount } = await theProduct('lavender-soap-bar');
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 2);
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await goesToPay(user);
    restoreFromBfcache();
    expect(await screen.findByText(/You haven’t paid for order/)).toBeVisible();
    await typeText(user, field('Town or city'), ' North');
    await user.click(payButton());
    await expectRedirects(2);
    const orders = await ordersInTheShop();
    const [first, second] = orders.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
    expect(first).toMatchObject({ status: 'expired', replaced_by: second?.id });
    expect(second).toMatchObject({ status: 'pending', billing: expect.stringContaining('Leeds North') });
    expect(orders).toHaveLength(2);
    expect((await theProduct('lavender-soap-bar')).saleCount).toBe(saleCount + 2);
  });

  testInAll('an order is not placed twice when it was paid meanwhile: the paid order is shown instead', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await goesToPay(user);
    restoreFromBfcache();
    expect(await screen.findByText(/You haven’t paid for order/)).toBeVisible();
    await payOrders();
    await typeText(user, field('Town or city'), ' North');
    await user.click(payButton());
    expect(await alreadyPaid()).toBeVisible();
    expect(await ordersInTheShop()).toHaveLength(1);
    expect(assign).toHaveBeenCalledTimes(1);
  });

  testInAll('an order is not placed twice when the same cart is paid in another tab: both use the same order', async () => {
    const cart = [await soap()];
    const first = await renderAt(paths.checkout, { cart });
    await goesToPay(first.user);
    cleanup();
    // Another tab has its own sessionStorage and shares localStorage.
    window.sessionStorage.clear();
    const { user } = await renderAt(paths.checkout, { cart });
    expect(await screen.findByText(/You haven’t paid for order/)).toBeVisible();
    await goesToPay(user, 2);
    expect(assign.mock.calls[1]).toEqual(assign.mock.calls[0]);
    expect(await ordersInTheShop()).toHaveLength(1);
  });
});

describe('a shopper with an unpaid order', () => {
  const orderTwo = async () => {
    const cart = [await soap({ quantity: 2 })];
    const { user } = await renderAt(paths.checkout, { cart });
    await goesToPay(user);
    cleanup();
    return cart;
  };

  test('a shopper whose unpaid order reserves the last units reads in the cart that they are kept, with the whole total', async () => {
    const { saleCount } = await theProduct('lavender-soap-bar');
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 2);
    const cart = await orderTwo();
    const [order] = await ordersInTheShop();
    await renderAt(paths.cart, { cart });
    expect(
      await screen.findByText(new RegExp(`You haven’t paid for order ${order?.id} \\(£18.00\\) yet. We’re holding the items`)),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', `/order-confirm?order=${order?.id}`);
    expect(screen.queryByText(/Sold out since|Not in your total/)).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('£18.00');
  });

  test('a shopper whose payment is processing reads so in the cart, and not that the order is waiting to be paid', async () => {
    const cart = await orderTwo();
    const [order] = await ordersInTheShop();
    theApiAnswers(endpoints.order.path, anOrder({ _id: order?.id ?? '', status: 'pending', payment: 'processing' }));
    await renderAt(paths.cart, { cart });
    expect(await screen.findByText(`Your payment for order ${order?.id} is on its way. There’s nothing more to do.`)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your order' })).toBeVisible();
    expect(screen.queryByText(/You haven’t paid for order/)).not.toBeInTheDocument();
  });

  test('a shopper whose unpaid order reserves the last units of one product reads in its checkout that they are kept, and can pay', async () => {
    const { saleCount } = await theProduct('lavender-soap-bar');
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 2);
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    await goesToPay(user);
    cleanup();
    await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    expect(await screen.findByText(/You haven’t paid for order/)).toBeVisible();
    expect(payButton()).toHaveTextContent('Pay £18.00 now');
    expect(screen.queryByText(/Sold out since|Not in your total/)).not.toBeInTheDocument();
  });

  test('a shopper who orders the same cart in another window, which was open before, makes no second order', async () => {
    const cart = await orderTwo();
    const attempt = window.localStorage.getItem('flone:cart-order') ?? '';
    window.localStorage.removeItem('flone:cart-order');
    window.sessionStorage.clear();
    const { user } = await renderAt(paths.checkout, { cart });
    await fillIn(user);
    expect(screen.queryByText(/You haven’t paid for order/)).not.toBeInTheDocument();
    window.localStorage.setItem('flone:cart-order', attempt);
    await user.click(payButton());
    await expectRedirects(2);
    expect(assign.mock.calls[1]).toEqual(assign.mock.calls[0]);
    expect(await ordersInTheShop()).toHaveLength(1);
  });

  test('a shopper cannot pay when nothing in the order is available', async () => {
    const { saleCount } = await theProduct('lavender-soap-bar');
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount);
    await renderAt(paths.checkout, { cart: [await soap()] });
    expect(await screen.findByText(/Everything in your order has sold out/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  });
});

describe('a checkout page that is shown again after its order was placed', () => {
  const waysBack = [
    ['restored from the back/forward cache', restoreFromBfcache],
    ['visible again after the tab was hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ] as const;
  const checking = () => screen.getByRole('button', { name: 'Checking your order…' });

  test.each(waysBack)(
    'a checkout page that is %s checks the order before the button is enabled, and no longer offers the paid product',
    async (_, returns) => {
      const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
      await goesToPay(user);
      const [order] = await ordersInTheShop();
      await payOrders();
      // The confirmation page deletes the attempt from sessionStorage.
      window.sessionStorage.clear();
      returns();
      expect(checking()).toHaveAttribute('aria-disabled', 'true');
      await expectFocused(alreadyPaid());
      expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', `/order-confirm?order=${order?.id}`);
      expect(posted('/order/orders')).toBe(1);
    },
  );

  testInAll(
    'a checkout page that is shown again after its order was placed offers to order a paid product again on request, with the form still filled in',
    async () => {
      const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
      await goesToPay(user);
      await payOrders();
      restoreFromBfcache();
      await alreadyPaid();
      await user.click(screen.getByRole('button', { name: 'Order the same again' }));
      expect(screen.getByText(/is paid. What you see here would be a new order/).parentElement).toHaveFocus();
      expect(field('Town or city')).toHaveValue('Leeds');
      expect(terms()).not.toBeChecked();
      await user.click(terms());
      await user.click(payButton());
      await expectRedirects(2);
      expect(assign.mock.calls[1]).not.toEqual(assign.mock.calls[0]);
      expect((await ordersInTheShop()).map(({ status }) => status).toSorted()).toEqual(['confirmed', 'pending']);
    },
  );

  testInAll('a checkout page that is loaded anew after the confirmation of its order says that it is paid', async () => {
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    await goesToPay(user);
    await payOrders();
    // What the confirmation page writes.
    const attempt = JSON.parse(window.sessionStorage.getItem('flone:order') ?? '');
    window.sessionStorage.setItem('flone:order', JSON.stringify({ ...attempt, isPaid: true }));
    cleanup();
    await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    expect(await alreadyPaid()).toBeVisible();
  });

  test.each(firstOfEach(waysBack, () => 'way'))(
    'a checkout page that is %s shows the stored cart and says that its order is paid',
    async (_, returns) => {
      const { user, store } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
      await goesToPay(user);
      await payOrders();
      // What the confirmation page writes; a page in the back/forward cache gets no storage events.
      window.localStorage.setItem('persist:flone', JSON.stringify({ cart: JSON.stringify({ lines: [], isRestored: true }) }));
      window.localStorage.removeItem('flone:cart-order');
      returns();
      expect(store.getState().cart.lines).toEqual([]);
      expect(await alreadyPaid()).toBeVisible();
      expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'See your order' })).toBeVisible();
    },
  );

  test('a checkout page that is shown again after its order was placed removes what was paid for from the cart, and keeps what was added since', async () => {
    const { user, store } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await goesToPay(user);
    await payOrders();
    store.dispatch(addToCart(await theProduct('beech-rolling-pin')));
    restoreFromBfcache();
    expect(await screen.findByText(/is paid. What you see here would be a new order/)).toBeVisible();
    expect(store.getState().cart.lines.map(({ _id }) => _id)).toEqual(['beech-rolling-pin']);
    expect(payButton()).toBeVisible();
  });

  test('a checkout page that is shown again after its order was placed shows an error when the order cannot be checked, keeps the form, and places no order until it can', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await goesToPay(user);
    theApiIsDown(endpoints.order.path);
    restoreFromBfcache();
    expect(await summary().findByText(/We can’t reach the shop/)).toBeVisible();
    await user.click(payButton());
    expect(posted('/order/orders')).toBe(1);
    expect(field('Town or city')).toHaveValue('Leeds');
    theApiRecovers();
    await user.click(summary().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/You haven’t paid for order/)).toBeVisible();
    await waitFor(() => expect(payButton()).not.toHaveAttribute('aria-disabled', 'true'));
    await user.click(payButton());
    await expectRedirects(2);
    expect(await ordersInTheShop()).toHaveLength(1);
  });

  test('a checkout page that is shown again after its order was placed no longer offers to pay an order that has expired since', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await goesToPay(user);
    restoreFromBfcache();
    const note = await screen.findByText(/You haven’t paid for order/);
    await withShopDatabase((db) => db.updateTable('order').set({ status: 'expired' }).execute());
    await user.click(within(note.closest<HTMLElement>('.note') ?? note).getByRole('button', { name: /^Pay/ }));
    expect(await screen.findByText(/was not paid in time/)).toBeVisible();
    expect(note).not.toBeInTheDocument();
    await user.click(payButton());
    await expectRedirects(2);
    expect((await ordersInTheShop()).map(({ status }) => status).toSorted()).toEqual(['expired', 'pending']);
  });

  test('a checkout page that is shown again after its order was placed gets a refusal from the API when the order was paid without its knowledge', async () => {
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 2));
    await fillIn(user);
    theApiIsDown(endpoints.payOrder.path);
    await user.click(payButton());
    expect(await screen.findByText(/We can’t reach the shop/)).toBeVisible();
    theApiRecovers();
    await payOrders();
    await user.click(payButton());
    expect(await alreadyPaid()).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
    expect(await ordersInTheShop()).toHaveLength(1);
  });
});

describe('a response of the API to an order', () => {
  test('a shopper whose order exceeds the stock corrects the line with one button, and then orders', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 5 })] });
    await fillIn(user);
    const { saleCount } = await theProduct('lavender-soap-bar');
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 2);
    await user.click(payButton());
    expect(await screen.findByText(/Some of these items are no longer available like this/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'OK, set Lavender soap bar to 2' }));
    expect(amounts()[0]).toBe('£13.00');
    expect(screen.getByRole('heading', { name: 'Your order' })).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(assign).not.toHaveBeenCalled();
    await user.click(payButton());
    await expectRedirects();
    expect((await ordersInTheShop()).map(({ total }) => total)).toEqual([1800]);
  });

  test('a shopper whose order has a sold-out product is led to its line by the error, and removes it with one button', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, (await theProduct('lavender-soap-bar')).saleCount);
    await user.click(payButton());
    // The summary above the form links to the line, which may be off screen.
    const remove = await screen.findByRole('button', { name: 'Remove Lavender soap bar' });
    await user.click(within(screen.getByRole('alert')).getByRole('link', { name: /Lavender soap bar/ }));
    expect(document.activeElement).toContainElement(remove);
    await user.click(remove);
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
  });

  test('a shopper whose order exceeds the unpaid limit of a product sees the limit at the line, and in the summary what to do', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap({ quantity: 13 })] });
    await fillIn(user);
    await user.click(payButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Please order fewer at a time, or write to us about a large order.');
    const limitMessage = 'We can keep at most 12 of Lavender soap bar for you until they are paid.';
    await user.click(within(alert).getByRole('link', { name: limitMessage }));
    expect(document.activeElement).toHaveTextContent(limitMessage);
    expect(assign).not.toHaveBeenCalled();
    expect(await ordersInTheShop()).toEqual([]);
  });

  testInAll('a shopper with too many unpaid orders reads so in the summary, and the form stays filled in', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    await withShopDatabase(async (db, now) => {
      for (let count = 0; count < unpaidLimits.buyer.orders; count += 1)
        await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'beech-rolling-pin' }), { now }));
    });
    await user.click(payButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('You have 3 orders waiting to be paid. Please pay for one of them first');
    expect(field('Email address')).toHaveValue('ada@example.com');
  });

  testInAll('a shopper whose cart holds a quantity that no order takes is led to that line, and not told of too many lines', async () => {
    const { user, store } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    const [line] = store.getState().cart.lines;
    if (!line) throw new Error('The cart is empty.');
    act(() => void store.dispatch(replaced([{ ...line, quantity: 1.5 }])));
    await user.click(screen.getByRole('button', { name: /^Pay / }));
    expect(await screen.findByText('Something in your order can’t be ordered like this.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Please remove Lavender soap bar and add it to your cart again.' })).toBeVisible();
    expect(calls).not.toContain('POST /order/orders');
  });

  testInAll('an error of the API about one field is shown at the field until that is changed', async () => {
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

  test('a shopper whose email address the payment provider refuses is led to its field, and the order with another email address replaces the first', async () => {
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    theApiAnswers(
      endpoints.payOrder.path,
      { message: 'The payment provider refuses this.', errors: { 'billingInfo.email': 'This address cannot be used to pay.' } },
      422,
    );
    await user.click(payButton());
    await expectFocused(screen.findByRole('alert'));
    expect(screen.getByRole('alert')).toHaveTextContent('The payment provider refuses this.');
    expect(field('Email address')).toHaveAccessibleDescription(/This address cannot be used to pay\./);
    await user.click(screen.getByRole('link', { name: 'This address cannot be used to pay.' }));
    expect(field('Email address')).toHaveFocus();
    theApiRecovers();
    await user.clear(field('Email address'));
    await user.paste('ada@example.org');
    await user.click(payButton());
    await expectRedirects();
    const orders = await ordersInTheShop();
    const [first, second] = orders.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
    expect(first).toMatchObject({ status: 'expired', replaced_by: second?.id });
    expect(second).toMatchObject({ status: 'pending', billing: expect.stringContaining('ada@example.org') });
    expect(orders).toHaveLength(2);
  });

  test('a shopper has to confirm a total other than the one shown before paying it', async () => {
    await theShopSells((products) => products.map((product) => ({ ...product, price: { basePrice: 5 } })));
    const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Pay £7.50 now' }));
    const question = await screen.findByRole('dialog', { name: 'The total has changed' });
    expect(question).toHaveTextContent('Your order comes to £9.00, not £7.50.');
    expect(assign).not.toHaveBeenCalled();
    await user.click(within(question).getByRole('button', { name: 'Pay £9.00 now' }));
    await expectRedirects();
  });

  test.each(firstOfEach(['http://payments.example/1', 'javascript:alert(1)'], () => 'address'))(
    'the browser is not redirected to the payment page %s, which is neither of the shop nor HTTPS',
    async (url) => {
      const { user } = await renderAt(paths.checkout, { cart: [await soap()] });
      await fillIn(user);
      theApiAnswers(endpoints.payOrder.path, { sessionId: 's', url });
      await user.click(payButton());
      expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible();
      expect(assign).not.toHaveBeenCalled();
    },
  );
});

describe('a signed-in shopper', () => {
  test('a signed-in shopper who is a reseller sees a reseller’s prices', async () => {
    aResellerIsSignedIn();
    await renderAt(paths.checkout, { cart: [await soap({ quantity: 2 })] });
    await waitFor(() => expect(amounts()).toEqual(['£10.50', '£5.00', '£15.50']));
    expect(field('Email address')).toHaveValue('ada@example.com');
  });

  const york: SavedAddress = {
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
  const bath: SavedAddress = {
    ...york,
    _id: 'a2',
    lastName: 'Shop',
    streetAddress: '2 The Circus',
    city: 'Bath',
    postalCode: 'BA1 2EW',
    phone: '',
  };
  const adaHas = (...addresses: SavedAddress[]) =>
    adaIsSignedIn({}, { lastName: 'Shop', phone: '0113 496 0142', addresses: addresses.map(({ _id, ...address }) => address) });
  const checkout = paths.checkoutOf('lavender-soap-bar', 1);
  const card = (name: RegExp) => screen.findByRole('radio', { name });

  test('a signed-in shopper with one saved address finds it filled in, with its own name and phone number', async () => {
    await adaHas(york);
    await renderAt(checkout);
    expect(await card(/1 Long Row/)).toBeChecked();
    expect(field('Town or city')).toHaveValue('York');
    expect(field('Last name')).toHaveValue('King');
    expect(field('Phone')).toHaveValue('01904 496 014');
    expect(field('Email address')).toHaveValue('ada@example.com');
  });

  test('a signed-in shopper with several saved addresses finds the one filled in that the latest order went to, and can choose another', async () => {
    await adaHas(york, bath);
    theApiAnswers(endpoints.myOrders.path, [anOrder({ billingInfo: { ...bath, email: 'ada@example.com' } })]);
    const { user } = await renderAt(checkout);
    expect(await card(/2 The Circus/)).toBeChecked();
    expect(field('Postcode')).toHaveValue('BA1 2EW');
    expect(field('Phone')).toHaveValue('0113 496 0142');
    await user.click(await card(/1 Long Row/));
    expect(field('Postcode')).toHaveValue('YO1 7HH');
    await user.click(await card(/Another address/));
    expect(field('Postcode')).toHaveValue('');
    expect(await card(/1 Long Row/)).not.toBeChecked();
  });

  test('a signed-in shopper keeps the address typed before the saved addresses loaded, and gets it back after choosing a saved one', async () => {
    const { user, unmount } = await renderAt(checkout);
    await typeText(user, field('Address line 1'), '12 Mill Lane');
    unmount();
    await adaHas(york);
    const { user: again } = await renderAt(checkout);
    expect(await card(/Another address/)).toBeChecked();
    expect(field('Address line 1')).toHaveValue('12 Mill Lane');
    expect(field('Town or city')).toHaveValue('');
    await again.click(await card(/1 Long Row/));
    expect(field('Address line 1')).toHaveValue('1 Long Row');
    await again.click(await card(/Another address/));
    expect(field('Address line 1')).toHaveValue('12 Mill Lane');
    expect(field('Town or city')).toHaveValue('');
  });
});

describe('the lines of the order', () => {
  const twelve = async () => {
    const bar = await soap();
    return Array.from({ length: 12 }, (_, at) => ({
      ...bar,
      _id: 'lavender-soap-bar',
      cartItemId: `line-${at}`,
      selectedProductColor: `No. ${at}`,
    }));
  };
  const lines = () => summary().getAllByRole('listitem');

  testInAll('the lines of an order of up to four are all shown', async () => {
    await renderAt(paths.checkout, { cart: (await twelve()).slice(0, 4) });
    expect(lines()).toHaveLength(4);
    expect(summary().queryByRole('button', { name: /Show all/ })).not.toBeInTheDocument();
  });

  test('of more lines three are shown; a button says how many more there are, and shows them', async () => {
    const { user } = await renderAt(paths.checkout, { cart: await twelve() });
    expect(lines()).toHaveLength(3);
    await user.click(summary().getByRole('button', { name: '9 more Show all 12' }));
    expect(lines()).toHaveLength(12);
    await user.click(summary().getByRole('button', { name: 'Show fewer' }));
    expect(lines()).toHaveLength(3);
  });

  test('what cannot be ordered is not ordered: the shopper pays for the other lines at their sum', async () => {
    const gone = aCartLine({ _id: 'no-such-soap', cartItemId: 'gone', name: 'Gone', price: { basePrice: 20 } });
    const { user } = await renderAt(paths.checkout, { cart: [gone, await soap()] });
    await goesToPay(user);
    const lines = await withShopDatabase((db) => db.selectFrom('order_line').select(['product_id', 'quantity']).execute());
    expect(lines).toEqual([{ product_id: 'lavender-soap-bar', quantity: 1 }]);
  });

  test('the lines with a change come first, are always shown, and have no sum when they cannot be ordered', async () => {
    const gone = [8, 9, 10, 11].map((at) => aCartLine({ _id: `gone-${at}`, cartItemId: `gone-${at}`, name: `Gone ${at}` }));
    await renderAt(paths.checkout, { cart: [...(await twelve()).slice(0, 8), ...gone] });
    await waitFor(() => expect(lines().map(({ textContent }) => textContent?.slice(0, 4))).toEqual(['Gone', 'Gone', 'Gone', 'Gone']));
    expect(lines()[0]).toHaveTextContent(/We no longer sell this/);
    expect(summary().queryByText('£0.00')).not.toBeInTheDocument();
    expect(summary().getByRole('button', { name: '8 more Show all 12' })).toBeVisible();
  });
});

describe('the checkout of one product', () => {
  test('the checkout of one product orders the chosen options and leaves the cart unchanged', { tags: 'route.checkout-one' }, async () => {
    const { user, store } = await renderAt(paths.checkoutOf('turned-wooden-bowl', 2, { color: 'Oak', size: '22 cm' }), {
      cart: [await soap()],
    });
    expect(summary().getByText('Oak, 22 cm · Quantity: 2 × £', { exact: false })).toBeVisible();
    expect(summary().queryByText(/Lavender soap/)).not.toBeInTheDocument();
    await goesToPay(user);
    expect(store.getState().cart.lines).toHaveLength(1);
    expect(window.localStorage.getItem('flone:ordered')).toBeNull();
  });

  test('the checkout of one product has the way back to the product with the chosen options', async () => {
    const chosen = { color: 'Oak', size: '22 cm' };
    await renderAt(paths.checkoutOf('turned-wooden-bowl', 2, chosen));
    expect(screen.getByRole('link', { name: 'Back to product' })).toHaveAttribute('href', paths.product('turned-wooden-bowl', chosen));
  });

  test.each(firstOfEach(['1.5', '0', '-3', 'two'], () => 'quantity'))(
    'the checkout of one product corrects the quantity “%s” to one and says so',
    async (quantity) => {
      await renderAt(`/checkout/lavender-soap-bar/${quantity}`);
      expect(await screen.findByText(`We couldn’t use “${quantity}” as a quantity, so we’ve set it to 1.`)).toBeVisible();
      expect(amounts()).toEqual(['£6.50', '£2.50', '£9.00']);
    },
  );

  test.each(firstOfEach([50, 9_999_999], () => 'quantity'))(
    'the checkout of one product lowers the quantity of %d to the stock and says so',
    async (quantity) => {
      const { saleCount } = await theProduct('lavender-soap-bar');
      await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 3);
      await renderAt(paths.checkoutOf('lavender-soap-bar', quantity));
      expect(await screen.findByText(`You asked for ${quantity}. Only 3 are left, so this order is for 3.`)).toBeVisible();
      expect(amounts()[0]).toBe('£19.50');
    },
  );

  test('the checkout of one product that has sold out says so, and leads to its page', async () => {
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, (await theProduct('lavender-soap-bar')).saleCount);
    await renderAt(paths.checkoutOf('lavender-soap-bar', 1));
    expect(await screen.findByText('Lavender soap bar has sold out')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See Lavender soap bar' })).toHaveAttribute('href', paths.product('lavender-soap-bar'));
    expect(screen.queryByRole('button', { name: /^Pay / })).not.toBeInTheDocument();
  });

  test('a product that sells out while its checkout is filled in says so where the form was, which takes the focus', async () => {
    const { user } = await renderAt(paths.checkoutOf('lavender-soap-bar', 1));
    await fillIn(user);
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, (await theProduct('lavender-soap-bar')).saleCount);
    await user.click(payButton());
    const message = await screen.findByText('Lavender soap bar has sold out');
    expect(message).toHaveFocus();
    expect(message).toBeVisible();
  });

  test('the checkout of one product links to the product when a required option is missing', async () => {
    await renderAt(paths.checkoutOf('turned-wooden-bowl', 1));
    expect(await screen.findByText('Choose options first')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose' })).toHaveAttribute('href', paths.product('turned-wooden-bowl'));
  });

  test('the checkout of one product says when the product does not exist', async () => {
    await renderAt(paths.checkoutOf('no-such-thing', 1));
    expect(await screen.findByRole('heading', { level: 1, name: 'We can’t find that product' })).toBeVisible();
  });
});
