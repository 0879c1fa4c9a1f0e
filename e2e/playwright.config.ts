import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium, findFullChromium, hasFullChromium } from '#scripts/chromium.ts';

// Looked for by those who start it only, because looking may mean installing.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
const chromium = isWorker ? { executablePath: findChromium() } : {};

/** What only makes sense with a thumb; everything else runs on a desktop. */
const onPhone = '**/phone.spec.ts';

/** What only a browser with a back/forward cache can show. */
const afterBack = '**/checkout-back-forward-cache.spec.ts';

/** What drives other engines: `npm run test:browsers`. A project's own list takes the place of the configuration's. */
const inOtherEngines = '**/engines/**';
const hasCache = hasFullChromium();
if (!hasCache)
  process.stderr.write('Left out: checkout-back-forward-cache, because only a headless shell is here, which has no back/forward cache.\n');

// One process shows all pages of the shop, as far as they share a context: it has compiled their scripts already. Playwright switches the
// back/forward cache off; shoppers have it.
const launchOptions = {
  ...chromium,
  args: [...chromiumFlags, '--process-per-site'],
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  // A passing test never waits for it, and a machine that does something else beside may be slow.
  expect: { timeout: 10_000 },
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    headless: true,
    launchOptions,
    serviceWorkers: 'block',
    // Recording costs a third of the whole run. To see what a failing test saw: add --trace retain-on-failure.
    trace: 'off',
    colorScheme: 'light',
    locale: 'en-GB',
  },
  projects: [
    { name: 'desktop', testIgnore: [onPhone, afterBack, inOtherEngines], use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testMatch: onPhone,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    ...(hasCache
      ? [
          {
            name: 'back/forward cache',
            testMatch: afterBack,
            use: {
              viewport: { width: 1440, height: 900 },
              launchOptions: { ...launchOptions, args: chromiumFlags, ...(isWorker && { executablePath: findFullChromium() }) },
            },
          },
        ]
      : []),
  ],
});
