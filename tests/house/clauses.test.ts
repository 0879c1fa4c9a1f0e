import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screenRoutes } from '#app/routes.ts';
import { type ClauseCheck, checkClauses } from '#scripts/clauses.ts';
import { paths } from '#shared/paths.ts';
import { clauses } from '#tests/clauses.ts';

const tagged = (title: string, body = 'expect(1).toBe(1)') => `test('${title}', { tags: 'mug.is-round' }, () => { ${body} });`;

/** Test files with their source and the problem that the check must report for the clause `mug.is-round`. */
const vitestFiles: Readonly<Record<string, readonly [source: string, problem: string | undefined]>> = {
  'a test that passed': [tagged('a mug is round'), undefined],
  'a group that carries the tag': [
    `describe('a mug', { tags: 'mug.is-round' }, () => { test('is round', () => { expect(1).toBe(1) }); });`,
    undefined,
  ],
  'a comment': [`// ${tagged('a mug is round')}\ntest('a mug', () => { expect(1).toBe(1) });`, 'no passed test is tagged with it'],
  'a skipped test': [tagged('a mug is round').replace('test(', 'test.skip('), 'no passed test is tagged with it'],
  'a test still to be written': [`test.todo('a mug is round', { tags: 'mug.is-round' });`, 'no passed test is tagged with it'],
  'a test that lost its tag with its old name': [
    `test('a mug is circular', () => { expect(1).toBe(1) });`,
    'no passed test is tagged with it',
  ],
  'no test at all': [`test('a bowl is deep', () => { expect(1).toBe(1) });`, 'no passed test is tagged with it'],
  'a test without an assertion': [tagged('a mug is round', ''), '“a mug is round” failed'],
  'a failed test': [tagged('a mug is round', 'expect(1).toBe(2)'), '“a mug is round” failed'],
  'a failed test next to one that passed': [
    tagged('a mug is round', 'expect(1).toBe(2)') + tagged('so is its handle'),
    '“a mug is round” failed',
  ],
};

const playwrightTagged = (title: string, call = 'test', body = 'expect(1).toBe(1)') =>
  `${call}('${title}', { tag: '@clause:mug.is-round' }, () => { ${body}; });`;

/** The same for Playwright. They use no page, so no browser is started. */
const playwrightFiles: typeof vitestFiles = {
  'a test that passed': [playwrightTagged('a mug is round'), undefined],
  'a comment': [`// ${playwrightTagged('a mug is round')}\ntest('a mug', () => {});`, 'no passed test is tagged with it'],
  'a skipped test': [playwrightTagged('a mug is round', 'test.skip'), 'no passed test is tagged with it'],
  'a test that is to fail': [playwrightTagged('a mug is round', 'test.fail', 'expect(1).toBe(2)'), '“a mug is round” failed'],
  'a test that lost its tag with its old name': [`test('a mug is circular', () => {});`, 'no passed test is tagged with it'],
  'a failed test': [playwrightTagged('a mug is round', 'test', 'expect(1).toBe(2)'), '“a mug is round” failed'],
};

const unknownId = 'mug.is-lihgt';

let folder: string;

/** The environment without the variables by which Vitest and Playwright recognise a child process. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST|NODE_ENV|PLAYWRIGHT|CI$)/.test(name)));

/** Runs a tool and ignores its exit code. */
const run = (tool: string, ...parameters: readonly string[]) =>
  promisify(execFile)(process.execPath, [path.resolve('node_modules', tool), ...parameters], {
    cwd: folder,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(folder, 'playwright.json') },
  }).catch(() => undefined);

const fileName = (name: string, ending: string) => `${name.replaceAll(' ', '-')}.${ending}`;
const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
const playwrightImport = `import { expect, test } from '@playwright/test';`;

type Reported = { readonly testResults: { readonly name: string }[]; readonly suites: { readonly file: string }[] };

const reported = async (report: string): Promise<Reported> => JSON.parse(await readFile(path.join(folder, report), 'utf8'));

/** The result of the check for one file of the run alone. */
const checkVitestFile = async (name: string) => {
  const { testResults } = await reported('vitest.json');
  const only = testResults.filter((file) => path.basename(file.name) === fileName(name, 'test.js'));
  expect(only).toHaveLength(1);
  await write('one.json', JSON.stringify({ testResults: only }));
  return checkClauses(
    { vitestReports: [path.join(folder, 'one.json')] },
    { ids: ['mug.is-round'], listBrowser: async () => ({ suites: [] }) },
  );
};
const playwrightFile = async (name: string) => {
  const { suites } = await reported('playwright.json');
  const only = suites.filter(({ file }) => file === fileName(name, 'spec.js'));
  expect(only).toHaveLength(1);
  return { suites: only };
};
const checkPlaywrightFile = async (name: string) => {
  await write('one.json', JSON.stringify(await playwrightFile(name)));
  return checkClauses({ vitestReports: [], playwrightReport: path.join(folder, 'one.json') }, { ids: ['mug.is-round'] });
};

// One run of each tool for all files.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clauses-'));
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
  await mkdir(path.join(folder, 'browser'));
  await write('package.json', '{ "type": "module" }');
  await write(
    'vitest.config.js',
    `export default { test: { globals: true, strictTags: false, expect: { requireAssertions: true }, include: ['*.test.js'] } };`,
  );
  await write('browser/playwright.config.js', `export default { testDir: '.', testMatch: '*.spec.js', workers: 1 };`);
  const inNode = { ...vitestFiles, 'an unknown id': [tagged('a mug is light').replace('mug.is-round', unknownId)] };
  for (const [name, [source = '']] of Object.entries(inNode)) await write(fileName(name, 'test.js'), source);
  const inBrowser = { ...playwrightFiles, 'an unknown id': [playwrightTagged('a mug is light').replace('mug.is-round', unknownId)] };
  for (const [name, [source = '']] of Object.entries(inBrowser))
    await write(`browser/${fileName(name, 'spec.js')}`, `${playwrightImport}\n${source}`);
  await run('vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=vitest.json');
  await run('@playwright/test/cli.js', 'test', '--config', 'browser', '--reporter=json');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const expectVerdict = (check: ClauseCheck, problem: string | undefined) => {
  expect(check.problems).toEqual(problem === undefined ? [] : [`mug.is-round: ${problem}`]);
  expect(check.summary).toBe(`${problem === undefined ? 1 : 0} of 1 clauses proven`);
};

describe('the check of clauses, after a run of Vitest', () => {
  test.each(Object.entries(vitestFiles).map(([name, [, problem]]) => [name, problem] as const))(
    'after a run of Vitest, the problem of %s is: %s',
    async (name, problem) => {
      expectVerdict(await checkVitestFile(name), problem);
    },
  );

  test('an id that no clause has is named with its Vitest test', async () => {
    expect((await checkVitestFile('an unknown id')).problems).toContain(`${unknownId}: unknown clause id, tagged on “a mug is light”`);
  });
});

describe('the check of clauses, after a run of Playwright', () => {
  test.each(Object.entries(playwrightFiles).map(([name, [, problem]]) => [name, problem] as const))(
    'after a run of Playwright, the problem of %s is: %s',
    async (name, problem) => {
      expectVerdict(await checkPlaywrightFile(name), problem);
    },
  );

  test('an id that no clause has is named with its Playwright test', async () => {
    expect((await checkPlaywrightFile('an unknown id')).problems).toContain(`${unknownId}: unknown clause id, tagged on “a mug is light”`);
  });
});

test('without the browser a clause that only a browser test carries is left out, and one that nothing carries still fails', async () => {
  const check = await checkClauses(
    { vitestReports: [] },
    { ids: ['mug.is-round', 'mug.is-blue'], listBrowser: () => playwrightFile('a test that passed') },
  );
  expect(check).toEqual({
    problems: ['mug.is-blue: no passed test is tagged with it'],
    skipped: 1,
    summary: '0 of 2 clauses proven, 1 skipped: browser tests did not run',
  });
});

test('a clause names every route, except the accessibility statement, which is an extension', () => {
  const sentences = Object.values<string>(clauses);
  const unnamed = screenRoutes.filter(
    ({ path: address }) => !sentences.some((sentence) => sentence.split(/[\s,]+/).includes(address.replace('/:page?', ''))),
  );
  expect(unnamed.map(({ path: address }) => address)).toEqual([paths.accessibility]);
});
