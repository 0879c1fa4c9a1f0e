import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { entries, landings } from './chunk-groups.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const limits = { js: 150, css: 20 } as const;

const manifest = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.array(z.string()).default([]), imports: z.array(z.string()).default([]) }),
);

/** One file of a first load, and its kilobytes after gzip. */
type Part = { readonly file: string; readonly size: number };

/** What one landing fetches first, in kilobytes after gzip. */
export type FirstLoad = {
  readonly landing: string;
  readonly js: number;
  readonly css: number;
  readonly parts: readonly Part[];
};

/** Kilobytes of a built file after gzip, by its path below `dist/`. */
export const sizeOf = (file: string): number => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length / 1000;

const weigh = (files: ReadonlySet<string>): Part[] => [...files].map((file) => ({ file, size: sizeOf(file) }));

const sum = (parts: readonly Part[]): number => parts.reduce((total, { size }) => total + size, 0);

const readManifest = () => manifest.parse(JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')));

/** The files that the document's own script brings along: each of them would come before the first view's styles and pictures. */
const filesOfDocument = (): readonly string[] => readManifest()['index.html']?.imports ?? [];

/** What each landing needs at first: the entries, its screen, and everything that those import statically. */
export const firstLoads = (): FirstLoad[] => {
  const chunks = readManifest();
  return Object.entries(landings).map(([landing, screen]) => {
    const [scripts, styles, visited] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const visit = (key: string): void => {
      const chunk = chunks[key];
      if (!chunk) throw new Error(`The build has no ${key}: mend the lists of entries and landings.`);
      if (visited.has(key)) return;
      visited.add(key);
      scripts.add(chunk.file);
      for (const style of chunk.css) styles.add(style);
      for (const next of chunk.imports) visit(next);
    };
    for (const entry of entries) visit(entry);
    visit(screen);
    const [js, css] = [weigh(scripts), weigh(styles)];
    return { landing, js: sum(js), css: sum(css), parts: [...js, ...css] };
  });
};

const kilobytes = (size: number): string => `${size.toFixed(1).padStart(6)} kB`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const loads = firstLoads();
  const files = new Map(loads.flatMap(({ parts }) => parts.map(({ file, size }) => [file, size] as const)));
  for (const [file, size] of [...files].sort(([, one], [, other]) => other - one)) {
    const landingsWith = loads.filter(({ parts }) => parts.some((part) => part.file === file)).map(({ landing }) => landing);
    console.log(`${kilobytes(size)}  ${file.padEnd(44)} ${landingsWith.length === loads.length ? 'all' : landingsWith.join(', ')}`);
  }
  for (const { landing, js, css } of loads)
    console.log(`${landing.padEnd(8)} first JS ${kilobytes(js)} of ${limits.js}   CSS ${kilobytes(css)} of ${limits.css}   (gzip)`);
  const heaviest = { js: Math.max(...loads.map(({ js }) => js)), css: Math.max(...loads.map(({ css }) => css)) };
  if (heaviest.js > limits.js || heaviest.css > limits.css) {
    console.error('The first load is too heavy.');
    process.exitCode = 1;
  }
  if (filesOfDocument().length > 0) {
    console.error(`The document's own script brings ${filesOfDocument().join(', ')} along: mend .scripts/chunk-groups.ts.`);
    process.exitCode = 1;
  }
}
