/** `support` may do what the seller may, but for money, goods, vouchers, people, staff and exports. */
export const staffRoles = ['support', 'seller'] as const;

export type StaffRole = (typeof staffRoles)[number];

type DeskEndpoint = { readonly method: 'GET' | 'POST'; readonly path: string; readonly who: StaffRole; readonly isFresh?: true };

/** Where the desk is: its pages, and below it its calls. */
export const deskPath = '/desk';
export const deskApiPath = '/desk/api/';

/** Its lists; one order, refund request, message, review or voucher is below its list, by id, reference or code. */
/** Its lists; one order, refund request or message is below its list, by id or reference. */
export const deskPages = {
  orders: '/desk/orders',
  refunds: '/desk/refunds',
  messages: '/desk/messages',
  reviews: '/desk/reviews',
  vouchers: '/desk/vouchers',
  products: '/desk/products',
  importing: '/desk/products/import',
  categories: '/desk/products/categories',
  searchWords: '/desk/products/search-words',
  people: '/desk/people',
  figures: '/desk/figures',
  settings: '/desk/settings',
  delivery: '/desk/settings/delivery',
} as const;

/** The page of one refund request, message, review or voucher. */
export const deskPageOf = (list: 'refunds' | 'messages' | 'reviews' | 'vouchers', reference: string): string =>
  `${deskPages[list]}/${encodeURIComponent(reference)}`;

/**
 * The calls of the desk; `who` is the least role that may. `isFresh`: only with a code of the second factor that was given within
 * `freshCodeMinutes`, else the answer is 403 with the code `freshCode`. Kept apart from `endpoints`, which shoppers download.
 */
export const deskEndpoints = {
  staffProfile: { method: 'GET', path: '/desk/api/me', who: 'support' },
  confirmCode: { method: 'POST', path: '/desk/api/code', who: 'support' },
  today: { method: 'GET', path: '/desk/api/today', who: 'support' },
  orders: { method: 'GET', path: '/desk/api/orders', who: 'support' },
  order: { method: 'GET', path: '/desk/api/orders/:orderId', who: 'support' },
  printedOrders: { method: 'GET', path: '/desk/api/parcels', who: 'support' },
  startPacking: { method: 'POST', path: '/desk/api/orders/packing', who: 'support' },
  sendOrders: { method: 'POST', path: '/desk/api/orders/send', who: 'support' },
  sendFromFile: { method: 'POST', path: '/desk/api/orders/send-file', who: 'support' },
  markDelivered: { method: 'POST', path: '/desk/api/orders/:orderId/delivered', who: 'support' },
  addNote: { method: 'POST', path: '/desk/api/orders/:orderId/notes', who: 'support' },
  deleteNote: { method: 'POST', path: '/desk/api/orders/:orderId/notes/delete', who: 'support' },
  correctAddress: { method: 'POST', path: '/desk/api/orders/:orderId/address', who: 'support' },
  sendMailAgain: { method: 'POST', path: '/desk/api/orders/:orderId/mail', who: 'support' },
  cancelOrder: { method: 'POST', path: '/desk/api/orders/:orderId/cancel', who: 'seller', isFresh: true },
  settleOrder: { method: 'POST', path: '/desk/api/orders/:orderId/settle', who: 'seller', isFresh: true },
  refunds: { method: 'GET', path: '/desk/api/refunds', who: 'support' },
  refund: { method: 'GET', path: '/desk/api/refunds/:reference', who: 'support' },
  refundPicture: { method: 'GET', path: '/desk/api/refunds/:reference/pictures/:file', who: 'support' },
  previewDecision: { method: 'POST', path: '/desk/api/refunds/:reference/preview', who: 'support' },
  decideRefund: { method: 'POST', path: '/desk/api/refunds/:reference/decide', who: 'seller', isFresh: true },
  recordPosted: { method: 'POST', path: '/desk/api/refunds/:reference/posted', who: 'support' },
  receiveReturn: { method: 'POST', path: '/desk/api/refunds/:reference/receive', who: 'support' },
  messages: { method: 'GET', path: '/desk/api/messages', who: 'support' },
  message: { method: 'GET', path: '/desk/api/messages/:reference', who: 'support' },
  answerMessage: { method: 'POST', path: '/desk/api/messages/:reference/answer', who: 'support' },
  markAnswered: { method: 'POST', path: '/desk/api/messages/:reference/answered', who: 'support' },
  reviews: { method: 'GET', path: '/desk/api/reviews', who: 'support' },
  review: { method: 'GET', path: '/desk/api/reviews/:reference', who: 'support' },
  reviewPicture: { method: 'GET', path: '/desk/api/reviews/:reference/pictures/:file', who: 'support' },
  vouchers: { method: 'GET', path: '/desk/api/vouchers', who: 'seller' },
  voucher: { method: 'GET', path: '/desk/api/vouchers/:code', who: 'seller' },
  createVoucher: { method: 'POST', path: '/desk/api/vouchers', who: 'seller' },
  endVoucher: { method: 'POST', path: '/desk/api/vouchers/:code/end', who: 'seller' },
  voucherGoods: { method: 'GET', path: '/desk/api/voucher-goods', who: 'seller' },
  categories: { method: 'GET', path: '/desk/api/categories', who: 'seller' },
  changeCategories: { method: 'POST', path: '/desk/api/categories', who: 'seller' },
  synonyms: { method: 'GET', path: '/desk/api/synonyms', who: 'seller' },
  changeSynonyms: { method: 'POST', path: '/desk/api/synonyms', who: 'seller' },
  importCatalogue: { method: 'POST', path: '/desk/api/catalogue/import', who: 'seller' },
  exportCatalogue: { method: 'POST', path: '/desk/api/catalogue/export', who: 'seller', isFresh: true },
  changeReview: { method: 'POST', path: '/desk/api/reviews/:reference/change', who: 'support' },
  people: { method: 'GET', path: '/desk/api/people', who: 'seller' },
  person: { method: 'GET', path: '/desk/api/people/:personId', who: 'seller' },
  setRole: { method: 'POST', path: '/desk/api/people/:personId/role', who: 'seller', isFresh: true },
  signOutPerson: { method: 'POST', path: '/desk/api/people/:personId/sign-out', who: 'seller', isFresh: true },
  secondFactorOff: { method: 'POST', path: '/desk/api/people/:personId/second-factor-off', who: 'seller', isFresh: true },
  exportPerson: { method: 'POST', path: '/desk/api/people/:personId/export', who: 'seller', isFresh: true },
  deletePerson: { method: 'POST', path: '/desk/api/people/:personId/delete', who: 'seller', isFresh: true },
  staff: { method: 'GET', path: '/desk/api/staff', who: 'seller' },
  setStaffRole: { method: 'POST', path: '/desk/api/staff', who: 'seller', isFresh: true },
  endStaff: { method: 'POST', path: '/desk/api/staff/end', who: 'seller', isFresh: true },
  figures: { method: 'GET', path: '/desk/api/figures', who: 'seller' },
  exportFigures: { method: 'POST', path: '/desk/api/figures/export', who: 'seller', isFresh: true },
  exportBooks: { method: 'POST', path: '/desk/api/books', who: 'seller', isFresh: true },
  settings: { method: 'GET', path: '/desk/api/settings', who: 'seller' },
  delivery: { method: 'GET', path: '/desk/api/delivery', who: 'seller' },
  changeDelivery: { method: 'POST', path: '/desk/api/delivery', who: 'seller' },
  retryMail: { method: 'POST', path: '/desk/api/mails/retry', who: 'seller' },
  retryJobs: { method: 'POST', path: '/desk/api/jobs/retry', who: 'seller' },
  refundUnmatched: { method: 'POST', path: '/desk/api/unmatched/refund', who: 'seller', isFresh: true },
  settleUnmatched: { method: 'POST', path: '/desk/api/unmatched/settle', who: 'seller', isFresh: true },
  staffEvents: { method: 'GET', path: '/desk/api/staff-events', who: 'seller' },
  products: { method: 'GET', path: '/desk/api/products', who: 'support' },
  product: { method: 'GET', path: '/desk/api/products/:productId', who: 'support' },
  createProduct: { method: 'POST', path: '/desk/api/products', who: 'seller' },
  saveProduct: { method: 'POST', path: '/desk/api/products/:productId/save', who: 'seller' },
  sellProduct: { method: 'POST', path: '/desk/api/products/:productId/sell', who: 'seller' },
  withdrawProduct: { method: 'POST', path: '/desk/api/products/:productId/withdraw', who: 'seller' },
  removeProduct: { method: 'POST', path: '/desk/api/products/:productId/remove', who: 'seller' },
  uploadPicture: { method: 'POST', path: '/desk/api/pictures', who: 'seller' },
  countStock: { method: 'POST', path: '/desk/api/stock', who: 'support' },
} as const satisfies Readonly<Record<string, DeskEndpoint>>;

/** How long a code of the second factor counts as fresh. */
export const freshCodeMinutes = 60;
