import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cachedPerLanguage, formatNumber, localeOf } from '#contract/locale.ts';

describe('the locale of a language', () => {
  test.each(['en', 'en-GB', 'en-US', 'EN'])('%s is formatted as British English', (language) => {
    expect(localeOf(language)).toBe('en-GB');
  });

  test.each(['ar', 'de-AT', 'enm'])('%s keeps its own locale', (language) => {
    expect(localeOf(language)).toBe(language);
  });

  test.each([
    ['en-US', '12,500.5'],
    ['de', '12.500,5'],
    ['ar-EG', '١٢٬٥٠٠٫٥'],
  ])('a shopper who reads %s reads a number as %s', (language, expected) => {
    expect(formatNumber(12_500.5, language)).toBe(expected);
  });

  test('a shopper who reads English reads every whole number as Intl writes it', () => {
    const intl = new Intl.NumberFormat('en-GB');
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(formatNumber(value, 'en')).toBe(intl.format(value));
      }),
    );
  });

  test('a formatter is created once for each language', () => {
    const made: string[] = [];
    const formats = cachedPerLanguage((locale) => made.push(locale));
    expect([formats('en'), formats('de'), formats('en'), formats('de')]).toEqual([1, 2, 1, 2]);
    expect(made).toEqual(['en-GB', 'de']);
  });
});
