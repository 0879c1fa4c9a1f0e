import { useTranslation } from 'react-i18next';
import { ErrorNote } from '#shared/ui/failure-note.tsx';

/** Somebody else has changed it: `text` says who did what. What was typed stays; `onShow` shows it as it is now. */
export const ConflictBar = ({ text, onShow }: { readonly text: string; readonly onShow: () => void }) => {
  const { t } = useTranslation('desk');
  return <ErrorNote text={text} action={t('conflict.show')} onRetry={onShow} />;
};
