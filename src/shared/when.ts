import { localeOf } from '#contract/locale.ts';

const format = (iso: string | undefined, language: string, options: Intl.DateTimeFormatOptions): string => {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(localeOf(language), options).format(date);
};

/** "14:05" of a time on the wire, where the shopper is; nothing for what is no time. Not for a first view: the server is elsewhere. */
export const timeOf = (iso: string | undefined, language: string): string => format(iso, language, { hour: '2-digit', minute: '2-digit' });

/** "3 June 2026" of a time on the wire: the day that it was at the shop, as its mail says it. */
export const dateOf = (iso: string | undefined, language: string): string =>
  format(iso, language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' });

/** "24 October 2026" of a day without a time, "2026-10-24": the same day everywhere. */
export const dayOf = (day: string, language: string): string => format(day, language, { dateStyle: 'long', timeZone: 'UTC' });
