import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, expectPersisted, open, openSynced, test, toaster } from '#e2e/fixtures.ts';

const list = '/shop-grid-standard?sort=name';

const banner = (page: Page): Locator => page.getByRole('banner');
const wishlistButton = (page: Page, name: string) => page.getByRole('button', { name: `Add ${name} to your wishlist`, exact: true });
const compareButton = (page: Page, name: string) => page.getByRole('button', { name: `Compare ${name}`, exact: true });

test('a shopper adds products to the wishlist, adds one of them to the cart, and removes it from the wishlist after a reload', async ({
  page,
}) => {
  await open(page, list);
  await wishlistButton(page, 'Ceramic soap dish').click();
  await expect(toaster(page)).toContainText('Added To wishlist');
  await wishlistButton(page, 'Lavender soap bar').click();
  await expect(banner(page).getByRole('link', { name: /^Wishlist, 2/ })).toBeVisible();
  await expectPersisted(page, 'lavender-soap-bar');

  await banner(page)
    .getByRole('link', { name: /^Wishlist/ })
    .click();
  await expect(page.getByRole('row', { name: /Lavender soap bar/ })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('row', { name: /Lavender soap bar/ })
    .getByRole('button', { name: /^Add to cart: / })
    .click();
  await expect(toaster(page)).toContainText('Added To Cart');
  await page.reload();
  await expect(page.getByRole('row', { name: /Lavender soap bar/ })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Lavender soap bar' }).click();
  await expect(toaster(page)).toContainText('Removed From Wishlist');
  await expect(page.getByRole('row', { name: /Lavender soap bar/ })).toHaveCount(0);
});

for (const width of [390, 1440])
  test(`a chosen mug on the wishlist shows and leads to its colour, size and option after a reload, at ${width} px`, async ({ page }) => {
    const address = '/product/stoneware-mug?colour=Sage&size=350+ml&option=stoneware-mug-boxed';
    await page.setViewportSize({ width, height: 900 });
    await open(page, address);
    await page.getByRole('main').getByRole('button', { name: 'Add to wishlist', exact: true }).click();
    await expect(toaster(page)).toContainText('Added To wishlist');
    await expectPersisted(page, 'selectedProductSize');
    await open(page, '/wishlist');
    const row = page.getByRole('row', { name: /Stoneware mug – Gift boxed/ });
    await expect(row).toContainText('Colour: Sage');
    // Not its preview, which goes when it has loaded.
    await expect(row.locator('picture img')).toHaveAttribute('src', /sage/);
    await expectAccessible(page);
    await row.getByRole('link', { name: 'Stoneware mug – Gift boxed', exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('radio', { name: 'Sage' })).toBeChecked();
  });

test('a shopper compares four products and shows only their differences; a fifth product is refused', async ({ page }) => {
  await open(page, list);
  const names = (await page.getByRole('main').getByRole('article').getByRole('heading').allTextContents()).slice(0, 5);
  expect(names).toHaveLength(5);
  for (const name of names.slice(0, 4)) {
    await compareButton(page, name).click();
    await expect(toaster(page)).toContainText('Added To compare');
    await expect(page.getByRole('button', { name: `Remove ${name} from the comparison`, exact: true })).toBeVisible();
  }
  await compareButton(page, names[4] ?? '').click();
  await expect(toaster(page)).toContainText('4');
  await expect(banner(page).getByRole('link', { name: /^Compare, 4/ })).toBeVisible();

  await banner(page)
    .getByRole('link', { name: /^Compare/ })
    .click();
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  // The product list has no dimensions: they come from the product endpoint, in a request for each product.
  await expect(page.getByRole('row', { name: /^Dimensions/ }).getByText('Loading...')).toHaveCount(0);
  await expect(
    page
      .getByRole('row', { name: /^Dimensions/ })
      .getByRole('cell')
      .first(),
  ).not.toHaveText('–');
  await expectAccessible(page);
  const rows = page.getByRole('main').locator('tbody').getByRole('row');
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').trim())),
  );
  // The last row holds the buttons and is never hidden.
  const differing = texts.slice(0, -1).filter((cells) => new Set(cells).size > 1).length;
  expect(differing + 1).toBeLessThan(texts.length);
  await page.getByRole('checkbox', { name: 'Show differences only' }).check();
  await expect(rows).toHaveCount(differing + 1);
  await page.getByRole('button', { name: `Remove ${names[0]}`, exact: true }).click();
  await expect(toaster(page)).toContainText('Removed From Compare');
  await expect(page.getByRole('columnheader')).toHaveCount(3);
});

test('wishlist and comparison of a shopper are the same in two tabs', async ({ page }) => {
  await openSynced(page, list);
  const other = await page.context().newPage();
  await openSynced(other, list);
  await Promise.all([wishlistButton(page, 'Ceramic soap dish').click(), wishlistButton(other, 'Lavender soap bar').click()]);
  await Promise.all([compareButton(page, 'Ceramic soap dish').click(), compareButton(other, 'Lavender soap bar').click()]);
  for (const tab of [page, other]) {
    await expect(banner(tab).getByRole('link', { name: /^Wishlist, 2/ })).toBeVisible();
    await expect(banner(tab).getByRole('link', { name: /^Compare, 2/ })).toBeVisible();
  }
  await expectPersisted(page, 'lavender-soap-bar');
});
