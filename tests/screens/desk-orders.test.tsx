import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { generateSync } from 'otplib';
import { describe, expect, test, vi } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { pence } from '#contract/money.ts';
import { trackingUrl } from '#contract/tracking.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { correctAddress } from '#server/domain/desk/correct-address.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { testPayments } from '#server/payments/test.ts';
import { theApiHolds, unansweredCalls, withShopDatabase } from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { someDeliveryOptions } from '#tests/support/delivery-options.ts';
import { aPaidOrderIn, appSecret, signInAt } from '#tests/support/desk.ts';
import { aDelivery, minutesLater } from '#tests/support/orders.ts';
import { renderDeskAt, sitsAtTheDesk } from '#tests/support/render-desk.tsx';
import { collectSavedFiles } from '#tests/support/saved-files.ts';
import { testInAll } from '#tests/support/test-in-all.ts';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const dialog = () => within(screen.getByRole('dialog'));

type Bought = Omit<Parameters<typeof aPaidOrderIn>[1], 'productId'> & { readonly productId?: string };

/** An order of somebody with this first name, paid now. */
const isBoughtBy = (firstName: string, { productId = 'lavender-soap-bar', ...bought }: Bought = {}) =>
  withShopDatabase((db, now) =>
    aPaidOrderIn(db, { productId, now, ...bought, buyer: { firstName, email: `${firstName.toLowerCase()}@example.com` } }),
  );

const orderOf = (id: string) => withShopDatabase((db) => db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
const statusOf = async (id: string) => (await orderOf(id)).status;
const mailsTo = (firstName: string) =>
  withShopDatabase(async (db) =>
    (await db.selectFrom('mail').select('subject').where('recipient', '=', `${firstName.toLowerCase()}@example.com`).execute()).map(
      ({ subject }) => subject,
    ),
  );
/** £2 of the order goes back to the buyer. */
const isPaidBack = (id: string, state: 'done' | 'failed' = 'done') =>
  withShopDatabase(async (db, now) => {
    const imageStore = { add: async () => [], remove: async () => undefined };
    const request = { orderId: id, ProductId: 'lavender-soap-bar', reason: 'It is cracked.' };
    const reference = await requestRefund(db, request, [], { imageStore, now });
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(2), withoutReturn: true }, now);
    const refund: typeof testPayments.refund = async (wanted) => ({ ...(await testPayments.refund(wanted)), state });
    await sendDueRefunds(db, { ...testPayments, refund }, { clock: () => minutesLater(60, now), sellerEmail: 'seller@example.com' });
  });
/** £2 of the order is to go back to the buyer, and the payment provider could not pay it. */
const isDueByHand = (id: string) => isPaidBack(id, 'failed');
/** Somebody else at the desk takes the order a step on. */
const isMovedByAnother = (id: string, to: 'processing' | 'Dispatch', shipping = {}) =>
  withShopDatabase(async (db, now) => {
    const by = { accountId: 'sam', name: 'Sam', role: 'support', call: 'sendOrders' } as const;
    if ((await db.selectFrom('account').select('id').where('id', '=', 'sam').executeTakeFirst()) === undefined)
      await signInAt(db, 'sam', { role: 'support', firstName: 'Sam' });
    await changeStatus(db, testPayments, id, { to, ...shipping, by, delivery: aDelivery, now });
  });

/** Somebody else at the desk corrects these parts of an order's address. */
const isCorrectedByAnother = async (id: string, some: { readonly city: string; readonly streetAddress: string }) => {
  const { billing } = await orderOf(id);
  await withShopDatabase(async (db, now) => {
    await signInAt(db, 'sam', { role: 'support', firstName: 'Sam' });
    const by = { accountId: 'sam', name: 'Sam', role: 'support', call: 'correctAddress' } as const;
    await correctAddress(db, id, { address: { ...JSON.parse(billing), ...some }, by, now });
  });
};

/** The code of the app at the shop’s time. */
const theCode = () => withShopDatabase(async (_, now) => generateSync({ secret: appSecret, epoch: Math.floor(now.getTime() / 1000) }));

const box = (name: string) => main().findByRole('checkbox', { name: new RegExp(`^Choose the order of ${name}`) });
const tracking = (name: string) => main().findByRole('textbox', { name: new RegExp(`^Tracking number ${name}`) });

describe('the list of orders', () => {
  test('the seller chooses three orders, starts packing them, and finds them chosen after a look at one of them', async () => {
    await sitsAtTheDesk();
    const ids = [await isBoughtBy('Mary'), await isBoughtBy('Idris'), await isBoughtBy('Tom'), await isBoughtBy('Jo')];
    const { user, goBack } = await renderDeskAt('/desk/orders');
    for (const name of ['Mary', 'Idris', 'Tom']) await user.click(await box(name));
    const bar = within(main().getByRole('region', { name: 'For the chosen orders' }));
    expect(bar.getByText('3 chosen')).toBeVisible();
    await user.click(bar.getByRole('button', { name: 'Start packing' }));
    expect(await main().findByText(/^Packing has begun for 3 orders/)).toBeVisible();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['processing', 'processing', 'processing', 'confirmed']);
    expect(await mailsTo('Mary')).toHaveLength(2);

    await user.click(main().getByRole('link', { name: 'Idris Byron' }));
    expect(await main().findByRole('heading', { name: 'Idris Byron' })).toBeVisible();
    expect(await main().findByRole('link', { name: 'To send, 2 of 4' })).toBeVisible();
    await goBack();
    expect(await box('Mary')).toBeChecked();
    expect(await box('Jo')).not.toBeChecked();
  });

  test('the seller sees the orders of some days and of a courier, whatever was searched, and saves them as a file', async () => {
    await sitsAtTheDesk();
    const saved = collectSavedFiles();
    const id = await isBoughtBy('Mary');
    await isBoughtBy('Tom');
    await isMovedByAnother(id, 'Dispatch', { method: 'Evri', tracking: 'E1' });
    const { user, address } = await renderDeskAt('/desk/orders?view=all&q=lavender');
    await user.selectOptions(await main().findByRole('combobox', { name: 'Courier' }), 'Evri');
    await waitFor(() => expect(main().queryByRole('link', { name: 'Tom Byron' })).not.toBeInTheDocument());
    expect(await main().findByRole('link', { name: 'Mary Byron' })).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Save as CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect((await saved[0]?.text())?.match(/^\w{4}-.*$/gm)).toEqual([expect.stringMatching(new RegExp(`^${id},Dispatch,`))]);
    fireEvent.change(main().getByLabelText('Placed to'), { target: { value: '2020-01-01' } });
    expect(await main().findByText(/^No order here has “lavender”/)).toBeVisible();
    expect(address()).toBe('/desk/orders?view=all&q=lavender&to=2020-01-01&courier=Evri');
  });

  test('the seller finds an order by a part of its postcode and reads that a search found none', async () => {
    await sitsAtTheDesk();
    await isBoughtBy('Mary', { buyer: { postalCode: 'BS1 4DJ' } });
    await isBoughtBy('Idris');
    const { user, address } = await renderDeskAt('/desk/orders');
    await box('Mary');
    await user.keyboard('/');
    const field = main().getByRole('searchbox', { name: 'Search these orders' });
    expect(field).toHaveFocus();
    await user.keyboard('idris{Enter}');
    await waitFor(() => expect(main().queryByRole('link', { name: 'Mary Byron' })).not.toBeInTheDocument());
    expect(await main().findByRole('link', { name: 'Idris Byron' })).toBeVisible();
    expect(address()).toBe('/desk/orders?view=toSend&q=idris');
    await user.clear(field);
    await user.type(field, 'nobody{Enter}');
    expect(await main().findByText(/^No order here has “nobody” in it/)).toBeVisible();
  });

  testInAll('the seller reads that there is nothing to send', async () => {
    await sitsAtTheDesk();
    await renderDeskAt('/desk/orders');
    expect(await main().findByText(/^Nothing to send\. The next parcel/)).toBeVisible();
  });

  test('the orders that must be posted today are selected when the list opens from Today', async () => {
    await sitsAtTheDesk();
    await isBoughtBy('Mary', { now: new Date('2020-01-06T10:00:00Z') });
    await isBoughtBy('Idris', { now: new Date('2100-01-04T10:00:00Z') });
    await renderDeskAt('/desk/orders?due=today');
    expect(await box('Mary')).toBeChecked();
    expect(await box('Idris')).not.toBeChecked();
  });
});

describe('the sheet that marks parcels as sent', () => {
  test('a scanner fills the sheet line by line; after a check, which changes nothing, two parcels are marked as sent and each buyer is mailed once', async () => {
    await sitsAtTheDesk();
    const ids = [await isBoughtBy('Mary'), await isBoughtBy('Idris')];
    const { user } = await renderDeskAt(`/desk/orders/send?ids=${ids.join(',')}`);
    await user.click(await tracking('Mary'));
    await user.keyboard('RM111{Enter}RM222{Enter}');
    expect(main().getByRole('button', { name: 'Check' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await main().findAllByText('Will be marked as sent.')).toHaveLength(2);
    expect(await statusOf(ids[0] ?? '')).toBe('confirmed');
    await user.type(await tracking('Mary'), '9');
    await user.click(main().getByRole('button', { name: 'Check' }));
    await user.click(await main().findByRole('button', { name: 'Send 2' }));
    expect((await main().findByText(/^2 parcels are marked as sent/)).closest('[role=status]')).toHaveFocus();
    expect(await orderOf(ids[1] ?? '')).toMatchObject({
      status: 'Dispatch',
      track_id: 'RM222',
      shipping_method: 'Royal Mail Tracked 48',
    });
    expect(await mailsTo('Mary')).toHaveLength(2);
  });

  testInAll(
    'a pasted column fills the lines below, and a parcel that somebody else has sent stays with its number and the reason',
    async () => {
      await sitsAtTheDesk();
      const ids = [await isBoughtBy('Mary'), await isBoughtBy('Idris')];
      const { user } = await renderDeskAt(`/desk/orders/send?ids=${ids.join(',')}`);
      await user.click(await tracking('Mary'));
      await user.paste('RM111\nRM222\n');
      expect(await tracking('Idris')).toHaveValue('RM222');
      await user.click(main().getByRole('button', { name: 'Check' }));
      const send = await main().findByRole('button', { name: 'Send 2' });
      await isMovedByAnother(ids[0] ?? '', 'Dispatch', { method: 'Evri', tracking: 'EV9' });
      await user.click(send);
      expect(await main().findByText(/^1 parcel is marked as sent/)).toBeVisible();
      expect(await orderOf(ids[0] ?? '')).toMatchObject({ track_id: 'EV9' });
      expect(await orderOf(ids[1] ?? '')).toMatchObject({ track_id: 'RM222' });
    },
  );
});

describe('a courier’s file', () => {
  test('each line of a courier’s file says what it would do; then, on a press, the lines that can be sent are sent', async () => {
    await sitsAtTheDesk();
    const [mary, idris] = [await isBoughtBy('Mary'), await isBoughtBy('Idris')];
    const { user } = await renderDeskAt('/desk/orders/courier-file');
    const csv = `order,tracking,courier\n${mary},EV1,Evri\n${idris},EV2,Evri\nAAAA-AAAA-AAAA-AAAA,EV3,Evri\n`;
    await user.upload(await main().findByLabelText(/^The courier’s file/), new File([csv], 'evri.csv', { type: 'text/csv' }));
    const lines = within(await main().findByRole('list', { name: 'What the lines of the file do' }));
    expect(lines.getAllByText('Will be marked as sent.')).toHaveLength(2);
    expect(lines.getByText('There is no order AAAA-AAAA-AAAA-AAAA.')).toBeVisible();
    expect(await statusOf(mary)).toBe('confirmed');
    await user.click(main().getByRole('button', { name: 'Send 2' }));
    expect(await main().findByText(/^2 parcels are marked as sent/)).toBeVisible();
    expect(await orderOf(idris)).toMatchObject({ status: 'Dispatch', track_id: 'EV2', shipping_method: 'Evri' });
  });

  test('a file that is not a courier’s file is refused with the reason, and can be chosen again once it is mended', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/orders/courier-file');
    const field = await main().findByLabelText<HTMLInputElement>(/^The courier’s file/);
    await user.upload(field, new File(['a,b\n1,2\n'], 'x.csv', { type: 'text/csv' }));
    expect(await main().findByText(/It must name the columns/)).toBeVisible();
    // Browsers ignore a file that the field has already.
    await user.click(field);
    expect(field.files).toHaveLength(0);
  });
});

describe('files that the courier’s field does not take', () => {
  test('a spreadsheet in place of a courier’s file is named, and the lines of the file before are gone', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Mary');
    await renderDeskAt('/desk/orders/courier-file');
    const user = userEvent.setup({ applyAccept: false });
    const field = await main().findByLabelText(/^The courier’s file/);
    await user.upload(field, new File([`order,tracking,courier\n${id},EV1,Evri\n`], 'evri.csv'));
    expect(await main().findByRole('button', { name: 'Send 1' })).toBeVisible();
    await user.upload(field, new File(['PK'], 'evri.xlsx'));
    expect(await main().findByText(/^evri.xlsx can’t be read here/)).toBeVisible();
    expect(main().queryByRole('button', { name: 'Send 1' })).not.toBeInTheDocument();
    expect(main().queryByText('Will be marked as sent.')).not.toBeInTheDocument();
  });
});

describe('one order', () => {
  test('the seller reads the buyer’s note, packs, sends and marks as delivered, one step at a time', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Tom', { note: 'Leave it at no. 11.' });
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    expect(await main().findByText('Leave it at no. 11.')).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Start packing' }));
    expect(await main().findByRole('heading', { name: 'Send this parcel' })).toHaveFocus();
    await typeText(user, main().getByRole('textbox', { name: 'Tracking number' }), 'RM333');
    await user.click(main().getByRole('button', { name: 'Mark as sent' }));
    expect(await main().findByRole('link', { name: 'RM333' })).toHaveAttribute('href', expect.stringContaining('royalmail.com'));
    await user.click(main().getByRole('button', { name: 'Mark as delivered' }));
    expect(await main().findByRole('heading', { name: 'Delivered' })).toHaveFocus();
    expect(await statusOf(id)).toBe('Delivered');
    expect(main().getByText('Delivered.')).toBeVisible();
  });

  test('a seller who sends an order that somebody else has just sent reads who it was, and keeps the typed tracking number', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Tom');
    await isMovedByAnother(id, 'processing');
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Tracking number' }), 'RM333');
    await isMovedByAnother(id, 'Dispatch', { method: 'Evri', tracking: 'EV9' });
    await user.click(main().getByRole('button', { name: 'Mark as sent' }));
    expect(await main().findByRole('alert')).toHaveTextContent(/Nothing was done.*EV9 \(Sam/);
    expect(main().getByDisplayValue('RM333')).toHaveAccessibleName('Tracking number');
    await user.click(main().getByRole('button', { name: 'Show it as it is now' }));
    expect(await main().findByRole('link', { name: 'EV9' })).toBeVisible();
    expect(main().getByDisplayValue('RM333')).toHaveAccessibleName('Tracking number');
    await user.click(main().getByRole('button', { name: 'Correct the number' }));
    expect(await main().findByRole('link', { name: 'RM333' })).toBeVisible();
  });

  test('the tracking number that somebody else has saved is not overwritten by one that was begun before it, although the page has been fetched again', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Tom');
    await isMovedByAnother(id, 'processing');
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Tracking number' }), 'RM333');
    await isMovedByAnother(id, 'Dispatch', { method: 'Evri', tracking: 'EV9' });
    await theConnectionBlinks();
    expect(await main().findByRole('link', { name: 'EV9' })).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Correct the number' }));
    expect(await main().findByRole('alert')).toHaveTextContent(/Nothing was done.*EV9 \(Sam/);
    expect(await orderOf(id)).toMatchObject({ track_id: 'EV9' });
    expect(main().getByDisplayValue('RM333')).toHaveAccessibleName('Tracking number');
    await user.click(main().getByRole('button', { name: 'Show it as it is now' }));
    await waitFor(() => expect(main().queryByRole('alert')).not.toBeInTheDocument());
    await user.click(main().getByRole('button', { name: 'Correct the number' }));
    expect(await main().findByRole('link', { name: 'RM333' })).toBeVisible();
  });

  testInAll('a typed tracking number is sent although a note was added to the order while it was typed', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Tom');
    await isMovedByAnother(id, 'processing');
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Tracking number' }), 'RM333');
    await typeText(user, main().getByRole('textbox', { name: 'A note that only the desk sees' }), 'Fragile.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await main().findByText('Fragile.', { selector: 'li p' })).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Mark as sent' }));
    expect(await main().findByRole('link', { name: 'RM333' })).toBeVisible();
  });

  testInAll(
    'the next order shows nothing of the one before while it is loaded, and takes over nothing that was typed for that',
    async () => {
      await sitsAtTheDesk();
      for (const buyer of ['Tom', 'Uma']) await isMovedByAnother(await isBoughtBy(buyer), 'processing');
      const { user } = await renderDeskAt('/desk/orders');
      await user.click(await main().findByRole('link', { name: /Tom/ }));
      await typeText(user, await main().findByRole('textbox', { name: 'Tracking number' }), 'RM333');
      const release = theApiHolds(deskEndpoints.order.path);
      await user.click(await main().findByRole('link', { name: /^(?:Next|Previous)$/ }));
      expect(await main().findByText('Loading...')).toBeVisible();
      expect(main().queryByText(/Tom/)).not.toBeInTheDocument();
      expect(main().queryByDisplayValue('RM333')).not.toBeInTheDocument();
      release();
      expect(await main().findByRole('heading', { level: 1, name: /Uma/ })).toBeVisible();
      expect(main().getByRole('textbox', { name: 'Tracking number' })).toHaveValue('');
      await typeText(user, main().getByRole('textbox', { name: 'Tracking number' }), 'RM444');
      // Back to one that is in the cache.
      await user.click(main().getByRole('link', { name: /^(?:Next|Previous)$/ }));
      expect(await main().findByRole('heading', { level: 1, name: /Tom/ })).toBeVisible();
      expect(main().getByRole('textbox', { name: 'Tracking number' })).toHaveValue('');
    },
  );

  testInAll('another view of the orders shows no row of the one before while it is loaded', async () => {
    await sitsAtTheDesk();
    await isBoughtBy('Tom');
    const { user } = await renderDeskAt('/desk/orders');
    expect(await main().findByRole('link', { name: /Tom/ })).toBeVisible();
    const release = theApiHolds(deskEndpoints.orders.path);
    await user.click(main().getByRole('link', { name: /^Sent/ }));
    expect(await main().findByText('Loading...')).toBeVisible();
    expect(main().queryByRole('link', { name: /Tom/ })).not.toBeInTheDocument();
    release();
    await waitFor(() => expect(main().queryByText('Loading...')).not.toBeInTheDocument());
    expect(main().queryByRole('link', { name: /Tom/ })).not.toBeInTheDocument();
  });

  testInAll('where the browser does not let it copy, the message has the order ID to be copied by hand', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Tom');
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await user.click(await main().findByRole('button', { name: /Copy the order ID/ }));
    expect(await main().findByText(`It couldn’t be copied. Copy it from here: ${id}`)).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Close' }));
    expect(main().getByRole('heading', { level: 1 })).toHaveFocus();
    expect(main().queryByText(/^It couldn’t be copied/)).not.toBeInTheDocument();
    await user.click(main().getByRole('button', { name: /Copy the order ID/ }));
    expect(await main().findByText('The order ID is copied.')).toBeVisible();
  });

  test('an order that waits to be collected is not called delivered on a day, and has no number to correct', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Tom');
    const collection = { name: 'The workshop', address: 'Mill Lane', hours: 'Saturday' };
    const delivery_way = JSON.stringify({ id: 'collection', name: collection.name, collection });
    await withShopDatabase((db) => db.updateTable('order').set({ delivery_way }).where('id', '=', id).execute());
    await isMovedByAnother(id, 'Dispatch', { method: 'Collection' });
    await renderDeskAt(`/desk/orders/${id}`);
    const steps = within(await main().findByRole('list', { name: 'Progress of the order' }));
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Paid/),
      'Packing',
      'Ready to collect',
      'Collected',
    ]);
    expect(main().queryByText('Correct the number')).not.toBeInTheDocument();
  });

  test('an order that is not paid has no packing slip, on its page and in the list', async () => {
    await sitsAtTheDesk();
    const paid = await isBoughtBy('Tom');
    const unpaid = await withShopDatabase((db, now) =>
      aPaidOrderIn(db, { productId: 'lavender-soap-bar', now, isPaid: false, buyer: { firstName: 'Uma' } }),
    );
    const { user, goBack } = await renderDeskAt('/desk/orders?view=all');
    await user.click(await box('Uma'));
    expect(main().queryByRole('link', { name: 'Packing slips' })).not.toBeInTheDocument();
    expect(main().queryByRole('link', { name: 'Pick list' })).not.toBeInTheDocument();
    await user.click(await box('Tom'));
    expect(main().getByRole('link', { name: 'Packing slips' })).toHaveAttribute('href', `/desk/orders/slips?ids=${paid}`);
    await user.click(main().getByRole('link', { name: /Uma/ }));
    expect(await main().findByRole('heading', { name: 'Not paid yet' })).toBeVisible();
    expect(main().queryByRole('link', { name: 'Packing slip' })).not.toBeInTheDocument();
    await goBack();
    await user.click(await main().findByRole('link', { name: /Tom/ }));
    expect(await main().findByRole('link', { name: 'Packing slip' })).toBeVisible();
    expect(unpaid).not.toBe(paid);
  });

  test.each([
    ['send', 'None of these can be sent.'],
    ['slips', /^None of these is paid/],
    ['pick', /^None of these is paid/],
  ] as const)('the page “%s” of an order that cannot be sent says so', async (page, text) => {
    await sitsAtTheDesk();
    const id = await withShopDatabase((db, now) => aPaidOrderIn(db, { productId: 'lavender-soap-bar', now, isPaid: false }));
    await renderDeskAt(`/desk/orders/${page}?ids=${id}`);
    expect(await main().findByText(text)).toBeVisible();
  });

  test('a note is added by Ctrl and Enter, and stays in its field while the call fails', async () => {
    await sitsAtTheDesk('support');
    const { user } = await renderDeskAt(`/desk/orders/${await isBoughtBy('Tom')}`);
    const field = await main().findByRole('textbox', { name: 'A note that only the desk sees' });
    await typeText(user, field, 'He rang: no price inside.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await main().findByText('He rang: no price inside.', { selector: 'li p' })).toBeVisible();
    expect(field).toHaveValue('');
  });

  test('another parcel of an order on its way is added below the first, its buyer mailed, and taken out again', async () => {
    await sitsAtTheDesk('support');
    const id = await isBoughtBy('Tom');
    await isMovedByAnother(id, 'Dispatch', { method: 'DPD', tracking: 'D1' });
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await user.click(await main().findByText('Add another parcel', { selector: 'summary' }));
    const form = within(main().getByText('Add another parcel', { selector: 'summary' }).closest('details') ?? document.body);
    await user.clear(form.getByRole('combobox', { name: 'Courier' }));
    await typeText(user, form.getByRole('combobox', { name: 'Courier' }), 'Evri');
    // Without a number nothing is sent.
    expect(form.getByRole('button', { name: 'Add another parcel' })).toHaveAttribute('aria-disabled', 'true');
    await typeText(user, form.getByRole('textbox', { name: 'Tracking number' }), 'EV2');
    await user.click(form.getByRole('button', { name: 'Add another parcel' }));
    const further = await main().findByRole('link', { name: 'EV2' });
    expect(further).toHaveAttribute('href', trackingUrl('Evri', 'EV2'));
    expect(further.closest('p')?.previousElementSibling).toHaveTextContent('DPD D1');
    expect(form.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('');
    expect(await mailsTo('Tom')).toHaveLength(3);
    await user.click(main().getByRole('button', { name: 'Take out EV2' }));
    await waitFor(() => expect(main().queryByRole('link', { name: 'EV2' })).not.toBeInTheDocument());
    expect(await mailsTo('Tom')).toHaveLength(3);
  });

  test('a seller corrects the delivery address in a dialog that shows the current one, and the buyer is mailed', async () => {
    await sitsAtTheDesk('support');
    const id = await isBoughtBy('Tom');
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await user.click(await main().findByRole('button', { name: 'Correct' }));
    expect(dialog().getByText(/^Now: Tom Byron, 12 Mill Lane, Leeds, LS1 4AP/)).toBeVisible();
    const street = dialog().getByRole('textbox', { name: 'Address line 1' });
    await user.clear(street);
    await user.click(dialog().getByRole('button', { name: 'Save the address' }));
    expect(dialog().getAllByText('Address line 1 is missing')).toHaveLength(2);
    await typeText(user, street, '9 Quay Road');
    await user.click(dialog().getByRole('button', { name: 'Save the address' }));
    expect(await main().findByText('9 Quay Road')).toBeVisible();
    expect(main().getByText(/^Address corrected: street “12 Mill Lane” to “9 Quay Road”/)).toBeVisible();
    expect(await mailsTo('Tom')).toHaveLength(2);
  });

  testInAll(
    'an address where nothing is delivered is saved all the same, once the seller was told; another postcode is checked again',
    async () => {
      await sitsAtTheDesk();
      const id = await isBoughtBy('Tom');
      await withShopDatabase((db) => setDeliveryOptions(db, someDeliveryOptions));
      const { user } = await renderDeskAt(`/desk/orders/${id}`);
      await user.click(await main().findByRole('button', { name: 'Correct' }));
      const postcode = dialog().getByRole('textbox', { name: 'Postcode' });
      await user.clear(postcode);
      await typeText(user, postcode, 'JE2 3AB');
      await user.click(dialog().getByRole('button', { name: 'Save the address' }));
      expect(await dialog().findByText('You don’t deliver to Jersey.')).toBeVisible();
      expect(dialog().getByRole('button', { name: 'Save anyway' })).toBeVisible();
      await user.clear(postcode);
      await typeText(user, postcode, 'BT1 5GS');
      await user.click(dialog().getByRole('button', { name: 'Save the address' }));
      expect(await dialog().findByText(/^£4\.00 more for delivery to Northern Ireland was due/)).toBeVisible();
      await user.click(dialog().getByRole('button', { name: 'Save anyway' }));
      expect(await main().findByText(/“BT1 5GS”\. £4\.00 more for delivery/)).toBeVisible();
    },
  );

  testInAll('a form that is opened before the one before it was answered stays open, with what was typed', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Tom');
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await user.click(await main().findByRole('button', { name: 'Correct' }));
    await typeText(user, dialog().getByRole('textbox', { name: 'Address line 1' }), 'a');
    const release = theApiHolds(deskEndpoints.correctAddress.path);
    await user.click(dialog().getByRole('button', { name: 'Save the address' }));
    fireEvent(screen.getByRole('dialog'), new Event('close'));
    await user.click(await main().findByText('More'));
    await user.click(main().getByRole('button', { name: 'Cancel this order…' }));
    const reason = dialog().getByRole('textbox', { name: /^Reason/ });
    await typeText(user, reason, 'Out of clay');
    release();
    expect(await screen.findByText('12 Mill Lanea')).toBeInTheDocument();
    expect(reason).toBeVisible();
    expect(reason).toHaveValue('Out of clay');
  });

  test('two people correct one address: the second is told, keeps what was typed, and takes nothing of the first back', async () => {
    await sitsAtTheDesk('support');
    const id = await isBoughtBy('Tom');
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await user.click(await main().findByRole('button', { name: 'Correct' }));
    const street = dialog().getByRole('textbox', { name: 'Address line 1' });
    await user.clear(street);
    await typeText(user, street, '9 Quay Road');
    const { billing } = await orderOf(id);
    await isCorrectedByAnother(id, { city: 'York', streetAddress: '7 Quay Road' });
    await user.click(dialog().getByRole('button', { name: 'Save the address' }));
    expect(await dialog().findByText(/Address corrected.* \(Sam, /)).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Show it as it is now' }));
    await waitFor(() => expect(dialog().getByRole('textbox', { name: 'Town or city' })).toHaveValue('York'));
    expect(dialog().getByText(/^Now: Tom Byron, 7 Quay Road, York/)).toBeVisible();
    expect(street).toHaveValue('9 Quay Road');
    await user.click(dialog().getByRole('button', { name: 'Save the address' }));
    expect(await main().findByText(/^Address corrected: street “7 Quay Road” to “9 Quay Road”\./)).toBeVisible();
    expect(JSON.parse((await orderOf(id)).billing)).toEqual({ ...JSON.parse(billing), city: 'York', streetAddress: '9 Quay Road' });
  });

  test('an address that somebody else has corrected is not overwritten by one that was begun before it, although the page has been fetched again', async () => {
    await sitsAtTheDesk('support');
    const id = await isBoughtBy('Tom');
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await user.click(await main().findByRole('button', { name: 'Correct' }));
    await typeText(user, dialog().getByRole('textbox', { name: 'Address line 1' }), 'b');
    await isCorrectedByAnother(id, { city: 'York', streetAddress: '7 Quay Road' });
    await theConnectionBlinks();
    expect(await dialog().findByText(/^Now: Tom Byron, 7 Quay Road, York/)).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Save the address' }));
    expect(await dialog().findByText(/Address corrected.* \(Sam, /)).toBeVisible();
    expect(JSON.parse((await orderOf(id)).billing)).toMatchObject({ city: 'York', streetAddress: '7 Quay Road' });
    expect(dialog().getByRole('textbox', { name: 'Address line 1' })).toHaveValue('12 Mill Laneb');
    await user.click(dialog().getByRole('button', { name: 'Show it as it is now' }));
    await waitFor(() => expect(dialog().queryByText(/Address corrected.* \(Sam, /)).not.toBeInTheDocument());
    await user.click(dialog().getByRole('button', { name: 'Save the address' }));
    expect(await main().findByText('12 Mill Laneb')).toBeVisible();
  });

  test('a seller cancels with a fresh code: the dialog asks for it over the page, and the reason that was typed is kept', async () => {
    await sitsAtTheDesk('seller', { hasFreshCode: false });
    const id = await isBoughtBy('Tom');
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await user.click(await main().findByText('More'));
    await user.click(main().getByRole('button', { name: 'Cancel this order…' }));
    await typeText(user, dialog().getByRole('textbox', { name: /^Reason/ }), 'Out of clay');
    await user.click(dialog().getByRole('button', { name: 'Cancel the order' }));
    const code = within(await screen.findByRole('dialog', { name: 'Please confirm it’s you' }));
    await typeText(user, code.getByRole('textbox', { name: 'Code from your app' }), await theCode());
    await user.click(code.getByRole('button', { name: 'Confirm' }));
    expect(await main().findByText('The reason: Out of clay')).toBeVisible();
    expect(main().queryByRole('list', { name: 'Progress of the order' })).not.toBeInTheDocument();
    expect(await statusOf(id)).toBe('cancelled');
  });

  test('before a seller cancels an order of which some money went back, the dialog says what of it still goes back', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Tom');
    const { total } = await orderOf(id);
    await isPaidBack(id);
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await user.click(await main().findByText('More'));
    await user.click(main().getByRole('button', { name: 'Cancel this order…' }));
    expect(dialog().getByText(`£${((total - 200) / 100).toFixed(2)} goes back the way it was paid.`)).toBeVisible();
  });

  testInAll(
    'whoever has gone to another page, before or after a fresh code is asked for, is not asked there, and nothing is changed',
    async () => {
      await sitsAtTheDesk('seller', { hasFreshCode: false });
      const id = await isBoughtBy('Tom');
      const { user, goBack } = await renderDeskAt('/desk/orders');
      const cancel = async () => {
        await user.click(await main().findByRole('link', { name: /Tom/ }));
        await user.click(await main().findByText('More'));
        await user.click(main().getByRole('button', { name: 'Cancel this order…' }));
        await typeText(user, dialog().getByRole('textbox', { name: /^Reason/ }), 'Out of clay');
        await user.click(dialog().getByRole('button', { name: 'Cancel the order' }));
      };
      const before = await statusOf(id);
      const isAsked = () => screen.queryByRole('dialog', { name: 'Please confirm it’s you' });
      await cancel();
      await waitFor(() => expect(isAsked()).toBeVisible());
      await goBack();
      expect(await main().findByRole('link', { name: /Tom/ })).toBeVisible();
      await waitFor(() => expect(isAsked()).toBeNull());
      const release = theApiHolds(deskEndpoints.cancelOrder.path);
      await cancel();
      await goBack();
      expect(await main().findByRole('link', { name: /Tom/ })).toBeVisible();
      release();
      await waitFor(() => expect(unansweredCalls()).toBe(''));
      await act(async () => undefined);
      expect(isAsked()).toBeNull();
      expect(await statusOf(id)).toBe(before);
    },
  );

  test('support can send a mail again, but cannot cancel an order', async () => {
    await sitsAtTheDesk('support');
    const id = await isBoughtBy('Tom');
    await isDueByHand(id);
    const mailsBefore = (await mailsTo('Tom')).length;
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await user.click(await main().findByText('More'));
    expect(main().getByText('To pay back by hand')).toBeVisible();
    for (const name of ['Cancel this order…', 'Settle by hand…']) expect(main().queryByRole('button', { name })).not.toBeInTheDocument();
    await user.click(main().getByRole('button', { name: 'Send the confirmation again' }));
    expect(await main().findByText('The confirmation is sent again.')).toBeVisible();
    expect(await mailsTo('Tom')).toHaveLength(mailsBefore + 1);
  });

  test('a seller settles by hand what the payment provider could not pay back, and the buyer is mailed', async () => {
    await sitsAtTheDesk();
    const id = await isBoughtBy('Tom');
    await isDueByHand(id);
    const mailsBefore = (await mailsTo('Tom')).length;
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    await user.click(await main().findByText('More'));
    expect(main().getByRole('button', { name: 'Cancel this order…' })).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Settle by hand…' }));
    expect(dialog().getByRole('heading', { name: '£2.00 to pay back by hand' })).toBeVisible();
    await typeText(user, dialog().getByRole('textbox', { name: /^How you paid it back/ }), 'bank transfer');
    await user.click(dialog().getByRole('button', { name: 'It is paid back' }));
    expect(await main().findByText('It is settled, and the buyer is told by email.')).toBeVisible();
    expect(main().queryByText('To pay back by hand')).not.toBeInTheDocument();
    expect(await mailsTo('Tom')).toHaveLength(mailsBefore + 1);
  });
});

describe('sheets to print', () => {
  test('the pick list sums the goods of all orders, and packing begins once it is printed', async () => {
    await sitsAtTheDesk();
    const ids = [await isBoughtBy('Mary', { quantity: 2 }), await isBoughtBy('Idris', { quantity: 3 })];
    const { user } = await renderDeskAt(`/desk/orders/pick?ids=${ids.join(',')}`);
    expect(await main().findByRole('checkbox', { name: /^5 × Lavender soap bar/ })).not.toBeChecked();
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await user.click(main().getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    await user.click(main().getByRole('button', { name: 'Printed? Start packing 2' }));
    expect(await main().findByText(/^Packing has begun for 2 orders/)).toBeVisible();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['processing', 'processing']);
  });

  test('the slip of a gift has its message and no prices, that of any other order has them', async () => {
    await sitsAtTheDesk();
    const [plain, gift] = [await isBoughtBy('Mary'), await isBoughtBy('Zoe')];
    const collection = { name: 'The workshop', address: 'Mill Lane', hours: 'Saturday' };
    const wrapped = {
      gift_message: 'Happy birthday!',
      gift_wrap: 350,
      delivery_way: JSON.stringify({ id: 'collection', name: collection.name, collection }),
    };
    await withShopDatabase((db) => db.updateTable('order').set(wrapped).where('id', '=', gift).execute());
    await renderDeskAt(`/desk/orders/slips?ids=${plain},${gift}`);
    const [first, second] = await main().findAllByRole('article');
    expect(first).toHaveTextContent('£');
    for (const text of ['Happy birthday!', 'Gift wrapped', 'The workshop']) expect(second).toHaveTextContent(text);
    expect(second).not.toHaveTextContent('£');
    expect(second).toHaveTextContent('LS1 4AP');
  });
});
