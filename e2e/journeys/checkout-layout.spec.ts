import type { ElementHandle, Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, open, test } from '#e2e/fixtures.ts';
import { cartLines, openWithCart, payButton, termsCheckbox } from '#e2e/shopping.ts';

const laptopSizes = [
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
] as const;

const summary = (page: Page): Locator => page.getByRole('region', { name: 'Your order' });

const lastField = (page: Page): Locator => page.getByRole('button', { name: 'Add a note for the courier' });

type Handles = Readonly<Record<string, ElementHandle<Element> | null>>;

/** One line for each element that is not wholly in the viewport, or is covered at its centre or near a corner. */
const findNotInView = (page: Page, elements: Handles): Promise<string[]> =>
  page.evaluate((wantedByName) => {
    const problemOf = (wanted: Element | null): string => {
      if (!wanted?.isConnected) return 'is not there';
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
    };
    return Object.entries(wantedByName).flatMap(([name, wanted]) => {
      const problem = problemOf(wanted);
      return problem === '' ? [] : [`${name} ${problem}`];
    });
  }, elements);

/** Looks for the elements once, and again after a problem: queries by role and name take longer than the measuring. */
const notInView = (page: Page, elements: Readonly<Record<string, Locator>>): (() => Promise<string[]>) => {
  const find = async (): Promise<Handles> =>
    Object.fromEntries(await Promise.all(Object.entries(elements).map(async ([name, element]) => [name, await element.elementHandle()])));
  let found: Handles | undefined;
  return async () => {
    found ??= await find();
    const problems = await findNotInView(page, found);
    if (problems.length > 0) found = undefined;
    return problems;
  };
};

/** Scroll positions of a shopper who fills in the form. */
const scrollPositions = {
  top: (page: Page) => page.evaluate(() => window.scrollTo(0, 0)),
  'last field': (page: Page) => lastField(page).evaluate((field) => field.scrollIntoView({ block: 'end' })),
  'past the last field': (page: Page) => lastField(page).evaluate((field) => field.scrollIntoView({ block: 'center' })),
} as const;

/** The Pay button and everything that a shopper agrees to by paying are visible at once, at every size and scroll position. */
const expectPayInView = async (page: Page): Promise<void> => {
  const box = summary(page);
  const button = notInView(page, { 'the button': payButton(page) });
  const agreed = notInView(page, {
    'the button': payButton(page),
    'the first line': box.getByRole('listitem').first(),
    'the last line': box.getByRole('listitem').last(),
    'the price of the products': box.getByText('Items', { exact: true }),
    delivery: box.getByText('Delivery', { exact: true }),
    total: box.getByText('Total', { exact: true }),
    'the right to cancel': box.getByText(/right to cancel within 14 days/),
    'the agreement': termsCheckbox(page),
  });
  for (const size of laptopSizes) {
    await page.setViewportSize(size);
    for (const [position, scroll] of Object.entries(scrollPositions)) {
      await scroll(page);
      const about = `${size.width}×${size.height}, ${position}`;
      await expect.poll(position === 'past the last field' ? button : agreed, about).toEqual([]);
      expect(await box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight), `${about}: the box scrolls`).toBe(0);
    }
  }
  await expect(termsCheckbox(page)).not.toBeChecked();
};

for (const count of [1, 2, 3, 4])
  test(`a shopper with a line count of ${count} in the cart sees the Pay button with all it commits to, on laptops`, async ({ page }) => {
    await openWithCart(page, '/checkout', await cartLines(page, count));
    await expect(summary(page).getByRole('listitem')).toHaveCount(count);
    await expectPayInView(page);
  });

test('a shopper who buys one product at once sees the Pay button with all it commits to, on laptops', async ({ page }) => {
  await open(page, '/checkout/lavender-soap-bar/2');
  await expect(payButton(page)).toHaveText('Pay £18.00 now');
  await expectPayInView(page);
});

test('a shopper with twelve lines in the cart sees three of them, how many more there are, and the Pay button with all it commits to, on laptops; a press shows the rest', async ({
  page,
}) => {
  await openWithCart(page, '/checkout', await cartLines(page, 12));
  await expect(summary(page).getByRole('listitem')).toHaveCount(3);
  await expectPayInView(page);
  const more = summary(page).getByRole('button', { name: '9 more Show all 12' });
  await expect(more).toBeInViewport();
  await more.click();
  await expect(summary(page).getByRole('listitem')).toHaveCount(12);
  await payButton(page).scrollIntoViewIfNeeded();
  await expect.poll(notInView(page, { 'the button': payButton(page) })).toEqual([]);
  await expectAccessible(page);
});
