import { expect, open, test } from '#e2e/fixtures.ts';

for (const [hour, opacity] of [
  ['08', 5 / 7],
  ['13', 0],
  ['21', 1],
] as const)
  test(`the home page’s picture has the light of the visitor’s time of day, at ${hour}:10`, async ({ page }) => {
    await page.clock.setFixedTime(`2026-11-27T${hour}:10:00Z`);
    await open(page, '/');
    const golden = await page.locator('.hero picture').evaluate((picture) => getComputedStyle(picture, '::before').opacity);
    expect(Number(golden)).toBeCloseTo(opacity, 2);
  });

for (const width of [390, 768, 1024, 1440, 1920])
  test(`in dark colours the flame is above the wick of the picture’s candle, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, '/');
    const { flame, wick } = await page.locator('.hero picture').evaluate((picture) => {
      const { width: boxWidth, height: boxHeight } = picture.getBoundingClientRect();
      const [x = 0, y = 0] = getComputedStyle(picture.querySelector('img') ?? picture)
        .objectPosition.split(' ')
        .map((part) => Number.parseFloat(part) / 100);
      const drawn = Math.max(boxWidth, (boxHeight * 16) / 9);
      // A block where the flame is: the browser computes the lengths.
      const block = picture.appendChild(document.createElement('i'));
      const [left = '', top = ''] = getComputedStyle(picture)
        .getPropertyValue('--flame')
        .split(/ (?=calc)/);
      block.style.cssText = 'position: absolute';
      block.style.left = left;
      block.style.top = top;
      const place = block.getBoundingClientRect();
      const box = picture.getBoundingClientRect();
      block.remove();
      return {
        flame: { x: place.left - box.left, y: place.top - box.top },
        wick: { x: 0.765 * drawn - x * (drawn - boxWidth), y: 0.67 * ((drawn * 9) / 16) - y * ((drawn * 9) / 16 - boxHeight) },
      };
    });
    expect(Math.abs(flame.x - wick.x)).toBeLessThan(width / 150);
    expect(wick.y - flame.y).toBeGreaterThan(0);
    expect(wick.y - flame.y).toBeLessThan(width / 40);
  });
