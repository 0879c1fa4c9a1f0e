import { writeFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import { openSeededShop } from '#e2e/run-folder.ts';
import { type EngineName, findEngine } from '#scripts/browser-engines.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { startFirefox } from './firefox.ts';
import { type Line, openLine } from './line.ts';
import { type Shopper, shopperIn } from './shopper.ts';
import type { Engine, Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

type Fixtures = {
  readonly tab: Tab;
  readonly allowedErrors: RegExp[];
  /** Allows uncaught errors that match; any other fails the test. */
  readonly allowErrors: (pattern: RegExp) => void;
  readonly shopper: Shopper;
  /** Another line to the shop than that of `shopper`. */
  readonly line: Line;
  /** The same tab on that line. */
  readonly shopperOnLine: Shopper;
  /** Whether the engine restores a checkout or cart from its back/forward cache. Firefox may load it anew; the shopper reads the same. */
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
  allowedErrors: async ({}, use) => use([]),
  allowErrors: ({ allowedErrors }, use) => use((pattern) => void allowedErrors.push(pattern)),
  tab: async ({ engine, allowedErrors }, use, testInfo) => {
    const tab = await engine.openTab();
    await use(tab);
    if (testInfo.status !== testInfo.expectedStatus) {
      const file = testInfo.outputPath('screenshot.png');
      await writeFile(file, await tab.screenshot());
      testInfo.attachments.push({ name: 'screenshot', path: file, contentType: 'image/png' });
    }
    await tab.close();
    const unexpected = tab.uncaughtErrors.filter((error) => !allowedErrors.some((pattern) => pattern.test(error)));
    expect(unexpected, 'uncaught errors').toEqual([]);
  },
  shopper: ({ tab, shop }, use) => use(shopperIn(tab, shop.address)),
  line: async ({ shop }, use) => {
    const line = await openLine(shop.address);
    await use(line);
    await line.close();
  },
  shopperOnLine: ({ tab, line }, use) => use(shopperIn(tab, line.address)),
});
