import { expect, test } from 'vitest';
import { runToEnd } from '#catalogue/chunked.ts';
import { jsonInChunks } from '#server/http/json-in-chunks.ts';

const many = Array.from({ length: 1001 }, (_, row) => ({
  id: row,
  name: `"Cup" ${row} – £1`,
  note: undefined,
  tags: [null, undefined, 'é'],
}));

test.each<readonly [what: string, value: unknown]>([
  ['a long list', many],
  [
    'lists below objects',
    { total: 3, columns: { name: { values: many, places: many.map(({ id }) => id) }, none: undefined }, cursor: 'a.1' },
  ],
  ['an empty list', []],
  ['an empty object', {}],
  ['a list of nothing', [undefined, null]],
  ['nothing', null],
  ['a text', 'é"\\'],
])('%s has the text of JSON.stringify', (_, value) => {
  expect(runToEnd(jsonInChunks(value))).toBe(JSON.stringify(value));
});

test('a long list pauses after each 200 entries, a short one never', () => {
  const pausesOf = (value: unknown) => [...jsonInChunks(value)].length;
  expect(pausesOf(many)).toBe(5);
  expect(pausesOf({ columns: { name: many, id: many } })).toBe(10);
  expect(pausesOf(many.slice(0, 200))).toBe(0);
});
