import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, open, test } from '#e2e/fixtures.ts';
import { cartLines, openWithCart, payButton, terms } from '#e2e/shopping.ts';

const windows = [
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
] as const;

const summary = (page: Page): Locator => page.getByRole('region', { name: 'Your order' });

const lastField = (page: Page): Locator => page.getByRole('textbox', { name: /^Note for us/ });

/** Says which of the elements is not wholly inside the window, or lies under something else at its middle or one of its corners. */
const notInView = async (elements: Readonly<Record<string, Locator>>): Promise<string[]> => {
  const problems: string[] = [];
  for (const [name, element] of Object.entries(elements)) {
    const problem = await element.evaluate((wanted) => {
      const { left, right, top, bottom } = wanted.getBoundingClientRect();
      if (top < 0 || left < 0 || bottom > window.innerHeight || right > window.innerWidth) return `ends at ${top} and ${bottom}`;
      const inset = 4;
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        ...[left + inset, right - inset].flatMap((x) => [top + inset, bottom - inset].map((y) => [x, y])),
      ];
      const covered = points.some(([x = 0, y = 0]) => {
        const hit = document.elementFromPoint(x, y);
        return hit === null || !(wanted.contains(hit) || hit.contains(wanted));
      });
      return covered ? 'is covered' : '';
    });
    if (problem !== '') problems.push(`${name} ${problem}`);
  }
  return problems;
};

/** How far a shopper has scrolled who begins with the form, comes to its end, and goes a little further. */
const scrollTo = {
  top: (page: Page) => page.evaluate(() => window.scrollTo(0, 0)),
  'last field': (page: Page) => lastField(page).evaluate((field) => field.scrollIntoView({ block: 'end' })),
  'past the last field': (page: Page) => lastField(page).evaluate((field) => field.scrollIntoView({ block: 'center' })),
} as const;

/** All that a shopper agrees to by paying stands in one view with the button, in windows of each size. */
const expectPayInView = async (page: Page): Promise<void> => {
  const box = summary(page);
  const button = { 'the button': payButton(page) };
  const agreed = {
    ...button,
    'the first line': box.getByRole('listitem').first().locator('.checkout-line-name'),
    goods: box.getByText('Goods', { exact: true }),
    delivery: box.getByText('Delivery', { exact: true }),
    total: box.getByText('Total', { exact: true }),
    'the right to cancel': box.getByText(/right to cancel within 14 days/),
    'the agreement': terms(page),
  };
  for (const size of windows) {
    await page.setViewportSize(size);
    for (const [place, scroll] of Object.entries(scrollTo)) {
      await scroll(page);
      const where = `${size.width}×${size.height}, ${place}`;
      await expect.poll(() => notInView(place === 'past the last field' ? button : agreed), where).toEqual([]);
      expect(await box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight), `${where}: the box scrolls`).toBe(0);
    }
  }
  await expect(terms(page)).not.toBeChecked();
};

for (const count of [1, 2, 4, 12])
  test(`a shopper whose cart has a line count of ${count} has Pay and all it stands for in view on laptops`, async ({ page }) => {
    await openWithCart(page, '/checkout', await cartLines(page, count));
    await expect(summary(page).getByRole('listitem')).toHaveCount(count);
    await expectPayInView(page);
  });

test('a shopper who buys one product now has Pay and all it stands for in view on laptops', async ({ page }) => {
  await open(page, '/checkout/lavender-soap-bar/2');
  await expect(payButton(page)).toHaveText('Pay £18.00 now');
  await expectPayInView(page);
});

test('a shopper scrolls a long order’s lines by keyboard, and Pay stays where it is', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const lines = await cartLines(page, 12);
  await openWithCart(page, '/checkout', lines);
  const list = summary(page).getByRole('list');
  await list.focus();
  await expect(list).toBeFocused();
  await page.keyboard.press('End');
  await expect(list.getByText(lines.at(-1)?.name ?? '').first()).toBeInViewport();
  await expect.poll(() => notInView({ 'the button': payButton(page) })).toEqual([]);
  await expectAccessible(page);
});
