import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { notFoundRow, type RouteRow, redirects, routes } from '#app/routes.ts';
import { expectAccessible, expectAllKeyboardReachable, expectTextContrast } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { expect, expectHydrated, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';
import { expectMirrored } from '#e2e/rtl-mirror.ts';

const narrowest = { width: 320, height: 640 };
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const mainAddresses = ['/', '/shop-grid-standard', '/product/beech-rolling-pin', '/cart'];

/** Of addresses that differ in their layout only, these stand for the rest where every control and every text is looked at. */
const looksOfAFamily = [
  '/shop-grid-standard',
  '/shop-list-standard',
  '/product/:id',
  '/product-slider/:id',
  '/blog-standard',
  '/checkout/:id/:itemQuantity',
];
const families = ['shop', 'product', 'blog', 'checkout'];
const standsForItself = ({ path, title }: RouteRow): boolean =>
  !families.includes(title) || looksOfAFamily.includes(path.replace('/:page?', ''));

/** What is read on paper as well. */
const papers = ['/Terms-and-Conditions', '/privacy-policy', '/accessibility', '/about'];

const expectCleanOnPaper = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'print' });
  // About as wide as a sheet of A4.
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const furniture of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Print or save' }),
    page.getByRole('button', { name: 'Chat with us' }),
    page.getByRole('navigation', { name: 'On this page' }),
  ])
    await expect(furniture).toBeHidden();
  await expectNoHorizontalOverflow(page, 718);
};

for (const row of routes)
  test(`a shopper who opens ${row.example} finds a titled page without a flaw, by day and night, on a desktop and a phone`, async ({
    page,
  }) => {
    const isWhole = standsForItself(row);
    const answer = await page.goto(row.example);
    expect(answer?.status()).toBe(200);
    await expectHydrated(page);
    await expect(page).toHaveTitle(/^\S.* \| \S.*$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('.spinner')).toHaveCount(0);
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      await expectNoHorizontalOverflow(page, size.width);
      if (isWhole) await expectAccessible(page);
      if (isWhole) await expectAllKeyboardReachable(page);
      await expectMirrored(page);
    }
    await page.setViewportSize(narrowest);
    await expectNoHorizontalOverflow(page, narrowest.width);
    if (isWhole) await page.emulateMedia({ colorScheme: 'dark' });
    if (isWhole) await expectTextContrast(page);
    if (papers.includes(row.path)) await expectCleanOnPaper(page);
  });

test('a control that shows its focus on a desktop and not on a phone is found', async ({ page }) => {
  await open(page, '/about');
  await page.evaluate(() => {
    const flaw = new CSSStyleSheet();
    flaw.replaceSync(`@media (max-width: 500px) {
      .site-footer :focus, .site-footer :focus::after { outline: none !important; box-shadow: none !important; }
    }`);
    document.adoptedStyleSheets.push(flaw);
  });
  await expectAllKeyboardReachable(page);
  await page.setViewportSize(phone);
  await expect(expectAllKeyboardReachable(page)).rejects.toThrow(/focus not shown/);
});

for (const [what, address, heading] of [
  ['an unknown address', notFoundRow.example, "We can't find that page"],
  ['a product that does not exist', '/product/no-such-product', "We can't find that product"],
  ['a post that does not exist', '/blog-details-standard?post=no-such-post', "We can't find that post"],
] as const)
  test(`a shopper who opens ${what} is told so and shown a way on`, clauseTags('route.not-found'), async ({ page, allowErrors }) => {
    allowErrors(/status of 404/);
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expectHydrated(page);
    await expect(page).toHaveTitle(/^Page not found \| \S.*$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('main').getByRole('searchbox', { name: 'Search the shop' })).toBeVisible();
    await expectAccessible(page);
    await expectMirrored(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await expectMirrored(page);
    await page.setViewportSize(narrowest);
    await expectNoHorizontalOverflow(page, narrowest.width);
  });

for (const { from, to } of redirects)
  test(`a shopper who spells it ${from} is led to ${to}`, async ({ page }) => {
    await open(page, from);
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  });

/** html-validate's standard, without what it holds against React's own way of writing HTML. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // React closes void elements with a slash and writes boolean attributes with an empty value.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // React writes attributes in their DOM spelling and the doctype in capitals is a matter of taste.
    'attr-case': 'off',
    'doctype-style': 'off',
    // React's ids are not meant to be typed.
    'valid-id': 'off',
    // A document on one line is smaller.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
  },
});

for (const address of mainAddresses)
  test(`a browser is given a valid document at ${address}`, async ({ request }) => {
    const report = await validator.validateString(await (await request.get(address)).text());
    expect(
      report.results.flatMap((result) => result.messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)),
    ).toEqual([]);
  });
