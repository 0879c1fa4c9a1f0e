import type * as z from 'zod/mini';
import { standardOnly } from '#contract/delivery-options.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
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
  placeOrder: {
    items,
    billingInfo: { ...aBuyer },
    note: '',
    giftMessage: '',
    acceptsTerms: true,
    refusesReviewMail: true,
    replaces: someId,
    voucher: 'SPRING10',
  },
  checkVoucher: { code: 'SPRING10', items, replaces: someId },
  cancelOrder: { orderId: someId, token },
  mailCancellationLink: { orderId: someId },
  payOrder: { orderId: someId },
  paymentWebhook: { id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } },
  openReview: { productId: 'spoon', key: someId },
  writeReview: { productId: 'spoon', key: someId, stars: '5', author: 'Ada', text: 'It fits the hand well.', removeImages: 'true' },
  stopReviewMails: { key: token },
  declareCancellation: { orderId: someId, items: [{ itemId: `${someId}/1`, quantity: 1, left: 1 }] },
  requestRefund: { orderId: someId, ProductId: 'spoon', reason: 'It came with a crack in it.' },
  requestStockAlert: { productId: 'spoon', variationId: 'x', color: 'x', size: 'x', email: person.email },
  confirmStockAlert: { token },
  contact: { ...person, topic: 'order', orderId: someId, message: 'Is it fine in a dishwasher?', honeypot: '' },
  enquiry: { ...person, kind: 'wholesale', business: 'Shop', phone: '', message: 'Twenty mugs, please.', honeypot: '' },
  searchMiss: { text: 'blue teapot' },
  browserError: { message: 'TypeError: x is undefined', stack: 'at y (/assets/z.js:1:2)', path: '/cart' },
} as const satisfies { readonly [Each in WithPayload]: Payload<(typeof calls)[Each]> };

type DeskName = keyof typeof deskCalls;
type DeskWithPayload = { [Each in DeskName]: Payload<(typeof deskCalls)[Each]> extends undefined ? never : Each }[DeskName];

const seen = { id: someId, version: 2 };
const productFields = {
  sku: 'FL-1',
  name: 'Spoon',
  shortDescription: 'A spoon.',
  fullDescription: 'A spoon of olive wood.',
  basePrice: 4.5,
  discount: 10,
  resellerPrice: 1,
  deliveryCost: 2,
  makingDays: 1,
  categories: ['kitchen'],
  tags: ['gift'],
  material: 'wood',
  weight: '30 g',
  dimensions: '20 cm',
  care: 'Oil it.',
  madeIn: 'Leeds',
  optionLabel: 'Wrapping',
  new: true,
  personalised: true,
  featured: 1,
  images: [{ file: 'spoon.jpg', alt: 'A spoon', color: 'x' }],
  colors: [{ color: 'x', hex: '#aabbcc', image: '', sizes: [{ name: 'x' }] }],
  types: [{ id: 'x', name: 'x', basePrice: 5, netQuantity: '100 g', isCounted: true }],
};

/** The same for the calls of the desk. */
export const deskSamples = {
  confirmCode: { oneTimeCode: '123456' },
  startPacking: { orders: [seen] },
  exportOrders: { view: 'sent', q: 'Ada', from: '2025-09-01', to: '2025-09-30', courier: 'Royal Mail' },
  sendOrders: { parcels: [{ ...seen, replacement: null, courier: 'Royal Mail', tracking: 'RM1' }], isTrial: false },
  sendFromFile: { file: `order,tracking\n${someId},RM1`, courier: 'Royal Mail', isTrial: false },
  markDelivered: { version: 2 },
  changeParcels: { version: 2, add: { shippingMethod: 'Evri', trackId: 'EV2' } },
  addNote: { text: 'Wrap it well.' },
  deleteNote: { position: 0 },
  correctAddress: { version: 2, billingInfo: { ...aBuyer, streetAddress: '24 Mill Lane' } },
  sendMailAgain: { version: 1, kind: 'confirmation' },
  cancelOrder: { version: 2, reason: 'The glaze has cracks.' },
  settleOrder: { version: 2, how: 'bank transfer', isChecked: true },
  previewDecision: { version: 1, decision: { outcome: 'full', withoutReturn: true } },
  decideRefund: { version: 2, decision: { outcome: 'partial', amount: 1.5, withoutReturn: true } },
  recordPosted: { version: 2 },
  receiveReturn: { version: 2, restocked: 1 },
  answerMessage: { text: 'Yes, it is.', answersSeen: 0, answeredAt: null },
  createVoucher: { kind: 'percent', value: 10, code: 'NEW10', from: '2099-01-01', to: '2099-01-31', uses: 3, perPerson: 1 },
  changeCategories: { version: 'x', change: { what: 'add', name: 'Gifts', description: '' } },
  changeDelivery: { version: 'x', options: standardOnly },
  changeDetails: { version: 2, details: sampleShop.details },
  changeDays: { version: 2, days: sampleShop.days },
  changeLook: { version: 2, look: sampleShop.look },
  openShop: { version: 2 },
  publishAgain: { version: 2, number: 1 },
  changeSamples: { areShown: false },
  changeWord: { version: 2, namespace: 'home', key: 'hero.heading', text: null },
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
  setRole: { seen: 'customer', seenApplies: false, role: 'reseller' },
  secondFactorOff: { how: 'Called back, knew the last three orders.' },
  deletePerson: { email: person.email },
  setStaffRole: { email: person.email, role: 'support', seen: null },
  endStaff: { email: person.email },
  exportFigures: { from: '2025-09-01', to: '2025-09-30', by: 'week' },
  exportBooks: { from: '2025-09-01', to: '2025-09-30', by: 'day' },
  retryMail: {},
  refundUnmatched: { id: 'evt_1' },
  settleUnmatched: { id: 'evt_1', how: 'Paid back by bank transfer.' },
  createProduct: { id: 'spoon', fields: productFields },
  saveProduct: { revision: 2, fields: productFields },
  sellProduct: { revision: 2 },
  withdrawProduct: { revision: 2 },
  removeProduct: { revision: 2 },
  uploadPicture: {},
  countStock: { key: 'spoon', onShelf: 1, seen: { stock: 2, saleCount: 1, promised: 1 } },
} as const satisfies { readonly [Each in DeskWithPayload]: Payload<(typeof deskCalls)[Each]> };
