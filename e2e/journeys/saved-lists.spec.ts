import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { addToCart, test as base, expect, expectNoHorizontalOverflow, holdRequests, open, openSynced, toaster } from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { addAccount, startSessionIn } from '#e2e/shop-database.ts';
import { completeTestPayment, fillCheckout, goToCheckout, payButton, signIn, termsCheckbox } from '#e2e/shopping.ts';

const cartBadge = (page: Page, count: string) => page.getByRole('banner').getByRole('button', { name: `Cart, ${count}`, exact: true });
const quantity = (page: Page, name: string) => page.getByRole('textbox', { name: `Quantity of ${name}` });
const main = (page: Page) => page.getByRole('main');

/** Waits until the lists of this page are those of the account; with a product, until the account has a line of it. */
const expectSaved = (page: Page, productId?: string) =>
  expect
    .poll(
      () =>
        page.evaluate(async (id) => {
          const { account, adding } = JSON.parse(window.localStorage.getItem('flone:lists') ?? '{}');
          if (account === undefined || adding !== undefined) return false;
          const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
          const response = await fetch('/user/lists', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
            body: JSON.stringify({ account, id: '0123456789', operations: [] }),
          });
          const { lines } = await response.json();
          return id === undefined || lines.some((line: { readonly productId: string }) => line.productId === id);
        }, productId),
      { timeout: 15_000 },
    )
    .toBe(true);

type Fixtures = {
  /** An account for each test alone: what it keeps is on all devices. */
  readonly account: readonly [email: string, password: string];
  /** Opens a page on a device on which the shopper is signed in; it has the lists of the account. */
  readonly openOnDevice: (url: string) => Promise<Page>;
};

const test = base.extend<Fixtures>({
  account: async ({ shop }, use) => use(await addAccount(shop)),
  openOnDevice: async ({ shop, openDevice, account }, use) =>
    use(async (url) => {
      const context = await openDevice();
      await startSessionIn(context, shop, account);
      const page = await context.newPage();
      await openSynced(page, url);
      await expectSaved(page);
      return page;
    }),
});

/** Shows the page again, as a phone does that is taken out of a pocket: it asks for what other devices did. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

test(
  'a visitor’s cart is added to the account once at sign-in, is kept at sign-out, and the next person at the browser sees none of it',
  onlyInAll,
  async ({ openDevice, account }) => {
    test.setTimeout(90_000);
    const page = await (await openDevice()).newPage();
    await open(page, '/product/lavender-soap-bar');
    await addToCart(page);
    await open(page, '/login-register?from=%2Fcart');
    await signIn(page, account);
    await expect(page).toHaveURL('/cart');
    await expect(toaster(page)).toContainText('Your cart and lists are now saved to your account.');
    await expectSaved(page, 'lavender-soap-bar');

    await open(page, '/my-account');
    await main(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(cartBadge(page, '0 lines')).toBeVisible();
    await open(page, '/cart');
    await expect(page.getByText('No items added to cart')).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(window.localStorage))).not.toMatch(/cart[^}]*lavender|flone:lists/);

    const phone = await (await openDevice()).newPage();
    await open(phone, '/login-register');
    await signIn(phone, account);
    await expect(toaster(phone)).toContainText('1 piece from your account was added to your cart.');
    await expect(cartBadge(phone, '1 line')).toBeVisible();
  },
);

test('two phones of a shopper that add at the same time lose nothing, and a line that is ordered on one phone disappears on the other', async ({
  openOnDevice,
}) => {
  test.setTimeout(120_000);
  const one = await openOnDevice('/product/lavender-soap-bar');
  const other = await openOnDevice('/product/lavender-soap-bar');
  await Promise.all([addToCart(one), addToCart(other)]);
  await Promise.all([expectSaved(one, 'lavender-soap-bar'), expectSaved(other, 'lavender-soap-bar')]);
  for (const page of [one, other]) {
    await lookAgain(page);
    await expect(page.getByText('You have 2 in your cart')).toBeVisible();
  }

  await goToCheckout(one);
  await fillCheckout(one);
  await termsCheckbox(one).check();
  await payButton(one).click();
  await completeTestPayment(one, 'Pay');
  await expect(cartBadge(one, '0 lines')).toBeVisible();
  await expectSaved(one);
  await lookAgain(other);
  await expect(cartBadge(other, '0 lines')).toBeVisible();
});

test(
  'two devices of a shopper that add to the comparison at the same time lose nothing, and of five products both leave out the one that arrived last',
  onlyInAll,
  async ({ openOnDevice }) => {
    test.setTimeout(90_000);
    const list = '/shop-grid-standard?category=home-living&sort=name';
    const one = await openOnDevice(list);
    const other = await openOnDevice(list);
    const comparison = (page: Page, count: string) => page.getByRole('banner').getByRole('link', { name: `Compare, ${count}` });
    const addition = (page: Page, name: string) => main(page).getByRole('button', { name: `Compare ${name}`, exact: true });
    const removal = (page: Page, name: string) =>
      main(page).getByRole('button', { name: `Remove ${name} from the comparison`, exact: true });
    await addition(one, 'Bud vase').click();
    await Promise.all([addition(one, 'Coiled jute basket').click(), addition(other, 'Gift wrapping kit').click()]);
    await Promise.all([expectSaved(one, 'coiled-jute-basket'), expectSaved(other, 'gift-wrapping-kit')]);
    for (const page of [one, other]) {
      await lookAgain(page);
      await expect(comparison(page, '3 products')).toBeVisible();
    }

    // Room for one more, and each device adds another.
    const release = await holdRequests(other, '**/user/lists');
    await addition(other, 'Trinket dish').click();
    await expect(comparison(other, '4 products')).toBeVisible();
    await addition(one, 'Knitted wool throw').click();
    await expectSaved(one, 'knitted-wool-throw');
    release();
    await expect(toaster(other)).toContainText('1 product could not be saved to your account: the list is full.');
    await lookAgain(one);
    for (const page of [one, other]) {
      await expect(removal(page, 'Knitted wool throw')).toBeVisible();
      await expect(addition(page, 'Trinket dish')).toBeVisible();
      await expect(comparison(page, '4 products')).toBeVisible();
    }
  },
);

test(
  'a cart that is paid on one phone disappears on the other, although the first phone never returns from the payment page',
  onlyInAll,
  async ({ openOnDevice, allowErrors }) => {
    test.setTimeout(120_000);
    allowErrors(/order-confirm/);
    const one = await openOnDevice('/product/lavender-soap-bar');
    const other = await openOnDevice('/my-account');
    await addToCart(one);
    await expectSaved(one, 'lavender-soap-bar');
    await lookAgain(other);
    await expect(cartBadge(other, '1 line')).toBeVisible();

    await goToCheckout(one);
    await fillCheckout(one);
    await termsCheckbox(one).check();
    await payButton(one).click();
    const pay = one.getByRole('button', { name: 'Pay', exact: true });
    await expect(pay).toBeVisible();
    // Aborts the script of the confirmation page: the payment redirects to the page itself, and Playwright routes no redirected request.
    await one.route('**/order-confirm**', (route) => route.abort());
    const refused = one.waitForEvent('requestfailed', (request) => request.url().includes('/order-confirm'));
    await pay.click();
    await refused;
    await one.close();
    await lookAgain(other);
    await expect(cartBadge(other, '0 lines')).toBeVisible();
  },
);

test(
  'a signed-in shopper who adds without a connection reads that it is kept, and has it in the account once there is one',
  onlyInAll,
  async ({ openOnDevice, allowErrors }) => {
    test.setTimeout(90_000);
    allowErrors(/ERR_INTERNET_DISCONNECTED/);
    const train = await openOnDevice('/product/lavender-soap-bar');
    await train.route('**/user/**', (route) => route.abort('internetdisconnected'));
    await addToCart(train);
    await expect(toaster(train)).toContainText('We can’t reach your account at the moment. Your changes are safe here');
    await expect(cartBadge(train, '1 line')).toBeVisible();
    await train.unroute('**/user/**');
    await lookAgain(train);
    await expectSaved(train, 'lavender-soap-bar');
    await expect(cartBadge(train, '1 line')).toBeVisible();
  },
);

for (const width of [390, 1440])
  test(
    `an owner shares a wishlist and withdraws the link, and a visitor sees its goods until then, at ${width} px`,
    onlyInAll,
    async ({ openDevice, openOnDevice, allowErrors }) => {
      test.setTimeout(120_000);
      // The withdrawn link.
      allowErrors(/status of 404/);
      const owner = await openOnDevice('/product/lavender-soap-bar');
      await owner.setViewportSize({ width, height: 900 });
      await main(owner)
        .getByRole('button', { name: /wishlist/i })
        .first()
        .click();
      await expect(toaster(owner)).toContainText('Added To wishlist');
      await expectSaved(owner, 'lavender-soap-bar');
      await open(owner, '/wishlist');
      await owner.getByRole('checkbox', { name: /^Show my first name/ }).check();
      await owner.getByRole('button', { name: 'Make a link' }).click();
      const link = owner.getByLabel('Link to your wishlist');
      await expect(link).toHaveValue(/\/wishlist\?shared=[\w-]{43}$/);
      await expectNoHorizontalOverflow(owner, width);
      await expectAccessible(owner);

      const visitor = await (await openDevice()).newPage();
      await visitor.setViewportSize({ width, height: 900 });
      await open(visitor, await link.inputValue());
      await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      await expect(visitor.getByText(/shared their wishlist with you/)).toBeVisible();
      await expectNoHorizontalOverflow(visitor, width);
      await expectAccessible(visitor);
      await main(visitor).getByRole('button', { name: 'Add all to cart' }).click();
      await expect(toaster(visitor)).toContainText('Added To Cart');

      await owner.getByRole('button', { name: 'Stop sharing' }).click();
      await owner.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
      await expect(owner.getByText('The link no longer works.')).toBeVisible();
      await open(visitor, visitor.url());
      await expect(visitor.getByText('This wishlist is not shared')).toBeVisible();
      await expectAccessible(visitor);
    },
  );

test('a shopper signs out in one tab, and a frozen tab shows and stores nothing of what she typed there', async ({ openOnDevice }) => {
  test.setTimeout(90_000);
  const page = await openOnDevice('/contact');
  await page.getByLabel('Your message').fill('My order for Ada Lane');
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.sessionStorage))).toContain('Ada Lane');

  const other = await page.context().newPage();
  await open(other, '/checkout/lavender-soap-bar/1');
  await other.getByLabel('Address line 1').fill('1 Secret Street');
  await expect.poll(() => other.evaluate(() => JSON.stringify(window.sessionStorage))).toContain('Secret Street');
  const session = await page.context().newCDPSession(other);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });

  await open(page, '/my-account');
  await main(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/login-register/);
  await open(page, '/contact');
  await expect(page.getByLabel('Email address')).toHaveValue('');
  await expect(page.getByLabel('Your message')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(window.sessionStorage))).not.toContain('Ada Lane');

  await session.send('Page.setWebLifecycleState', { state: 'active' });
  const street = other.getByLabel('Address line 1');
  await expect(street).toHaveValue('');
  await street.fill('2 Next Street');
  await expect.poll(() => other.evaluate(() => JSON.stringify(window.sessionStorage))).toContain('Next Street');
  expect(await other.evaluate(() => JSON.stringify(window.sessionStorage))).not.toContain('Secret Street');
  await open(other, '/checkout/lavender-soap-bar/1');
  await expect(street).toHaveValue('2 Next Street');
});

for (const width of [390, 1440])
  test(
    `a mug that is chosen and wished for on one device is bought on another without choosing again, at ${width} px`,
    onlyInAll,
    async ({ openOnDevice }) => {
      test.setTimeout(90_000);
      const one = await openOnDevice('/product/stoneware-mug?colour=Sage&size=350+ml&option=stoneware-mug-boxed');
      await expect(one.getByRole('radio', { name: /^Gift boxed/ })).toBeChecked();
      await main(one)
        .getByRole('button', { name: /wishlist/i })
        .first()
        .click();
      await expect(toaster(one)).toContainText('Added To wishlist');
      await expectSaved(one, 'stoneware-mug');

      const other = await openOnDevice('/wishlist');
      await other.setViewportSize({ width, height: 900 });
      const row = other.getByRole('row', { name: /Stoneware mug – Gift boxed/ });
      await expect(row).toContainText('Colour: Sage');
      await expectNoHorizontalOverflow(other, width);
      await expectAccessible(other);
      await row.getByRole('button', { name: 'Add to cart: Stoneware mug' }).click();
      await expect(toaster(other)).toContainText('Added To Cart');
      await open(other, '/cart');
      await expect(other.getByRole('row', { name: /Stoneware mug – Gift boxed/ })).toContainText('Size: 350 ml');
      await expect(quantity(other, 'Stoneware mug')).toHaveValue('1');
    },
  );
