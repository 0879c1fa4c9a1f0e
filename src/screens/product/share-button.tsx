import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shareLink } from '#shared/share-link.ts';
import { Icon } from '#shared/ui/icon.tsx';

type ShareButtonProps = {
  readonly name: string;
  /** Without the query of the page, which may hold the token of a mailed link. */
  readonly path: string;
};

/** Shares the product (Web Share, else copy link). */
export const ShareButton = ({ name, path }: ShareButtonProps) => {
  const { t } = useTranslation('product');
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const share = () => shareLink(name, new URL(path, window.location.origin).href).then(setOutcome);
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => void share()}>
        <Icon name="share" />
        {t('share.button')}
      </button>
      <span className="share-outcome" role="status">
        {outcome && t(`share.${outcome}`)}
      </span>
    </>
  );
};
