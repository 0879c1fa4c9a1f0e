import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Order } from '#contract/order.ts';
import { trackingUrl } from '#contract/tracking.ts';
import { paths } from '#shared/paths.ts';
import { calls, theApiAnswers, theApiHolds, theApiIsDown, theApiNeverAnswers, theApiRecovers } from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const endpoint = '/order/getoneorder/:orderId';
const id = 'ABCD-EFGH-JKMN-PQRS';
const main = () => within(screen.getByRole('main'));
const field = () => main().getByRole('textbox', { name: /^Order ID/ });
const card = () => main().findByRole('article', { name: 'Order Summary' });

const lookUpOrder = async (over: Partial<Order> = {}) => {
  theApiAnswers(endpoint, anOrder({ _id: id, ...over }));
  const view = await renderAt(paths.orderStatus);
  await typeText(view.user, field(), `  ${id} {Enter}`);
  return view;
};

describe('the order status form', () => {
  test('the order status form has a field for the order id with a hint where to find it', {
    tags: ['order-status.field', 'order-status.hint'],
  }, async () => {
    await renderAt(paths.orderStatus);
    expect(main().getByRole('heading', { level: 1, name: 'Order status' })).toBeVisible();
    expect(field()).toBeRequired();
    expect(field()).toHaveAccessibleDescription('Your order ID is on your receipt and confirmation email.');
    expect(calls.filter((call) => call.includes('/order/'))).toEqual([]);
  });

  test('the order status form shows a validation error without an id and sends no request', { tags: 'order-status.field' }, async () => {
    const { user } = await renderAt(paths.orderStatus);
    await user.type(field(), '   {Enter}');
    expect(field()).toHaveFocus();
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(field()).toHaveAccessibleDescription(/Enter your order ID$/);
    expect(calls.filter((call) => call.includes('/order/'))).toEqual([]);
  });

  test('the order status form asks for nothing without an id, and is submitted by a link with one', {
    tags: 'order-status.after-submit',
  }, async () => {
    theApiAnswers(endpoint, anOrder({ _id: id }));
    const { unmount } = await renderAt(paths.orderStatus);
    expect(field()).toHaveValue('');
    expect(calls.filter((call) => call.includes('/order/'))).toEqual([]);
    unmount();
    await renderAt(`${paths.orderStatus}?order=${id}`);
    expect(await card()).toBeVisible();
    expect(field()).toHaveValue(id);
  });
});

describe('the result of an order lookup', () => {
  test('the result of an order lookup stays, with an open question, when the connection is lost and found again', async () => {
    const { user } = await lookUpOrder({ status: 'confirmed' });
    const order = within(await card());
    await user.click(order.getByRole('button', { name: /^Cancel/ }));
    const dialog = await screen.findByRole('dialog');
    theApiIsDown(endpoint);
    await theConnectionBlinks(`GET ${endpoint.replace(':orderId', id)}`);
    expect(dialog).toBeVisible();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  });

  test('the result of an order lookup has a URL, so that a reload shows it again, without taking the focus', async () => {
    const before = await lookUpOrder();
    await card();
    expect(before.address()).toBe(paths.orderStatusOf(id));
    before.unmount();
    await renderAt(before.address());
    await card();
    expect(field()).toHaveValue(id);
    expect(document.activeElement).toBe(document.body);
  });

  test('the result of an order lookup says why a refund request was declined', async () => {
    await lookUpOrder({ declinedRefunds: [{ reference: 'R-7Q2M-4XKP', productId: 'salt-pot', reason: 'It was used in an oven.' }] });
    const note = within(await card()).getByText(/^We could not accept your refund request R-7Q2M-4XKP/);
    expect(note).toHaveTextContent('We could not accept your refund request R-7Q2M-4XKP for Salt pot. The reason: It was used in an oven.');
  });

  const cancelled = { status: 'cancelled', overallTotal: 61.5 } as const;
  const at = '2026-11-26T10:00:00.000Z';

  test('the status of an order that the seller cancelled has the day, the reason as a sentence, and no steps', async () => {
    await lookUpOrder({ ...cancelled, cancellation: { reason: 'It cracked in the kiln', refund: 'none', at } });
    const summary = within(await card());
    expect(summary.getByRole('heading', { name: 'Cancelled on 26 November 2026' })).toBeVisible();
    expect(summary.getByText('We’re sorry: we had to cancel this order, so nothing will be sent.')).toBeVisible();
    expect(summary.getByText('The reason: It cracked in the kiln.')).toBeVisible();
    expect(summary.queryByRole('list', { name: 'Progress of your order' })).not.toBeInTheDocument();
    expect(summary.getByRole('heading', { name: 'Delivery address' })).toBeVisible();
    expect(summary.queryByText(/refund/i)).not.toBeInTheDocument();
  });

  test('the status of a cancelled order says how much is on its way back, and how much was sent back when', async () => {
    const { user } = await lookUpOrder({ ...cancelled, cancellation: { refund: 'due', at } });
    expect(await within(await card()).findByText(/^Your refund of £61\.50 is on its way\./)).toBeVisible();
    theApiAnswers(
      endpoint,
      anOrder({
        _id: id,
        ...cancelled,
        cancellation: { refund: 'done', at },
        moneyBack: [{ amount: 61.5, date: '2026-11-27T10:00:00.000Z' }],
      }),
    );
    await user.click(main().getByRole('button', { name: 'Check order status' }));
    expect(await main().findByText('Refund: £61.50, sent 27 November 2026.')).toBeVisible();
    expect(main().queryByText(/is on its way/)).not.toBeInTheDocument();
  });

  test('the status of a cancelled order says that it was refunded where no sum is known', async () => {
    await lookUpOrder({ ...cancelled, cancellation: { refund: 'done' } });
    expect(within(await card()).getByText('We’ve refunded what you paid.')).toBeVisible();
    expect(within(await card()).getByRole('heading', { name: 'Cancelled' })).toBeVisible();
  });

  test('the result of an order lookup is “Loading...” during the request, which is sent once', {
    tags: 'order-status.loading',
  }, async () => {
    theApiNeverAnswers(endpoint);
    const { user } = await renderAt(paths.orderStatus);
    await typeText(user, field(), `${id}{Enter}`);
    expect(await main().findByText('Loading...')).toBeVisible();
    expect(main().getByRole('button', { name: 'Check order status' })).toHaveAttribute('aria-disabled', 'true');
    await user.type(field(), '{Enter}{Enter}');
    expect(calls.filter((call) => call.includes('/order/'))).toEqual([`GET /order/getoneorder/${id}`]);
  });

  test('the result of an order lookup is gone while another order is searched for, and a failure of that does not bring it back', async () => {
    const { user } = await lookUpOrder();
    expect(await card()).toBeVisible();
    theApiAnswers(endpoint, { message: 'There is no such order.' }, 404);
    const release = theApiHolds(endpoint);
    await user.clear(field());
    await typeText(user, field(), 'EFGH-JKMN-PQRS-TVWX{Enter}');
    expect(await main().findByText('Loading...')).toBeVisible();
    expect(main().queryByRole('article')).not.toBeInTheDocument();
    release();
    expect(await main().findByText(/^Error: /)).toBeVisible();
    expect(main().queryByRole('article')).not.toBeInTheDocument();
  });

  test('the result of an order lookup is the message of the server when there is no such order', {
    tags: 'order-status.error-own',
  }, async () => {
    theApiAnswers(endpoint, { message: 'There is no such order.' }, 404);
    const { user } = await renderAt(paths.orderStatus);
    await typeText(user, field(), `${id}{Enter}`);
    expect(await main().findByText('Error: There is no such order.')).toBeVisible();
    expect(field()).toHaveValue(id);
  });

  test.each([
    ['an error without a message', () => theApiAnswers(endpoint, 'oh', 500)],
    ['a network failure', () => theApiIsDown(endpoint)],
    ['an invalid response', () => theApiAnswers(endpoint, { hello: 'world' })],
  ])('the result of an order lookup is a general error after %s', { tags: 'order-status.error-unknown' }, async (_, setUpFailure) => {
    setUpFailure();
    const { user } = await renderAt(paths.orderStatus);
    await typeText(user, field(), `${id}{Enter}`);
    expect(await main().findByText('Error: Unable to fetch order data.')).toBeVisible();
    expect(main().queryByRole('article')).not.toBeInTheDocument();
  });

  test('the result of an order lookup is requested again on every submit, also for the same id', async () => {
    const { user } = await lookUpOrder({ status: 'confirmed' });
    expect(await card()).toBeVisible();
    theApiAnswers(endpoint, anOrder({ _id: id, status: 'Delivered' }));
    await user.click(main().getByRole('button', { name: 'Check order status' }));
    expect(await main().findByText('Delivered', { selector: '.is-active *' })).toBeVisible();
    theApiAnswers(endpoint, { message: 'Gone.' }, 404);
    await user.click(main().getByRole('button', { name: 'Check order status' }));
    expect(await main().findByText('Error: Gone.')).toBeVisible();
    expect(main().queryByRole('article')).not.toBeInTheDocument();
  });

  test('the result of an order lookup by a text of 5,000 letters is that there is no such order', async () => {
    theApiRecovers();
    const { user } = await renderAt(paths.orderStatus);
    await user.click(field());
    await user.paste('x'.repeat(5000));
    await user.keyboard('{Enter}');
    expect(await main().findByText(/^Error: We can’t find an order with that ID/)).toBeVisible();
  });

  test('the result of an order lookup is requested with the trimmed id', {
    tags: 'order-status.after-submit',
  }, async () => {
    theApiRecovers();
    const { user } = await renderAt(paths.orderStatus);
    await typeText(user, field(), `  ${id} {Enter}`);
    expect(await main().findByText(/^Error: We can’t find an order with that ID/)).toBeVisible();
    expect(calls).toContain(`GET /order/getoneorder/${id}`);
  });
});

describe('the Order Summary', () => {
  test('the Order Summary has the focus, the billing information and the order id', {
    tags: ['order-status.card', 'order-status.billing', 'order-status.id'],
  }, async () => {
    await lookUpOrder();
    const summary = within(await card());
    await expectFocused(summary.findByRole('heading', { name: 'Order Summary' }));
    for (const text of ['Ada Byron', '12 Mill Lane', 'Leeds', 'West Yorkshire', 'LS1 4AP', '0113 496 0142', 'ada@example.com', id])
      expect(summary.getByText(text)).toBeVisible();
  });

  test('the Order Summary shows the total of the whole order, in pounds and with 2 decimals, beside the name and quantity of each item', {
    tags: ['order-status.items', 'order-status.pounds'],
  }, async () => {
    const [mug, pot] = anOrder().items;
    await lookUpOrder({ overallTotal: 1234.5, items: [{ ...mug, unitPrice: 18 }, pot] as Order['items'] });
    const table = await within(await card()).findByRole('table');
    const rows = (await within(table).findAllByRole('row')).slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Stoneware mugOat, 350 ml', '2', '£36.00Order total £1,234.50'],
      ['Salt pot', '1', 'Order total £1,234.50'],
    ]);
  });

  test('the Order Summary has sums that add up below the lines: items, delivery, voucher and total', async () => {
    await lookUpOrder({ goodsTotal: 54, deliveryTotal: 12.5, voucher: { code: 'SPRING10', discount: 5 }, overallTotal: 61.5 });
    const sums = within(await card())
      .getAllByRole('definition')
      .slice(-4);
    expect(sums.map((sum) => [sum.previousSibling?.textContent, sum.textContent])).toEqual([
      ['Items', '£54.00'],
      ['Delivery', '£12.50'],
      ['Voucher SPRING10', '−£5.00'],
      ['Total', '£61.50'],
    ]);
  });

  test('the Order Summary of a delivered order says where it was delivered, and when', async () => {
    await lookUpOrder({ status: 'Delivered', deliveredAt: '2026-12-02T10:00:00.000Z' });
    const summary = within(await card());
    expect(summary.getByRole('heading', { name: 'Delivered to' })).toBeVisible();
    expect(summary.getByText('Delivered', { selector: 'dt' }).nextSibling).toHaveTextContent('2 December 2026');
  });

  test('the Order Summary shows the promised days until the parcel is posted, then those of its dispatch, and none once it is delivered', async () => {
    const arrival = { from: '2026-11-27', to: '2026-11-30' };
    const { user } = await lookUpOrder({ status: 'confirmed', arrival: { ...arrival, dispatchBy: '2026-11-25' } });
    const check = async (over: Parameters<typeof anOrder>[0]) => {
      theApiAnswers(endpoint, anOrder({ _id: id, ...over }));
      await user.click(main().getByRole('button', { name: 'Check order status' }));
    };
    const summary = within(await card());
    expect(summary.getByText('Posted by').nextSibling).toHaveTextContent('Wed 25 November');
    expect(summary.getByText('Should arrive').nextSibling).toHaveTextContent('Fri 27 – Mon 30 November');
    expect(summary.queryByText('With you by')).not.toBeInTheDocument();
    await check({ status: 'Dispatch', arrival });
    await waitFor(() => expect(main().queryByText('Posted by')).not.toBeInTheDocument());
    expect(main().getByText('Should arrive').nextSibling).toHaveTextContent('Fri 27 – Mon 30 November');
    await check({ status: 'Delivered', arrival });
    await waitFor(() => expect(main().queryByText('Should arrive')).not.toBeInTheDocument());
  });

  test('the Order Summary of an order without promised days says when it was placed, and by when it arrives until it is delivered', async () => {
    const { user } = await lookUpOrder({ status: 'Dispatch', createdAt: '2026-11-21T10:00:00.000Z' });
    const summary = within(await card());
    expect(summary.getByText('Placed').nextSibling).toHaveTextContent('21 November 2026');
    expect(summary.getByText('With you by').nextSibling).toHaveTextContent('21 December 2026 at the latest');
    theApiAnswers(endpoint, anOrder({ _id: id, status: 'Delivered', createdAt: '2026-11-21T10:00:00.000Z' }));
    await user.click(main().getByRole('button', { name: 'Check order status' }));
    await waitFor(() => expect(main().queryByText('With you by')).not.toBeInTheDocument());
    expect(main().getByText('Placed')).toBeVisible();
  });

  const activeSteps = [
    ['confirmed', 'tracker.confirmed', ['Order confirmed']],
    ['processing', 'tracker.processing', ['Order confirmed', 'Processing']],
    ['Dispatch', 'tracker.dispatch', ['Order confirmed', 'Processing', 'Dispatch']],
    ['Delivered', 'tracker.delivered', ['Order confirmed', 'Processing', 'Dispatch', 'Delivered']],
    ['pending', 'tracker.other', []],
    ['something else', 'tracker.other', []],
  ] as const;
  for (const [status, clause, activeNames] of activeSteps)
    test(`the Order Summary at ${status} has the active steps ${JSON.stringify(activeNames)}`, {
      tags: ['order-status.steps', clause],
    }, async () => {
      await lookUpOrder({ status });
      const progress = await within(await card()).findByRole('list', { name: 'Progress of your order' });
      const steps = await within(progress).findAllByRole('listitem');
      expect(steps.map(({ textContent }) => textContent?.replace(/(done|still to come)$/, ''))).toEqual([
        'Order confirmed',
        'Processing',
        'Dispatch',
        'Delivered',
      ]);
      const names = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent?.replace(/done$/, ''));
      expect(names(steps.filter(({ className }) => className === 'is-active'))).toEqual(activeNames);
      expect(names(steps.filter(({ textContent }) => textContent?.endsWith('done')))).toEqual(activeNames);
      expect(names(steps.filter((step) => step.hasAttribute('aria-current')))).toEqual(activeNames.slice(-1));
    });

  test('the Order Summary says that an unpaid order awaits payment, and links to it', async () => {
    await lookUpOrder({ status: 'pending' });
    const summary = within(await card());
    expect(summary.getByText(/^Awaiting payment/)).toBeVisible();
    expect(summary.getByRole('link', { name: 'Pay for this order' })).toHaveAttribute('href', `/order-confirm?order=${id}`);
    expect(summary.queryByRole('link', { name: 'Return or problem?' })).not.toBeInTheDocument();
  });

  test('the Order Summary at Dispatch shows the shipping method and the tracking number', { tags: 'order-status.dispatch' }, async () => {
    await lookUpOrder({ status: 'Dispatch', shippingMethod: 'Royal Mail', trackId: 'RM123' });
    const summary = within(await card());
    expect(summary.getByText('Shipping method').nextSibling).toHaveTextContent('Royal Mail');
    expect(summary.getByText('Tracking number').nextSibling).toHaveTextContent('RM123');
    expect(summary.getByRole('link', { name: 'RM123 (opens in a new tab)' })).toHaveAttribute(
      'href',
      'https://www.royalmail.com/track-your-item#/tracking-results/RM123',
    );
  });

  test('the Order Summary of an order in two parcels shows courier and tracking number of each, with its link', async () => {
    const furtherParcels = [{ shippingMethod: 'Evri', trackId: 'EV 2' }];
    await lookUpOrder({ status: 'Dispatch', shippingMethod: 'Royal Mail', trackId: 'RM123', furtherParcels });
    const summary = within(await card());
    expect(summary.getAllByText('Shipping method').map(({ nextSibling }) => nextSibling?.textContent)).toEqual(['Royal Mail', 'Evri']);
    expect(summary.getAllByText('Tracking number').map(({ nextSibling }) => nextSibling?.textContent)).toEqual([
      'RM123 (opens in a new tab)',
      'EV 2 (opens in a new tab)',
    ]);
    expect(summary.getByRole('link', { name: /^EV 2/ })).toHaveAttribute('href', trackingUrl('Evri', 'EV 2'));
  });

  test('the Order Summary at Dispatch shows no tracking number when there is none', { tags: 'order-status.dispatch' }, async () => {
    await lookUpOrder({ status: 'Dispatch', shippingMethod: 'Royal Mail', trackId: null });
    const summary = within(await card());
    expect(summary.getByText('Royal Mail')).toBeVisible();
    expect(summary.queryByText('Tracking number')).not.toBeInTheDocument();
  });

  test.each(['confirmed', 'processing', 'Delivered'])(
    'the Order Summary at %s shows neither shipping method nor tracking number',
    { tags: 'order-status.dispatch' },
    async (status) => {
      await lookUpOrder({ status, shippingMethod: 'Royal Mail', trackId: 'RM123' });
      const summary = within(await card());
      expect(summary.queryByText('Royal Mail')).not.toBeInTheDocument();
      expect(summary.queryByText('RM123')).not.toBeInTheDocument();
    },
  );

  test('the Order Summary is shown without the fields that the API left empty', async () => {
    await lookUpOrder({
      billingInfo: {
        firstName: 'Ada',
        lastName: '',
        streetAddress: '',
        streetAddress2: '',
        city: 'Leeds',
        state: 'Leeds',
        postalCode: '',
        phone: '',
        email: '',
      },
      items: [],
      overallTotal: 0,
    });
    const summary = within(await card());
    expect(summary.getByText('Ada')).toBeVisible();
    expect(summary.queryByText('Phone')).not.toBeInTheDocument();
    expect((await card()).textContent).not.toMatch(/undefined|null|NaN/);
  });

  test('the Order Summary can be printed, and links to its return', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = await lookUpOrder();
    const summary = within(await card());
    await user.click(summary.getByRole('button', { name: 'Print this page' }));
    expect(print).toHaveBeenCalledOnce();
    expect(summary.getByRole('link', { name: 'Return or problem?' })).toHaveAttribute('href', paths.returnOf(id, 'new'));
  });
});
