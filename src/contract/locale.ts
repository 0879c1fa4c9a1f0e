/** The locale that a language is written in: the shop is in the UK, so English is British, whatever English a browser asks for. */
export const localeOf = (language: string): string => (/^en\b/i.test(language) ? 'en-GB' : language);

/** Makes a formatter once for each language: they are dear to make and cheap to use. */
export const cachedPerLanguage = <Format>(make: (locale: string) => Format): ((language: string) => Format) => {
  const made = new Map<string, Format>();
  return (language) => {
    const format = made.get(language) ?? make(localeOf(language));
    made.set(language, format);
    return format;
  };
};

const numbers = cachedPerLanguage((locale) => new Intl.NumberFormat(locale));

/** A number as it is read in a language: "12,500". */
export const formatNumber = (value: number, language: string): string => numbers(language).format(value);
