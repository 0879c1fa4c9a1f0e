import type { Browser, BrowserContext, Page } from '@playwright/test';

/** What may be done to a context that nothing takes back: it is not used again. */
const lasting = [
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
const lastingOfClock = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'] as const;

/** Calls `note` before each of the named methods of an object. */
const noteCalls = (object: object, names: readonly string[], note: () => void): void => {
  for (const name of names) {
    const method: unknown = Reflect.get(object, name);
    if (typeof method !== 'function') throw new Error(`Playwright has no ${name} any more: take it from the list.`);
    Reflect.set(object, name, (...parameters: unknown[]): unknown => {
      note();
      return Reflect.apply(method, object, parameters);
    });
  }
};

const keepers = new WeakSet<Page>();

/** The pages that a test has opened. */
export const pagesOf = (context: BrowserContext): Page[] => context.pages().filter((page) => !keepers.has(page));

export type WarmContext = {
  readonly context: BrowserContext;
  /** Makes it as good as new for the next test, and says whether that can be done. */
  readonly reset: () => Promise<boolean>;
};

/**
 * A context that one test after the other uses, each with a page of its own, so that scripts are neither fetched nor compiled again.
 * One more page, which has no script, stays open: its process is the one that later pages of the shop are shown by.
 */
export const openWarmContext = async (browser: Browser, shop: string): Promise<WarmContext> => {
  const context = await browser.newContext();
  const keeper = await context.newPage();
  keepers.add(keeper);
  await keeper.goto(`${shop}/robots.txt`);
  let isSpoilt = false;
  const spoil = (): void => {
    isSpoilt = true;
  };
  noteCalls(context, lasting, spoil);
  noteCalls(context.clock, lastingOfClock, spoil);
  context.on('request', (request) => {
    // The keeper can empty the store of its own origin only.
    if (request.isNavigationRequest() && new URL(request.url()).origin !== shop) spoil();
  });
  const reset = async (): Promise<boolean> => {
    await Promise.all(pagesOf(context).map((page) => page.close()));
    if (isSpoilt) return false;
    await context.clearCookies();
    await keeper.evaluate(() => window.localStorage.clear());
    return true;
  };
  return { context, reset };
};
