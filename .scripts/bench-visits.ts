import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import * as z from 'zod';
import { findChromium } from './programs.ts';
import { formatSeconds, median, printTable } from './statistics.ts';
import { benchFlags, throttle } from './throttle.ts';

const rounds = 5;
/** Time after hydration in which tasks count. */
const settlingMs = 5000;
/** Total blocking time counts the part of each task above this. */
const blockingThresholdMs = 50;

/** Page script that records paints, long tasks, and when React has hydrated every visible control (polled every 10 ms). */
const observer = `
  window.visit = { firstPaint: 0, largestPaint: 0, hydrated: 0, tasks: [] };
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

const figures = z.object({
  firstPaint: z.number(),
  largestPaint: z.number(),
  hydrated: z.number().check(z.positive()),
  blocking: z.number(),
  longestTask: z.number(),
});
type Figures = z.output<typeof figures>;

/** All in ms; paints and hydration from the start of the navigation. The longest task is 0 when none took 50 ms, below which browsers report none. */
const visit = async (browser: Browser, address: string): Promise<Figures> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await throttle(page);
    await page.addInitScript({ content: observer });
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => Reflect.get(window, 'visit').hydrated > 0, undefined, { polling: 100, timeout: 90_000 });
    await sleep(settlingMs);
    return figures.parse(
      await page.evaluate(`({
        ...window.visit,
        blocking: window.visit.tasks
          .filter(({ startTime }) => startTime >= window.visit.firstPaint)
          .reduce((sum, { duration }) => sum + Math.max(0, duration - ${blockingThresholdMs}), 0),
        longestTask: Math.max(0, ...window.visit.tasks.map(({ duration }) => duration)),
      })`),
    );
  } finally {
    await context.close();
  }
};

/** A page load without interaction on a slow phone: paints, hydration, blocking time and longest task. */
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
      ]);
    }
  } finally {
    await browser.close();
  }
  printTable(
    [`Applied slow 4G, CPU ×4, median of ${rounds}`, 'first paint', 'largest paint', 'hydrated', 'blocking', 'longest task'],
    rows,
  );
};
