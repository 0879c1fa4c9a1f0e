import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTypeScript from 'dependency-cruiser/config-utl/extract-ts-config';

const rootFolder = fileURLToPath(new URL('..', import.meta.url));
const sourceFolders = ['src', 'server'];

/** Number of analysed modules, violations of layer rules, and source files that were not analysed. */
export type LayerReport = {
  readonly analysed: number;
  readonly violations: readonly { readonly rule: string; readonly from: string; readonly to: string }[];
  readonly notAnalysed: readonly string[];
};

const sourcesIn = (root: string): string[] =>
  sourceFolders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .filter((name) => /\.tsx?$/.test(name)),
  );

/**
 * Checks the sources below `root` against `.dependency-cruiser.mjs`. With an unsupported TypeScript version dependency-cruiser analyses
 * no TypeScript file and reports success, so every source file must be among the analysed modules.
 */
export const checkLayers = async (root: string): Promise<LayerReport> => {
  const options = await extractOptions(path.join(rootFolder, '.dependency-cruiser.mjs'));
  const tsConfig = extractTypeScript(path.join(rootFolder, 'tsconfig.json'));
  const { output } = await cruise(sourceFolders, { ...options, baseDir: root }, undefined, { tsConfig });
  if (typeof output === 'string') throw new Error(output);
  const analysed = new Set(output.modules.map(({ source }) => source));
  return {
    analysed: analysed.size,
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    notAnalysed: sourcesIn(root).filter((name) => !analysed.has(name)),
  };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { analysed, violations, notAnalysed } = await checkLayers(rootFolder);
  for (const { rule, from, to } of violations) console.error(from === to ? `${rule}: ${from}` : `${rule}: ${from} → ${to}`);
  for (const name of notAnalysed) console.error(`not analysed: ${name}`);
  console.log(`${analysed} modules analysed, ${violations.length} violations, ${notAnalysed.length} not analysed`);
  if (violations.length + notAnalysed.length > 0) process.exitCode = 1;
}
