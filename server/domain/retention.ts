import { reviewDays } from '#contract/review.ts';
import { day, hour } from '#server/db/columns.ts';
import { maxSessionSeconds } from '#server/domain/accounts/sessions.ts';

/** How long each kind of data is kept, in seconds. The privacy page states them: `keeping` in privacy.json. */
export const retentionSeconds = {
  /** Orders that were never paid, from their creation; payment events may arrive a week late. */
  unpaidOrder: 30 * day,
  /** Ids of provider events: the provider repeats an event for days, never for months. */
  paymentEvent: 90 * day,
  /** Mails, from when they were written. */
  mail: 90 * day,
  /** Stock alerts that were not confirmed, with their links. */
  unconfirmedStockAlert: 2 * day,
  stockAlert: 365 * day,
  /** From the mail that says that the product is back in stock. */
  mailedStockAlert: 30 * day,
  /** From its mail: as long as its link is kept (`mailedLinks`). */
  reviewInvite: (reviewDays.toAnswer + 30) * day,
  /** Declined, or removed from the shop. */
  hiddenReview: 365 * day,
  /** Words of searches that found nothing, counted by day. */
  searchMiss: 90 * day,
  /** Ids of changes of an account's lists: a browser that was offline repeats a change as long as its session lasts. */
  listChange: maxSessionSeconds,
  /** Not confirmed; their links have expired by then. */
  registration: 7 * day,
  /** Of an authenticator app, not confirmed by a code. */
  secondFactorSetUp: hour,
  /** Whose address was never confirmed, from the last registration. */
  unverifiedAccount: 30 * day,
  /**
   * Contact details of an order whose buyer asked to be forgotten, from its dispatch: until then it may be on its way, or be returned. Of an order
   * that was cancelled or refunded in full before dispatch, from its creation.
   */
  erasedContact: 60 * day,
  /** The same of an order neither sent nor cancelled nor refunded in full, from its creation: goods take 250 working days to make at most. */
  unsentContact: 2 * 365 * day,
} as const;

const messageYears = 2;
const staffEventYears = 2;

/** Tax records are kept for six years after the end of the tax year, which begins on 6 April, always in British Summer Time. */
const taxRecordYears = 6;
const taxYearStart = '-04-05T23:00:00.000Z';

const yearsBefore = (now: Date, years: number): string => {
  const time = new Date(now);
  time.setUTCFullYear(now.getUTCFullYear() - years);
  return time.toISOString();
};

/** Messages whose last word is older are deleted. */
export const messageCutoff = (now: Date): string => yearsBefore(now, messageYears);

/** What the staff did before this time is deleted. */
export const staffEventCutoff = (now: Date): string => yearsBefore(now, staffEventYears);

/** Records of tax years that began before this time are deleted: the start of the tax year that contains the day six years ago. */
export const taxRecordCutoff = (now: Date): string => {
  const sixYearsAgo = yearsBefore(now, taxRecordYears);
  const year = Number(sixYearsAgo.slice(0, 4));
  const start = `${year}${taxYearStart}`;
  return start <= sixYearsAgo ? start : `${year - 1}${taxYearStart}`;
};
