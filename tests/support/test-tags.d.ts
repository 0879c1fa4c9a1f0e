import type { ClauseId } from '#tests/clauses.ts';

declare module 'vitest' {
  /** The tags of tests are the clauses that they prove. */
  interface TestTags {
    clause: ClauseId;
  }
}
