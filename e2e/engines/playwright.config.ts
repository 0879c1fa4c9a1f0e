import { defineConfig } from '@playwright/test';
import { type EngineName, engines } from '#scripts/browser-engines.ts';

/** Journeys in Firefox and WebKit: `npm run test:browsers`. Playwright is only the test runner, because its own browsers are patched builds. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  globalSetup: '../global-setup.ts',
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  // For busy machines, and because WebKitGTK renders in software; a passing test does not wait for it.
  expect: { timeout: 20_000, toPass: { timeout: 20_000, intervals: [50, 100, 250] } },
  reporter: 'list',
  outputDir: '../../test-results',
  projects: engines.map((engineName) => ({ name: engineName, use: { engineName } })),
});
