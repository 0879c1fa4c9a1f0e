import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test';
import axeCore, { type RunOnly } from 'axe-core';
import { openSeededShop } from '#e2e/run-folder.ts';
import { openWarmContext, pagesOf, type WarmContext } from '#e2e/warm-contexts.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';

export { expect };

type Fixtures = {
  /** The browser knows nothing of the shop yet: no file of it lies in its cache. */
  readonly isFirstVisit: boolean;
  /** Lets the pages complain about what a test provokes; any other complaint fails the test. */
  readonly allow: (pattern: RegExp) => void;
  /** A shop of its own, which a test may stop and start again. */
  readonly spareShop: TemporaryShop;
};

type WorkerFixtures = {
  /** This worker's own shop: no other worker takes its goods or uses up its limits. */
  readonly shop: TemporaryShop;
  /** The contexts that are used again, by the options they were made with. */
  readonly warmContexts: Map<string, WarmContext>;
};

/** A browser says this of a request that it gave up itself, because the page moved on. */
const givenUp = 'net::ERR_ABORTED';

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');

/** Everything that the pages of a context complain about: console, uncaught errors, failed requests to their own shop. Gives what ends it. */
const listen = (context: BrowserContext, heard: string[]): (() => void) => {
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.type() === 'warning') heard.push(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError): void => {
    heard.push(`uncaught: ${error.error().message}`);
  };
  const onFailure = (request: Request): void => {
    const reason = request.failure()?.errorText ?? '';
    // A page that has not come has no frame yet.
    const from = request.isNavigationRequest() ? request.url() : request.frame().page().url();
    if (originOf(request.url()) === originOf(from) && reason !== givenUp) heard.push(`failed: ${request.url()} ${reason}`);
  };
  context.on('console', onConsole).on('weberror', onError).on('requestfailed', onFailure);
  return () => {
    context.off('console', onConsole).off('weberror', onError).off('requestfailed', onFailure);
  };
};

const closePages = (context: BrowserContext): Promise<unknown> => Promise.all(pagesOf(context).map((page) => page.close()));

export const test = base.extend<Fixtures, WorkerFixtures>({
  isFirstVisit: [false, { option: true }],
  shop: [
    async ({}, use) => {
      const shop = await openSeededShop();
      await use(shop);
      await shop.discard();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.address),
  warmContexts: [
    async ({ browser: _ }, use) => {
      const contexts = new Map<string, WarmContext>();
      await use(contexts);
      await Promise.all([...contexts.values()].map(({ context }) => context.close()));
    },
    { scope: 'worker' },
  ],
  context: async (
    { browser, shop, warmContexts, isFirstVisit, viewport, colorScheme, hasTouch, isMobile, javaScriptEnabled, contextOptions },
    use,
  ) => {
    if (isFirstVisit || javaScriptEnabled === false) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    const options = JSON.stringify([viewport, colorScheme, hasTouch, isMobile, contextOptions]);
    const warm = warmContexts.get(options) ?? (await openWarmContext(browser, shop.address));
    // Put back only when it is as good as new: after a time-out, say, it is not.
    warmContexts.delete(options);
    await use(warm.context);
    if (await warm.reset()) warmContexts.set(options, warm);
    else await warm.context.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
  allow: [
    async ({ context }, use) => {
      const heard: string[] = [];
      const allowed: RegExp[] = [];
      const end = listen(context, heard);
      await use((pattern) => {
        allowed.push(pattern);
      });
      end();
      expect(
        heard.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
        'what the pages complained about',
      ).toEqual([]);
    },
    { auto: true },
  ],
  spareShop: async ({ context }, use) => {
    const shop = await openSeededShop();
    try {
      await use(shop);
    } finally {
      // The pages leave before their shop does, so that they have nothing to complain of.
      await closePages(context);
      await shop.discard();
    }
  },
});

declare global {
  var axe: typeof axeCore;
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * axe finds nothing by these rules. It is read into a document once, not for each look at it; the shop has no frames, for which a page
 * would have to be asked more than that. axe checks everything alike, but tells only of what is wrong: the whole list of what is right
 * takes it as long again.
 */
const expectNoViolation = async (page: Page, runOnly: RunOnly): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(
    async (options) => {
      // What the last step brings, an observer may bring two frames later; and what fades in has no colour yet.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(passing.map(({ finished }) => finished));
      const found = await axe.run(options);
      return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { runOnly, resultTypes: ['violations' as const] },
  );
  expect(violations).toEqual([]);
};

/** axe finds nothing on the page as it stands. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // An address changes a moment before its screen stands.
  await expect(page.locator('h1')).not.toHaveCount(0);
  await expectNoViolation(page, { type: 'tag', values: rules });
};

/** Every text of the page as it stands is told from its ground (WCAG 1.4.3). */
export const expectReadable = (page: Page): Promise<void> => expectNoViolation(page, { type: 'rule', values: ['color-contrast'] });

/** Where the shop tells what has happened. */
export const messages = (page: Page): Locator => page.getByRole('status', { name: 'Messages' });

/** The shop can be used: its place for messages is the last thing to come. */
export const expectAwake = async (page: Page): Promise<void> => {
  // Looked for in every frame: `expect` looks again after 100, 250 and 500 ms, which would be most of a visit.
  await page.waitForFunction(() => document.querySelector('.toaster') !== null);
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

/**
 * Tab alone comes to everything on the page that can be pressed or filled in, each shows that it has the focus, and none has it
 * while something else lies over it (WCAG 2.1.1, 2.4.7, 2.4.11).
 */
export const expectAllReached = async (page: Page): Promise<void> => {
  const wanted = await page.evaluate(() => {
    // What an earlier look at the same page found is not what this one finds.
    for (const mark of ['stop', 'shown', 'covered', 'focused'])
      for (const element of document.querySelectorAll(`[data-${mark}]`)) element.removeAttribute(`data-${mark}`);
    // What fades or slides in would not have begun to show when it is asked.
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; scroll-behavior: auto !important; }');
    document.adoptedStyleSheets.push(still);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.getSelection()?.removeAllRanges();
    const pressable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    // Of radio buttons that belong together only one is a stop; the arrow keys do the rest.
    const isStop = (element: Element): boolean =>
      element.getAttribute('tabindex') !== '-1' &&
      !element.matches(':disabled, [type="radio"]:not(:checked)') &&
      !element.closest('[inert], [aria-hidden="true"]') &&
      element.checkVisibility({ visibilityProperty: true });
    const stops = [...document.querySelectorAll(pressable)].filter(isStop);
    for (const stop of stops) stop.setAttribute('data-stop', '');
    const look = (element: Element, part?: string): string => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element, part);
      return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow].join(' ');
    };
    // What a control looks like with and without the focus; what stands around or beside it may show it in the control's stead.
    const looks = (element: Element): string => {
      const around = [element.parentElement, element.parentElement?.parentElement, element.nextElementSibling];
      return [look(element), look(element, '::after'), ...around.map((each) => (each ? look(each) : ''))].join('|');
    };
    const before = new Map(stops.map((stop) => [stop, looks(stop)]));
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      if (before.get(target) !== looks(target)) target.setAttribute('data-shown', '');
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const places = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
      );
      const isFree = places.some(([x, y]) => {
        const found = document.elementFromPoint(x, y);
        return found !== null && (target.contains(found) || found.contains(target) || target.parentElement?.contains(found));
      });
      if (!isFree) target.setAttribute('data-covered', '');
      target.removeAttribute('data-stop');
      target.setAttribute('data-focused', '');
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('sweep-ends', () => document.removeEventListener('focusin', onFocus), { once: true });
    return stops.length;
  });
  // Sent without waiting for each: what is asked of the page afterwards waits for them all. A few more than there are stops, because
  // the first may go out of the page, from where the focus was, and come in again.
  await Promise.all(Array.from({ length: wanted + 6 }, () => page.keyboard.press('Tab')));
  const left = await page.evaluate(() => {
    document.dispatchEvent(new Event('sweep-ends'));
    window.scrollTo(0, 0);
    const tell = (what: string, selector: string): string[] =>
      [...document.querySelectorAll(selector)].map((element) => `${what}: ${element.outerHTML.slice(0, 160)}`);
    return [
      ...tell('not reached', '[data-stop]'),
      ...tell('focus not shown', '[data-focused]:not([data-shown])'),
      ...tell('covered', '[data-covered]'),
    ];
  });
  expect(left).toEqual([]);
};

/** Listens from the next page on for whatever moves by itself. */
export const watchJumps = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new PerformanceObserver((entries) => {
      const moved = entries.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
      document.documentElement.dataset.shift = String(Number(document.documentElement.dataset.shift ?? 0) + moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Nothing on the page has jumped since it was opened; `watchJumps` has listened. */
export const expectNoJump = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))).toBeLessThanOrEqual(0.01);
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
