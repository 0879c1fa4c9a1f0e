import type { Page } from '@playwright/test';
import { expect, open, test } from '#e2e/fixtures.ts';

const variants = ['product', 'product-tab-left', 'product-tab-right', 'product-sticky', 'product-slider', 'product-fixed-image'];

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`Nothing is displayed at ${selector}.`);
  return { top: box.y, bottom: box.y + box.height, start: box.x, end: box.x + box.width };
};

for (const variant of variants)
  test(`a shopper at /${variant} sees no hole under the pictures, at any width`, async ({ page }) => {
    await open(page, `/${variant}/stoneware-mug`);
    for (const width of [390, 768, 992, 1200, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const gallery = await boxOf(page, '.gallery');
      const text = await boxOf(page, '.product-text');
      const tabs = await boxOf(page, '.product-tabs');
      const isBeside = text.start >= gallery.end;
      const next = isBeside ? tabs : text;
      expect(next.top - gallery.bottom, `under the pictures at ${width}`).toBeLessThan(64);
      expect(next.top - gallery.bottom, `under the pictures at ${width}`).toBeGreaterThanOrEqual(0);
      if (!isBeside) continue;
      // A column of thumbnails is no taller than the picture beside it.
      const picture = await boxOf(page, '.gallery-enlarge.is-chosen');
      if (variant.startsWith('product-tab-') && width >= 992)
        expect(tabs.top - picture.bottom, `under the picture at ${width}`).toBeLessThan(64);
      expect(tabs.start, `the tabs at ${width}`).toBeCloseTo(gallery.start, 0);
      // Where the text beside them is longer, they stay in view.
      await page.locator('.product-taxonomy').scrollIntoViewIfNeeded();
      const panel = await boxOf(page, '.product-tabs');
      expect(panel.bottom, `the tabs beside the end of the text at ${width}`).toBeGreaterThan(0);
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    }
  });

test('a shopper sees no hole under the pictures of the quick view', async ({ page }) => {
  await open(page, '/shop-grid-standard');
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tile = page.getByRole('article', { name: 'Stoneware mug', exact: true });
    await tile.hover();
    await tile.getByRole('button', { name: 'Quick view of Stoneware mug' }).click();
    await expect(page.getByRole('dialog', { name: /Stoneware mug/ })).toBeVisible();
    const gallery = await boxOf(page, '.quick-view .gallery');
    const about = await boxOf(page, '.quick-view-about');
    const text = await boxOf(page, '.quick-view .product-text');
    expect(about.start).toBeCloseTo(gallery.start, 0);
    expect(about.top - gallery.bottom).toBeLessThan(40);
    expect(text.bottom - about.bottom).toBeLessThan(160);
    await page.keyboard.press('Escape');
  }
});
