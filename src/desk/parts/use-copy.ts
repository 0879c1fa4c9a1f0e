import { useTranslation } from 'react-i18next';
import { useSay } from './desk-heading.tsx';

/** Copies a text and says so with `said`; where the browser does not allow it, the message has the text, to be selected by hand. */
export const useCopy = () => {
  const { t } = useTranslation('desk');
  const say = useSay();
  return async (text: string, said: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say(said);
    } catch {
      // No permission, or a page without HTTPS, which has no clipboard.
      say(t('notCopied', { text }));
    }
  };
};
