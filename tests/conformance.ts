/**
 * Every clause of the specification, in its order, with the test that proves it: `file › piece of a title in it`, the file below `tests/`
 * where it does not begin with `e2e/`. `npm test` fails when one of them names a test that there is not.
 */
const everyAddress = 'e2e/every-address.spec.ts › finds a titled page without a flaw';
const addressesAreThose = 'app/match-row.test.ts › are exactly those that were asked for';
const toasts = 'app/toasts.test.ts › %s is a %s: %s';
const callsToTheLetter = 'contract/endpoints.test.ts › to the letter';
const served = 'house/endpoints.test.ts › the API serves %s as the contract says';
const answersStrangers = 'house/endpoints.test.ts › and tells a stranger with %i what is missing';
const header = 'blocks/header.test.tsx';
const miniCart = 'blocks/mini-cart.test.tsx';
const orderStatus = 'screens/order-status.test.tsx';
const refund = 'screens/refund.test.tsx';
const partners = 'screens/partners.test.tsx';
const legal = 'screens/legal.test.tsx';
const chat = 'features/chat/chat-widget.test.tsx';
const cartSlice = 'features/cart/cart-slice.test.ts';
const language = 'shared/i18n/language.test.tsx';
const localeServer = 'shared/i18n/locale-server.test.tsx';
const account = 'server/http/account-routes.test.ts';

const routes = [
  '/',
  '/shop-grid-standard/:page?',
  '/shop-grid-filter',
  '/shop-grid-two-column',
  '/shop-grid-no-sidebar',
  '/shop-grid-full-width',
  '/shop-grid-right-sidebar',
  '/shop-list-standard',
  '/shop-list-full-width',
  '/shop-list-two-column',
  '/product/:id',
  '/product-tab-left/:id',
  '/product-tab-right/:id',
  '/product-sticky/:id',
  '/product-slider/:id',
  '/product-fixed-image/:id',
  '/blog-standard',
  '/blog-no-sidebar',
  '/blog-right-sidebar',
  '/blog-details-standard',
  '/about',
  '/contact',
  '/my-account',
  '/login-register',
  '/cart',
  '/wishlist',
  '/compare',
  '/checkout',
  '/checkout/:id/:itemQuantity',
  '/email-verification',
  '/order-confirm',
  '/order-status',
  '/refund',
  '/Terms-and-Conditions',
  '/privacy-policy',
  '/collabaration',
  '/reselling',
  '/franchise',
  '/wholesale',
];

type Proofs = string | readonly string[];

const clauses = {
  '1': {
    'visitors browse products': 'e2e/journeys/fill-a-cart.spec.ts › a shopper finds a rolling pin, fills a cart',
    'they keep a cart, a wishlist and a compare list': 'app/persistence.test.tsx › a shopper who comes back finds all of it',
    'they register or log in': 'e2e/journeys/join-and-return.spec.ts › a shopper registers, enters the code of the mail',
    'they check an order’s status and request a refund':
      'e2e/journeys/return-a-mug.spec.ts › follows it through four steps and asks for a refund',
    'they pay through an order and a payment session': 'e2e/journeys/buy-as-a-guest.spec.ts › declined once, then paid',
    'partner pages describe wholesale, reselling and franchise': `${partners} › the page about`,
    'a chat widget is on pages of the main layout, and hands over to a messaging app': [
      'features/chat/chat-button.test.tsx › opens the chat of this shop',
      'e2e/journeys/ask-by-chat.spec.ts › goes on in a new window of the messaging app',
    ],
    'only English is selectable': `${localeServer} › in the shop as it is built, nobody can ask for it`,
    'a currency selector lists GBP alone': [
      `${header} › lists pounds alone`,
      'features/currency/currency-slice.test.ts › only GBP is listed',
    ],
    'a support phone line is displayed': `${header} › has the support phone`,
    'signed in is who the profile call returns a user for': `${header} › is "My Account" when a user profile loads`,
    'the session cookie is sent with credentials':
      'e2e/journeys/two-origins.spec.ts › a shopper signs in, fills a cart, orders, pays and comes back',
  },
  '2.routes': {
    ...Object.fromEntries(routes.map((path) => [`the address ${path}`, [addressesAreThose, everyAddress]])),
    'any other path is the not-found screen': [
      'app/match-row.test.ts › is known to nobody',
      'e2e/every-address.spec.ts › is told so and shown a way on',
    ],
    'every path change scrolls to the top': [
      'app/layout.test.tsx › a new path starts at the top',
      'e2e/journeys/find-the-way.spec.ts › starts every page at the top',
    ],
    'a spinner shows while a screen loads': 'app/lazy-screen.test.tsx › behind its spinner',
    'screens load lazily': 'app/lazy-screen.test.tsx › a screen is fetched once, when it is first shown',
  },
  '2.header': {
    'the logo links home': `${header} › has the logo that links home`,
    'the menu has home, shop, about us, contact us and collaboration': `${header} › the five pages of the main menu`,
    '"My Account" when a profile loads': `${header} › is "My Account" when a user profile loads`,
    'else "Sign Up or Login"': `${header} › is "Sign Up or Login" for a visitor`,
    'nothing while the profile is loading': `${header} › is nothing while the profile is loading`,
    'a cart badge with the number of distinct lines': `${header} › counts distinct lines of the cart`,
    'the cart icon toggles the mini-cart on a desktop': 'e2e/journeys/fill-a-cart.spec.ts › a shopper finds a rolling pin',
    'and links to /cart on a phone': 'e2e/journeys/on-a-phone.spec.ts › is led to the cart by its icon, without a dropdown',
    'a truck "Check your order status" links to /order-status': `${header} › has a truck that leads to the order status`,
    'a mobile menu button opens an off-canvas menu': 'e2e/journeys/on-a-phone.spec.ts › a shopper opens the menu, stays in it with Tab',
    'the menu holds search, navigation with account and login, contact and social links': `${header} › holds the pages, my account, login and register`,
    'the header is sticky past its own position': [
      `${header} › sticks once the page is scrolled past its own position`,
      'e2e/journeys/find-the-way.spec.ts › keeps the header in view below its own place',
    ],
    'titles are "{title} | {titleTemplate}", by default the brand and "Product Page"': [
      'shared/page-title.test.tsx › is by default the brand name',
      'shared/page-title.test.tsx › {title} | {titleTemplate}',
      everyAddress,
    ],
  },
  '2.mini-cart': {
    'a line shows image, name with variation, "Qty: n", price after discount, colour and size': `${miniCart} › shows image, name with variation, quantity, unit price after discount`,
    'or "No image available"': `${miniCart} › says "No image available" where there is none`,
    'a remove button': `${miniCart} › removes a line, and says so`,
    'the total, "view cart" and "checkout"': `${miniCart} › shows the total and the ways to the cart and the checkout`,
    'empty: "No items added to cart"': `${miniCart} › empty, says "No items added to cart"`,
  },
  '2.footer': {
    'page, social and legal links, Copyright 2025, phones, e-mail, postal address': `${header} › has pages, social links, legal links, copyright, phones, e-mail and a postal address`,
    'a scroll-to-top button after more than 300 px': [
      'app/layout.test.tsx › the way back up appears after more than 300 px',
      'e2e/journeys/find-the-way.spec.ts › a shopper more than 300 px down has a way back up',
    ],
  },
  '2.order-status': {
    'no login is needed': 'e2e/journeys/return-a-mug.spec.ts › a guest buys a mug, finds the number in the mail',
    'one required field, Order ID, with its hint': `${orderStatus} › asks for the order id, and says where to find it`,
    'Loading... while it looks up': `${orderStatus} › is waited for with Loading...`,
    'or an error line': `${orderStatus} › may be the server’s own sentence`,
    'or the Order Summary card': `${orderStatus} › takes the focus and holds the billing information and the order id`,
    'the four-step tracker': `${orderStatus} › at %s lights %j`,
    'billing information and the order id': `${orderStatus} › holds the billing information and the order id`,
    'at Dispatch the method and the tracking number': [
      `${orderStatus} › at Dispatch says how it is sent`,
      `${orderStatus} › at Dispatch without a tracking number says nothing of one`,
    ],
    'items with the order’s overall total, 2 decimals, in pounds': `${orderStatus} › shows the total of the whole order, in pounds and with 2 decimals`,
  },
  '2.refund': {
    'no login is needed; a policy card': `${refund} › shows the windows of the policy`,
    'the search button reads Searching...': `${refund} › says Searching... while it is busy`,
    'order details with a dollar sign and 2 decimals': `${refund} › with 2 decimals and a dollar sign`,
    'a dropdown of the order’s products': `${refund} › offers the products of the order, each once`,
    'a reason, images only and several, the submit button': `${refund} › tells the limits of pictures first`,
    'banner: green, red or warning by its first sign': 'features/refunds/banner-tone.test.ts › of "%s" is that of %s',
  },
  '2.partners': {
    'the landing’s hero "Welcome To Commercial Arm", Why Choose Us': `${partners} › has a hero titled "Welcome To Commercial Arm"`,
    'three cards with Details': `${partners} › has a card %s with Details`,
    'reselling: explanation, nine benefits, four strategies': `${partners} › explains itself, with nine benefits and the four strategies`,
    'reselling: levels': `${partners} › shows the seller levels: thresholds with a dollar sign`,
    'reselling: rules': `${partners} › shows the rules`,
    'reselling: Register leads to /login-register': `${partners} › has a Register button to registering`,
    'franchise with seven benefits, wholesale with six': `${partners} › explains itself and has \${count} benefits`,
    'their Register buttons': `${partners} › has a Register button, by keyboard too`,
  },
  '2.legal': {
    'Terms cover their ten subjects': `${legal} › cover all ten subjects`,
    'the privacy policy covers its seven': `${legal} › covers all seven subjects`,
  },
  '2.chat': {
    'a typing indicator, then the greeting with account name, body and time': `${chat} › sees that a greeting is being typed, and then the greeting`,
    'the welcome "Hi! How can we help you?", the status "Online"': [
      `${chat} › sees who is there, and that they are online`,
      'e2e/journeys/ask-by-chat.spec.ts › sees it typing and hears the greeting',
    ],
    'one input with a placeholder, and send': `${chat} › can type at once`,
    'a sound only where it is enabled': [
      `${chat} › is not to be heard unless it is enabled`,
      `${chat} › is to be heard once, with the greeting`,
    ],
    'closes by a press outside and by Escape': [
      `${chat} › by Escape, and is back at its button`,
      `${chat} › by a press outside, and is back at its button`,
    ],
  },
  '3': {
    'product: all fields of the specification': 'contract/product.test.ts › that has only the required fields fills the shop',
    'product: mainImage from the API host, backslashes turned': 'contract/picture.test.ts › a shopper’s browser asks for %s as %s',
    'product: category and tag, one or many': 'contract/product.test.ts › %s may be one value or a list',
    'product: variations with colours and sizes': 'contract/product.test.ts › has colours with or without a swatch, a picture and sizes',
    'cart item: quantity, cartItemId, deliveryCost, totalDeliveryCost':
      'contract/cart-line.test.ts › holds the product’s fields beside quantity',
    'cart item: the chosen variation, colour and size': 'contract/cart-line.test.ts › the chosen variation, colour and size are kept',
    'wishlist item: by _id': 'features/wishlist/wishlist-slice.test.ts › is ignored, by its _id',
    'compare item: by id': 'features/compare/compare-slice.test.ts › compares products by their id',
    'currency state: symbol, name, rate': 'features/currency/currency-slice.test.ts › choosing %s shows %s at rate 1',
    'list state: products, status, error': 'features/catalogue/catalogue-slice.test.ts › goes from idle through loading to succeeded',
    'profile: a user with a role': 'contract/account.test.ts › an answer that holds only the role',
    'order as read': [
      'contract/order.test.ts › an order of another API that knows only the required fields is one too',
      'server/domain/orders.test.ts › has every line at the price of the day',
    ],
    'refund request: orderId, ProductId, reason, images': [
      'contract/refund.test.ts › is an order, a product and a reason',
      'server/http/refund-routes.test.ts › takes a request with two pictures',
    ],
    'seller levels Basic, Silver, Gold, Platinum': 'contract/reseller.test.ts › the levels are Basic, Silver, Gold and Platinum',
    'chat settings: phone, name, body, time, placeholder, sound, callback': [
      `${chat} › sees that a greeting is being typed`,
      `${chat} › is told on to the callback`,
    ],
    'key flone, version 1.1; never the product slice nor the caches':
      'app/persistence.test.tsx › are kept under persist:flone, version 1.1, and nothing else',
  },
  '4.product-list': {
    'idle, loading, then succeeded or failed; the message is kept': [
      'features/catalogue/catalogue-slice.test.ts › goes from idle through loading to succeeded',
      'features/catalogue/catalogue-slice.test.ts › a failure is kept %s',
    ],
  },
  '4.cart': {
    'add needs _id': `${cartSlice} › what has no _id is no product`,
    'the same product raises its quantity': `${cartSlice} › the same product again raises its quantity`,
    'the same variation too; another is another line': [
      `${cartSlice} › is the same line, with the newest copy`,
      `${cartSlice} › of the same product is another line`,
    ],
    'decrease at 1 removes, else one less': [`${cartSlice} › one less of one removes the line`, `${cartSlice} › one less is one less`],
    'delete and delete-all': `${cartSlice} › delete removes that line, delete-all every line`,
  },
  '4.wishlist': {
    'add (ignored if present), delete, delete all': [
      'features/wishlist/wishlist-slice.test.ts › a product that is there already is ignored',
      'features/wishlist/wishlist-slice.test.ts › takes one off, and clears the list',
    ],
  },
  '4.compare': { 'add, delete': 'features/compare/compare-slice.test.ts › and takes one out' },
  '4.currency': {
    'USD $, EUR €, GBP £, all at rate 1': 'features/currency/currency-slice.test.ts › choosing %s shows %s at rate 1',
    'GBP by default': 'features/currency/currency-slice.test.ts › a shopper starts with pounds',
  },
  '4.tracker': {
    'the recognised values and the active steps': 'contract/order-tracker.test.ts › at "%s" these steps are active',
    'by that rule for any status': 'contract/order-tracker.test.ts › is by the rule of each step, for any status',
  },
  '4.refund': {
    'an empty id warns': `${refund} › warns and asks nothing`,
    'after a success reason, files and product are cleared; the order stays': `${refund} › after a success is cleared, while the order stays`,
    'a failed search clears the order': `${refund} › clears the order and says so with %s`,
    'outcomes: full, partial, exchange': 'server/domain/refunds.test.ts › which is noted with its time and mailed',
    'paid only for goods received and inspected, to the original method': [
      `${legal} › pay only for goods that came back and were inspected`,
      'server/domain/paybacks.test.ts › is paid back at Stripe',
    ],
  },
  '4.levels': {
    'a level applies once its threshold is reached': 'contract/reseller.test.ts › a level applies only once its threshold is reached',
    'the page writes amounts with a dollar sign': `${partners} › thresholds with a dollar sign`,
  },
  '4.startup': {
    'language, one initial action, root view': [
      'screens/home.test.tsx › asks for products, profile and categories once each',
      'house/first-views.test.ts › is the same string twice',
    ],
  },
  '5.cart': {
    'no _id: "Invalid product data"': [
      `${cartSlice} › what has no _id is no product`,
      'screens/shop.test.tsx › refuses what has no _id: Invalid product data',
    ],
    'available = stock − saleCount': 'contract/stock.test.ts › stock minus what has been sold',
    'more than available: "Maximum limit reached"': [
      `${cartSlice} › is refused and changes nothing`,
      'screens/shop.test.tsx › refuses more than there are: Maximum limit reached',
    ],
    'the default quantity is 1': `${cartSlice} › one piece when no number is said`,
    'deliveryCost is a number, by default 0': 'contract/product.test.ts › a delivery cost sent as %j is %d pounds',
    'totalDeliveryCost = deliveryCost × quantity': [
      'contract/money.test.ts › a shopper who takes three at £3.95 delivery pays £11.85',
      `${cartSlice} › is counted in pence`,
    ],
  },
  '5.wishlist': {
    'a duplicate: "Product already in wishlist"': [toasts, 'features/wishlist/wishlist-slice.test.ts › is ignored, by its _id'],
  },
  '5.order-status': { 'the order id is required': `${orderStatus} › does not ask the API without an id` },
  '5.refund': {
    'the trimmed id must not be empty': `${refund} › without an id (%j) warns and asks nothing`,
    'product and reason are both needed': `${refund} › with %s warns, sends nothing and clears nothing`,
    'images: optional, images only, several': [
      'server/http/refund-routes.test.ts › takes a request without pictures',
      'server/http/refund-routes.test.ts › says 415 to %s called %s',
    ],
  },
  '5.chat': {
    'the default submission is prevented': `${chat} › does not leave the page`,
    'an empty input does nothing': [
      `${chat} › of nothing but “%s” is not heard`,
      'e2e/journeys/ask-by-chat.spec.ts › a shopper who sends nothing, or only spaces',
    ],
  },
  '6.reseller': {
    'base price minus resellerPrice, before discount': [
      'contract/pricing.test.ts › a reseller pays the base price minus the reseller price',
      'contract/pricing.test.ts › the reseller price comes off before the discount',
    ],
    'in the mini-cart': `${miniCart} › where £89 less £14 less 15 % is £63.75`,
    'order status and refund need no login': 'e2e/journeys/return-a-mug.spec.ts › a guest buys a mug',
  },
  '7': {
    'POST /user/register': [callsToTheLetter, `${account} › sends a code and a link, and the code opens the account`],
    'POST /user/login': [callsToTheLetter, `${account} › sets a cookie that no script can read`],
    'POST /user/logout': [callsToTheLetter, `${account} › ends the session on the server`],
    'POST /user/verify-email': [callsToTheLetter, `${account} › is good for ten minutes`],
    'GET /user/getUserProfile': [callsToTheLetter, served],
    'PUT /user/update/{userId}': [callsToTheLetter, `${account} › changes what was sent and nothing else`],
    'GET /productVariation/getVariations': [callsToTheLetter, served],
    'GET /colorVariation/getColorVariationsByProduct/{productId}': [callsToTheLetter, served],
    'POST /order/orders': [callsToTheLetter, 'server/http/order-routes.test.ts › answers 201 with the order'],
    'POST /order/payment': [
      callsToTheLetter,
      'server/http/payment-routes.test.ts › answers an address, and the same one when it is asked again',
    ],
    'GET /sales/getCategories': [callsToTheLetter, served],
    'GET /order/getoneorder/{id}': [
      callsToTheLetter,
      'server/http/order-routes.test.ts › shows it before it is paid, to whoever has the id',
    ],
    'GET /client/products': [callsToTheLetter, served],
    'GET /refund/getrefundorders/{orderId}': [
      callsToTheLetter,
      'server/http/refund-routes.test.ts › answers the order, kept by nobody on the way',
    ],
    'POST /refund/requestrefund': [callsToTheLetter, 'server/http/refund-routes.test.ts › takes a request with two pictures'],
    'every call is served': ['house/endpoints.test.ts › every call of the contract is looked at here', answersStrangers],
    'the status look-up waits for the form and reads the order': `${orderStatus} › is asked of the API by the trimmed id`,
    'words are at /locales/{lng}/{ns}.json; missing keys are not saved': [
      `${localeServer} › and then the words are there`,
      `${language} › the constants`,
    ],
    'requests have no time-out; XSRF-TOKEN and X-XSRF-TOKEN': [
      'shared/api/client.test.tsx › has no time-out',
      'shared/api/client.test.tsx › repeats the cookie XSRF-TOKEN',
      `${account} › needs the call token`,
    ],
    'success is 200 to 299': `${refund} › takes any answer of 200 to 299 for a success`,
    'query data is kept 60 seconds': 'shared/api/client.test.tsx › is kept for 60 seconds',
  },
  '7.chat': {
    'a new window on the send URL with phone and text': [
      `features/chat/messaging-link.test.ts › with the number and the text as query parameters`,
      `${chat} › gets the messaging app in a new window that knows nothing of the shop`,
    ],
    'then the callback with event and text, then the input is cleared': `${chat} › is told on to the callback, with the submission and the text`,
  },
  '8': {
    'Added To Cart': toasts,
    'Added To wishlist': toasts,
    'Added To compare': toasts,
    'Maximum limit reached': toasts,
    'Item Decremented From Cart': toasts,
    'Removed From Cart': toasts,
    'Removed From Wishlist': toasts,
    'Removed From Compare': toasts,
    'Invalid product data': toasts,
    'Product already in wishlist': toasts,
    'Error: + the server’s message, or Unable to fetch order data.': [
      `${orderStatus} › may be the server’s own sentence`,
      `${orderStatus} › may be %s`,
    ],
    '✅ Order found successfully.': `${refund} › finds the order`,
    '❌ Order not found or pending.': `${refund} › clears the order and says so with %s`,
    '✅ Refund request submitted successfully!': `${refund} › after a success is cleared`,
    '❌ Failed to submit refund request.': `${refund} › after %s says so and keeps everything`,
    '⚠️ Please enter an order ID.': `${refund} › warns and asks nothing`,
    '⚠️ Please select a product and provide a reason.': `${refund} › warns, sends nothing and clears nothing`,
    'ChunkLoadError with type and URL': 'app/lazy-screen.test.tsx › is a ChunkLoadError with the address that was asked for',
    'Unexpected Application Error!': 'app/error-screen.test.tsx › the shopper reads "Unexpected Application Error!"',
    'toasts at the bottom-left, 3 seconds': [
      'app/layout.test.tsx › hide after 3 seconds',
      'e2e/journeys/fill-a-cart.spec.ts › a shopper finds a rolling pin',
    ],
    'words: again on 5xx and network failure': `${language} › after %s: again after 350 ms`,
    'words: not again on 4xx or a parse failure': [
      `${language} › never again after %s`,
      `${localeServer} › never asked again, and the other words stand`,
    ],
  },
  '9.currency': {
    'GBP, £, rate 1; USD and EUR at 1': 'features/currency/currency-slice.test.ts › whatever a browser kept, the rate is 1',
    'prices times the rate, rounded to 2 decimals': 'contract/money.test.ts › is multiplied and rounded to two decimals',
    'less the discount': 'contract/money.test.ts › a shopper pays for %d pence less %d percent',
    '0 or none is no discount': [
      'contract/money.test.ts › a discount of 0 leaves the shopper the whole price',
      'contract/pricing.test.ts › a product without the field discount',
    ],
  },
  '9.interface': {
    'scroll-to-top at 300 px': 'e2e/journeys/find-the-way.spec.ts › a shopper more than 300 px down has a way back up',
    'the chat’s time has a margin of 5 pixels': 'e2e/journeys/ask-by-chat.spec.ts › 5 pixels from its account',
  },
  '9.timing': {
    'a chunk may take 120 seconds': 'app/lazy-screen.test.tsx › a screen may take 120 seconds and not a moment longer',
    'persistence gives up after 5000 ms': 'app/persistence.test.tsx › a store that does not answer is given up after 5000 ms',
  },
  '9.language': {
    'English is the fallback': `${language} › which is not offered: English`,
    'the order of detection': `${language} › the sources are asked in order: query, cookie, local storage`,
    'cached in local storage under i18nextLng': `${language} › what was detected is kept in local storage under i18nextLng`,
    'up to 10 parallel reads': `${language} › at most ten files at a time`,
    'up to 5 retries, 350 ms, doubled': [
      `${language} › again after 350 ms, doubled each time, five times`,
      `${localeServer} › given up after five retries`,
    ],
    'debug logging is on': `${localeServer} › what the language layer says`,
    'values are not escaped': `${language} › values are not escaped`,
    'right-to-left languages are recognised': `${localeServer} › languages that are written from the right`,
  },
  '9.refund': {
    '7, 10 and 14 days': [`${refund} › shows the windows of the policy`, `${legal} › name the windows that the shop counts by`],
    'resellers: 3 days': `${partners} › buyer issues must be reported within 3 days of delivery`,
  },
  '9.levels': {
    'thresholds 500, 1000, 2000; commissions 0, 5, 10, 15 percent':
      'contract/reseller.test.ts › from 0, 500, 1000 and 2000, with 0, 5, 10 and 15 percent',
  },
  '9.totals': {
    'pounds on the status page': `${orderStatus} › in pounds and with 2 decimals`,
    'dollars on the refund page': `${refund} › with 2 decimals and a dollar sign`,
  },
} as const satisfies Record<string, Record<string, Proofs>>;

/** A clause of the specification: its section, what it says, and where its proofs stand. */
export type Clause = { readonly section: string; readonly says: string; readonly proofs: readonly string[] };

const rowsOf = (section: string, rows: Readonly<Record<string, Proofs>>): Clause[] =>
  Object.entries(rows).map(([says, proofs]) => ({ section, says, proofs: typeof proofs === 'string' ? [proofs] : proofs }));

/** Every clause, one by one. */
export const conformance: readonly Clause[] = Object.entries(clauses).flatMap(([section, rows]) => rowsOf(section, rows));
