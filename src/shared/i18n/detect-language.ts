import type { i18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { isEnglish } from '#contract/locale.ts';

export { LanguageDetector };

export const detection = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  caches: ['localStorage'],
  lookupLocalStorage: 'i18nextLng',
  // i18next shows keys instead of texts in its language "cimode", which no link may choose: "und" is none that the shop has.
  convertDetectedLanguage: (code: string) => (/^cimode$/i.test(code) ? 'und' : code),
};

/** Changes a hydrated page to the shopper's language. */
export const detectLanguage = async (language: i18n): Promise<void> => {
  const detector = new LanguageDetector(language.services, detection);
  const code = language.services.languageUtils.getBestMatchFromCodes(detector.detect());
  detector.cacheUserLanguage(code);
  // Another English is no change: all texts would be rendered again.
  if (!isEnglish(code)) await language.changeLanguage(code);
};
