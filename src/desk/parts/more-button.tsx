import { useTranslation } from 'react-i18next';

/** Adds the next page to a list. */
export const MoreButton = ({ isBusy, onMore }: { readonly isBusy: boolean; readonly onMore: () => void }) => {
  const { t } = useTranslation(['desk', 'common']);
  return (
    <p className="desk-more">
      <button type="button" className="btn btn-outline-primary" aria-disabled={isBusy} onClick={() => !isBusy && onMore()}>
        {isBusy ? t('common:loading') : t('desk:more')}
      </button>
    </p>
  );
};
