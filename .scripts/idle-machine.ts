import type { Browser, CDPSession, Page } from '@playwright/test';
import * as z from 'zod';
import { median } from './statistics.ts';
import { cpuSlowdown } from './throttle.ts';

/** A calculation that takes longer than this × the fastest one of the same figure had to share its core. */
const maxSlowdown = 1.2;
const wantedRounds = 5;
const maxRounds = 12;

/**
 * Page expression: milliseconds of a fixed calculation on the main thread, at its best of three times. It is the product of two numbers of 56,000
 * bits, which the browser computes in native code: a loop in JavaScript takes ten times as long until it is compiled.
 */
const timedCalculation = `(() => {
  const factor = 7n ** 20_000n;
  const run = () => {
    const start = performance.now();
    for (let i = 0; i < 16; i += 1) window.product = factor * factor;
    return performance.now() - start;
  };
  return Math.min(run(), run(), run());
})()`;

/** Times the calculation in a page, whose CPU is not throttled meanwhile. */
export const timeCalculation = async (page: Page, session: CDPSession): Promise<number> => {
  // Throttling stops the thread for milliseconds at a time: too coarse for a short calculation.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const time = z.number().parse(await page.evaluate(timedCalculation));
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return time;
};

/** Times the calculation in a page of its own: what is evaluated in a page before its first navigation delays that by 40 ms. */
export const timeCalculationBeforeVisit = async (browser: Browser): Promise<number> => {
  const page = await browser.newPage();
  const time = z.number().parse(await page.evaluate(timedCalculation));
  await page.close();
  return time;
};

/** A figure, and how long the calculation took before and after its measurement (ms). */
export type Sample = { readonly figure: number; readonly calculations: readonly number[] };

type Samples<Name extends string> = Readonly<Record<Name, Sample>>;

/** `rounds`: how many samples of an idle machine each figure has at least, of how many rounds, such as "5 of 8". */
export type Medians<Name extends string> = { readonly medianOf: (name: Name) => number; readonly rounds: string };

/** Takes a figure, and times the calculation before and after it. */
export const takeSample = async (page: Page, session: CDPSession, measure: () => Promise<number>): Promise<Sample> => {
  const before = await timeCalculation(page, session);
  const figure = await measure();
  return { figure, calculations: [before, await timeCalculation(page, session)] };
};

/**
 * Repeats measurements until each figure has five samples of an idle machine, and gives their medians; NaN for a figure that has none after
 * twelve rounds. Other tenants of a shared machine take a third of a core's speed for seconds: a fixed calculation shows it, without regard to the
 * figures.
 */
export const createIdleMachineBench = () => {
  /** By name of the figure: a page that has just been opened calculates more slowly than one that was used. */
  const fastest = new Map<string, number>();

  const isIdle = (name: string, { calculations }: Sample): boolean =>
    calculations.every((time) => time <= maxSlowdown * (fastest.get(name) ?? Number.POSITIVE_INFINITY));

  return async <Name extends string>(names: readonly Name[], measure: () => Promise<Samples<Name>>): Promise<Medians<Name>> => {
    const rounds: Samples<Name>[] = [];
    const idleSamples = (name: Name): Sample[] => rounds.map((samples) => samples[name]).filter((sample) => isIdle(name, sample));
    const idleRounds = (): number => Math.min(...names.map((name) => idleSamples(name).length));
    while (rounds.length < maxRounds && idleRounds() < wantedRounds) {
      const samples = await measure();
      rounds.push(samples);
      for (const name of names) fastest.set(name, Math.min(fastest.get(name) ?? Number.POSITIVE_INFINITY, ...samples[name].calculations));
    }
    return {
      medianOf: (name) => median(idleSamples(name).map(({ figure }) => figure)),
      rounds: `${idleRounds()} of ${rounds.length}`,
    };
  };
};
