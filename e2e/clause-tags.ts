import type { ClauseId } from '#tests/clauses.ts';

/** The tags of a test that clauseTags these clauses. */
export const clauseTags = (...ids: readonly ClauseId[]) => ({ tag: ids.map((id) => `@clause:${id}`) });
