/** `support` may do what the seller may, but for money, goods, vouchers, people, staff and exports. */
export const staffRoles = ['support', 'seller'] as const;

export type StaffRole = (typeof staffRoles)[number];

type DeskEndpoint = { readonly method: 'GET' | 'POST'; readonly path: string; readonly who: StaffRole; readonly isFresh?: true };

/** Where the desk is: its pages, and below it its calls. */
export const deskPath = '/desk';
export const deskApiPath = '/desk/api/';

/** Its lists; one order, refund request or message is below its list, by id or reference. */
export const deskPages = {
  orders: '/desk/orders',
  refunds: '/desk/refunds',
  messages: '/desk/messages',
  products: '/desk/products',
} as const;

/** The page of one refund request or message. */
export const deskPageOf = (list: 'refunds' | 'messages', reference: string): string =>
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
  receiveReturn: { method: 'POST', path: '/desk/api/refunds/:reference/receive', who: 'support' },
  messages: { method: 'GET', path: '/desk/api/messages', who: 'support' },
  message: { method: 'GET', path: '/desk/api/messages/:reference', who: 'support' },
  answerMessage: { method: 'POST', path: '/desk/api/messages/:reference/answer', who: 'support' },
  markAnswered: { method: 'POST', path: '/desk/api/messages/:reference/answered', who: 'support' },
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
