import { describe, expect, test } from 'vitest';
import { findFlakyPatterns } from './flaky-patterns.ts';
import { sourceFiles } from './source-files.ts';

const inTest = (...lines: readonly string[]): string => ["test('a shopper sees the products', async () => {", ...lines, '});'].join('\n');

const offences = [
  [
    'getAll on a container that was just found',
    2,
    inTest("expect(within(await screen.findByRole('tabpanel')).getAllByRole('article')).toHaveLength(8);"),
  ],
  ['getAll on a container that was just found', 1, "const options = async () => within(await list()).getAllByRole('option');"],
  [
    'getAll on a container that was just found',
    3,
    inTest("const panel = await screen.findByRole('tabpanel');", "expect(within(panel).getAllByRole('article')).toHaveLength(8);"),
  ],
  [
    'getAll on a container that was just found',
    3,
    inTest("const panel = within(await screen.findByRole('tabpanel'));", "const articles = panel.getAllByRole('article');"),
  ],
  [
    'a negative assertion first after rendering',
    3,
    inTest('await renderAt(paths.home);', "await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());"),
  ],
  [
    'a negative assertion first after rendering',
    4,
    inTest('render(<Price />);', "const price = screen.getByText('£1');", 'await waitFor(() => expect(price).not.toBeVisible());'),
  ],
  ['a hook inside a test', 2, inTest('afterAll(() => db.destroy());')],
  ['a hook inside a test', 2, "test.each([1, 2])('%i', async () => {\n  beforeEach(reset);\n});"],
  ['a fixed sleep', 2, inTest('await new Promise((resolve) => setTimeout(resolve, 20));')],
  ['a fixed sleep', 1, 'const sleep = (pause: number) => new Promise<void>((resolve) => { globalThis.setTimeout(resolve, pause); });'],
  ['a fixed sleep', 2, inTest('await new Promise<void>((resolve) => setTimeout(() => resolve(), 200));')],
  ['a fixed sleep', 2, inTest('await new Promise<void>((done) => { window.setTimeout(() => { calls += 1; done(); }, 200); });')],
  ['a fixed sleep', 2, "import { setTimeout } from 'node:timers/promises';\nawait setTimeout(200);"],
  ['a fixed sleep', 2, "import { setTimeout as sleep } from 'timers/promises';\nawait sleep(pauseMs);"],
  ['a fixed sleep', 2, "import timers from 'node:timers/promises';\nawait timers.setTimeout(200);"],
  ['a fixed sleep', 2, "import { delay, http } from 'msw';\nhttp.get('*', async () => delay(20));"],
  ['a fixed sleep', 2, "import { delay as pause } from 'msw';\nawait pause();"],
  ['a fixed sleep', 5, [inTest('vi.useFakeTimers();'), inTest('await new Promise((resolve) => setTimeout(resolve, 20));')].join('\n')],
  [
    'a fixed sleep',
    4,
    "describe('a sale', () => {\n  beforeEach(() => void vi.useFakeTimers());\n});\nawait new Promise((resolve) => setTimeout(resolve, 20));",
  ],
  ['a hook inside a test', 2, inTest('const db = await freshDatabase();')],
  ['a hook inside a test', 1, "const aShop = async () => createTestApp({ db: await freshDatabase('empty') });"],
  ['a limit below the default', 2, inTest('await waitFor(() => expect(calls).toHaveLength(1), { timeout: 5000 });')],
  ['a limit below the default', 2, inTest('await expect.poll(() => calls, { interval: 5, timeout: 9_999 }).toHaveLength(1);')],
  ['a limit below the default', 2, inTest("await screen.findByText('Added', {}, { timeout: 4000 });")],
  ['a limit below the default', 1, "test.each([1, 2])('%i', async () => {}, 30_000);"],
  ['a limit below the default', 1, "test('a sale', { timeout: 20_000, tags: 'call.texts' }, async () => {});"],
  ['a limit below the default', 1, "describe('a sale', { timeout: 39_000 }, () => {});"],
  ['a limit below the default', 1, 'beforeAll(start, 40_000);'],
  ['vi.waitFor or vi.waitUntil in place of expect.poll', 2, inTest('await vi.waitFor(() => expect(calls).toHaveLength(1));')],
  ['vi.waitFor or vi.waitUntil in place of expect.poll', 2, inTest('await vi.waitUntil(() => working === 3);')],
  ['an expectation under a condition', 2, inTest("if (end.status === 'rejected') expect(end.reason).toBe('sold out');")],
  ['an expectation under a condition', 2, inTest('isTried && expect(await payBack()).toBe(0);')],
  ['an expectation under a condition', 2, inTest('isTried ? expect(paid()).toBe(0) : expect(paid()).toBe(1);')],
] as const;

const sound = [
  inTest("expect(await within(await screen.findByRole('tabpanel')).findAllByRole('article')).toHaveLength(8);"),
  inTest(
    "const panel = await screen.findByRole('tabpanel');",
    "await within(panel).findByRole('article');",
    "within(panel).getAllByRole('article');",
  ),
  inTest(
    "const panel = await screen.findByRole('tabpanel');",
    "const articles = () => within(panel).getAllByRole('article');",
    'await waitFor(() => expect(articles()).toHaveLength(8));',
  ),
  inTest(
    'await renderAt(paths.home);',
    "await screen.findByRole('tab');",
    "await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());",
  ),
  inTest("const db = await freshDatabase('empty', onTestFinished);"),
  "const db = await freshDatabase('empty');",
  'afterAll(() => db.destroy());',
  inTest('await expect.poll(() => calls).toHaveLength(1);'),
  inTest('await new Promise((resolve) => setTimeout(resolve));'),
  inTest('await new Promise((resolve) => setTimeout(resolve, 0));'),
  inTest('vi.useFakeTimers();', 'repeat(() => new Promise((resolve) => setTimeout(resolve, 30)), 10);'),
  ['beforeEach(() => void vi.useFakeTimers());', inTest('await new Promise((resolve) => setTimeout(resolve, 20));')].join('\n'),
  "new Promise((resolve, reject) => { setTimeout(() => reject(new Error('late')), 10_000); waiting.add(() => resolve()); });",
  'new Promise((resolve, reject) => { setTimeout(reject, 10_000); waiting.add(resolve); });',
  "import { setTimeout } from 'node:timers/promises';\nawait setTimeout(0);",
  "import { delay } from 'msw';\nawait delay('infinite');",
  inTest("await screen.findByText('Added', {}, { timeout: 20_000 });", 'await expect.poll(() => calls, { timeout: 10_000 }).toBe(1);'),
  "test('a sale', { timeout: 60_000 }, async () => {});",
  "test('a sale', async () => {}, 60_000);",
  inTest('expect(isTried ? await payBack() : 0).toBe(0);'),
  inTest("if (row.screen === 'myAccount') aResellerIsSignedIn();"),
] as const;

describe('a flaky pattern', () => {
  test.each(offences)('a flaky pattern is found: %s', (rule, line, text) => {
    expect(findFlakyPatterns('planted.test.tsx', text)).toEqual([`planted.test.tsx:${line} ${rule}`]);
  });

  test.each(sound)('a flaky pattern is not found in a sound test: %s', (text) => {
    expect(findFlakyPatterns('sound.test.tsx', text)).toEqual([]);
  });

  test('a flaky pattern is in no test of this repository', () => {
    const files = sourceFiles('tests', '.ts', '.tsx').filter(({ name }) => !name.endsWith('flaky-patterns.test.ts'));
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap(({ name, text }) => findFlakyPatterns(name, text))).toEqual([]);
  });
});
