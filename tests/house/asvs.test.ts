import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

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

type Row = { readonly ids: readonly string[]; readonly how: string; readonly proof: string };

/** Ids of a first cell such as "1.4.1, 1.4.3 (2)" or "1.2.6–1.2.8 (2)". */
const idsOf = (cell: string): readonly string[] =>
  cell
    .replace(/ \(.*\)$/, '')
    .split(', ')
    .flatMap((part) => {
      const [first = '', last = first] = part.split('–');
      return expectedIds.slice(expectedIds.indexOf(first), expectedIds.indexOf(last) + 1);
    });

const readRows = (text: string): readonly Row[] =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| [^|]+ \| ([^|]+) \| ([^|]*)\|$/gm)].map(([, ids = '', how = '', proof = '']) => ({
    ids: idsOf(ids),
    how,
    proof,
  }));

/** Paths in backquotes: those with a folder, and no glob or address. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:\.github|\.scripts|e2e|public|server|src|tests)\/[^`\s]*)`/g)].map(([, path = '']) => path);

/** Each “title” of a cell, with the file named before it. */
const proofsIn = (cell: string): readonly { readonly path: string; readonly title: string }[] => {
  let path = '';
  return cell.split('<br>').flatMap((line) => {
    const [, named, title] = /^\s*(?:`([^`]+)`: )?“(.*)”\s*$/.exec(line) ?? [];
    if (title === undefined) return line.trim() === '' ? [] : [{ path: line, title: '' }];
    path = named ?? path;
    return [{ path, title }];
  });
};

const missingTitles = (rows: readonly Row[]): readonly string[] =>
  rows
    .flatMap(({ proof }) => proofsIn(proof))
    .filter(({ path, title }) => !existsSync(path) || title === '' || !readFileSync(path, 'utf8').includes(title))
    .map(({ path, title }) => `${path}: ${title}`);

const text = readFileSync(file, 'utf8');
const rows = readRows(text);

describe('the table of ASVS requirements', () => {
  test('the table has each requirement of levels 1 and 2 once, in order', () => {
    expect(expectedIds).toHaveLength(253);
    expect(rows.flatMap(({ ids }) => ids)).toEqual(expectedIds);
  });

  test('the table names only files that exist', () => {
    const paths = pathsIn(text);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('the table quotes only test titles that stand in the file named with them', () => {
    expect(rows.flatMap(({ proof }) => proofsIn(proof)).length).toBeGreaterThan(100);
    expect(missingTitles(rows)).toEqual([]);
  });

  test('a title that no test has is found', () => {
    const unknown = ['a title', 'of nobody'].join(' ');
    const planted = `| 1.1.1 (2) | A | B | \`tests/house/asvs.test.ts\`: “a title that no test has is found”<br>“${unknown}” |`;
    expect(missingTitles(readRows(planted))).toEqual([`tests/house/asvs.test.ts: ${unknown}`]);
  });

  test('a requirement without a proof says that it is open, not applicable or the operator’s, or refers to a file or section', () => {
    const unproven = rows.filter(
      ({ proof, how }) => proof.trim() === '' && !/Open|Not applicable|Operator|Deviation|There (?:is|are) no|`|\]\(/.test(how),
    );
    expect(unproven.map(({ ids }) => ids.join())).toEqual([]);
  });
});
