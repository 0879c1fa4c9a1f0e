/** Whether a language is English. Its numbers are formatted without Intl, whose first use blocks hydration for 100 ms on a slow phone. */
export const isEnglish = (language: string): boolean => /^en\b/i.test(language);

/** The locale of a language: all English is British, because the shop is in the UK. */
export const localeOf = (language: string): string => (isEnglish(language) ? 'en-GB' : language);

/** Caches a formatter per language: creating an Intl formatter is slow. */
export const cachedPerLanguage = <Format>(make: (locale: string) => Format): ((language: string) => Format) => {
  const formats = new Map<string, Format>();
  return (language) => {
    const format = formats.get(language) ?? make(localeOf(language));
    formats.set(language, format);
    return format;
  };
};

/** Groups the digits before the decimal point of a plain number: "12500.00" is "12,500.00". */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ',');

const numbers = cachedPerLanguage((locale) => new Intl.NumberFormat(locale));

/** A number in a language: "12,500". */
export const formatNumber = (value: number, language: string): string =>
  isEnglish(language) && Number.isSafeInteger(value) ? groupDigits(`${value}`) : numbers(language).format(value);

const ratings = cachedPerLanguage((locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));

/** An average of stars in a language with its decimal, also of a whole one: "4.0". */
export const formatRating = (rating: number, language: string): string =>
  isEnglish(language) ? rating.toFixed(1) : ratings(language).format(rating);
