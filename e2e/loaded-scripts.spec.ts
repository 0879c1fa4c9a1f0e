import { gzipSync } from 'node:zlib';
import type { Request } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';

/** Kilobytes of script after gzip: all that a page has loaded when nobody has used it and nothing more is fetched. */
const maxKilobytes = 280;

for (const path of ['/', '/shop-grid-standard', '/product/stoneware-mug'])
  test(`a page that nobody uses loads at most ${maxKilobytes} kB of script: ${path}`, async ({ page }) => {
    const requested = new Set<string>();
    const sizes = new Map<string, Promise<number>>();
    const scriptOf = (request: Request) => new URL(request.url()).pathname;
    page.on('request', (request) => {
      if (scriptOf(request).endsWith('.js')) requested.add(scriptOf(request));
    });
    page.on('response', (response) => {
      if (!requested.has(scriptOf(response.request()))) return;
      sizes.set(
        scriptOf(response.request()),
        response.body().then((body) => gzipSync(body, { level: 9 }).length / 1000),
      );
    });
    await page.goto(path);
    // The screens that most shoppers open next are asked for in one moment, the cart last.
    await expect.poll(() => [...requested].some((script) => script.includes('/cart-screen-'))).toBe(true);
    await expect.poll(() => sizes.size).toBe(requested.size);
    const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: 'script', description: `${total.toFixed(1)} kB after gzip in ${sizes.size} files` });
    expect(total).toBeLessThanOrEqual(maxKilobytes);
    // More than before hydration: what is loaded afterwards counts as well.
    expect(total).toBeGreaterThan(200);
  });
