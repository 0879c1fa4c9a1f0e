import { useTranslation } from 'react-i18next';
import { formatShortDay, ukTime } from '#contract/delivery-dates.ts';

/** The day by which a parcel must be posted; late ones have a diamond. */
export const DueText = ({ postBy, isLate }: { readonly postBy: string | null; readonly isLate: boolean }) => {
  const { i18n } = useTranslation();
  if (postBy === null) return null;
  const { day: today } = ukTime(new Date());
  const day = formatShortDay(postBy, i18n.language);
  return (
    <span className={isLate ? 'due is-late' : postBy === today ? 'due is-today' : 'due'}>
      {isLate ? `Late, was ${day}` : postBy === today ? 'Today' : day}
    </span>
  );
};
