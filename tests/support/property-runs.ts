import { inject } from 'vitest';
import { isQuick } from '#tests/quick.ts';

/**
 * How often a property is tried: in `npm test` on PostgreSQL a quarter as often, because each statement is a call to another process, and the rule is
 * tried on SQLite as often as always. Not for properties of concurrent calls.
 */
export const propertyRuns = (runs: number): number => (isQuick && inject('postgres') ? Math.ceil(runs / 4) : runs);
