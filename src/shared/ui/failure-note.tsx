import { useTranslation } from 'react-i18next';
import type { ApiError } from '#shared/api/api-error.ts';
import { failureText } from '#shared/api/failure-text.ts';
import { Icon } from './icon.tsx';

type RetryProps = { readonly onRetry?: (() => void) | undefined; readonly isBusy?: boolean };

/** An error message, with Retry if there is `onRetry`; the rest of the screen stays as it is. */
export const ErrorNote = ({ text, onRetry, isBusy = false }: RetryProps & { readonly text: string }) => {
  const { t } = useTranslation('common');
  return (
    <div className="note note-danger" role="alert">
      <Icon name="warning" />
      <p>{text}</p>
      {onRetry && (
        <button type="button" className="btn btn-outline-primary" onClick={onRetry} aria-disabled={isBusy}>
          {isBusy ? t('loading') : t('retry')}
        </button>
      )}
    </div>
  );
};

/** The message of a failed call, with Retry. */
export const FailureNote = ({ error, ...retry }: RetryProps & { readonly error: ApiError }) => {
  const { t } = useTranslation('common');
  return <ErrorNote text={failureText(t, error)} {...retry} />;
};
