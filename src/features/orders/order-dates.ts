import { daysToDeliver } from '#contract/terms.ts';
import { formatDate } from '#shared/format-date.ts';

/** The last day on which an order placed at this ISO timestamp may arrive, "21 December 2026"; '' for an invalid one. */
export const formatLatestArrival = (placedAt: string | undefined, language: string): string => {
  const latest = new Date(placedAt ?? '');
  latest.setUTCDate(latest.getUTCDate() + daysToDeliver);
  return Number.isNaN(latest.getTime()) ? '' : formatDate(latest.toISOString(), language);
};
