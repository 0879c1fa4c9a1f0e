import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addButton, addToCart, expect, expectHydrated, expectPersisted, open, test, toaster } from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { cartLines, openWithCart } from '#e2e/shopping.ts';

const cartButton = (page: Page, count: string): Locator => page.getByRole('button', { name: `Cart, ${count}`, exact: true });

const miniCart = (page: Page): Locator => page.getByRole('region', { name: 'Your cart' });

const lines = (page: Page): Locator => page.getByRole('table', { name: 'Your cart' }).locator('tbody').getByRole('row');

const quantity = (page: Page, name: string): Locator => page.getByRole('textbox', { name: `Quantity of ${name}` });

/** Contains a picture of this product that has loaded. */
const expectPicture = async (container: Locator, product: string): Promise<void> => {
  const picture = container.locator('picture img');
  await expect(picture).toHaveAttribute('src', new RegExp(`/pictures/${product}-`));
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0))
    .toBe(true);
};

/** Waits until the element is in the left half of the window and at most 120 px above its bottom: it slides in. */
const expectAtBottomLeft = async (page: Page, element: Locator): Promise<void> => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await expect
    .poll(async () => {
      const box = await element.boundingBox();
      return box && { isLeft: box.x >= 0 && box.x + box.width < width / 2, isLow: height - (box.y + box.height) < 120 };
    })
    .toEqual({ isLeft: true, isLow: true });
};

const setQuantity = async (page: Page, name: string, wanted: number): Promise<void> => {
  await quantity(page, name).fill(String(wanted));
  await quantity(page, name).press('Enter');
  await expect(quantity(page, name)).toHaveValue(String(wanted));
};

test(
  'a shopper adds a rolling pin, reads the toast at the bottom left, finds the cart again after a reload and empties it',
  clauseTags('visitor.browses', 'header.cart.desktop', 'toast.cart-added', 'toast.place'),
  async ({ page }) => {
    await open(page, '/shop-grid-standard');
    await page.getByRole('banner').getByRole('searchbox', { name: 'Search the shop' }).fill('rolling');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Rolling pin' }).getByRole('link', { name: 'Rolling pin' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling pin');
    await expect(cartButton(page, '0 lines')).toBeVisible();
    await addToCart(page);
    await expectAtBottomLeft(page, toaster(page).getByText('Added To Cart', { exact: true }));
    await expect(cartButton(page, '1 line')).toHaveText('1');

    await cartButton(page, '1 line').click();
    const line = miniCart(page).getByRole('listitem');
    await expect(line).toHaveCount(1);
    await expectPicture(line, 'rollingpin-beech');
    await expect(line.getByRole('link', { name: 'Rolling pin', exact: true })).toBeVisible();
    await expect(line).toContainText('Qty: 1');
    await expect(line).toContainText('£22.00');
    await expect(line.getByRole('button', { name: 'Remove Rolling pin' })).toBeVisible();
    await expect(miniCart(page)).toContainText('Total £22.00');
    await expect(miniCart(page).getByRole('link', { name: 'view cart', exact: true })).toHaveAttribute('href', '/cart');
    await expect(miniCart(page).getByRole('link', { name: 'checkout', exact: true })).toHaveAttribute('href', '/checkout');
    await expectAccessible(page);

    await expectPersisted(page, 'beech-rolling-pin');
    await page.reload();
    await expectHydrated(page);
    await cartButton(page, '1 line').click();
    await miniCart(page).getByRole('link', { name: 'view cart' }).click();
    await expect(page).toHaveURL('/cart');
    await expect(miniCart(page)).toBeHidden();

    // The product page has a quantity of the same name.
    await expect(lines(page)).toHaveCount(1);
    await setQuantity(page, 'Rolling pin', 15);
    await page.getByRole('button', { name: 'One more: Rolling pin' }).click();
    await expect(quantity(page, 'Rolling pin')).toHaveValue('16');
    await page.getByRole('button', { name: 'One more: Rolling pin' }).click();
    await expect(toaster(page)).toContainText('Maximum limit reached');
    await expect(quantity(page, 'Rolling pin')).toHaveValue('16');
    await page.getByRole('button', { name: 'One fewer: Rolling pin' }).click();
    await expect(toaster(page)).toContainText('Item Decremented From Cart');
    await setQuantity(page, 'Rolling pin', 1);
    await page.getByRole('button', { name: 'One fewer: Rolling pin' }).click();
    await expect(toaster(page)).toContainText('Removed From Cart');
    await expect(page.getByRole('main')).toContainText('No items added to cart');
    await cartButton(page, '0 lines').click();
    await expect(miniCart(page)).toContainText('No items added to cart');
  },
);

test('a shopper chooses colour, size and option of a mug, and sees them in mini-cart, checkout and cart', onlyInAll, async ({ page }) => {
  await open(page, '/product/stoneware-mug');
  await addButton(page).click();
  await expect(page.getByText('Choose a size')).toBeVisible();
  await expect(page.getByText('Choose an option')).toBeVisible();
  await expect(cartButton(page, '0 lines')).toBeVisible();

  await page.getByRole('radio', { name: 'Sage' }).check();
  await page.getByRole('radio', { name: '350 ml' }).check();
  await page.getByRole('radio', { name: /^Gift boxed/ }).check();
  await addToCart(page);
  await cartButton(page, '1 line').click();
  const line = miniCart(page).getByRole('listitem');
  await expectPicture(line, 'mug-sage');
  await expect(line.getByRole('link', { name: 'Stoneware mug – Gift boxed' })).toBeVisible();
  await expect(line).toContainText('£21.50');
  await expect(line).toContainText('Colour: Sage');
  await expect(line).toContainText('Size: 350 ml');
  await expectPersisted(page, 'Sage');
  await miniCart(page).getByRole('link', { name: 'checkout', exact: true }).click();
  await expect(page).toHaveURL('/checkout');
  await expectPicture(page.getByRole('region', { name: 'Your order' }).getByRole('listitem'), 'mug-sage');
  await page.getByRole('link', { name: 'Back to cart' }).click();
  await expect(page).toHaveURL('/cart');
  await expectPicture(lines(page), 'mug-sage');
  await cartButton(page, '1 line').click();
  await line.getByRole('button', { name: 'Remove Stoneware mug' }).click();
  await expect(toaster(page)).toContainText('Removed From Cart');
  await expect(miniCart(page)).toContainText('No items added to cart');
});

test('a shopper who adds a product from its tile with the mouse reads “Added” in white on the dark button', onlyInAll, async ({ page }) => {
  await open(page, '/shop-grid-standard');
  const add = page.getByRole('article', { name: 'Lavender soap bar', exact: true }).getByRole('button', { name: /^Add to cart/ });
  await add.scrollIntoViewIfNeeded();
  // It is shown for two seconds, which may have passed on a busy machine.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await add.click();
  const answer = add.getByText('Added', { exact: true });
  await expect(answer).toHaveCSS('-webkit-text-fill-color', 'rgb(255, 255, 255)');
  await expect(add.locator('.press-feedback svg')).toHaveCSS('stroke', 'rgb(255, 255, 255)');
  await expect(add).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
});

test('a shopper sees the price after the discount in the mini-cart', onlyInAll, async ({ page }) => {
  await open(page, '/product/chamberstick-beeswax-taper');
  await addToCart(page);
  await cartButton(page, '1 line').click();
  await expect(miniCart(page).getByRole('listitem')).toContainText('£16.10');
  await expect(miniCart(page)).toContainText('Total £16.10');
});

test('a shopper who adds the same variation again has one line of two; another size is another line', onlyInAll, async ({ page }) => {
  await open(page, '/product/turned-wooden-bowl');
  await page.getByRole('radio', { name: '22 cm' }).check();
  await addToCart(page);
  await expect(cartButton(page, '1 line')).toBeVisible();
  await addToCart(page);
  await expect(page.getByRole('main')).toContainText('You have 2 in your cart');
  await expect(cartButton(page, '1 line')).toBeVisible();
  await page.getByRole('radio', { name: '28 cm' }).check();
  await addToCart(page);
  await cartButton(page, '2 lines').click();
  await miniCart(page).getByRole('link', { name: 'view cart' }).click();
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).filter({ hasText: '22 cm' }).getByRole('textbox')).toHaveValue('2');
  await expect(lines(page).filter({ hasText: '28 cm' }).getByRole('textbox')).toHaveValue('1');
  await expectAccessible(page);
});

test('a shopper cannot add more than the stock', onlyInAll, async ({ page }) => {
  await open(page, '/product/trinket-dish');
  await addToCart(page);
  await addButton(page).click();
  await expect(toaster(page)).toContainText('Maximum limit reached');
  await expect(cartButton(page, '1 line')).toBeVisible();
});

test('a shopper undoes a removal, moves a product to the wishlist and clears the cart after confirming', async ({ page }) => {
  const ids = ['beech-rolling-pin', 'linen-tea-towels', 'carved-wooden-spoons'];
  const added = await cartLines(page, ids.length, ids);
  await openWithCart(
    page,
    '/cart',
    added.toSorted((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id)),
  );
  await expect(lines(page)).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('£82.85');

  await page.getByRole('button', { name: 'Remove Linen tea towels, set of three' }).click();
  await expect(toaster(page)).toContainText('Removed From Cart');
  await expect(lines(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines(page)).toHaveCount(3);
  await expect(lines(page).nth(1)).toContainText('Linen tea towels');

  await page.getByRole('button', { name: 'Move to wishlist: Rolling pin' }).click();
  await expect(toaster(page)).toContainText('Added To wishlist');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 product' })).toBeVisible();
  await expect(lines(page)).toHaveCount(2);

  const confirmation = page.getByRole('dialog', { name: 'Clear cart?' });
  await page.getByRole('button', { name: 'Clear cart' }).click();
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmation).toBeHidden();
  await expect(lines(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear cart' }).click();
  await confirmation.getByRole('button', { name: 'Clear cart' }).click();
  await expect(page.getByRole('main')).toContainText('No items added to cart');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(cartButton(page, '0 lines')).toBeVisible();
});
