import i18next, { type FormatterModule, type InitOptions, type i18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { formatNumber } from '#contract/locale.ts';
import { env } from '#shared/env.ts';

/** The namespaces that every screen needs. */
export const commonNamespaces = ['common', 'titles'] as const;

/** The language that everything falls back to, and that a server renders first views in. */
const english = 'en';

/** Writes every number in a sentence as its language writes numbers; the words need not ask for it. */
const numbers: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _form, code) => (typeof value === 'number' ? formatNumber(value, code ?? english) : value),
};

/** What holds in the browser, on the server and in tests alike. */
const shared = {
  fallbackLng: english,
  supportedLngs: [english, ...env.VITE_LANGUAGES.split(',')],
  nonExplicitSupportedLngs: true,
  load: 'languageOnly',
  ns: [...commonNamespaces],
  defaultNS: 'common',
  interpolation: { escapeValue: false, alwaysFormat: true },
  saveMissing: false,
  react: { useSuspense: true },
} satisfies InitOptions;

/** The browser's language layer. Resolves when the first words are there. */
export const startLanguage = async (namespaces: readonly string[]): Promise<i18n> => {
  const language = i18next.createInstance();
  const setDocument = (code: string) => {
    document.documentElement.lang = code;
    document.documentElement.dir = language.dir(code);
  };
  language.on('languageChanged', setDocument);
  await language
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(numbers)
    .init({
      ...shared,
      ns: [...commonNamespaces, ...namespaces],
      debug: env.VITE_I18N_DEBUG,
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        caches: ['localStorage'],
        lookupLocalStorage: 'i18nextLng',
      },
    });
  return language;
};

/** A language layer with its words already in hand, for a first view on a server and for tests. */
export const languageOf = (words: Readonly<Record<string, object>>, code = english): i18n => {
  const language = i18next.createInstance();
  void language.use(numbers).init({ ...shared, lng: code, supportedLngs: [english, code], resources: { [code]: words }, initAsync: false });
  return language;
};

/** The language for hydration: pages are server-rendered in English, so a shopper with another language hydrates with English texts first. */
export const serverLanguageOf = (language: i18n): i18n =>
  language.resolvedLanguage === english ? language : languageOf(language.getDataByLanguage(english) ?? {});
