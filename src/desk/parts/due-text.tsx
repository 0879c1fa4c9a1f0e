import { useTranslation } from 'react-i18next';
import { formatShortDay, ukTime } from '#contract/delivery-dates.ts';

/** The day by which a parcel must be posted; a diamond marks what is late. */
export const DueText = ({ postBy, isLate }: { readonly postBy: string | null; readonly isLate: boolean }) => {
  const { t, i18n } = useTranslation('desk');
  if (postBy === null) return null;
  const day = formatShortDay(postBy, i18n.language);
  if (isLate) return <span className="desk-due is-late">{t('due.late', { day })}</span>;
  if (postBy === ukTime(new Date()).day) return <span className="desk-due is-today">{t('due.today')}</span>;
  return <span className="desk-due">{day}</span>;
};
