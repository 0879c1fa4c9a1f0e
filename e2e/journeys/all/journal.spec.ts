import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import { expect, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';

const wood = 'Looking after wooden boards, bowls and spoons';

test('a shopper opens a post of the journal from the home page and goes on to its products', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'See all articles' }).click();
  await expect(page).toHaveURL('/blog-standard');
  await expect(page).toHaveTitle(/^Journal \| /);
  await page.getByRole('article', { name: wood }).getByRole('link').click();
  await expect(page).toHaveURL('/blog-details-standard?post=caring-for-wood');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wood);
  await expect(page).toHaveTitle(`${wood} | From the journal`);
  await page.getByRole('main').getByRole('link', { name: 'See what we have in wood' }).click();
  await expect(page).toHaveURL('/shop-grid-standard?q=wood');
  await expect(page.getByRole('article', { name: 'Turned wooden bowl' })).toBeVisible();
});

test('a shopper filters and searches the journal, the URL keeps the filter through a reload, and a keyboard user opens a post', async ({
  page,
}) => {
  await open(page, '/blog-standard');
  const sidebar = page.getByRole('complementary', { name: 'Browse the journal' });
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(5);
  await sidebar.getByRole('link', { name: 'Care 2' }).click();
  await expect(page).toHaveURL('/blog-standard?category=care');
  await expect(cards).toHaveCount(2);
  await sidebar.getByRole('searchbox', { name: 'Search the journal' }).fill('linseed oil');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/blog-standard?q=linseed+oil');
  await expect(page.getByRole('link', { name: 'Remove “linseed oil”' })).toBeVisible();
  await expect(cards).toHaveCount(2);
  await page.goBack();
  await expect(page).toHaveURL('/blog-standard?category=care');
  await page.reload();
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('article', { name: wood })).toBeVisible();

  await sidebar.getByRole('searchbox', { name: 'Search the journal' }).fill('trombone');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/blog-standard?q=trombone');
  await expect(cards).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalOverflow(page, 320);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goBack();

  await tabTo(page, page.getByRole('article', { name: wood }).getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wood);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  // Chromium refuses to preload scripts then.
  test.beforeEach(({ allowErrors }) => allowErrors(/\.js csp$/));

  test('a shopper reads, filters and searches the journal', async ({ page }) => {
    await page.goto('/blog-standard?tag=wood');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search the journal' }).fill('stockist');
    await page.getByRole('button', { name: 'Search in the journal' }).click();
    await expect(page).toHaveURL('/blog-standard?q=stockist');
    await page.getByRole('main').getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A stockist’s guide to selling handmade');
  });
});
