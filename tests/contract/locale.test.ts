import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { cachedPerLanguage, formatNumber, formatRating, localeOf } from '#contract/locale.ts';
import { formatPrice, pence } from '#contract/money.ts';

describe('the locale of a language', () => {
  test.each(['en', 'en-GB', 'en-US', 'EN'])('the language %s is formatted as British English', (language) => {
    expect(localeOf(language)).toBe('en-GB');
  });

  test.each(['ar', 'de-AT', 'enm', 'den'])('the language %s keeps its own locale', (language) => {
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

  test.each([
    ['en', 1.23456, '1.235'],
    ['de', 12_500, '12.500'],
  ])('a shopper who reads %s reads %d as %s', (language, value, expected) => {
    expect(formatNumber(value, language)).toBe(expected);
  });

  test('whole numbers and prices in English need no Intl, whose first use is slow', () => {
    // A language without a formatter yet, because one is created once.
    const language = 'en-ZA';
    const write = (value: number) => [
      formatNumber(value, language),
      formatPrice(pence(12_500), { currencySymbol: '£', currencyRate: 1 }, language),
    ];
    vi.stubGlobal('Intl', undefined);
    try {
      expect(() => write(0.5)).toThrow();
      expect(write(12_500)).toEqual(['12,500', '£12,500.00']);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('a formatter is created once for each language', () => {
    const made: string[] = [];
    const formats = cachedPerLanguage((locale) => made.push(locale));
    expect([formats('en'), formats('de'), formats('en'), formats('de')]).toEqual([1, 2, 1, 2]);
    expect(made).toEqual(['en-GB', 'de']);
  });
});

test('an average of stars has one decimal, in the digits and with the decimal sign of its language', () => {
  expect([formatRating(4, 'en'), formatRating(4.6, 'en-GB'), formatRating(4.6, 'de'), formatRating(4, 'fr')]).toEqual([
    '4.0',
    '4.6',
    '4,6',
    '4,0',
  ]);
});
