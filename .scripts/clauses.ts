import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { clauses } from '#tests/clauses.ts';

/** What one run of a test says about the clauses that it carries as tags. */
type TaggedResult = { readonly ids: readonly string[]; readonly title: string; readonly outcome: 'passed' | 'failed' | 'not run' };

type Reports = {
  /** JSON reports of Vitest. */
  readonly vitestReports: readonly string[];
  /** JSON report of Playwright. Without it, clauses that only a browser test carries are left out, not failed. */
  readonly playwrightReport?: string;
};

export type ClauseCheck = {
  /** One line for each clause without proof and for each tag that is no clause's id. */
  readonly problems: readonly string[];
  /** How many clauses nothing is said about, because the browser was left out. */
  readonly leftOut: number;
  /** "230 of 230 clauses proven" */
  readonly summary: string;
};

const playwrightPrefix = 'clause:';

const vitestSchema = z.object({
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), tags: z.array(z.string()) })) }),
  ),
});

const outcomeOf = (status: string): TaggedResult['outcome'] => {
  if (status === 'passed') return 'passed';
  return status === 'failed' ? 'failed' : 'not run';
};

const vitestResults = (report: unknown): TaggedResult[] =>
  vitestSchema
    .parse(report)
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, status, tags }) => ({ ids: tags, title: fullName, outcome: outcomeOf(status) }));

const playwrightSpec = z.object({
  title: z.string(),
  tags: z.array(z.string()),
  tests: z.array(z.object({ expectedStatus: z.string(), status: z.string(), results: z.array(z.object({ status: z.string() })) })),
});
type PlaywrightSuite = { specs: z.infer<typeof playwrightSpec>[]; suites?: PlaywrightSuite[] | undefined };
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightSchema = z.object({ suites: z.array(playwrightSuite) });

const specsIn = (suites: readonly PlaywrightSuite[]): PlaywrightSuite['specs'] =>
  suites.flatMap((suite) => [...suite.specs, ...specsIn(suite.suites ?? [])]);

/** `test.fail` expects a failure and flaky tests failed once: neither proves anything. */
const playwrightOutcome = ({ expectedStatus, status, results }: PlaywrightSuite['specs'][number]['tests'][number]) => {
  if (status === 'skipped' || results.length === 0) return 'not run';
  return status === 'expected' && expectedStatus === 'passed' ? 'passed' : 'failed';
};

const playwrightResults = (report: unknown): TaggedResult[] =>
  specsIn(playwrightSchema.parse(report).suites).flatMap(({ title, tags, tests }) => {
    const ids = tags.filter((tag) => tag.startsWith(playwrightPrefix)).map((tag) => tag.slice(playwrightPrefix.length));
    return tests.map((test) => ({ ids, title, outcome: playwrightOutcome(test) }));
  });

/** Judges each clause by the results: proven when a test that carries its id passed and none that carries it failed. */
const judge = (ids: readonly string[], results: readonly TaggedResult[], notRun: readonly TaggedResult[]): ClauseCheck => {
  const known = new Set(ids);
  const tags = [...results, ...notRun].flatMap((result) => result.ids.map((id) => ({ id, title: result.title })));
  const unknown = tags.filter(({ id }) => !known.has(id)).map(({ id, title }) => `${id}: no clause has this id, but “${title}” carries it`);
  const verdicts = ids.map((id) => {
    const carriers = results.filter((result) => result.ids.includes(id));
    const failed = carriers.find(({ outcome }) => outcome === 'failed');
    if (failed) return { id, problem: `${id}: “${failed.title}” failed` };
    if (carriers.some(({ outcome }) => outcome === 'passed')) return { id, isProven: true };
    if (notRun.some((result) => result.ids.includes(id))) return { id, isLeftOut: true };
    return { id, problem: `${id}: no test that ran and passed carries it` };
  });
  const proven = verdicts.filter(({ isProven }) => isProven).length;
  const leftOut = verdicts.filter(({ isLeftOut }) => isLeftOut).length;
  return {
    problems: [...new Set(unknown), ...verdicts.flatMap(({ problem }) => problem ?? [])],
    leftOut,
    summary: `${proven} of ${ids.length} clauses proven${leftOut > 0 ? `, ${leftOut} not looked at: browser left out` : ''}`,
  };
};

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

/** The browser tests that there are, without running one. */
const listBrowserTests = async (): Promise<unknown> => {
  const cli = path.resolve('node_modules/@playwright/test/cli.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'test', '--config', 'e2e/playwright.config.ts', '--list', '--reporter=json'],
    { maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout);
};

/** Which clauses the tests of this run have proven, read from the reports of the runners. */
export const checkClauses = async (
  { vitestReports, playwrightReport }: Reports,
  { ids = Object.keys(clauses), listBrowser = listBrowserTests }: { ids?: readonly string[]; listBrowser?: () => Promise<unknown> } = {},
): Promise<ClauseCheck> => {
  const inNode = await Promise.all(vitestReports.map(readJson));
  const results = inNode.flatMap(vitestResults);
  return playwrightReport === undefined
    ? judge(ids, results, playwrightResults(await listBrowser()))
    : judge(ids, [...results, ...playwrightResults(await readJson(playwrightReport))], []);
};
