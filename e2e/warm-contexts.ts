import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { attachWhenFailed } from '#e2e/failed-pages.ts';

/** Methods whose effect on a context cannot be undone: after one of them the context is not reused. */
const irreversible = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
  'setStorageState',
] as const;
const irreversibleOfClock = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'] as const;

/** Wraps the named methods of an object, so that `callback` runs before each call. */
const onCall = (object: object, methods: readonly string[], callback: () => void): void => {
  for (const name of methods) {
    const method: unknown = Reflect.get(object, name);
    if (typeof method !== 'function') throw new Error(`Playwright has no ${name} any more: remove it from the list.`);
    Reflect.set(object, name, (...parameters: unknown[]): unknown => {
      callback();
      return Reflect.apply(method, object, parameters);
    });
  }
};

const keepAlivePages = new WeakSet<Page>();

/** The pages of a context that a test has opened. */
export const pagesOf = (context: BrowserContext): Page[] => context.pages().filter((page) => !keepAlivePages.has(page));

/** Closes the pages that a test has opened; the report of a failed one says what they showed. */
export const closePages = async (context: BrowserContext): Promise<void> => {
  const pages = pagesOf(context);
  await attachWhenFailed(pages);
  await Promise.all(pages.map((page) => page.close()));
};

export type WarmContext = {
  readonly context: BrowserContext;
  /** Closes its pages and empties its storage; returns false when it must not be reused. */
  readonly reset: () => Promise<boolean>;
};

/**
 * A context that tests reuse one after the other, each with a page of its own, so that scripts are cached and compiled already.
 * A page without scripts stays open, which keeps the renderer process alive for the next test.
 */
const openWarmContext = async (browser: Browser, shop: string, options: BrowserContextOptions): Promise<WarmContext> => {
  const context = await browser.newContext(options);
  const keepAlive = await context.newPage();
  keepAlivePages.add(keepAlive);
  await keepAlive.goto(`${shop}/robots.txt`);
  let isDirty = false;
  const markDirty = (): void => {
    isDirty = true;
  };
  onCall(context, irreversible, markDirty);
  onCall(context.clock, irreversibleOfClock, markDirty);
  // `reset` can clear the storage of the shop's origin only; blank pages have none. Watching requests costs CPU: a page load has fifty.
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (![shop, 'null'].includes(new URL(frame.url()).origin)) markDirty();
    }),
  );
  const reset = async (): Promise<boolean> => {
    await closePages(context);
    if (isDirty) return false;
    await context.clearCookies();
    await keepAlive.evaluate(() => window.localStorage.clear());
    return true;
  };
  return { context, reset };
};

/** Contexts that wait for a test, by a key that stands for all of their options. */
export type WarmContexts = {
  /** A context that no other test has until it is given back; `options` are those beyond the configured ones. */
  readonly take: (key: string, options?: BrowserContextOptions) => Promise<WarmContext>;
  readonly giveBack: (key: string, warm: WarmContext) => Promise<void>;
  readonly close: () => Promise<unknown>;
};

export const createWarmContexts = (browser: Browser, shop: string): WarmContexts => {
  const waiting = new Map<string, WarmContext[]>();
  return {
    // Removed while in use, so that a test which times out cannot leave a dirty context to the next one.
    take: async (key, options = {}) => waiting.get(key)?.pop() ?? (await openWarmContext(browser, shop, options)),
    giveBack: async (key, warm) => {
      if (await warm.reset()) waiting.set(key, [...(waiting.get(key) ?? []), warm]);
      else await warm.context.close();
    },
    close: () => Promise.all([...waiting.values()].flat().map(({ context }) => context.close())),
  };
};
