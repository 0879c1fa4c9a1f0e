import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { paths } from '#shared/paths.ts';
import { calls, theApiAnswers, theApiAnswersOnceAndThen, theApiRecovers, withShopDatabase } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { anotherTabSignsOut, thisTabIsShownAgain } from '#tests/support/frozen-tab.ts';
import { anOrderFor, anOrderRequest, type Wanted } from '#tests/support/orders.ts';
import { aPaidOrder } from '#tests/support/paid-order.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { aPhoto } from '#tests/support/refunds.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const aSentOrder = async (): Promise<string> => {
  const id = await aPaidOrder({ productId: 'lavender-soap-bar', quantity: 3 });
  await withShopDatabase((db) => db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', id).execute());
  return id;
};
const aSentOrderOf = (...items: readonly Wanted[]): Promise<string> =>
  withShopDatabase(async (db, now) => {
    const order = anOrderRequest(anOrderFor(...items), { now });
    const { _id: id } = await placeOrder(db, order);
    await payOrder(db, id, { openedAt: now });
    await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', id).execute();
    return id;
  });
const requests = () => withShopDatabase((db) => db.selectFrom('refund').select(['reference', 'product_id', 'reason']).execute());

const choosesWhy = async (user: Awaited<ReturnType<typeof renderAt>>['user']) => {
  await user.selectOptions(main().getByRole('combobox', { name: 'Reason' }), 'Something else');
  await typeText(user, main().getByRole('textbox', { name: /^What should we know/ }), 'Too strong for me.');
};

describe('a return that is begun from an order', () => {
  test('a buyer who begins a return from the empty sheet of an order hears the heading of the form', async () => {
    const { user } = await renderAt(paths.returnOf(await aSentOrder(), 'sheet'));
    await user.click(await main().findByRole('link', { name: 'Return something' }));
    await expectFocused(main().findByRole('heading', { level: 1, name: 'Return something' }));
  });

  test('a buyer chooses units and a reason, asks for the refund, and sees a sheet to print that can be opened again', async () => {
    const id = await aSentOrder();
    const { user, address, unmount } = await renderAt(paths.orderStatusOf(id));
    await user.click(main().getByRole('button', { name: 'Check order status' }));
    await user.click(await main().findByRole('link', { name: 'Return or problem?' }));
    expect(await main().findByRole('link', { name: 'Request a refund instead' })).toHaveAttribute('href', paths.refundOf(id));
    await user.click(await main().findByRole('checkbox', { name: '3 × Lavender soap bar' }));
    await user.selectOptions(main().getByRole('combobox', { name: 'Pieces of Lavender soap bar' }), '2');
    await choosesWhy(user);
    await user.click(main().getByRole('button', { name: 'Start my return' }));

    expect(await main().findByRole('heading', { level: 1, name: 'Return sheet' })).toHaveFocus();
    expect(address()).toBe(paths.returnOf(id, 'sheet'));
    const [request, ...others] = await requests();
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      product_id: 'lavender-soap-bar',
      reason: 'To be returned: 2 × Lavender soap bar. Reason: Something else. Too strong for me.',
    });
    for (const text of [id, request?.reference ?? '', request?.reason ?? '', 'Your statutory rights are not affected.'])
      expect(main().getByText(text)).toBeVisible();
    expect(main().queryByText('Resellers')).not.toBeInTheDocument();
    const print = vi.spyOn(window, 'print').mockReturnValue();
    await user.click(main().getByRole('button', { name: 'Print this sheet' }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();

    unmount();
    const again = await renderAt(paths.orderStatusOf(id));
    await again.user.click(main().getByRole('button', { name: 'Check order status' }));
    await again.user.click(await main().findByRole('link', { name: 'Return sheet' }));
    expect(await main().findByText(request?.reference ?? '')).toBeVisible();
  });

  test('a return needs an item, a reason and what is wrong', async () => {
    const { user } = await renderAt(paths.returnOf(await aSentOrder(), 'new'));
    await user.click(await main().findByRole('button', { name: 'Start my return' }));
    expect(main().getByRole('checkbox', { name: /Lavender/ })).toHaveAccessibleDescription('Choose at least one item to send back');
    expect(main().getByRole('combobox', { name: 'Reason' })).toHaveAccessibleDescription('Choose a reason');
    await user.selectOptions(main().getByRole('combobox', { name: 'Reason' }), 'It is damaged or broken');
    expect(main().getByRole('textbox', { name: /^What should we know/ })).toHaveAccessibleDescription(/Tell us what is wrong/);
    expect(calls.filter((call) => call.endsWith(endpoints.requestRefund.path))).toEqual([]);
  });

  test('a return that fails keeps what was chosen and can be sent again', async () => {
    const { user } = await renderAt(paths.returnOf(await aSentOrder(), 'new'));
    await user.click(await main().findByRole('checkbox', { name: /Lavender/ }));
    await choosesWhy(user);
    theApiAnswers(endpoints.requestRefund.path, { message: 'The shop is very busy right now.' }, 503);
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(await main().findByText('The shop is very busy right now.')).toBeVisible();
    theApiRecovers();
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(await main().findByRole('heading', { level: 1, name: 'Return sheet' })).toBeVisible();
    expect(await requests()).toHaveLength(1);
  });

  test('a return that is sent while the order cannot be read again says so, and shows its sheet on a retry', async () => {
    const { user } = await renderAt(paths.returnOf(await aSentOrder(), 'new'));
    await user.click(await main().findByRole('checkbox', { name: /Lavender/ }));
    await choosesWhy(user);
    theApiAnswers(endpoints.order.path, { message: 'The shop is very busy right now.' }, 503);
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(await main().findByText('The shop is very busy right now.')).toBeVisible();
    expect(main().queryByRole('link', { name: 'Return something' })).not.toBeInTheDocument();
    theApiRecovers();
    await user.click(main().getByRole('button', { name: 'Try again' }));
    expect(await main().findByRole('heading', { level: 1, name: 'Return sheet' })).toHaveFocus();
    const [request, ...others] = await requests();
    expect(main().getByText(request?.reference ?? '')).toBeVisible();
    expect(others).toEqual([]);
  });

  test('a return that is sent in part shows units and reference of what was sent, and only the rest can be changed and sent', async () => {
    const id = await aSentOrderOf({ productId: 'lavender-soap-bar', quantity: 3 }, { productId: 'beech-rolling-pin', quantity: 2 });
    const { user, address } = await renderAt(paths.returnOf(id, 'new'));
    await user.click(await main().findByRole('checkbox', { name: '3 × Lavender soap bar' }));
    await user.selectOptions(main().getByRole('combobox', { name: 'Pieces of Lavender soap bar' }), '2');
    await user.click(main().getByRole('checkbox', { name: /Rolling pin/ }));
    await choosesWhy(user);
    theApiAnswersOnceAndThen(endpoints.requestRefund.path, { message: 'The shop is very busy right now.' }, 503);
    await user.click(main().getByRole('button', { name: 'Start my return' }));

    const summary = await main().findByRole('alert');
    const [{ reference = '' } = {}] = await requests();
    expect(summary).toHaveTextContent(
      `We have your request ${reference}. The rest could not be sent yet: The shop is very busy right now.`,
    );
    expect(summary).toHaveFocus();
    const sent = within(main().getByRole('list', { name: 'Already sent' }));
    expect(sent.getByRole('listitem')).toHaveTextContent(`2 × Lavender soap bar Reference: ${reference}`);
    expect(main().queryByRole('checkbox', { name: /Lavender/ })).not.toBeInTheDocument();
    expect(main().queryByRole('combobox', { name: /Lavender/ })).not.toBeInTheDocument();

    theApiRecovers();
    await user.selectOptions(main().getByRole('combobox', { name: 'Pieces of Rolling pin' }), '1');
    await user.selectOptions(main().getByRole('combobox', { name: 'Reason' }), 'It is not what I ordered');
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(await main().findByRole('heading', { level: 1, name: 'Return sheet' })).toHaveFocus();
    expect(address()).toBe(paths.returnOf(id, 'sheet'));
    expect((await requests()).map(({ product_id, reason }) => [product_id, reason])).toEqual([
      ['lavender-soap-bar', 'To be returned: 2 × Lavender soap bar. Reason: Something else. Too strong for me.'],
      ['beech-rolling-pin', 'To be returned: 1 × Rolling pin. Reason: It is not what I ordered. Too strong for me.'],
    ]);
  });

  test('a return that is sent in part needs another item before it is sent again, and leads to the sheet of what was sent', async () => {
    const id = await aSentOrderOf({ productId: 'lavender-soap-bar' }, { productId: 'beech-rolling-pin' });
    const { user } = await renderAt(paths.returnOf(id, 'new'));
    await user.click(await main().findByRole('checkbox', { name: /Lavender/ }));
    await user.click(main().getByRole('checkbox', { name: /Rolling pin/ }));
    await choosesWhy(user);
    theApiAnswersOnceAndThen(endpoints.requestRefund.path, { message: 'The shop is very busy right now.' }, 503);
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(await main().findByRole('list', { name: 'Already sent' })).toBeVisible();
    theApiRecovers();
    await user.click(main().getByRole('checkbox', { name: /Rolling pin/ }));
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(main().getByRole('checkbox', { name: /Rolling pin/ })).toHaveAccessibleDescription('Choose at least one item to send back');
    expect(await requests()).toHaveLength(1);
    await user.click(main().getByRole('button', { name: 'Open the return sheet' }));
    expect(await main().findByRole('heading', { level: 1, name: 'Return sheet' })).toHaveFocus();
    expect(main().getByText((await requests())[0]?.reference ?? '')).toBeVisible();
  });

  test('a return that is sent in part can be sent for another variation of a product, without what was sent before', async () => {
    const candle = (scent: string) => ({ productId: 'soy-wax-candle', variationId: `soy-wax-candle-${scent}` });
    const id = await aSentOrderOf(candle('lavender'), candle('fig'), { productId: 'beech-rolling-pin' });
    const { user } = await renderAt(paths.returnOf(id, 'new'));
    await user.click(await main().findByRole('checkbox', { name: '1 × Soy wax candle, Lavender & bay leaf' }));
    await user.click(main().getByRole('checkbox', { name: /Rolling pin/ }));
    await choosesWhy(user);
    theApiAnswersOnceAndThen(endpoints.requestRefund.path, { message: 'The shop is very busy right now.' }, 503);
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(await main().findByRole('list', { name: 'Already sent' })).toHaveTextContent('1 × Soy wax candle, Lavender & bay leaf');
    theApiRecovers();
    // The shop takes a second request for a product once the first is decided.
    await withShopDatabase((db, now) => db.updateTable('refund').set({ outcome: 'declined', decided_at: now.toISOString() }).execute());
    await user.click(main().getByRole('checkbox', { name: '1 × Soy wax candle, Wild fig & olive leaf' }));
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(await main().findByRole('heading', { level: 1, name: 'Return sheet' })).toBeVisible();
    expect((await requests()).map(({ reason }) => reason).toSorted()).toEqual(
      ['1 × Rolling pin', '1 × Soy wax candle, Lavender & bay leaf', '1 × Soy wax candle, Wild fig & olive leaf'].map(
        (items) => `To be returned: ${items}. Reason: Something else. Too strong for me.`,
      ),
    );
  });

  test('a return sends the other items when the shop refuses one, and says why at that item', async () => {
    const id = await aSentOrderOf({ productId: 'lavender-soap-bar' }, { productId: 'beech-rolling-pin' });
    await withShopDatabase((db, now) =>
      db
        .insertInto('refund')
        .values({
          reference: 'R-7Q2M-4XKP',
          order_id: id,
          product_id: 'lavender-soap-bar',
          reason: 'It came cracked.',
          created_at: now.toISOString(),
          exchanged: 0,
          restocked: 0,
        })
        .execute(),
    );
    const { user } = await renderAt(paths.returnOf(id, 'new'));
    await user.click(await main().findByRole('checkbox', { name: /Lavender/ }));
    await user.click(main().getByRole('checkbox', { name: /Rolling pin/ }));
    await choosesWhy(user);
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    const refusal = /^We already have your request R-7Q2M-4XKP for this product/;
    const summary = await main().findByRole('alert');
    expect(summary).toHaveFocus();
    await user.click(within(summary).getByRole('link', { name: refusal }));
    const soap = main().getByRole('checkbox', { name: /Lavender/ });
    expect(soap).toHaveFocus();
    expect(soap).toHaveAccessibleDescription(refusal);
    expect(main().getByRole('list', { name: 'Already sent' })).toHaveTextContent('Rolling pin');
    expect((await requests()).map(({ product_id }) => product_id).toSorted()).toEqual(['beech-rolling-pin', 'lavender-soap-bar']);
  });

  test('a return takes pictures, says at their field what is wrong with one, keeps them, and sends them with the request', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:shop/1');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const { user } = await renderAt(paths.returnOf(await aSentOrder(), 'new'));
    await user.click(await main().findByRole('checkbox', { name: /Lavender/ }));
    await choosesWhy(user);
    const photo = new File([new Uint8Array(await aPhoto())], 'crack.jpg', { type: 'image/jpeg' });
    await user.upload(main().getByLabelText(/^Pictures/), photo);
    expect(main().getByText('crack.jpg')).toBeVisible();
    const refusal = { message: 'Look.', errors: { additionalImages: 'Picture 1 cannot be read.' } };
    theApiAnswers(endpoints.requestRefund.path, refusal, 422);
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(await main().findByText('Picture 1 cannot be read.')).toBeVisible();
    expect(main().getByText('crack.jpg')).toBeVisible();
    theApiRecovers();
    await user.click(main().getByRole('button', { name: 'Start my return' }));
    expect(await main().findByRole('heading', { level: 1, name: 'Return sheet' })).toBeVisible();
    expect(await withShopDatabase((db) => db.selectFrom('refund_image').select('reference').execute())).toHaveLength(1);
    vi.restoreAllMocks();
  });

  test('the return form is empty again for the next person at a tab that was frozen while another one signed out', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:shop/1');
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const address = paths.returnOf(await aSentOrder(), 'new');
    const { user, reload, unmount } = await renderAt(address);
    const lavender = () => main().findByRole('checkbox', { name: /Lavender/ });
    await user.click(await lavender());
    const details = () => main().getByRole('textbox', { name: /^What should we know/ });
    await typeText(user, details(), 'It hurt my hand.');
    await user.upload(main().getByLabelText(/^Pictures/), new File([new Uint8Array(await aPhoto())], 'hand.jpg', { type: 'image/jpeg' }));
    expect(main().getByText('hand.jpg')).toBeVisible();
    anotherTabSignsOut();
    thisTabIsShownAgain();
    expect(reload).toHaveBeenCalledOnce();
    unmount();
    await renderAt(address);
    expect(await lavender()).not.toBeChecked();
    expect(details()).toHaveValue('');
    expect(main().queryByText('hand.jpg')).not.toBeInTheDocument();
    expect(revoke).toHaveBeenCalledOnce();
  });

  test('a return is not offered before the order is sent, and an order without one has no sheet', async () => {
    const id = await aPaidOrder();
    const first = await renderAt(paths.returnOf(id, 'new'));
    expect(await main().findByText('You can return something once it has been sent.')).toBeVisible();
    expect(main().getByRole('link', { name: 'Back to the order' })).toHaveAttribute('href', paths.orderStatusOf(id));
    first.unmount();
    await renderAt(paths.returnOf(id, 'sheet'));
    expect(await main().findByText('There is no return for this order yet.')).toBeVisible();
  });
});
