import { conformance } from '#tests/conformance.ts';
import { unproven } from '#tests/support/proofs.ts';
import type { Outcome } from './verdict.ts';

/** The reports of this run. Without Playwright's, the browser was left out. */
export type RunReports = { readonly vitestReports: readonly string[]; readonly playwrightReport?: string };

/** Whether every clause of the specification is proven. */
export const checkSpecification = async (_reports: RunReports): Promise<Outcome> => {
  const missing = unproven(conformance);
  const says = `${conformance.length} clauses, ${conformance.length - missing.length} proven by a test`;
  return missing.length > 0 ? { state: 'failed', says, details: missing.join('\n') } : { state: 'passed', says };
};
