import { expect, test } from 'vitest';
import { screenRoutes } from '#app/routes.ts';
import { paths } from '#shared/paths.ts';
import { clauses } from '#tests/clauses.ts';
import { sourceFiles } from './source-files.ts';

/** What runs in every `npm test`, without comments. A failed test fails the run; skipped ones and ones without assertions are refused. */
const testSources = ['tests', 'e2e']
  .flatMap((folder) => sourceFiles(folder, '.ts', '.tsx'))
  .filter(({ name }) => name !== 'tests/clauses.ts' && !name.startsWith('e2e/engines/'))
  .map(({ text }) => text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, ''))
  .join('\n');

test('every clause is the tag of a test', () => {
  expect(Object.keys(clauses).filter((id) => !testSources.includes(`'${id}'`))).toEqual([]);
});

test('every route is named by a clause, except the accessibility statement and how reviews work, which are extensions', () => {
  const sentences = Object.values<string>(clauses);
  const unnamed = screenRoutes.filter(
    ({ path: address }) => !sentences.some((sentence) => sentence.split(/[\s,]+/).includes(address.replace('/:page?', ''))),
  );
  expect(unnamed.map(({ path: address }) => address)).toEqual([paths.accessibility, paths.reviewPolicy]);
});
