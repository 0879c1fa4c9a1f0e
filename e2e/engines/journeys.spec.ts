import { expect } from '@playwright/test';
import { checkoutDetails, demoAccounts, runSellerCommand } from '#e2e/shopping.ts';
import { test } from './fixtures.ts';
import { byLabel, byRole, bySelector, byText, type Place, type Shopper } from './shopper.ts';

const list = '/shop-grid-standard';
const header = byRole('banner');
const main = byRole('main');

const title = (words: string): Place => byRole('heading', words, main);
const goods = byRole('article', undefined, main);
const names = byRole('heading', undefined, goods);
const cartButton = (words: string): Place => byRole('button', `Cart, ${words}`);
const message = (words: string | RegExp): Place => byText(words, byRole('status', 'Messages'));
const terms = byRole('checkbox', /I agree to the terms and conditions/);
const payButton = byRole('button', /^Pay £[\d.]+ now$/);
const alreadyPaid = title('You have already paid for this order');
/** What the browser keeps of the shop, which is written a moment after the shopper has acted. */
const kept = "localStorage.getItem('persist:flone') ?? ''";

const addToCart = async (shopper: Shopper, product: string): Promise<void> => {
  await shopper.open(`/product/${product}`);
  await shopper.click(byRole('button', 'Add to cart', main));
  await shopper.sees(message(/Added To Cart/));
  await expect.poll(() => shopper.read(kept)).toContain(product);
};

const fillCheckout = async (shopper: Shopper): Promise<void> => {
  for (const [name, text] of checkoutDetails) await shopper.fill(byRole('textbox', name), text);
  await shopper.click(terms);
};

const address = async (shopper: Shopper): Promise<string> => String(await shopper.read('location.pathname + location.search'));

/** Pays on the test page; gives the address of the confirmation. */
const payThere = async (shopper: Shopper): Promise<string> => {
  await shopper.isAt(/^\/order\/pay\//);
  await shopper.click(byRole('button', 'Pay'));
  await shopper.isAt(/^\/order-confirm\?/);
  await shopper.sees(title('Thank you, Ada'));
  return address(shopper);
};

/** Pays for what the checkout shows; gives the address of the confirmation. */
const pay = async (shopper: Shopper): Promise<string> => {
  await fillCheckout(shopper);
  await shopper.click(payButton);
  return payThere(shopper);
};

/** Buys a product at once; gives the number of the order. */
const buyNow = async (shopper: Shopper, product: string): Promise<string> => {
  await shopper.open(`/checkout/${product}/1`);
  await pay(shopper);
  const [number] = await shopper.texts(byText(/^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/));
  return number ?? '';
};

/** What the page has asked for so far. The words of all screens are the last that it fetches ahead. */
const asked = "performance.getEntriesByType('resource').map(({ name }) => name).join()";
const lastAsked = '/locales/en/compare.json';

/**
 * Waits until the page asks for nothing more, because Firefox keeps no page that does, and has it note whether the browser shows it again
 * as it was left, out of its back/forward cache.
 */
const getReadyToLeave = async (shopper: Shopper): Promise<void> => {
  await expect.poll(() => shopper.read(asked)).toContain(lastAsked);
  let before: unknown;
  await expect(async () => {
    const last = before;
    before = await shopper.read(asked);
    expect(before).toBe(last);
  }).toPass({ intervals: [1000] });
  await shopper.read("addEventListener('pageshow', ({ persisted }) => { document.documentElement.dataset.restored = String(persisted); })");
};

/** The page came out of the back/forward cache; where an engine need not keep such a page, it may have. */
const expectRestored = async (shopper: Shopper, mustBe = true): Promise<void> => {
  expect([true, mustBe]).toContain(await shopper.read("document.documentElement.dataset.restored === 'true'"));
};

/** From the thanks over the payment page to the checkout. */
const backToCheckout = async (shopper: Shopper): Promise<void> => {
  await shopper.goBack();
  await shopper.isAt(/^\/order\/pay\//);
  await shopper.goBack();
  await shopper.isAt(/^\/checkout/);
};

test('a shopper comes from the home page over the list to a product', async ({ shopper }) => {
  await shopper.open('/');
  await shopper.click(byRole('link', 'Shop', byRole('navigation', 'Main menu')));
  await shopper.isAt(list);
  await shopper.sees(byText('29 products'));
  await shopper.click(byRole('link', 'Next page'));
  await shopper.isAt(`${list}/2`);
  await shopper.sees(byRole('link', 'Page 2'));
  await expect.poll(() => shopper.texts(names)).toHaveLength(14);
  const name = (await shopper.texts(names)).at(-1) ?? '';
  await shopper.click(byRole('link', name, goods));
  await shopper.isAt(/^\/product\//);
  await shopper.sees(title(name));
  await shopper.goBack();
  await shopper.isAt(`${list}/2`);
  await expect.poll(() => shopper.texts(names)).toHaveLength(14);
});

test('a shopper filters the list, and the address and a reload keep it so', async ({ shopper }) => {
  await shopper.open(list);
  await shopper.click(byRole('checkbox', /^Chalk, \d/));
  await shopper.isAt(`${list}?colour=Chalk`);
  await shopper.click(byRole('checkbox', /^Ink, \d/));
  await shopper.isAt(`${list}?colour=Chalk&colour=Ink`);
  await expect.poll(() => shopper.texts(names)).toHaveLength(6);
  const found = await shopper.texts(names);
  await shopper.reload();
  expect(await shopper.texts(names)).toEqual(found);
  await shopper.click(byRole('link', 'Remove Chalk'));
  await shopper.isAt(`${list}?colour=Ink`);
});

test('a shopper sorts the list by price', async ({ shopper }) => {
  await shopper.open(list);
  await shopper.click(byRole('option', 'Price, low to high', byLabel('Sort by')));
  await shopper.isAt(`${list}?sort=price-low`);
  const prices = async (): Promise<number[]> =>
    (await shopper.texts(bySelector('.price-now', goods))).map((price) => Number(price.replace(/^\D+/, '')));
  await expect(async () => {
    const shown = await prices();
    expect(shown).toHaveLength(15);
    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
  }).toPass();
});

test('a shopper who types a piece of a name is led to the product', async ({ shopper }) => {
  await shopper.open('/');
  await shopper.fill(byRole('searchbox', 'Search the shop', header), 'rollign pin');
  await shopper.click(byRole('option', /^Rolling pin/, header));
  await shopper.isAt('/product/beech-rolling-pin');
  await shopper.sees(title('Rolling pin'));
});

test('a guest fills a cart and buys it, and the cart is empty then', async ({ shopper }) => {
  await addToCart(shopper, 'linen-tea-towels');
  await shopper.sees(cartButton('1 line'));
  await shopper.click(cartButton('1 line'));
  await shopper.click(byRole('link', 'checkout', byRole('region', 'Your cart')));
  await shopper.isAt('/checkout');
  await shopper.sees(byRole('button', 'Pay £29.95 now'));
  const confirmation = await pay(shopper);
  await shopper.sees(cartButton('0 lines'));
  await shopper.sees(byText(/LS1 4AP/, main));
  await shopper.open('/cart');
  await shopper.sees(cartButton('0 lines'));
  await shopper.open(confirmation);
  await shopper.sees(title('Thank you, Ada'));
});

test('a guest asks after an order by its number', async ({ shopper, shop }) => {
  const number = await buyNow(shopper, 'linen-tea-towels');
  await shopper.open('/order-status');
  await shopper.fill(byRole('textbox', /^Order ID/), number);
  await shopper.click(byRole('button', 'Check order status'));
  const summary = byRole('article', 'Order Summary');
  await shopper.sees(byText(number, summary));
  await shopper.sees(byRole('row', /Linen tea towels/, summary));
  await runSellerCommand(shop, 'orders', 'status', number, 'Dispatch', '--method', 'Royal Mail', '--tracking', 'RM123');
  await shopper.click(byRole('button', 'Check order status'));
  await shopper.sees(byText('RM123', summary));
});

test('a guest asks for a refund of a paid order', async ({ shopper, shop }) => {
  const number = await buyNow(shopper, 'linen-tea-towels');
  await runSellerCommand(shop, 'orders', 'status', number, 'Dispatch', '--method', 'Royal Mail', '--tracking', 'RM123');
  await runSellerCommand(shop, 'orders', 'status', number, 'Delivered');
  await shopper.open(`/refund?order=${number}`);
  await shopper.click(byRole('button', 'Search', main));
  await shopper.sees(byText('✅ Order found successfully.'));
  await shopper.click(byRole('option', /^Linen tea towels/, byRole('combobox', 'Product')));
  await shopper.fill(byRole('textbox', /^Reason/), 'One of them has a hole in it, alas.');
  await shopper.click(byRole('button', 'Submit Refund Request'));
  await shopper.sees(byText('✅ Refund request submitted successfully!'));
  const requests = JSON.parse(await runSellerCommand(shop, 'refunds', 'list', '--open', '--json'));
  expect(requests).toMatchObject([{ orderId: number, reason: 'One of them has a hole in it, alas.' }]);
  await shopper.sees(byText(new RegExp(requests[0].reference)));
});

test('a shopper signs in, is known by name after a reload, and signs out', async ({ shopper }) => {
  const [email, password] = demoAccounts.shopper;
  await shopper.open('/login-register');
  await shopper.fill(byLabel('E-mail address', main), email);
  await shopper.fill(byLabel('Password', main), password);
  await shopper.click(byRole('button', 'Sign in', main));
  await shopper.isAt('/my-account');
  const hello = byRole('heading', /^Hello, \w+$/, main);
  await shopper.sees(hello);
  await shopper.reload();
  await shopper.sees(hello);
  await shopper.sees(byRole('link', 'My Account', header));
  await shopper.click(byRole('button', 'Sign out', main));
  await shopper.sees(byRole('link', 'Sign Up or Login', header));
});

test('a shopper finds again what is on the wishlist', async ({ shopper }) => {
  await shopper.open(`${list}?sort=name`);
  await shopper.click(byRole('button', 'Add Ceramic soap dish to your wishlist'));
  await shopper.sees(message(/Added To wishlist/));
  await expect.poll(() => shopper.read(kept)).toContain('ceramic-soap-dish');
  await shopper.click(byRole('link', /^Wishlist, 1/, header));
  await shopper.isAt('/wishlist');
  await shopper.sees(byRole('row', /Ceramic soap dish/));
  await shopper.reload();
  await shopper.sees(byRole('row', /Ceramic soap dish/));
  await shopper.click(byRole('button', 'Remove Ceramic soap dish'));
  await shopper.sees(message(/Removed From Wishlist/));
  await shopper.misses(byRole('row', /Ceramic soap dish/));
});

test('a shopper compares two products and sees what differs', async ({ shopper }) => {
  await shopper.open(`${list}?sort=name`);
  for (const name of ['Ceramic soap dish', 'Lavender soap bar']) {
    await shopper.click(byRole('button', `Compare ${name}`));
    await shopper.sees(byRole('button', `Remove ${name} from the comparison`));
  }
  await shopper.click(byRole('link', /^Compare, 2/, header));
  await shopper.isAt('/compare');
  await expect.poll(() => shopper.texts(byRole('columnheader'))).toHaveLength(2);
  const rows = byRole('row', undefined, main);
  await shopper.sees(byRole('row', /^Dimensions.*\d/, main));
  const all = await shopper.texts(rows);
  await shopper.click(byRole('checkbox', 'Show differences only'));
  await expect.poll(async () => (await shopper.texts(rows)).length).toBeLessThan(all.length);
});

test('Back to what was bought at once and paid offers nothing that is paid, and the same again to who wants it', async ({
  shopper,
  keepsPages,
}) => {
  await shopper.open('/product/lavender-soap-bar');
  await shopper.click(byRole('button', 'Buy now', main));
  await shopper.isAt(/^\/checkout\//);
  await getReadyToLeave(shopper);
  const confirmation = await pay(shopper);

  await backToCheckout(shopper);
  await shopper.sees(alreadyPaid);
  await expectRestored(shopper, keepsPages);
  await shopper.misses(payButton);
  expect(await shopper.read(`${byRole('link', 'See your order').expression}[0].getAttribute('href')`)).toBe(confirmation);

  await shopper.click(byRole('button', 'Order the same again'));
  await shopper.sees(payButton);
  await shopper.misses(alreadyPaid);
});

test('Back to a cart that was paid says so, and so does a reload', async ({ shopper, keepsPages }) => {
  await addToCart(shopper, 'lavender-soap-bar');
  await shopper.open('/checkout');
  await getReadyToLeave(shopper);
  await pay(shopper);
  await backToCheckout(shopper);
  await shopper.sees(alreadyPaid);
  await expectRestored(shopper, keepsPages);
  await shopper.misses(payButton);
  await shopper.sees(cartButton('0 lines'));
  await shopper.reload();
  await shopper.sees(alreadyPaid);
  await shopper.misses(payButton);
});

test('a checkout that lay in the back/forward cache while its order was paid offers nothing that is paid', async ({ shopper }) => {
  await shopper.open('/checkout/lavender-soap-bar/1');
  await fillCheckout(shopper);
  await shopper.click(payButton);
  await shopper.isAt(/^\/order\/pay\//);
  const payPage = await address(shopper);
  await shopper.goBack();
  await shopper.sees(byText(/is waiting to be paid/));
  await getReadyToLeave(shopper);
  await shopper.goto(payPage);
  await payThere(shopper);
  await backToCheckout(shopper);
  await shopper.sees(alreadyPaid);
  await expectRestored(shopper);
  await shopper.misses(payButton);
});

test('Back to the cart shows what was added since it was left', async ({ shopper, keepsPages }) => {
  await addToCart(shopper, 'lavender-soap-bar');
  await shopper.open('/cart');
  await shopper.sees(byRole('textbox', 'Quantity of Lavender soap bar'));
  await getReadyToLeave(shopper);
  await addToCart(shopper, 'linen-tea-towels');
  await shopper.goBack();
  await shopper.isAt('/cart');
  await shopper.sees(byRole('textbox', 'Quantity of Linen tea towels, set of three'));
  await shopper.sees(cartButton('2 lines'));
  await expectRestored(shopper, keepsPages);
});
