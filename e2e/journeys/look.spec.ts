import type { Locator } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { button, openDesk, test } from '#e2e/desk-shop.ts';
import { addButton, expect, open } from '#e2e/fixtures.ts';

test.setTimeout(120_000);

/** Computed colours of the page and of an element, and the roundness of its corners. */
const looksOf = (of: Locator) =>
  of.evaluate((element) => {
    const { backgroundColor: ground, color, borderRadius: corners } = getComputedStyle(element);
    return { page: getComputedStyle(document.body).backgroundColor, ground, color, corners };
  });

const byDay = { page: 'rgb(245, 248, 249)', ground: 'rgb(129, 106, 0)', color: 'rgb(255, 255, 255)', corners: '0px' };
const atNight = { page: 'rgb(22, 26, 29)', ground: 'rgb(255, 212, 0)', color: 'rgb(22, 26, 29)', corners: '0px' };

test('a seller picks a yellow, cool paper and square corners: desk and shop have them at once, by day and at night, and all can be read', async ({
  page,
  deskShop: shop,
}) => {
  await openDesk(page, shop);
  await page.goto(`${shop.address}/desk/settings/look`);
  await page.getByLabel('Or write it').fill('#ffd400');
  for (const name of ['Mist, cool', 'Square']) await page.getByRole('radio', { name }).check();
  await expect(page.getByText(/^By day your colour is darker on buttons and links/)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Save').click();
  await page.mouse.move(0, 0);
  await expect(page.getByText('Saved. Shoppers see it now.')).toBeVisible();
  await expect.poll(() => looksOf(button(page, 'Save'))).toEqual(byDay);

  await open(page, `${shop.address}/product/stoneware-mug`);
  expect(await looksOf(addButton(page))).toEqual(byDay);
  await expect(page.locator('meta[name=theme-color][content="#f5f8f9"]')).toBeAttached();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => looksOf(addButton(page))).toEqual(atNight);
  await expectAccessible(page);
  await page.goto(`${shop.address}/desk/settings/look`);
  await expect(page.getByRole('radio', { name: 'Mist, cool' })).toBeChecked();
  await expect.poll(() => looksOf(button(page, 'Save'))).toEqual(atNight);
});
