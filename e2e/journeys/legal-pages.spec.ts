import { tabTo } from '#e2e/accessibility.ts';
import { addToCart, expect, expectPersisted, open, test } from '#e2e/fixtures.ts';
import { keptInBrowser } from '#screens/legal/kept-in-browser.ts';

test('a shopper goes from the contents to a chapter by keyboard, and Back to where they were', async ({ page }) => {
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
  await expect.poll(() => page.evaluate((place) => Math.abs(window.scrollY - place), before)).toBeLessThan(5);
  // Whoever is sent the address of a chapter lands there.
  await page.goto('about:blank');
  await open(page, '/Terms-and-Conditions#returns');
  await expect(heading).toBeInViewport();
});

test('a browser keeps nothing that the privacy page does not list', async ({ page, context }) => {
  await open(page, '/product/linen-tea-towels');
  await addToCart(page);
  await expectPersisted(page, 'linen-tea-towels');
  await open(page, '/checkout');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('reader@example.com');
  await open(page, '/contact');
  await open(page, '/privacy-policy');
  const listed: readonly string[] = keptInBrowser.flatMap(({ names, where }) => names.map((name) => `${where} ${name}`));
  const isListed = (kept: string) => listed.some((each) => (each.endsWith('…') ? kept.startsWith(each.slice(0, -1)) : each === kept));
  const stored = await page.evaluate(() =>
    (['localStorage', 'sessionStorage'] as const).flatMap((where) => Object.keys(window[where]).map((name) => `${where} ${name}`)),
  );
  const cookies = (await context.cookies()).map(({ name }) => `cookie ${name}`);
  expect(stored).toContain('localStorage persist:flone');
  expect(cookies).toContain('cookie XSRF-TOKEN');
  expect([...stored, ...cookies].filter((kept) => !isListed(kept))).toEqual([]);
});
