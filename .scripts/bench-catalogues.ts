import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import * as z from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { defaultChoice, maxListLength, nothingChosen, sortings, writeListingQuery } from '#contract/listing-query.ts';
import { createIdleMachineBench, type Sample, takeSample, timeCalculation, timeCalculationBeforeVisit } from './idle-machine.ts';
import { findChromium } from './programs.ts';
import { importSampleProducts } from './sample-products.ts';
import { median, printTable } from './statistics.ts';
import { startTemporaryShop } from './temporary-shop.ts';
import { benchFlags, type Network, throttle } from './throttle.ts';

const productCounts = [29, 1000, 10_000, 50_000] as const;

/** Time limit for an interaction to change the page. */
const timeoutMs = 60_000;
/** For the browser to index the list once it has arrived, and to load what a screen asks for after it is shown. */
const restMs = 2000;

const hoverMs = 300;

const listPath = '/shop-grid-standard';

/** Of one visit to the list. `products`: ms to the largest paint; `listSize`: kilobytes of the full list; the rest: ms from input to paint. */
const figures = ['products', 'listSize', 'add', 'filter', 'sort', 'open', 'back'] as const;

/** Page script that records the largest contentful paint. */
const lcpObserver = `
  window.largestPaint = 0;
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) window.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
`;

/**
 * Page expressions for what interactions change: the products of the list in order, the cart count, and the screen; that is its heading,
 * once its first picture can be painted.
 */
const shownProducts = `[...document.querySelectorAll('main article a[href^="/product/"]')].map((link) => link.getAttribute('href')).join()`;
const shownCount = `document.querySelector('header button[aria-label^="Cart,"]')?.getAttribute('aria-label')`;
const shownScreen = `document.querySelector('main img[fetchpriority=high]')?.complete ? document.querySelector('main h1')?.textContent : undefined`;

/** Milliseconds from the timestamp of the input event, or of the step back in the history, until `shown` has changed and the change is painted. */
const timeUntilPainted = async (page: Page, shown: string, interact: () => Promise<unknown>): Promise<number> => {
  await page.evaluate(`
    window.painted = new Promise((resolve) => {
      const shown = () => ${shown};
      const before = shown();
      if (before === undefined) throw new Error('The page before the interaction is not complete.');
      let start;
      for (const type of ['pointerdown', 'keydown', 'popstate'])
        addEventListener(type, ({ timeStamp }) => { start ??= timeStamp; }, { capture: true, once: true });
      const check = () => {
        if (start === undefined || (shown() ?? before) === before) return;
        observer.disconnect();
        document.removeEventListener('load', check, { capture: true });
        // A message posted in a frame callback is handled after that frame is painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - start);
          port2.postMessage(undefined);
        });
      };
      const observer = new MutationObserver(check);
      // Of pictures, which does not reach the window.
      document.addEventListener('load', check, { capture: true });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    undefined;
  `);
  await interact();
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('An interaction changed nothing.')), timeoutMs).unref();
  });
  return z.number().parse(await Promise.race([page.evaluate('window.painted'), timeout]));
};

/** By the mouse alone: Playwright's own click checks the element in the page first, which costs milliseconds there. */
const clickCentre = async (page: Page, target: Locator): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('What is clicked is not shown.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  // A hand rests on what it is about to press: its hover style is not part of the press.
  await sleep(hoverMs);
  // Sent together: the time between them would be Playwright's.
  await Promise.all([page.mouse.down(), page.mouse.up()]);
};

const countListBytes = (session: CDPSession): (() => number) => {
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

const visit = async (browser: Browser, shop: string, network: Network): Promise<Readonly<Record<(typeof figures)[number], Sample>>> => {
  const calculations = [await timeCalculationBeforeVisit(browser)];
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const session = await throttle(page, network);
    const bytes = countListBytes(session);
    const sample = (measure: () => Promise<number>): Promise<Sample> => takeSample(page, session, measure);
    await page.addInitScript({ content: lcpObserver });
    const list = page.waitForResponse((response) => response.url().includes(endpoints.products.path), { timeout: timeoutMs });
    await page.goto(shop + listPath, { waitUntil: 'load' });
    calculations.push(await timeCalculation(page, session));
    // On a first visit the list is loaded when the page is used.
    await page.waitForFunction(() => {
      window.dispatchEvent(new Event('scroll'));
      return document.querySelector('.toaster') !== null;
    });
    await (await list).finished();
    await sleep(restMs);
    const products = { figure: z.number().parse(await page.evaluate('window.largestPaint')), calculations };
    const listSize = { figure: bytes() / 1000, calculations: [] };
    const main = page.getByRole('main');
    const add = await sample(() =>
      timeUntilPainted(page, shownCount, () => clickCentre(page, main.getByRole('button', { name: 'Add to cart' }).first())),
    );
    // Shown for four seconds: closing it would be measured with the filter.
    await page.locator('.mini-cart').waitFor({ state: 'hidden' });
    const filter = await sample(() =>
      timeUntilPainted(page, shownProducts, () => clickCentre(page, page.getByRole('checkbox', { name: /^On sale/ }))),
    );
    // The tiles below the window come after the paint: they would count as the sorted list.
    await sleep(restMs);
    const select = page.getByRole('combobox', { name: 'Sort by' });
    await select.focus();
    const sort = await sample(() => timeUntilPainted(page, shownProducts, () => page.keyboard.press('ArrowDown')));
    // Sorting may show a product first whose picture is still on its way.
    await main
      .locator('img[fetchpriority=high]')
      .first()
      .evaluate((picture: HTMLImageElement) => picture.decode());
    const tile = main.getByRole('article').first().getByRole('link').first();
    const openProduct = () => clickCentre(page, tile);
    const goBack = () => page.goBack();
    // The first time loads the chunks and the picture of the next screen.
    await timeUntilPainted(page, shownScreen, openProduct);
    await sleep(restMs);
    await timeUntilPainted(page, shownScreen, goBack);
    await sleep(restMs);
    const open = await sample(() => timeUntilPainted(page, shownScreen, openProduct));
    await sleep(restMs);
    const back = await sample(() => timeUntilPainted(page, shownScreen, goBack));
    return { products, listSize, add, filter, sort, open, back };
  } finally {
    await context.close();
  }
};

/** Median milliseconds of list pages that the server has not cached yet, requested one after the other. */
const timePages = async (shop: string): Promise<number> => {
  const times: number[] = [];
  for (const sorting of sortings)
    for (const colour of ['Oat', 'Chalk', 'Sage'])
      for (const page of [1, 3]) {
        const query = writeListingQuery(
          { ...defaultChoice, chosen: { ...nothingChosen, colour: [colour] }, sorting, page, perPage: 15 },
          false,
        );
        const start = performance.now();
        await (await fetch(`${shop}${endpoints.products.path}?${query}`)).arrayBuffer();
        times.push(performance.now() - start);
      }
  return median(times);
};

/** The list page with growing catalogues: waiting times should not grow with the number of products. */
export const benchCatalogues = async (): Promise<void> => {
  const browser = await chromium.launch({ ...findChromium(), args: benchFlags });
  const bench = createIdleMachineBench();
  const rows: string[][] = [];
  try {
    for (const count of productCounts) {
      const shop = await startTemporaryShop((folder) => importSampleProducts(folder, count));
      try {
        const pages = await timePages(shop.address);
        // Above the limit the API filters and sorts: without the slow line, what that costs the server and the browser.
        const networks: readonly Network[] = count > maxListLength ? ['slow 4G', 'not throttled'] : ['slow 4G'];
        for (const network of networks) {
          // Not counted: the browser has just been started, and the shop.
          await visit(browser, shop.address, network);
          const { medianOf, rounds } = await bench(figures, () => visit(browser, shop.address, network));
          const row = [
            count.toLocaleString('en-GB'),
            network,
            rounds,
            `${(medianOf('products') / 1000).toFixed(2)} s`,
            `${medianOf('listSize').toFixed(0)} kB`,
            `${medianOf('add').toFixed(0)} ms`,
            `${medianOf('filter').toFixed(0)} ms`,
            `${medianOf('sort').toFixed(0)} ms`,
            `${medianOf('open').toFixed(0)} ms`,
            `${medianOf('back').toFixed(0)} ms`,
            `${pages.toFixed(1)} ms`,
          ];
          // Minutes lie between the rows.
          console.error(row.join('  '));
          rows.push(row);
        }
      } finally {
        await shop.discard();
      }
    }
  } finally {
    await browser.close();
  }
  printTable(
    [
      'Products (CPU ×4)',
      'network',
      'rounds on an idle machine',
      'largest paint',
      'full list',
      'cart updated',
      'list filtered',
      'list sorted',
      'product opened',
      'back to the list',
      'API page',
    ],
    rows,
  );
};
