import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The weights in use, as in `_fonts.scss`. */
const weights = { min: 400, max: 700 };

/** The characters of `$basic-range` in `_fonts.scss`: those of the fonts that every page loads. */
export const basicCharacters = (): string => {
  const [, range = ''] = /^\$basic-range: ([^;]+);/m.exec(readFileSync(`${root}src/styles/_fonts.scss`, 'utf8')) ?? [];
  return [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => String.fromCodePoint(start + index));
    })
    .join('');
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const name of ['figtree', 'fraunces']) {
    const latin = readFileSync(`${root}node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
    const basic = await subsetFont(latin, basicCharacters(), { targetFormat: 'woff2', variationAxes: { wght: weights } });
    writeFileSync(`${root}src/styles/fonts/${name}-basic.woff2`, basic);
    console.log(`${name}: ${latin.length} bytes of Latin, ${basic.length} of the basic characters`);
  }
