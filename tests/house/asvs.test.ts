import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const file = 'server/ASVS.md';

/** Requirements of levels 1 and 2 in ASVS 5.0.0, by chapter; an id is left out where the requirement is of level 3. */
const requirements: Readonly<Record<string, string>> = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
};

const expectedIds = Object.entries(requirements).flatMap(([section, numbers]) =>
  numbers.split(' ').map((number) => `${section}.${number}`),
);

/** Ids of a first cell such as "2.1.2, 2.2.3" or "1.2.6–1.2.8". */
const idsOf = (cell: string): readonly string[] =>
  cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–');
    return expectedIds.slice(expectedIds.indexOf(first), expectedIds.indexOf(last) + 1);
  });

type Row = { readonly ids: readonly string[]; readonly how: string; readonly tests: string };

const readRows = (text: string): readonly Row[] =>
  [...text.matchAll(/^(\d+\.\d+\.\d+[^|\n]*) \| ([^|\n]+?)(?: \|([^|\n]*))?$/gm)].map(([, ids = '', how = '', tests = '']) => ({
    ids: idsOf(ids),
    how,
    tests,
  }));

/** Paths in backquotes: those with a folder. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:\.github|\.scripts|e2e|public|server|src|tests)\/[^`\s]*)`/g)].map(([, path = '']) => path);

/** The files of a cell, with the titles behind each: `file`: “title”, “beginning of a title…”; `file`: “title”. */
const testsIn = (cell: string): readonly { readonly path: string; readonly title: string }[] =>
  cell
    .split('; `')
    .flatMap((part) =>
      [...part.matchAll(/“(.+?)”(?=, “|$)/g)].map(([, title = '']) => ({ path: /[\w./-]+/.exec(part)?.[0] ?? '', title })),
    );

/** The titles of a test file: what stands first in the brackets of `test(…)` or `test.each(…)(…)`, outside comments. */
const titlesIn = (source: string): readonly string[] =>
  [...source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').matchAll(/(?:\btest\(|[)`\]]\()\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(
    ([, , title = '']) => title.replace(/\\(.)/g, '$1'),
  );

/** Names of tests that no test has, or that begin the titles of several. */
const unknownTests = (rows: readonly Row[]): readonly string[] =>
  rows
    .flatMap(({ tests }) => testsIn(tests))
    .filter(({ path, title }) => {
      const titles = existsSync(path) ? titlesIn(readFileSync(path, 'utf8')) : [];
      const found = titles.filter((one) => (title.endsWith('…') ? one.startsWith(title.slice(0, -1)) : one === title));
      return found.length !== 1;
    })
    .map(({ path, title }) => `${path}: ${title}`);

const text = readFileSync(file, 'utf8');
const rows = readRows(text);

test('the table of ASVS requirements has each requirement of levels 1 and 2 once', () => {
  expect(expectedIds).toHaveLength(253);
  const ids = rows.flatMap((row) => row.ids);
  expect(ids.toSorted()).toEqual(expectedIds.toSorted());
});

test('the table of ASVS requirements names only files that exist', () => {
  const paths = pathsIn(text);
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('each test that the table of ASVS requirements names is one test of the file named with it', () => {
  expect(rows.flatMap(({ tests }) => testsIn(tests)).length).toBeGreaterThan(150);
  expect(rows.filter(({ tests }) => tests.trim() !== '' && testsIn(tests).length === 0)).toEqual([]);
  expect(unknownTests(rows)).toEqual([]);
});

test('a title in the table of ASVS requirements is not proved by a comment, by another text of the file, or by two tests', () => {
  // 'a title that stands in a comment'
  const planted = ['a title that stands', 'a title in the', 'a title', 'the table of ASVS', 'titles in the'];
  const row = `1.1.1 | A | \`tests/house/asvs.test.ts\`: ${planted.map((title) => `“${title}…”`).join(', ')}`;
  expect(unknownTests(readRows(row)).map((line) => line.split(': ')[1])).toEqual([
    'a title that stands…',
    'the table of ASVS…',
    'titles in the…',
  ]);
});
