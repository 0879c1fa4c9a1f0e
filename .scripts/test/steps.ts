import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type EngineName, engineRequirements, findEngine } from '#scripts/browser-engines.ts';
import { findChromium } from '#scripts/chromium.ts';
import { checkClauses } from '#scripts/clauses.ts';
import { publicSeller } from '#scripts/public-shop.ts';
import { hasPostgres, installPostgres } from '#tests/support/postgres.ts';
import type { Options } from './options.ts';
import { browserReport, engineReport, isVitestReport, processReport, resultsFolder, vitestReport } from './paths.ts';
import { countProgress, progressMessage, type TestProgress } from './progress.ts';
import { describeFailures, leftOutReasons, readPlaywright, readReport, readVitest } from './reports.ts';
import { runTool, type Tool } from './run-tool.ts';
import { addLeftOut, evaluateTests, type StepOutcome } from './summary.ts';

export type Step = {
  readonly name: string;
  /** Runs the step. `reportProgress` takes a function that gives the current progress as text. */
  readonly run: (reportProgress: (text: () => string) => void) => Promise<StepOutcome>;
};

const browserConfig = 'e2e/playwright.config.ts';
const enginesConfig = 'e2e/engines/playwright.config.ts';
const reporter = (name: string): string => path.join(import.meta.dirname, `${name}.ts`);
const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** A step that runs one tool and passes on exit code 0; `showsLastLine` adds the tool's last line of output to the summary. */
const toolStep = (name: string, tool: Tool, parameters: readonly string[], { showsLastLine = false } = {}): Step => ({
  name,
  run: async () => {
    const { code, output } = await runTool(tool, parameters);
    if (code !== 0) return { state: 'failed', details: output };
    return { state: 'passed', ...(showsLastLine && { note: lastLine(output) }) };
  },
});

/** In one thread: several share less of the work, and the steps beside it need the other cores. */
export const types = ['src', 'server', '.'].map((project) =>
  toolStep(`types of ${project === '.' ? 'tests' : project}`, 'tsc', ['--project', project, '--singleThreaded']),
);
export const sourceChecks = [
  toolStep('format and lint', 'biome', ['check', '--error-on-warnings', '--diagnostic-level=warn']),
  toolStep('layers', 'tsx', ['.scripts/layers.ts']),
  toolStep('dead code', 'knip', []),
  toolStep('oldest browsers', 'tsx', ['.scripts/browser-names.ts']),
];
export const build = toolStep('build', 'tsx', ['server/build/build.ts']);
export const size = toolStep('size', 'tsx', ['.scripts/bundle-size.ts'], { showsLastLine: true });

/** Vitest projects that one run selects. `all` is one run instead of two, so that no core is idle in between. */
const selections = {
  all: { name: 'Vitest (Node, screens, PostgreSQL)', parameters: [] },
  node: { name: 'Vitest (Node, screens)', parameters: ['--project=!postgres'] },
  postgres: { name: 'Vitest (PostgreSQL)', parameters: ['--project=postgres'] },
} as const;

/** Longer than the limit of any test or hook, which does not end a test that never returns to the event loop. */
const maxQuietMs = 5 * 60_000;
const isStuck = ({ quietMs }: TestProgress): boolean => quietMs() > maxQuietMs;
const stuckOutcome = (progress: TestProgress, output: string): StepOutcome => ({
  state: 'failed',
  note: `stopped, because nothing happened for ${maxQuietMs / 60_000} minutes in ${progress.running().join(', ') || 'the set-up'}`,
  details: output,
});

type Soak = { readonly seed: number };

/** Runs Vitest. With a seed, files and tests run in random order, and tests that read SOAK run more iterations. */
export const vitestTests = (selection: keyof typeof selections, filters: readonly string[], soak?: Soak): Step => ({
  name: `${selections[selection].name}${soak ? ` with seed ${soak.seed}` : ''}`,
  run: async (reportProgress) => {
    const progress = countProgress();
    reportProgress(progress.text);
    const report = vitestReport(soak ? `${selection}-${soak.seed}` : selection);
    const { code, output, wasStuck } = await runTool(
      'vitest',
      [
        'run',
        ...filters,
        ...selections[selection].parameters,
        '--reporter=minimal',
        `--reporter=${reporter('vitest-progress')}`,
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...(filters.length > 0 ? ['--passWithNoTests'] : []),
        ...(soak ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${soak.seed}`] : []),
      ],
      {
        ...(soak && { env: { SOAK: '1' } }),
        onMessage: (message) => progress.record(progressMessage.parse(message)),
        isStuck: () => isStuck(progress),
      },
    );
    if (wasStuck) return stuckOutcome(progress, output);
    const content = readReport(report);
    const { counts, tests } = content === undefined ? {} : readVitest(content);
    if (filters.length > 0 && code === 0 && counts?.passed === 0 && counts.skipped === 0)
      return { state: 'passed', note: 'no test file matches' };
    const { isSuccess, note } = evaluateTests(code, counts);
    return {
      state: isSuccess ? 'passed' : 'failed',
      ...(counts && { counts }),
      ...(tests && { tests }),
      ...(note !== undefined && { note }),
      ...(!isSuccess && { details: output }),
    };
  },
});

const countListed = async (config: string, selected: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> => {
  const parameters = ['test', '--config', config, '--list', '--reporter=json', '--pass-with-no-tests', ...selected];
  const { stdout } = await runTool('playwright', parameters, { env });
  return stdout.trim() === '' ? 0 : readPlaywright(JSON.parse(stdout)).tests.length;
};

/** Filters for Playwright, which reads them as regular expressions. */
const escapeRegExps = (filters: readonly string[]): readonly string[] =>
  filters.map((filter) => filter.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** Maximum number of failed tests to rerun with a trace: more failures usually share one cause. */
const maxTraces = 10;

type PlaywrightRun = {
  readonly config: string;
  readonly selected: readonly string[];
  readonly report: string;
  /** Folder for screenshots, below `resultsFolder`; traces are in one of their own beside it. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether failed tests are rerun with traces; the Firefox and WebKit drivers record none. */
  readonly hasTraces?: boolean;
};

const runPlaywright = async (
  { config, selected, report, folder, env = {}, hasTraces = false }: PlaywrightRun,
  reportProgress: (text: () => string) => void,
): Promise<StepOutcome> => {
  const progress = countProgress();
  reportProgress(progress.text);
  const parameters = ['test', '--config', config, ...selected];
  const output = path.join(resultsFolder, folder);
  const result = await runTool('playwright', [...parameters, `--output=${output}`, `--reporter=json,${reporter('playwright-progress')}`], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    onMessage: (message) => progress.record(progressMessage.parse(message)),
    isStuck: () => isStuck(progress),
  });
  if (result.wasStuck) return stuckOutcome(progress, result.output);
  const content = readReport(report);
  if (content === undefined) return { state: 'failed', note: 'no report was written', details: result.output };
  const { counts, tests, errors } = readPlaywright(content);
  const { isSuccess, note } = evaluateTests(result.code, counts);
  const reasons = leftOutReasons(result.output);
  const all = reasons.length > 0 ? await countListed(config, selected, { E2E_LIST_ALL: '1' }) : 0;
  if (isSuccess) return addLeftOut({ state: 'passed', counts, tests }, reasons, all);
  const details = [...errors, describeFailures(tests)];
  if (hasTraces && counts.failed > 0 && counts.failed <= maxTraces) {
    reportProgress(() => 'rerunning failed tests with traces');
    // A run empties its folder first, and the first run's has the screenshots of what failed.
    const rerun = [`--output=${output}-traces`, '--last-failed', `--last-failed-file=${path.join(output, '.last-run.json')}`];
    await runTool('playwright', [...parameters, ...rerun, '--trace=on', '--reporter=null'], { env });
    details.push(`Traces of a rerun are in test-results/${folder}-traces: npx playwright show-trace TRACE.ZIP`);
  }
  return addLeftOut({ state: 'failed', counts, tests, ...(note !== undefined && { note }), details: details.join('\n') }, reasons, all);
};

/** A skipped step with its reason and the number of tests it would have run. */
const skipTests = async (
  note: string,
  config: string,
  selected: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StepOutcome> => ({
  state: 'skipped',
  note,
  counts: { passed: 0, failed: 0, skipped: await countListed(config, selected, env) },
});

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

/** Playwright tests in Chromium against the built shop, each repeated `times` times. */
export const browserTests = ({ filters, canInstall }: Options, hasBuilt: () => boolean, times = 1): Step => ({
  name: 'Playwright (Chromium)',
  run: async (reportProgress) => {
    if (!hasBuilt()) return skipTests('The build failed.', browserConfig, escapeRegExps(filters));
    try {
      const env = { CHROMIUM_PATH: findChromium({ canInstall }) };
      const selected = [...escapeRegExps(filters), `--repeat-each=${times}`];
      const run = { config: browserConfig, selected, report: browserReport, folder: 'browser', env, hasTraces: true };
      return await runPlaywright(run, reportProgress);
    } catch (reason) {
      return skipTests(messageOf(reason), browserConfig, escapeRegExps(filters));
    }
  },
});

/** Number of Playwright tests that match the filters. */
export const countBrowserTests = ({ filters }: Options): Promise<number> => countListed(browserConfig, escapeRegExps(filters));

/** Journeys in Firefox or WebKit, filtered by title. */
export const engineTests = (engine: EngineName, { filters, canInstall }: Pick<Options, 'filters' | 'canInstall'>): Step => ({
  name: `Playwright (${engineRequirements[engine].title})`,
  run: async (reportProgress) => {
    const selected = [`--project=${engine}`, ...(filters.length > 0 ? [`--grep=/${escapeRegExps(filters).join('|')}/i`] : [])];
    try {
      findEngine(engine, { canInstall });
    } catch (reason) {
      return skipTests(messageOf(reason), enginesConfig, selected);
    }
    if (filters.length > 0 && (await countListed(enginesConfig, selected)) === 0)
      return { state: 'failed', note: `no test title contains “${filters.join('” or “')}”` };
    return runPlaywright({ config: enginesConfig, selected, report: engineReport(engine), folder: engine }, reportProgress);
  },
});

/** Whether PostgreSQL is installed, installing it if allowed. */
export const ensurePostgres = ({ canInstall }: Options): boolean => hasPostgres() || (canInstall && installPostgres());

const noPostgres = 'PostgreSQL is not installed. Run “npm test -- --install” as root to install it with apt.';

/**
 * Journeys in Chromium, filtered by path, where each shop is two processes that share nothing but a PostgreSQL database. Such a shop is public:
 * the run builds the storefront with a seller who is not the sample's, and the next build is made with the usual settings again.
 */
export const processTests = (options: Options): Step => ({
  name: 'Playwright (Chromium, two processes)',
  run: async (reportProgress) => {
    const processes = { E2E_PROCESSES: '2', ...publicSeller };
    const selected = escapeRegExps(options.filters);
    if (!ensurePostgres(options)) return skipTests(noPostgres, browserConfig, selected, processes);
    try {
      const env = { ...processes, CHROMIUM_PATH: findChromium(options) };
      if ((await countListed(browserConfig, selected, processes)) === 0)
        return { state: 'failed', note: `no journey has “${options.filters.join('” or “')}” in its path` };
      const run = { config: browserConfig, selected, report: processReport, folder: 'processes', env, hasTraces: true };
      return await runPlaywright(run, reportProgress);
    } catch (reason) {
      return skipTests(messageOf(reason), browserConfig, selected, processes);
    }
  },
});

/** Skipped step for the PostgreSQL tests. Each `test.each` counts as one test: its rows are known only when it runs. */
export const skipPostgres = ({ filters }: Options): Step => ({
  name: selections.postgres.name,
  run: async () => {
    const { stdout } = await runTool('vitest', ['list', ...filters, '--project=postgres', '--static-parse']);
    const skipped = stdout.split('\n').filter((line) => line.includes(' > ')).length;
    return {
      state: 'skipped',
      note: noPostgres,
      counts: { passed: 0, failed: 0, skipped },
    };
  },
});

/** Checks that each clause (tests/clauses.ts) is proven by a passed test of this run. */
export const clauses: Step = {
  name: 'clauses',
  run: async () => {
    const reports = readdirSync(resultsFolder).filter(isVitestReport);
    const { problems, skipped, summary } = await checkClauses({
      vitestReports: reports.map((name) => path.join(resultsFolder, name)),
      ...(readReport(browserReport) !== undefined && { playwrightReport: browserReport }),
    });
    if (problems.length > 0) return { state: 'failed', note: summary, details: problems.join('\n') };
    // In CI a skipped step is a failure, so a missing Playwright report fails the run.
    return skipped > 0
      ? { state: 'skipped', note: summary, counts: { passed: 0, failed: 0, skipped } }
      : { state: 'passed', note: summary };
  },
};
