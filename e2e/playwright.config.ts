import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '#scripts/chromium.ts';
import { freePort } from '#scripts/free-port.ts';

// The workers read this file too, and are to find the port that the first reader took.
process.env.E2E_PORT ??= String(await freePort());
const port = process.env.E2E_PORT;

// Named here and made by the shop: tools that merely read this file leave nothing behind.
const dataFolder = path.join(tmpdir(), `flone-e2e-${port}-${process.pid}`);
process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }));

// Looked for by those who start it only, because looking may mean installing.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
const chromium = isWorker ? { executablePath: findChromium() } : {};

/** What only makes sense with a thumb; everything else runs on a desktop. */
const onPhone = '**/on-a-phone.spec.ts';

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 30_000,
  reporter: 'list',
  outputDir: '../test-results',
  webServer: {
    command: `"${process.execPath}" --import tsx server/main.ts`,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PORT: port, DATA_DIR: dataFolder, LOG_LEVEL: 'error' },
    url: `http://localhost:${port}/readyz`,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
  use: {
    baseURL: `http://localhost:${port}`,
    headless: true,
    // Playwright switches the back/forward cache off; shoppers have it.
    launchOptions: { ...chromium, args: chromiumFlags, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
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
