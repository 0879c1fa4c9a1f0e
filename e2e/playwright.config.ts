import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { processCount } from '#e2e/processes.ts';
import { chromiumFlags, findChromium } from '#scripts/programs.ts';
import { rootFolder } from '#server/root-folder.ts';
import { isQuick } from '#tests/quick.ts';

/** Needs the whole Chromium: the headless shell has no back/forward cache. */
const needsBackForwardCache = '**/checkout-back-forward-cache.spec.ts';
/** Compares screens with those of `pictures/`. */
const pinned = '**/pictures.spec.ts';
/** Other browser engines, run by `npm run test:browsers`. A project's `testIgnore` replaces that of the configuration. */
const inOtherEngines = '**/engines/**';
/** What `npm run test:all` adds; single tests are tagged (`onlyInAll`). */
const onlyInAll = isQuick ? ['**/journeys/all/**'] : [];
/** With several processes for each shop, the journeys run: the other tests are of layout. */
const onlyJourneys = processCount > 1;

// Playwright switches the back/forward cache off by default.
const launchOptions = { ...findChromium(), args: [...chromiumFlags], ignoreDefaultArgs: ['--disable-back-forward-cache'] };
const wholeBrowser = { ...launchOptions, ...findChromium({ isWhole: true }) };

const results = path.join(rootFolder, 'test-results');

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  // One more than cores, because tests also wait: for mails, for polls, for the network to be idle.
  workers: 3,
  retries: 0,
  ...(isQuick && { grepInvert: /@all\b/ }),
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  // For busy machines; a passing test does not wait for it.
  expect: {
    timeout: 10_000,
    // Another version of Chromium draws letters and curves a little differently.
    toHaveScreenshot: { animations: 'disabled', scale: 'css', maxDiffPixelRatio: 0.015 },
  },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: [['line'], ['json', { outputFile: path.join(results, 'browser.json') }]],
  // Emptied when a run starts.
  outputDir: path.join(results, 'browser'),
  use: {
    headless: true,
    // A step that waits for ever fails by its name, before its test ends without one.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions,
    serviceWorkers: 'block',
    // Tracing costs a third of the run's time. For a failing test: --trace retain-on-failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    colorScheme: 'light',
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  },
  // Each change of the project starts a worker, a browser and a shop: the two small projects come first, in one worker each.
  projects: [
    { name: 'back/forward cache', testMatch: needsBackForwardCache, fullyParallel: false, use: { launchOptions: wholeBrowser } },
    // A project of its own, and so a shop of its own, whose stock no other test changes.
    ...(onlyJourneys
      ? []
      : [
          {
            name: 'pictures',
            testMatch: pinned,
            fullyParallel: false,
            // The headless shell draws letters differently.
            use: {
              launchOptions: wholeBrowser,
              viewport: { width: 390, height: 844 },
              contextOptions: { reducedMotion: 'reduce' as const },
            },
          },
        ]),
    {
      name: 'shop',
      ...(onlyJourneys && { testMatch: '**/journeys/**/*.spec.ts' }),
      testIgnore: [pinned, needsBackForwardCache, inOtherEngines, ...onlyInAll],
    },
  ],
});
