import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { hasPostgres } from '#tests/support/postgres.ts';
import { resultsFolder } from './test/paths.ts';

// `npm run coverage`: lines and branches covered by Vitest. Code that runs only in a browser or a child process is not counted.
const folder = path.join(resultsFolder, 'coverage');
const summaryFile = path.join(folder, 'coverage-summary.json');
rmSync(folder, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...(hasPostgres() ? [] : ['--project=!postgres']),
    ...process.argv.slice(2),
    '--reporter=minimal',
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.include=src/**/*.{ts,tsx}',
    '--coverage.include=server/**/*.ts',
    '--coverage.reporter=json-summary',
    '--coverage.reporter=html',
    '--coverage.reportOnFailure',
    `--coverage.reportsDirectory=${folder}`,
  ],
  { stdio: 'inherit' },
);

// Vitest has printed why it could not start.
if (!existsSync(summaryFile)) process.exit(1);

const counter = z.object({ total: z.number(), covered: z.number() });
const files = z.record(z.string(), z.object({ lines: counter, branches: counter }));
type FileCoverage = z.infer<typeof files>[string];

const summary = files.parse(JSON.parse(readFileSync(summaryFile, 'utf8')));
/** The layer of a file: its first two folders, e.g. "src/features" or "server/domain". */
const layerOf = (file: string): string => path.relative('.', file).split(path.sep).slice(0, 2).join('/');

const layers = new Map<string, FileCoverage[]>();
for (const [file, fileCoverage] of Object.entries(summary)) {
  const layer = file === 'total' ? 'all' : layerOf(file);
  layers.set(layer, [...(layers.get(layer) ?? []), fileCoverage]);
}

const percent = (counters: readonly z.infer<typeof counter>[]): string => {
  const total = counters.reduce((sum, each) => sum + each.total, 0);
  const covered = counters.reduce((sum, each) => sum + each.covered, 0);
  return total === 0 ? '      -' : `${((covered / total) * 100).toFixed(1).padStart(5)} %`;
};
for (const [layer, covered] of [...layers].toSorted(([one], [other]) => one.localeCompare(other)))
  console.log(
    `${layer.padEnd(24)} lines ${percent(covered.map(({ lines }) => lines))}   branches ${percent(covered.map(({ branches }) => branches))}`,
  );
console.log(`Line by line: ${path.relative('.', path.join(folder, 'index.html'))}`);
process.exitCode = status ?? 1;
