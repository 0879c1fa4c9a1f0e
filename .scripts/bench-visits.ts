import { setTimeout as rest } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import * as z from 'zod';
import { sizeOf } from './bundle-size.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { kilobytes, median, seconds, table } from './statistics.ts';
import { throttle } from './throttle.ts';

const rounds = 3;
/** A page has loaded when its network has been quiet for this long … */
const quietMs = 2000;
/** … and what it prefetches begins some seconds after the start: everything is loaded at the next quiet, this long after the first. */
const prefetchMs = 5000;
const longestMs = 90_000;
/** Total blocking time counts of each task what exceeds this. */
const shortTaskMs = 50;

/**
 * Notes paints and long tasks, and when React has taken over every control of the first view, looked for every 50 ms. A text: it runs in
 * the page, not here.
 */
const watch = `
  window.visit = { firstPaint: 0, largestPaint: 0, hydrated: 0, tasks: [] };
  performance.setResourceTimingBufferSize(1000);
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') window.visit.firstPaint = startTime; });
  observe('largest-contentful-paint', ({ startTime }) => { window.visit.largestPaint = startTime; });
  observe('longtask', ({ startTime, duration }) => { window.visit.tasks.push({ startTime, duration }); });
  const isTaken = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'));
  const look = setInterval(() => {
    const controls = [...document.querySelectorAll('header button, header input, main button, main a[href], main input')];
    if (controls.length === 0 || !controls.every(isTaken)) return;
    window.visit.hydrated = performance.now();
    clearInterval(look);
  }, 50);
`;

const notes = z.object({
  now: z.number(),
  firstPaint: z.number(),
  largestPaint: z.number(),
  hydrated: z.number().check(z.positive()),
  tasks: z.array(z.object({ startTime: z.number(), duration: z.number() })),
  scripts: z.array(z.object({ file: z.string(), end: z.number() })),
});

const readNotes = async (page: Page) =>
  notes.parse(
    await page.evaluate(`({
      ...window.visit,
      now: performance.now(),
      scripts: performance.getEntriesByType('resource')
        .map(({ name, responseEnd }) => ({ file: new URL(name).pathname.slice(1), end: responseEnd }))
        .filter(({ file }) => file.endsWith('.js')),
    })`),
  );

/** Counts a page's requests; gives what resolves when it is hydrated and no request has been open for `quietMs`. */
const watchQuiet = (page: Page): (() => Promise<void>) => {
  let open = 0;
  let last = performance.now();
  page.on('request', () => {
    open += 1;
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', () => {
      open -= 1;
      last = performance.now();
    });
  return async () => {
    const deadline = performance.now() + longestMs;
    const until = async (isThere: () => boolean | Promise<boolean>, what: string): Promise<void> => {
      while (!(await isThere())) {
        if (performance.now() > deadline) throw new Error(`${page.url()} was never ${what}.`);
        await rest(100);
      }
    };
    await until(async () => z.boolean().parse(await page.evaluate('window.visit.hydrated > 0')), 'hydrated');
    await until(() => open === 0 && performance.now() - last >= quietMs, 'quiet');
  };
};

type Loaded = { readonly files: number; readonly size: number };

/** Different files and their kilobytes after gzip. */
const weigh = (scripts: readonly { readonly file: string }[]): Loaded => {
  const files = [...new Set(scripts.map(({ file }) => file))];
  return { files: files.length, size: files.reduce((sum, file) => sum + sizeOf(file), 0) };
};

const visit = async (browser: Browser, address: string) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await throttle(page);
    await page.addInitScript({ content: watch });
    const untilQuiet = watchQuiet(page);
    await page.goto(address, { waitUntil: 'commit' });
    await untilQuiet();
    const { now: quietAt } = await readNotes(page);
    await rest(prefetchMs);
    await untilQuiet();
    const { firstPaint, largestPaint, hydrated, tasks, scripts } = await readNotes(page);
    const blocking = tasks
      .filter(({ startTime }) => startTime >= firstPaint && startTime <= quietAt)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - shortTaskMs), 0);
    return {
      firstPaint,
      largestPaint,
      hydrated,
      blocking,
      before: weigh(scripts.filter(({ end }) => end <= hydrated)),
      untouched: weigh(scripts.filter(({ end }) => end <= quietAt)),
      prefetched: weigh(scripts),
    };
  } finally {
    await context.close();
  }
};

/** An untouched page on a slow phone: when it is seen, when it can be used, how long it blocks, and what it loads. */
export const measureVisits = async (shop: string, addresses: readonly string[]): Promise<void> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const rows: string[][] = [];
  try {
    for (const address of addresses) {
      const visits: Awaited<ReturnType<typeof visit>>[] = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, shop + address));
      const middle = (figure: (each: (typeof visits)[number]) => number): number => median(visits.map(figure));
      const scripts = (which: 'before' | 'untouched' | 'prefetched'): string =>
        `${middle((each) => each[which].files)} files, ${kilobytes(middle((each) => each[which].size))}`;
      rows.push([
        address,
        seconds(middle((each) => each.firstPaint)),
        seconds(middle((each) => each.largestPaint)),
        seconds(middle((each) => each.hydrated)),
        `${Math.round(middle((each) => each.blocking))} ms`,
        scripts('before'),
        scripts('untouched'),
        scripts('prefetched'),
      ]);
    }
  } finally {
    await browser.close();
  }
  table(
    [
      `Applied slow 4G, CPU ×4, median of ${rounds}`,
      'first paint',
      'largest paint',
      'hydrated',
      'blocking',
      'JS before hydration, gzip',
      'until 2 s of quiet',
      'and prefetched',
    ],
    rows,
  );
};
