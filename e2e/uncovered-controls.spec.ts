import { notFoundRoute, screenRoutes } from '#app/routes.ts';
import { expect, expectHydrated, press, test } from '#e2e/fixtures.ts';
import { buyOverHttp } from '#e2e/orders-over-http.ts';
import { addAccount, startSessionIn, withDatabase } from '#e2e/shop-database.ts';
import { cartLines, openWithState } from '#e2e/shopping.ts';
import { expectLargeTargets } from '#e2e/target-sizes.ts';
import { expectNothingCovered, expectUncovered, sizes } from '#e2e/uncovered-controls.ts';
import { paths } from '#shared/paths.ts';
import { firstOfEach } from '#tests/quick.ts';

test.setTimeout(240_000);

const sections = [
  'overview',
  'orders',
  'addresses',
  'profile',
  'reseller',
  'security',
  'password',
  'email',
  'secondFactor',
  'devices',
  'data',
];

/** What opens over a page: at which width, by which button, and its element. */
const overlays = [
  ['the mini-cart', 1440, /^Cart, \d+ lines?$/, '.mini-cart'],
  ['the quick view', 1440, /^Quick view/, 'dialog:modal'],
  ['the chat', 390, 'Chat with us', '.chat-dialog'],
  ['the menu of a phone', 390, 'Open the menu', 'dialog:modal'],
  ['the filters of a phone', 390, /^Filter/, 'dialog:modal'],
] as const;

const parts = [0, 1, 2, 3, 4, 5];
const urls = firstOfEach([...screenRoutes, notFoundRoute], ({ handle }) => handle.id).map(({ example }) => example);

// In parts that run at once.
for (const part of parts)
  test(`nothing lies over the middle of a control of any page at ${sizes.map(({ width }) => width).join(', ')} px, for a shopper with full lists, part ${part + 1}`, async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 404/);
    const [one, two, three, four] = await cartLines(page, 4);
    if (!one || !two || !three || !four) throw new Error('The sample shop has fewer than four products in stock.');
    const lines = [one, { ...two, quantity: 2 }, three, four];
    await openWithState(page, '/cart', { cart: { lines }, wishlist: { items: lines }, compare: { items: lines.slice(0, 3) } });
    for (const url of urls.filter((_, index) => index % parts.length === part)) {
      await page.goto(url);
      await expectHydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.spinner, .tile-skeleton, .facets-skeleton')).toHaveCount(0);
      await test.step(url, () => expectNothingCovered(page));
    }
  });

test('nothing lies over the middle of a control in an account with an order, nor on the pages of that order', async ({
  page,
  context,
  shop,
}) => {
  const email = await addAccount(shop);
  const items = [{ productId: 'lavender-soap-bar', quantity: 1 }];
  const id = await buyOverHttp(shop.address, { firstName: 'Ada', lastName: 'Moss', items });
  await withDatabase(shop, async (db) => {
    const account = await db.selectFrom('account').select('id').where('email', '=', email[0]).executeTakeFirstOrThrow();
    await db.updateTable('order').set({ user_id: account.id }).where('id', '=', id).execute();
  });
  await startSessionIn(context, shop, email);
  await openWithState(page, `/order-confirm?order=${id}`, { compare: { items: await cartLines(page, 3) } });
  const urls = [
    ...sections.map((section) => paths.accountSection(section)),
    `/order-confirm?order=${id}`,
    `/order-status?order=${id}`,
    `/order-status?order=${id}&view=invoice`,
    `/refund?order=${id}`,
  ];
  for (const url of urls) {
    await page.goto(url);
    await expectHydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.spinner')).toHaveCount(0);
    await test.step(url, () => expectNothingCovered(page));
  }
});

for (const [what, width, opened, part] of overlays)
  test(`nothing lies over the middle of a control of ${what}`, async ({ page }) => {
    const lines = await cartLines(page, 3);
    await page.setViewportSize({ width, height: 844 });
    await openWithState(page, '/shop-grid-standard', { cart: { lines }, compare: { items: lines } });
    await press(page.getByRole('button', { name: opened }).first());
    await expect(page.locator(part)).toBeVisible();
    await expectUncovered(page.locator(part));
  });

test('the check fails for a button that a cell lies over, and not for one that can be scrolled clear of a sticky bar', async ({ page }) => {
  const bar = '<p style="position: fixed; inset: auto 0 0; height: 60px; margin: 0; background: #fff">A bar</p>';
  const good = `<!doctype html><title>Covered</title><body style="height: 3000px"><button>A button</button>${bar}`;
  await page.setContent(good);
  await expectNothingCovered(page);
  await page.setContent(`${good}<p style="position: absolute; inset: 0; margin: 0">A cell</p>`);
  await expect(expectNothingCovered(page)).rejects.toThrow(/covered at \d+ px[\s\S]*A button/);
});

test('a control that is smaller than a thumb, and a field that would zoom, are found by the check of the desk', async ({ page }) => {
  const large = 'style="min-height: 44px; min-width: 44px; font-size: 16px"';
  const good = `<button ${large}>A button</button><p>Read <a href="/terms">the terms</a> first.</p><label ${large.replace('style="', 'style="display: block;')}><input type="checkbox"> A box</label>`;
  await page.setContent(good);
  await expectLargeTargets(page);
  for (const [bad, found] of [
    ['<p><a href="/all">All of them</a></p>', 'All of them'],
    ['<button>Correct</button>', 'Correct'],
    [`<input aria-label="Words" ${large.replace('16px', '14px')}>`, 'Words'],
  ] as const) {
    await page.setContent(good + bad);
    await expect(expectLargeTargets(page)).rejects.toThrow(new RegExp(`smaller than 44 px[\\s\\S]*${found}`));
  }
});
