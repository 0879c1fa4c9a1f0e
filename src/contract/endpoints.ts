/**
 * The calls that the shop makes and the API serves; `:name` stands for a value in the path. What else the server knows of each is in
 * `server/http/calls.ts`, which browsers must not load.
 *
 * `products` is the list of all products, as an array, without the fields that are details. By query it is
 * - `?form=list`: the number of products and, unless they are too many for a browser, the same list, `productCatalogue`;
 * - `?page=…` with a choice (`writeListingQuery`): one page with counts, `listing`;
 * - `?ids=a,b`: those products as lists carry them, as an array; unknown ids are left out.
 * `product` (extension) is one product with every field. An API that knows none of these queries answers each with its whole list
 * and has no `product`: the shop works with that as well.
 *
 * All calls are extensions but `products`, `categories`, `variations`, `colorVariations`, `profile`, `register`, `login`, `logout`,
 * `verifyEmail`, `updateUser`, `placeOrder`, `payOrder`, `order`, `refundOrder` and `requestRefund`.
 * `placeOrder` is sent with the header Idempotency-Key (`orderKey`): the same key gives the same order.
 */
export const endpoints = {
  products: { method: 'GET', path: '/client/products' },
  product: { method: 'GET', path: '/client/products/:productId' },
  reviews: { method: 'GET', path: '/client/products/:productId/reviews' },
  reviewPicture: { method: 'GET', path: '/client/reviews/pictures/:file' },
  reportReview: { method: 'POST', path: '/client/reviews/report' },
  categories: { method: 'GET', path: '/sales/getCategories' },
  paymentMethods: { method: 'GET', path: '/sales/paymentMethods' },
  deliveryOptions: { method: 'GET', path: '/sales/deliveryOptions' },
  variations: { method: 'GET', path: '/productVariation/getVariations' },
  colorVariations: { method: 'GET', path: '/colorVariation/getColorVariationsByProduct/:productId' },
  profile: { method: 'GET', path: '/user/getUserProfile' },
  register: { method: 'POST', path: '/user/register' },
  login: { method: 'POST', path: '/user/login' },
  logout: { method: 'POST', path: '/user/logout' },
  verifyEmail: { method: 'POST', path: '/user/verify-email' },
  resendCode: { method: 'POST', path: '/user/resend-code' },
  forgotPassword: { method: 'POST', path: '/user/forgot-password' },
  resetPassword: { method: 'POST', path: '/user/reset-password' },
  updateUser: { method: 'PUT', path: '/user/update/:userId' },
  changeEmail: { method: 'POST', path: '/user/email' },
  confirmEmailChange: { method: 'POST', path: '/user/email/confirm' },
  stopEmailChange: { method: 'POST', path: '/user/email/stop' },
  sessions: { method: 'GET', path: '/user/sessions' },
  endSessions: { method: 'POST', path: '/user/end-sessions' },
  exportUser: { method: 'POST', path: '/user/export' },
  secondFactor: { method: 'GET', path: '/user/second-factor' },
  startSecondFactor: { method: 'POST', path: '/user/second-factor' },
  confirmSecondFactor: { method: 'POST', path: '/user/second-factor/confirm' },
  endSecondFactor: { method: 'POST', path: '/user/second-factor/end' },
  renewRecoveryCodes: { method: 'POST', path: '/user/second-factor/codes' },
  deleteUser: { method: 'POST', path: '/user/delete' },
  saveLists: { method: 'POST', path: '/user/lists' },
  wishlistLink: { method: 'GET', path: '/user/wishlist-link' },
  shareWishlist: { method: 'POST', path: '/user/wishlist-link' },
  withdrawWishlist: { method: 'POST', path: '/user/wishlist-link/end' },
  sharedWishlist: { method: 'GET', path: '/client/wishlists/:token' },
  placeOrder: { method: 'POST', path: '/order/orders' },
  checkVoucher: { method: 'POST', path: '/order/voucher' },
  payOrder: { method: 'POST', path: '/order/payment' },
  paymentWebhook: { method: 'POST', path: '/order/payment/webhook' },
  cancelOrder: { method: 'POST', path: '/order/cancel' },
  mailCancellationLink: { method: 'POST', path: '/order/cancel-link' },
  myOrders: { method: 'GET', path: '/order/mine' },
  order: { method: 'GET', path: '/order/getoneorder/:orderId' },
  openReview: { method: 'POST', path: '/order/review/open' },
  writeReview: { method: 'POST', path: '/order/review' },
  stopReviewMails: { method: 'POST', path: '/order/review/stop' },
  endReviewMails: { method: 'POST', path: '/order/review/stop/:token' },
  refundOrder: { method: 'GET', path: '/refund/getrefundorders/:orderId' },
  requestRefund: { method: 'POST', path: '/refund/requestrefund' },
  declareCancellation: { method: 'POST', path: '/refund/cancellation' },
  requestStockAlert: { method: 'POST', path: '/client/stock-alerts' },
  confirmStockAlert: { method: 'POST', path: '/client/stock-alerts/confirm' },
  endStockAlerts: { method: 'POST', path: '/client/stock-alerts/end/:token' },
  contact: { method: 'POST', path: '/client/contact' },
  enquiry: { method: 'POST', path: '/client/enquiry' },
  browserError: { method: 'POST', path: '/client/errors' },
} as const;

/** First path segments that belong to the API: an unknown URL below them is a 404 and never the shop's document. */
export const apiFolders = ['client', 'sales', 'productVariation', 'colorVariation', 'user', 'order', 'refund', 'pictures'] as const;

/** Is this the API's URL? `/refund` and `/refund/` are a screen of the shop, `/refund/…` is not. */
export const isApiPath = (path: string): boolean =>
  apiFolders.some((folder) => path.startsWith(`/${folder}/`) && path.length > folder.length + 2);

/** An endpoint's path with its values filled in and escaped. */
export const endpointPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** Cuts an order id for a path: a longer text would be refused as a URL that is too long, not as an unknown order. */
export const limitOrderId = (text: string): string => text.slice(0, 200);
