import { gzipSync } from 'node:zlib';
import { expect, test } from '#e2e/fixtures.ts';

/** Kilobytes of script after gzip: all that a page has loaded when nobody has used it and nothing more is fetched. */
const maxKilobytes = 280;

for (const path of ['/', '/shop-grid-standard', '/product/stoneware-mug'])
  test(`a page that nobody uses ends with at most ${maxKilobytes} kB of script: ${path}`, async ({ page }) => {
    const sizes = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.endsWith('.js')) return;
      sizes.set(
        pathname,
        response.body().then((body) => gzipSync(body, { level: 9 }).length / 1000),
      );
    });
    await page.goto(path);
    // The last that is fetched: the screens that most shoppers open next.
    await expect.poll(() => [...sizes.keys()].some((script) => script.includes('/checkout-screen-'))).toBe(true);
    await page.waitForLoadState('networkidle');
    const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: 'script', description: `${total.toFixed(1)} kB after gzip in ${sizes.size} files` });
    expect(total).toBeLessThanOrEqual(maxKilobytes);
    // More than before hydration: what came afterwards is in it.
    expect(total).toBeGreaterThan(200);
  });
