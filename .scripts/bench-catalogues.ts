import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import * as z from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { nothingChosen, plainChoice, sortings, writeListingQuery } from '#contract/listing-query.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { fillWithSamples } from './sample-products.ts';
import { median, table } from './statistics.ts';
import { openThrowAwayShop } from './temporary-shop.ts';
import { throttle } from './throttle.ts';

const catalogues = [100, 1000, 10_000, 50_000] as const;
const rounds = 3;

/** A press that changes nothing for so long has failed. */
const longestMs = 60_000;

const list = '/shop-grid-standard';

/** One visit to the list: milliseconds to the first goods, and of each press until what it changes was painted; kilobytes loaded behind. */
type Visit = { readonly goods: number; readonly behind: number; readonly add: number; readonly filter: number; readonly sort: number };

/** Notes, before the page runs, when its largest part is painted. A text: it runs in the page, not here. */
const watch = `
  window.goods = 0;
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) window.goods = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
`;

/** What presses are to change, as the page tells it: the goods of the list in their order, and the number at the cart. */
const shownGoods = `[...document.querySelectorAll('main article a[href^="/product/"]')].map((link) => link.getAttribute('href')).join()`;
const shownCount = `document.querySelector('header button[aria-label^="Cart,"]')?.getAttribute('aria-label')`;

/** Milliseconds from a press, as the browser dates it, until what it changes has changed and that has been painted. */
const timeUntilPainted = async (page: Page, shown: string, press: () => Promise<unknown>): Promise<number> => {
  await page.evaluate(`
    window.painted = new Promise((resolve) => {
      const shown = () => ${shown};
      const before = shown();
      let start;
      for (const type of ['pointerdown', 'keydown'])
        addEventListener(type, ({ timeStamp }) => { start ??= timeStamp; }, { capture: true, once: true });
      const observer = new MutationObserver(() => {
        if (start === undefined || shown() === before) return;
        observer.disconnect();
        // The message is read after the frame that this was drawn in.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - start);
          port2.postMessage(undefined);
        });
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    undefined;
  `);
  await press();
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('A press changed nothing.')), longestMs).unref();
  });
  return z.number().parse(await Promise.race([page.evaluate('window.painted'), late]));
};

const bytesOfLists = (session: CDPSession): (() => number) => {
  const lists = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes(endpoints.products.path)) lists.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (lists.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
};

const visit = async (browser: Browser, shop: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const bytes = bytesOfLists(await throttle(page));
    await page.addInitScript({ content: watch });
    await page.goto(shop + list, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    const goods = z.number().parse(await page.evaluate('window.goods'));
    const behind = bytes() / 1000;
    const main = page.getByRole('main');
    const add = await timeUntilPainted(page, shownCount, () => main.getByRole('button', { name: 'Add to cart' }).first().click());
    const filter = await timeUntilPainted(page, shownGoods, () => page.getByRole('checkbox', { name: /^On sale/ }).click());
    const select = page.getByRole('combobox', { name: 'Sort by' });
    await select.focus();
    const sort = await timeUntilPainted(page, shownGoods, () => page.keyboard.press('ArrowDown'));
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
    [
      'Goods (slow 4G, CPU ×4)',
      'first goods',
      'list behind',
      'cart painted',
      'filtered list painted',
      'sorted list painted',
      'page by the API',
    ],
    rows,
  );
};
