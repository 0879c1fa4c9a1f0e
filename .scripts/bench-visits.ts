import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import * as z from 'zod';
import { gzipKilobytes } from './bundle-size.ts';
import { findChromium } from './programs.ts';
import { formatKilobytes, formatSeconds, median, printTable } from './statistics.ts';
import { benchFlags, throttle } from './throttle.ts';

const rounds = 5;
/** Network idle time after which a page counts as loaded. */
const idleMs = 2000;
/** Wait after that for idle-time prefetching to start. */
const prefetchMs = 5000;
const timeoutMs = 90_000;
/** Total blocking time counts the part of each task above this. */
const blockingThresholdMs = 50;

/** Page script that records paints, long tasks, and when React has hydrated every visible control (polled every 10 ms). */
const observer = `
  window.visit = { firstPaint: 0, largestPaint: 0, hydrated: 0, tasks: [] };
  performance.setResourceTimingBufferSize(1000);
  const observe = (type, record) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') window.visit.firstPaint = startTime; });
  observe('largest-contentful-paint', ({ startTime }) => { window.visit.largestPaint = startTime; });
  observe('longtask', ({ startTime, duration }) => { window.visit.tasks.push({ startTime, duration }); });
  const isHydrated = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'));
  const poll = setInterval(() => {
    const controls = [...document.querySelectorAll('header button, header input, main button, main a[href], main input')];
    if (controls.length === 0 || !controls.every(isHydrated)) return;
    window.visit.hydrated = performance.now();
    clearInterval(poll);
  }, 10);
`;

const measurements = z.object({
  now: z.number(),
  firstPaint: z.number(),
  largestPaint: z.number(),
  hydrated: z.number().check(z.positive()),
  tasks: z.array(z.object({ startTime: z.number(), duration: z.number() })),
  scripts: z.array(z.object({ file: z.string(), end: z.number() })),
});

const readMeasurements = async (page: Page) =>
  measurements.parse(
    await page.evaluate(`({
      ...window.visit,
      now: performance.now(),
      scripts: performance.getEntriesByType('resource')
        .map(({ name, responseEnd }) => ({ file: new URL(name).pathname.slice(1), end: responseEnd }))
        .filter(({ file }) => file.endsWith('.js')),
    })`),
  );

/** Tracks a page's requests: `untilHydrated` and, after that, `untilIdle`, when its network has been idle for `idleMs`. */
const trackLoading = (page: Page) => {
  let openRequests = 0;
  let lastActivity = performance.now();
  page.on('request', () => {
    openRequests += 1;
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', () => {
      openRequests -= 1;
      lastActivity = performance.now();
    });
  const until = async (isReached: () => boolean | Promise<boolean>, state: string): Promise<void> => {
    const deadline = performance.now() + timeoutMs;
    while (!(await isReached())) {
      if (performance.now() > deadline) throw new Error(`${page.url()} was never ${state}.`);
      await sleep(100);
    }
  };
  return {
    untilHydrated: () => until(async () => z.boolean().parse(await page.evaluate('window.visit.hydrated > 0')), 'hydrated'),
    untilIdle: () => until(() => openRequests === 0 && performance.now() - lastActivity >= idleMs, 'idle'),
  };
};

type ScriptTotals = { readonly files: number; readonly size: number };

/** Number and kilobytes after gzip of distinct files. */
const sumScripts = (scripts: readonly { readonly file: string }[]): ScriptTotals => {
  const files = [...new Set(scripts.map(({ file }) => file))];
  return { files: files.length, size: files.reduce((sum, file) => sum + gzipKilobytes(file), 0) };
};

type Figures = Readonly<
  Record<
    | 'firstPaint'
    | 'largestPaint'
    | 'hydrated'
    | 'blocking'
    | 'longestTask'
    | 'filesBeforeHydration'
    | 'sizeBeforeHydration'
    | 'filesUntilIdle'
    | 'sizeUntilIdle'
    | 'filesWithPrefetch'
    | 'sizeWithPrefetch',
    number
  >
>;

/** Paints and hydration in ms from the start of the navigation, `blocking` and `longestTask` in ms, sizes in kilobytes after gzip. */
const visit = async (browser: Browser, address: string): Promise<Figures> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await throttle(page);
    await page.addInitScript({ content: observer });
    const loading = trackLoading(page);
    await page.goto(address, { waitUntil: 'commit' });
    await loading.untilHydrated();
    await loading.untilIdle();
    const { now: idleAt } = await readMeasurements(page);
    await sleep(prefetchMs);
    await loading.untilIdle();
    const { firstPaint, largestPaint, hydrated, tasks, scripts } = await readMeasurements(page);
    const blocking = tasks
      .filter(({ startTime }) => startTime >= firstPaint && startTime <= idleAt)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - blockingThresholdMs), 0);
    // 0 when none was longer than the threshold, below which browsers report none.
    const longestTask = Math.max(0, ...tasks.filter(({ startTime }) => startTime <= idleAt).map(({ duration }) => duration));
    const beforeHydration = sumScripts(scripts.filter(({ end }) => end <= hydrated));
    const untilIdle = sumScripts(scripts.filter(({ end }) => end <= idleAt));
    const withPrefetch = sumScripts(scripts);
    return {
      firstPaint,
      largestPaint,
      hydrated,
      blocking,
      longestTask,
      filesBeforeHydration: beforeHydration.files,
      sizeBeforeHydration: beforeHydration.size,
      filesUntilIdle: untilIdle.files,
      sizeUntilIdle: untilIdle.size,
      filesWithPrefetch: withPrefetch.files,
      sizeWithPrefetch: withPrefetch.size,
    };
  } finally {
    await context.close();
  }
};

/** A page load without interaction on a slow phone: paints, hydration, blocking time, longest task and scripts loaded. */
export const benchVisits = async (shop: string, addresses: readonly string[]): Promise<void> => {
  const browser = await chromium.launch({ ...findChromium(), args: benchFlags });
  const rows: string[][] = [];
  try {
    for (const address of addresses) {
      const visits: Figures[] = [];
      while (visits.length < rounds) visits.push(await visit(browser, shop + address));
      const medianOf = (name: keyof Figures): number => median(visits.map((each) => each[name]));
      rows.push([
        address,
        formatSeconds(medianOf('firstPaint')),
        formatSeconds(medianOf('largestPaint')),
        formatSeconds(medianOf('hydrated')),
        `${Math.round(medianOf('blocking'))} ms`,
        `${Math.round(medianOf('longestTask'))} ms`,
        `${medianOf('filesBeforeHydration')} files, ${formatKilobytes(medianOf('sizeBeforeHydration'))}`,
        `${medianOf('filesUntilIdle')} files, ${formatKilobytes(medianOf('sizeUntilIdle'))}`,
        `${medianOf('filesWithPrefetch')} files, ${formatKilobytes(medianOf('sizeWithPrefetch'))}`,
      ]);
    }
  } finally {
    await browser.close();
  }
  printTable(
    [
      `Applied slow 4G, CPU ×4, median of ${rounds}`,
      'first paint',
      'largest paint',
      'hydrated',
      'blocking',
      'longest task',
      'JS before hydration, gzip',
      'until idle',
      'with prefetch',
    ],
    rows,
  );
};
