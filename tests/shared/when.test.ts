import { describe, expect, test } from 'vitest';
import { dateOf, dayOf, timeOf } from '#shared/when.ts';

describe('dates and times', () => {
  test.each([
    ['en', '3 June 2026'],
    ['en-US', '3 June 2026'],
    ['de', '3. Juni 2026'],
    ['ar-EG', '٣ يونيو ٢٠٢٦'],
  ])('a shopper who reads %s reads a date as %s', (language, expected) => {
    expect(dateOf('2026-06-03T12:00:00.000Z', language)).toBe(expected);
  });

  test.each([
    ['half past midnight in summer', '2026-06-02T23:30:00.000Z', '3 June 2026'],
    ['half past eleven on a winter evening', '2026-01-02T23:30:00.000Z', '2 January 2026'],
  ])('an order of %s has the day of the shop, wherever it is read', (_, iso, expected) => {
    expect(dateOf(iso, 'en')).toBe(expected);
  });

  test('a day without a time is the same day everywhere', () => {
    expect(dayOf('2026-10-24', 'en-GB')).toBe('24 October 2026');
    expect(dayOf('2026-10-24', 'de')).toBe('24. Oktober 2026');
  });

  test('a time is that of the place where it is read', () => {
    const here = new Date(2026, 5, 3, 14, 5);
    expect(timeOf(here.toISOString(), 'en')).toBe('14:05');
  });

  test.each([undefined, '', 'soon'])('what is no time (%s) is not shown', (iso) => {
    for (const write of [timeOf, dateOf]) expect(write(iso, 'en')).toBe('');
    expect(dayOf(iso ?? '', 'en')).toBe('');
  });
});
