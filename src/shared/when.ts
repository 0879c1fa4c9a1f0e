// The shop is in the UK: English dates are written as there, whatever English a browser asks for.
const format = (iso: string | undefined, language: string, options: Intl.DateTimeFormatOptions): string => {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(language.startsWith('en') ? 'en-GB' : language, options).format(date);
};

/** "14:05" of a time on the wire, where the shopper is; nothing for what is no time. Not for a first view: the server is elsewhere. */
export const timeOf = (iso: string | undefined, language: string): string => format(iso, language, { hour: '2-digit', minute: '2-digit' });

/** "3 June 2026" of a time on the wire. */
export const dateOf = (iso: string | undefined, language: string): string =>
  format(iso, language, { day: 'numeric', month: 'long', year: 'numeric' });
