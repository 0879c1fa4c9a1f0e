import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { equivalentMutants } from './mutants/equivalent-mutants.ts';
import { scopes } from './mutants/scopes.ts';
import { printTable } from './statistics.ts';
import { requireSignals } from './test/options.ts';
import { resultsFolder, rootFolder } from './test/paths.ts';

// `npm run mutants`: mutation tests with Stryker. `-- contract orders` runs these scopes (mutants/scopes.ts) only; `--incremental` reuses
// earlier results of code that has not changed.

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const minScore = 85;
const cache = path.join(rootFolder, '.cache', 'mutants');
const reports = path.join(resultsFolder, 'mutants');

requireSignals(process.platform);
const argv = process.argv.slice(2);
const isIncremental = argv.includes('--incremental');
const requested = argv.filter((argument) => argument !== '--incremental');
const unknown = requested.filter((name) => !(name in scopes));
if (unknown.length > 0) {
  console.log(`Unknown scope ${unknown.join(', ')}. Scopes: ${Object.keys(scopes).join(', ')}.`);
  process.exit(1);
}

await mkdir(cache, { recursive: true });
const workFolder = await mkdtemp(path.join(cache, 'run-'));

/** The files of a pattern: one file, or all sources of a folder. */
const filesOf = (pattern: string): string[] => {
  const folder = path.dirname(pattern);
  if (path.basename(pattern) !== '*.ts') return [pattern];
  return readdirSync(path.join(rootFolder, folder)).flatMap((name) => (name.endsWith('.ts') ? [`${folder}/${name}`] : []));
};

const runScope = (name: string, { mutate, tests }: (typeof scopes)[string]): Promise<Mutant[]> => {
  process.env.MUTANTS_TESTS = tests.join('\n');
  process.env.MUTANTS_FILES = mutate.flatMap(filesOf).join('\n');
  return new Stryker({
    mutate: [...mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // `related` works in a process's first Vitest run only: later mutants would run no tests.
    vitest: { configFile: '.scripts/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    disableBail: true,
    // One mutant at a time: this also runs on developers' machines.
    concurrency: 1,
    // Generous: a slow run on a busy machine must not count as a detected endless loop.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 20,
    // Copy only what the tests read; node_modules is symlinked by Stryker.
    ignorePatterns: [
      '**',
      '!package.json',
      '!tsconfig.json',
      ...['src', 'server', 'tests', 'public', '.scripts'].map((folder) => `!${folder}/**`),
    ],
    disableTypeChecks: false,
    tempDirName: path.join(workFolder, 'sandboxes'),
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

/** Original source of a mutant, on one line. */
const sourceOf = ({ fileName, location: { start, end } }: Mutant): string => {
  const lines = linesOf(fileName).slice(start.line - 1, end.line);
  const last = (lines.at(-1) ?? '').slice(0, end.column - 1);
  const whole = [...lines.slice(0, -1), last].join('\n');
  return onOneLine(whole.slice(start.column - 1));
};

const relativePath = (file: string): string => path.relative(rootFolder, file).split(path.sep).join('/');
const isUndetected = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

const describeChange = (mutant: Mutant) => ({
  file: relativePath(mutant.fileName),
  mutator: mutant.mutatorName,
  from: sourceOf(mutant),
  to: onOneLine(mutant.replacement ?? ''),
});
const keyOf = ({ file, mutator, from, to }: ReturnType<typeof describeChange>): string => [file, mutator, from, to].join('\n');
const reasons = new Map(equivalentMutants.map((each) => [keyOf(each), each.reason]));
/** Why a mutant is equivalent to the original; undefined when it is not listed as such. */
const reasonOf = (mutant: Mutant): string | undefined => reasons.get(keyOf(describeChange(mutant)));

const scoreOf = (mutants: readonly Mutant[]): number => {
  const detected = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const undetected = mutants.filter((mutant) => isUndetected(mutant) && reasonOf(mutant) === undefined).length;
  return detected + undetected === 0 ? 100 : (detected / (detected + undetected)) * 100;
};

const rowOf = (name: string, mutants: readonly Mutant[]): string[] => {
  const count = (...statuses: readonly Mutant['status'][]) => String(mutants.filter(({ status }) => statuses.includes(status)).length);
  const equivalent = mutants.filter((mutant) => isUndetected(mutant) && reasonOf(mutant) !== undefined).length;
  return [
    name,
    count('Killed'),
    count('Timeout'),
    count('Survived'),
    count('NoCoverage'),
    String(equivalent),
    count('RuntimeError', 'CompileError'),
    `${scoreOf(mutants).toFixed(1)} %`,
  ];
};

const describeMutant = (mutant: Mutant): string => {
  const { file, mutator, from, to } = describeChange(mutant);
  const note = mutant.status === 'NoCoverage' ? ' (not covered)' : '';
  return `${file}:${mutant.location.start.line}:${mutant.location.start.column} ${mutator}${note}\n    - ${from}\n    + ${to}`;
};

const byScope = new Map<string, readonly Mutant[]>();
await mkdir(path.join(workFolder, 'tmp'));
// Runs killed because their mutant never ends leave files in the temporary folder: it is deleted with the work folder.
for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = path.join(workFolder, 'tmp');
try {
  for (const [name, scope] of Object.entries(scopes)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    const started = performance.now();
    console.log(`\n${name}: ${scope.mutate.join(' ')}`);
    byScope.set(name, await runScope(name, scope));
    console.log(`${name} took ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
  }
} finally {
  await rm(workFolder, { recursive: true, force: true });
}

const allMutants = [...byScope.values()].flat();
const byFile = new Map<string, Mutant[]>();
for (const mutant of allMutants) byFile.set(relativePath(mutant.fileName), [...(byFile.get(relativePath(mutant.fileName)) ?? []), mutant]);
const undetected = allMutants.filter(isUndetected);
const survivors = undetected.filter((mutant) => reasonOf(mutant) === undefined);
const undetectedKeys = new Set(undetected.map((mutant) => keyOf(describeChange(mutant))));
const obsolete = equivalentMutants.filter((each) => byFile.has(each.file) && !undetectedKeys.has(keyOf(each)));

console.log(`\nSurvivors: ${survivors.length}`);
for (const mutant of survivors) console.log(describeMutant(mutant));
console.log(`\nListed as equivalent: ${undetected.length - survivors.length}`);
for (const mutant of undetected) if (reasonOf(mutant) !== undefined) console.log(`${describeMutant(mutant)}\n    ${reasonOf(mutant)}`);
if (obsolete.length > 0) console.log('\nListed as equivalent, but no such mutant survives:');
for (const each of obsolete) console.log(`${each.file} ${each.mutator}\n    - ${each.from}\n    + ${each.to}`);

printTable(
  ['file', 'killed', 'timed out', 'survived', 'not covered', 'equivalent', 'errors', 'score'],
  [
    ...[...byFile].toSorted(([one], [other]) => one.localeCompare(other)).map(([name, mutants]) => rowOf(name, mutants)),
    ...[...byScope].map(([name, mutants]) => rowOf(`scope ${name}`, mutants)),
    rowOf('all', allMutants),
  ],
);
const tooLow = [...byScope].flatMap(([name, mutants]) => (scoreOf(mutants) < minScore ? [name] : []));
console.log(`\nMutation score ${scoreOf(allMutants).toFixed(1)} %, minimum ${minScore} % in each scope. Report: ${relativePath(reports)}`);
if (tooLow.length > 0) console.log(`Below it: ${tooLow.join(', ')}`);
if (allMutants.length === 0 || tooLow.length > 0 || obsolete.length > 0) process.exitCode = 1;
