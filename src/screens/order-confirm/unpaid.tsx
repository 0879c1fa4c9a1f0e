import { useTranslation } from 'react-i18next';
import { pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import type { WatchedOrder } from '#features/orders/use-order-watch.ts';
import { usePayAgain } from '#features/orders/use-pay.ts';
import { formatTime } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { phoneLink, shop } from '#shared/shop.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';

type UnpaidNoticeProps = { readonly order: Order; readonly reason: 'failed' | 'cancelled'; readonly watched: WatchedOrder };

/** The payment failed or was cancelled: nothing was charged, and it can be retried. */
export const UnpaidNotice = ({ order, reason, watched: { restart, isLoading } }: UnpaidNoticeProps) => {
  const { t, i18n } = useTranslation('orders');
  const { payAgain, isBusy, error } = usePayAgain(order._id, { isDisabled: isLoading, onSettled: restart });
  const money = usePaidMoney();
  const time = formatTime(order.payBy, i18n.language);
  const [phone] = shop.phones;
  return (
    <div className="order-outcome">
      <h1 tabIndex={-1}>{t(`${reason}.heading`)}</h1>
      <p>{time ? t(`${reason}.text`, { time }) : t(`${reason}.textPlain`)}</p>
      {error && <FailureNote error={error} onRetry={payAgain} isBusy={isBusy} />}
      <div className="button-row">
        <button type="button" className="btn btn-primary btn-lg" aria-disabled={isBusy} onClick={payAgain}>
          {t('retry', { amount: money(pence(order.overallTotal)) })}
        </button>
        <Link className="btn btn-outline-primary btn-lg" to={paths.cart}>
          {t('cart')}
        </Link>
      </div>
      {reason === 'failed' && <h2>{t('tryThis.heading')}</h2>}
      <ul className="try-this">
        {reason === 'failed' && (
          <>
            <li>{t('tryThis.card')}</li>
            <li>{t('tryThis.bank')}</li>
          </>
        )}
        {phone !== undefined && (
          <li>
            {t('tryThis.call')}{' '}
            <a href={phoneLink(phone)}>
              <bdi>{phone}</bdi>
            </a>
            {shop.hours.length > 0 && ` (${shop.hours.join(' · ')})`}
          </li>
        )}
      </ul>
    </div>
  );
};

/** The payment is not confirmed yet: the order is polled for a while, then the shopper can check again. */
export const PendingNotice = ({ order, watched: { hasGivenUp, isLoading, restart } }: { order: Order; watched: WatchedOrder }) => {
  const { t } = useTranslation('orders');
  const { payAgain, isBusy, error } = usePayAgain(order._id, { isDisabled: isLoading, onSettled: restart });
  return (
    <div className="order-outcome">
      <h1 tabIndex={-1}>{t('pending.heading')}</h1>
      <p role="status">{t(hasGivenUp ? 'pending.slow' : 'pending.text')}</p>
      {!hasGivenUp && (
        <div className="spinner" aria-hidden="true">
          <span className="spinner-ring" />
        </div>
      )}
      {error && <FailureNote error={error} onRetry={payAgain} isBusy={isBusy} />}
      {hasGivenUp && (
        <div className="button-row">
          <button type="button" className="btn btn-primary btn-lg" aria-disabled={isLoading} onClick={restart}>
            {t('pending.again')}
          </button>
          {order.payment !== 'processing' && (
            <button type="button" className="btn btn-outline-primary btn-lg" aria-disabled={isBusy} onClick={payAgain}>
              {t('pending.pay')}
            </button>
          )}
        </div>
      )}
    </div>
  );
};
