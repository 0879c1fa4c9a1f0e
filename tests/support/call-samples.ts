import type * as z from 'zod/mini';
import type { Call, calls } from '#server/http/calls.ts';
import type { deskCalls } from '#server/http/desk/desk-calls.ts';
import { aBuyer } from '#tests/support/orders.ts';

type Schema = z.ZodMiniType;

type Payload<C extends Call> = C extends { readonly body: infer Body extends Schema }
  ? z.input<Body>
  : C extends { readonly form: { readonly fields: infer Fields extends Schema } }
    ? z.input<Fields>
    : C extends { readonly signature: object }
      ? object
      : undefined;
type Name = keyof typeof calls;
type WithPayload = { [Each in Name]: Payload<(typeof calls)[Each]> extends undefined ? never : Each }[Name];

const someId = '7Q2M-4XKP-0ZB1-9HTD';
const token = 'a'.repeat(43);
const password = 'a long walk home';
const person = { name: 'Ada', email: 'ada@example.com' } as const;
const { email: _, ...address } = aBuyer;
const items = [{ productId: 'spoon', quantity: 1, color: 'x', size: 'x', variationId: 'x' }];

/** A payload with every field for each call that has one, as the account `mallory` sends it. What it names need not exist. */
export const samples = {
  reportReview: { reference: 'V-7Q2M-4XKP', reason: 'false' },
  register: {
    firstName: 'Ada',
    lastName: 'Moss',
    email: person.email,
    password,
    phone: '',
    wantsToResell: false,
    acceptsTerms: true,
    marketing: false,
  },
  login: { email: 'violet.secret@example.com', password, oneTimeCode: '123456' },
  verifyEmail: { email: 'violet.secret@example.com', code: '123456' },
  resendCode: { email: 'violet.secret@example.com' },
  forgotPassword: { email: 'violet.secret@example.com' },
  resetPassword: { token, password },
  updateUser: { firstName: 'Mallory', marketing: true, addresses: [address] },
  changeEmail: { email: 'new@example.com', password, oneTimeCode: '123456' },
  confirmEmailChange: { token },
  stopEmailChange: { token },
  endSessions: { id: someId },
  startSecondFactor: { password },
  confirmSecondFactor: { oneTimeCode: '123456' },
  endSecondFactor: { password, oneTimeCode: '123456' },
  renewRecoveryCodes: { password, oneTimeCode: someId },
  deleteUser: { password },
  saveLists: {
    account: 'mallory',
    id: 'a-change-of-mine',
    operations: [
      { list: 'cart', productId: 'spoon', variation: 'x', color: 'x', size: 'x', does: 'add', quantity: 1 },
      { list: 'cart', productId: 'spoon', variation: 'x', color: 'x', size: 'x', does: 'take', quantity: 1 },
    ],
  },
  shareWishlist: { showsName: true },
  placeOrder: { items, billingInfo: { ...aBuyer }, note: '', giftMessage: '', acceptsTerms: true, replaces: someId, voucher: 'SPRING10' },
  checkVoucher: { code: 'SPRING10', items, replaces: someId },
  cancelOrder: { orderId: someId, token },
  mailCancellationLink: { orderId: someId },
  payOrder: { orderId: someId },
  paymentWebhook: { id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } },
  openReview: { productId: 'spoon', key: someId },
  writeReview: { productId: 'spoon', key: someId, stars: '5', author: 'Ada', text: 'It fits the hand well.', removeImages: 'true' },
  stopReviewMails: { key: token },
  requestRefund: { orderId: someId, ProductId: 'spoon', reason: 'It came with a crack in it.' },
  requestStockAlert: { productId: 'spoon', variationId: 'x', color: 'x', size: 'x', email: person.email },
  confirmStockAlert: { token },
  contact: { ...person, topic: 'order', orderId: someId, message: 'Is it fine in a dishwasher?', honeypot: '' },
  enquiry: { ...person, kind: 'wholesale', business: 'Shop', phone: '', message: 'Twenty mugs, please.', honeypot: '' },
  browserError: { message: 'TypeError: x is undefined', stack: 'at y (/assets/z.js:1:2)', path: '/cart' },
} as const satisfies { readonly [Each in WithPayload]: Payload<(typeof calls)[Each]> };

type DeskName = keyof typeof deskCalls;
type DeskWithPayload = { [Each in DeskName]: Payload<(typeof deskCalls)[Each]> extends undefined ? never : Each }[DeskName];

const seen = { id: someId, version: 2 };

/** The same for the calls of the desk. */
export const deskSamples = {
  confirmCode: { oneTimeCode: '123456' },
  startPacking: { orders: [seen] },
  sendOrders: { parcels: [{ ...seen, replacement: null, courier: 'Royal Mail', tracking: 'RM1' }], isTrial: false },
  sendFromFile: { file: `order,tracking\n${someId},RM1`, courier: 'Royal Mail', isTrial: false },
  markDelivered: { version: 2 },
  addNote: { text: 'Wrap it well.' },
  deleteNote: { position: 0 },
  correctAddress: { version: 2, billingInfo: { ...aBuyer, streetAddress: '24 Mill Lane' } },
  sendMailAgain: { version: 1, kind: 'confirmation' },
  cancelOrder: { version: 2, reason: 'The glaze has cracks.' },
  settleOrder: { version: 2, how: 'bank transfer', isChecked: true },
  previewDecision: { outcome: 'full', withoutReturn: true },
  decideRefund: { version: 2, decision: { outcome: 'partial', amount: 1.5, withoutReturn: true } },
  receiveReturn: { version: 2, restocked: 1 },
  answerMessage: { text: 'Yes, it is.', answersSeen: 0, answeredAt: null },
  createVoucher: { kind: 'percent', value: 10, code: 'NEW10', from: '2099-01-01', to: '2099-01-31', uses: 3, perPerson: 1 },
  changeCategories: { version: 'x', change: { what: 'add', name: 'Gifts', description: '' } },
  changeSynonyms: { version: 'x', word: 'cup', finds: ['mug'] },
  importCatalogue: {
    file: 'id,name,basePrice,stock\nbowl,Bowl,12,3',
    format: 'csv',
    setsStock: false,
    addsCategories: false,
    version: null,
  },
  exportCatalogue: { format: 'csv' },
  changeReview: { revision: 1, change: { what: 'decline', reason: 'It names somebody.' } },
} as const satisfies { readonly [Each in DeskWithPayload]: Payload<(typeof deskCalls)[Each]> };
