import { clauseTags } from '#e2e/clause-tags.ts';
import {
  addButton,
  expect,
  expectHydrated,
  expectNoLayoutShift,
  expectPersisted,
  holdRequests,
  observeLayoutShifts,
  open,
  openHeld,
  test,
  toaster,
} from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { checkoutDetails } from '#e2e/shopping.ts';

// Scripts are held for as long as a busy machine takes, and Chromium warns after some seconds.
test.beforeEach(({ allowErrors }) => allowErrors(/was preloaded using link preload but not used/));

test('a shopper who clicks Add to cart before hydration has the product in the cart afterwards', onlyInAll, async ({ page }) => {
  const release = await holdRequests(page, '**/assets/foundation-*.js');
  // The script in the head queues clicks.
  await openHeld(page, '/product/beech-rolling-pin');
  await addButton(page).click();
  await expect(toaster(page)).not.toBeAttached();
  release();
  await expect(toaster(page)).toContainText('Added To Cart');
  await expect(page).toHaveURL(/\/product\/beech-rolling-pin$/);
});

test('a shopper with a mouse who uses every control of a product before hydration sees each respected once, and its variant in the URL', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const release = await holdRequests(page, '**/assets/foundation-*.js');
  await openHeld(page, '/product/bud-vase');
  await page.getByRole('radio', { name: 'Sage' }).check();
  // More than there are of the colour that was chosen by default.
  await page.getByRole('textbox', { name: 'Quantity of Bud vase' }).fill('9');
  const pressed = [
    addButton(page),
    main.getByRole('button', { name: 'Add to wishlist' }),
    main.getByRole('button', { name: 'Compare', exact: true }),
    main.getByRole('tab', { name: 'Details' }),
  ];
  for (const button of pressed) {
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await button.click();
  }
  release();
  await expect(toaster(page)).toContainText('Added To Cart');
  await expect(main.getByText('You have 9 in your cart')).toBeVisible();
  await expect(toaster(page)).not.toContainText('Maximum limit reached');
  await expect(main.getByRole('button', { name: 'On your wishlist' })).toHaveAttribute('aria-pressed', 'true');
  await expect(main.getByRole('button', { name: 'In your comparison' })).toHaveAttribute('aria-pressed', 'true');
  await expect(main.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await expect(main.locator('[aria-busy]')).toHaveCount(0);
  await expect(page).toHaveURL('/product/bud-vase?colour=Sage');
  await page.getByRole('button', { name: 'Cart, 1 line' }).click();
  await expect(page.getByRole('region', { name: 'Your cart' }).getByRole('listitem')).toContainText('Colour: Sage');

  await page.reload();
  await expectHydrated(page);
  await expect(page.getByRole('radio', { name: 'Sage' })).toBeChecked();
  const scrollTop = () => page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo(0, 120));
  await expect.poll(scrollTop).toBe(120);
  await page.getByRole('radio', { name: 'Warm chalk' }).check();
  await expect(page).toHaveURL('/product/bud-vase?colour=Warm+chalk');
  // Without the scrolling that a click does before: the new history entry sees no scroll event.
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Shop', exact: true })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL('/shop-grid-standard');
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/product/bud-vase?colour=Warm+chalk');
  await expect.poll(scrollTop).toBe(120);
  await expect(page.getByRole('radio', { name: 'Warm chalk' })).toBeChecked();
});

test(
  'a shopper who presses plus three times and then Add before hydration adds four, and arrow keys and Show all are kept too',
  onlyInAll,
  async ({ page }) => {
    const main = page.getByRole('main');
    const releaseProduct = await holdRequests(page, '**/assets/foundation-*.js');
    await openHeld(page, '/product/lavender-soap-bar');
    const more = main.getByRole('button', { name: 'One more: Lavender soap bar' });
    for (const _ of [1, 2, 3]) await more.click();
    await addButton(page).click();
    await expect(addButton(page)).toHaveAttribute('aria-busy', 'true');
    await main.getByRole('tab').first().focus();
    await page.keyboard.press('ArrowRight');
    releaseProduct();
    await expect(main.getByText('You have 4 in your cart')).toBeVisible();
    await expect(main.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');

    await page.unroute('**/assets/foundation-*.js');
    const releaseList = await holdRequests(page, '**/assets/foundation-*.js');
    await openHeld(page, '/shop-grid-standard');
    await main.locator('summary', { hasText: 'Material' }).click();
    const all = main.locator('.facet-more:visible').first();
    await all.click();
    await expect(all).toHaveAttribute('aria-busy', 'true');
    releaseList();
    await expect(all).toHaveAttribute('aria-expanded', 'true');
  },
);

test('a keyboard user who chooses colour, size, option and quantity before hydration and presses “Buy now” checks out just that', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/foundation-*.js');
  await openHeld(page, '/product/stoneware-mug');
  await page.getByRole('radio', { name: 'Oat', exact: true }).focus();
  await page.keyboard.press('ArrowUp');
  const colour = await page.locator('[name=color]:checked').inputValue();
  expect(colour).not.toBe('Oat');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  const size = await page.locator('[name=size]:checked').inputValue();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  const option = await page.locator('[name=variationId]:checked').inputValue();
  await page.getByRole('textbox', { name: 'Quantity of Stoneware mug' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2');
  const buyNow = page.getByRole('button', { name: 'Buy now' });
  await buyNow.focus();
  await page.keyboard.press('Enter');
  await expect(buyNow).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(`/checkout/stoneware-mug/2?${new URLSearchParams({ colour, size, option })}`);
  await page.goBack();
  await expect(page).toHaveURL(`/product/stoneware-mug?${new URLSearchParams({ colour, size, option })}`);
});

test(
  'a shopper who sorts, filters by keyboard and presses the heart of a card before hydration sees all three respected',
  onlyInAll,
  async ({ page }) => {
    const release = await holdRequests(page, '**/assets/foundation-*.js');
    await openHeld(page, '/shop-grid-standard');
    const heart = page.getByRole('button', { name: 'Add Stoneware mug to your wishlist' });
    await page.getByLabel('Sort by').selectOption('price-low');
    await page.getByRole('checkbox', { name: /^Garden/ }).focus();
    await page.keyboard.press('Space');
    await heart.focus();
    await page.keyboard.press('Enter');
    await expect(heart).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page).toHaveURL('/shop-grid-standard?category=garden&sort=price-low');
    await expect(page.getByLabel('Sort by')).toHaveValue('price-low');
    await expect(page.getByRole('checkbox', { name: /^Garden/ })).toBeChecked();
    await expect(page.getByRole('link', { name: 'Wishlist, 1 product' })).toBeVisible();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test(
    'a shopper who taps colours, a sorting and Filter, and “Buy now” with all of its choices, before hydration sees each respected once',
    onlyInAll,
    async ({ page }) => {
      const main = page.getByRole('main');
      const releaseList = await holdRequests(page, '**/assets/foundation-*.js');
      await openHeld(page, '/shop-grid-standard?q=stoneware');
      const tile = main.getByRole('article', { name: 'Stoneware mug', exact: true });
      const colours = tile.getByRole('toolbar', { name: /^Colours/ }).getByRole('button');
      for (const dot of [colours.first(), colours.last()]) {
        await dot.tap();
        await expect(dot).toHaveAttribute('aria-busy', 'true');
      }
      const colourOfTile = (await colours.last().getAttribute('aria-label')) ?? '';
      await page.getByLabel('Sort by').tap();
      await page.getByLabel('Sort by').selectOption('name');
      const filter = main.getByRole('button', { name: /^Filter/ });
      await filter.tap();
      await expect(filter).toHaveAttribute('aria-busy', 'true');
      await filter.tap();
      releaseList();
      const drawer = page.getByRole('dialog', { name: 'Filter the products' });
      await drawer.locator('label', { has: page.getByRole('checkbox', { name: /^Kitchen & table/ }) }).tap();
      await drawer.getByRole('button', { name: /^Show \d+ products$/ }).tap();
      await expect(page).toHaveURL(/\?q=stoneware&category=[\w-]+&sort=name$/);
      await expect(page.getByLabel('Sort by')).toHaveValue('name');
      await expect(colours.last()).toHaveAttribute('aria-pressed', 'true');
      await expect(colours.first()).toHaveAttribute('aria-pressed', 'false');

      const ofColour = new URLSearchParams({ colour: colourOfTile });
      await expect(tile.getByRole('link', { name: 'Stoneware mug', exact: true })).toHaveAttribute(
        'href',
        `/product/stoneware-mug?${ofColour}`,
      );

      await page.unroute('**/assets/foundation-*.js');
      const releaseProduct = await holdRequests(page, '**/assets/foundation-*.js');
      await openHeld(page, '/product/stoneware-mug');
      const chooseLast = async (name: string): Promise<string> => {
        const label = main.locator('label', { has: page.locator(`[name=${name}]`) }).last();
        await label.tap();
        await expect(label.locator('input')).toBeChecked();
        return label.locator('input').inputValue();
      };
      const [colour, size, option] = [await chooseLast('color'), await chooseLast('size'), await chooseLast('variationId')];
      await main.getByRole('button', { name: 'One more: Stoneware mug' }).tap();
      const buyNow = main.getByRole('button', { name: 'Buy now' });
      await buyNow.tap();
      await expect(buyNow).toHaveAttribute('aria-busy', 'true');
      await buyNow.tap();
      releaseProduct();
      await expect(page).toHaveURL(`/checkout/stoneware-mug/2?${new URLSearchParams({ colour, size, option })}`);
      await page.goBack();
      await expect(page).toHaveURL(`/product/stoneware-mug?${new URLSearchParams({ colour, size, option })}`);
    },
  );
});

// Wide enough for the facets; a grid's tiles have no quick view by touch.
test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });

  test(
    'a shopper who taps a facet, Compare and a quick view before hydration sees all three respected once',
    onlyInAll,
    async ({ page }) => {
      const release = await holdRequests(page, '**/assets/foundation-*.js');
      await openHeld(page, '/shop-list-standard?q=basket');
      const facets = page.getByRole('complementary', { name: 'Filter the products' });
      const price = facets.locator('[name=price]:enabled').first();
      await price.tap();
      await expect(price).toBeChecked();
      const chosen = { q: 'basket', price: await price.inputValue() };
      const quickView = page.getByRole('button', { name: 'Quick view of Coiled jute basket' });
      await page.getByRole('button', { name: 'Compare Coiled jute basket' }).tap();
      await quickView.tap();
      await expect(quickView).toHaveAttribute('aria-busy', 'true');
      await quickView.tap();
      release();
      const dialog = page.getByRole('dialog', { name: 'Quick view of Coiled jute basket' });
      await expect(dialog.getByRole('heading', { name: 'Coiled jute basket' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Close the quick view' }).tap();
      await expect(page.getByRole('button', { name: 'Remove Coiled jute basket from the comparison' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expect(page).toHaveURL(`/shop-list-standard?${new URLSearchParams(chosen)}`);
      await expect(price).toBeChecked();
    },
  );
});

for (const width of [390, 1440])
  test(`a shopper who presses Back before hydration, after a reload, sees the page of the URL, ${width} px wide`, async ({
    page,
    allowErrors,
  }) => {
    // React renders anew, because the server's HTML is of the URL that was left.
    allowErrors(/React error #418/);
    await page.setViewportSize({ width, height: 844 });
    const list = '/shop-grid-standard?q=stoneware+mug';
    const product = '/product/stoneware-mug';
    const heading = page.getByRole('heading', { level: 1 });
    await open(page, list);
    await page.getByRole('main').getByRole('link', { name: 'Stoneware mug', exact: true }).first().click();
    await expect(page).toHaveURL(product);
    await expect(heading).toHaveText('Stoneware mug');
    const release = await holdRequests(page, '**/assets/foundation-*.js');
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState !== 'loading');
    await page.evaluate(() => window.history.back());
    await expect(page).toHaveURL(list);
    release();
    await expectHydrated(page);
    await expect(heading).toHaveText(/results for “stoneware mug”/);
    await expect(page).toHaveURL(list);
    await page.getByLabel('Sort by').selectOption('name');
    await expect(page).toHaveURL(`${list}&sort=name`);
  });

const formPages = [
  '/login-register',
  '/login-register?step=register',
  '/login-register?step=forgot',
  '/contact',
  '/wholesale',
  '/order-status',
  '/refund',
  '/email-verification',
  '/checkout/beech-rolling-pin/1',
];

test('a shopper who fills in any form before hydration keeps every text, selection and checkbox', async ({ page }) => {
  for (const url of formPages) {
    const release = await holdRequests(page, '**/assets/foundation-*.js');
    await openHeld(page, url);
    const controls = page.getByRole('main').locator('form :is(input, select, textarea):visible');
    await expect(controls.first(), url).toBeVisible();
    const used = await controls.evaluateAll((elements) =>
      elements.map((element) => {
        const control = element as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
        if (control.type === 'checkbox') control.click();
        else if (control instanceof HTMLSelectElement) control.selectedIndex = control.options.length - 1;
        else control.value = control.type === 'email' ? 'ada@example.com' : 'Ada 7';
        return [control.name, control.type === 'checkbox' ? String((control as HTMLInputElement).checked) : control.value] as const;
      }),
    );
    release();
    await expectHydrated(page);
    // Identified by name, because optional fields are added later, between the others.
    const shown = () =>
      controls.evaluateAll((elements) =>
        elements.map((element) => {
          const control = element as HTMLInputElement;
          return [control.name, control.type === 'checkbox' ? String(control.checked) : control.value] as const;
        }),
      );
    await expect.poll(shown, url).toEqual(expect.arrayContaining(used));
    // Any change renders the form again from its state.
    await controls.first().press('End');
    await controls.first().press('x');
    expect(await shown(), url).toEqual(expect.arrayContaining(used.slice(1)));
    await page.unroute('**/assets/foundation-*.js');
  }
});

test(
  'a shopper who types and tabs through the registration before hydration keeps every text and the checkbox, and the form accepts them',
  onlyInAll,
  async ({ page }) => {
    const release = await holdRequests(page, '**/assets/foundation-*.js');
    await openHeld(page, '/login-register?step=register');
    const main = page.getByRole('main');
    const password = main.getByLabel('Password', { exact: true });
    const terms = main.getByRole('checkbox', { name: /^I agree/ });
    await main.getByLabel('First name').focus();
    // All but the email address.
    for (const key of [
      'Ada',
      'Tab',
      'Byron',
      'Tab',
      'Tab',
      '0113 496 0142',
      'Tab',
      'twelve-otters-9',
      'Tab',
      'Enter',
      'Tab',
      'Tab',
      'Tab',
      'Space',
    ])
      await (/^(?:Tab|Enter|Space)$/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key));
    await expect(terms).toBeChecked();
    release();
    // The button next to it, which was pressed.
    await expect(password).toHaveAttribute('type', 'text');
    await main.getByRole('button', { name: 'Create account' }).click();
    const problems = main.getByRole('alert').getByRole('link');
    await expect(problems).toHaveText([/email/]);
    await expect(main.getByLabel('First name')).toHaveValue('Ada');
    await expect(main.getByLabel('Last name')).toHaveValue('Byron');
    await expect(password).toHaveValue('twelve-otters-9');
    await expect(terms).toBeChecked();
  },
);

test('a shopper who is typing and tabbing through the checkout when it hydrates goes on in the same field, also after a reload', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/foundation-*.js');
  await openHeld(page, '/checkout/beech-rolling-pin/1');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Email address').focus();
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Tab');
  // The checkbox that refuses the mail which asks for a review.
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Byon');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  release();
  await expect(toaster(page)).toBeAttached();
  await page.keyboard.type('r');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12 Mill Lane');
  const typed = checkoutDetails.slice(0, 4);
  for (const [name, text] of typed) await expect(field(name)).toHaveValue(text);
  const terms = page.getByRole('checkbox', { name: /I agree to the terms and conditions/ });
  await terms.check();
  await page.reload();
  await expect(toaster(page)).toBeAttached();
  await expect(terms).not.toBeChecked();
  for (const [name, text] of typed) await expect(field(name)).toHaveValue(text);
});

test('a shopper whose scripts do not load sees one reload and a note, and can use links, the search and Try again', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/Failed to fetch|status of 404/);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  // WebKit forgets that a script failed only when it is fetched in another way: for the reload, and again for Try again.
  let refetches = 0;
  page.on('request', (request) => {
    if (/\/foundation-[^/]*\.js/.test(request.url()) && request.resourceType() === 'fetch') refetches += 1;
  });
  await page.route('**/assets/foundation-*.js', (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
  await page.goto('/product/beech-rolling-pin?from=mail');
  const note = page.getByRole('alert').filter({ hasText: 'This page didn’t load in full' });
  await expect(note).toBeVisible();
  await expect.poll(() => loads).toBe(2);
  await expect.poll(() => refetches).toBe(2);
  await page.getByRole('banner').getByRole('searchbox', { name: 'Search the shop' }).fill('candle');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/shop-grid-standard?q=candle');
  await expect(note).toBeVisible();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'About us' }).click();
  await expect(page).toHaveURL('/about');
  await expect(note).toBeVisible();
  await page.unroute('**/assets/foundation-*.js');
  await note.getByRole('link', { name: 'Try again' }).click();
  await expectHydrated(page);
  await expect(note).toBeHidden();
});

for (const [what, chunk, body] of [
  ['cannot be parsed', 'foundation', 'const = ;'],
  ['throws', 'foundation', 'throw new Error("broken");'],
  ['throws at its end', 'index', 'throw new Error("broken");'],
] as const)
  test(
    `a shopper with a script that ${what} (${chunk}) sees one reload and a note, to which each button leads, and gets the page by Try again`,
    onlyInAll,
    async ({ page, allowErrors }) => {
      allowErrors(/broken|Unexpected token|does not provide an export/);
      let loads = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1;
      });
      const script = `**/assets/${chunk}-*.js`;
      await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body }));
      await page.goto('/product/beech-rolling-pin');
      const note = page.getByRole('alert').filter({ hasText: 'This page didn’t load in full' });
      await expect(note).toBeVisible();
      expect(loads).toBe(2);
      const add = addButton(page);
      await expect(add).not.toHaveAttribute('aria-busy', 'true');
      await add.click();
      await expect(note.getByRole('link', { name: 'Try again' })).toBeFocused();
      await page.unroute(script);
      await note.getByRole('link', { name: 'Try again' }).click();
      await expectHydrated(page);
      await expect(note).toBeHidden();
    },
  );

test(
  'a shopper whose first script does not load sees one reload and a note, to which each button leads, and gets the page by Try again',
  onlyInAll,
  async ({ page, allowErrors }) => {
    allowErrors(/status of 404/);
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route('**/assets/index-*.js', (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
    await page.goto('/checkout/beech-rolling-pin/1');
    const note = page.getByRole('alert').filter({ hasText: 'This page didn’t load in full' });
    await expect(note).toBeVisible();
    expect(loads).toBe(2);
    // Sent by the browser itself, the form would put what was typed into the URL.
    const email = page.getByRole('textbox', { name: 'Email address', exact: true });
    await email.fill('ada@example.com');
    const pay = page.getByRole('button', { name: /^Pay £/ });
    await pay.click();
    await expect(note.getByRole('link', { name: 'Try again' })).toBeFocused();
    await email.press('Enter');
    await expect(note.getByRole('link', { name: 'Try again' })).toBeFocused();
    await expect(pay).toHaveAttribute('aria-busy', 'false');
    await expect(email).toHaveValue('ada@example.com');
    await expect(page).toHaveURL('/checkout/beech-rolling-pin/1');
    await page.unroute('**/assets/index-*.js');
    await note.getByRole('link', { name: 'Try again' }).click();
    await expectHydrated(page);
    await expect(note).toBeHidden();
  },
);

test('a shopper whose stored cart is not restored, because a script does not load, is told, and Try again brings it, with what was added since', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/persistence-/);
  await open(page, '/product/lavender-soap-bar');
  await addButton(page).click();
  await expectPersisted(page, 'lavender-soap-bar');
  await page.route('**/assets/persistence-*.js', (route) => route.abort());
  await open(page, '/product/beech-rolling-pin');
  const note = page.getByRole('alert').filter({ hasText: 'We couldn’t load your saved cart.' });
  await expect(note).toBeVisible();
  await addButton(page).click();
  await expect(page.getByRole('button', { name: 'Cart, 1 line' })).toBeVisible();
  await page.unroute('**/assets/persistence-*.js');
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Cart, 2 lines' })).toBeVisible();
  await expect(note).toHaveCount(0);
  await expectPersisted(page, 'beech-rolling-pin');
});

test(
  'a shopper sees an error when the code of the mini-cart does not load, and keeps the page',
  onlyInAll,
  async ({ page, allowErrors }) => {
    allowErrors(/overlay-content/);
    await page.route('**/assets/overlay-content-*.js', (route) => route.abort());
    await open(page, '/product/beech-rolling-pin');
    await page.getByRole('button', { name: 'Cart, 0 lines' }).click();
    await expect(page.getByRole('alert')).toContainText('We can’t reach the shop');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling pin');
  },
);

test('a shopper who clicks Add to cart before the stored cart is restored has one unit in the cart', onlyInAll, async ({ page }) => {
  const release = await holdRequests(page, '**/assets/persistence-*.js');
  await open(page, '/product/lavender-soap-bar');
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

test(
  'a shopper whose first screen does not load sees one reload and an error, and gets the screen by Try again',
  onlyInAll,
  async ({ page, allowErrors }) => {
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
  },
);

test('a shopper over a slow line sees nothing move when the fonts come, and each is fetched once', async ({ page }) => {
  await observeLayoutShifts(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 500, downloadThroughput: -1, uploadThroughput: -1 });
  await page.goto('/product/beech-rolling-pin');
  await expectHydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"Fraunces Variable"/);
  // The basic characters only.
  expect(asked.filter((path) => path.endsWith('.woff2'))).toHaveLength(2);
  await expectNoLayoutShift(page);
});
