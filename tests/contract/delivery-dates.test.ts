import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrivalAfter,
  bankHolidays,
  type DeliverySettings,
  deliveryDefaults,
  deliveryReaders,
  easterSunday,
  estimateDelivery,
  formatArrival,
  formatCutOff,
  formatShortDay,
  isWorkingDay,
  nearness,
  readDeliverySettings,
  slowestMaking,
  startOfUkDay,
  ukTime,
} from '#contract/delivery-dates.ts';

const settingsOf = (over: Partial<DeliverySettings> = {}): DeliverySettings => ({
  workingDays: [1, 2, 3, 4, 5],
  cutOff: 14 * 60,
  dispatchDays: 1,
  courierDays: { min: 1, max: 3 },
  closed: [],
  ...over,
});

/** Monday, 23 November 2026, a week without holidays. */
const mondayMorning = new Date('2026-11-23T09:00:00.000Z');

const daysApart = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

describe('bank holidays', () => {
  // As published on GOV.UK for England and Wales.
  test.each([
    [2024, ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26']],
    [2025, ['01-01', '04-18', '04-21', '05-05', '05-26', '08-25', '12-25', '12-26']],
    [2026, ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28']],
    [2027, ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28']],
    [2028, ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26']],
  ])('the bank holidays of %i are those that were published for England and Wales', (year, days) => {
    expect(bankHolidays(year)).toEqual(days.map((day) => `${year}-${day}`));
  });

  test('a Christmas on a Sunday moves behind Boxing Day, as in 2022', () => {
    expect(bankHolidays(2022).slice(-2)).toEqual(['2022-12-26', '2022-12-27']);
  });

  test('the bank holidays of every year are eight different weekdays, and Easter is a Sunday between 22 March and 25 April', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1971, max: 2400 }), (year) => {
        const days = bankHolidays(year);
        expect(new Set(days).size).toBe(8);
        for (const day of days) expect([0, 6]).not.toContain(new Date(day).getUTCDay());
        const easter = easterSunday(year);
        expect(new Date(easter).getUTCDay()).toBe(0);
        expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true);
      }),
    );
  });

  test.each(['1981-04-19', '1999-04-04', '2000-04-23', '2038-04-25', '2100-03-28', '2285-03-22'])(
    'the bank holidays follow the Easter Sunday of the calendar, %s',
    (easter) => {
      expect(easterSunday(Number(easter.slice(0, 4)))).toBe(easter);
    },
  );

  test.each([
    ['Christmas Day', '2027-12-18', '2027-12-25'],
    ['Boxing Day', '2026-12-19', '2026-12-26'],
    ['New Year’s Day', '2028-01-08', '2028-01-01'],
  ])('%s is no working day for a seller who works on Saturdays, even where its bank holiday is the Monday after', (_, usual, holiday) => {
    const everyDay = settingsOf({ workingDays: [1, 2, 3, 4, 5, 6, 7] });
    expect(isWorkingDay(everyDay, usual)).toBe(true);
    expect(isWorkingDay(everyDay, holiday)).toBe(false);
  });
});

test('a seller who is closed for a few days works on the day before them and on the day after', () => {
  const settings = settingsOf({ closed: [{ from: '2026-11-24', to: '2026-11-26' }] });
  const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];
  expect(days.map((day) => isWorkingDay(settings, day))).toEqual([true, false, false, false, true]);
});

describe('the time in the UK', () => {
  test('the time in the UK is what the time zone database says, at any instant', () => {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Europe/London',
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
    fc.assert(
      fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }), (now) => {
        const { day, minutes } = ukTime(now);
        const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
        expect(`${day}, ${time}`).toBe(format.format(now));
      }),
    );
  });

  test.each(['2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z', '2026-10-25T00:59:00.000Z', '2026-10-25T01:00:00.000Z'])(
    'the time in the UK changes with the clocks, around %s',
    (instant) => {
      const hour = Number(new Date(instant).toLocaleString('en-GB', { timeZone: 'Europe/London', hour: '2-digit' }));
      expect(Math.floor(ukTime(new Date(instant)).minutes / 60)).toBe(hour);
    },
  );

  test('a day begins at midnight in the UK, also when days are counted over a change of the clocks', () => {
    expect(startOfUkDay('2026-11-23')).toEqual(new Date('2026-11-23T00:00:00.000Z'));
    expect(startOfUkDay('2026-07-06')).toEqual(new Date('2026-07-05T23:00:00.000Z'));
    expect(startOfUkDay('2026-10-24', 2)).toEqual(new Date('2026-10-26T00:00:00.000Z'));
  });
});

describe('an estimate', () => {
  test('an estimate for an order before the cut-off counts from today, and for one after it from the next working day', () => {
    const early = estimateDelivery(settingsOf(), mondayMorning);
    expect(early).toEqual({
      orderOn: '2026-11-23',
      orderBy: new Date('2026-11-23T14:00:00.000Z'),
      dispatchBy: '2026-11-24',
      from: '2026-11-25',
      to: '2026-11-27',
    });
    const late = estimateDelivery(settingsOf(), new Date('2026-11-23T14:00:00.000Z'));
    expect(late).toMatchObject({ orderOn: '2026-11-24', dispatchBy: '2026-11-25', from: '2026-11-26', to: '2026-11-30' });
  });

  test('an estimate has its cut-off in UK time, in summer an hour earlier by universal time', () => {
    const { orderBy } = estimateDelivery(settingsOf(), new Date('2026-07-06T12:59:59.000Z'));
    expect(orderBy).toEqual(new Date('2026-07-06T13:00:00.000Z'));
    expect(estimateDelivery(settingsOf(), orderBy).orderOn).toBe('2026-07-07');
  });

  test('an estimate leaves out weekends, bank holidays and the days on which the seller is closed', () => {
    const closed = settingsOf({
      closed: [
        { from: '2026-12-24', to: '2026-12-24' },
        { from: '2026-12-29', to: '2026-12-31' },
      ],
    });
    const estimate = estimateDelivery(closed, new Date('2026-12-23T15:00:00.000Z'));
    // 1 January is a Friday and a bank holiday.
    expect(estimate).toMatchObject({ orderOn: '2027-01-04', dispatchBy: '2027-01-05', from: '2027-01-06', to: '2027-01-08' });
    // The courier has the bank holidays off as well, here 25 and 28 December.
    expect(arrivalAfter(settingsOf(), '2026-12-24')).toEqual({ from: '2026-12-29', to: '2026-12-31' });
  });

  test('an estimate waits for the product that takes longest to make', () => {
    const makingDays = slowestMaking([{ makingDays: 2 }, {}, { makingDays: 5 }]);
    expect(estimateDelivery(settingsOf(), mondayMorning, makingDays)).toMatchObject({ dispatchBy: '2026-12-01', from: '2026-12-02' });
    expect(slowestMaking([])).toBe(0);
  });

  test('a parcel that a courier brings the same day is estimated for the day of its dispatch', () => {
    const settings = settingsOf({ dispatchDays: 0, courierDays: { min: 0, max: 1 } });
    expect(estimateDelivery(settings, mondayMorning)).toMatchObject({ dispatchBy: '2026-11-23', from: '2026-11-23', to: '2026-11-24' });
    expect(arrivalAfter(settings, '2026-11-27')).toEqual({ from: '2026-11-27', to: '2026-11-30' });
  });

  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  const anySettings = fc
    .record({
      workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      // Not in the hour that a change of the clocks skips or repeats.
      cutOff: fc.integer({ min: 120, max: 1439 }),
      dispatchDays: fc.integer({ min: 0, max: 20 }),
      min: fc.integer({ min: 0, max: 5 }),
      extra: fc.integer({ min: 0, max: 5 }),
      closed: fc.array(
        fc.tuple(day, fc.integer({ min: 0, max: 20 })).map(([from, days]) => ({
          from: from.toISOString().slice(0, 10),
          to: new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10),
        })),
        { maxLength: 4 },
      ),
    })
    .map(({ min, extra, ...rest }): DeliverySettings => ({ ...rest, courierDays: { min, max: min + extra } }));
  const makingDays = fc.integer({ min: 0, max: 20 });

  test('an estimate is in order, on working days, and the same until its deadline, for any settings', () => {
    fc.assert(
      fc.property(anySettings, day, makingDays, (settings, now, making) => {
        const estimate = estimateDelivery(settings, now, making);
        const { orderBy, orderOn, dispatchBy, from, to } = estimate;
        expect(orderBy.getTime()).toBeGreaterThan(now.getTime());
        expect([orderOn, dispatchBy, from, to].toSorted()).toEqual([orderOn, dispatchBy, from, to]);
        expect([orderOn, dispatchBy].every((each) => isWorkingDay(settings, each))).toBe(true);
        expect(ukTime(orderBy)).toEqual({ day: orderOn, minutes: settings.cutOff });
        expect(estimateDelivery(settings, new Date(orderBy.getTime() - 1), making)).toEqual(estimate);
      }),
    );
  });

  test('an estimate is never earlier for a later order, for more making days, or with a day more closed', () => {
    fc.assert(
      fc.property(anySettings, day, makingDays, fc.integer({ min: 0, max: 20 * 86_400_000 }), (settings, now, making, later) => {
        const { dispatchBy, from, to } = estimateDelivery(settings, now, making);
        const isNoEarlier = (other: ReturnType<typeof estimateDelivery>) => {
          expect(other.dispatchBy >= dispatchBy && other.from >= from && other.to >= to).toBe(true);
        };
        isNoEarlier(estimateDelivery(settings, new Date(now.getTime() + later), making));
        isNoEarlier(estimateDelivery(settings, now, making + 1));
        const closed = [...settings.closed, { from: dispatchBy, to: dispatchBy }];
        const withClosed = estimateDelivery({ ...settings, closed }, now, making);
        isNoEarlier(withClosed);
        expect(withClosed.dispatchBy > dispatchBy).toBe(true);
      }),
    );
  });

  test('in a year without closed days an estimate takes at most the weeks of its working days, and eight weeks for bank holidays', () => {
    fc.assert(
      fc.property(anySettings, day, (settings, now) => {
        const { orderOn, dispatchBy } = estimateDelivery({ ...settings, closed: [] }, now);
        const perWeek = settings.workingDays.length;
        // The weeks of the dispatch days, and one more for each of the eight bank holidays of a year.
        expect(daysApart(orderOn, dispatchBy)).toBeLessThanOrEqual(7 * Math.ceil(settings.dispatchDays / perWeek) + 7 * 8);
      }),
    );
  });
});

describe('the settings', () => {
  test('the delivery settings are read from their texts, spaces allowed', () => {
    const texts = {
      workingDays: 'Mon, Wed,Sat',
      cutOff: '09:30',
      dispatchDays: '3',
      courierDays: '1',
      closedDays: '2026-12-24, 2027-01-02..2027-01-09',
    };
    expect(readDeliverySettings(texts)).toEqual({
      workingDays: [1, 3, 6],
      cutOff: 570,
      dispatchDays: 3,
      courierDays: { min: 1, max: 1 },
      closed: [
        { from: '2026-12-24', to: '2026-12-24' },
        { from: '2027-01-02', to: '2027-01-09' },
      ],
    });
  });

  test('the delivery settings are by default dispatch within two working days, ordered by 2 pm, and two or three days by courier', () => {
    expect(readDeliverySettings(deliveryDefaults)).toEqual(settingsOf({ dispatchDays: 2, courierDays: { min: 2, max: 3 } }));
  });

  test.each([
    ['dispatchDays', '0', 0],
    ['dispatchDays', '60', 60],
    ['courierDays', '30', { min: 30, max: 30 }],
    ['courierDays', '10-14', { min: 10, max: 14 }],
    ['closedDays', '', []],
    ['closedDays', '2026-12-24,', [{ from: '2026-12-24', to: '2026-12-24' }]],
    ['closedDays', '2026-01-01..2027-01-01', [{ from: '2026-01-01', to: '2027-01-01' }]],
  ] as const)('the delivery settings accept the %s "%s", up to their limits', (name, text, read) => {
    expect(deliveryReaders[name](text)).toEqual(read);
  });

  test('the delivery settings have defaults that are themselves valid, and a wrong text counts as its default', () => {
    const wrong = { workingDays: '?', cutOff: '?', dispatchDays: '?', courierDays: '?', closedDays: '?' };
    expect(readDeliverySettings(wrong)).toEqual({
      workingDays: deliveryReaders.workingDays(deliveryDefaults.workingDays),
      cutOff: deliveryReaders.cutOff(deliveryDefaults.cutOff),
      dispatchDays: deliveryReaders.dispatchDays(deliveryDefaults.dispatchDays),
      courierDays: deliveryReaders.courierDays(deliveryDefaults.courierDays),
      closed: deliveryReaders.closedDays(deliveryDefaults.closedDays),
    });
  });

  test.each([
    ['workingDays', ['', 'Monday', 'Mon;Tue', 'Mon,,Tue']],
    ['cutOff', ['', '24:00', '2pm', '9:00', '109:30']],
    ['dispatchDays', ['', '-1', '1.5', '61']],
    ['courierDays', ['', '3-2', '31', '2-31', '31-3', '1 to 3']],
    [
      'closedDays',
      [
        '24 December',
        '2026-12-24, 25 December',
        '2026-02-30',
        '2026-13-01',
        '2026-12-26..2026-12-24',
        '2026-02-01..2026-02-30',
        '2026-01-01..2027-01-02',
        '2026-01-01..',
      ],
    ],
  ] as const)('wrong texts for the delivery setting %s are refused, and do not stop the storefront', (name, texts) => {
    for (const text of texts) {
      expect(deliveryReaders[name](text), text).toBeUndefined();
      expect(() => estimateDelivery(readDeliverySettings({ ...deliveryDefaults, [name]: text }), mondayMorning)).not.toThrow();
    }
  });
});

describe('texts', () => {
  test.each([
    ['2026-11-25', '2026-11-27', 'Wed 25 – Fri 27 November'],
    ['2026-11-30', '2026-12-02', 'Mon 30 Nov – Wed 2 Dec'],
    ['2026-12-31', '2027-12-04', 'Thu 31 Dec – Sat 4 Dec'],
    ['2026-11-25', '2026-11-25', 'Wed 25 November'],
  ])('the days from %s to %s are written as "%s"', (from, to, text) => {
    expect(formatArrival({ from, to })).toBe(text);
  });

  test('the texts of delivery dates name every month in full as British English does', () => {
    const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const day = `2026-${String(month).padStart(2, '0')}-15`;
      expect(formatArrival({ from: day, to: day })).toMatch(new RegExp(` 15 ${monthName.format(new Date(day))}$`));
    }
  });

  test('the texts of delivery dates in another language are that language’s', () => {
    expect(formatArrival({ from: '2026-11-25', to: '2026-11-27' }, 'de')).toMatch(/25\.\D+27\. November/);
    expect(formatShortDay('2026-11-25', 'de')).toMatch(/25\. Nov/);
    expect(formatCutOff(14 * 60, 'de')).toBe('14:00');
  });

  test.each([
    [0, '12 am'],
    [570, '9:30 am'],
    [720, 'midday'],
    [750, '12:30 pm'],
    [840, '2 pm'],
    [845, '2:05 pm'],
  ])('the time %i minutes after midnight is written as "%s"', (minutes, text) => {
    expect(formatCutOff(minutes)).toBe(text);
  });

  test('an order day is today, tomorrow or a named day, by the calendar of the UK', () => {
    // Half past midnight in British Summer Time.
    const now = new Date('2026-07-05T23:30:00.000Z');
    expect(nearness('2026-07-06', now)).toBe('today');
    expect(nearness('2026-07-07', now)).toBe('tomorrow');
    expect(nearness('2026-07-08', now)).toBe('day');
  });
});
