import { writeFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import { openSeededShop } from '#e2e/run-folder.ts';
import { type EngineName, findEngine } from '#scripts/browser-engines.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { startFirefox } from './firefox.ts';
import { type Shopper, shopperIn } from './shopper.ts';
import type { Engine } from './tab.ts';
import { startWebKit } from './webkit.ts';

type Fixtures = {
  readonly shopper: Shopper;
  /** Whether the engine keeps a page in its back/forward cache that had a request or gets a BroadcastChannel message. Firefox does not. */
  readonly keepsPages: boolean;
};

type WorkerFixtures = {
  readonly engineName: EngineName;
  readonly engine: Engine;
  /** One shop for each engine. */
  readonly shop: TemporaryShop;
};

const starts: Readonly<Record<EngineName, (programs: readonly string[]) => Promise<Engine>>> = {
  firefox: ([firefox = '']) => startFirefox(firefox),
  webkit: ([driver = '', screen = '']) => startWebKit(driver, screen),
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  shop: [
    async ({}, use) => {
      const shop = await openSeededShop();
      await use(shop);
      await shop.discard();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  engine: [
    async ({ engineName }, use) => {
      const engine = await starts[engineName](findEngine(engineName));
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  keepsPages: ({ engineName }, use) => use(engineName !== 'firefox'),
  shopper: async ({ engine, shop }, use, testInfo) => {
    const tab = await engine.openTab();
    await use(shopperIn(tab, shop.address));
    if (testInfo.status !== testInfo.expectedStatus) {
      const file = testInfo.outputPath('screenshot.png');
      await writeFile(file, await tab.screenshot());
      testInfo.attachments.push({ name: 'screenshot', path: file, contentType: 'image/png' });
    }
    await tab.close();
    expect(tab.uncaughtErrors, 'uncaught errors').toEqual([]);
  },
});
