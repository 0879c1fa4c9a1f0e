import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { readEnv } from '#server/env.ts';
import type { Services } from '#server/http/services.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { recordingLog } from '#tests/support/recording-log.ts';

const db = await freshDatabase();
const home = await mkdtemp(path.join(tmpdir(), 'shop-dist-'));
const dist = path.join(home, 'dist');
afterAll(() => rm(home, { recursive: true }));

/** Rendering a page calls this, so that a test can count and delay it. */
const rendering = vi.fn(async () => undefined as unknown);
Object.assign(globalThis, { shopTestRendering: rendering });
await mkdir(dist);
await mkdir(`${dist}-ssr`);
await writeFile(
  path.join(dist, 'index.html'),
  '<!doctype html><html><head></head><body><div id="root"><!--app-html--></div></body></html>',
);
await writeFile(
  path.join(`${dist}-ssr`, 'entry-server.js'),
  `export const renderPage = async ({ address }) => {
  await globalThis.shopTestRendering(address);
  return { status: 200, html: '<h1>Rendered</h1>', head: '', data: '', picturePreloads: '', hydrationData: '{}', productIds: [], modules: [] };
};
export const documentUrl = (address) => address;
export const listSitemapPages = () => ({ total: 0, pages: [] });
export const listOffers = () => [];
export const writeGuide = async () => '';
export const writeMarkdown = async () => undefined;`,
);
await writeFile(path.join(`${dist}-ssr`, 'package.json'), '{"type":"module"}');

let now = openingDay;
/** A process with the given limits; by default 20 requests at once, and then one every 300 ms. */
const aProcess = (readLimits: Services['readLimits'] = { renders: 200, queries: 200 }) =>
  createTestApp({ db, dist, clock: () => now, readLimits });
let attacker = '';
let visitor = '';
let tests = 0;

type App = ReturnType<typeof aProcess>;
const get = async (app: App, address: string, from: string, accept = 'text/html') => {
  const response = await app.request(address, { headers: { accept } }, { incoming: { socket: { remoteAddress: from } } });
  const text = await response.text();
  return { status: response.status, text, isRendered: text.includes('<h1>Rendered</h1>'), wait: response.headers.get('retry-after') };
};
const search = (app: App, words: string, from: string) =>
  get(app, `${endpoints.products.path}?page=1&q=${words}`, from, 'application/json');
const passSeconds = (seconds: number): void => {
  now = new Date(now.getTime() + 1000 * seconds);
};
const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

/** Rendering waits until the returned function is called. */
const holdRendering = (): (() => void) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  rendering.mockImplementation(() => held);
  return release;
};

beforeEach(async () => {
  tests += 1;
  attacker = `203.0.113.${tests}`;
  visitor = `198.51.100.${tests}`;
  now = openingDay;
  rendering.mockReset();
  await db.deleteFrom('limit_hit').execute();
});

describe('rendering is limited', () => {
  test('an attacker who asks for 500 pages that nobody has asked for gets plain documents, while an honest visitor’s pages are rendered', async () => {
    const app = aProcess();
    const before = await get(app, '/before', visitor);
    const attack = Promise.all(numbers(500).map((number) => get(app, `/shop?q=attack${number}`, attacker)));
    const answers = await attack;
    expect(before.isRendered).toBe(true);
    // An unrendered document is a page all the same: the browser renders it.
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.every(({ text }) => text.includes('<div id="root">'))).toBe(true);
    expect(answers.filter(({ isRendered }) => isRendered).length).toBeLessThanOrEqual(20);
    expect((await get(app, '/shop?q=mug', visitor)).isRendered).toBe(true);
    for (const number of numbers(20)) await get(app, `/shop?q=slowly${number}`, attacker);
    expect((await get(app, '/shop?q=another', attacker)).isRendered).toBe(false);
    expect((await get(app, '/shop?q=bowl', visitor)).isRendered).toBe(true);
  });

  test('a blocked IP address still gets pages that others have had rendered, and new pages a moment later', async () => {
    const app = aProcess();
    for (const number of numbers(20)) expect((await get(app, `/shop?q=slow${number}`, attacker)).isRendered).toBe(true);
    expect((await get(app, '/one-more', attacker)).isRendered).toBe(false);
    await get(app, '/home', visitor);
    expect((await get(app, '/home', attacker)).isRendered).toBe(true);
    passSeconds(0.3);
    expect((await get(app, '/one-more', attacker)).isRendered).toBe(true);
  });

  test('a flood that goes on for a minute gets a few pages at once and the rest evenly, never many in one second', async () => {
    const app = aProcess();
    const renderedIn = async (second: number): Promise<number> => {
      let rendered = 0;
      for (const turn of numbers(30)) {
        if ((await get(app, `/flood${second}-${turn}`, attacker)).isRendered) rendered += 1;
        passSeconds(1 / 30);
      }
      return rendered;
    };
    const seconds: number[] = [];
    for (const second of numbers(20)) seconds.push(await renderedIn(second));
    const [atOnce = 0, ...later] = seconds;
    expect(atOnce).toBeGreaterThanOrEqual(20);
    expect(atOnce).toBeLessThanOrEqual(24);
    expect(Math.min(...later)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...later)).toBeLessThanOrEqual(4);
  });

  test('an IP address that is over the limit is logged once a minute, however many requests it sends', async () => {
    const { log, lines } = recordingLog();
    const app = createTestApp({ db, dist, log, clock: () => now, readLimits: { renders: 20, queries: 20 } });
    const events = () => lines.map((line): unknown => JSON.parse(line).event);
    for (const number of numbers(2)) await get(app, `/within${number}`, attacker);
    expect(events()).toEqual([]);
    for (const number of numbers(20)) await get(app, `/over${number}`, attacker);
    expect(events()).toEqual(['rate limit']);
    passSeconds(59);
    for (const number of numbers(3)) await get(app, `/still${number}`, attacker);
    expect(events()).toEqual(['rate limit']);
    passSeconds(1);
    for (const number of numbers(3)) await get(app, `/again${number}`, attacker);
    expect(events()).toEqual(['rate limit', 'rate limit']);
  });

  test('each process has a limit of its own, and asks no database for it', async () => {
    const processes = [aProcess(), aProcess()];
    for (const app of processes) {
      for (const number of numbers(20)) expect((await get(app, `/page${number}`, attacker)).isRendered).toBe(true);
      expect((await get(app, '/more', attacker)).isRendered).toBe(false);
    }
    expect(await db.selectFrom('limit_hit').selectAll().execute()).toEqual([]);
  });

  test('an IP address that was idle for a while has its allowance again, and no more than that', async () => {
    const app = aProcess();
    for (const number of numbers(40)) await get(app, `/before${number}`, attacker);
    passSeconds(60);
    const later = [];
    for (const number of numbers(40)) later.push((await get(app, `/after${number}`, attacker)).isRendered);
    expect(later.filter((isRendered) => isRendered)).toHaveLength(20);
  });

  test('an attacker with a /48 has sixteen allowances, not one for each of its 65,536 networks', async () => {
    const app = aProcess();
    let rendered = 0;
    for (const network of numbers(400))
      if ((await get(app, `/page${network}`, `2001:db8:${tests}:${(network * 128).toString(16)}::1`)).isRendered) rendered += 1;
    expect(rendered).toBe(320);
    expect((await get(app, '/mug', `2001:db8:${tests + 1000}::1`)).isRendered).toBe(true);
  });

  test('two pages are rendered at once and eight wait; further requests, from whatever IP address, get plain documents at once', async () => {
    const app = aProcess();
    await get(app, '/first', visitor);
    const release = holdRendering();
    const early: boolean[] = [];
    const answers = numbers(12).map(async (number) => {
      const { isRendered } = await get(app, `/page${number}`, `192.0.2.${number}`);
      early.push(isRendered);
      return isRendered;
    });
    await expect.poll(() => early).toEqual([false, false]);
    expect(rendering).toHaveBeenCalledTimes(3);
    release();
    expect((await Promise.all(answers)).filter((isRendered) => isRendered)).toHaveLength(10);
    expect((await get(app, '/after', '192.0.2.201')).isRendered).toBe(true);
  });

  test('one IP address has one page rendered at a time, so that its further pages do not delay those of others', async () => {
    const app = aProcess();
    await get(app, '/first', visitor);
    const release = holdRendering();
    const slow = get(app, '/slow', attacker);
    await expect.poll(() => rendering).toHaveBeenCalledTimes(2);
    for (const number of numbers(20)) expect((await get(app, `/next${number}`, attacker)).isRendered).toBe(false);
    const visited = get(app, '/mug', visitor);
    await expect.poll(() => rendering).toHaveBeenCalledTimes(3);
    release();
    expect((await visited).isRendered).toBe(true);
    expect((await slow).isRendered).toBe(true);
    expect((await get(app, '/after', attacker)).isRendered).toBe(true);
  });

  test('a hundred shoppers who open the same new page at once share one rendering, and it counts as one', async () => {
    const app = aProcess({ renders: 10, queries: 20 });
    const release = holdRendering();
    const first = get(app, '/campaign', visitor);
    await expect.poll(() => rendering).toHaveBeenCalledTimes(1);
    const others = numbers(99).map(() => get(app, '/campaign', visitor));
    release();
    const answers = await Promise.all([first, ...others]);
    expect(answers.every(({ isRendered }) => isRendered)).toBe(true);
    expect(rendering).toHaveBeenCalledTimes(1);
  });

  test('a hundred shoppers behind one IP address who open a new page while their limit is still being checked all get it rendered', async () => {
    const app = aProcess({ renders: 10, queries: 20 });
    const answers = await Promise.all(numbers(100).map(() => get(app, '/launch', visitor)));
    expect(answers.filter(({ isRendered }) => isRendered)).toHaveLength(100);
    expect(rendering).toHaveBeenCalledTimes(1);
  });

  test('a shopper who opens a page in the same moment as somebody over the limit gets it rendered', async () => {
    const app = aProcess();
    for (const number of numbers(20)) await get(app, `/spent${number}`, attacker);
    const [refused, ...others] = await Promise.all([attacker, visitor, `192.0.2.${tests}`].map((from) => get(app, '/contested', from)));
    expect(refused?.isRendered).toBe(false);
    expect(others.map(({ isRendered }) => isRendered)).toEqual([true, true]);
    expect(rendering).toHaveBeenCalledTimes(21);
  });

  test('a visitor who opens thirty pages in a row at once has each rendered with the default limits', async () => {
    const app = aProcess(readEnv({}).readLimits);
    for (const page of numbers(30)) expect((await get(app, `/tab${page}`, visitor)).isRendered).toBe(true);
  });

  test('an office of a hundred shoppers behind one IP address, who open two pages each within a minute, never meets the default limits', async () => {
    const app = aProcess(readEnv({}).readLimits);
    for (const shopper of numbers(100))
      for (const page of [0, 1]) {
        expect((await get(app, `/shop?q=${shopper}-${page}`, visitor)).isRendered).toBe(true);
        expect((await search(app, `mug${shopper}x${page}`, visitor)).status).toBe(200);
        passSeconds(0.3);
      }
  });
});

describe('searches and lists are limited', () => {
  test('an attacker who searches for 500 different words gets 429, while an honest visitor finds what they look for', async () => {
    const app = aProcess();
    const answers = await Promise.all(numbers(500).map((number) => search(app, `attack${number}`, attacker)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(20);
    const [refused] = answers.filter(({ status }) => status !== 200);
    expect([refused?.status, refused?.wait]).toEqual([429, '1']);
    expect(failureBody.parse(JSON.parse(refused?.text ?? '')).message).toMatch(/^Too many attempts/);
    expect((await search(app, 'mug', visitor)).status).toBe(200);
    // What is in the cache costs nothing.
    expect((await search(app, 'mug', attacker)).status).toBe(200);
    expect((await search(app, 'spoon', attacker)).status).toBe(429);
    passSeconds(1);
    expect((await search(app, 'spoon', attacker)).status).toBe(200);
  });

  test('a list of more than fifty products by their ids counts, and a wishlist does not', async () => {
    const app = aProcess({ renders: 20, queries: 10 });
    const list = (count: number) =>
      get(app, `${endpoints.products.path}?ids=${numbers(count).join(',')}`, attacker, 'application/json').then(({ status }) => status);
    expect([await list(51), await list(51), await list(50), await list(50)]).toEqual([200, 429, 200, 200]);
  });
});
