import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type EngineName, findEngine, kinds } from '#scripts/browser-engines.ts';
import { findChromium } from '#scripts/chromium.ts';
import { checkClauses } from '#scripts/clauses.ts';
import { hasPostgres, installPostgres } from '#tests/support/postgres.ts';
import type { Options } from './options.ts';
import { browserReport, engineReport, isVitestReport, resultsFolder, vitestReport } from './paths.ts';
import { countProgress, progressMessage } from './progress.ts';
import { describeFailures, readPlaywright, readReport, readVitest } from './reports.ts';
import { runTool, type Tool } from './run-tool.ts';
import { judgeTests, type Outcome } from './summary.ts';

export type Step = {
  readonly name: string;
  /** Runs the step; what it is at can be followed through the given function. */
  readonly run: (follow: (text: () => string) => void) => Promise<Outcome>;
};

const browserConfig = 'e2e/playwright.config.ts';
const enginesConfig = 'e2e/engines/playwright.config.ts';
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
export const size = check('size', 'tsx', ['.scripts/bundle-size.ts'], { isTold: true });

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

const countListed = async (config: string, selected: readonly string[]): Promise<number> => {
  const parameters = ['test', '--config', config, '--list', '--reporter=json', '--pass-with-no-tests', ...selected];
  const { stdout } = await runTool('playwright', parameters);
  return stdout.trim() === '' ? 0 : readPlaywright(JSON.parse(stdout)).tests.length;
};

/** Words as Playwright takes them: it reads regular expressions. */
const escaped = (words: readonly string[]): readonly string[] => words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** How many failed tests are run once more, with a trace: more than these have one cause, which one trace shows as well. */
const mostTraces = 10;

type PlaywrightRun = {
  readonly config: string;
  readonly selected: readonly string[];
  readonly report: string;
  /** Where what failed tests leave behind lies, in the folder of all results. */
  readonly folder: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether there is a trace to be had of a failed test. */
  readonly hasTraces?: boolean;
};

const runPlaywright = async (
  { config, selected, report, folder, variables = {}, hasTraces = false }: PlaywrightRun,
  follow: (text: () => string) => void,
): Promise<Outcome> => {
  const progress = countProgress();
  follow(progress.text);
  const parameters = ['test', '--config', config, ...selected, `--output=${path.join(resultsFolder, folder)}`];
  const ended = await runTool('playwright', [...parameters, `--reporter=json,${reporter('playwright-progress')}`], {
    variables: { ...variables, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    onMessage: (message) => progress.hear(progressMessage.parse(message)),
  });
  const content = readReport(report);
  if (content === undefined) return { state: 'failed', says: 'there is no report', details: ended.output };
  const { counts, tests, errors } = readPlaywright(content);
  const { isGreen, says } = judgeTests(ended.code, counts);
  if (isGreen) return { state: 'passed', counts, tests };
  const details = [...errors, describeFailures(tests)];
  if (hasTraces && counts.failed > 0 && counts.failed <= mostTraces) {
    follow(() => 'failed tests once more, with traces');
    await runTool('playwright', [...parameters, '--last-failed', '--trace=on', '--reporter=null'], { variables });
    details.push(`What they do when run once more is in test-results/${folder}: npx playwright show-trace TRACE.ZIP`);
  }
  return { state: 'failed', counts, tests, ...(says !== undefined && { says }), details: details.join('\n') };
};

/** Leaves tests out by name, and says why and how many. */
const leaveOut = async (says: string, config: string, selected: readonly string[]): Promise<Outcome> => ({
  state: 'left out',
  says,
  counts: { passed: 0, failed: 0, skipped: await countListed(config, selected) },
});

const sentenceOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

/** The tests in a browser, each so many times, against the shop as it is built. */
export const browserTests = ({ words, mayInstall }: Options, hasBuilt: () => boolean, times = 1): Step => ({
  name: 'tests in a browser',
  run: async (follow) => {
    if (!hasBuilt()) return leaveOut('There is no build to test.', browserConfig, escaped(words));
    try {
      const variables = { CHROMIUM_PATH: findChromium({ mayInstall }) };
      const selected = [...escaped(words), `--repeat-each=${times}`];
      const run = { config: browserConfig, selected, report: browserReport, folder: 'browser', variables, hasTraces: true };
      return await runPlaywright(run, follow);
    } catch (reason) {
      return leaveOut(sentenceOf(reason), browserConfig, escaped(words));
    }
  },
});

/** How many browser tests match the words. */
export const matchingBrowserTests = ({ words }: Options): Promise<number> => countListed(browserConfig, escaped(words));

/** The journeys that pass in every engine, as far as their titles have one of the words. */
export const engineTests = (engine: EngineName, { words, mayInstall }: Pick<Options, 'words' | 'mayInstall'>): Step => ({
  name: `journeys in ${kinds[engine].title}`,
  run: async (follow) => {
    const selected = [`--project=${engine}`, ...(words.length > 0 ? [`--grep=/${escaped(words).join('|')}/i`] : [])];
    try {
      findEngine(engine, { mayInstall });
    } catch (reason) {
      return leaveOut(sentenceOf(reason), enginesConfig, selected);
    }
    if (words.length > 0 && (await countListed(enginesConfig, selected)) === 0)
      return { state: 'failed', says: `no journey has “${words.join('” or “')}” in its title` };
    return runPlaywright({ config: enginesConfig, selected, report: engineReport(engine), folder: engine }, follow);
  },
});

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
