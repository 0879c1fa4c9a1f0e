import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, open, test } from '#e2e/fixtures.ts';

/** Relative luminance of a colour of sRGB, 0 to 255, as WCAG 2.2 defines it. */
const luminance = (colour: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The lowest contrast of an element's text to any pixel behind it. */
const lowestContrast = async (page: Page, selector: string): Promise<number> => {
  const text = page.locator(selector);
  const { box, colour } = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { x, y, width, height } = range.getBoundingClientRect();
    return {
      box: { x, y, width, height },
      colour:
        getComputedStyle(element)
          .color.match(/[\d.]+/g)
          ?.map(Number) ?? [],
    };
  });
  await text.evaluate((each: HTMLElement) => each.style.setProperty('color', 'transparent'));
  const picture = await page.screenshot({ clip: box });
  await text.evaluate((each: HTMLElement) => each.style.removeProperty('color'));
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const ink = luminance(colour);
  let lowest = 21;
  for (let index = 0; index < data.length; index += 3) {
    const ground = luminance([data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0]);
    lowest = Math.min(lowest, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05));
  }
  return lowest;
};

for (const [name, background] of [
  ['black', '#000'],
  ['white', '#fff'],
] as const)
  test(`the text of the home page can be read on a ${name} picture`, async ({ page }) => {
    const picture = await sharp({ create: { width: 160, height: 90, channels: 3, background } })
      .webp()
      .toBuffer();
    await page.route(/hero-\d+\S*\.(avif|webp)/, (route) => route.fulfill({ contentType: 'image/webp', body: picture }));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page, '/');
      for (const width of [390, 992, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        for (const selector of ['.hero-text h1', '.hero-text p'])
          expect(await lowestContrast(page, selector), `${selector}, ${colorScheme}, ${width} px`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
