import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '#scripts/chromium.ts';

const port = process.env.E2E_PORT ?? '3210';

// The workers read this file too: they inherit what the first reader found and made.
process.env.CHROMIUM_PATH ??= findChromium();
if (process.env.E2E_DATA_DIR === undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flone-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** What only makes sense with a mouse, or only with a thumb. */
const onDesktop = ['every-address.spec.ts', 'fill-a-cart.spec.ts', 'find-the-way.spec.ts', 'bad-weather.spec.ts'];
const onPhone = ['on-a-phone.spec.ts'];

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
    env: { PORT: port, DATA_DIR: process.env.E2E_DATA_DIR, LOG_LEVEL: 'error' },
    url: `http://localhost:${port}/readyz`,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
  use: {
    baseURL: `http://localhost:${port}`,
    headless: true,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumFlags },
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    colorScheme: 'light',
    locale: 'en-GB',
  },
  projects: [
    { name: 'desktop', testMatch: onDesktop.map((file) => `**/${file}`), use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testMatch: onPhone.map((file) => `**/${file}`),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
