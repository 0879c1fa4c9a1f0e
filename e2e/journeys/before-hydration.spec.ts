import { clauseTags } from '#e2e/clause-tags.ts';
import { addButton, expect, holdRequests, open, test, toaster } from '#e2e/fixtures.ts';

// The held requests must go to the server, not to the HTTP cache.
test.use({ isFirstVisit: true });

test('a shopper who clicks Add to cart before hydration has the product in the cart afterwards', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/start-*.js');
  // By then the entry script has run, which queues clicks.
  await page.goto('/product/beech-rolling-pin', { waitUntil: 'domcontentloaded' });
  await addButton(page).click();
  await expect(toaster(page)).not.toBeAttached();
  release();
  await expect(toaster(page)).toContainText('Added To Cart');
  await expect(page).toHaveURL(/\/product\/beech-rolling-pin$/);
});

test('a shopper who chooses a colour and a quantity before hydration, and presses Add twice, has just that in the cart', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/start-*.js');
  await page.goto('/product/stoneware-jug', { waitUntil: 'domcontentloaded' });
  await page.getByRole('radio', { name: 'Sage' }).check();
  await page.getByRole('textbox', { name: 'Quantity of Stoneware jug' }).fill('3');
  await addButton(page).click();
  await expect(addButton(page)).toHaveAttribute('aria-busy', 'true');
  await addButton(page).click();
  release();
  await expect(toaster(page)).toContainText('Added To Cart');
  await expect(page.getByText('You have 3 in your cart')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Sage' })).toBeChecked();
  await expect(addButton(page)).not.toHaveAttribute('aria-busy');
  await page.getByRole('button', { name: 'Cart, 1 line' }).click();
  await expect(page.getByRole('region', { name: 'Your cart' }).getByRole('listitem')).toContainText('Colour: Sage');
});

test('a shopper who selects a sort order before hydration sees the list in that order', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/start-*.js');
  await page.goto('/shop-grid-standard', { waitUntil: 'commit' });
  await page.getByLabel('Sort by').selectOption('price-low');
  release();
  await expect(page).toHaveURL('/shop-grid-standard?sort=price-low');
  await expect(page.getByLabel('Sort by')).toHaveValue('price-low');
});

test('a shopper who ticks a checkbox and types a name before hydration keeps both, and the form accepts them', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/start-*.js');
  await page.goto('/login-register?step=register', { waitUntil: 'commit' });
  const main = page.getByRole('main');
  const terms = main.getByRole('checkbox', { name: /^I agree/ });
  await terms.check();
  await main.getByLabel('First name').fill('Ada');
  release();
  await expect(toaster(page)).toBeAttached();
  await main.getByRole('button', { name: 'Open an account' }).click();
  const problems = main.getByRole('alert').getByRole('link');
  await expect(problems.first()).toBeVisible();
  await expect(terms).toBeChecked();
  await expect(problems.filter({ hasText: /first name|terms/i })).toHaveCount(0);
});

test('a shopper who types into the checkout before hydration keeps the text, also after a reload', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/start-*.js');
  await page.goto('/checkout/beech-rolling-pin/1', { waitUntil: 'commit' });
  const email = page.getByRole('textbox', { name: 'E-mail', exact: true });
  await email.fill('ada@example.com');
  release();
  await expect(toaster(page)).toBeAttached();
  await page.getByRole('textbox', { name: 'First name', exact: true }).fill('Ada');
  await expect(email).toHaveValue('ada@example.com');
  const terms = page.getByRole('checkbox', { name: /I agree to the terms and conditions/ });
  await terms.check();
  await page.reload();
  await expect(toaster(page)).toBeAttached();
  await expect(terms).not.toBeChecked();
  await expect(email).toHaveValue('ada@example.com');
  await expect(page.getByRole('textbox', { name: 'First name', exact: true })).toHaveValue('Ada');
});

test('a shopper whose scripts do not load sees one reload and a note, and can use links, the search and Try again', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/start-|Failed to fetch|status of 404/);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/assets/start-*.js', (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
  await page.goto('/product/beech-rolling-pin?from=mail');
  const note = page.getByRole('alert').filter({ hasText: "This page didn't load in full" });
  await expect(note).toBeVisible();
  await expect.poll(() => loads).toBe(2);
  await page.getByRole('banner').getByRole('searchbox', { name: 'Search the shop' }).fill('candle');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/shop-grid-standard?q=candle');
  await expect(note).toBeVisible();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'About us' }).click();
  await expect(page).toHaveURL('/about');
  await expect(note).toBeVisible();
  await page.unroute('**/assets/start-*.js');
  await note.getByRole('link', { name: 'Try again' }).click();
  await expect(toaster(page)).toBeAttached();
  await expect(note).toBeHidden();
});

test('a shopper sees an error when the code of the mini-cart does not load, and keeps the page', async ({ page, allowErrors }) => {
  allowErrors(/mini-cart/);
  await page.route('**/assets/mini-cart-*.js', (route) => route.abort());
  await page.goto('/product/beech-rolling-pin');
  await expect(toaster(page)).toBeAttached();
  await page.getByRole('button', { name: 'Cart, 0 lines' }).click();
  await expect(page.getByRole('alert')).toContainText("We can't reach the shop");
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling pin');
});

test('a shopper who clicks Add to cart before the stored cart is restored has one piece in the cart', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/persistence-*.js');
  await page.goto('/product/lavender-soap-bar');
  await expect(toaster(page)).toBeAttached();
  await addButton(page).click();
  release();
  await expect(page.getByText('You have 1 in your cart')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cart, 1 line' })).toHaveText('1');
});

test(
  'a shopper who waits for the code of a screen sees a spinner, and Loading as the title of the tab',
  clauseTags('route.spinner', 'route.lazy'),
  async ({ page }) => {
    const release = await holdRequests(page, '**/assets/about-screen-*.js');
    await open(page, '/');
    await page.getByRole('banner').getByRole('link', { name: 'About us' }).click();
    await expect(page.getByRole('main').getByText('Loading...')).toBeAttached();
    await expect(page).toHaveTitle('Loading... | Flone');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/^About.* \| Flone$/);
  },
);

test('a shopper whose first screen does not load sees one reload and an error, and gets the screen by Try again', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/cart-screen|ChunkLoadError|Failed to fetch|Loading the screen failed/);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/assets/cart-screen-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/cart');
  // One automatic reload, guarded against a loop.
  await expect.poll(() => loads).toBe(2);
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.unroute('**/assets/cart-screen-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No items added to cart')).toBeVisible();
});
