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
  {
    file: 'src/contract/delivery-dates.ts',
    mutator: 'Regex',
    from: '/^\\d{4}-\\d\\d-\\d\\d$/',
    to: '/\\d{4}-\\d\\d-\\d\\d$/',
    reason: 'The day is also formatted again and compared, which a longer text does not pass.',
  },
  {
    file: 'src/contract/delivery-dates.ts',
    mutator: 'Regex',
    from: '/^\\d{4}-\\d\\d-\\d\\d$/',
    to: '/^\\d{4}-\\d\\d-\\d\\d/',
    reason: 'The day is also formatted again and compared, which a longer text does not pass.',
  },
  {
    file: 'src/contract/listing-query.ts',
    mutator: 'EqualityOperator',
    from: 'page > 1',
    to: 'page >= 1',
    reason: 'Page 1 is also what anything invalid is read as.',
  },
  {
    file: 'src/contract/order.ts',
    mutator: 'ArrayDeclaration',
    from: '[]',
    to: '["Stryker was here"]',
    reason: 'The first element is not read.',
  },
  {
    file: 'src/contract/stock.ts',
    mutator: 'StringLiteral',
    from: "'color'",
    to: '""',
    reason: 'The key of a colour has fewer elements than that of a size.',
  },
  {
    file: 'src/contract/stock.ts',
    mutator: 'StringLiteral',
    from: "'size'",
    to: '""',
    reason: 'The key of a size has more elements than that of a colour.',
  },
  {
    file: 'src/contract/voucher.ts',
    mutator: 'EqualityOperator',
    from: 'lessAmount(total, wanted) < minTotal',
    to: 'lessAmount(total, wanted) <= minTotal',
    reason: 'Where exactly the minimum is left, both discounts are the same.',
  },
];
