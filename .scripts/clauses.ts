import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { clauses } from '#tests/clauses.ts';

/** Result of one test and the clause ids it is tagged with. */
type TaggedResult = { readonly ids: readonly string[]; readonly title: string; readonly outcome: 'passed' | 'failed' | 'not run' };

type Reports = {
  /** Paths of Vitest's JSON reports. */
  readonly vitestReports: readonly string[];
  /** Path of Playwright's JSON report. Without it, clauses tagged only on browser tests count as skipped, not as failed. */
  readonly playwrightReport?: string;
};

export type ClauseCheck = {
  /** One line for each unproven clause and each unknown tag. */
  readonly problems: readonly string[];
  /** Number of clauses that only browser tests prove, when those did not run. */
  readonly skipped: number;
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

/** `test.fail` (expected failure) and flaky tests do not prove a clause. */
const playwrightOutcome = ({ expectedStatus, status, results }: PlaywrightSuite['specs'][number]['tests'][number]) => {
  if (status === 'skipped' || results.length === 0) return 'not run';
  return status === 'expected' && expectedStatus === 'passed' ? 'passed' : 'failed';
};

const playwrightResults = (report: unknown): TaggedResult[] =>
  specsIn(playwrightSchema.parse(report).suites).flatMap(({ title, tags, tests }) => {
    const ids = tags.filter((tag) => tag.startsWith(playwrightPrefix)).map((tag) => tag.slice(playwrightPrefix.length));
    return tests.map((test) => ({ ids, title, outcome: playwrightOutcome(test) }));
  });

/** A clause is proven when at least one test tagged with it passed and none failed. `notRun`: listed tests that did not run. */
const evaluate = (ids: readonly string[], results: readonly TaggedResult[], notRun: readonly TaggedResult[]): ClauseCheck => {
  const declaredIds = new Set(ids);
  const tags = [...results, ...notRun].flatMap((result) => result.ids.map((id) => ({ id, title: result.title })));
  const unknown = tags.filter(({ id }) => !declaredIds.has(id)).map(({ id, title }) => `${id}: unknown clause id, tagged on “${title}”`);
  const verdicts = ids.map((id) => {
    const taggedResults = results.filter((result) => result.ids.includes(id));
    const failed = taggedResults.find(({ outcome }) => outcome === 'failed');
    if (failed) return { id, problem: `${id}: “${failed.title}” failed` };
    if (taggedResults.some(({ outcome }) => outcome === 'passed')) return { id, isProven: true };
    if (notRun.some((result) => result.ids.includes(id))) return { id, isSkipped: true };
    return { id, problem: `${id}: no passed test is tagged with it` };
  });
  const proven = verdicts.filter(({ isProven }) => isProven).length;
  const skipped = verdicts.filter(({ isSkipped }) => isSkipped).length;
  return {
    problems: [...new Set(unknown), ...verdicts.flatMap(({ problem }) => problem ?? [])],
    skipped,
    summary: `${proven} of ${ids.length} clauses proven${skipped > 0 ? `, ${skipped} skipped: browser tests did not run` : ''}`,
  };
};

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

/** Playwright's JSON list of all browser tests, without running them. */
const listBrowserTests = async (): Promise<unknown> => {
  const cli = path.resolve('node_modules/@playwright/test/cli.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'test', '--config', 'e2e/playwright.config.ts', '--list', '--reporter=json'],
    { maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout);
};

/** Checks which clauses this run has proven, from the test runners' reports. */
export const checkClauses = async (
  { vitestReports, playwrightReport }: Reports,
  { ids = Object.keys(clauses), listBrowser = listBrowserTests }: { ids?: readonly string[]; listBrowser?: () => Promise<unknown> } = {},
): Promise<ClauseCheck> => {
  const vitestContents = await Promise.all(vitestReports.map(readJson));
  const results = vitestContents.flatMap(vitestResults);
  return playwrightReport === undefined
    ? evaluate(ids, results, playwrightResults(await listBrowser()))
    : evaluate(ids, [...results, ...playwrightResults(await readJson(playwrightReport))], []);
};
