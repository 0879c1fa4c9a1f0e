/** A mutant that changes nothing observable. `from` is the source with white space collapsed, `to` the mutated source. */
type EquivalentMutant = {
  readonly file: string;
  readonly mutator: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
};

export const equivalentMutants: readonly EquivalentMutant[] = [
  {
    file: 'server/domain/rate-limit.ts',
    mutator: 'StringLiteral',
    from: '` `',
    to: '``',
    reason: 'SQLite separates a parameter from the keyword after it; PostgreSQL does not, and its tests would fail.',
  },
];
