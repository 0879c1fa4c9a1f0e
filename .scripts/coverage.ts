import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { hasPostgres } from '#tests/support/postgres.ts';
import { resultsFolder } from './test/paths.ts';

// `npm run coverage`: which lines and branches Vitest's tests run. What only a browser or a child process runs is not seen.
const folder = path.join(resultsFolder, 'coverage');
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

const share = z.object({ total: z.number(), covered: z.number() });
const files = z.record(z.string(), z.object({ lines: share, branches: share }));
type Shares = z.infer<typeof files>[string];

const summary = files.parse(JSON.parse(readFileSync(path.join(folder, 'coverage-summary.json'), 'utf8')));
/** The second folder of `src`, which are its layers, or of `server`. */
const layerOf = (file: string): string => path.relative('.', file).split(path.sep).slice(0, 2).join('/');

const layers = new Map<string, Shares[]>();
for (const [file, shares] of Object.entries(summary)) {
  const layer = file === 'total' ? 'all' : layerOf(file);
  layers.set(layer, [...(layers.get(layer) ?? []), shares]);
}

const percent = (shares: readonly z.infer<typeof share>[]): string => {
  const [total, covered] = [shares.reduce((sum, each) => sum + each.total, 0), shares.reduce((sum, each) => sum + each.covered, 0)];
  return total === 0 ? '      -' : `${((covered / total) * 100).toFixed(1).padStart(5)} %`;
};
for (const [layer, shares] of [...layers].toSorted(([one], [other]) => one.localeCompare(other)))
  console.log(
    `${layer.padEnd(24)} lines ${percent(shares.map(({ lines }) => lines))}   branches ${percent(shares.map(({ branches }) => branches))}`,
  );
console.log(`Line by line: ${path.relative('.', path.join(folder, 'index.html'))}`);
process.exitCode = status ?? 1;
