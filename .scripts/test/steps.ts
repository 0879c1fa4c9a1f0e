import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '#scripts/chromium.ts';
import { checkClauses } from '#scripts/clauses.ts';
import { hasPostgres, installPostgres } from '#tests/support/postgres.ts';
import type { Options } from './options.ts';
import { countProgress, progressMessage } from './progress.ts';
import { describeFailures, readPlaywright, readReport, readVitest } from './reports.ts';
import { browserReport, isVitestReport, resultsFolder, vitestReport } from './results.ts';
import { runTool, type Tool } from './run-tool.ts';
import { judgeTests, type Outcome } from './verdict.ts';

export type Step = {
  readonly name: string;
  /** Runs the step; what it is at can be followed through the given function. */
  readonly run: (follow: (text: () => string) => void) => Promise<Outcome>;
};

const browserConfig = ['--config', 'e2e/playwright.config.ts'] as const;
const reporter = (name: string): string => path.join(import.meta.dirname, `${name}.ts`);
const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** A step of one tool that is green when the tool ends well. One that `isTold` also says its last line. */
const check = (name: string, tool: Tool, parameters: readonly string[], { isTold = false } = {}): Step => ({
  name,
  run: async () => {
    const { code, output } = await runTool(tool, parameters);
    if (code !== 0) return { state: 'failed', details: output };
    return { state: 'passed', ...(isTold && { says: lastLine(output) }) };
  },
});

export const types = check('types', 'tsc', []);
export const sourceChecks = [
  check('format and lint', 'biome', ['check', '--error-on-warnings', '--diagnostic-level=warn']),
  check('layers', 'tsx', ['.scripts/layers.ts']),
  check('dead code', 'knip', []),
];
export const build = check('build', 'tsx', ['.scripts/build.ts']);
export const size = check('size', 'tsx', ['.scripts/size.ts'], { isTold: true });

/** What Vitest runs: everything in one run, so that no core is idle between two, or the project on PostgreSQL or all others alone. */
const selections = {
  all: { name: 'tests in Node, of screens and on PostgreSQL', parameters: [] },
  node: { name: 'tests in Node and of screens', parameters: ['--project=!postgres'] },
  postgres: { name: 'tests on PostgreSQL', parameters: ['--project=postgres'] },
} as const;

type Soak = { readonly seed: number };

/** With a seed, files and tests run in the random order that it stands for, and the long tests do all that they can. */
export const vitestTests = (selection: keyof typeof selections, words: readonly string[], soak?: Soak): Step => ({
  name: `${selections[selection].name}${soak ? ` with seed ${soak.seed}` : ''}`,
  run: async (follow) => {
    const progress = countProgress();
    follow(progress.text);
    const report = vitestReport(selection);
    const { code, output } = await runTool(
      'vitest',
      [
        'run',
        ...words,
        ...selections[selection].parameters,
        '--reporter=minimal',
        `--reporter=${reporter('vitest-progress')}`,
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...(words.length > 0 ? ['--passWithNoTests'] : []),
        ...(soak ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${soak.seed}`] : []),
      ],
      { ...(soak && { variables: { SOAK: '1' } }), onMessage: (message) => progress.hear(progressMessage.parse(message)) },
    );
    const content = readReport(report);
    const { counts, tests } = content === undefined ? {} : readVitest(content);
    if (words.length > 0 && code === 0 && counts?.passed === 0 && counts.skipped === 0) return { state: 'passed', says: 'none matches' };
    const { isGreen, says } = judgeTests(code, counts);
    return {
      state: isGreen ? 'passed' : 'failed',
      ...(counts && { counts }),
      ...(tests && { tests }),
      ...(says !== undefined && { says }),
      ...(!isGreen && { details: output }),
    };
  },
});

const countListed = async (words: readonly string[]): Promise<number> => {
  const { stdout } = await runTool('playwright', ['test', ...browserConfig, '--list', '--reporter=json', '--pass-with-no-tests', ...words]);
  return stdout.trim() === '' ? 0 : readPlaywright(JSON.parse(stdout)).tests.length;
};

/** Words as Playwright takes them: it reads regular expressions. */
const escaped = (words: readonly string[]): readonly string[] => words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** How many failed tests are run once more, with a trace: more than these have one cause, which one trace shows as well. */
const mostTraces = 10;

const browse = async (chromium: string, selected: readonly string[], follow: (text: () => string) => void): Promise<Outcome> => {
  const progress = countProgress();
  follow(progress.text);
  const output = path.join(resultsFolder, 'browser');
  const parameters = ['test', ...browserConfig, ...selected, `--output=${output}`];
  const variables = { CHROMIUM_PATH: chromium };
  const ended = await runTool('playwright', [...parameters, `--reporter=json,${reporter('playwright-progress')}`], {
    variables: { ...variables, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    onMessage: (message) => progress.hear(progressMessage.parse(message)),
  });
  const content = readReport(browserReport);
  if (content === undefined) return { state: 'failed', says: 'there is no report', details: ended.output };
  const { counts, tests, errors } = readPlaywright(content);
  const { isGreen, says } = judgeTests(ended.code, counts);
  if (isGreen) return { state: 'passed', counts, tests };
  const details = [...errors, describeFailures(tests)];
  if (counts.failed > 0 && counts.failed <= mostTraces) {
    follow(() => 'failed tests once more, with traces');
    await runTool('playwright', [...parameters, '--last-failed', '--trace=on', '--reporter=null'], { variables });
    details.push('What they do when run once more is in test-results/browser: npx playwright show-trace TRACE.ZIP');
  }
  return { state: 'failed', counts, tests, ...(says !== undefined && { says }), details: details.join('\n') };
};

/** The tests in a browser, each so many times, against the shop as it is built. */
export const browserTests = ({ words, mayInstall }: Options, hasBuilt: () => boolean, times = 1): Step => ({
  name: 'tests in a browser',
  run: async (follow) => {
    const leaveOut = async (says: string): Promise<Outcome> => ({
      state: 'left out',
      says,
      counts: { passed: 0, failed: 0, skipped: await countListed(escaped(words)) },
    });
    if (!hasBuilt()) return leaveOut('There is no build to test.');
    try {
      return await browse(findChromium({ mayInstall }), [...escaped(words), `--repeat-each=${times}`], follow);
    } catch (reason) {
      return leaveOut(reason instanceof Error ? reason.message : String(reason));
    }
  },
});

/** How many browser tests match the words. */
export const matchingBrowserTests = ({ words }: Options): Promise<number> => countListed(escaped(words));

/** Whether PostgreSQL's programs are here, or are now. */
export const providePostgres = ({ mayInstall }: Options): boolean => hasPostgres() || (mayInstall && installPostgres());

/** Says which tests do not run for want of PostgreSQL. Rows of one table count as one: to tell them apart they would have to be run. */
export const postgresLeftOut = ({ words }: Options): Step => ({
  name: selections.postgres.name,
  run: async () => {
    const { stdout } = await runTool('vitest', ['list', ...words, '--project=postgres', '--static-parse']);
    const skipped = stdout.split('\n').filter((line) => line.includes(' > ')).length;
    return {
      state: 'left out',
      says: 'PostgreSQL is not on this machine. “npm test -- --install” installs it, as root with apt.',
      counts: { passed: 0, failed: 0, skipped },
    };
  },
});

/** Whether each clause is proven by a test that ran and passed. */
export const clauses: Step = {
  name: 'clauses',
  run: async () => {
    const reports = readdirSync(resultsFolder).filter(isVitestReport);
    const { problems, leftOut, summary } = await checkClauses({
      vitestReports: reports.map((name) => path.join(resultsFolder, name)),
      ...(readReport(browserReport) !== undefined && { playwrightReport: browserReport }),
    });
    if (problems.length > 0) return { state: 'failed', says: summary, details: problems.join('\n') };
    // In CI, where nothing may be left out, a missing report of the browser is a failure.
    return leftOut > 0
      ? { state: 'left out', says: summary, counts: { passed: 0, failed: 0, skipped: leftOut } }
      : { state: 'passed', says: summary };
  },
};
