import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '#scripts/chromium.ts';

// Looked for by those who start it only, because looking may mean installing.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
const chromium = isWorker ? { executablePath: findChromium() } : {};

/** What only makes sense with a thumb; everything else runs on a desktop. */
const onPhone = '**/on-a-phone.spec.ts';

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
    // One process shows all pages of the shop, as far as they share a context: it has compiled their scripts already.
    launchOptions: { ...chromium, args: [...chromiumFlags, '--process-per-site'], ignoreDefaultArgs: ['--disable-back-forward-cache'] },
    serviceWorkers: 'block',
    // Recording costs a third of the whole run. To see what a failing test saw: add --trace retain-on-failure.
    trace: 'off',
    colorScheme: 'light',
    locale: 'en-GB',
  },
  projects: [
    { name: 'desktop', testIgnore: onPhone, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testMatch: onPhone,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
