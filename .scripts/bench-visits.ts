import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import * as z from 'zod';
import { gzipKilobytes } from './bundle-size.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { formatKilobytes, formatSeconds, median, printTable } from './statistics.ts';
import { throttle } from './throttle.ts';

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

/** Tracks a page's requests; the returned function resolves when it is hydrated and its network has been idle for `idleMs`. */
const trackNetworkIdle = (page: Page): (() => Promise<void>) => {
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
  return async () => {
    const deadline = performance.now() + timeoutMs;
    const until = async (isReached: () => boolean | Promise<boolean>, state: string): Promise<void> => {
      while (!(await isReached())) {
        if (performance.now() > deadline) throw new Error(`${page.url()} was never ${state}.`);
        await sleep(100);
      }
    };
    await until(async () => z.boolean().parse(await page.evaluate('window.visit.hydrated > 0')), 'hydrated');
    await until(() => openRequests === 0 && performance.now() - lastActivity >= idleMs, 'idle');
  };
};

type ScriptTotals = { readonly files: number; readonly size: number };

/** Number and kilobytes after gzip of distinct files. */
const sumScripts = (scripts: readonly { readonly file: string }[]): ScriptTotals => {
  const files = [...new Set(scripts.map(({ file }) => file))];
  return { files: files.length, size: files.reduce((sum, file) => sum + gzipKilobytes(file), 0) };
};

const visit = async (browser: Browser, address: string) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await throttle(page);
    await page.addInitScript({ content: observer });
    const waitForIdle = trackNetworkIdle(page);
    await page.goto(address, { waitUntil: 'commit' });
    await waitForIdle();
    const { now: idleAt } = await readMeasurements(page);
    await sleep(prefetchMs);
    await waitForIdle();
    const { firstPaint, largestPaint, hydrated, tasks, scripts } = await readMeasurements(page);
    const blocking = tasks
      .filter(({ startTime }) => startTime >= firstPaint && startTime <= idleAt)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - blockingThresholdMs), 0);
    // 0 when none was longer than the threshold, below which browsers report none.
    const longestTask = Math.max(0, ...tasks.filter(({ startTime }) => startTime <= idleAt).map(({ duration }) => duration));
    return {
      firstPaint,
      largestPaint,
      hydrated,
      blocking,
      longestTask,
      beforeHydration: sumScripts(scripts.filter(({ end }) => end <= hydrated)),
      untilIdle: sumScripts(scripts.filter(({ end }) => end <= idleAt)),
      withPrefetch: sumScripts(scripts),
    };
  } finally {
    await context.close();
  }
};

/** A page load without interaction on a slow phone: paints, hydration, blocking time, longest task and scripts loaded. */
export const benchVisits = async (shop: string, addresses: readonly string[]): Promise<void> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const rows: string[][] = [];
  try {
    for (const address of addresses) {
      const visits: Awaited<ReturnType<typeof visit>>[] = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, shop + address));
      const medianOf = (figure: (each: (typeof visits)[number]) => number): number => median(visits.map(figure));
      const scripts = (phase: 'beforeHydration' | 'untilIdle' | 'withPrefetch'): string =>
        `${medianOf((each) => each[phase].files)} files, ${formatKilobytes(medianOf((each) => each[phase].size))}`;
      rows.push([
        address,
        formatSeconds(medianOf((each) => each.firstPaint)),
        formatSeconds(medianOf((each) => each.largestPaint)),
        formatSeconds(medianOf((each) => each.hydrated)),
        `${Math.round(medianOf((each) => each.blocking))} ms`,
        `${Math.round(medianOf((each) => each.longestTask))} ms`,
        scripts('beforeHydration'),
        scripts('untilIdle'),
        scripts('withPrefetch'),
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
