import { act, screen, waitFor, within } from '@testing-library/react';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { DecisionInput } from '#contract/desk/refunds.ts';
import { submitContact } from '#server/domain/messages/messages.ts';
import { declareCancellation, recordPosted } from '#server/domain/money/declare-cancellation.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { requestRefund } from '#server/domain/money/refund-requests.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { testPayments } from '#server/payments/test.ts';
import { calls, theApiFailsOnce, theApiNeverAnswers, withShopDatabase } from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { aPaidOrderIn, appSecret } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aDelivery } from '#tests/support/orders.ts';
import {
  anotherSeller,
  renderDeskAt,
  signInOverThePage,
  sitsAtTheDesk,
  theSessionOfTheDeskEnds,
  theSessionOfTheDeskIsOld,
} from '#tests/support/render-desk.tsx';
import { testInAll } from '#tests/support/test-in-all.ts';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const press = (name: string) => main().findByRole('button', { name });

/** A request for three units that were sent; returns its reference and its order's id. */
const isAskedBack = (reason = 'Two of them came with a crack.') =>
  withShopDatabase(async (db, now) => {
    const id = await aPaidOrderIn(db, { productId: 'lavender-soap-bar', quantity: 3, now, buyer: { firstName: 'Priya' } });
    await changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Evri', delivery: aDelivery, now });
    const imageStore = { add: async () => [], remove: async () => undefined };
    const reference = await requestRefund(db, { orderId: id, ProductId: 'lavender-soap-bar', reason }, [], { imageStore, now });
    await db.deleteFrom('mail').execute();
    return { id, reference };
  });

const versionOf = (id: string) =>
  withShopDatabase(async (db) => (await db.selectFrom('order_event').select('order_id').where('order_id', '=', id).execute()).length);
const refundOf = (reference: string) =>
  withShopDatabase((db) => db.selectFrom('refund').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow());
const mails = () => withShopDatabase((db) => db.selectFrom('mail').select(['subject', 'text']).execute());
const theCode = () => withShopDatabase(async (_, now) => generateSync({ secret: appSecret, epoch: Math.floor(now.getTime() / 1000) }));
const decidesElsewhere = async ({ id, reference }: Awaited<ReturnType<typeof isAskedBack>>, decision: DecisionInput) =>
  anotherSeller(deskEndpoints.decideRefund, { reference }, { version: await versionOf(id), decision });

const writes = (message: string, orderId = '') =>
  withShopDatabase((db, now) =>
    submitContact(
      db,
      { name: 'Grace Hopper', email: 'grace@example.com', topic: 'order', orderId, message, honeypot: '' },
      {
        now,
        clientIp: '192.0.2.1',
        sender: { shopName: 'Mugs', shopUrl: 'https://mugs.example' },
        sellerEmail: 'seller@mugs.example',
      },
    ),
  );

describe('the list of refund requests', () => {
  test('the seller reads who requests a refund of what, and that the view of decided requests is empty', async () => {
    await sitsAtTheDesk();
    await isAskedBack();
    const { user } = await renderDeskAt('/desk/refunds');
    const row = within(await main().findByRole('listitem'));
    expect(row.getByText('“Two of them came with a crack.”')).toBeVisible();
    expect(row.getByText('New')).toBeVisible();
    expect(main().getByRole('link', { name: /^To decide/ })).toHaveAttribute('aria-current', 'page');
    await user.click(main().getByRole('link', { name: 'Decided' }));
    expect(await main().findByText('Nothing was decided yet.')).toBeVisible();
  });

  testInAll('a list that could not be loaded says so and is loaded by another try', async () => {
    await sitsAtTheDesk();
    theApiFailsOnce(deskEndpoints.refunds.path, 503);
    const { user } = await renderDeskAt('/desk/refunds');
    await user.click(await press('Try again'));
    expect(await main().findByText('Nobody waits for a decision.')).toBeVisible();
  });
});

describe('a cancellation that a buyer declared', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: openingDay }));
  afterEach(() => vi.useRealTimers());

  const isCancelled = async () => {
    const { id, reference: request } = await isAskedBack();
    return withShopDatabase(async (db, now) => {
      await db.deleteFrom('refund').where('reference', '=', request).execute();
      const { references } = await declareCancellation(db, { orderId: id, items: [{ itemId: `${id}/1`, quantity: 2, left: 3 }] }, now);
      await db.deleteFrom('mail').execute();
      return references[0] ?? '';
    });
  };

  test('the seller is offered no decline; after proof of posting the day is shown by which it is due, and it is refunded', async () => {
    await sitsAtTheDesk();
    const reference = await isCancelled();
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    expect(await main().findByText('Cancelled by the buyer: 2 × Lavender soap bar')).toBeVisible();
    expect(
      main()
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent),
    ).toEqual([
      expect.stringMatching(/^Refund all of it/),
      'Close it: the buyer keeps the goods',
      'Wait for the goods',
      'No return needed',
    ]);
    expect(main().queryByText(/^Refund due by/)).not.toBeInTheDocument();
    await user.click(await press('They’ve shown proof'));
    expect(await main().findByText(/^Refund due by/)).toBeVisible();
    expect(main().queryByRole('button', { name: 'They’ve shown proof' })).not.toBeInTheDocument();
    await user.click(await press('Refund £18.00'));
    expect(await main().findByText('Refunded. The buyer is told by email.')).toBeVisible();
    expect(await refundOf(reference)).toMatchObject({ outcome: 'full', amount: 1800 });
    expect((await mails())[0]?.text).toContain('You cancelled 2 × Lavender soap bar');
  });

  testInAll('the seller says that what went back in the dashboard is for a cancellation, and nothing more goes back', async () => {
    await sitsAtTheDesk();
    const reference = await isCancelled();
    await withShopDatabase(async (db, now) => {
      const { reference: payment } = await db.selectFrom('payment').select('reference').executeTakeFirstOrThrow();
      const event = { kind: 'refund', id: undefined, state: 'done', reason: '', reference: 're_1', payment: payment ?? '' } as const;
      await recordMoney(db, { ...event, amount: 1500 }, { now, sellerEmail: 'seller@mugs.example' });
      await recordMoney(db, { ...event, reference: 're_2', amount: 300 }, { now, sellerEmail: 'seller@mugs.example' });
      await db.deleteFrom('mail').execute();
    });
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    const wentBack = within(await main().findByRole('group', { name: 'Money that went back already' }));
    await user.click(main().getByRole('radio', { name: 'No return needed' }));
    expect(await press('Refund £9.00')).toBeVisible();
    await user.click(wentBack.getByRole('checkbox', { name: /^£15\.00 went back .*\. Is it for this request\?$/ }));
    expect(await press('Refund £3.00')).toBeVisible();
    await user.click(wentBack.getByRole('checkbox', { name: /^£3\.00 went back/ }));
    expect(await main().findByText(/This is a full refund of £18\.00\. You’ve had this money back already/)).toBeVisible();
    await user.click(await press('Close it: the money is back already'));
    expect(await main().findByText('Refunded. The buyer is told by email.')).toBeVisible();
    expect(await refundOf(reference)).toMatchObject({ outcome: 'full', amount: 1800 });
    const open = await withShopDatabase((db) => db.selectFrom('money').select('id').where('state', '=', 'wanted').execute());
    expect(open).toEqual([]);
  });

  test('a cancellation whose buyer keeps the goods is closed with a reason, after the seller has read the mail about it', async () => {
    await sitsAtTheDesk();
    const reference = await isCancelled();
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    await user.click(await main().findByRole('radio', { name: 'Close it: the buyer keeps the goods' }));
    await typeText(user, main().getByRole('textbox', { name: 'Why, in words for the buyer' }), 'You wrote that you keep it.');
    expect(await main().findByText(/The reason: You wrote that you keep it\./)).toBeVisible();
    await user.click(await press('Close the cancellation'));
    expect(await main().findByText('Closed. The buyer is told by email.')).toBeVisible();
    expect(main().queryByRole('heading', { name: 'Are the goods back?' })).not.toBeInTheDocument();
    expect(await refundOf(reference)).toMatchObject({ outcome: 'withdrawn', amount: null });
  });

  test('in a packed order the seller reads which units not to send, and can record it as sent only if the parcel had gone already', async () => {
    await sitsAtTheDesk();
    const id = await withShopDatabase(async (db, now) => {
      const orderId = await aPaidOrderIn(db, { productId: 'lavender-soap-bar', quantity: 3, now });
      await changeStatus(db, testPayments, orderId, { to: 'processing', delivery: aDelivery, now });
      await declareCancellation(db, { orderId, items: [{ itemId: `${orderId}/1`, quantity: 1, left: 3 }] }, now);
      return orderId;
    });
    const { user } = await renderDeskAt(`/desk/orders/${id}`);
    expect(await main().findByText('Cancelled by the buyer, do not send: 1 × Lavender soap bar')).toBeVisible();
    expect(main().getByRole('link', { name: /^R-/ })).toHaveAttribute('href', expect.stringMatching(/^\/desk\/refunds\/R-/));
    expect(await press('Mark as sent')).toHaveAttribute('aria-disabled', 'true');
    await user.click(main().getByRole('checkbox', { name: /^The parcel has gone already/ }));
    await user.click(await press('Mark as sent'));
    expect(await main().findByText(/^Marked as sent, and/)).toBeVisible();
    expect((await mails()).at(-1)?.text).toContain('Your cancellation stands.');
  });

  testInAll('the list shows requests that are due by a day above those that are not', async () => {
    await sitsAtTheDesk();
    await isAskedBack('First of all.');
    const reference = await isCancelled();
    await withShopDatabase((db, now) => recordPosted(db, reference, { now }));
    await renderDeskAt('/desk/refunds');
    const rows = await main().findAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toHaveTextContent('Cancelled by the buyer: 2 × Lavender soap bar');
    expect(rows[0]).toHaveTextContent(/Refund due by/);
    expect(rows[1]).not.toHaveTextContent(/Refund due by/);
  });
});

describe('one refund request', () => {
  test('a partial refund needs a fresh code, sends exactly the mail that was previewed, and is never granted by Enter', async () => {
    await sitsAtTheDesk('seller', { hasFreshCode: false });
    const { reference } = await isAskedBack();
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    await user.click(await main().findByRole('radio', { name: /^Refund a part/ }));
    await user.click(main().getByRole('radio', { name: 'No return needed' }));
    await typeText(user, main().getByRole('textbox', { name: /^Amount in pounds/ }), '2.50{Enter}');
    const preview = await main().findByText(/£2\.50/, { selector: '.desk-plain' });
    const shown = preview.textContent;
    expect(calls.filter((call) => call.endsWith('/decide'))).toEqual([]);
    await user.click(await press('Refund £2.50'));
    const code = within(await screen.findByRole('dialog', { name: 'Please confirm it’s you' }));
    await typeText(user, code.getByRole('textbox', { name: 'Code from your app' }), await theCode());
    await user.click(code.getByRole('button', { name: 'Confirm' }));
    expect(await main().findByText('Refunded in part. The buyer is told by email.')).toBeVisible();
    expect(main().getByRole('heading', { name: 'Refunded in part' })).toBeVisible();
    expect(main().getByRole('heading', { level: 1 })).toHaveFocus();
    const [mail, ...others] = await mails();
    expect([mail?.text, others]).toEqual([shown, []]);
  });

  test('buttons fill in the amount for some of the units and for the delivery', async () => {
    await sitsAtTheDesk();
    const { reference } = await isAskedBack();
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    await user.click(await main().findByRole('radio', { name: /^Refund a part/ }));
    const amount = main().getByRole('textbox', { name: /^Amount in pounds/ });
    const amountBy = async (name: string) => {
      await user.click(await press(name));
      return Number((amount as HTMLInputElement).value.slice(1));
    };
    const [one, two, delivery] = [await amountBy('1 of 3'), await amountBy('2 of 3'), await amountBy('Delivery only')];
    expect(two).toBeCloseTo(one * 2, 2);
    const paid = (name: string) => Number(main().getByText(name).nextElementSibling?.textContent?.slice(1));
    expect([one * 3, delivery]).toEqual([expect.closeTo(paid('Goods, as paid'), 1), paid('Delivery')]);
  });

  test('an amount may have a comma between thousands, but none before the pence, and is no share of a hundred', async () => {
    await sitsAtTheDesk();
    const { reference } = await isAskedBack();
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    await user.click(await main().findByRole('radio', { name: /^Refund a part/ }));
    await user.click(main().getByRole('radio', { name: 'No return needed' }));
    const amount = main().getByRole('textbox', { name: /^Amount in pounds/ });
    await typeText(user, amount, '£1,204.50');
    expect(await press('Refund £1,204.50')).toHaveAttribute('aria-disabled', 'false');
    expect(await main().findByRole('alert')).toBeVisible();
    for (const typed of ['2,50', '2 50', '50%']) {
      await user.clear(amount);
      await typeText(user, amount, typed);
      expect(await press('Refund £0.00'), typed).toHaveAttribute('aria-disabled', 'true');
    }
  });

  test('the mail of a reason is fetched once it is typed, not at every letter', async () => {
    await sitsAtTheDesk();
    const { reference } = await isAskedBack();
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    await user.click(await main().findByRole('radio', { name: 'Decline, with a reason' }));
    const reason = 'It was worn for a year.';
    await user.type(main().getByRole('textbox', { name: /^Why/ }), reason);
    expect(await main().findByText(/worn for a year\./, { selector: '.desk-plain' })).toBeVisible();
    expect(calls.filter((call) => call.endsWith('/preview')).length).toBeLessThan(reason.length / 2);
  });

  testInAll('what was typed to decide one request is not taken over by the next, nor by one that is in the cache', async () => {
    await sitsAtTheDesk();
    const [first, second] = [await isAskedBack(), await isAskedBack('One of them leaks.')];
    const { user } = await renderDeskAt(`/desk/refunds/${first.reference}`);
    const declines = async () => {
      await user.click(await main().findByRole('radio', { name: 'Decline, with a reason' }));
      return main().findByRole('textbox', { name: /^Why/ });
    };
    const goesOn = () => main().findByRole('link', { name: /^(?:Next|Previous)$/ });
    await typeText(user, await declines(), 'It was used.');
    await user.click(await goesOn());
    expect(await main().findByText(/One of them leaks/)).toBeVisible();
    expect(await declines()).toHaveValue('');
    await typeText(user, await declines(), 'It is dry.');
    await user.click(await goesOn());
    expect(await main().findByText(/Two of them came with a crack/)).toBeVisible();
    expect(await declines()).toHaveValue('');
    expect(second.reference).not.toBe(first.reference);
  });

  test('a request is declined with a reason that the buyer reads', async () => {
    await sitsAtTheDesk();
    const { reference } = await isAskedBack();
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    await user.click(await main().findByRole('radio', { name: 'Decline, with a reason' }));
    expect(await press('Decline')).toHaveAttribute('aria-disabled', 'true');
    await typeText(user, main().getByRole('textbox', { name: /^Why/ }), 'It was used in an oven.');
    await user.click(await press('Decline'));
    expect(await main().findByText('“It was used in an oven.”')).toBeVisible();
    expect(await refundOf(reference)).toMatchObject({ outcome: 'declined' });
    expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining('It was used in an oven.')]);
  });

  test('an exchange is decided, and its parcel is marked as sent on the same page', async () => {
    await sitsAtTheDesk();
    const { reference } = await isAskedBack();
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    await user.click(await main().findByRole('radio', { name: /^Send a replacement/ }));
    await user.click(await press('Send 1 again'));
    const tracking = await main().findByRole('textbox', { name: 'Tracking number' });
    await typeText(user, tracking, 'RM555');
    await user.click(await press('Mark as sent'));
    expect(await main().findByRole('heading', { name: 'Exchange, sent' })).toBeVisible();
    expect(main().getByText(/RM555/)).toBeVisible();
    expect((await mails()).at(-1)?.subject).toBe(`The replacement for your request ${reference} is on its way`);
  });

  test('support says that the goods are back and sees no decision', async () => {
    await sitsAtTheDesk('support');
    const { reference } = await isAskedBack();
    const { user } = await renderDeskAt(`/desk/refunds/${reference}`);
    expect(await main().findByText(/^The seller decides this one/)).toBeVisible();
    expect(main().queryByRole('radio')).not.toBeInTheDocument();
    const field = main().getByRole('spinbutton', { name: /^How many can be sold again/ });
    await user.clear(field);
    await typeText(user, field, '1');
    await user.click(await press('They’re back'));
    expect(await main().findByText('Noted that the goods are back.')).toBeVisible();
    expect(main().queryByRole('button', { name: 'They’re back' })).not.toBeInTheDocument();
    expect((await refundOf(reference)).received_at).not.toBeNull();
  });

  test('a seller who decides a request that somebody else has just decided reads what was decided and by whom, keeps the typed words, and sees the decision on a press', async () => {
    await sitsAtTheDesk();
    const request = await isAskedBack();
    const { user } = await renderDeskAt(`/desk/refunds/${request.reference}`);
    await user.click(await main().findByRole('radio', { name: 'Decline, with a reason' }));
    await typeText(user, main().getByRole('textbox', { name: /^Why/ }), 'It was used in an oven.');
    await main().findByText(/It was used in an oven/, { selector: '.desk-plain' });
    await decidesElsewhere(request, { outcome: 'exchange', pieces: 1 });
    await user.click(await press('Decline'));
    expect(await main().findByRole('alert')).toHaveTextContent(/Ada/);
    expect(main().getByRole('textbox', { name: /^Why/ })).toHaveValue('It was used in an oven.');
    await user.click(await press('Show it as it is now'));
    expect(await main().findByRole('heading', { name: 'Send the replacement' })).toBeVisible();
    expect(main().queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
    expect(await refundOf(request.reference)).toMatchObject({ outcome: 'exchange' });
  });

  testInAll('an unknown refund request says that it does not exist', async () => {
    await sitsAtTheDesk();
    await renderDeskAt('/desk/refunds/R-0000-0000');
    expect(await main().findByRole('alert')).toBeVisible();
  });
});

describe('messages', () => {
  test('a message is answered once: mailed, kept with who wrote it, and its heading has the focus', async () => {
    await sitsAtTheDesk('support');
    const { id } = await isAskedBack();
    const reference = await writes('Where is it?\nSee https://example.com <b>now</b>', id);
    const { user } = await renderDeskAt('/desk/messages');
    await user.click(await main().findByRole('link', { name: 'Grace Hopper' }));
    expect(await main().findByRole('link', { name: `Order ${id}` })).toHaveAttribute('href', `/desk/orders/${id}`);
    expect(await main().findByText('Priya Byron in Leeds')).toBeVisible();
    expect(main().getByText('Sent')).toBeVisible();
    expect(main().getByText(/https:\/\/example\.com <b>now<\/b>/)).toBeVisible();
    expect(main().queryByRole('link', { name: /example\.com/ })).not.toBeInTheDocument();
    await typeText(user, main().getByRole('textbox', { name: 'Your answer' }), 'On its way.');
    await user.dblClick(await press('Send'));
    expect(await main().findByText('Sent to grace@example.com.')).toBeVisible();
    expect(main().getByRole('heading', { name: 'From Grace Hopper' })).toHaveFocus();
    expect(await main().findByText(/^Rosa answered/)).toBeVisible();
    expect(main().getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
    expect((await mails()).filter(({ subject }) => subject === `Our answer to your message ${reference}`)).toHaveLength(1);
  });

  test('an answer that was typed is there again after a look at another page', async () => {
    await sitsAtTheDesk();
    const reference = await writes('Is it oven-proof?');
    const { user, goBack } = await renderDeskAt(`/desk/messages/${reference}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Your answer' }), 'It is, up to');
    await user.click(main().getByRole('link', { name: 'Messages' }));
    await main().findByRole('link', { name: 'Grace Hopper' });
    await goBack();
    expect(await main().findByRole('textbox', { name: 'Your answer' })).toHaveValue('It is, up to');
  });

  test('a seller whose session has ended while an answer was typed signs in over the page, and the answer goes', async () => {
    await sitsAtTheDesk();
    const reference = await writes('Is it oven-proof?');
    const { user, address } = await renderDeskAt(`/desk/messages/${reference}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Your answer' }), 'It is.');
    await theSessionOfTheDeskEnds();
    await user.click(await press('Send'));
    await user.click(within(await screen.findByRole('dialog', { name: 'Please sign in again' })).getByRole('button', { name: 'Cancel' }));
    expect(await main().findByText('Please sign in first.')).toBeVisible();
    expect(main().getByRole('textbox', { name: 'Your answer' })).toHaveValue('It is.');
    await user.click(await press('Send'));
    await signInOverThePage(user);
    expect(await main().findByText('Sent to grace@example.com.')).toBeVisible();
    expect(address()).toBe(`/desk/messages/${reference}`);
    expect((await mails()).at(-1)?.text).toContain('It is.');
  });

  test('a page that is fetched again after the session has ended stays with what was typed, and offers to sign in', async () => {
    await sitsAtTheDesk();
    const reference = await writes('Is it oven-proof?');
    const { user } = await renderDeskAt(`/desk/messages/${reference}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Your answer' }), 'It is, up to');
    await theSessionOfTheDeskEnds();
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    expect(await main().findByText('You’ve been signed out. What you typed is still here.')).toBeVisible();
    expect(main().getByRole('textbox', { name: 'Your answer' })).toHaveValue('It is, up to');
    await user.click(await press('Sign in'));
    await signInOverThePage(user);
    await waitFor(() => expect(main().queryByText('You’ve been signed out. What you typed is still here.')).not.toBeInTheDocument());
    expect(main().getByRole('textbox', { name: 'Your answer' })).toHaveValue('It is, up to');
  });

  testInAll('a seller who signed in twelve hours ago signs in again over the page that is fetched, and what was typed stays', async () => {
    await sitsAtTheDesk();
    const reference = await writes('Is it oven-proof?');
    const { user } = await renderDeskAt(`/desk/messages/${reference}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Your answer' }), 'It is, up to');
    await theSessionOfTheDeskIsOld();
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await user.click(await main().findByRole('button', { name: 'Sign in' }));
    await signInOverThePage(user);
    await waitFor(() => expect(main().queryByText('You’ve been signed out. What you typed is still here.')).not.toBeInTheDocument());
    expect(main().getByRole('textbox', { name: 'Your answer' })).toHaveValue('It is, up to');
  });

  test('a seller who answers a message that somebody else has just answered is told so, and keeps the typed words', async () => {
    await sitsAtTheDesk();
    const reference = await writes('Is it oven-proof?');
    const { user } = await renderDeskAt(`/desk/messages/${reference}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Your answer' }), 'It is.');
    await anotherSeller(deskEndpoints.answerMessage, { reference }, { text: 'No, it is not.', answersSeen: 0, answeredAt: null });
    await user.click(await press('Send'));
    expect(await main().findByRole('alert')).toHaveTextContent(/Ada has answered/);
    expect(main().getByRole('textbox', { name: 'Your answer' })).toHaveValue('It is.');
    await user.click(await press('Show it as it is now'));
    expect(await main().findByText('No, it is not.')).toBeVisible();
    expect(main().getByRole('textbox', { name: 'Your answer' })).toHaveValue('It is.');
  });

  test('a message that somebody else has answered is not answered again by a press, although the page has been fetched again', async () => {
    await sitsAtTheDesk();
    const reference = await writes('Is it oven-proof?');
    const { user } = await renderDeskAt(`/desk/messages/${reference}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Your answer' }), 'It is.');
    await anotherSeller(deskEndpoints.answerMessage, { reference }, { text: 'No, it is not.', answersSeen: 0, answeredAt: null });
    await theConnectionBlinks();
    expect(await main().findByText('No, it is not.')).toBeVisible();
    const sent = (await mails()).length;
    await user.click(await press('Send'));
    expect(await main().findByRole('alert')).toHaveTextContent(/Ada has answered/);
    expect(await mails()).toHaveLength(sent);
    expect(main().getByRole('textbox', { name: 'Your answer' })).toHaveValue('It is.');
    await user.click(await press('Show it as it is now'));
    await waitFor(() => expect(main().queryByRole('alert')).not.toBeInTheDocument());
    await user.click(await press('Send'));
    await waitFor(async () => expect(await mails()).toHaveLength(sent + 1));
  });

  testInAll('an answer goes after the seller has noted the message as answered, because nobody else has', async () => {
    await sitsAtTheDesk();
    const reference = await writes('Is it oven-proof?');
    const { user } = await renderDeskAt(`/desk/messages/${reference}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Your answer' }), 'It is.');
    await user.click(await press('I’ve answered by phone or email'));
    expect(await main().findByText('Noted as answered.')).toBeVisible();
    await user.click(await press('Send'));
    expect(await main().findByText('It is.', { selector: '.desk-answer *' })).toBeVisible();
  });

  test('a message that was answered on the telephone leaves the list of those that wait, without a mail, and keeps what was typed for it', async () => {
    await sitsAtTheDesk();
    const reference = await writes('Is it oven-proof?');
    const sent = (await mails()).length;
    const { user } = await renderDeskAt(`/desk/messages/${reference}`);
    await typeText(user, await main().findByRole('textbox', { name: 'Your answer' }), 'It is, up to');
    const button = await press('I’ve answered by phone or email');
    // The change's answer contains the updated message, so the page does not wait for another read.
    theApiNeverAnswers(deskEndpoints.message.path);
    await user.click(button);
    expect(await main().findByText('Noted as answered.')).toBeVisible();
    await waitFor(() => expect(main().queryByRole('button', { name: 'I’ve answered by phone or email' })).not.toBeInTheDocument());
    expect(main().getByRole('textbox', { name: 'Your answer' })).toHaveValue('It is, up to');
    await user.click(main().getByRole('link', { name: 'Messages' }));
    expect(await main().findByText('Nobody waits for an answer.')).toBeVisible();
    expect(await mails()).toHaveLength(sent);
  });
});
