import type { OrderRecord } from '#server/db/order-record.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Email } from '#server/mail/email.ts';
import * as account from '#server/mail/templates/account-emails.ts';
import * as message from '#server/mail/templates/message-emails.ts';
import * as order from '#server/mail/templates/order-emails.ts';
import * as refund from '#server/mail/templates/refund-emails.ts';
import * as review from '#server/mail/templates/review-emails.ts';
import * as secondFactor from '#server/mail/templates/second-factor-emails.ts';
import * as seller from '#server/mail/templates/seller-emails.ts';
import * as stockAlert from '#server/mail/templates/stock-alert-emails.ts';
import { aBuyer } from '#tests/support/orders.ts';

export const templates = { account, message, order, refund, review, secondFactor, seller, stockAlert };

/** A paid order with a voucher, of the given lines. */
export const anOrderRecord = (
  lines: readonly Partial<Tables['order_line']>[] = [
    { product_id: 'stoneware-mug', product_name: 'Stoneware mug', color: 'Oat', size: '350 ml', quantity: 2, unit_price: 2400 },
    { product_id: 'linen-throw', product_name: 'Linen throw', type_name: 'Gift boxed', color: 'Clay', unit_price: 8900, delivery: 495 },
    { product_id: 'salt-pot', product_name: 'Salt pot with lid', unit_price: 2650, delivery: 395 },
  ],
  over: Partial<Tables['order']> & { readonly billing?: string } = {},
): OrderRecord => {
  const filled = lines.map((line, position) => ({
    order_id: 'G1E3-29G1-GAJT-8ZPW',
    position,
    product_id: 'spoon',
    product_name: 'Spoon',
    type_id: null,
    type_name: null,
    color: null,
    size: null,
    size_id: null,
    quantity: 1,
    is_personalised: 0,
    facts: '',
    unit_price: 450,
    delivery: 0,
    discount: 0,
    cart_up_to: null,
    ...line,
  }));
  const goods = filled.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0);
  const delivery = filled.reduce((sum, line) => sum + line.delivery, 0);
  const discount = Math.min(500, goods);
  return {
    row: {
      id: 'G1E3-29G1-GAJT-8ZPW',
      status: 'confirmed',
      user_id: null,
      billing: JSON.stringify({ ...aBuyer, state: 'West Yorkshire' }),
      note: 'Please leave it with the neighbour at number 14.',
      gift_message: 'Happy birthday, Grace!',
      refuses_review_mail: 0,
      further_parcels: null,
      delivery_way: null,
      delivery_parts: null,
      gift_wrap: null,
      ended_at: null,
      goods_total: goods,
      delivery_total: delivery,
      voucher_code: 'WELCOME',
      discount_total: discount,
      total: goods + delivery - discount,
      shop_origin: 'https://shop.example',
      trader: 'Flone\nUnit 4\nThe Old Mill\nMill Lane\nExampleford\nEX4 0AA\nUnited Kingdom\nhello@flone.example.com\n0113 496 0142',
      email_key: aBuyer.email,
      replaced_by: null,
      cancel_reason: null,
      cancelled_by: null,
      vat_number: null,
      vat_rate: null,
      invoice_number: 1,
      invoiced_at: null,
      client_key: null,
      erasure_asked_at: null,
      created_at: '2026-11-26T10:04:00.000Z',
      pay_by: '2026-11-26T10:34:00.000Z',
      shipping_method: 'Royal Mail Tracked 48',
      track_id: 'RM123456785GB',
      dispatch_by: '2026-11-27',
      arrives_from: '2026-11-30',
      arrives_by: '2026-12-02',
      expected_from: '2026-12-01',
      expected_by: '2026-12-03',
      ...over,
    },
    lines: filled,
    payments: [],
    money: [],
  };
};

/** What shoppers and strangers typed; everything that they can get into a mail. */
type Typed = { readonly name: string; readonly text: string };

const ledgerRow = (over: Partial<Parameters<typeof refund.refundSentEmail>[1]>) => ({
  amount: 2650,
  currency: 'GBP',
  request: 'R-7K2P-9QXD',
  source: 'ours' as const,
  state: 'done' as const,
  note: '',
  ...over,
});

/** One or more of each kind of mail, by the name of its template. */
export const emailSamples = ({ name, text }: Typed = { name: 'Stoneware mug', text: 'The glaze has a chip at the rim.' }) => {
  const sender = { shopName: 'Flone', shopUrl: 'https://shop.example' };
  const billing = JSON.stringify({ ...aBuyer, firstName: name, state: 'West Yorkshire' });
  const usual = anOrderRecord();
  const typed = anOrderRecord(
    usual.lines.map((line, index) => (index === 0 ? { ...line, product_name: name } : line)),
    name === 'Stoneware mug' ? {} : { billing, note: text, gift_message: text, shipping_method: text, track_id: text },
  );
  const wrapped = anOrderRecord(undefined, {
    delivery_way: JSON.stringify({ id: 'express', name: 'Express' }),
    delivery_parts: JSON.stringify([
      { kind: 'items', amount: 8.9 },
      { kind: 'region', name: 'Northern Ireland', amount: 2 },
      { kind: 'way', name: 'Express', amount: 4.5 },
      { kind: 'cap', amount: -3.4 },
    ]),
    gift_wrap: 350,
    delivery_total: 1200,
    total: usual.row.total + 1200 - usual.row.delivery_total + 350,
  });
  const collected = anOrderRecord(undefined, {
    delivery_way: JSON.stringify({
      id: 'workshop',
      name: 'Collection',
      collection: {
        name: 'The workshop',
        address: 'Unit 4, The Old Mill\nExampleford\nEX4 0AA',
        hours: 'Mon–Fri 9 am to 5 pm\nSat 10 am to 1 pm',
      },
    }),
    delivery_parts: JSON.stringify([
      { kind: 'items', amount: 8.9 },
      { kind: 'collection', amount: -8.9 },
    ]),
    delivery_total: 0,
    total: usual.row.total - usual.row.delivery_total,
  });
  const beforeDue = new Date('2026-11-26T10:10:00.000Z');
  const groups = [
    { kind: 'order', rows: [['G1E3-29G1-GAJT-8ZPW', '£167.40, 4 pieces', '/desk/orders/G1E3-29G1-GAJT-8ZPW'] as const] },
    {
      kind: 'lowStock',
      rows: [
        [name, '2 left', '/desk/products/stoneware-mug'],
        ['Linen throw, Clay', 'sold out', '/desk/products/linen-throw'],
      ],
    },
  ] as const;
  const shopper = { reference: 'M-7K2P-9QXD', kind: 'contact', topic: 'order', order_id: '', business: '', phone: '' } as const;
  const alerted = { productId: 'stoneware-mug', color: 'Oat', name };
  const rejected = { product: name, reason: 'It names a person.', text };
  const desks = [undefined, 'https://shop.example/desk'];
  const unmatched = { event_id: 'evt_1', order_id: 'G1E3-29G1-GAJT-8ZPW', session_id: 'cs_1', amount: 2650, reference: 'pi_1' };
  const moneyBack = { amount: usual.row.total, isByHand: false, isHeld: false };
  const request = { reference: 'R-7K2P-9QXD', reason: text, productName: name, pictures: 2 };
  const token = 'abcdefgh'.repeat(5);
  const dispute = {
    kind: 'dispute',
    state: 'held',
    reference: 'dp_1',
    amount: 2650,
    currency: 'GBP',
    answerBy: '2026-12-10T00:00:00.000Z',
  };
  return {
    verificationEmail: [account.verificationEmail(sender, { code: '482913', token })],
    alreadyRegisteredEmail: [account.alreadyRegisteredEmail(sender)],
    passwordResetEmail: [account.passwordResetEmail(sender, token)],
    emailChangeEmail: [account.emailChangeEmail(sender, token)],
    emailTakenEmail: [account.emailTakenEmail(sender)],
    emailChangeAskedEmail: [account.emailChangeAskedEmail(sender, { email: 'new@example.com', token })],
    emailChangedEmail: [account.emailChangedEmail(sender, { email: 'new@example.com', until: '3 December 2026 at 10:04' })],
    emailChangeStoppedEmail: [true, false].map((endedSecondFactor) =>
      account.emailChangeStoppedEmail(sender, { token, endedSecondFactor }),
    ),
    resellerEmail: [account.resellerEmail(sender)],
    passwordChangedEmail: [account.passwordChangedEmail(sender)],
    dataDeletedEmail: [true, false].map((keepsOrders) => account.dataDeletedEmail(sender, keepsOrders)),
    secondFactorOnEmail: [secondFactor.secondFactorOnEmail(sender)],
    secondFactorOffEmail: (['owner', 'seller'] as const).map((by) => secondFactor.secondFactorOffEmail(sender, by)),
    recoveryCodeUsedEmail: [0, 1, 5].map((left) => secondFactor.recoveryCodeUsedEmail(sender, left)),
    recoveryCodesRenewedEmail: [secondFactor.recoveryCodesRenewedEmail(sender)],
    messageEmail: [0, 1].map((may_be_bot) =>
      message.messageEmail({ ...shopper, name, email: 'ada@example.com', text, may_be_bot } as Parameters<typeof message.messageEmail>[0]),
    ),
    answerEmail: [
      message.answerEmail(sender, { reference: 'M-7K2P-9QXD', message: 'Is it fine in a dishwasher?', text: 'Yes, it is.\n\nGrace' }),
    ],
    acknowledgementEmail: (
      [
        ['contact', 'order'],
        ['contact', 'data'],
        ['wholesale', ''],
        ['franchise', ''],
      ] as const
    ).map(([kind, topic]) =>
      message.acknowledgementEmail(sender, { reference: 'M-7K2P-9QXD', kind, topic, created_at: '2026-11-27T10:00:00.000Z' }),
    ),
    confirmationEmail: [typed, wrapped, collected].map((each) => order.confirmationEmail(each)),
    paymentFailedEmail: [beforeDue, new Date('2026-11-27T00:00:00.000Z')].map((now) => order.paymentFailedEmail(usual, now)),
    latePaymentEmail: [order.latePaymentEmail(typed)],
    lateVoucherEmail: [order.lateVoucherEmail(typed)],
    replacedOrderPaidEmail: [order.replacedOrderPaidEmail(typed)],
    unmatchedPaymentEmail: desks.map((desk) => order.unmatchedPaymentEmail(unmatched, desk)),
    unmatchedReturnedEmail: desks.map((desk) =>
      order.unmatchedReturnedEmail({ ...unmatched, received_at: '', refunded_at: null, refund_reference: 're_1', problem: text }, desk),
    ),
    cancelledEmail: [
      order.cancelledEmail(typed, { ...moneyBack, reason: text }),
      order.cancelledEmail(anOrderRecord(undefined, { status: 'pending' }), { ...moneyBack, amount: 0, reason: '' }),
    ],
    cancelledByBuyerEmail: [moneyBack, { ...moneyBack, isHeld: true }, { amount: 0, isByHand: true, isHeld: false }].map((back) =>
      order.cancelledByBuyerEmail(typed, back),
    ),
    cancellationLinkEmail: [order.cancellationLinkEmail(typed, token)],
    cancelledOrderPaidEmail: [order.cancelledOrderPaidEmail(typed)],
    unfitPaymentEmail: [order.unfitPaymentEmail(typed)],
    processingEmail: [typed, collected].map((each) => order.processingEmail(each)),
    formerMailboxEmail: [order.formerMailboxEmail(typed)],
    addressCorrectedEmail: [typed, collected].map((each) => order.addressCorrectedEmail(each)),
    dispatchEmail: [
      order.dispatchEmail(typed),
      order.dispatchEmail(typed, `1 × ${name}`),
      order.dispatchEmail(collected),
      order.dispatchEmail(anOrderRecord(undefined, { shipping_method: 'A friend', track_id: null })),
    ],
    furtherParcelEmail: [
      order.furtherParcelEmail(anOrderRecord(undefined, { further_parcels: JSON.stringify([{ shippingMethod: text, trackId: text }]) })),
    ],
    deliveredEmail: [typed, collected].map((each) => order.deliveredEmail(each)),
    refundReceivedEmail: [refund.refundReceivedEmail(typed, request)],
    cancellationDeclaredEmail: [null, '2026-12-18'].map((dueOn) =>
      refund.cancellationDeclaredEmail(typed, {
        references: [request.reference],
        units: `1 × ${name}`,
        dueOn,
        now: new Date('2026-12-04T10:00:00Z'),
      }),
    ),
    refundDecidedEmail: [
      { outcome: 'full', amount: 2650, alreadyRefunded: 0, isWithoutReturn: true } as const,
      { outcome: 'full', amount: 2650, alreadyRefunded: 2650, isWithoutReturn: false } as const,
      { outcome: 'partial', amount: 1000, alreadyRefunded: 400, isWithoutReturn: false } as const,
      { outcome: 'exchange' } as const,
      { outcome: 'declined', reason: text } as const,
      { outcome: 'withdrawn', reason: text, hasMoneyBack: false } as const,
      { outcome: 'withdrawn', reason: text, hasMoneyBack: true } as const,
    ].flatMap((decided) => [false, true].map((isCancellation) => refund.refundDecidedEmail(typed, request, decided, isCancellation))),
    replacementSentEmail: [
      refund.replacementSentEmail(typed, {
        ...{ reference: request.reference, productId: alerted.productId, product: name, pieces: 1 },
        ...{ shipping_method: 'Royal Mail Tracked 48', track_id: 'RM123456785GB' },
      }),
    ],
    refundSentEmail: [ledgerRow({}), ledgerRow({ source: 'hand', note: text })].map((row) => refund.refundSentEmail(typed, row)),
    refundReturnedEmail: [refund.refundReturnedEmail(typed, ledgerRow({}))],
    refundReturnedSellerEmail: desks.map((desk) =>
      refund.refundReturnedSellerEmail(typed, { ...ledgerRow({}), reason: text, byHand: 1000 }, desk),
    ),
    providerMoneyEmail: desks.map((desk) =>
      refund.providerMoneyEmail(typed, dispute as Parameters<typeof refund.providerMoneyEmail>[1], text, desk),
    ),
    reviewInviteEmail: [
      review.reviewInviteEmail(
        typed,
        typed.lines.map((line) => ({ id: line.product_id, name: line.product_name })),
        token,
      ),
    ],
    reviewDeclinedEmail: [review.reviewDeclinedEmail(typed, rejected)],
    reviewRemovedEmail: [review.reviewRemovedEmail(typed, rejected)],
    noticeEmail: desks.flatMap((desk) => groups.map((group) => seller.noticeEmail(group, desk))),
    digestEmail: desks.map((desk) => seller.digestEmail(groups, desk)),
    restoredEmail: [seller.restoredEmail({ firstSkipped: 'INV-000043', lastSkipped: 'INV-010042' })],
    unitFailedEmail: ['flone-backup', 'flone'].map((unit) => seller.unitFailedEmail(unit, 'shop-1')),
    testEmail: [seller.testEmail()],
    paymentPageRefusedEmail: [seller.paymentPageRefusedEmail({ orderId: 'G1E3-29G1-GAJT-8ZPW', reason: text })],
    confirmAlertEmail: [stockAlert.confirmAlertEmail(sender, alerted, `https://shop.example/product/stoneware-mug?notify=${token}`)],
    backInStockEmail: [
      stockAlert.backInStockEmail(sender, {
        product: alerted,
        productLink: 'https://shop.example/product/stoneware-mug?colour=Oat',
        category: { name: 'Kitchen & table', link: 'https://shop.example/shop-grid-standard?category=kitchen' },
        endLink: `https://shop.example/product/stoneware-mug?unsubscribe=${token}`,
      }),
    ],
  } satisfies Record<string, readonly Email[]>;
};
