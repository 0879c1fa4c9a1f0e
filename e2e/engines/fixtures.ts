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
  /**
   * Is the engine sure to keep a page in its back/forward cache that asked for something the moment before it was left, or that is told
   * something while it lies there? Firefox loads such a page anew.
   */
  readonly keepsPages: boolean;
};

type WorkerFixtures = {
  readonly engineName: EngineName;
  readonly engine: Engine;
  /** This engine's own shop. */
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
      const file = testInfo.outputPath('last-seen.png');
      await writeFile(file, await tab.picture());
      testInfo.attachments.push({ name: 'last seen', path: file, contentType: 'image/png' });
    }
    await tab.close();
    expect(tab.complaints, 'errors that nobody caught').toEqual([]);
  },
});
