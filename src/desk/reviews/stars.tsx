import { useTranslation } from 'react-i18next';

/** How many of five stars a review gives. */
export const Stars = ({ stars }: { readonly stars: number }) => {
  const { t } = useTranslation('desk-reviews');
  return (
    <span className="desk-stars" role="img" aria-label={t('stars', { count: stars })}>
      {'★'.repeat(stars)}
      <span className="quiet">{'★'.repeat(5 - stars)}</span>
    </span>
  );
};
