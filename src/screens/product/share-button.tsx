import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#shared/ui/icon.tsx';

/** Shares a path of the shop (Web Share API) or copies its URL; returns the outcome to announce, if any. */
const share = async (title: string, path: string): Promise<'copied' | 'failed' | undefined> => {
  const url = new URL(path, window.location.origin).href;
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch (cause) {
    // AbortError: the shopper closed the share sheet.
    return cause instanceof DOMException && cause.name === 'AbortError' ? undefined : 'failed';
  }
};

type ShareButtonProps = {
  readonly name: string;
  /** Without the query of the page, which may hold the token of a mailed link. */
  readonly path: string;
};

/** Shares the product (Web Share, else copy link). */
export const ShareButton = ({ name, path }: ShareButtonProps) => {
  const { t } = useTranslation('product');
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => void share(name, path).then(setOutcome)}>
        <Icon name="share" />
        {t('share.button')}
      </button>
      <span className="share-outcome" role="status">
        {outcome && t(`share.${outcome}`)}
      </span>
    </>
  );
};
