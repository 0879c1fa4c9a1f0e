import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { addToCart, expect, expectAccessibleInBothWidths, open, test, toaster } from '#e2e/fixtures.ts';
import { runSellerCommand } from '#e2e/shopping.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';

const jug = '/product/stoneware-jug';

const main = (page: Page) => page.getByRole('main');
const colour = (page: Page, name: string) => main(page).getByRole('radio', { name, exact: true });

type Row = {
  readonly id: string;
  readonly stock: number;
  readonly saleCount: number;
  readonly colors: readonly { readonly color: string; readonly sizes: readonly { readonly stock: number; readonly saleCount: number }[] }[];
};

/** The seller takes a colour of a product out of the catalogue's file, with its stock, and imports it. */
const stopSelling = async (shop: TemporaryShop, id: string, color: string): Promise<void> => {
  const file = path.join(shop.folder, 'catalogue.json');
  await runSellerCommand(shop, 'catalogue', 'export', file);
  const rows: Row[] = JSON.parse(await readFile(file, 'utf8'));
  const changed = rows
    .filter((row) => row.id === id)
    .map((row) => {
      const gone = row.colors.flatMap((each) => (each.color === color ? each.sizes : []));
      return {
        ...row,
        stock: gone.reduce((rest, { stock }) => rest - stock, row.stock),
        saleCount: gone.reduce((rest, { saleCount }) => rest - saleCount, row.saleCount),
        colors: row.colors.filter((each) => each.color !== color),
      };
    });
  await writeFile(file, JSON.stringify(changed));
  await runSellerCommand(shop, 'catalogue', 'import', file, '--stock');
};

const expectGoodAtBothWidths = async (page: Page): Promise<void> => {
  await expectAccessibleInBothWidths(page);
};

test('a chosen colour stays through reload, cart, wishlist and Back; once the shop stops selling it, the cart line is sold out and product, wishlist and checkout no longer offer it', async ({
  page,
  spareShop,
}) => {
  test.setTimeout(90_000);
  await open(page, spareShop.address + jug);
  await colour(page, 'Sage').check();
  const chosen = `${spareShop.address}${jug}?colour=Sage`;
  await expect(page).toHaveURL(chosen);
  await addToCart(page);
  await main(page)
    .getByRole('button', { name: /wishlist/i })
    .first()
    .click();
  await expect(toaster(page)).toContainText('Added To wishlist');
  await page.reload();
  await expect(colour(page, 'Sage')).toBeChecked();

  await open(page, `${spareShop.address}/cart`);
  const line = page.getByRole('row', { name: /Stoneware jug/ });
  await expect(line).toContainText('Colour: Sage');
  await line.getByRole('link', { name: 'Stoneware jug' }).click();
  await expect(page).toHaveURL(`${chosen}&size=One+size`);
  await expect(colour(page, 'Sage')).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL(`${spareShop.address}/cart`);

  await stopSelling(spareShop, 'stoneware-jug', 'Sage');
  await open(page, `${spareShop.address}/cart`);
  await expect(line).toContainText('Sold out since you added it. Not in your total.');
  await expect(line.getByRole('textbox')).toHaveCount(0);
  await expectGoodAtBothWidths(page);
  await line.getByRole('link', { name: 'Stoneware jug', exact: true }).click();
  await expect(colour(page, 'Chalk')).toBeChecked();
  await expect(colour(page, 'Sage')).toHaveCount(0);

  // The wish is for the jug: another colour is chosen first.
  await open(page, `${spareShop.address}/wishlist`);
  const wish = page.getByRole('row', { name: /Stoneware jug/ });
  await expect(wish.getByRole('link', { name: 'Select options: Stoneware jug' })).toBeVisible();
  await expect(wish).not.toContainText('Sage');

  // A link that bought it at once.
  await open(page, `${spareShop.address}/checkout/stoneware-jug/1?colour=Sage&size=One+size`);
  await expect(main(page).getByText('Choose options first')).toBeVisible();
  await expectGoodAtBothWidths(page);
});
