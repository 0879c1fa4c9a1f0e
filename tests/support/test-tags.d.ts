import type { ClauseId } from '#tests/clauses.ts';

declare module 'vitest' {
  /** Tags of tests are ids of the clauses that they prove. */
  interface TestTags {
    clause: ClauseId;
  }
}
