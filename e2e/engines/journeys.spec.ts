import { expect } from '@playwright/test';
import { addAccount } from '#e2e/shop-database.ts';
import { checkoutDetails, demoAccounts, runSellerCommand, waitForMail } from '#e2e/shopping.ts';
import { test } from './fixtures.ts';
import { byLabel, byRole, bySelector, byText, type Query, type Shopper } from './shopper.ts';

const list = '/shop-grid-standard';
const header = byRole('banner');
const main = byRole('main');

const title = (text: string): Query => byRole('heading', text, main);
const products = byRole('article', undefined, main);
const names = byRole('heading', undefined, products);
const cartButton = (count: string): Query => byRole('button', `Cart, ${count}`);
const toast = (text: string | RegExp): Query => byText(text, byRole('status', 'Messages'));
const terms = byRole('checkbox', /I agree to the terms and conditions/);
const payButton = byRole('button', /^Pay £[\d.]+ now$/);
const alreadyPaid = title('You have already paid for this order');
/** The stored state; poll it, because persistence is throttled. */
const storedState = "localStorage.getItem('persist:flone') ?? ''";

const addToCart = async (shopper: Shopper, product: string): Promise<void> => {
  await shopper.open(`/product/${product}`);
  await shopper.click(byRole('button', 'Add to cart', main));
  await shopper.expectPresent(toast(/Added To Cart/));
  await expect.poll(() => shopper.evaluate(storedState)).toContain(product);
};

const fillCheckout = async (shopper: Shopper): Promise<void> => {
  for (const [name, text] of checkoutDetails) await shopper.fill(byRole('textbox', name), text);
  await shopper.click(terms);
};

const currentUrl = async (shopper: Shopper): Promise<string> => String(await shopper.evaluate('location.pathname + location.search'));

/** Pays on the test payment page; returns the URL of the confirmation. */
const completeTestPayment = async (shopper: Shopper): Promise<string> => {
  await shopper.expectUrl(/^\/order\/pay\//);
  await shopper.click(byRole('button', 'Pay'));
  await shopper.expectUrl(/^\/order-confirm\?/);
  await shopper.expectPresent(title('Thank you, Ada'));
  return currentUrl(shopper);
};

/** Fills in the checkout and pays; returns the URL of the confirmation. */
const pay = async (shopper: Shopper): Promise<string> => {
  await fillCheckout(shopper);
  await shopper.click(payButton);
  return completeTestPayment(shopper);
};

/** Buys one unit of a product; returns the id of the order. */
const buyNow = async (shopper: Shopper, product: string): Promise<string> => {
  await shopper.open(`/checkout/${product}/1`);
  await pay(shopper);
  const [number] = await shopper.texts(byText(/^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/));
  return number ?? '';
};

/** The URLs that the page has requested so far. */
const requestedUrls = "performance.getEntriesByType('resource').map(({ name }) => name).join()";
/** The file that the shop prefetches last. */
const lastPrefetched = '/assets/overlay-content-';

/**
 * Waits until the network is idle, because Firefox does not put a page with pending requests into its back/forward cache, and marks the
 * document when it is restored from that cache.
 */
const prepareForBackForwardCache = async (shopper: Shopper): Promise<void> => {
  await expect.poll(() => shopper.evaluate(requestedUrls)).toContain(lastPrefetched);
  let requested: unknown;
  await expect(async () => {
    const previous = requested;
    requested = await shopper.evaluate(requestedUrls);
    expect(requested).toBe(previous);
  }).toPass({ intervals: [1000] });
  await shopper.evaluate(
    "addEventListener('pageshow', ({ persisted }) => { document.documentElement.dataset.restored = String(persisted); })",
  );
};

/** The page was restored from the back/forward cache, not loaded again. */
const expectRestored = (shopper: Shopper): Promise<void> =>
  expect.poll(() => shopper.evaluate('document.documentElement.dataset.restored')).toBe('true');

/** Two steps back from the confirmation, over the payment page, to the checkout. */
const backToCheckout = async (shopper: Shopper): Promise<void> => {
  await shopper.goBack();
  await shopper.expectUrl(/^\/order\/pay\//);
  await shopper.goBack();
  await shopper.expectUrl(/^\/checkout/);
};

test('a shopper goes from the home page to page 2 of the list, to a product and back', async ({ shopper }) => {
  await shopper.open('/');
  await shopper.click(byRole('link', 'Shop', byRole('navigation', 'Main menu')));
  await shopper.expectUrl(list);
  await shopper.expectPresent(byText('29 products'));
  await shopper.click(byRole('link', 'Next page'));
  await shopper.expectUrl(`${list}/2`);
  await shopper.expectPresent(byRole('link', 'Page 2'));
  await expect.poll(() => shopper.texts(names)).toHaveLength(14);
  const name = (await shopper.texts(names)).at(-1) ?? '';
  await shopper.click(byRole('link', name, products));
  await shopper.expectUrl(/^\/product\//);
  await shopper.expectPresent(title(name));
  await shopper.goBack();
  await shopper.expectUrl(`${list}/2`);
  await expect.poll(() => shopper.texts(names)).toHaveLength(14);
});

test('a shopper filters the list, and the URL keeps the filter through a reload', async ({ shopper }) => {
  await shopper.open(list);
  await shopper.click(byText('Colour', bySelector('summary')));
  await shopper.click(byRole('checkbox', /^Chalk, \d/));
  await shopper.expectUrl(`${list}?colour=Chalk`);
  await shopper.click(byRole('checkbox', /^Ink, \d/));
  await shopper.expectUrl(`${list}?colour=Chalk&colour=Ink`);
  await expect.poll(() => shopper.texts(names)).toHaveLength(6);
  const found = await shopper.texts(names);
  await shopper.reload();
  expect(await shopper.texts(names)).toEqual(found);
  await shopper.click(byRole('link', 'Remove Chalk'));
  await shopper.expectUrl(`${list}?colour=Ink`);
});

test('a shopper sorts the list by price', async ({ shopper }) => {
  await shopper.open(list);
  await shopper.click(byRole('option', 'Price, low to high', byLabel('Sort by')));
  await shopper.expectUrl(`${list}?sort=price-low`);
  const prices = async (): Promise<number[]> =>
    (await shopper.texts(bySelector('.price-now', products))).map((price) => Number(price.replace(/^\D+/, '')));
  await expect(async () => {
    const shown = await prices();
    expect(shown).toHaveLength(15);
    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
  }).toPass();
});

test('a shopper searches with a typo and goes from the suggestion to the product', async ({ shopper }) => {
  await shopper.open('/');
  await shopper.fill(byRole('searchbox', 'Search the shop', header), 'rollign pin');
  await shopper.click(byRole('option', /^Rolling pin/, header));
  await shopper.expectUrl('/product/beech-rolling-pin');
  await shopper.expectPresent(title('Rolling pin'));
});

test('a guest fills a cart and buys it, and the cart is empty then', async ({ shopper }) => {
  await addToCart(shopper, 'linen-tea-towels');
  await shopper.expectPresent(cartButton('1 line'));
  await shopper.click(cartButton('1 line'));
  await shopper.click(byRole('link', 'checkout', byRole('region', 'Your cart')));
  await shopper.expectUrl('/checkout');
  await shopper.expectPresent(byRole('button', 'Pay £29.95 now'));
  const confirmation = await pay(shopper);
  await shopper.expectPresent(cartButton('0 lines'));
  await shopper.expectPresent(byText(/LS1 4AP/, main));
  await shopper.open('/cart');
  await shopper.expectPresent(cartButton('0 lines'));
  await shopper.open(confirmation);
  await shopper.expectPresent(title('Thank you, Ada'));
});

test('a guest looks up an order by its id and sees it dispatched', async ({ shopper, shop }) => {
  const number = await buyNow(shopper, 'linen-tea-towels');
  await shopper.open('/order-status');
  await shopper.fill(byRole('textbox', /^Order ID/), number);
  await shopper.click(byRole('button', 'Check order status'));
  const summary = byRole('article', 'Order Summary');
  await shopper.expectPresent(byText(number, summary));
  await shopper.expectPresent(byRole('row', /Linen tea towels/, summary));
  await runSellerCommand(shop, 'orders', 'status', number, 'Dispatch', '--method', 'Royal Mail', '--tracking', 'RM123');
  await shopper.click(byRole('button', 'Check order status'));
  await shopper.expectPresent(byText('RM123', summary));
});

test('a guest requests a refund of a paid order', async ({ shopper, shop }) => {
  const number = await buyNow(shopper, 'linen-tea-towels');
  await runSellerCommand(shop, 'orders', 'status', number, 'Dispatch', '--method', 'Royal Mail', '--tracking', 'RM123');
  await runSellerCommand(shop, 'orders', 'status', number, 'Delivered');
  await shopper.open(`/refund?order=${number}`);
  await shopper.click(byRole('button', 'Search', main));
  await shopper.expectPresent(byText('✅ Order found successfully.'));
  await shopper.click(byRole('option', /^Linen tea towels/, byRole('combobox', 'Product')));
  await shopper.fill(byRole('textbox', /^Reason/), 'One of them has a hole in it, alas.');
  await shopper.click(byRole('button', 'Submit Refund Request'));
  await shopper.expectPresent(byText('✅ Refund request submitted successfully!'));
  const requests = JSON.parse(await runSellerCommand(shop, 'refunds', 'list', '--open', '--json'));
  expect(requests).toMatchObject([{ orderId: number, reason: 'One of them has a hole in it, alas.' }]);
  await shopper.expectPresent(byText(new RegExp(requests[0].reference)));
});

test('a shopper signs in, is known by name after a reload, and signs out', async ({ shopper }) => {
  const [email, password] = demoAccounts.shopper;
  await shopper.open('/login-register');
  await shopper.fill(byLabel('Email address', main), email);
  await shopper.fill(byLabel('Password', main), password);
  await shopper.click(byRole('button', 'Sign in', main));
  await shopper.expectUrl('/my-account');
  const hello = byRole('heading', /^Hello, \w+$/, main);
  await shopper.expectPresent(hello);
  await shopper.reload();
  await shopper.expectPresent(hello);
  await shopper.expectPresent(byRole('link', 'My Account', header));
  await shopper.click(byRole('button', 'Sign out', main));
  await shopper.expectPresent(byRole('link', 'Sign Up or Login', header));
});

test('a shopper finds the wishlist again after a reload and removes a product from it', async ({ shopper }) => {
  await shopper.open(`${list}?sort=name`);
  await shopper.click(byRole('button', 'Add Ceramic soap dish to your wishlist'));
  await shopper.expectPresent(toast(/Added To wishlist/));
  await expect.poll(() => shopper.evaluate(storedState)).toContain('ceramic-soap-dish');
  await shopper.click(byRole('link', /^Wishlist, 1/, header));
  await shopper.expectUrl('/wishlist');
  await shopper.expectPresent(byRole('row', /Ceramic soap dish/));
  await shopper.reload();
  await shopper.expectPresent(byRole('row', /Ceramic soap dish/));
  await shopper.click(byRole('button', 'Remove Ceramic soap dish'));
  await shopper.expectPresent(toast(/Removed From Wishlist/));
  await shopper.expectAbsent(byRole('row', /Ceramic soap dish/));
});

test('a shopper compares two products and sees what differs', async ({ shopper }) => {
  await shopper.open(`${list}?sort=name`);
  for (const name of ['Ceramic soap dish', 'Lavender soap bar']) {
    await shopper.click(byRole('button', `Compare ${name}`));
    await shopper.expectPresent(byRole('button', `Remove ${name} from the comparison`));
  }
  await shopper.click(byRole('link', /^Compare, 2/, header));
  await shopper.expectUrl('/compare');
  await expect.poll(() => shopper.texts(byRole('columnheader'))).toHaveLength(2);
  const rows = byRole('row', undefined, main);
  await shopper.expectPresent(byRole('row', /^Dimensions.*\d/, main));
  const all = await shopper.texts(rows);
  await shopper.click(byRole('checkbox', 'Show differences only'));
  await expect.poll(async () => (await shopper.texts(rows)).length).toBeLessThan(all.length);
});

test('a shopper who goes back to a paid checkout of one product is not offered to pay, and may order the same again', async ({
  shopper,
  keepsPages,
}) => {
  await shopper.open('/product/lavender-soap-bar');
  await shopper.click(byRole('button', 'Buy now', main));
  await shopper.expectUrl(/^\/checkout\//);
  await prepareForBackForwardCache(shopper);
  const confirmation = await pay(shopper);

  await backToCheckout(shopper);
  await shopper.expectPresent(alreadyPaid);
  if (keepsPages) await expectRestored(shopper);
  await shopper.expectAbsent(payButton);
  expect(await shopper.evaluate(`${byRole('link', 'See your order').expression}[0].getAttribute('href')`)).toBe(confirmation);

  await shopper.click(byRole('button', 'Order the same again'));
  await shopper.expectPresent(payButton);
  await shopper.expectAbsent(alreadyPaid);
});

test('a shopper who goes back to the checkout of a paid cart reads that it is paid, also after a reload', async ({
  shopper,
  keepsPages,
}) => {
  await addToCart(shopper, 'lavender-soap-bar');
  await shopper.open('/checkout');
  await prepareForBackForwardCache(shopper);
  await pay(shopper);
  await backToCheckout(shopper);
  await shopper.expectPresent(alreadyPaid);
  if (keepsPages) await expectRestored(shopper);
  await shopper.expectAbsent(payButton);
  await shopper.reload();
  await shopper.expectPresent(alreadyPaid);
  await shopper.expectAbsent(payButton);
  // The checkout's own header has no cart button.
  await shopper.open('/cart');
  await shopper.expectPresent(cartButton('0 lines'));
});

test('a shopper whose order was paid while its checkout was in the back/forward cache is not offered to pay again', async ({
  shopper,
  keepsPages,
}) => {
  await shopper.open('/checkout/lavender-soap-bar/1');
  await fillCheckout(shopper);
  await shopper.click(payButton);
  await shopper.expectUrl(/^\/order\/pay\//);
  const payPage = await currentUrl(shopper);
  await shopper.goBack();
  await shopper.expectPresent(byText(/You haven’t paid for order/));
  await prepareForBackForwardCache(shopper);
  await shopper.goto(payPage);
  await completeTestPayment(shopper);
  await backToCheckout(shopper);
  await shopper.expectPresent(alreadyPaid);
  if (keepsPages) await expectRestored(shopper);
  await shopper.expectAbsent(payButton);
});

test('a shopper who goes back to the cart sees a product that was added since', async ({ shopper, keepsPages }) => {
  await addToCart(shopper, 'lavender-soap-bar');
  await shopper.open('/cart');
  await shopper.expectPresent(byRole('textbox', 'Quantity of Lavender soap bar'));
  await prepareForBackForwardCache(shopper);
  await addToCart(shopper, 'linen-tea-towels');
  await shopper.goBack();
  await shopper.expectUrl('/cart');
  await shopper.expectPresent(byRole('textbox', 'Quantity of Linen tea towels, set of three'));
  await shopper.expectPresent(cartButton('2 lines'));
  if (keepsPages) await expectRestored(shopper);
});

test('a shopper who goes back from another document to a product adds it to the cart', async ({ shopper }) => {
  await shopper.open('/product/lavender-soap-bar');
  await prepareForBackForwardCache(shopper);
  await shopper.goto('/about');
  await shopper.goBack();
  await shopper.expectUrl('/product/lavender-soap-bar');
  await expectRestored(shopper);
  await shopper.click(byRole('button', 'Add to cart', main));
  await shopper.expectPresent(toast(/Added To Cart/));
});

const sage = byRole('radio', 'Sage', main);
const isChecked = ({ expression }: Query): string => `${expression}[0]?.checked ?? false`;

test('a shopper finds the chosen colour in the URL, after a reload and after going back', async ({ shopper }) => {
  await shopper.open('/product/bud-vase');
  await shopper.click(sage);
  await shopper.expectUrl('/product/bud-vase?colour=Sage');
  await shopper.reload();
  await shopper.expectUrl('/product/bud-vase?colour=Sage');
  await expect.poll(() => shopper.evaluate(isChecked(sage))).toBe(true);
  await shopper.click(byRole('link', 'Shop', byRole('navigation', 'Main menu')));
  await shopper.expectUrl(list);
  await shopper.expectPresent(title('Shop'));
  await shopper.goBack();
  await shopper.expectUrl('/product/bud-vase?colour=Sage');
  await expect.poll(() => shopper.evaluate(isChecked(sage))).toBe(true);
});

test('a shopper reads why a voucher does not count, and pays less with another one', async ({ shopper, shop }) => {
  const voucher = `TEN-${Date.now()}`;
  await runSellerCommand(shop, 'vouchers', 'create', voucher, '--percent', '10');
  await addToCart(shopper, 'linen-tea-towels');
  await shopper.open('/cart');
  await shopper.click(byRole('button', 'Add a voucher code'));
  const code = byRole('textbox', 'Voucher code');
  await shopper.fill(code, 'nosuch');
  await shopper.click(byRole('button', 'Apply'));
  await shopper.expectPresent(byText('We don’t recognise that code. Check it and try again.', main));
  await shopper.fill(code, voucher.toLowerCase());
  await shopper.click(byRole('button', 'Apply'));
  await shopper.expectPresent(byRole('button', `Remove voucher ${voucher}`));
  await expect.poll(() => shopper.texts(bySelector('.totals-sum dd'))).toContain('£27.25');
  await shopper.open('/checkout');
  await shopper.expectPresent(byRole('button', 'Pay £27.25 now'));
  await pay(shopper);
  await shopper.expectPresent(byText(new RegExp(`^Voucher ${voucher}`), main));
  expect(await runSellerCommand(shop, 'vouchers', 'show', voucher)).toMatch(/confirmed +£2\.70 +£27\.25/);
});

test('a guest asks to be told when a product is back, and confirms it by the mailed link', async ({ shopper, shop }) => {
  const email = `grace-${Date.now()}@example.com`;
  await shopper.open('/product/salt-pot');
  await shopper.click(byRole('button', 'Email me when it’s back'));
  await shopper.fill(byLabel('Email address', byRole('region', 'Email me when it’s back')), email);
  await shopper.click(byRole('button', 'Email me'));
  await shopper.expectPresent(byRole('heading', 'Check your email'));
  const mail = await waitForMail(shop, /Shall we email you/, email);
  await shopper.open(/https?:\/\/[^/\s]+(\/product\/\S*notify=[\w-]{43})/.exec(mail)?.[1] ?? '');
  await shopper.click(byRole('button', 'Yes, email me'));
  await shopper.expectPresent(byText(new RegExp(`We will email ${email} once`)));
  expect(await runSellerCommand(shop, 'waiting', 'list')).toMatch(/salt-pot\s/);
});

test('a visitor who signs in has the cart in the account, and the next person at the browser sees none', async ({ shopper, shop }) => {
  const [email, password] = await addAccount(shop);
  await addToCart(shopper, 'lavender-soap-bar');
  await shopper.open('/login-register');
  await shopper.fill(byLabel('Email address', main), email);
  await shopper.fill(byLabel('Password', main), password);
  await shopper.click(byRole('button', 'Sign in', main));
  await shopper.expectUrl('/my-account');
  const isSaved = "Object.keys(JSON.parse(localStorage.getItem('flone:lists') ?? '{}')).join() === 'account'";
  await expect.poll(() => shopper.evaluate(isSaved)).toBe(true);
  await shopper.click(byRole('button', 'Sign out', main));
  await shopper.expectPresent(cartButton('0 lines'));
  await shopper.open('/login-register');
  await shopper.fill(byLabel('Email address', main), email);
  await shopper.fill(byLabel('Password', main), password);
  await shopper.click(byRole('button', 'Sign in', main));
  await shopper.expectPresent(cartButton('1 line'));
});

test('a shopper chooses dark colours, which the page has again after a reload, and goes back to those of the device', async ({
  shopper,
}) => {
  await shopper.open('/about');
  const background = (): Promise<unknown> => shopper.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  const colours = byRole('combobox', 'Appearance');
  await shopper.click(byRole('option', 'Dark', colours));
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await shopper.reload();
  expect(await background()).toBe(dark);
  await shopper.click(byRole('option', 'Match my device', colours));
  await expect.poll(background).toBe(light);
});
