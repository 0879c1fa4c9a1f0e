import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTypeScript from 'dependency-cruiser/config-utl/extract-ts-config';

const house = fileURLToPath(new URL('..', import.meta.url));
const walls = ['src', 'server'];

/** What the layer check found: broken rules by name, and files that it should have read but did not. */
export type LayerReport = {
  readonly read: number;
  readonly offences: readonly { readonly rule: string; readonly from: string; readonly to: string }[];
  readonly unread: readonly string[];
};

const sourcesIn = (root: string): string[] =>
  walls.flatMap((wall) =>
    readdirSync(path.join(root, wall), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(wall, name.split(path.sep).join('/')))
      .filter((name) => /\.tsx?$/.test(name)),
  );

/**
 * Holds the sources below `root` against the rules of `.dependency-cruiser.mjs`. Beside a compiler that it cannot use, the tool
 * reads no TypeScript and is content; so every source is expected among the modules it read.
 */
export const checkLayers = async (root: string): Promise<LayerReport> => {
  const options = await extractOptions(path.join(house, '.dependency-cruiser.mjs'));
  const tsConfig = extractTypeScript(path.join(house, 'tsconfig.json'));
  const { output } = await cruise(walls, { ...options, baseDir: root }, undefined, { tsConfig });
  if (typeof output === 'string') throw new Error(output);
  const read = new Set(output.modules.map(({ source }) => source));
  return {
    read: read.size,
    offences: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    unread: sourcesIn(root).filter((name) => !read.has(name)),
  };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { read, offences, unread } = await checkLayers(house);
  for (const { rule, from, to } of offences) console.error(from === to ? `${rule}: ${from}` : `${rule}: ${from} → ${to}`);
  for (const name of unread) console.error(`not read: ${name}`);
  console.log(`${read} modules read, ${offences.length} offences, ${unread.length} left unread`);
  if (offences.length + unread.length > 0) process.exitCode = 1;
}
