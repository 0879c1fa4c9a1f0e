import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import * as z from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { nothingChosen, plainChoice, sortings, writeListingQuery } from '#contract/listing-query.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { median, table } from './figures.ts';
import { fillWithSamples } from './sample-goods.ts';
import { openThrowAwayShop } from './throw-away-shop.ts';

const catalogues = [100, 1000, 10_000, 50_000] as const;
const rounds = 3;

/** Slow 4G and a mid-range phone's processor, as Lighthouse has them. */
const slow4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 } as const;
const slowdown = 4;

/** A press is painted when the browser says so; faster than this, in milliseconds, it says nothing. */
const shortestTold = 16;

const list = '/shop-grid-standard';

/** One visit to the list: milliseconds to the first goods and of each press until it was painted; kilobytes loaded behind. */
type Visit = { readonly goods: number; readonly behind: number; readonly add: number; readonly filter: number; readonly sort: number };

/** Notes, before the page runs, what it paints and how long its presses take to be seen. A text: it runs in the page, not here. */
const watch = `
  window.figures = { goods: 0, presses: [] };
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) window.figures.goods = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) if (entry.interactionId) window.figures.presses.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: ${shortestTold}, buffered: true });
`;

const figures = z.object({ goods: z.number(), presses: z.array(z.number()) });

const figuresOf = async (page: Page) => figures.parse(await page.evaluate('window.figures'));

/** How long the longest part of one press took until it was painted. */
const timePress = async (page: Page, press: () => Promise<unknown>): Promise<number> => {
  await page.evaluate('window.figures.presses = []');
  await press();
  // The browser tells of a press only some frames after it was painted.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  return Math.max(shortestTold, ...(await figuresOf(page)).presses);
};

const bytesOfLists = async (session: CDPSession): Promise<() => number> => {
  const lists = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes(endpoints.products.path)) lists.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (lists.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
};

const visit = async (browser: Browser, shop: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const bytes = await bytesOfLists(session);
    await session.send('Network.emulateNetworkConditions', slow4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript({ content: watch });
    await page.goto(shop + list, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    const { goods } = await figuresOf(page);
    const behind = bytes() / 1000;
    const add = await timePress(page, () => page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click());
    const filter = await timePress(page, () => page.getByRole('checkbox', { name: /^On sale/ }).click());
    const sort = await timePress(page, async () => {
      const select = page.getByRole('combobox', { name: 'Sort by' });
      await select.focus();
      await page.keyboard.press('ArrowDown');
    });
    return { goods, behind, add, filter, sort };
  } finally {
    await context.close();
  }
};

/** Milliseconds that the API takes for pages nobody has asked for before, one after the other. */
const timePages = async (shop: string): Promise<number> => {
  const times: number[] = [];
  for (const sorting of sortings)
    for (const colour of ['Oat', 'Chalk', 'Sage'])
      for (const page of [1, 3]) {
        const query = writeListingQuery(
          { ...plainChoice, chosen: { ...nothingChosen, colour: [colour] }, sorting, page, perPage: 15 },
          false,
        );
        const start = performance.now();
        await (await fetch(`${shop}${endpoints.products.path}?${query}`)).arrayBuffer();
        times.push(performance.now() - start);
      }
  return median(times);
};

/** The list with ever more goods: what a shopper waits for must not grow with the catalogue. */
export const measureCatalogues = async (): Promise<void> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const rows: string[][] = [];
  try {
    for (const count of catalogues) {
      const shop = await openThrowAwayShop((folder) => fillWithSamples(folder, count));
      try {
        const pages = await timePages(shop.address);
        const visits: Visit[] = [];
        for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, shop.address));
        const middle = (name: keyof Visit): number => median(visits.map((figures) => figures[name]));
        rows.push([
          count.toLocaleString('en-GB'),
          `${(middle('goods') / 1000).toFixed(2)} s`,
          `${middle('behind').toFixed(0)} kB`,
          `${middle('add').toFixed(0)} ms`,
          `${middle('filter').toFixed(0)} ms`,
          `${middle('sort').toFixed(0)} ms`,
          `${pages.toFixed(1)} ms`,
        ]);
      } finally {
        await shop.discard();
      }
    }
  } finally {
    await browser.close();
  }
  table(
    ['Goods (slow 4G, CPU ×4)', 'first goods', 'list behind', 'add painted', 'filter painted', 'sort painted', 'page by the API'],
    rows,
  );
};
