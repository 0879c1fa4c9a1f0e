/** The rows of a form with one changed, or without it. */
export const changedAt = <Row>(rows: readonly Row[], at: number, change: Partial<Row>): Row[] =>
  rows.map((row, index) => (index === at ? { ...row, ...change } : row));

export const withoutAt = <Row>(rows: readonly Row[], at: number): Row[] => rows.filter((_, index) => index !== at);
