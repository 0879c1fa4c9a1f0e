import { useTranslation } from 'react-i18next';
import type { ApiError } from '#shared/api/api-error.ts';
import { failureText } from '#shared/api/failure-text.ts';
import { Icon } from './icon.tsx';

/** An error message with Retry; the rest of the screen stays as it is. */
export const FailureNote = ({
  error,
  onRetry,
  isBusy,
}: {
  readonly error: ApiError;
  readonly onRetry: () => void;
  readonly isBusy: boolean;
}) => {
  const { t } = useTranslation('common');
  return (
    <div className="note note-danger" role="alert">
      <Icon name="warning" />
      <p>{failureText(t, error)}</p>
      <button type="button" className="btn btn-outline-primary" onClick={onRetry} aria-disabled={isBusy}>
        {isBusy ? t('loading') : t('retry')}
      </button>
    </div>
  );
};
