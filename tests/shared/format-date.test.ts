import { describe, expect, test } from 'vitest';
import { formatDate, formatDay, formatTime } from '#shared/format-date.ts';

describe('dates and times', () => {
  test.each([
    ['en', '3 June 2026'],
    ['en-US', '3 June 2026'],
    ['de', '3. Juni 2026'],
    ['ar-EG', '٣ يونيو ٢٠٢٦'],
  ])('a shopper whose language is %s reads a date as %s', (language, expected) => {
    expect(formatDate('2026-06-03T12:00:00.000Z', language)).toBe(expected);
  });

  test.each([
    ['half past midnight in summer', '2026-06-02T23:30:00.000Z', '3 June 2026'],
    ['half past eleven on a winter evening', '2026-01-02T23:30:00.000Z', '2 January 2026'],
  ])('an order placed at %s is dated in UK time in every time zone', (_, iso, expected) => {
    expect(formatDate(iso, 'en')).toBe(expected);
  });

  test('a calendar day without a time is the same in every time zone', () => {
    expect(formatDay('2026-10-24', 'en-GB')).toBe('24 October 2026');
    expect(formatDay('2026-10-24', 'de')).toBe('24. Oktober 2026');
  });

  test('a time is shown in the local time zone', () => {
    const local = new Date(2026, 5, 3, 14, 5);
    expect(formatTime(local.toISOString(), 'en')).toBe('14:05');
  });

  test.each([undefined, '', 'soon'])('an invalid timestamp (%s) is shown as an empty text', (iso) => {
    for (const format of [formatTime, formatDate]) expect(format(iso, 'en')).toBe('');
    expect(formatDay(iso ?? '', 'en')).toBe('');
  });
});
