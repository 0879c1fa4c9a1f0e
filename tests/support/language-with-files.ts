import i18next, { type i18n, type ReadCallback } from 'i18next';
import { readTranslations } from './translations.ts';

/** An English language whose texts are bundled, except those of `files`, which `read` answers as a server. */
export const languageWithFiles = async (files: readonly string[], read: (file: string, answer: ReadCallback) => void): Promise<i18n> => {
  const bundled = Object.fromEntries(Object.entries(readTranslations()).filter(([namespace]) => !files.includes(namespace)));
  const language = i18next.createInstance();
  await language
    .use({
      type: 'backend',
      callbackApi: true,
      init: () => undefined,
      read: (_: string, file: string, answer: ReadCallback) => read(file, answer),
    })
    .init({
      lng: 'en',
      fallbackLng: 'en',
      ns: ['common'],
      defaultNS: 'common',
      resources: { en: bundled },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    });
  return language;
};

/** i18next does not retry it. */
export const notFound = (answer: ReadCallback): void => answer(new Error('404'), false);
