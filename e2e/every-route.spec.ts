import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { notFoundRoute, redirects, type ScreenRoute, screenRoutes } from '#app/routes.ts';
import { expectAccessible, expectAllKeyboardReachable, expectReadableColours } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { expect, expectHydrated, expectNoHorizontalOverflow, test } from '#e2e/fixtures.ts';
import { expectLayout, routeLayouts } from '#e2e/route-layouts.ts';
import { expectMirrored } from '#e2e/rtl-mirror.ts';
import { isQuick } from '#tests/quick.ts';

const narrowest = { width: 320, height: 640 };
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
/** Each route is looked at in one way, and by `npm run test:all` in all. */
const sizes = isQuick ? [desktop] : [desktop, phone];
const looks = isQuick ? 'on a desktop' : 'in light and dark, by keyboard and on paper, on a desktop and a phone';
const validatedUrls = ['/', '/shop-grid-standard', '/product/beech-rolling-pin', '/cart'];

/** Routes of one screen that differ in layout only: these get the full accessibility checks, the others of the screen do not. */
const fullyChecked = [
  '/shop-grid-standard',
  '/shop-list-standard',
  '/product/:id',
  '/product-slider/:id',
  '/blog-standard',
  '/checkout/:id/:itemQuantity',
];
/** Screens whose routes differ in layout only. */
const screensWithLayouts: readonly string[] = ['shop', 'product', 'blog', 'checkout'];
const isFullyChecked = ({ path, handle }: ScreenRoute): boolean =>
  !screensWithLayouts.includes(handle.id) || fullyChecked.includes(path.replace('/:page?', ''));

/** Routes that have a print style. */
const printedPaths = ['/Terms-and-Conditions', '/privacy-policy', '/accessibility', '/about'];

const expectPrintLayout = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'print' });
  // A4 at 96 dpi, less its margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const control of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Print or save' }),
    page.getByRole('button', { name: 'Chat with us' }),
    page.getByRole('navigation', { name: 'On this page' }),
  ])
    await expect(control).toBeHidden();
  await expectNoHorizontalOverflow(page, 718);
};

for (const route of screenRoutes) {
  // A route with a redirect is opened through it.
  const redirect = redirects.find(({ to }) => to === route.example);
  const opened = redirect ? `${route.example} by its other spelling ${redirect.from}` : route.example;
  const layout = routeLayouts[route.path];
  test(
    `a shopper who opens ${opened} finds a titled page${layout ? ', laid out as its URL says,' : ''} that is accessible and fits, ${looks}`,
    clauseTags(...(layout ? [layout.clause] : [])),
    async ({ page }) => {
      const isChecked = isFullyChecked(route);
      const response = await page.goto(redirect?.from ?? route.example);
      expect(response?.status()).toBe(200);
      expect(new URL(response?.url() ?? '').pathname).toBe(new URL(route.example, 'http://shop').pathname);
      await expectHydrated(page);
      await expect(page).toHaveTitle(/^\S.* \| \S.*$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('.spinner')).toHaveCount(0);
      // Loaded after hydration, and a tab stop; the checkout has a footer of its own.
      if (route.handle.id !== 'checkout') await expect(page.getByRole('combobox', { name: 'Appearance' })).toBeAttached();
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expectNoHorizontalOverflow(page, size.width);
        if (layout && size === desktop) await expectLayout(page, layout);
        if (isChecked) await expectAccessible(page);
        if (isChecked && !isQuick) await expectAllKeyboardReachable(page);
        await expectMirrored(page);
      }
      await page.setViewportSize(narrowest);
      await expectNoHorizontalOverflow(page, narrowest.width);
      if (isQuick) return;
      if (isChecked) await page.emulateMedia({ colorScheme: 'dark' });
      if (isChecked) await expectReadableColours(page);
      if (printedPaths.includes(route.path)) await expectPrintLayout(page);
    },
  );
}

test('the keyboard check fails on a phone for a link that shows its focus on a desktop only', async ({ page }) => {
  await page.setContent(`<!doctype html><title>Focus</title><a href="#a">A link</a> <button>A button</button>
    <style>@media (max-width: 500px) { a:focus { outline: none } }</style>`);
  await expectAllKeyboardReachable(page);
  await page.setViewportSize(phone);
  await expect(expectAllKeyboardReachable(page)).rejects.toThrow(/focus not shown/);
});

test('the accessibility check fails for a field without a label, a small target, grey text and a heading that skips a level', async ({
  page,
}) => {
  const good = '<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>';
  await page.setContent(good);
  await expectAccessible(page);
  for (const [fault, rule] of [
    ['<input>', 'label'],
    ['<button style="all: unset; font-size: 9px">One</button><button style="all: unset; font-size: 9px">Two</button>', 'target-size'],
    ['<p style="color: #999; background: #fff">Grey on white</p>', 'color-contrast'],
    ['<h3>Too deep</h3>', 'heading-order'],
  ] as const) {
    await page.setContent(good + fault);
    await expect(expectAccessible(page), rule).rejects.toThrow(new RegExp(`"${rule}: `));
  }
});

test('the contrast check fails for a colour on a ground that it is too near to, and passes for it on another', async ({ page }) => {
  const dark = '<!doctype html><title>Contrast</title><p style="color: #777; background: #000">Grey on black</p>';
  await page.setContent(dark);
  await expectReadableColours(page);
  await page.setContent(`${dark}<p style="color: #777; background: #fff">Grey on white</p>`);
  await expect(expectReadableColours(page)).rejects.toThrow(/color-contrast.*Grey on white/);
});

for (const [what, url, heading] of [
  ['an unknown URL', notFoundRoute.example, 'We can’t find that page'],
  ['a product that does not exist', '/product/no-such-product', 'We can’t find that product'],
  ['a post that does not exist', '/blog-details-standard?post=no-such-post', 'We can’t find that article'],
] as const)
  test(
    `a shopper who opens ${what} gets a 404 page that names it and offers the search`,
    clauseTags('route.not-found'),
    async ({ page, allowErrors }) => {
      allowErrors(/status of 404/);
      const response = await page.goto(url);
      expect(response?.status()).toBe(404);
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
    },
  );

test('every redirect of the route table leads to a route that is opened here', () => {
  const examples = screenRoutes.map(({ example }) => example);
  expect(redirects.filter(({ to }) => !examples.includes(to))).toEqual([]);
});

test('every route of a screen whose layout depends on the URL has its layout measured here', () => {
  const paths = screenRoutes.filter(({ handle: { id } }) => id !== 'checkout' && screensWithLayouts.includes(id)).map(({ path }) => path);
  expect(Object.keys(routeLayouts)).toEqual(paths);
});

/** html-validate's standard rules, without those that React's output always breaks. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // React writes `<br/>` and `disabled=""`.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // React keeps the DOM spelling of attributes, e.g. `srcSet`.
    'attr-case': 'off',
    'doctype-style': 'off',
    // Ids of `useId` contain punctuation.
    'valid-id': 'off',
    // The document is minified to one line.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
  },
});

for (const url of validatedUrls)
  test(`the server renders valid HTML for ${url}`, async ({ request }) => {
    const report = await validator.validateString(await (await request.get(url)).text());
    expect(
      report.results.flatMap((result) => result.messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)),
    ).toEqual([]);
  });
