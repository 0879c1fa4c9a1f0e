import { useTranslation } from 'react-i18next';
import { formatShortDay, ukTime } from '#contract/delivery-dates.ts';

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
