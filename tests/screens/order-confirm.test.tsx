import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { Order } from '#contract/order.ts';
import { returnPath } from '#contract/return-path.ts';
import { shopApi } from '#shared/api/shop-api.ts';
import { paths } from '#shared/paths.ts';
import { allRequestsSettled, aResellerIsSignedIn, calls, theApiAnswers, theApiIsDown, theApiRecovers } from '#tests/support/api.ts';
import { advanceClock, useFakeClock } from '#tests/support/clock.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const id = 'ABCD-EFGH-JKMN-PQRS';
const lookUp = '/order/getoneorder/:orderId';
const address = returnPath(id);
const lookUps = () => calls.filter((call) => call === `GET /order/getoneorder/${id}`).length;
/** What a screen reader is told without being asked. */
const announced = { selector: '[role=status]' };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

const theOrderIs = (over: Partial<Order>) => theApiAnswers(lookUp, anOrder({ _id: id, ...over }));
const paid = { status: 'confirmed', payment: 'paid' } as const;
const pending = { status: 'pending', payBy: '2025-09-01T09:30:00.000Z' } as const;

/** Stands in for `location.assign`. */
const assign = vi.fn<(address: string) => void>();

beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal('location', { href: 'http://localhost:3000/order-confirm', origin: 'http://localhost:3000', assign });
});

/** Writes what the checkout stores when these cart lines are ordered. */
const storeOrderedLines = (lines: readonly { readonly cartItemId: string; readonly quantity: number }[]) =>
  window.localStorage.setItem('flone:ordered', JSON.stringify([{ orderId: id, lines }]));

describe('a paid order', () => {
  test('a paid order shows its id, address, items, totals and the right to cancel, with links to tracking and refund', async () => {
    theOrderIs({
      ...paid,
      overallTotal: 61.5,
      goodsTotal: 56.5,
      deliveryTotal: 5,
      note: 'For number 14',
      items: [
        {
          _id: '1',
          quantity: 2,
          product: { _id: 'stoneware-mug', name: 'Stoneware mug' },
          variation: { _id: 'boxed', name: 'Gift boxed' },
          color: 'Oat',
          size: '350 ml',
          unitPrice: 28.25,
        },
      ],
    });
    await renderAt(address);
    await heading('Thank you, Ada');
    const main = within(screen.getByRole('main'));
    expect(main.getByText(/We have sent the details to ada@example.com/)).toBeVisible();
    expect(within(main.getByRole('region', { name: 'Order ID' })).getByText(id)).toBeVisible();
    expect(main.getByText('Stoneware mug – Gift boxed')).toBeVisible();
    expect(main.getByText('Quantity: 2 × £28.25')).toBeVisible();
    const record = within(main.getByRole('region', { name: 'Items' }));
    expect(record.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['£56.50', '£5.00', '£61.50']);
    for (const line of ['Ada Byron', '12 Mill Lane', 'Leeds', 'West Yorkshire', 'LS1 4AP', '0113 496 0142', 'For number 14'])
      expect(main.getByText(line)).toBeVisible();
    expect(main.getByText(/You can cancel this order until 14 days after/)).toBeVisible();
    expect(main.getByRole('link', { name: 'Track your order' })).toHaveAttribute('href', `${paths.orderStatus}?order=${id}`);
    expect(main.getByRole('link', { name: 'Request a refund' })).toHaveAttribute('href', `${paths.refund}?order=${id}`);
  });

  test('the confirmation of an order of two products requests each product once', async () => {
    const itemOf = (productId: string) => ({ _id: productId, quantity: 1, product: { _id: productId, name: productId } });
    theOrderIs({ ...paid, items: [itemOf('stoneware-mug'), itemOf('salt-pot')] });
    await renderAt(address);
    await heading('Thank you, Ada');
    // Their care comes with these requests.
    expect(await screen.findAllByText(/Wash|Wipe|Hand/)).not.toHaveLength(0);
    await allRequestsSettled();
    expect(calls.filter((call) => call.startsWith('GET /client/products/')).toSorted()).toEqual([
      'GET /client/products/salt-pot',
      'GET /client/products/stoneware-mug',
    ]);
  });

  test('a paid order shows the picture of each item, who made it, how to look after it, and the dates of what happens next', async () => {
    theApiRecovers();
    theOrderIs({ ...paid, createdAt: '2026-11-21T10:00:00.000Z' });
    await renderAt(address);
    await heading('Thank you, Ada');
    const items = within(screen.getByRole('region', { name: 'Items' }));
    expect(await items.findByText(/pottery in Ludlow/)).toBeVisible();
    expect(items.getAllByRole('listitem')[0]?.querySelector('picture img')).toHaveAttribute(
      'src',
      expect.stringContaining('mug-oat-front'),
    );
    expect(
      within(screen.getByRole('region', { name: 'How to look after everything' })).getByText(/Dishwasher and microwave safe/),
    ).toBeVisible();
    const next = within(screen.getByRole('region', { name: 'What happens next' }));
    expect(next.getByText('21 November 2026')).toBeVisible();
    expect(next.getByText('By 21 December 2026 at the latest')).toBeVisible();
  });

  test('a paid order shows by when it is posted and when it should arrive, as it was promised', async () => {
    theOrderIs({
      ...paid,
      createdAt: '2026-11-21T10:00:00.000Z',
      arrival: { from: '2026-11-27', to: '2026-11-30', dispatchBy: '2026-11-25' },
    });
    await renderAt(address);
    await heading('Thank you, Ada');
    const next = within(screen.getByRole('region', { name: 'What happens next' }));
    expect(next.getByText('By Wed 25 November')).toBeVisible();
    expect(next.getByText('Fri 27 – Mon 30 November')).toBeVisible();
    expect(next.queryByText(/at the latest/)).not.toBeInTheDocument();
  });

  test('a paid order offers a guest an account for a password alone, which the mailbox has to confirm', async () => {
    theApiRecovers();
    theOrderIs(paid);
    const { user, address: current } = await renderAt(address);
    await heading('Thank you, Ada');
    const offer = within(await screen.findByRole('region', { name: 'Keep your details for next time' }));
    await typeText(user, offer.getByLabelText('Password'), 'a long enough one');
    await user.click(offer.getByRole('button', { name: 'Create account' }));
    await heading('Confirm your email address');
    expect(current()).toContain(paths.emailVerification);
    expect(calls).toContain('POST /user/register');
  });

  test('a paid order offers no account to a shopper who is signed in', async () => {
    aResellerIsSignedIn();
    theOrderIs(paid);
    await renderAt(address);
    await heading('Thank you, Ada');
    await waitFor(() => expect(screen.getByRole('link', { name: 'My Account' })).toBeVisible());
    expect(screen.queryByRole('region', { name: 'Keep your details for next time' })).not.toBeInTheDocument();
  });

  test('a paid order has buttons to copy its id and to print the page', async () => {
    theOrderIs(paid);
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = await renderAt(address);
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied')).toHaveAttribute('role', 'status');
    expect(await navigator.clipboard.readText()).toBe(id);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Your browser wouldn’t copy it. Please select and copy it.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Print this page' }));
    expect(print).toHaveBeenCalledOnce();
  });

  test('a paid order removes the ordered units from the cart, but nothing that was added since', async () => {
    storeOrderedLines([
      { cartItemId: 'a', quantity: 1 },
      { cartItemId: 'b', quantity: 2 },
    ]);
    theOrderIs(paid);
    const { store } = await renderAt(address, {
      cart: [
        aCartLine({ cartItemId: 'a', quantity: 1 }),
        aCartLine({ cartItemId: 'b', _id: 'bowl', id: 'bowl', quantity: 3 }),
        aCartLine({ cartItemId: 'c', _id: 'vase', id: 'vase', quantity: 1 }),
      ],
    });
    await waitFor(() =>
      expect(store.getState().cart.lines.map(({ cartItemId, quantity }) => [cartItemId, quantity])).toEqual([
        ['b', 1],
        ['c', 1],
      ]),
    );
    expect(store.getState().cart.lines[0]?.totalDeliveryCost).toBe(2.5);
  });

  test('a paid order does not change the cart again after a reload or in another tab', async () => {
    storeOrderedLines([{ cartItemId: 'a', quantity: 1 }]);
    theOrderIs(paid);
    const first = await renderAt(address, { cart: [aCartLine({ cartItemId: 'a' })] });
    await waitFor(() => expect(first.store.getState().cart.lines).toEqual([]));
    cleanup();
    const { store } = await renderAt(address, { cart: [aCartLine({ cartItemId: 'a' })] });
    await heading('Thank you, Ada');
    expect(window.localStorage.getItem('flone:ordered')).toBeNull();
    expect(store.getState().cart.lines).toHaveLength(1);
  });

  test('a paid order of a single product leaves the cart unchanged', async () => {
    theOrderIs(paid);
    const { store } = await renderAt(address, { cart: [aCartLine()] });
    await heading('Thank you, Ada');
    expect(store.getState().cart.lines).toHaveLength(1);
  });
});

describe('an unpaid order', () => {
  test('an unpaid order is polled until it is paid, and only then removed from the cart', async () => {
    storeOrderedLines([{ cartItemId: 'a', quantity: 1 }]);
    theOrderIs({ ...pending, payment: 'processing' });
    const { store } = await renderAt(address, { cart: [aCartLine({ cartItemId: 'a' })] });
    await heading('We are waiting for your payment');
    expect(store.getState().cart.lines).toHaveLength(1);
    theOrderIs(paid);
    await heading('Thank you, Ada');
    await waitFor(() => expect(store.getState().cart.lines).toEqual([]));
  });

  test('an unpaid order is polled with a growing back-off for two minutes, after which the shopper can check it with a button', async () => {
    theApiIsDown(lookUp);
    const { store } = await renderAt(address);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    theOrderIs({ ...pending, payment: 'open' });
    // Before the first pause begins.
    useFakeClock();
    /**
     * Waits for the running query, renders its result (the store notifies in the next frame) and starts the next pause. jsdom's frames use the fake
     * clock, except those of an interval that began before it.
     */
    const answered = async () => {
      await act(() => Promise.all(store.dispatch(shopApi.util.getRunningQueriesThunk())));
      const frame = new Promise(requestAnimationFrame);
      await advanceClock(20);
      await act(() => frame);
    };
    const hasGivenUp = () => screen.queryByText(/We haven’t heard from the payment service yet/, announced) !== null;
    await act(async () => retry.click());
    await answered();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('We are waiting for your payment');
    const first = lookUps();
    const pausesS: number[] = [];
    for (let pause = 1; !hasGivenUp() && pause < 60; pause += 1) {
      const before = lookUps();
      await advanceClock(1000);
      await answered();
      if (lookUps() === before) continue;
      pausesS.push(pause);
      pause = 0;
    }
    expect(hasGivenUp()).toBe(true);
    expect(lookUps() - first).toBe(pausesS.length);
    expect(pausesS.length).toBeLessThan(20);
    expect(pausesS).toEqual(pausesS.toSorted((one, other) => one - other));
    expect(pausesS.at(-1)).toBeGreaterThan(10);
    const total = pausesS.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThan(100);
    expect(total).toBeLessThan(140);
    theOrderIs(paid);
    const again = screen.getByRole('button', { name: 'Check again' });
    again.focus();
    await act(async () => again.click());
    expect(screen.getByRole('heading', { level: 1, name: 'We are waiting for your payment' })).toHaveFocus();
    await answered();
    expect(screen.getByRole('heading', { level: 1, name: 'Thank you, Ada' })).toHaveFocus();
  });

  test.each([
    ['Thank you, Ada', paid],
    ['Your payment did not go through', { ...pending, payment: 'failed' }],
  ] as const)(
    'a shopper who waits for the payment hears “%s” once the outcome is known, and keeps the focus where it was',
    async (outcome, over) => {
      theOrderIs({ ...pending, payment: 'processing' });
      const { user } = await renderAt(address);
      await heading('We are waiting for your payment');
      const field = screen.getAllByRole('searchbox', { name: 'Search the shop' })[0] ?? document.body;
      await user.click(field);
      theOrderIs(over);
      expect(await screen.findByText(outcome, announced)).toBeInTheDocument();
      expect(field).toHaveFocus();
    },
  );

  test('a shopper whose order is paid when the page opens is told nothing on top of what the page says', async () => {
    theOrderIs(paid);
    await renderAt(address);
    await heading('Thank you, Ada');
    expect(screen.queryByText('Thank you, Ada', announced)).not.toBeInTheDocument();
  });

  test('an unpaid order whose payment failed says that nothing was charged, keeps the cart, and can be paid again', async () => {
    storeOrderedLines([{ cartItemId: 'a', quantity: 1 }]);
    theOrderIs({ ...pending, payment: 'failed' });
    const { user, store } = await renderAt(address, { cart: [aCartLine({ cartItemId: 'a' })] });
    await heading('Your payment did not go through');
    expect(screen.getByText(/You have not been charged\. We’re holding your items until \d\d:\d\d/)).toBeVisible();
    expect(store.getState().cart.lines).toHaveLength(1);
    theApiAnswers(endpoints.payOrder.path, { sessionId: 's', url: 'https://pay.example.com/s' });
    await user.click(screen.getByRole('button', { name: /^Try again: pay £/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example.com/s'));
    expect(lookUps()).toBe(1);
  });

  test('an unpaid order whose payment was cancelled says so and links to the cart', async () => {
    theOrderIs({ ...pending, payment: 'open' });
    await renderAt(returnPath(id, 'cancelled'));
    await heading('You haven’t paid yet');
    expect(screen.queryByText(/^Check the card number/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to cart' })).toHaveAttribute('href', paths.cart);
  });

  test('an unpaid order is checked again before it can be paid when the page is restored from the back/forward cache', async () => {
    theOrderIs({ ...pending, payment: 'failed' });
    await renderAt(address);
    const retry = await screen.findByRole('button', { name: /^Try again: pay £/ });
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'false'));
    theOrderIs(paid);
    window.dispatchEvent(new Event('pagehide'));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(retry).toHaveAttribute('aria-disabled', 'true');
    await heading('Thank you, Ada');
    expect(assign).not.toHaveBeenCalled();
  });

  test('an unpaid order that was paid meanwhile in another tab is shown as paid on a retry', async () => {
    theOrderIs({ ...pending, payment: 'failed' });
    const { user } = await renderAt(address);
    await heading('Your payment did not go through');
    theApiAnswers(endpoints.payOrder.path, { message: 'This order is paid already.', code: 'paid' }, 409);
    theOrderIs(paid);
    await user.click(screen.getByRole('button', { name: /^Try again: pay £/ }));
    expect(await heading('Thank you, Ada')).toHaveFocus();
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('a confirmation page without an order', () => {
  test('a confirmation page without an order says that there is none when the URL has no id, without a request', async () => {
    await renderAt('/order-confirm');
    await heading('We can’t find that order');
    expect(calls.filter((call) => call.includes('/order/'))).toEqual([]);
    expect(screen.getByRole('link', { name: 'Look up an order' })).toHaveAttribute('href', paths.orderStatus);
  });

  test('a confirmation page without an order says that there is none when the API does not know the id', async () => {
    await renderAt(address);
    await heading('We can’t find that order');
    expect(screen.getByText('We can’t find an order with that ID. Check the ID in your confirmation email.')).toBeVisible();
  });

  test('a confirmation page without an order says that the order was not paid in time', async () => {
    theApiAnswers(lookUp, { message: 'This order was not paid in time.', code: 'expired' }, 404);
    await renderAt(address);
    await heading('This order was not paid in time');
    expect(screen.getByRole('link', { name: 'Back to cart' })).toBeVisible();
  });

  test('the confirmation page of an order that the seller cancelled does not thank the buyer, and leads to the order’s status', async () => {
    theOrderIs({ status: 'cancelled', payment: undefined, cancellation: { refund: 'due' } });
    await renderAt(address);
    await heading('We had to cancel this order');
    expect(screen.getByRole('link', { name: 'See your refund' })).toHaveAttribute('href', `${paths.orderStatus}?order=${id}`);
    expect(screen.queryByText(/Thank you/)).not.toBeInTheDocument();
  });

  test('a confirmation page without an order shows an error when the API is down, and loads on retry', async () => {
    theApiIsDown(lookUp);
    const { user } = await renderAt(address);
    expect(await screen.findByText(/We can’t reach the shop/)).toBeVisible();
    theApiRecovers();
    theOrderIs(paid);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('Thank you, Ada')).toHaveFocus();
  });
});
