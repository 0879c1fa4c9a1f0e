import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { entry, landingScreens } from '#server/build/chunk-groups.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
/**
 * All that a page loads until somebody uses it. Kilobytes: scripts after gzip, styles after Brotli, as browsers get them, fonts as they are.
 * Three of the 183 are for what the law wants said before buying: delivery and price per unit beside every price, and proven reductions.
 */
const limits = { js: 183, css: 12, fonts: 36 } as const;

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
);

/** A built file and its kilobytes after gzip. */
type SizedFile = { readonly file: string; readonly size: number };

/** What a landing screen loads before it is interactive, in kilobytes: `js` after gzip, `css` after Brotli. */
export type InitialLoad = {
  readonly landing: string;
  readonly js: number;
  readonly css: number;
  /** Scripts and stylesheets. */
  readonly files: readonly SizedFile[];
};

/** Kilobytes of a built file after gzip, by its path below `dist/`. */
const gzipKilobytes = (file: string): number => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length / 1000;

const brotliKilobytes = (file: string): number => brotliCompressSync(readFileSync(path.join(dist, file))).length / 1000;

const measure = (files: ReadonlySet<string>): SizedFile[] => [...files].map((file) => ({ file, size: gzipKilobytes(file) }));

const totalSize = (files: readonly SizedFile[]): number => files.reduce((total, { size }) => total + size, 0);

const readDocument = () => readFileSync(path.join(dist, 'index.html'), 'utf8');

const readManifest = () => manifest.parse(JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')));

/** For each landing screen: the entries, the screen, and all their static imports. */
export const initialLoads = (): InitialLoad[] => {
  const chunks = readManifest();
  // Vite's manifest lists modules only.
  const classicScripts = [...readDocument().matchAll(/<script src="\/(assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? []);
  return Object.entries(landingScreens).map(([landing, screen]) => {
    const scripts = new Set(classicScripts);
    const styles = new Set<string>();
    const visited = new Set<string>();
    const visit = (key: string): void => {
      const chunk = chunks[key];
      if (!chunk) throw new Error(`The build has no ${key}: correct entries and landingScreens in server/build/chunk-groups.ts.`);
      if (visited.has(key)) return;
      visited.add(key);
      scripts.add(chunk.file);
      for (const style of chunk.css) styles.add(style);
      for (const next of chunk.imports) visit(next);
    };
    visit(entry);
    visit(screen);
    const js = measure(scripts);
    const css = [...styles].reduce((total, file) => total + brotliKilobytes(file), 0);
    return { landing, js: totalSize(js), css, files: [...js, ...measure(styles)] };
  });
};

/** Kilobytes of the fonts that every document preloads. */
const preloadedFonts = (): number => {
  const preloads = [...readDocument().matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)];
  if (preloads.length === 0) throw new Error('The build preloads no fonts: correct preloadedFonts in .scripts/bundle-size.ts.');
  return preloads.reduce((total, [, file = '']) => total + statSync(path.join(dist, file)).size / 1000, 0);
};

const deskStart = 'src/desk/start-desk.tsx';

/** Scripts with code of the desk that pages of the shop may load; empty but for the import that starts the desk. */
const deskScriptsOfShoppers = (): string[] => {
  const chunks = readManifest();
  if (!chunks[deskStart]) throw new Error(`The build has no ${deskStart}: correct deskStart in .scripts/bundle-size.ts.`);
  const visited = new Set([deskStart]);
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = chunks[key];
    if (visited.has(key) || !chunk) return;
    visited.add(key);
    files.add(chunk.file);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
  };
  visit(entry);
  return [...files].filter((file) => /\/desk\/api|[`"' ]desk-/.test(readFileSync(path.join(dist, file), 'utf8')));
};

const formatSize = (size: number): string => `${size.toFixed(1).padStart(6)} kB`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const loads = initialLoads();
  const sizes = new Map(loads.flatMap(({ files }) => files.map(({ file, size }) => [file, size] as const)));
  for (const [file, size] of [...sizes].sort(([, one], [, other]) => other - one)) {
    const landings = loads.filter(({ files }) => files.some((each) => each.file === file)).map(({ landing }) => landing);
    console.log(`${formatSize(size)}  ${file.padEnd(44)} ${landings.length === loads.length ? 'all' : landings.join(', ')}`);
  }
  for (const { landing, js, css } of loads)
    console.log(
      `${landing.padEnd(8)} first JS ${formatSize(js)} of ${limits.js} (gzip)   CSS ${formatSize(css)} of ${limits.css} (Brotli)`,
    );
  const fonts = preloadedFonts();
  console.log(`fonts             ${formatSize(fonts)} of ${limits.fonts}`);
  if (fonts > limits.fonts || loads.some((load) => load.js > limits.js || load.css > limits.css)) {
    console.error('The initial load exceeds its size limit.');
    process.exitCode = 1;
  }
  for (const file of deskScriptsOfShoppers()) {
    console.error(`Shoppers may load code of the desk: ${file}`);
    process.exitCode = 1;
  }
}
