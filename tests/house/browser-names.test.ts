import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNewerNames } from '#scripts/browser-names.ts';

let folder = '';

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'flone-browsers-')));
  await mkdir(path.join(folder, 'src'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the check of browser names finds what the oldest browsers do not have, and only that', async () => {
  const page = `
    import { list } from './list.ts';
    const query = new URLSearchParams('a=1');
    export const count = query.size;
    export const { size } = query;
    export const isAddress = URL.canParse('/', 'http://shop.invalid');
    export const groups = Object.groupBy(list, String);
    export const sorted = list.toSorted();
    export const known = new Map([[1, 2]]).size + [1, 2, 3].findLast(Boolean)!;
    export const stop = AbortSignal.timeout(1);
    if ('startViewTransition' in document) document.startViewTransition(() => undefined);
  `;
  await writeFile(path.join(folder, 'src/page.ts'), page);
  await writeFile(path.join(folder, 'src/list.ts'), 'export const list: readonly number[] = [2, 1];');
  await writeFile(path.join(folder, 'src/server-only.ts'), 'export const sorted = [2, 1].toSorted();');
  expect(findNewerNames(folder, ['src/page.ts'])).toEqual({
    checked: 2,
    found: [
      'src/page.ts:4: size is not in chrome 111, edge 111, safari 16.4',
      'src/page.ts:5: size is not in chrome 111, edge 111, safari 16.4',
      'src/page.ts:6: canParse is not in chrome 111, edge 111, firefox 114, safari 16.4',
      'src/page.ts:7: groupBy is not in chrome 111, edge 111, firefox 114, safari 16.4',
      'src/page.ts:8: toSorted is not in firefox 114',
    ],
  });
});
