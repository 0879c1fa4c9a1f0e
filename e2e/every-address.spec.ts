import { HtmlValidate } from 'html-validate';
import { notFoundRow, redirects, routeTable } from '#app/route-table.ts';
import { expect, expectAccessible, expectAllReached, expectAwake, expectNothingWider, expectReadable, open, test } from '#e2e/fixtures.ts';
import { proves } from '#e2e/proves.ts';

const narrowest = { width: 320, height: 640 };
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const mainAddresses = ['/', '/shop-grid-standard', '/product/beech-rolling-pin', '/cart'];

for (const { example } of routeTable)
  test(`a shopper who opens ${example} finds a titled page without a flaw, by day and night, on a desktop and a phone`, async ({
    page,
  }) => {
    const answer = await page.goto(example);
    expect(answer?.status()).toBe(200);
    await expectAwake(page);
    await expect(page).toHaveTitle(/^\S.* \| \S.*$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('.spinner')).toHaveCount(0);
    await expectNothingWider(page, desktop.width);
    await expectAccessible(page);
    await expectAllReached(page);
    await page.setViewportSize(phone);
    await expectNothingWider(page, phone.width);
    await expectAccessible(page);
    await expectAllReached(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectReadable(page);
    await page.setViewportSize(narrowest);
    await expectNothingWider(page, narrowest.width);
  });

for (const [what, address, heading] of [
  ['an unknown address', notFoundRow.example, "We can't find that page"],
  ['a product that does not exist', '/product/no-such-product', "We can't find that product"],
  ['a post that does not exist', '/blog-details-standard?post=no-such-post', "We can't find that post"],
] as const)
  test(`a shopper who opens ${what} is told so and shown a way on`, proves('route.not-found'), async ({ page, allow }) => {
    allow(/status of 404/);
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expectAwake(page);
    await expect(page).toHaveTitle(/^Page not found \| \S.*$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('main').getByRole('searchbox', { name: 'Search the shop' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await page.setViewportSize(narrowest);
    await expectNothingWider(page, narrowest.width);
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
