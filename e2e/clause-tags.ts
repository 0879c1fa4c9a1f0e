import type { ClauseId } from '#tests/clauses.ts';

/** The tags of a test that proves these clauses. */
export const proves = (...ids: readonly ClauseId[]) => ({ tag: ids.map((id) => `@clause:${id}`) });
