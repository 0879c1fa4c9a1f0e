import type { Page } from '@playwright/test';
import { expect, open, test } from '#e2e/fixtures.ts';
import { cartLines, openWithCart } from '#e2e/shopping.ts';

const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
] as const;

/** The scroll positions, in pixels, at which no link to the checkout can be pressed. */
const positionsWithoutCheckout = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const isPressable = (link: Element): boolean => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      if (right - left === 0 || top < 0 || bottom > window.innerHeight) return false;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit !== null && link.contains(hit);
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // The bar shows some frames after the summary has left the window.
    const isInSight = async (): Promise<boolean> => {
      const end = performance.now() + 3000;
      while (performance.now() < end) {
        if ([...document.querySelectorAll('main a[href="/checkout"]')].some(isPressable)) return true;
        await frame();
      }
      return false;
    };
    const missing: number[] = [];
    const end = document.documentElement.scrollHeight - window.innerHeight;
    for (let top = 0; top < end + 150; top += 150) {
      window.scrollTo({ top, behavior: 'instant' });
      await frame();
      if (!(await isInSight())) missing.push(Math.min(top, end));
    }
    return missing;
  });

for (const count of [1, 5, 12])
  test(`a shopper with a line count of ${count} in the cart can go to the checkout at every size and scroll position`, async ({ page }) => {
    await open(page, '/');
    await openWithCart(page, '/cart', await cartLines(page, count));
    await expect(page.getByRole('row')).toHaveCount(count + 1);
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await positionsWithoutCheckout(page), `no way to the checkout at ${size.width} × ${size.height} px`).toEqual([]);
    }
  });
