import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { testPayments } from '#server/payments/test.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn } from '#tests/support/accounts.ts';
import { calls, theApiIsDown, theApiRecovers, withShopDatabase } from '#tests/support/api.ts';
import { aDelivery } from '#tests/support/orders.ts';
import { aPaidOrder } from '#tests/support/paid-order.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const soap = { productId: 'lavender-soap-bar', quantity: 2 };
const main = () => within(screen.getByRole('main'));
const button = (name: string) => main().findByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));
const statusOf = (id: string) =>
  withShopDatabase(async (db) => (await db.selectFrom('order').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status);
const lastMail = () =>
  withShopDatabase((db) =>
    db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('created_at', 'desc').executeTakeFirstOrThrow(),
  );
const isBeingPacked = (id: string) =>
  withShopDatabase((db, now) => changeStatus(db, testPayments, id, { to: 'processing', delivery: aDelivery, now }));

const lookUp = async (id: string) => {
  const view = await renderAt(paths.orderStatusOf(id));
  await view.user.click(await button('Check order status'));
  return view;
};

describe('a signed-in shopper who cancels an order', () => {
  test('a signed-in shopper reads what cancelling an order does, cancels it in the account, and sees that the money is on its way', async () => {
    const ada = await adaIsSignedIn();
    const id = await aPaidOrder({ ...soap, userId: ada.id });
    const { user } = await renderAt(paths.accountSection('orders'));
    await user.click(await button('Details'));
    await user.click(await button('Cancel this order'));
    expect(dialog().getByText(/^We’ll refund £[\d.]+ to your original payment method straight away\. .+ 10 working days/)).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Keep the order' }));
    expect(await statusOf(id)).toBe('confirmed');

    await user.click(await button('Cancel this order'));
    await user.click(dialog().getByRole('button', { name: 'Yes, cancel it' }));
    expect(await main().findByText('This order is cancelled, and we have emailed you.')).toHaveFocus();
    expect(await main().findByText('You cancelled this order, so nothing will be sent.')).toBeVisible();
    expect(main().getByText(/^Your refund of £[\d.]+ is on its way/)).toBeVisible();
    expect(main().getByText('Cancelled')).toBeVisible();
    expect(main().queryByRole('button', { name: 'Cancel this order' })).not.toBeInTheDocument();
    expect(await statusOf(id)).toBe('cancelled');
  });

  test('a signed-in shopper reads why it is too late to cancel when packing has begun meanwhile', async () => {
    const ada = await adaIsSignedIn();
    const id = await aPaidOrder({ ...soap, userId: ada.id });
    const { user } = await renderAt(paths.accountSection('orders'));
    await user.click(await button('Details'));
    await user.click(await button('Cancel this order'));
    await isBeingPacked(id);
    await user.click(dialog().getByRole('button', { name: 'Yes, cancel it' }));
    expect(await main().findByText(/^We are packing this order already/)).toBeVisible();
    expect(await statusOf(id)).toBe('processing');
  });

  test('a signed-in shopper is mailed a link instead to cancel an order that is not the account’s own', async () => {
    await adaIsSignedIn({ email: 'another@example.com' });
    const id = await aPaidOrder();
    const { user } = await lookUp(id);
    await user.click(await button('Cancel this order'));
    await user.click(dialog().getByRole('button', { name: 'Yes, cancel it' }));
    expect(await main().findByText(/^We have emailed a link to the address that was given with this order/)).toHaveFocus();
    expect(await statusOf(id)).toBe('confirmed');
    expect((await lastMail()).recipient).toBe('ada@example.com');
  });

  test('a signed-in shopper sees no way to cancel an order that is being packed', async () => {
    const ada = await adaIsSignedIn();
    await isBeingPacked(await aPaidOrder({ ...soap, userId: ada.id }));
    const { user } = await renderAt(paths.accountSection('orders'));
    expect(await main().findByText('Processing')).toBeVisible();
    await user.click(await button('Details'));
    expect(main().queryByRole('button', { name: 'Cancel this order' })).not.toBeInTheDocument();
  });
});

describe('a guest who cancels an order', () => {
  test('a guest is mailed a link from the order’s page, and cancels by a press on the linked page, not by opening it', async () => {
    const id = await aPaidOrder();
    const first = await lookUp(id);
    await first.user.click(await button('Cancel this order'));
    await first.user.click(dialog().getByRole('button', { name: 'Email me the link' }));
    expect(await main().findByText(/^We have emailed a link/)).toHaveFocus();
    const link = /https:\/\/shop\.example(\/order-status\?\S+)/.exec((await lastMail()).text)?.[1] ?? '';
    first.unmount();

    const { user, address } = await renderAt(link);
    expect(await main().findByRole('heading', { name: 'Cancel this order?' })).toBeVisible();
    expect(await statusOf(id)).toBe('confirmed');
    await user.click(await button('Cancel this order'));
    expect(await main().findByRole('heading', { name: 'Order Summary' })).toHaveFocus();
    expect(main().getByText(/^You cancelled this order/)).toBeVisible();
    await waitFor(() => expect(address()).toBe(paths.orderStatusOf(id)));
    expect(await statusOf(id)).toBe('cancelled');
  });

  test('a guest with a link to cancel that does not work is told so and can ask for another', async () => {
    const id = await aPaidOrder();
    const { user } = await renderAt(`${paths.orderStatusOf(id)}&cancel=${'x'.repeat(43)}`);
    await user.click(await button('Cancel this order'));
    expect(await main().findByRole('alert')).toHaveTextContent('This link does not work');
    await user.click(await button('Email me a new link'));
    expect(await main().findByText(/^We have emailed a link/)).toHaveFocus();
    expect((await lastMail()).subject).toBe(`Cancel your order ${id}?`);
  });

  test('a guest whose call to cancel an order fails reads why, and can press again', async () => {
    const id = await aPaidOrder();
    const { user } = await lookUp(id);
    await user.click(await button('Cancel this order'));
    theApiIsDown(endpoints.mailCancellationLink.path);
    await user.click(dialog().getByRole('button', { name: 'Email me the link' }));
    expect(await main().findByRole('alert')).toBeVisible();
    theApiRecovers();
    await user.click(await button('Cancel this order'));
    await user.click(dialog().getByRole('button', { name: 'Email me the link' }));
    expect(await main().findByText(/^We have emailed a link/)).toBeVisible();
    expect(calls.filter((call) => call.endsWith(endpoints.cancelOrder.path))).toEqual([]);
  });
});
