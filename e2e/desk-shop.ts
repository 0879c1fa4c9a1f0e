import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expectAccessible, expectReadableColours } from '#e2e/accessibility.ts';
import { test as base, expect, expectNoHorizontalOverflow } from '#e2e/fixtures.ts';
import { openSeededShop } from '#e2e/run-folder.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { signIn } from '#e2e/shopping.ts';
import { closePages } from '#e2e/warm-contexts.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';

/** A shop with its desk, for one test. */
export const test = base.extend<{ readonly deskShop: TemporaryShop }>({
  deskShop: async ({ context, allowErrors }, use) => {
    // The desk asks who is there, and the form whether there is a second step.
    allowErrors(/status of 401 .*\/desk\/api\/me|status of 422 .*\/user\/login/);
    const shop = await openSeededShop({ DESK: 'on' });
    try {
      await use(shop);
    } finally {
      await closePages(context);
      await shop.discard();
    }
  },
});

const seller = ['seller@flone.example.com', 'try-the-desk'] as const;

/** The seller opens the desk, and signs in with password and code on the way. */
export const openDesk = async (page: Page, shop: TemporaryShop): Promise<void> => {
  await page.goto(`${shop.address}/desk`);
  await signIn(page, seller);
  const { secret } = await withDatabase(shop, (db) =>
    db
      .selectFrom('second_factor')
      .innerJoin('account', 'account.id', 'second_factor.account_id')
      .select('secret')
      .where('email', '=', seller[0])
      .executeTakeFirstOrThrow(),
  );
  await page.getByLabel('Code from your app').fill(generateSync({ secret }));
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/desk$/);
};

/** The page has no fault of accessibility and fits: at a desk in light, on a phone in dark, on a narrow one with text of 200 % in both. */
export const expectFine = async (page: Page): Promise<void> => {
  const looks = [
    [1440, 'light', ''],
    [390, 'dark', ''],
    [320, 'light', '32px'],
    [320, 'dark', '32px'],
  ] as const;
  for (const [width, colorScheme, fontSize] of looks) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize);
    await expectNoHorizontalOverflow(page, width);
    await expectAccessible(page);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** As `expectFine`, in every width, size of text and appearance. The dark looks have the elements of the light ones: their colours are looked at. */
export const expectFineInEveryLook = async (page: Page): Promise<void> => {
  for (const fontSize of ['', '32px'])
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize);
      await expectNoHorizontalOverflow(page, width);
      await page.emulateMedia({ colorScheme: 'light' });
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectReadableColours(page);
    }
};
