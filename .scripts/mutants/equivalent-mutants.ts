/** A mutant that no test needs to notice, by what stands in the source (white space as one blank) and what it becomes. */
type Judgement = { readonly file: string; readonly mutator: string; readonly from: string; readonly to: string; readonly why: string };

export const judged: readonly Judgement[] = [
  {
    file: 'server/domain/limits.ts',
    mutator: 'StringLiteral',
    from: '` `',
    to: '``',
    why: 'SQLite reads a parameter and the word behind it apart; PostgreSQL does not, and its tests would notice.',
  },
];
