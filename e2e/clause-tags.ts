import type { ClauseId } from '#tests/clauses.ts';

/** Playwright tags for a test that proves these clauses. */
export const clauseTags = (...ids: readonly ClauseId[]) => ({ tag: ids.map((id) => `@clause:${id}`) });
