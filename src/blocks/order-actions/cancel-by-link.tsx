import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order.ts';
import { useCancelOrderMutation, useMailCancellationLinkMutation } from '#features/orders/orders-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';

type CancelByLinkProps = { readonly orderId: string; readonly token: string; readonly onCancelled: (order: Order) => void };

/** The mailed link to cancel an order: on a press, not on load, because mail gateways and previews open links, too. */
export const CancelByLink = ({ orderId, token, onCancelled }: CancelByLinkProps) => {
  const { t } = useTranslation('order-actions');
  const [cancelOrder, { isLoading: isBusy, error: cause }] = useCancelOrderMutation();
  const [mailLink, { isLoading: isMailing, data: mailed, error: mailCause }] = useMailCancellationLinkMutation();
  const mailedRef = useOutcomeHeading(mailed !== undefined);
  const error = mailCause ?? (mailed ? undefined : cause);
  const isDead = cause !== undefined && asApiError(cause).code === 'invalid';
  const cancel = async () => {
    if (isBusy) return;
    const { data } = await cancelOrder({ orderId, token });
    if (data) onCancelled(data);
  };
  return (
    <section className="order-card" aria-labelledby="cancel-by-link">
      <h2 id="cancel-by-link">{t('cancel.heading', { id: orderId })}</h2>
      <p>{t('cancel.byLink')}</p>
      {error && <FailureNote error={asApiError(error)} />}
      <p ref={mailedRef} role="status" tabIndex={-1}>
        {mailed?.message}
      </p>
      {isDead ? (
        !mailed && (
          <button
            type="button"
            className="btn btn-outline-primary"
            aria-disabled={isMailing}
            aria-busy={isMailing}
            onClick={() => !isMailing && void mailLink({ orderId })}
          >
            {t('cancel.newLink')}
          </button>
        )
      ) : (
        <button type="button" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void cancel()}>
          {t('cancel.label')}
        </button>
      )}
    </section>
  );
};
