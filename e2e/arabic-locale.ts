import path from 'node:path';
import { type BrowserContext, expect } from '@playwright/test';
import { readTranslations } from '#tests/support/translations.ts';

/** A letter of the second language: what carries it came from its files. */
export const arabicLetter = 'ع';

/** English has two forms of a plural and Arabic six. */
const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** The English words between two Arabic letters, so that the test can read them and the browser writes them from the right. */
const inArabic = (words: unknown): unknown => {
  if (typeof words === 'string') return `${arabicLetter}${words}${arabicLetter}`;
  if (Array.isArray(words)) return words.map(inArabic);
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
      const [, name] = /^(.+)_other$/.exec(key) ?? [];
      const keys = name === undefined ? [key] : forms.filter((form) => form !== 'one').map((form) => `${name}_${form}`);
      return keys.map((each) => [each, inArabic(value)]);
    }),
  );
};

/**
 * Gives the shop a second language, as a build with `VITE_LANGUAGES=en,ar` would: that setting stands in one place of one file, and the
 * documents that the server renders are English in either. Answers for the language's own files, too.
 */
export const serveArabic = async (context: BrowserContext): Promise<void> => {
  const words = readTranslations();
  await context.route('**/assets/landing-*.js', async (route) => {
    const answer = await route.fetch();
    const code = await answer.text();
    const inTwo = code.replace(/(VITE_LANGUAGES[`'"],[`'"])en(?=[`'"])/, '$1en,ar');
    expect(inTwo, 'the build says where its languages are').not.toBe(code);
    await route.fulfill({ response: answer, body: inTwo });
  });
  await context.route('**/locales/ar/*.json', (route) => {
    const namespace = path.basename(new URL(route.request().url()).pathname, '.json');
    return route.fulfill({ json: inArabic(words[namespace] ?? {}) });
  });
};
