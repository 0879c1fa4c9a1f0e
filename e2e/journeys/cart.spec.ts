import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addButton, addToCart, expect, expectHydrated, expectPersisted, open, test, toaster } from '#e2e/fixtures.ts';

const cartButton = (page: Page, words: string): Locator => page.getByRole('button', { name: `Cart, ${words}`, exact: true });

const miniCart = (page: Page): Locator => page.getByRole('region', { name: 'Your cart' });

const lines = (page: Page): Locator => page.getByRole('table', { name: 'Your cart' }).locator('tbody').getByRole('row');

const quantity = (page: Page, name: string): Locator => page.getByRole('textbox', { name: `Quantity of ${name}` });

/** A picture of these goods that is there, not only an element for one. */
const expectPicture = async (place: Locator, goods: string): Promise<void> => {
  const picture = place.locator('picture img');
  await expect(picture).toHaveAttribute('src', new RegExp(`/pictures/${goods}-`));
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0))
    .toBe(true);
};

const setQuantity = async (page: Page, name: string, wanted: number): Promise<void> => {
  await quantity(page, name).fill(String(wanted));
  await quantity(page, name).press('Enter');
  await expect(quantity(page, name)).toHaveValue(String(wanted));
};

test(
  'a shopper finds a rolling pin, fills a cart, finds it again and empties it',
  clauseTags('visitor.browses', 'header.cart.desktop', 'toast.cart-added'),
  async ({ page }) => {
    await open(page, '/shop-grid-standard');
    await page.getByRole('banner').getByRole('searchbox', { name: 'Search the shop' }).fill('rolling');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Rolling pin' }).getByRole('link', { name: 'Rolling pin' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling pin');
    await expect(cartButton(page, '0 lines')).toBeVisible();
    await addToCart(page);
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

    await setQuantity(page, 'Rolling pin', 15);
    await page.getByRole('button', { name: 'One Rolling pin more' }).click();
    await expect(quantity(page, 'Rolling pin')).toHaveValue('16');
    await page.getByRole('button', { name: 'One Rolling pin more' }).click();
    await expect(toaster(page)).toContainText('Maximum limit reached');
    await expect(quantity(page, 'Rolling pin')).toHaveValue('16');
    await page.getByRole('button', { name: 'One Rolling pin less' }).click();
    await expect(toaster(page)).toContainText('Item Decremented From Cart');
    await setQuantity(page, 'Rolling pin', 1);
    await page.getByRole('button', { name: 'One Rolling pin less' }).click();
    await expect(toaster(page)).toContainText('Removed From Cart');
    await expect(page.getByRole('main')).toContainText('No items added to cart');
    await cartButton(page, '0 lines').click();
    await expect(miniCart(page)).toHaveText('No items added to cart');
  },
);

test('a shopper chooses colour, size and option of a mug and sees them in the cart', async ({ page }) => {
  await open(page, '/product/stoneware-mug');
  await addButton(page).click();
  await expect(page.getByText('Please choose: Size.')).toBeVisible();
  await expect(page.getByText('Please choose: Option.')).toBeVisible();
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
  await open(page, '/checkout');
  await expectPicture(page.getByRole('region', { name: 'Your order' }).getByRole('listitem'), 'mug-sage');
  await open(page, '/cart');
  await expectPicture(lines(page), 'mug-sage');
  await cartButton(page, '1 line').click();
  await line.getByRole('button', { name: 'Remove Stoneware mug' }).click();
  await expect(toaster(page)).toContainText('Removed From Cart');
  await expect(miniCart(page)).toHaveText('No items added to cart');
});

test('a shopper pays the price after the discount', async ({ page }) => {
  await open(page, '/product/chamberstick-beeswax-taper');
  await addToCart(page);
  await cartButton(page, '1 line').click();
  await expect(miniCart(page).getByRole('listitem')).toContainText('£16.10');
  await expect(miniCart(page)).toContainText('Total £16.10');
});

test('a shopper who adds the same again has one line of two, and another size is another line', async ({ page }) => {
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

test('a shopper cannot have more than there are', async ({ page }) => {
  await open(page, '/product/trinket-dish');
  await addToCart(page);
  await addButton(page).click();
  await expect(toaster(page)).toContainText('Maximum limit reached');
  await expect(cartButton(page, '1 line')).toBeVisible();
  await page.goto('/product/salt-pot');
  await expectHydrated(page);
  await expect(page.getByRole('button', { name: 'Out of stock' })).toBeDisabled();
});

test('a shopper takes a removal back, moves goods to the wishlist and clears the cart after being asked', async ({ page }) => {
  for (const id of ['beech-rolling-pin', 'linen-tea-towels', 'carved-wooden-spoons']) {
    await open(page, `/product/${id}`);
    await addToCart(page);
    await expectPersisted(page, id);
  }
  await open(page, '/cart');
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

  const question = page.getByRole('dialog', { name: 'Clear cart?' });
  await page.getByRole('button', { name: 'Clear cart' }).click();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toBeHidden();
  await expect(lines(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear cart' }).click();
  await question.getByRole('button', { name: 'Clear cart' }).click();
  await expect(page.getByRole('main')).toContainText('No items added to cart');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(cartButton(page, '0 lines')).toBeVisible();
});
