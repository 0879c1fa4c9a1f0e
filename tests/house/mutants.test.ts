import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { equivalentMutants } from '#scripts/mutants/equivalent-mutants.ts';
import { scopes } from '#scripts/mutants/scopes.ts';

test.each(Object.entries(scopes))('the mutation scope %s names existing sources and tests', (_, scope) => {
  const named = [...scope.mutate, ...scope.tests].map((file) => file.replace(/^!/, '')).filter((file) => !/[*{(]/.test(file));
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test('every ignored mutant still applies to its source, is listed once and has a reason', () => {
  const gone = equivalentMutants.filter(({ file, from }) => !readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ').includes(from));
  expect(gone).toEqual([]);
  expect(new Set(equivalentMutants.map(({ reason: _, ...mutant }) => JSON.stringify(mutant))).size).toBe(equivalentMutants.length);
  expect(equivalentMutants.filter(({ reason: why }) => !/^[A-Z].*\.$/.test(why))).toEqual([]);
});
