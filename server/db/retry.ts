import { cutText } from '#contract/cut-text.ts';
import { after, hour, minute } from '#server/db/columns.ts';

/** Lease of a claimed row: longer than tries take as a rule. A try that outlasts it may meet that of a second process. */
export const leaseSeconds = 5 * minute;

/** Between tries: after the first failure, and at most. */
export const retrySeconds = { first: 30, longest: hour };
const maxProblemLength = 300;

/** When to try again after the nth failure: exponential back-off. */
export const retryAt = (now: Date, tries: number): string =>
  after(now, Math.min(retrySeconds.longest, retrySeconds.first * 2 ** Math.min(tries - 1, 10)));

/** A remote server's message as one printable line, never empty: it is stored in a row and printed on the seller's console. */
export const problemLine = (message: string): string =>
  cutText(message.replaceAll(/[\p{Cc}\p{Surrogate}]+/gu, ' ').trim(), maxProblemLength) || 'no reason given';
