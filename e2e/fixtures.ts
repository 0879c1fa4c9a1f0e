import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { openThrowAwayShop, type ThrowAwayShop } from '#scripts/throw-away-shop.ts';

export { expect };

type Fixtures = {
  /** Lets the page complain about what a test provokes; any other complaint fails the test. */
  readonly allow: (pattern: RegExp) => void;
  /** A shop of its own, which a test may stop and start again. */
  readonly spareShop: ThrowAwayShop;
};

/** A browser says this of a request that it gave up itself, because the page moved on. */
const givenUp = 'net::ERR_ABORTED';

/** Everything that a page complains about while a test runs: console, uncaught errors, failed requests to its own shop. */
const listen = (page: Page, heard: string[]): void => {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') heard.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => heard.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    const isOwn = URL.canParse(page.url()) && new URL(request.url()).origin === new URL(page.url()).origin;
    if (isOwn && reason !== givenUp) heard.push(`failed: ${request.url()} ${reason}`);
  });
};

export const test = base.extend<Fixtures>({
  allow: [
    async ({ page }, use) => {
      const heard: string[] = [];
      const allowed: RegExp[] = [];
      listen(page, heard);
      await use((pattern) => {
        allowed.push(pattern);
      });
      expect(
        heard.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
        'what the page complained about',
      ).toEqual([]);
    },
    { auto: true },
  ],
  spareShop: async ({ page }, use) => {
    const shop = await openThrowAwayShop();
    try {
      await use(shop);
    } finally {
      // The page leaves before its shop does, so that it has nothing to complain of.
      await page.close();
      await shop.discard();
    }
  },
});

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe finds nothing on the page as it stands. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // One frame only, so that axe need not open a second page to sum up in.
  const { violations } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode(true).analyze();
  expect(violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
};

/** Where the shop tells what has happened. */
export const messages = (page: Page): Locator => page.getByRole('status', { name: 'Messages' });

/** The shop can be used: its place for messages is the last thing to come. */
export const expectAwake = async (page: Page): Promise<void> => {
  await expect(messages(page)).toBeAttached();
};

/** Opens an address and waits until the shop there can be used. */
export const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await expectAwake(page);
};

/** Nothing stands out beyond the sides of a screen of this width. */
export const expectNothingWider = async (page: Page, width: number): Promise<void> => {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
};

/** The product page's own button, which stands before those of the goods below it. */
export const addButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).first();

/** Adds the product of the page to the cart and sees it told. */
export const addToCart = async (page: Page): Promise<void> => {
  await addButton(page).click();
  await expect(messages(page)).toContainText('Added To Cart');
};

/** Presses Tab, or Shift+Tab, until the wanted control has the focus. */
export const tabTo = async (page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let press = 0; press < 80; press += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(wanted).toBeFocused();
};

/** Holds back what the page asks for at this address; gives what lets it through. */
export const holdBack = async (page: Page, address: string): Promise<() => void> => {
  let letThrough = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(address, async (route) => {
    await gate;
    await route.continue();
  });
  return letThrough;
};

/** What the browser keeps of the cart, waited for: it is written a moment after the shopper has acted. */
export const expectKept = async (page: Page, part: string): Promise<void> => {
  await expect.poll(() => page.evaluate(() => window.localStorage.getItem('persist:flone'))).toContain(part);
};
