import { expectFineInEveryLook, openDesk, test } from '#e2e/desk-shop.ts';
import { expect } from '#e2e/fixtures.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { expectLargeTargets } from '#e2e/target-sizes.ts';
import { expectNothingCovered } from '#e2e/uncovered-controls.ts';
import { writeEverywhere, writtenScreens } from '#tests/support/hostile-shop.ts';

test.setTimeout(180_000);

/** A long word, markup, and a character that turns the direction. */
const text = `${'W'.repeat(48)}<b>a</b>\u202egpj`;
const others = [
  ...['/orders/courier-file', '/products/import', '/products/new', '/people', '/nothing'],
  ...['/settings', '/settings/details', '/settings/days', '/settings/look', '/settings/words'],
];
const screens = [...writtenScreens, ...others.map((path) => [path, () => `/desk${path}`] as const)];

// In parts that run at once.
for (const part of [0, 1, 2, 3, 4, 5])
  test(`each screen of the desk is accessible, fits, has no control with something over it and on a phone none that is smaller than a thumb, at 320 to 1440 px and with text of 200 %, in light and dark, whatever was written, part ${part + 1}`, async ({
    page,
    deskShop: shop,
  }) => {
    const ids = await withDatabase(shop, (db) => writeEverywhere(db, { seller: 'demo-seller', text, pieces: [text], now: new Date() }));
    await openDesk(page, shop);
    for (const [name, path] of screens.filter((_, index) => index % 6 === part)) {
      await page.goto(shop.address + path(ids));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.spinner')).toHaveCount(0);
      await test.step(name, async () => {
        await expectNothingCovered(page);
        await expectLargeTargets(page);
        await expectFineInEveryLook(page);
      });
    }
  });
