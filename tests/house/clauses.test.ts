import { expect, test } from 'vitest';
import { screenRoutes } from '#app/routes.ts';
import { paths } from '#shared/paths.ts';
import { clauses } from '#tests/clauses.ts';
import { sourceFiles } from './source-files.ts';

/** The ids in the tags of a file's tests: `tags` of Vitest, `clauseTags()` of Playwright. Where these take them from a table, all that are quoted. */
const tagsIn = (text: string): readonly string[] => {
  const quoted = /\btags: (?:[a-z{]|\['[^']*', [a-z])/.test(text)
    ? [text]
    : text.match(/\btags: (?:'[^']*'|\[[^\]]*\])|\bclauseTags\([^)]*\)/g);
  return (quoted ?? []).flatMap((part) => [...part.matchAll(/'([a-z][\w.-]+)'/g)].map(([, id = '']) => id));
};

/** The tags of what `npm run test:all` runs, without comments. A failed test fails the run; skipped ones and ones without assertions are refused. */
const tags = ['tests', 'e2e']
  .flatMap((folder) => sourceFiles(folder, '.ts', '.tsx'))
  .filter(({ name }) => name !== 'tests/clauses.ts' && !name.startsWith('e2e/engines/'))
  .flatMap(({ text }) => tagsIn(text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')));

test('every clause is the tag of a test', () => {
  expect(Object.keys(clauses).filter((id) => !tags.includes(id))).toEqual([]);
});

test('an id counts as a tag in both forms, and not where it is only mentioned', () => {
  expect(tagsIn("test('a', { tags: 'one' }, prove); test('b', { tags: ['two',\n 'three'] }, prove);")).toEqual(['one', 'two', 'three']);
  expect(tagsIn("test('c', clauseTags('four', 'five'), prove);")).toEqual(['four', 'five']);
  expect(tagsIn("test.each([['Packing', 'six']])('d', { tags: clause }, prove);")).toContain('six');
  expect(tagsIn("const id = 'seven'; expect(names).toContain('eight');")).toEqual([]);
});

test('every route is named by a clause, except the accessibility statement and how reviews work, which are extensions', () => {
  const sentences = Object.values<string>(clauses);
  const unnamed = screenRoutes.filter(
    ({ path: address }) => !sentences.some((sentence) => sentence.split(/[\s,]+/).includes(address.replace('/:page?', ''))),
  );
  expect(unnamed.map(({ path: address }) => address)).toEqual([paths.accessibility, paths.reviewPolicy]);
});
