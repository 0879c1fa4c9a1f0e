import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { openSeededShop } from '#e2e/run-folder.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';

export { expect };

type PageErrors = {
  readonly allow: (pattern: RegExp) => void;
  /** Collects the errors of a context until the returned function is called. */
  readonly watch: (context: BrowserContext) => () => void;
};

type Fixtures = {
  /** Errors of the test's own browser and of its other devices. */
  readonly pageErrors: PageErrors;
  /** Allows console messages, uncaught errors and failed requests that match; any other fails the test. */
  readonly allowErrors: (pattern: RegExp) => void;
  /** Opens a context of another browser than the test's own; it is closed after the test. */
  readonly openDevice: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** A shop for this test alone, on a data folder of its own; the test may stop and restart it. */
  readonly spareShop: TemporaryShop;
};

type WorkerFixtures = {
  /** One shop per worker, so that workers share neither stock nor rate limits. */
  readonly shop: TemporaryShop;
};

/** Chromium's error for a request that it cancelled itself, e.g. because the page navigated away. */
const requestCancelled = 'net::ERR_ABORTED';

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/**
 * Adds to `errors` what the pages of a context report: console errors and warnings, uncaught errors, failed same-origin requests. Returns a
 * function that stops it.
 */
const collectErrors = (context: BrowserContext, errors: string[]): (() => void) => {
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError): void => {
    errors.push(`uncaught: ${error.error().message}`);
  };
  const onFailure = (request: Request): void => {
    const reason = request.failure()?.errorText ?? '';
    // A navigation request has no frame until its document arrives.
    const from = request.isNavigationRequest() ? request.url() : request.frame().page().url();
    if (originOf(request.url()) === originOf(from) && reason !== requestCancelled) errors.push(`failed: ${request.url()} ${reason}`);
  };
  context.on('console', onConsole).on('weberror', onError).on('requestfailed', onFailure);
  return () => {
    context.off('console', onConsole).off('weberror', onError).off('requestfailed', onFailure);
  };
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    async ({}, use) => {
      const shop = await openSeededShop();
      await use(shop);
      await shop.discard();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.address),
  openDevice: async ({ browser, pageErrors }, use) => {
    const devices: (readonly [context: BrowserContext, stopWatching: () => void])[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      devices.push([context, pageErrors.watch(context)]);
      return context;
    });
    for (const [context, stopWatching] of devices) {
      stopWatching();
      await context.close();
    }
  },
  pageErrors: async ({}, use) => {
    const errors: string[] = [];
    const allowed: RegExp[] = [];
    await use({ allow: (pattern) => void allowed.push(pattern), watch: (context) => collectErrors(context, errors) });
    expect(
      errors.filter((error) => !allowed.some((pattern) => pattern.test(error))),
      'errors of the pages',
    ).toEqual([]);
  },
  allowErrors: [
    async ({ context, pageErrors }, use) => {
      const stopWatching = pageErrors.watch(context);
      await use(pageErrors.allow);
      stopWatching();
    },
    { auto: true },
  ],
  spareShop: async ({ context }, use) => {
    const shop = await openSeededShop();
    try {
      await use(shop);
    } finally {
      // Closed before the server stops, because requests that fail would count as errors.
      await context.close();
      await shop.discard();
    }
  },
});

/** Presses as people do at this browser: by touch where it has a touchscreen, else by mouse. */
export const press = async (target: Locator): Promise<void> => {
  if (await target.evaluate(() => navigator.maxTouchPoints > 0)) await target.tap();
  else await target.click();
};

/** The live region of toasts. */
export const toaster = (page: Page): Locator => page.getByRole('status', { name: 'Messages' });

/** Waits for hydration: the toaster is the last part to mount. */
export const expectHydrated = async (page: Page): Promise<void> => {
  // Checked in every frame: `expect` retries after 100, 250 and 500 ms, which would be most of a visit.
  await page.waitForFunction(() => {
    // A sign of use, because lazy parts such as the toaster load at the first one.
    window.dispatchEvent(new Event('scroll'));
    // The fonts as well, because texts are not exactly as wide in their fallbacks. A document that came slowly has them after hydration.
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    const hasFonts = ['Figtree Variable', 'Fraunces Variable'].every((name) => loaded.some(({ family }) => family.includes(name)));
    return hasFonts && document.querySelector('.toaster') !== null;
  });
};

/** Loads a URL and waits for hydration. */
export const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await expectHydrated(page);
};

/** Opens a URL and waits until the page follows other tabs, which it does only once the stored state is restored. */
export const openSynced = async (page: Page, url: string): Promise<void> => {
  await page.addInitScript(() => {
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        document.documentElement.dataset.synced = 'true';
      }
    };
  });
  await open(page, url);
  await expect(page.locator('html[data-synced]')).toBeAttached();
};

/** The document is not wider than `width` pixels, so it does not scroll sideways. */
export const expectNoHorizontalOverflow = async (page: Page, width: number): Promise<void> => {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
};

/** The page is accessible, and no wider than the window, on a phone and on a desktop. */
export const expectAccessibleInBothWidths = async (page: Page): Promise<void> => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page, width);
  }
};

/** The product page's own button; product cards further down have buttons of the same name. */
export const addButton = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).first();

/** Adds the product of the page to the cart and waits for the toast. */
export const addToCart = async (page: Page): Promise<void> => {
  await press(addButton(page));
  await expect(toaster(page)).toContainText('Added To Cart');
};

/** Sums up layout shifts from the next document on. */
export const observeLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new PerformanceObserver((entries) => {
      const moved = entries.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
      document.documentElement.dataset.shift = String(Number(document.documentElement.dataset.shift ?? 0) + moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Cumulative Layout Shift of this document is at most 0.01; needs `observeLayoutShifts` before the document loads. */
export const expectNoLayoutShift = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))).toBeLessThanOrEqual(0.01);
};

/** All scripts but the one in the head, which a static host sends as a file. */
export const deferredScripts = /\/assets\/(?!document-)[^/]*\.js$/;

/** Holds requests that match a URL pattern until the returned function is called. */
export const holdRequests = async (page: Page, pattern: string | RegExp): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

/** Goes to a page whose scripts are held: until its document is parsed, because `domcontentloaded` comes after module scripts. */
export const openHeld = async (page: Page, url: string): Promise<void> => {
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
};

/** Waits until the stored state contains a text: persistence is throttled. */
export const expectPersisted = async (page: Page, part: string): Promise<void> => {
  await expect.poll(() => page.evaluate(() => window.localStorage.getItem('persist:flone'))).toContain(part);
};
