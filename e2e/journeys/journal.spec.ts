import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import { expect, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';

const wood = 'Looking after wooden boards, bowls and spoons';

test('a shopper reads a post of the journal and finds its goods', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'See all posts' }).click();
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

test('a shopper narrows the journal, and the address keeps it', async ({ page }) => {
  await open(page, '/blog-standard');
  const sidebar = page.getByRole('complementary', { name: 'Find your way in the journal' });
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(5);
  await sidebar.getByRole('link', { name: 'Care 2' }).click();
  await expect(page).toHaveURL('/blog-standard?category=care');
  await expect(cards).toHaveCount(2);
  await sidebar.getByRole('searchbox', { name: 'Search the journal' }).fill('linseed oil');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/blog-standard?q=linseed+oil');
  await expect(cards).toHaveCount(2);
  await page.goBack();
  await expect(page).toHaveURL('/blog-standard?category=care');
  await page.reload();
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('article', { name: wood })).toBeVisible();
});

test('a shopper without a mouse opens a post', async ({ page }) => {
  await open(page, '/blog-right-sidebar');
  await tabTo(page, page.getByRole('article', { name: wood }).getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wood);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a shopper whose scripts do not come reads and searches the journal all the same', async ({ page }) => {
    await page.goto('/blog-standard?tag=wood');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search the journal' }).fill('stockist');
    await page.getByRole('button', { name: 'Search in the journal' }).click();
    await expect(page).toHaveURL('/blog-standard?q=stockist');
    await page.getByRole('main').getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("A stockist's guide to selling handmade");
  });
});

test.describe('at night', () => {
  test.use({ colorScheme: 'dark' });

  test('a shopper who prefers the dark can read that nothing in the journal matches', async ({ page }) => {
    await open(page, '/blog-standard?q=trombone');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalOverflow(page, 320);
  });
});
