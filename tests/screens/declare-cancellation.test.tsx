import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { declareCancellation } from '#server/domain/money/declare-cancellation.ts';
import { refundDueDay } from '#server/domain/money/declared-units.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { formatDate, formatLongDay } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn } from '#tests/support/accounts.ts';
import { calls, theApiFailsOnce, theNextAnswerIsLost, withShopDatabase } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { aPaidOrder } from '#tests/support/paid-order.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const press = (name: string) => main().findByRole('button', { name });
const anOrder = async (status: 'confirmed' | 'processing' | 'Delivered' = 'Delivered', days = 0): Promise<string> => {
  const id = await aPaidOrder({ productId: 'lavender-soap-bar', quantity: 3 });
  await withShopDatabase((db, now) => {
    const ended_at = status === 'Delivered' ? new Date(now.getTime() - days * 86_400_000).toISOString() : null;
    return db.updateTable('order').set({ status, ended_at }).where('id', '=', id).execute();
  });
  return id;
};
const aTwofoldOrder = (status: 'processing' | 'Dispatch' = 'Dispatch'): Promise<string> => {
  return withShopDatabase(async (db, now) => {
    const payload = anOrderFor({ productId: 'lavender-soap-bar', quantity: 3 }, { productId: 'beech-rolling-pin' });
    const { _id } = await placeOrder(db, anOrderRequest(payload, { now }));
    await payOrder(db, _id, { openedAt: now });
    await db.updateTable('order').set({ status }).where('id', '=', _id).execute();
    return _id;
  });
};
const lookUp = async (id: string) => {
  const view = await renderAt(paths.orderStatusOf(id));
  await view.user.click(await press('Check order status'));
  return view;
};
const declarations = () => withShopDatabase((db) => db.selectFrom('refund').select(['reason', 'declared']).execute());
const posted = () => calls.filter((call) => call.endsWith(endpoints.declareCancellation.path));

// The day on which the shop of these tests opens: the browser counts the days to cancel by its own clock.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: openingDay }));
afterEach(() => vi.useRealTimers());

describe('a buyer who cancels without a reason', () => {
  test('a buyer cancels units from the order’s page in two presses, without a reason, and reads when it was declared', async () => {
    const id = await anOrder();
    const { user } = await lookUp(id);
    await user.click(await main().findByRole('link', { name: 'I cancel this order' }));
    expect(await main().findByRole('heading', { level: 1, name: 'Cancel without a reason' })).toBeVisible();
    expect(await main().findByText(/^You need not say why, and we cannot decline it\..*You can do this until/)).toBeVisible();
    expect(main().queryByRole('textbox')).not.toBeInTheDocument();
    await user.selectOptions(main().getByRole('combobox', { name: 'Units of Lavender soap bar' }), '2');
    await user.click(await press('Continue'));
    await expectFocused(main().findByRole('heading', { name: 'Is this right?' }));
    expect(main().getByText('2 × Lavender soap bar')).toBeVisible();
    expect(posted()).toEqual([]);
    await user.dblClick(await press('I cancel this'));
    await expectFocused(main().findByRole('heading', { name: 'You have cancelled' }));
    expect(main().getByText(/^We have your declaration of .*, \d\d:\d\d, and have emailed it to you/)).toBeVisible();
    expect(main().getByText(/^Reference: R-/)).toBeVisible();
    expect(posted()).toHaveLength(1);
    expect(await declarations()).toEqual([{ reason: '', declared: '[{"position":0,"quantity":2}]' }]);
    await user.click(main().getByRole('link', { name: 'Return sheet' }));
    expect(await main().findByText('Cancelled without a reason')).toBeVisible();
    expect(main().getByText('2 × Lavender soap bar')).toBeVisible();
  });

  test('the refund page offers a cancellation without a reason beside its form, whose reason stays required', async () => {
    const id = await anOrder();
    const { user } = await renderAt(paths.refund);
    await typeText(user, main().getByRole('textbox', { name: 'Order ID' }), id);
    await user.click(await press('Search'));
    expect(await main().findByRole('heading', { name: 'Changed your mind?' })).toBeVisible();
    expect(main().getByRole('link', { name: 'I cancel this order' })).toHaveAttribute('href', paths.returnOf(id, 'cancel'));
    await user.click(await press('Submit Refund Request'));
    expect(await main().findByText('⚠️ Please select a product and provide a reason.')).toBeVisible();
  });

  test('a buyer whose declaration did not arrive reads so, and presses again', async () => {
    const { user } = await renderAt(paths.returnOf(await anOrder(), 'cancel'));
    await user.click(await press('Continue'));
    theApiFailsOnce(endpoints.declareCancellation.path, 503);
    await user.click(await press('I cancel this'));
    expect(await main().findByRole('alert')).toBeVisible();
    expect(await declarations()).toEqual([]);
    await user.click(await press('I cancel this'));
    expect(await main().findByRole('heading', { name: 'You have cancelled' })).toBeVisible();
  });

  test('a buyer who chooses nothing is told so, and can go back and change what was chosen', async () => {
    const { user } = await renderAt(paths.returnOf(await anOrder(), 'cancel'));
    const soap = await main().findByRole('checkbox', { name: '3 × Lavender soap bar' });
    await user.click(soap);
    await user.click(await press('Continue'));
    expect(await main().findByRole('link', { name: 'Choose at least one thing to cancel' })).toBeVisible();
    await user.click(main().getByRole('checkbox', { name: '3 × Lavender soap bar' }));
    await user.click(await press('Continue'));
    await user.click(await press('Back, change it'));
    expect(await main().findByRole('checkbox', { name: '3 × Lavender soap bar' })).toBeVisible();
    expect(posted()).toEqual([]);
  });

  test('a buyer who goes back to the choice finds ticks and units unchanged, with the focus on the heading', async () => {
    const { user } = await renderAt(paths.returnOf(await aTwofoldOrder(), 'cancel'));
    await user.click(await main().findByRole('checkbox', { name: '3 × Lavender soap bar' }));
    await user.selectOptions(main().getByRole('combobox', { name: 'Units of Lavender soap bar' }), '2');
    await user.click(await press('Continue'));
    await user.click(await press('Back, change it'));
    await expectFocused(main().findByRole('heading', { level: 1, name: 'Cancel without a reason' }));
    expect(main().getByRole('checkbox', { name: '3 × Lavender soap bar' })).toBeChecked();
    expect(main().getByRole('checkbox', { name: '1 × Rolling pin' })).not.toBeChecked();
    expect(main().getByRole('combobox', { name: 'Units of Lavender soap bar' })).toHaveValue('2');
  });

  test('a buyer who presses again after a lost answer cancels nothing more, and sees what can still be cancelled', async () => {
    const { user } = await renderAt(paths.returnOf(await anOrder(), 'cancel'));
    await user.selectOptions(await main().findByRole('combobox', { name: 'Units of Lavender soap bar' }), '1');
    await user.click(await press('Continue'));
    theNextAnswerIsLost(endpoints.declareCancellation.path);
    await user.click(await press('I cancel this'));
    expect(await main().findByRole('alert')).toBeVisible();
    await user.click(await press('I cancel this'));
    expect(await main().findByText(/^What can be cancelled of Lavender soap bar has changed meanwhile/)).toBeVisible();
    expect(await declarations()).toHaveLength(1);
    await user.click(await press('Back, change it'));
    expect(await main().findByRole('checkbox', { name: '2 × Lavender soap bar' })).toBeVisible();
  });

  test('an order that is not packed yet is cancelled whole on its page, and in part by a declaration', async () => {
    const id = await anOrder('confirmed');
    await lookUp(id);
    expect(await main().findByRole('button', { name: 'Cancel this order' })).toBeVisible();
    expect(main().queryByRole('link', { name: /^I cancel/ })).not.toBeInTheDocument();
    cleanup();
    const { user } = await renderAt(paths.refundOf(id));
    await user.click(await press('Search'));
    await user.click(await main().findByRole('link', { name: 'I cancel this order' }));
    expect(await main().findByText(/^We have not begun to pack this order\. To cancel all of it, go to its page/)).toBeVisible();
    expect(main().getByRole('link', { name: 'Back to the order' })).toHaveAttribute('href', paths.orderStatusOf(id));
    expect(main().getByRole('checkbox', { name: '3 × Lavender soap bar' })).toBeChecked();
  });

  test('while an order is being packed, a buyer cancels a part of it, and reads that it is not sent and when the money goes back', async () => {
    const { user } = await lookUp(await anOrder('processing'));
    await user.click(await main().findByRole('link', { name: 'I cancel this order' }));
    expect(await main().findByText(/^We are packing this order\. We take out what you cancel/)).toBeVisible();
    await user.selectOptions(main().getByRole('combobox', { name: 'Units of Lavender soap bar' }), '1');
    await user.click(await press('Continue'));
    expect(await main().findByText(/^We have not sent it\. We refund .* within 14 days\./)).toBeVisible();
    await user.click(await press('I cancel this'));
    await expectFocused(main().findByRole('heading', { name: 'You have cancelled' }));
    expect(main().queryByRole('link', { name: 'Return sheet' })).not.toBeInTheDocument();
    expect(await declarations()).toEqual([{ reason: '', declared: '[{"position":0,"quantity":1}]' }]);
  });

  test('until the seller answers a cancellation, the order’s page and the account say what was cancelled, when, and by which day the money goes back', async () => {
    const { id: userId } = await adaIsSignedIn();
    const id = await aPaidOrder({ productId: 'lavender-soap-bar', quantity: 3, userId });
    await withShopDatabase(async (db) => {
      await declareCancellation(db, { orderId: id, items: [{ itemId: `${id}/1`, quantity: 2, left: 3 }] }, openingDay);
    });
    const note = `You cancelled 2 × Lavender soap bar on ${formatDate(openingDay.toISOString(), 'en')}. We are dealing with it, and refund you by ${formatLongDay(refundDueDay(openingDay), 'en')}.`;
    await lookUp(id);
    expect(await main().findByText(note)).toBeVisible();
    cleanup();
    await renderAt(paths.accountSection('orders'));
    expect(await main().findByText(note)).toBeVisible();
    cleanup();
    await withShopDatabase((db) => db.updateTable('refund').set({ outcome: 'full', decided_at: openingDay.toISOString() }).execute());
    await lookUp(id);
    expect(await main().findByRole('heading', { name: 'Order Summary' })).toBeVisible();
    expect(main().queryByText(/^You cancelled/)).not.toBeInTheDocument();
  });

  test('units of two products that were cancelled together are named in the order’s own order', async () => {
    const id = await aTwofoldOrder('processing');
    const items = [
      { itemId: `${id}/2`, quantity: 1, left: 1 },
      { itemId: `${id}/1`, quantity: 2, left: 3 },
    ];
    await withShopDatabase((db) => declareCancellation(db, { orderId: id, items }, openingDay));
    await lookUp(id);
    expect(await main().findByText(/^You cancelled 2 × Lavender soap bar; 1 × Rolling pin on /)).toBeVisible();
  });

  test('a buyer who returns goods for a change of mind is led to the cancellation, with the same units chosen, and is asked for no reason', async () => {
    const { user, address } = await renderAt(paths.returnOf(await aTwofoldOrder(), 'new'));
    await user.click(await main().findByRole('checkbox', { name: '3 × Lavender soap bar' }));
    await user.selectOptions(main().getByRole('combobox', { name: 'Pieces of Lavender soap bar' }), '2');
    await user.selectOptions(main().getByRole('combobox', { name: 'Reason' }), 'I changed my mind');
    expect(main().queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(await press('Continue'));
    await expectFocused(main().findByRole('heading', { level: 1, name: 'Cancel without a reason' }));
    expect(address()).toContain('return=cancel');
    expect(await main().findByRole('checkbox', { name: '3 × Lavender soap bar' })).toBeChecked();
    expect(main().getByRole('checkbox', { name: '1 × Rolling pin' })).not.toBeChecked();
    expect(main().getByRole('combobox', { name: 'Units of Lavender soap bar' })).toHaveValue('2');
    expect(await declarations()).toEqual([]);
  });

  test('a change of mind fifteen days after delivery is a request, with its reason', async () => {
    const { user } = await renderAt(paths.returnOf(await anOrder('Delivered', 15), 'new'));
    await user.click(await main().findByRole('checkbox', { name: '3 × Lavender soap bar' }));
    await user.selectOptions(main().getByRole('combobox', { name: 'Reason' }), 'I changed my mind');
    await user.click(await press('Start my return'));
    expect(await main().findByRole('heading', { level: 1, name: 'Return sheet' })).toBeVisible();
    expect(await declarations()).toEqual([{ reason: 'To be returned: 3 × Lavender soap bar. Reason: I changed my mind.', declared: null }]);
  });

  test('fourteen days after delivery a cancellation is still offered; a day later neither page offers it, and its own URL says why', async () => {
    await lookUp(await anOrder('Delivered', 14));
    expect(await main().findByRole('link', { name: 'I cancel this order' })).toBeVisible();
    cleanup();
    const id = await anOrder('Delivered', 15);
    await lookUp(id);
    expect(await main().findByRole('link', { name: 'Return or problem?' })).toBeVisible();
    expect(main().queryByRole('link', { name: 'I cancel this order' })).not.toBeInTheDocument();
    cleanup();
    await renderAt(paths.returnOf(id, 'cancel'));
    expect(await main().findByText(/^There is nothing in this order that can still be cancelled/)).toBeVisible();
    expect(main().getByRole('link', { name: 'Request a refund' })).toHaveAttribute('href', paths.refundOf(id));
  });

  test('goods made with the buyer’s own words are named as such, and cannot be chosen', async () => {
    const id = await anOrder();
    await withShopDatabase((db) => db.updateTable('order_line').set({ is_personalised: 1 }).where('order_id', '=', id).execute());
    await renderAt(paths.returnOf(id, 'cancel'));
    expect(await main().findByText(/^There is nothing in this order/)).toBeVisible();
    expect(main().queryByRole('checkbox')).not.toBeInTheDocument();
  });
});

test('the product’s page and the checkout say before payment that goods made with the buyer’s own words cannot be cancelled', async () => {
  await withShopDatabase((db) => db.updateTable('product').set({ is_personalised: 1 }).where('id', '=', 'lavender-soap-bar').execute());
  await renderAt(paths.product('lavender-soap-bar'));
  expect((await main().findAllByText(/^We make it with your own words, so it cannot be cancelled/))[0]).toBeVisible();
  expect(main().queryByText(/^Changed your mind\?/)).not.toBeInTheDocument();
});
