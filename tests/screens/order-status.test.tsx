import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Order } from '#contract/order.ts';
import { paths } from '#shared/paths.ts';
import { calls, theApiAnswers, theApiIsDown, theApiNeverAnswers, theApiRecovers } from '#tests/support/api.ts';
import { anOrder } from '#tests/support/order-builder.ts';

import { renderAt } from '#tests/support/render-app.tsx';

const lookUp = '/order/getoneorder/:orderId';
const id = 'ABCD-EFGH-JKMN-PQRS';
const main = () => within(screen.getByRole('main'));
const field = () => main().getByRole('textbox', { name: /^Order ID/ });
const card = () => main().findByRole('article', { name: 'Order Summary' });

/** Opens the screen, types an id and sends it; the API has this order. */
const look = async (over: Partial<Order> = {}) => {
  theApiAnswers(lookUp, anOrder({ _id: id, ...over }));
  const view = await renderAt(paths.orderStatus);
  await view.user.type(field(), `  ${id} {Enter}`);
  return view;
};

describe('the form', () => {
  test('asks for the order id, and says where to find it', { tags: ['order-status.field', 'order-status.hint'] }, async () => {
    await renderAt(paths.orderStatus);
    expect(main().getByRole('heading', { level: 1, name: 'Order status' })).toBeVisible();
    expect(field()).toBeRequired();
    expect(field()).toHaveAccessibleDescription('Your order ID is on your receipt and confirmation email.');
    expect(calls.filter((call) => call.includes('/order/'))).toEqual([]);
  });

  test('does not ask the API without an id, and says so at the field', { tags: 'order-status.field' }, async () => {
    const { user } = await renderAt(paths.orderStatus);
    await user.type(field(), '   {Enter}');
    expect(field()).toHaveFocus();
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(field()).toHaveAccessibleDescription(/Please enter your order ID\.$/);
    expect(calls.filter((call) => call.includes('/order/'))).toEqual([]);
  });

  test('is filled, but not sent, by a link that carries the id', { tags: 'order-status.after-submit' }, async () => {
    theApiAnswers(lookUp, anOrder({ _id: id }));
    const { user } = await renderAt(`${paths.orderStatus}?order=${id}`);
    expect(field()).toHaveValue(id);
    expect(calls.filter((call) => call.includes('/order/'))).toEqual([]);
    await user.click(main().getByRole('button', { name: 'Check order status' }));
    expect(await card()).toBeVisible();
  });
});

describe('what comes back', () => {
  test('is waited for with Loading...', { tags: 'order-status.loading' }, async () => {
    theApiNeverAnswers(lookUp);
    const { user } = await renderAt(paths.orderStatus);
    await user.type(field(), `${id}{Enter}`);
    expect(await main().findByText('Loading...')).toBeVisible();
    expect(main().getByRole('button', { name: 'Check order status' })).toHaveAttribute('aria-disabled', 'true');
    await user.type(field(), '{Enter}{Enter}');
    expect(calls.filter((call) => call.includes('/order/'))).toEqual([`GET /order/getoneorder/${id}`]);
  });

  test('may be the server’s own sentence', { tags: 'order-status.error-own' }, async () => {
    theApiAnswers(lookUp, { message: 'There is no such order.' }, 404);
    const { user } = await renderAt(paths.orderStatus);
    await user.type(field(), `${id}{Enter}`);
    expect(await main().findByText('Error: There is no such order.')).toBeVisible();
    expect(field()).toHaveValue(id);
  });

  test.each([
    ['a failure without words', () => theApiAnswers(lookUp, 'oh', 500)],
    ['nothing', () => theApiIsDown(lookUp)],
    ['something that is no order', () => theApiAnswers(lookUp, { hello: 'world' })],
  ])('may be %s', { tags: 'order-status.error-unknown' }, async (_, happens) => {
    happens();
    const { user } = await renderAt(paths.orderStatus);
    await user.type(field(), `${id}{Enter}`);
    expect(await main().findByText('Error: Unable to fetch order data.')).toBeVisible();
    expect(main().queryByRole('article')).not.toBeInTheDocument();
  });

  test('is asked anew at every press, also for the same id', async () => {
    const { user } = await look({ status: 'confirmed' });
    expect(await card()).toBeVisible();
    theApiAnswers(lookUp, anOrder({ _id: id, status: 'Delivered' }));
    await user.click(main().getByRole('button', { name: 'Check order status' }));
    expect(await main().findByText('Delivered', { selector: '.is-active *' })).toBeVisible();
    theApiAnswers(lookUp, { message: 'Gone.' }, 404);
    await user.click(main().getByRole('button', { name: 'Check order status' }));
    expect(await main().findByText('Error: Gone.')).toBeVisible();
    expect(main().queryByRole('article')).not.toBeInTheDocument();
  });

  test('is asked of the API by the trimmed id, and the real API knows no order of that id', {
    tags: 'order-status.after-submit',
  }, async () => {
    theApiRecovers();
    const { user } = await renderAt(paths.orderStatus);
    await user.type(field(), `  ${id} {Enter}`);
    expect(await main().findByText(/^Error: There is no order with this number/)).toBeVisible();
    expect(calls).toContain(`GET /order/getoneorder/${id}`);
  });
});

describe('the Order Summary', () => {
  test('takes the focus and holds the billing information and the order id', {
    tags: ['order-status.card', 'order-status.billing', 'order-status.id'],
  }, async () => {
    await look();
    const summary = within(await card());
    expect(summary.getByRole('heading', { name: 'Order Summary' })).toHaveFocus();
    for (const words of ['Ada Byron', '12 Mill Lane', 'Leeds', 'West Yorkshire', 'LS1 4AP', '0113 496 0142', 'ada@example.com', id])
      expect(summary.getByText(words)).toBeVisible();
  });

  test('shows the total of the whole order, in pounds and with 2 decimals, beside the name and quantity of each item', {
    tags: ['order-status.items', 'order-status.pounds'],
  }, async () => {
    await look({ overallTotal: 1234.5 });
    const table = await within(await card()).findByRole('table');
    const rows = within(table).getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Stoneware mugOat, 350 ml', '2', '£1,234.50'],
      ['Salt pot', '1', '£1,234.50'],
    ]);
  });

  test.each([
    ['confirmed', ['Order confirmed']],
    ['processing', ['Order confirmed', 'Processing']],
    ['Dispatch', ['Order confirmed', 'Processing', 'Dispatch']],
    ['Delivered', ['Order confirmed', 'Processing', 'Dispatch', 'Delivered']],
    ['pending', []],
    ['something else', []],
  ])(
    'at %s lights %j',
    { tags: ['order-status.steps', 'tracker.confirmed', 'tracker.processing', 'tracker.dispatch', 'tracker.delivered', 'tracker.other'] },
    async (status, lit) => {
      await look({ status });
      const progress = await within(await card()).findByRole('list', { name: 'Progress of your order' });
      const steps = within(progress).getAllByRole('listitem');
      expect(steps.map(({ textContent }) => textContent?.replace(/(done|still to come)$/, ''))).toEqual([
        'Order confirmed',
        'Processing',
        'Dispatch',
        'Delivered',
      ]);
      const names = (of: readonly HTMLElement[]) => of.map(({ textContent }) => textContent?.replace(/done$/, ''));
      expect(names(steps.filter(({ className }) => className === 'is-active'))).toEqual(lit);
      expect(names(steps.filter(({ textContent }) => textContent?.endsWith('done')))).toEqual(lit);
      expect(names(steps.filter((step) => step.hasAttribute('aria-current')))).toEqual(lit.slice(-1));
    },
  );

  test('says that an unpaid order awaits its payment, and leads there', async () => {
    await look({ status: 'pending' });
    const summary = within(await card());
    expect(summary.getByText(/^Awaiting payment/)).toBeVisible();
    expect(summary.getByRole('link', { name: 'Go to the payment' })).toHaveAttribute('href', `/order-confirm?order=${id}`);
    expect(summary.queryByRole('link', { name: 'Ask for a refund' })).not.toBeInTheDocument();
  });

  test('at Dispatch says how it is sent, and its tracking number where there is one', { tags: 'order-status.dispatch' }, async () => {
    await look({ status: 'Dispatch', shippingMethod: 'Royal Mail', trackId: 'RM123' });
    const summary = within(await card());
    expect(summary.getByText('Shipping method').nextSibling).toHaveTextContent('Royal Mail');
    expect(summary.getByText('Tracking number').nextSibling).toHaveTextContent('RM123');
  });

  test('at Dispatch without a tracking number says nothing of one', { tags: 'order-status.dispatch' }, async () => {
    await look({ status: 'Dispatch', shippingMethod: 'Royal Mail', trackId: null });
    const summary = within(await card());
    expect(summary.getByText('Royal Mail')).toBeVisible();
    expect(summary.queryByText('Tracking number')).not.toBeInTheDocument();
  });

  test.each(['confirmed', 'processing', 'Delivered'])(
    'at %s says nothing of how it is sent',
    { tags: 'order-status.dispatch' },
    async (status) => {
      await look({ status, shippingMethod: 'Royal Mail', trackId: 'RM123' });
      const summary = within(await card());
      expect(summary.queryByText('Royal Mail')).not.toBeInTheDocument();
      expect(summary.queryByText('RM123')).not.toBeInTheDocument();
    },
  );

  test('stands where an API says less', async () => {
    await look({
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

  test('can be printed, and leads to the refund of this order', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = await look();
    const summary = within(await card());
    await user.click(summary.getByRole('button', { name: 'Print this page' }));
    expect(print).toHaveBeenCalledOnce();
    expect(summary.getByRole('link', { name: 'Ask for a refund' })).toHaveAttribute('href', `/refund?order=${id}`);
  });
});
