import type { Page } from '@playwright/test';
import { deskPages } from '#contract/desk/endpoints.ts';
import { openDesk, test } from '#e2e/desk-shop.ts';
import { expect, press } from '#e2e/fixtures.ts';
import { openSeededShop } from '#e2e/run-folder.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { changeShop } from '#server/domain/shop/shop-versions.ts';

/** A shop from the build of this run, with a name and a first sentence of its own. */
const openNamed = async (name: string, heading: string): Promise<TemporaryShop> => {
  const shop = await openSeededShop();
  await withDatabase(shop, (db) =>
    changeShop(
      db,
      ({ details, ...data }) => ({
        ...data,
        details: { ...details, name, email: 'hello@shop.internal', address: [name, '3 Kiln Lane', 'Ludlow'] },
        words: { home: { 'hero.heading': heading } },
      }),
      { now: new Date() },
    ),
  );
  return shop;
};

const expectShop = async (page: Page, { address }: TemporaryShop, name: string, heading: string): Promise<void> => {
  await page.goto(address);
  await expect(page).toHaveTitle(new RegExp(`^${name} \\|`));
  await expect(page.getByRole('banner').getByRole('link', { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('3 Kiln Lane');
  await expect(footer).not.toContainText('Sample shop');
  // The same after a change of screens, which is rendered by the browser.
  await footer.getByRole('link', { name: 'Contact' }).first().click();
  await expect(page.getByRole('complementary', { name })).toBeVisible();
  const manifest = await (await page.request.get(`${address}/site.webmanifest`)).json();
  expect(manifest.name).toBe(name);
};

test('two shops of other names and words run side by side from one and the same build', async ({ page }) => {
  test.setTimeout(120_000);
  const shops = [
    ['Wren & Clay', 'Stoneware for every day'],
    ['Bee & Wick', 'Candles from our own hives'],
  ] as const;
  const opened: TemporaryShop[] = [];
  try {
    for (const [name, heading] of shops) opened.push(await openNamed(name, heading));
    for (const [index, [name, heading]] of shops.entries()) await expectShop(page, opened[index] as TemporaryShop, name, heading);
  } finally {
    // Its prefetching would meet a closed shop.
    await page.goto('about:blank');
    for (const shop of opened) await shop.discard();
  }
});

test('what the seller saves at the desk is in the shop at once, without a file, a build or a start', async ({ page, deskShop: shop }) => {
  await openDesk(page, shop);
  await page.goto(`${shop.address}${deskPages.details}`);
  await page.getByLabel('Name of the shop').fill('Wren & Clay');
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Saved. Shoppers see it now.')).toBeVisible();
  await page.goto(`${shop.address}${deskPages.words}?page=home`);
  const heading = page.getByLabel('Home: hero.heading');
  await heading.fill('Stoneware for every day');
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Saved. Shoppers see it now.')).toBeVisible();
  await page.goto(shop.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stoneware for every day');
  await expect(page).toHaveTitle(/^Wren & Clay \|/);
  await page.goto(`${shop.address}${deskPages.words}?view=changed`);
  await press(page.getByRole('button', { name: 'Back to the original' }));
  await expect(page.getByText('The original is back.')).toBeVisible();
});
