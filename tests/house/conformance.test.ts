import { describe, expect, test } from 'vitest';
import { routeTable } from '#app/route-table.ts';
import { conformance } from '#tests/conformance.ts';
import { unproven } from '#tests/support/proofs.ts';

describe('the table of the specification’s clauses', () => {
  test('has a test for every clause', () => {
    expect(unproven(conformance)).toEqual([]);
    expect(conformance.length).toBeGreaterThan(200);
  });

  test('has every address of the shop that the specification names', () => {
    const ours = ['/accessibility'];
    const listed = conformance.map(({ says }) => says);
    const missing = routeTable.filter(({ path }) => !ours.includes(path) && !listed.includes(`the address ${path}`));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  test.each([
    ['without a proof', []],
    ['whose file there is not', ['screens/no-such.test.tsx › anything at all']],
    ['whose title there is not', ['house/conformance.test.ts › a title that stands nowhere']],
    ['that names no title', ['house/conformance.test.ts']],
    ['with one proof that fails beside a good one', ['house/conformance.test.ts › finds a clause %s', 'house/none.test.ts › finds']],
  ])('finds a clause %s', (_, proofs) => {
    expect(unproven([{ section: '0', says: 'planted', proofs }])).toHaveLength(1);
  });
});
