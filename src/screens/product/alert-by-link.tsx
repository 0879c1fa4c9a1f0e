import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmStockAlertMutation, useEndStockAlertsMutation } from '#features/stock-alerts/stock-alerts-api.ts';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';

type AlertByLinkProps = { readonly token: string; readonly action: 'confirm' | 'end'; readonly onClose: () => void };

/**
 * A mailed link about stock, in a dialog, for which a cached document needs no room. On a press, not on load, because mail gateways and
 * previews open links, too.
 */
export const AlertByLink = ({ token, action, onClose }: AlertByLinkProps) => {
  const { t } = useTranslation('stock-alert');
  const [confirmAlert, confirmation] = useConfirmStockAlertMutation();
  const [endAlerts, ending] = useEndStockAlertsMutation();
  const [isOpen, setIsOpen] = useState(true);
  const [message, setMessage] = useState<string>();
  const [error, setError] = useState<ApiError>();
  const isBusy = confirmation.isLoading || ending.isLoading;
  const headingRef = useOutcomeHeading(message !== undefined);
  const heading = t(message === undefined ? `${action}.heading` : `${action}.doneHeading`);
  const press = async () => {
    if (isBusy) return;
    setError(undefined);
    try {
      setMessage(
        action === 'confirm' ? (await confirmAlert(token).unwrap()).message : ((await endAlerts(token).unwrap()) ?? t('end.done')),
      );
    } catch (cause) {
      setError(asApiError(cause));
    }
  };
  // Closed before `onClose` unmounts it, so that the browser restores the focus; that raises the dialog's event `close` once more.
  const close = () => {
    if (!isOpen) return;
    setIsOpen(false);
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} label={heading} className="confirm-dialog">
      <h2 ref={headingRef} tabIndex={-1}>
        {heading}
      </h2>
      {message === undefined ? (
        <>
          <p>{t(`${action}.text`)}</p>
          {error && <FailureNote error={error} />}
          <div className="button-row">
            <button type="button" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void press()}>
              {t(`${action}.button`)}
            </button>
            <button type="button" className="btn btn-outline-primary" onClick={close}>
              {t('close')}
            </button>
          </div>
        </>
      ) : (
        <>
          <p>{message}</p>
          <button type="button" className="btn btn-primary" onClick={close}>
            {t('close')}
          </button>
        </>
      )}
    </Dialog>
  );
};
