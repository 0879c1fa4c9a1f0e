import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const limits = { js: 150, css: 20 } as const;

/** What every landing runs: the document's own script, and the shop that it starts once the first view stands. */
const entries = ['index.html', 'src/app/start.tsx'] as const;
/** Where people land first; what a landing needs must be there before anything shows. */
const landings = {
  home: 'src/screens/home/home-screen.tsx',
  list: 'src/screens/shop/shop-screen.tsx',
  product: 'src/screens/product/product-screen.tsx',
} as const;

const manifest = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.array(z.string()).default([]), imports: z.array(z.string()).default([]) }),
);

/** Kilobytes after gzip that one landing fetches first. */
export type FirstLoad = { readonly landing: string; readonly js: number; readonly css: number };

const zipped = (files: ReadonlySet<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length, 0) / 1000;

/** What each landing needs at first: the entry, its screen, and everything that those import statically. */
export const firstLoads = (): FirstLoad[] => {
  const chunks = manifest.parse(JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')));
  return Object.entries(landings).map(([landing, screen]) => {
    const [scripts, styles, visited] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const visit = (key: string): void => {
      const chunk = chunks[key];
      if (!chunk) throw new Error(`The build has no ${key}: mend the list of landings.`);
      if (visited.has(key)) return;
      visited.add(key);
      scripts.add(chunk.file);
      for (const style of chunk.css) styles.add(style);
      for (const next of chunk.imports) visit(next);
    };
    for (const entry of entries) visit(entry);
    visit(screen);
    return { landing, js: zipped(scripts), css: zipped(styles) };
  });
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const loads = firstLoads();
  for (const { landing, js, css } of loads)
    console.log(
      `${landing.padEnd(8)} first JS ${js.toFixed(1).padStart(6)} kB of ${limits.js}   CSS ${css.toFixed(1).padStart(5)} kB of ${limits.css}   (gzip)`,
    );
  if (loads.some(({ js, css }) => js > limits.js || css > limits.css)) {
    console.error('The first load is too heavy.');
    process.exitCode = 1;
  }
}
