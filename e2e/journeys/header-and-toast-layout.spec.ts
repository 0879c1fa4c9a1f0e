import { clauseTags } from '#e2e/clause-tags.ts';
import { addToCart, expect, open, test, toaster } from '#e2e/fixtures.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

test('a shopper reads messages at the bottom left of a window', clauseTags('toast.place'), async ({ page }) => {
  await page.setViewportSize(desktop);
  await open(page, '/product/beech-rolling-pin');
  await addToCart(page);
  const toast = toaster(page).getByText('Added To Cart', { exact: true });
  await expect(toast).toBeVisible();
  // It may still be on its way in.
  await expect
    .poll(async () => {
      const box = await toast.boundingBox();
      return box && { isLeft: box.x >= 0 && box.x + box.width < desktop.width / 2, isLow: desktop.height - (box.y + box.height) < 120 };
    })
    .toEqual({ isLeft: true, isLow: true });
});

test('a shopper has the account text on a desktop and not on a phone', clauseTags('header.account.desktop-only'), async ({ page }) => {
  await page.setViewportSize(desktop);
  await open(page, '/privacy-policy');
  const text = page.getByRole('banner').getByText('Sign Up or Login');
  await expect(text).toBeVisible();
  await page.setViewportSize(phone);
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
  await expect(text).toBeHidden();
});

test(
  'the cart icon opens and closes the mini-cart on a desktop, and leads to the cart on a phone',
  clauseTags('header.cart.desktop', 'header.cart.phone'),
  async ({ page }) => {
    await page.setViewportSize(desktop);
    await open(page, '/privacy-policy');
    const icon = page.getByRole('button', { name: 'Cart, 0 lines' });
    const miniCart = page.getByRole('region', { name: 'Your cart' });
    await icon.click();
    await expect(miniCart).toHaveText('No items added to cart');
    await icon.click();
    await expect(miniCart).toBeHidden();
    await expect(page).toHaveURL('/privacy-policy');
    await page.setViewportSize(phone);
    await page.getByRole('link', { name: 'Cart, 0 lines' }).click();
    await expect(page).toHaveURL('/cart');
    await expect(miniCart).toBeHidden();
  },
);
