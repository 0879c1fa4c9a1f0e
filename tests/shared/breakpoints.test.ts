import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breakpoints } from '#shared/breakpoints.ts';
import { sourceFiles } from '#tests/house/source-files.ts';

test('scripts ask for the window’s width at the breakpoints of the styles, in the same unit', () => {
  const [, list = ''] = /^\$grid-breakpoints: \((.*)\);$/m.exec(readFileSync('src/styles/_settings.scss', 'utf8')) ?? [];
  const ofStyles = Object.fromEntries([...list.matchAll(/'(\w+)': (\w+)/g)].map(([, name, width]) => [name, width]));
  expect(ofStyles).toMatchObject(breakpoints);
});

test('no script asks for the window’s width in pixels, which larger text does not change', () => {
  const asks = /innerWidth\s*[<>]|(?:matchMedia|matches)\([^)]*width: [\d.]+px/;
  const files = sourceFiles('src', '.ts', '.tsx');
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter(({ text }) => asks.test(text)).map(({ name }) => name)).toEqual([]);
});
