import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { rootFolder } from './paths.ts';

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** Result of one test. `failures` is empty unless it failed. */
export type TestResult = {
  readonly file: string;
  readonly title: string;
  readonly milliseconds: number;
  readonly failures: readonly string[];
};

export type Report = { readonly counts: Counts; readonly tests: readonly TestResult[] };

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

/** Parses Vitest's JSON report; throws when it has another form. */
export const readVitest = (report: unknown): Report => {
  const { numPassedTests: passed, numFailedTests: failed, numTotalTests: all, testResults } = vitestSchema.parse(report);
  return {
    counts: { passed, failed, skipped: all - passed - failed },
    tests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
        file: path.relative(rootFolder, name),
        title: fullName.trim(),
        milliseconds: duration ?? 0,
        failures: status === 'failed' ? failureMessages : [],
      })),
    ),
  };
};

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      projectName: z.string(),
      results: z.array(
        z.object({
          duration: z.number(),
          errors: z.array(z.object({ message: z.string().default(''), snippet: z.string().default('') })).default([]),
          attachments: z.array(z.object({ name: z.string(), path: z.string().optional(), body: z.base64().optional() })).default([]),
        }),
      ),
    }),
  ),
});
type PlaywrightSuite = { specs: z.infer<typeof playwrightSpec>[]; suites?: PlaywrightSuite[] | undefined };
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightSchema = z.object({
  config: z.object({ rootDir: z.string() }).default({ rootDir: path.join(rootFolder, 'e2e') }),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.object({ message: z.string().default('') })).default([]),
  suites: z.array(playwrightSuite),
});

const specsIn = (suites: readonly PlaywrightSuite[]): PlaywrightSuite['specs'] =>
  suites.flatMap((suite) => [...suite.specs, ...specsIn(suite.suites ?? [])]);

type PlaywrightRun = PlaywrightSuite['specs'][number]['tests'][number]['results'][number];

const errorMessages = ({ errors, attachments }: PlaywrightRun): readonly string[] => [
  ...errors.map(({ message, snippet }) => [message, snippet].filter(Boolean).join('\n\n')),
  ...attachments.flatMap(({ name, path: file, body }) => [
    ...(file ? [`${name}: ${path.relative(rootFolder, file)}`] : []),
    ...(body ? [`${name}: ${Buffer.from(body, 'base64').toString()}`] : []),
  ]),
];

/** Parses Playwright's JSON report; throws when it has another form. `errors` are those outside of tests. */
export const readPlaywright = (report: unknown): Report & { readonly errors: readonly string[] } => {
  const { config, stats, errors, suites } = playwrightSchema.parse(report);
  return {
    // Flaky tests count as failed.
    counts: { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped },
    tests: specsIn(suites).flatMap(({ file, line, title, tests }) =>
      tests.map(({ status, projectName, results }) => ({
        file: `${path.relative(rootFolder, path.join(config.rootDir, file))}:${line}`,
        title: `${title} (${projectName})`,
        milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
        failures: status === 'unexpected' || status === 'flaky' ? results.flatMap(errorMessages) : [],
      })),
    ),
    errors: errors.map(({ message }) => message),
  };
};

/** Why `e2e/playwright.config.ts` leaves tests out on this machine, from what it prints. */
export const leftOutReasons = (output: string): readonly string[] => [...new Set(output.match(/^Left out: .+$/gm) ?? [])];

/** A parsed JSON report, or undefined when the tool wrote none. */
export const readReport = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** One line for each of the slowest tests. */
export const slowestTests = (tests: readonly TestResult[], count = 10): readonly string[] =>
  tests
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, count)
    .map(({ file, title, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file} › ${title}`);

/** Failed tests with their error messages. */
export const describeFailures = (tests: readonly TestResult[]): string =>
  tests
    .filter(({ failures }) => failures.length > 0)
    .map(({ file, title, failures }) => `✗ ${file} › ${title}\n\n${failures.join('\n\n').replaceAll(/^/gm, '    ')}\n`)
    .join('\n');
