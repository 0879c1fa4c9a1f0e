import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies a text and announces the outcome. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation('orders');
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('notCopied');
    }
  };
  return (
    <span className="copy">
      <button type="button" className="btn btn-link" onClick={() => void copy()}>
        {t('copy')}
      </button>
      <span role="status">{outcome && t(`copying.${outcome}`)}</span>
    </span>
  );
};
