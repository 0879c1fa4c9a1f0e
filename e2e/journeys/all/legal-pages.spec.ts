import { tabTo } from '#e2e/accessibility.ts';
import { addToCart, expect, expectPersisted, open, test } from '#e2e/fixtures.ts';
import { goToCheckout } from '#e2e/shopping.ts';
import { browserStorageList } from '#screens/legal/browser-storage-table.tsx';

test('a keyboard user jumps from the contents to a chapter, Back restores the scroll position, and the chapter’s URL opens at it', async ({
  page,
}) => {
  await open(page, '/Terms-and-Conditions');
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Returns and refunds' });
  const heading = page.getByRole('heading', { level: 2, name: 'Returns and refunds' });
  await tabTo(page, link);
  const before = await page.evaluate(() => window.scrollY);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#returns$/);
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(/Conditions$/);
  await expect.poll(() => page.evaluate((top) => Math.abs(window.scrollY - top), before)).toBeLessThan(5);
  // A new document, because the fragment alone would not load one.
  await page.goto('about:blank');
  await open(page, '/Terms-and-Conditions#returns');
  await expect(heading).toBeInViewport();
});

test('the browser stores only the cookies and keys that the privacy page lists', async ({ page, context }) => {
  await open(page, '/product/linen-tea-towels');
  await addToCart(page);
  await expectPersisted(page, 'linen-tea-towels');
  await goToCheckout(page);
  await page.getByRole('textbox', { name: 'Email address' }).fill('reader@example.com');
  await expect.poll(() => page.evaluate(() => window.sessionStorage.getItem('flone:checkout'))).toContain('reader@example.com');
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page).toHaveURL('/privacy-policy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy');
  const listed: readonly string[] = browserStorageList.flatMap(({ names, where }) => names.map((name) => `${where} ${name}`));
  const isListed = (key: string) => listed.some((each) => (each.endsWith('…') ? key.startsWith(each.slice(0, -1)) : each === key));
  const stored = await page.evaluate(() =>
    (['localStorage', 'sessionStorage'] as const).flatMap((where) => Object.keys(window[where]).map((name) => `${where} ${name}`)),
  );
  const cookies = (await context.cookies()).map(({ name }) => `cookie ${name}`);
  expect(stored).toContain('localStorage persist:flone');
  expect(cookies).toContain('cookie XSRF-TOKEN');
  expect([...stored, ...cookies].filter((key) => !isListed(key))).toEqual([]);
});
