import path from 'node:path';
import { type BrowserContext, expect } from '@playwright/test';
import { readTranslations } from '#tests/support/translations.ts';

/** Marks translated texts: a text with this letter comes from the Arabic files. */
export const arabicLetter = 'ع';

/** The plural forms of Arabic; English has `one` and `other`. */
const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** Wraps each English text in Arabic letters: the test can still read it, and the browser lays it out right to left. */
const toArabic = (texts: unknown): unknown => {
  if (typeof texts === 'string') return `${arabicLetter}${texts}${arabicLetter}`;
  if (Array.isArray(texts)) return texts.map(toArabic);
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
      const [, name] = /^(.+)_other$/.exec(key) ?? [];
      const keys = name === undefined ? [key] : pluralForms.filter((form) => form !== 'one').map((form) => `${name}_${form}`);
      return keys.map((each) => [each, toArabic(value)]);
    }),
  );
};

/**
 * Adds Arabic to the shop, as a build with `VITE_LANGUAGES=en,ar` would: replaces that setting in the built file that contains it and
 * serves the translation files. Server-rendered documents stay English, as they would with that build.
 */
export const serveArabic = async (context: BrowserContext): Promise<void> => {
  const translations = readTranslations();
  await context.route('**/assets/index-*.js', async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    const withArabic = code.replace(/(VITE_LANGUAGES:[`'"])en(?=[`'"])/, '$1en,ar');
    expect(withArabic, 'the built file contains VITE_LANGUAGES').not.toBe(code);
    await route.fulfill({ response, body: withArabic });
  });
  await context.route('**/locales/ar/*.json', (route) => {
    const namespace = path.basename(new URL(route.request().url()).pathname, '.json');
    return route.fulfill({ json: toArabic(translations[namespace] ?? {}) });
  });
};
