import { isEnglish, localeOf } from './locale.ts';
import { type CourierDays, defaultDays, readCourierDays, readDispatchDays } from './posting-days.ts';
import { daysToCancel } from './terms.ts';

/** A calendar day in the UK, "2026-11-25". */
export type Day = string;

/** When the seller posts parcels, and how long the courier takes. Days are working days, weekdays count from 1, Monday. */
export type DeliverySettings = {
  readonly workingDays: readonly number[];
  /** Minutes after midnight in the UK: a later order counts as one of the next working day. */
  readonly cutOff: number;
  /** From the day that counts to the post; 0 is the same day. */
  readonly dispatchDays: number;
  readonly courierDays: CourierDays;
  /** When the seller is away, besides bank holidays; both days included. */
  readonly closed: readonly { readonly from: Day; readonly to: Day }[];
};

/** The settings as texts, as in `VITE_WORKING_DAYS` and its neighbours. */
export type DeliveryTexts = Readonly<Record<'workingDays' | 'cutOff' | 'dispatchDays' | 'courierDays' | 'closedDays', string>>;

export const deliveryDefaults: DeliveryTexts = {
  workingDays: 'Mon,Tue,Wed,Thu,Fri',
  cutOff: '14:00',
  dispatchDays: '2',
  courierDays: '2-3',
  closedDays: '',
};

const defaults: DeliverySettings = {
  workingDays: [1, 2, 3, 4, 5],
  cutOff: 14 * 60,
  dispatchDays: defaultDays.dispatch,
  courierDays: defaultDays.courier,
  closed: [],
};

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const courierWeekdays = [1, 2, 3, 4, 5];
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const maxClosedDays = 366;

const toDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);
const msOf = (day: Day): number => Date.parse(`${day}T00:00:00.000Z`);
export const plusDays = (day: Day, count: number): Day => toDay(msOf(day) + count * dayMs);
const weekdayOf = (day: Day): number => new Date(msOf(day)).getUTCDay() || 7;
const dayOf = (year: number, month: number, date: number): Day => toDay(Date.UTC(year, month - 1, date));
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(msOf(text)) && plusDays(text, 0) === text;

const daysUntilNext = (day: Day, weekday: number): number => (weekday - weekdayOf(day) + 7) % 7;

/** The first such weekday on or after a day. */
const onOrAfter = (day: Day, weekday: number): Day => plusDays(day, daysUntilNext(day, weekday));

const monday = 1;
const saturday = 6;
const sunday = 7;

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export const easterSunday = (year: number): Day => {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const epact =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const count = epact + weekday - 7 * correction + 114;
  return dayOf(year, Math.floor(count / 31), (count % 31) + 1);
};

/**
 * Bank holidays in England and Wales, as GOV.UK lists them: one on a weekend is replaced by the next free weekday. Holidays by a royal
 * proclamation, such as a coronation, are closed days in the settings.
 */
export const bankHolidays = (year: number): readonly Day[] => {
  const easter = easterSunday(year);
  const weekendMoves = (day: Day, taken?: Day): Day => {
    let moved = day;
    while (weekdayOf(moved) >= saturday || moved === taken) moved = plusDays(moved, 1);
    return moved;
  };
  const christmas = weekendMoves(dayOf(year, 12, 25));
  return [
    weekendMoves(dayOf(year, 1, 1)),
    plusDays(easter, -2),
    plusDays(easter, 1),
    onOrAfter(dayOf(year, 5, 1), monday),
    onOrAfter(dayOf(year, 5, 25), monday),
    onOrAfter(dayOf(year, 8, 25), monday),
    christmas,
    weekendMoves(dayOf(year, 12, 26), christmas),
  ].sort();
};

const fixedHolidays = ['01-01', '12-25', '12-26'];

/** The bank holidays of a year, computed once, because each estimate looks at a dozen days. */
const holidaysByYear = new Map<number, readonly Day[]>();

/** Nobody works on Christmas Day, even if its bank holiday is a later weekday. */
const isHoliday = (day: Day): boolean => {
  const year = Number(day.slice(0, 4));
  const holidays = holidaysByYear.get(year) ?? bankHolidays(year);
  holidaysByYear.set(year, holidays);
  return fixedHolidays.includes(day.slice(5)) || holidays.includes(day);
};

const isCourierDay = (day: Day): boolean => courierWeekdays.includes(weekdayOf(day)) && !isHoliday(day);

/** Does the seller pack and post parcels on this day? */
export const isWorkingDay = ({ workingDays, closed }: DeliverySettings, day: Day): boolean =>
  workingDays.includes(weekdayOf(day)) && !isHoliday(day) && !closed.some(({ from, to }) => from <= day && day <= to);

/** The day itself or the next that fits, and from there so many more that fit. */
const advance = (start: Day, count: number, fits: (day: Day) => boolean): Day => {
  let day = start;
  for (let left = count; ; day = plusDays(day, 1)) {
    if (!fits(day)) continue;
    if (left === 0) return day;
    left -= 1;
  }
};

const isSummerTime = (ms: number): boolean => {
  const year = new Date(ms).getUTCFullYear();
  const changeOn = (month: number): number => msOf(onOrAfter(dayOf(year, month, 25), sunday)) + 60 * minuteMs;
  return changeOn(3) <= ms && ms < changeOn(10);
};

/** Day and minutes after midnight in the UK. Without Intl: its first use is slow, and time zone data may be missing. */
export const ukTime = (now: Date): { readonly day: Day; readonly minutes: number } => {
  const ms = now.getTime() + (isSummerTime(now.getTime()) ? 60 * minuteMs : 0);
  return { day: toDay(ms), minutes: Math.floor((ms % dayMs) / minuteMs) };
};

/** The day in the UK of a time (ISO 8601); a day is its own. */
export const ukDayOf = (time: string): Day => ukTime(new Date(time)).day;

/** The last day on which goods that were delivered at this time can be cancelled without a reason. */
export const lastDayToCancel = (deliveredAt: string): Day => plusDays(ukDayOf(deliveredAt), daysToCancel);

const instantOf = (day: Day, minutes: number): Date => {
  const ms = msOf(day) + minutes * minuteMs;
  const inSummer = ms - 60 * minuteMs;
  return new Date(isSummerTime(inSummer) ? inSummer : ms);
};

/** When a day begins in the UK; `days` later ones with `days`. */
export const startOfUkDay = (day: Day, days = 0): Date => instantOf(plusDays(day, days), 0);

/** First and last day on which a parcel should arrive. */
export type Arrival = { readonly from: Day; readonly to: Day };

/** The arrival of a parcel that is posted on this day. */
export const arrivalAfter = ({ courierDays: { min, max } }: DeliverySettings, dispatchedOn: Day): Arrival => {
  const next = plusDays(dispatchedOn, 1);
  const arrive = (days: number): Day => (days === 0 ? dispatchedOn : advance(next, days - 1, isCourierDay));
  return { from: arrive(min), to: arrive(max) };
};

/** `orderBy` is until when an order has these dates, `orderOn` its day in the UK; `dispatchBy` the last day on which it is posted. */
export type DeliveryEstimate = Arrival & { readonly orderBy: Date; readonly orderOn: Day; readonly dispatchBy: Day };

/**
 * When an order that is placed now arrives. `makingDays` are the working days that its slowest product is made in before it can be posted:
 * a parcel waits for all of its products. The same dates whatever the time zone of server or shopper.
 */
export const estimateDelivery = (settings: DeliverySettings, now: Date, makingDays = 0): DeliveryEstimate => {
  const { day: today, minutes } = ukTime(now);
  const works = (day: Day): boolean => isWorkingDay(settings, day);
  const orderOn = advance(minutes < settings.cutOff ? today : plusDays(today, 1), 0, works);
  const dispatchBy = advance(orderOn, settings.dispatchDays + makingDays, works);
  return { orderOn, orderBy: instantOf(orderOn, settings.cutOff), dispatchBy, ...arrivalAfter(settings, dispatchBy) };
};

/** The days that the slowest of these products takes to make. */
export const slowestMaking = (products: readonly { readonly makingDays?: number | undefined }[]): number =>
  Math.max(0, ...products.map(({ makingDays }) => makingDays ?? 0));

const readWorkingDays = (text: string): readonly number[] | undefined => {
  const days = text.split(',').map((name) => weekdayNames.indexOf(name.trim()) + 1);
  return days.includes(0) ? undefined : days;
};

const readCutOff = (text: string): number | undefined => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
};

const readClosedDays = (text: string): DeliverySettings['closed'] | undefined => {
  const ranges = text
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '')
    .map((range) => {
      const [from = '', to = from] = range.split('..');
      return { from, to };
    });
  const isRange = ({ from, to }: Arrival): boolean =>
    isDay(from) && isDay(to) && from <= to && msOf(to) - msOf(from) < maxClosedDays * dayMs;
  return ranges.every(isRange) ? ranges : undefined;
};

/** One reader per text, `undefined` for a wrong one; what it must be like is in `.env.example`. */
export const deliveryReaders = {
  workingDays: readWorkingDays,
  cutOff: readCutOff,
  dispatchDays: readDispatchDays,
  courierDays: readCourierDays,
  closedDays: readClosedDays,
} as const;

/** Settings from their texts. A wrong one counts as its default: the server refuses to start with it, the storefront goes on. */
export const readDeliverySettings = (texts: DeliveryTexts): DeliverySettings => ({
  workingDays: readWorkingDays(texts.workingDays) ?? defaults.workingDays,
  cutOff: readCutOff(texts.cutOff) ?? defaults.cutOff,
  dispatchDays: readDispatchDays(texts.dispatchDays) ?? defaults.dispatchDays,
  courierDays: readCourierDays(texts.courierDays) ?? defaults.courierDays,
  closed: readClosedDays(texts.closedDays) ?? defaults.closed,
});

const monthOf = (day: Day): string => monthNames[Number(day.slice(5, 7)) - 1] ?? '';

/** "Wed 25". */
const formatWeekday = (day: Day): string => `${weekdayNames[weekdayOf(day) - 1]} ${Number(day.slice(8))}`;

/** "Wed 25 Nov": where there is little room. */
export const formatShortDay = (day: Day, language = 'en'): string =>
  isEnglish(language)
    ? `${formatWeekday(day)} ${monthOf(day).slice(0, 3)}`
    : new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(msOf(day));

/** "Wed 25 – Fri 27 November", "Mon 30 Nov – Wed 2 Dec" or, for one day, "Wed 25 November": one line of the cart's summary. */
export const formatArrival = ({ from, to }: Arrival, language = 'en'): string => {
  if (!isEnglish(language))
    return new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' }).formatRange(
      msOf(from),
      msOf(to),
    );
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${formatShortDay(from)} – ${formatShortDay(to)}`;
  return `${from === to ? '' : `${formatWeekday(from)} – `}${formatWeekday(to)} ${monthOf(to)}`;
};

/** "2 pm", "2:30 pm", "midday" of minutes after midnight. */
export const formatCutOff = (minutes: number, language = 'en'): string => {
  if (!isEnglish(language))
    return new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone: 'UTC' }).format(minutes * minuteMs);
  if (minutes === 12 * 60) return 'midday';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return `${hours % 12 || 12}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`} ${hours < 12 ? 'am' : 'pm'}`;
};

/** How far an order day is away: `today`, `tomorrow`, or a later `day`. */
export const nearness = (orderOn: Day, now: Date): 'today' | 'tomorrow' | 'day' => {
  const { day } = ukTime(now);
  return orderOn === day ? 'today' : orderOn === plusDays(day, 1) ? 'tomorrow' : 'day';
};
