import { localeOf } from '#contract/locale.ts';

const format = (iso: string | undefined, language: string, options: Intl.DateTimeFormatOptions): string => {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(localeOf(language), options).format(date);
};

/** "14:05" of an ISO timestamp in the local time zone, '' for an invalid one. Not for SSR: the server's time zone differs. */
export const formatTime = (iso: string | undefined, language: string): string =>
  format(iso, language, { hour: '2-digit', minute: '2-digit' });

/** "14:05" of an ISO timestamp in UK time. */
export const formatUkTime = (iso: string, language: string): string =>
  format(iso, language, { timeStyle: 'short', timeZone: 'Europe/London' });

/** "3 June 2026" of an ISO timestamp in UK time, as the shop's mails say it; '' for an invalid one. */
export const formatDate = (iso: string | undefined, language: string): string =>
  format(iso, language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' });

/** "24 October 2026" of a calendar day without a time, "2026-10-24": the same in every time zone. '' for an invalid one. */
export const formatDay = (day: string, language: string): string => format(day, language, { dateStyle: 'long', timeZone: 'UTC' });

/** "Friday 27 November" of a calendar day. */
export const formatLongDay = (day: string, language: string): string =>
  format(day, language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** "Fri" of a calendar day, or "Friday". */
export const formatWeekday = (day: string, language: string, weekday: 'short' | 'long' = 'short'): string =>
  format(day, language, { weekday, timeZone: 'UTC' });
