import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { CartLine } from '#contract/cart-line.ts';
import { endpoints } from '#contract/endpoints.ts';
import { productList } from '#contract/product.ts';
import { availableQuantity } from '#contract/stock.ts';
import { withVariant } from '#contract/variant.ts';
import { expect, expectHydrated, open, press } from '#e2e/fixtures.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { mailFolder } from '#server/data-folder.ts';
import { runShopCommandWith } from '#tests/server/process/run-command.ts';

/** Email address and password of the seeded demo accounts. */
export const demoAccounts = {
  reseller: ['reseller@flone.example.com', 'try-reselling'],
  shopper: ['shopper@flone.example.com', 'try-the-shop'],
} as const;

/** Submits the sign-in form of the current page. */
export const signIn = async (page: Page, [email, password]: readonly [string, string]): Promise<void> => {
  const main = page.getByRole('main');
  await main.getByLabel('Email address').filter({ visible: true }).fill(email);
  await main.getByLabel('Password', { exact: true }).filter({ visible: true }).fill(password);
  await press(main.getByRole('button', { name: 'Sign in' }));
};

export const payButton = (page: Page): Locator => page.getByRole('button', { name: /^Pay £[\d.]+ now$/ });

export const termsCheckbox = (page: Page): Locator => page.getByRole('checkbox', { name: /I agree to the terms and conditions/ });

/** Labels and values of the checkout's required fields. */
export const checkoutDetails = [
  ['Email address', 'ada@example.com'],
  ['First name', 'Ada'],
  ['Last name', 'Byron'],
  ['Address line 1', '12 Mill Lane'],
  ['Town or city', 'Leeds'],
  ['Postcode', 'ls14ap'],
  ['Phone', '0113 496 0142'],
] as const;

/** Fills in the checkout's required fields, without the terms; `others` by their labels instead of Ada's. */
export const fillCheckout = async (page: Page, others: Readonly<Record<string, string>> = {}): Promise<void> => {
  for (const [name, text] of checkoutDetails) await page.getByRole('textbox', { name, exact: true }).fill(others[name] ?? text);
};

/** Clicks a button of the test payment page and waits for the confirmation page. */
export const completeTestPayment = async (page: Page, button: string): Promise<void> => {
  await expect(page).toHaveURL(/\/order\/pay\//);
  await press(page.getByRole('button', { name: button, exact: true }));
  await expect(page).toHaveURL(/\/order-confirm\?/);
  await expectHydrated(page);
};

/** Fills the checkout in, orders and pays; `others` as in `fillCheckout`. */
export const buyAsAda = async (page: Page, others: Readonly<Record<string, string>> = {}): Promise<void> => {
  await fillCheckout(page, others);
  await press(termsCheckbox(page));
  await press(payButton(page));
  await completeTestPayment(page, 'Pay');
};

/** Runs a command of the seller's CLI on this shop's data; returns its output and throws when it fails. */
export const runSellerCommand = async ({ settings }: TemporaryShop, ...parameters: string[]): Promise<string> => {
  const { code, out, err } = await runShopCommandWith(settings, ...parameters);
  if (code !== 0) throw new Error(`“${parameters.join(' ')}” ended with ${code}: ${err}`);
  return out;
};

/** The sent mails of this shop, each as the text of its .eml file. */
export const sentMails = ({ folders }: TemporaryShop): string[] =>
  folders
    .map(mailFolder)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((file) => file.endsWith('.eml'))
    .map((file) => readFileSync(file, 'utf8'));

/** The header of a mail's subject as one line, decoded (RFC 2047). */
export const subjectOf = (mail: string): string => {
  const folded = /^Subject: .*(?:\r?\n .*)*/m.exec(mail)?.[0] ?? '';
  return folded
    .replaceAll(/\r?\n/g, '')
    .replaceAll('?= =?UTF-8?Q?', '')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) => decodeURIComponent(word.replaceAll('_', ' ').replaceAll('=', '%')));
};

/** Waits up to 20 s for a mail to this recipient, or to any, whose subject matches. */
export const waitForMail = async (shop: TemporaryShop, subject: RegExp, recipient = ''): Promise<string> => {
  const find = () => sentMails(shop).find((mail) => subject.test(subjectOf(mail)) && mail.includes(`To: ${recipient}`));
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find() ?? '';
};

/** From a page whose cart has lines to the checkout by the mini-cart, without loading a document. */
export const goToCheckout = async (page: Page): Promise<void> => {
  await press(page.getByRole('banner').getByRole('button', { name: /^Cart, \d+ lines?$/ }));
  await press(page.getByRole('region', { name: 'Your cart' }).getByRole('link', { name: 'checkout', exact: true }));
  await expect(page).toHaveURL(/\/checkout$/);
  // The URL changes before the screen does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
};

/** Searches from the header, which shows the list without loading a document. */
export const searchFor = async (page: Page, searchText: string): Promise<void> => {
  // By its type, because its role changes from searchbox to combobox when the suggestions load.
  await page.getByRole('banner').locator('input[type="search"]').fill(searchText);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/shop-grid-standard\?q=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(?:Nothing found|\d+ results?) for “.+”$/);
};

/** The steps that the order tracker highlights. */
export const reachedSteps = (page: Page): Locator =>
  page.getByRole('list', { name: 'Progress of your order' }).locator('.is-active .tracker-label');

/** Submits the order status form. */
export const checkOrderStatus = (page: Page): Promise<void> => press(page.getByRole('button', { name: 'Check order status' }));

const steps = ['Order confirmed', 'Processing', 'Dispatch', 'Delivered'] as const;

/** On /order-status with the id filled in: the seller moves the order through its four steps, and the buyer sees each. */
export const followOrderUntilDelivered = async (page: Page, shop: TemporaryShop, id: string): Promise<void> => {
  const tracking = page.getByRole('article', { name: 'Order Summary' }).getByText('RM123');
  await checkOrderStatus(page);
  await expect(reachedSteps(page)).toHaveText(steps.slice(0, 1));
  await runSellerCommand(shop, 'orders', 'status', id, 'processing');
  await checkOrderStatus(page);
  await expect(reachedSteps(page)).toHaveText(steps.slice(0, 2));
  await runSellerCommand(shop, 'orders', 'status', id, 'Dispatch', '--method', 'Royal Mail', '--tracking', 'RM123');
  await checkOrderStatus(page);
  await expect(reachedSteps(page)).toHaveText(steps.slice(0, 3));
  await expect(tracking).toBeVisible();
  await runSellerCommand(shop, 'orders', 'status', id, 'Delivered');
  await checkOrderStatus(page);
  await expect(reachedSteps(page)).toHaveText([...steps]);
  await expect(tracking).toBeHidden();
};

const pictures = path.join('server', 'assets', 'encoded');

const mugPicture = (suffix: string): string => {
  const file = readdirSync(pictures).find((name) => name.startsWith('mug-') && name.endsWith(suffix));
  if (file === undefined) throw new Error(`No picture of a mug ends in ${suffix}.`);
  return path.join(pictures, file);
};

/** Paths of two pictures: a WebP and an AVIF. */
export const twoPictures = (): string[] => [mugPicture('-800.webp'), mugPicture('-400.avif')];

/** On /refund with the order found: requests a refund with two pictures; returns the request's reference. */
export const requestRefund = async (page: Page, shop: TemporaryShop, id: string, product: string): Promise<string> => {
  await page.getByRole('combobox', { name: 'Product' }).selectOption(product);
  await page.getByRole('textbox', { name: /^Reason/ }).fill('It came with a hole in it, alas.');
  await page.getByLabel(/^Pictures/).setInputFiles(twoPictures());
  await expect(page.getByRole('list', { name: 'Your pictures' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Submit Refund Request' }).click();
  await expect(page.getByText('✅ Refund request submitted successfully!')).toBeVisible();
  const requests: { orderId: string; reason: string; images: string[]; reference: string }[] = JSON.parse(
    await runSellerCommand(shop, 'refunds', 'list', '--open', '--json'),
  );
  const request = requests.find(({ orderId }) => orderId === id);
  if (!request) throw new Error(`The seller has no open refund request for ${id}.`);
  expect(request.reason).toBe('It came with a hole in it, alas.');
  expect(request.images).toHaveLength(2);
  const shown: { images: string[] } = JSON.parse(await runSellerCommand(shop, 'refunds', 'show', request.reference, '--json'));
  expect(shown.images.map((file) => existsSync(file))).toEqual([true, true]);
  await expect(page.getByText(request.reference)).toBeVisible();
  return request.reference;
};

/** Cart lines of one unit each for the first `count` products in stock, or for the products with these ids, in a variation in stock. */
export const cartLines = async (page: Page, count: number, ids?: readonly string[]): Promise<CartLine[]> => {
  const response = await page.request.get(endpoints.products.path.replace(/^\/?/, '/'));
  return productList
    .parse(await response.json())
    .filter(({ _id }) => ids === undefined || ids.includes(_id))
    .flatMap((product) => {
      const color = product.variation.findLast(({ size }) => size.some(({ stock, saleCount }) => stock > saleCount));
      const size = color?.size.find(({ stock, saleCount }) => stock > saleCount);
      const type = product.types.at(-1);
      const variant = { color: color?.color, size: size?.name, variationId: type?._id };
      const isSoldOut = availableQuantity(product, variant) === 0 || (product.variation.length > 0 && !size);
      return isSoldOut ? [] : [{ ...withVariant(product, variant), cartItemId: `line-${product._id}`, quantity: 1, totalDeliveryCost: 0 }];
    })
    .slice(0, count);
};

/** Opens a URL, of another shop by its whole address, with this stored state, e.g. `{ compare: { items } }`. */
export const openWithState = async (page: Page, url: string, state: Readonly<Record<string, object>>): Promise<void> => {
  const slices = Object.entries({ ...state, _persist: { version: 1.1, rehydrated: true } });
  const stored = JSON.stringify(Object.fromEntries(slices.map(([name, slice]) => [name, JSON.stringify(slice)])));
  // Written from a document without the shop's scripts, which would overwrite it.
  await page.goto(URL.canParse(url) ? new URL('/robots.txt', url).href : '/robots.txt');
  await page.evaluate((text) => window.localStorage.setItem('persist:flone', text), stored);
  await open(page, url);
};

/** Opens a URL with these lines in the stored cart. */
export const openWithCart = (page: Page, url: string, lines: readonly CartLine[]): Promise<void> =>
  openWithState(page, url, { cart: { lines } });
