import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#shared/ui/icon.tsx';

/** Shares the page's URL (Web Share API) or copies it; returns the outcome to announce, if any. */
const share = async (title: string): Promise<'copied' | 'failed' | undefined> => {
  const url = window.location.href;
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

/** Shares the product (Web Share, else copy link). */
export const ShareButton = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation('product');
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => void share(name).then(setOutcome)}>
        <Icon name="share" />
        {t('share.button')}
      </button>
      <span className="share-outcome" role="status">
        {outcome && t(`share.${outcome}`)}
      </span>
    </>
  );
};
