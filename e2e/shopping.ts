import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { CartLine } from '#contract/cart-line.ts';
import { endpoints } from '#contract/endpoints.ts';
import { productList } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import { expect, expectHydrated } from '#e2e/fixtures.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';

/** The accounts that every new shop has, to try it with: e-mail and password. */
export const demoAccounts = {
  reseller: ['reseller@flone.example.com', 'try-reselling'],
  shopper: ['shopper@flone.example.com', 'try-the-shop'],
} as const;

/** Signs in with the form of the page. */
export const signIn = async (page: Page, [email, password]: readonly [string, string]): Promise<void> => {
  const main = page.getByRole('main');
  await main.getByLabel('E-mail address').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Sign in' }).click();
};

/** The checkout's one main button. */
export const payButton = (page: Page): Locator => page.getByRole('button', { name: /^Pay £[\d.]+ now$/ });

/** The agreement to the terms, in the checkout. */
export const terms = (page: Page): Locator => page.getByRole('checkbox', { name: /I agree to the terms and conditions/ });

/** What the checkout asks for, field by field. */
export const checkoutDetails = [
  ['E-mail', 'ada@example.com'],
  ['First name', 'Ada'],
  ['Last name', 'Byron'],
  ['Address line 1', '12 Mill Lane'],
  ['Town or city', 'Leeds'],
  ['Postcode', 'ls14ap'],
  ['Phone', '0113 496 0142'],
] as const;

/** Fills in the checkout. */
export const fillCheckout = async (page: Page): Promise<void> => {
  for (const [name, text] of checkoutDetails) await page.getByRole('textbox', { name, exact: true }).fill(text);
};

/** Presses a button of the test pay page, and is back in the shop. */
export const completeTestPayment = async (page: Page, button: string): Promise<void> => {
  await expect(page).toHaveURL(/\/order\/pay\//);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page).toHaveURL(/\/order-confirm\?/);
  await expectHydrated(page);
};

/** A command of the seller's, in this shop; gives what it prints. */
export const runSellerCommand = async ({ folder }: TemporaryShop, ...parameters: string[]): Promise<string> => {
  const { code, out, err } = await runShopCommand(folder, ...parameters);
  if (code !== 0) throw new Error(`“${parameters.join(' ')}” ended with ${code}: ${err}`);
  return out;
};

/** The mails that have gone out of this shop, each as it went. */
export const sentMails = ({ folder }: TemporaryShop): string[] => {
  const place = path.join(folder, 'mail');
  return existsSync(place)
    ? readdirSync(place)
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(path.join(place, name), 'utf8'))
    : [];
};

/** The mail about something, waited for. */
export const waitForMail = async (shop: TemporaryShop, subject: RegExp): Promise<string> => {
  const find = () => sentMails(shop).find((letter) => subject.test(/^Subject: .*(?:\r?\n .*)*/m.exec(letter)?.[0] ?? ''));
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find() ?? '';
};

/** The steps that the tracker of an order shows as reached. */
export const reachedSteps = (page: Page): Locator =>
  page.getByRole('list', { name: 'Progress of your order' }).locator('.is-active .tracker-label');

/** Asks after the order whose number stands in the field. */
export const checkOrderStatus = (page: Page): Promise<void> => page.getByRole('button', { name: 'Check order status' }).click();

const steps = ['Order confirmed', 'Processing', 'Dispatch', 'Delivered'] as const;

/** The seller moves an order on, and its buyer sees each of the four steps on /order-status. */
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

const pictureOfMug = (ending: string): string => {
  const file = readdirSync(pictures).find((name) => name.startsWith('mug-') && name.endsWith(ending));
  if (file === undefined) throw new Error(`There is no picture of a mug that ends in ${ending}.`);
  return path.join(pictures, file);
};

/** Two pictures of different kinds. */
export const twoPictures = (): string[] => [pictureOfMug('-800.webp'), pictureOfMug('-480.avif')];

/** Asks for a refund of a product on /refund, where the order has been found, with two pictures; gives the request's reference. */
export const requestRefund = async (page: Page, shop: TemporaryShop, id: string, product: string): Promise<string> => {
  await page.getByRole('combobox', { name: 'Product' }).selectOption(product);
  await page.getByRole('textbox', { name: /^Reason/ }).fill('It came with a hole in it, alas.');
  await page.getByLabel(/^Pictures/).setInputFiles(twoPictures());
  await expect(page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Submit Refund Request' }).click();
  await expect(page.getByText('✅ Refund request submitted successfully!')).toBeVisible();
  const [request] = JSON.parse(await runSellerCommand(shop, 'refunds', 'list', '--open', '--json'));
  expect(request).toMatchObject({ orderId: id, reason: 'It came with a hole in it, alas.' });
  expect(request.images).toHaveLength(2);
  await expect(page.getByText(request.reference)).toBeVisible();
  return request.reference;
};

/** The first sizes, colours and options with stock left, one line each, as a cart keeps them; `count` lines. */
export const cartLines = async (page: Page, count: number): Promise<CartLine[]> => {
  const answer = await page.request.get(endpoints.products.path.replace(/^\/?/, '/'));
  return productList
    .parse(await answer.json())
    .flatMap((product) => {
      const color = product.variation.findLast(({ size }) => size.some(({ stock, saleCount }) => stock > saleCount));
      const size = color?.size.find(({ stock, saleCount }) => stock > saleCount);
      const type = product.types.at(-1);
      const choice = {
        ...(type && { selectedVariation: type }),
        ...(color && { selectedProductColor: color.color }),
        ...(size && { selectedProductSize: size.name }),
      };
      const isSold = available(product, choice) === 0 || (product.variation.length > 0 && !size);
      return isSold ? [] : [{ ...product, ...choice, cartItemId: `line-${product._id}`, quantity: 1, totalDeliveryCost: 0 }];
    })
    .slice(0, count);
};

/** Opens an address with these lines in the browser's stored cart. */
export const openWithCart = async (page: Page, address: string, lines: readonly CartLine[]): Promise<void> => {
  const stored = JSON.stringify({ cart: JSON.stringify({ lines }), _persist: JSON.stringify({ version: 1.1, rehydrated: true }) });
  // Written in a document of the shop that runs no script of it, so that the shop itself does not overwrite it.
  await page.goto('/robots.txt');
  await page.evaluate((text) => window.localStorage.setItem('persist:flone', text), stored);
  await page.goto(address);
  await expectHydrated(page);
};
