import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { testPayments } from '#server/payments/test.ts';
import { theBrowserHasSession, withShopDatabase } from '#tests/support/api.ts';
import { aPaidOrderIn, signInAt } from '#tests/support/desk.ts';
import { hostileMarkup } from '#tests/support/hostile-texts.ts';
import { aDelivery } from '#tests/support/orders.ts';
import { renderDeskAt } from '#tests/support/render-desk.tsx';

const hostile = hostileMarkup.join(' | ');

/** A shop in which every text that somebody could write, or that came from elsewhere, is hostile. */
const everythingIsHostile = () =>
  withShopDatabase(async (db, now) => {
    const cookie = await signInAt(db, 'rosa', { role: 'seller', firstName: hostile, codeAt: now });
    theBrowserHasSession(cookie.slice('session='.length));
    const at = now.toISOString();
    const [toSend, sent] = [
      await aPaidOrderIn(db, { productId: 'lavender-soap-bar', now }),
      await aPaidOrderIn(db, { productId: 'lavender-soap-bar', now }),
    ];
    await changeStatus(db, testPayments, sent, { to: 'Dispatch', method: 'Evri', tracking: 'EV1', delivery: aDelivery, now });
    const fields = ['firstName', 'lastName', 'streetAddress', 'streetAddress2', 'city', 'state', 'postalCode', 'phone', 'email'];
    const billing = JSON.stringify(Object.fromEntries(fields.map((field) => [field, hostile])));
    await db.updateTable('order').set({ billing, note: hostile, gift_message: hostile }).execute();
    await db.updateTable('order').set({ shipping_method: hostile, track_id: hostile }).where('id', '=', sent).execute();
    await db.updateTable('order_line').set({ product_name: hostile, color: hostile }).execute();
    await db.updateTable('order_event').set({ what: hostile, staff_id: 'rosa' }).execute();
    await db.insertInto('order_note').values({ order_id: toSend, position: 0, at, account_id: 'rosa', text: hostile }).execute();
    const request = {
      product_id: 'lavender-soap-bar',
      reason: hostile,
      created_at: at,
      amount: null,
      received_at: at,
      restocked: 0,
      unsent: 0,
    };
    const unsent = { sent_at: null, shipping_method: null, track_id: null, exchanged: 0 };
    await db
      .insertInto('refund')
      .values([
        { ...request, ...unsent, reference: 'R-AAAA-AAAA', order_id: toSend, outcome: null, decline_reason: null, decided_at: null },
        { ...request, ...unsent, reference: 'R-BBBB-BBBB', order_id: sent, outcome: 'declined', decline_reason: hostile, decided_at: at },
      ])
      .execute();
    const message = { kind: 'contact', topic: 'order', name: hostile, business: hostile, email: hostile, phone: hostile } as const;
    await db
      .insertInto('message')
      .values({ ...message, reference: 'M-AAAA-AAAA', order_id: toSend, text: hostile, may_be_bot: 0, created_at: at, answered_at: null })
      .execute();
    await db
      .insertInto('message_answer')
      .values({ reference: 'M-AAAA-AAAA', position: 0, at, account_id: 'rosa', text: hostile })
      .execute();
    const review = { reply: hostile, product_id: 'lavender-soap-bar', stars: 1, author: hostile, text: hostile, created_at: at };
    await db
      .insertInto('review')
      .values([
        { ...review, reference: 'V-AAAA-AAAA', order_id: toSend, state: 'waiting', reason: '', revision: 1, decided_at: null },
        { ...review, reference: 'V-BBBB-BBBB', order_id: sent, state: 'removed', reason: hostile, revision: 3, decided_at: at },
      ])
      .execute();
    await db
      .updateTable('category')
      .set({ name: hostile, description: hostile.slice(0, 200) })
      .execute();
    await db
      .insertInto('search_synonym')
      .values({ word: 'cup', finds: JSON.stringify([hostile]) })
      .execute();
    await createVoucher(db, { kind: 'delivery', code: 'POSTFREE', categories: ['garden'] }, { now });
    return { toSend, sent };
  });

type Ids = Awaited<ReturnType<typeof everythingIsHostile>>;

const screens: readonly (readonly [name: string, path: (ids: Ids) => string])[] = [
  ['Today', () => '/desk'],
  ['the list of orders', () => '/desk/orders'],
  ['the list of sent orders', () => '/desk/orders?view=sent'],
  ['an order to send', ({ toSend }) => `/desk/orders/${toSend}`],
  ['the list of reviews', () => '/desk/reviews'],
  ['a review that waits', () => '/desk/reviews/V-AAAA-AAAA'],
  ['a review that was taken out', () => '/desk/reviews/V-BBBB-BBBB'],
  ['the list of vouchers', () => '/desk/vouchers'],
  ['a voucher', () => '/desk/vouchers/POSTFREE'],
  ['a new voucher', () => '/desk/vouchers/new'],
  ['categories', () => '/desk/products/categories'],
  ['search words', () => '/desk/products/search-words'],
  ['a sent order', ({ sent }) => `/desk/orders/${sent}`],
  ['the sheet of parcels to send', ({ toSend }) => `/desk/orders/send?ids=${toSend}`],
  ['the pick list', ({ toSend }) => `/desk/orders/pick?ids=${toSend}`],
  ['the packing slips', ({ toSend }) => `/desk/orders/slips?ids=${toSend}`],
  ['the list of refund requests', () => '/desk/refunds'],
  ['a refund request', () => '/desk/refunds/R-AAAA-AAAA'],
  ['a decided refund request', () => '/desk/refunds/R-BBBB-BBBB'],
  ['the list of messages', () => '/desk/messages'],
  ['a message', () => '/desk/messages/M-AAAA-AAAA'],
];

test.each(screens)('%s shows hostile texts as they are stored, and nothing is made of them', async (_, path) => {
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
  await renderDeskAt(path(await everythingIsHostile()));
  const main = screen.getByRole('main');
  await waitFor(() => {
    for (const text of hostileMarkup) expect(main).toHaveTextContent(text, { normalizeWhitespace: true });
  });
  expect(
    document.body.querySelectorAll('script, iframe, [onerror], [onload], [src="x"], [href^="javascript"], [href*="evil.example/pay"]'),
  ).toHaveLength(0);
  expect(alert).not.toHaveBeenCalled();
});
