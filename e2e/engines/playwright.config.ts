import { defineConfig } from '@playwright/test';
import { type EngineName, engines } from '#scripts/browser-engines.ts';

/** The journeys that pass in every engine: `npm run test:browsers`. Playwright only runs them; its own browsers are other builds. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  globalSetup: '../global-setup.ts',
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  // A passing test never waits for it, and a machine that does something else beside may be slow: WebKitGTK paints without a graphics card.
  expect: { timeout: 20_000, toPass: { timeout: 20_000, intervals: [50, 100, 250] } },
  reporter: 'list',
  outputDir: '../../test-results',
  projects: engines.map((engineName) => ({ name: engineName, use: { engineName } })),
});
