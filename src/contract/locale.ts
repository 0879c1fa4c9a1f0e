/** The locale of a language: all English is British, because the shop is in the UK. */
export const localeOf = (language: string): string => (/^en\b/i.test(language) ? 'en-GB' : language);

/** Caches a formatter per language: creating an Intl formatter is slow. */
export const cachedPerLanguage = <Format>(make: (locale: string) => Format): ((language: string) => Format) => {
  const formats = new Map<string, Format>();
  return (language) => {
    const format = formats.get(language) ?? make(localeOf(language));
    formats.set(language, format);
    return format;
  };
};

const numbers = cachedPerLanguage((locale) => new Intl.NumberFormat(locale));

/** A number in a language: "12,500". */
export const formatNumber = (value: number, language: string): string => numbers(language).format(value);
