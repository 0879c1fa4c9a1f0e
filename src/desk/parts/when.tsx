import { useTranslation } from 'react-i18next';
import { formatShortDay, ukDayOf, ukTime } from '#contract/delivery-dates.ts';
import { formatUkTime } from '#shared/format-date.ts';

type DueProps = {
  readonly postBy: string | null;
  readonly isLate: boolean;
  /** No text beside the day says that it is the day to post by, so the day says it itself. */
  readonly isAlone?: boolean;
};

/** The day by which a parcel must be posted; a diamond marks what is late. */
export const DueText = ({ postBy, isLate, isAlone = false }: DueProps) => {
  const { t, i18n } = useTranslation('desk');
  if (postBy === null) return null;
  const day = formatShortDay(postBy, i18n.language);
  if (isLate) return <span className="desk-due is-late">{t('due.late', { day })}</span>;
  if (postBy === ukTime(new Date()).day) return <span className="desk-due is-today">{t(isAlone ? 'due.byToday' : 'due.today')}</span>;
  return <span className="desk-due">{isAlone ? t('due.by', { day }) : day}</span>;
};

/** The day by which the money of a cancellation must go back; a diamond marks what is late. Nothing while it is not known. */
export const DueDay = ({ dueOn }: { readonly dueOn: string | null }) => {
  const { t, i18n } = useTranslation('desk-refunds');
  if (dueOn === null) return null;
  const { day: today } = ukTime(new Date());
  const mark = dueOn < today ? ' is-late' : dueOn === today ? ' is-today' : '';
  return (
    <span className={`desk-due${mark}`}>{t(dueOn < today ? 'due.late' : 'due.by', { day: formatShortDay(dueOn, i18n.language) })}</span>
  );
};

/** "today at 11:57", "Mon 30 Nov at 11:57", in UK time. */
export const useMoment = () => {
  const { t, i18n } = useTranslation('desk');
  return (at: string): string => {
    const day = ukDayOf(at);
    const time = formatUkTime(at, i18n.language);
    return day === ukTime(new Date()).day ? t('time.today', { time }) : t('time.day', { day: formatShortDay(day, i18n.language), time });
  };
};

/** A moment, in UK time. */
export const When = ({ at }: { readonly at: string }) => <time dateTime={at}>{useMoment()(at)}</time>;
