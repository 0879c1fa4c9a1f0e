import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { disabledFeatures } from '#e2e/chromium-features.ts';
import { processCount } from '#e2e/processes.ts';
import { chromiumFlags, chromiumVersion, findChromium, findFullChromium, hasFullChromium } from '#scripts/chromium.ts';

// Only workers look for the browser, because looking may install it.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
const chromium = isWorker ? { executablePath: findChromium() } : {};

/** Needs the whole Chromium: the headless shell has no back/forward cache. */
const needsBackForwardCache = '**/checkout-back-forward-cache.spec.ts';

/** Other browser engines, run by `npm run test:browsers`. A project's `testIgnore` replaces that of the configuration. */
const inOtherEngines = '**/engines/**';
/** With several processes for each shop, the journeys run: the other tests are of layout. */
const onlyJourneys = processCount > 1;
/** To count what is left out (.scripts/test/steps.ts). */
const listsAll = process.env.E2E_LIST_ALL !== undefined;
const hasCache = listsAll || hasFullChromium();
if (!hasCache && !isWorker)
  process.stderr.write('Left out: checkout-back-forward-cache, because only a headless shell is here, which has no back/forward cache.\n');

/** Compares screens with pictures in `pictures/`, which are those of one version of Chromium: another draws text differently. */
const pinned = '**/pictures.spec.ts';
export const chromiumOfPictures = fileURLToPath(new URL('pictures/chromium.txt', import.meta.url));
const describePictures = (): string => {
  if (onlyJourneys || process.argv.includes('--update-snapshots')) return '';
  const recorded = existsSync(chromiumOfPictures) ? readFileSync(chromiumOfPictures, 'utf8').trim() : 'none';
  const installed = chromiumVersion() ?? 'none';
  return recorded === installed
    ? ''
    : `Left out: pictures, because they were taken with ${recorded}, and the browser here is ${installed}.\n`;
};
// Decided once, for all workers.
process.env.E2E_PICTURES_LEFT_OUT ??= describePictures();
const hasPictures = !onlyJourneys && (listsAll || process.env.E2E_PICTURES_LEFT_OUT === '');
if (!isWorker) process.stderr.write(process.env.E2E_PICTURES_LEFT_OUT);

// Pages are too short-lived for V8's optimizing compilers, and for a heap that starts small (sizes are in MB), which both take longer than
// they save. Playwright switches the back/forward cache off by default.
const v8 = '--no-maglev --no-opt --min-semi-space-size=16 --max-semi-space-size=32 --initial-heap-size=192';
const flags = [...chromiumFlags, `--js-flags=${v8}`, ...disabledFeatures()];
// All pages of a context share a renderer process, which has compiled their scripts already.
const launchOptions = { ...chromium, args: [...flags, '--process-per-site'], ignoreDefaultArgs: ['--disable-back-forward-cache'] };

export default defineConfig({
  testDir: '.',
  globalSetup: ['./global-setup.ts', './chromium-features.ts'],
  fullyParallel: true,
  // One more than cores, because tests also wait: for mails, for polls, for the network to be idle.
  workers: 3,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  // For busy machines; a passing test does not wait for it.
  expect: {
    timeout: 10_000,
    // Small enough for a lost rule, and larger than the edge of a letter.
    toHaveScreenshot: { animations: 'disabled', scale: 'css', maxDiffPixelRatio: 0.001 },
  },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    headless: true,
    launchOptions,
    serviceWorkers: 'block',
    // Tracing costs a third of the run's time. For a failing test: --trace retain-on-failure.
    trace: 'off',
    colorScheme: 'light',
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  },
  // Each change of the project starts a worker, a browser and a shop: the two small projects come first, in one worker each.
  projects: [
    ...(hasCache
      ? [
          {
            name: 'back/forward cache',
            testMatch: needsBackForwardCache,
            fullyParallel: false,
            use: { launchOptions: { ...launchOptions, args: flags, ...(isWorker && { executablePath: findFullChromium() }) } },
          },
        ]
      : []),
    // A project of its own, and so a shop of its own, whose stock no other test changes.
    ...(hasPictures
      ? [
          {
            name: 'pictures',
            testMatch: pinned,
            fullyParallel: false,
            use: { viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' as const } },
          },
        ]
      : []),
    {
      name: 'shop',
      ...(onlyJourneys && { testMatch: '**/journeys/*.spec.ts' }),
      testIgnore: [pinned, needsBackForwardCache, inOtherEngines],
    },
  ],
});
