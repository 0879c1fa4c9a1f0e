import type { Locator, Page } from '@playwright/test';
import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import { expect, expectAccessibleInBothWidths, expectHydrated, open, test, toaster } from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';

const list = '/shop-grid-standard?q=basket';
const card = (page: Page): Locator => page.getByRole('article', { name: 'Coiled jute basket' });
const quickViewButton = (page: Page): Locator => card(page).getByRole('button', { name: 'Quick view of Coiled jute basket' });
const quickView = (page: Page): Locator => page.getByRole('dialog', { name: 'Quick view of Coiled jute basket' });
const lightbox = (page: Page): Locator => page.getByRole('dialog', { name: /^Pictures of/ });

test('a keyboard user opens the quick view, chooses a size, adds the product and is back at the card', async ({ page }) => {
  await open(page, list);
  // The small buttons of a card are one tab stop.
  await tabTo(page, card(page).getByRole('button', { name: /wishlist$/ }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(quickViewButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(quickView(page).getByRole('heading', { name: 'Coiled jute basket' })).toBeVisible();
  await expectAccessible(page);

  await tabTo(page, quickView(page).getByRole('button', { name: 'Add to cart' }));
  await page.keyboard.press('Enter');
  await expect(quickView(page).getByText('Choose a size')).toBeVisible();
  await expect(quickView(page).getByRole('radio', { name: 'Small' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(quickView(page).getByRole('radio', { name: 'Large' })).toBeChecked();
  await tabTo(page, quickView(page).getByRole('button', { name: 'Add to cart' }));
  await page.keyboard.press('Enter');
  await expect(quickView(page)).toBeHidden();
  await expect(toaster(page)).toContainText('Added To Cart');
  await expect(quickViewButton(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(quickView(page).getByText('Choose a size')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(quickView(page)).toBeHidden();
  await expect(quickViewButton(page)).toBeFocused();
});

test(
  'a shopper with a mouse sees the second picture of a card, enlarges a picture in the quick view, and goes on to the product',
  onlyInAll,
  async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await open(page, list);
    const second = card(page).locator('.tile-second');
    await expect(second).toHaveCount(0);
    // Not preloaded, because most shoppers never see it.
    expect(requested.filter((url) => url.includes('basket-cream-alt'))).toEqual([]);
    await card(page).locator('.tile-picture').hover();
    await expect(second).toHaveCSS('opacity', '1');
    await expect.poll(() => requested.some((url) => url.includes('basket-cream-alt'))).toBe(true);

    await quickViewButton(page).click();
    await quickView(page)
      .getByRole('button', { name: /^Enlarge the picture/ })
      .click();
    await expect(lightbox(page)).toContainText(/Picture 1 of \d/);
    await page.keyboard.press('Escape');
    await expect(lightbox(page)).toBeHidden();
    // A selection of text may end on the backdrop, and the page behind does not scroll.
    const top = await page.evaluate(() => window.scrollY);
    await quickView(page)
      .getByRole('textbox', { name: /^Quantity of/ })
      .hover();
    await page.mouse.down();
    await page.mouse.move(20, 450);
    await page.mouse.up();
    await page.mouse.wheel(0, 600);
    await expect(quickView(page)).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
    await page.mouse.click(20, 450);
    await expect(quickView(page)).toBeHidden();

    await card(page).hover();
    await quickViewButton(page).click();
    await quickView(page).getByRole('link', { name: 'View full details' }).click();
    await expect(page).toHaveURL('/product/coiled-jute-basket');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coiled jute basket');
    await expect(quickView(page)).toBeHidden();
  },
);

test('a shopper tries a colour on a tile, opens the product with it, and Back returns to the list', async ({ page }) => {
  await open(page, '/shop-grid-standard?q=stoneware%20mug');
  const tile = page.getByRole('main').getByRole('article', { name: 'Stoneware mug' }).first();
  const dot = tile.getByRole('toolbar', { name: /^Colours of/ }).getByRole('button', { name: 'Sage' });
  const requests: string[] = [];
  page.on('request', (request) => {
    // Requests for the product list do not count: an idle page loads it, and again when another journey's sale has changed the stock.
    if (/\/client\/products\/|\/colorVariation\//.test(request.url())) requests.push(request.url());
  });
  await dot.click();
  await expect(dot).toHaveAttribute('aria-pressed', 'true');
  expect(requests).toEqual([]);
  await expectAccessibleInBothWidths(page);
  await tile.getByRole('link', { name: 'Stoneware mug', exact: true }).click();
  await expect(page).toHaveURL('/product/stoneware-mug?colour=Sage');
  await expect(page.getByRole('main').getByRole('radio', { name: 'Sage', exact: true })).toBeChecked();
  await page.reload();
  await expect(page.getByRole('main').getByRole('radio', { name: 'Sage', exact: true })).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL('/shop-grid-standard?q=stoneware%20mug');
  await expect(tile).toBeVisible();
});

test(
  'a shopper sees an error when the code of the quick view does not load, keeps the list, and opens it by Try again',
  onlyInAll,
  async ({ page, allowErrors }) => {
    allowErrors(/quick-view/);
    await page.route('**/assets/quick-view-*.js', (route) => route.abort());
    await open(page, list);
    await card(page).hover();
    await quickViewButton(page).click();
    await expect(page.getByRole('alert')).toContainText('We can’t reach the shop');
    await expect(card(page)).toBeVisible();
    await page.unroute('**/assets/quick-view-*.js');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect(quickView(page)).toBeVisible();
  },
);

test(
  'a keyboard user enlarges pictures, moves through them by arrow keys, stays in the dialog with Tab, and is back at the button',
  onlyInAll,
  async ({ page }) => {
    await open(page, '/product/three-candle-set');
    const enlarge = page.getByRole('button', { name: /^Enlarge the picture/ });
    await expect(enlarge).toHaveCount(1);
    await tabTo(page, enlarge);
    await page.keyboard.press('Enter');
    await expect(lightbox(page)).toContainText('Picture 1 of 4');
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await expect(lightbox(page)).toContainText('Picture 2 of 4');
    await page.keyboard.press('ArrowLeft');
    await expect(lightbox(page)).toContainText('Picture 1 of 4');
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await lightbox(page).evaluate((dialog) => {
        const { activeElement, body } = document;
        return activeElement !== body && !dialog.contains(activeElement);
      });
      expect(isOutside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(lightbox(page)).toBeHidden();
    await expect(enlarge).toBeFocused();
  },
);

test('a keyboard user reaches a size that is out of stock, and finds a button that chooses one in stock', onlyInAll, async ({ page }) => {
  await open(page, '/product/turned-wooden-bowl');
  await tabTo(page, page.getByRole('radio', { name: 'Oak' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Walnut' })).toBeChecked();
  await tabTo(page, page.getByRole('radio', { name: '22 cm' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '28 cm, out of stock' })).toBeChecked();
  await expect(page.locator('form').getByText('Out of stock')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Choose 22 cm instead' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: '22 cm' })).toBeFocused();
  await expect(page.getByRole('radio', { name: '22 cm' })).toBeChecked();
});

test('a shopper moves through the picture carousel by its buttons', onlyInAll, async ({ page }) => {
  await open(page, '/product-slider/stoneware-mug');
  const pictures = page.getByRole('button', { name: /^Enlarge the picture/ });
  await expect(pictures.nth(3)).not.toBeInViewport({ ratio: 0.9 });
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(pictures.nth(3)).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await expect(pictures.nth(0)).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page);
});

test('a shopper buys a product at once, and the URL of the checkout names product, quantity and variation', onlyInAll, async ({ page }) => {
  await open(page, '/product/coiled-jute-basket');
  await page.getByRole('radio', { name: 'Small' }).check();
  await page.getByRole('button', { name: 'One more: Coiled jute basket' }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL('/checkout/coiled-jute-basket/2?colour=Cream&size=Small');
});

test(
  'a shopper sees that a product is out of stock, finds it under Recently viewed, and clears that list for good',
  onlyInAll,
  async ({ page }) => {
    await open(page, '/product/salt-pot');
    await expect(page.locator('form').getByText('Out of stock')).toBeVisible();
    await expect(page.getByRole('link', { name: /^You might like/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible();
    await open(page, '/product/bud-vase');
    const recentlyViewed = page.locator('section', { has: page.getByRole('heading', { name: 'Recently viewed' }) });
    await expect(recentlyViewed.getByRole('article')).toHaveCount(1);
    await expect(recentlyViewed.getByRole('article', { name: 'Salt pot with wooden lid' })).toBeVisible();
    await expectAccessible(page);
    await recentlyViewed.getByRole('button', { name: 'Clear' }).click();
    await expect(recentlyViewed).toHaveCount(0);
    await page.reload();
    await expectHydrated(page);
    await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible();
    await expect(recentlyViewed).toHaveCount(0);
  },
);

/** Counts the view transitions that the page starts, in `data-transitions`; `data-animated` is what each animates of the picture. */
const watchViewTransitions = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    // The page is frozen for 400 ms at most, in which a busy machine may not render the next one.
    const schedule = window.setTimeout;
    window.setTimeout = ((handler: TimerHandler, delayMs?: number, ...values: unknown[]) =>
      schedule(handler, delayMs === 400 ? 3000 : delayMs, ...values)) as typeof window.setTimeout;
    const partOf = ({ effect }: Animation) => (effect instanceof KeyframeEffect ? effect.pseudoElement : null) ?? '';
    document.startViewTransition = (update) => {
      const { dataset } = document.documentElement;
      dataset.transitions = String(Number(dataset.transitions ?? 0) + 1);
      const transition = start(update);
      void transition.ready.then(() => {
        const parts = document.getAnimations().map(partOf);
        dataset.animated = [...new Set(parts.filter((part) => part.includes('(product-picture)')))].toSorted().join(' ');
      });
      return transition;
    };
  });

/** How many pictures still have a `view-transition-name`. */
const namedPictures = (page: Page): Promise<number> =>
  page.evaluate(
    () => [...document.querySelectorAll('.picture')].filter((each) => getComputedStyle(each).viewTransitionName !== 'none').length,
  );

test('the picture of a card grows into the product page, but not for a shopper who prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchViewTransitions(page);
  await open(page, list);
  for (const [reducedMotion, transitions] of [
    ['reduce', null],
    ['no-preference', '1'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await card(page).locator('.tile-picture').click();
    await expect(page).toHaveURL('/product/coiled-jute-basket');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coiled jute basket');
    expect(await page.locator('html').getAttribute('data-transitions')).toBe(transitions);
    // Both pictures: with the new one alone, the old page would have been captured too late.
    if (transitions !== null)
      await expect(page.locator('html')).toHaveAttribute('data-animated', /view-transition-new\S+ ::view-transition-old/);
    await expect.poll(() => namedPictures(page)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goBack();
    await expect(card(page)).toBeVisible();
  }
});

test(
  'the home page loads its widest picture on a wide screen of double density, and on no phone, upright or on its side',
  onlyInAll,
  async ({ openDevice }) => {
    for (const [width, height, deviceScaleFactor, file] of [
      [430, 932, 3, /hero-1600/],
      [932, 430, 3, /hero-1600/],
      [1440, 900, 2, /hero-2400/],
    ] as const) {
      const page = await (await openDevice({ viewport: { width, height }, deviceScaleFactor })).newPage();
      await page.goto('/');
      const picture = page.locator('.hero img');
      await expect.poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : ''))).toMatch(file);
    }
  },
);
