import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { judged } from './mutants/equivalent-mutants.ts';
import { scopes } from './mutants/scopes.ts';
import { table } from './statistics.ts';
import { house, resultsFolder } from './test/paths.ts';

// `npm run mutants`: changes the code in small ways, one at a time, and sees whether a test notices. `-- contract orders` names scopes;
// with `--incremental` what was found in an earlier run and has not changed since is taken over.

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const leastScore = 85;
const cache = path.join(house, '.cache', 'mutants');
const reports = path.join(resultsFolder, 'mutants');

const argv = process.argv.slice(2);
const isIncremental = argv.includes('--incremental');
const asked = argv.filter((word) => word !== '--incremental');
const unknown = asked.filter((name) => !(name in scopes));
if (unknown.length > 0) {
  console.log(`There is no scope ${unknown.join(', ')}. There are: ${Object.keys(scopes).join(', ')}.`);
  process.exit(1);
}

await mkdir(cache, { recursive: true });
const work = await mkdtemp(path.join(cache, 'run-'));

const runScope = (name: string, { mutate, tests }: (typeof scopes)[string]): Promise<Mutant[]> => {
  process.env.MUTANTS_TESTS = tests.join('\n');
  return new Stryker({
    mutate: [...mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Vitest finds related tests in the first run of a process only: later mutants would be asked of none.
    vitest: { configFile: '.scripts/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    disableBail: true,
    // The machine may be somebody's: one mutant at a time.
    concurrency: 1,
    // A busy machine is slow and is no endless loop, which would count as noticed.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 20,
    // Node's packages are linked, not copied; of ours only what the tests read.
    ignorePatterns: [
      '**',
      '!package.json',
      '!tsconfig.json',
      ...['src', 'server', 'tests', 'public', '.scripts'].map((own) => `!${own}/**`),
    ],
    disableTypeChecks: false,
    tempDirName: path.join(work, 'sandboxes'),
    cleanTempDir: 'always',
    incremental: isIncremental,
    incrementalFile: path.join(cache, `${name}.json`),
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'html', 'json'],
    htmlReporter: { fileName: path.join(reports, `${name}.html`) },
    jsonReporter: { fileName: path.join(reports, `${name}.json`) },
    allowConsoleColors: false,
  }).runMutationTest();
};

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const sources = new Map<string, readonly string[]>();
const linesOf = (file: string): readonly string[] => {
  const lines = sources.get(file) ?? readFileSync(file, 'utf8').split('\n');
  sources.set(file, lines);
  return lines;
};

/** What stands in the source where a mutant stood. */
const originalOf = ({ fileName, location: { start, end } }: Mutant): string => {
  const lines = linesOf(fileName).slice(start.line - 1, end.line);
  const last = (lines.at(-1) ?? '').slice(0, end.column - 1);
  const whole = [...lines.slice(0, -1), last].join('\n');
  return onOneLine(whole.slice(start.column - 1));
};

const nameOf = (file: string): string => path.relative(house, file).split(path.sep).join('/');
const isMissed = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

const asJudgement = (mutant: Mutant) => ({
  file: nameOf(mutant.fileName),
  mutator: mutant.mutatorName,
  from: originalOf(mutant),
  to: onOneLine(mutant.replacement ?? ''),
});
const keyOf = ({ file, mutator, from, to }: ReturnType<typeof asJudgement>): string => [file, mutator, from, to].join('\n');
const reasons = new Map(judged.map((each) => [keyOf(each), each.why]));
const reasonOf = (mutant: Mutant): string | undefined => reasons.get(keyOf(asJudgement(mutant)));

const scoreOf = (mutants: readonly Mutant[]): number => {
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const missed = mutants.filter((mutant) => isMissed(mutant) && reasonOf(mutant) === undefined).length;
  return noticed + missed === 0 ? 100 : (noticed / (noticed + missed)) * 100;
};

const rowOf = (name: string, mutants: readonly Mutant[]): string[] => {
  const count = (...statuses: readonly Mutant['status'][]) => String(mutants.filter(({ status }) => statuses.includes(status)).length);
  const harmless = mutants.filter((mutant) => isMissed(mutant) && reasonOf(mutant) !== undefined).length;
  return [
    name,
    count('Killed'),
    count('Timeout'),
    count('Survived'),
    count('NoCoverage'),
    String(harmless),
    count('RuntimeError', 'CompileError'),
    `${scoreOf(mutants).toFixed(1)} %`,
  ];
};

const describe = (mutant: Mutant): string => {
  const { file, mutator, from, to } = asJudgement(mutant);
  const note = mutant.status === 'NoCoverage' ? ' (no test runs it)' : '';
  return `${file}:${mutant.location.start.line}:${mutant.location.start.column} ${mutator}${note}\n    - ${from}\n    + ${to}`;
};

const found: Mutant[] = [];
await mkdir(path.join(work, 'tmp'));
// A test run that is ended by force, because its mutant never does, leaves its files here.
for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = path.join(work, 'tmp');
try {
  for (const [name, scope] of Object.entries(scopes)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const started = performance.now();
    console.log(`\n${name}: ${scope.mutate.join(' ')}`);
    found.push(...(await runScope(name, scope)));
    console.log(`${name} took ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
  }
} finally {
  await rm(work, { recursive: true, force: true });
}

const files = new Map<string, Mutant[]>();
for (const mutant of found) files.set(nameOf(mutant.fileName), [...(files.get(nameOf(mutant.fileName)) ?? []), mutant]);
const missed = found.filter(isMissed);
const survivors = missed.filter((mutant) => reasonOf(mutant) === undefined);
const seen = new Set(missed.map((mutant) => keyOf(asJudgement(mutant))));
const stale = judged.filter((each) => files.has(each.file) && !seen.has(keyOf(each)));

console.log(`\nSurvivors: ${survivors.length}`);
for (const mutant of survivors) console.log(describe(mutant));
console.log(`\nSurvivors judged harmless: ${missed.length - survivors.length}`);
for (const mutant of missed) if (reasonOf(mutant) !== undefined) console.log(`${describe(mutant)}\n    ${reasonOf(mutant)}`);
if (stale.length > 0) console.log('\nJudged, but no such mutant survives:');
for (const each of stale) console.log(`${each.file} ${each.mutator}\n    - ${each.from}\n    + ${each.to}`);

table(
  ['file', 'killed', 'timed out', 'survived', 'not run', 'judged', 'errors', 'score'],
  [
    ...[...files].toSorted(([one], [other]) => one.localeCompare(other)).map(([name, mutants]) => rowOf(name, mutants)),
    rowOf('all', found),
  ],
);
const score = scoreOf(found);
console.log(`\nMutation score ${score.toFixed(1)} %, at least ${leastScore} % is asked for. Line by line: ${nameOf(reports)}`);
if (found.length === 0 || score < leastScore || stale.length > 0) process.exitCode = 1;
