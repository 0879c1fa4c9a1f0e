import { useTranslation } from 'react-i18next';
import { pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import type { WatchedOrder } from '#features/orders/use-order-watch.ts';
import { usePayAgain } from '#features/orders/use-pay.ts';
import { formatTime } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { phoneLink, useShop } from '#shared/shop.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';

type NoticeProps = { readonly order: Order; readonly watched: WatchedOrder; readonly paying: ReturnType<typeof usePayAgain> };

/** The payment failed or was cancelled: nothing was charged, and it can be retried. */
const FailedNotice = ({ order, reason, paying }: Omit<NoticeProps, 'watched'> & { readonly reason: 'failed' | 'cancelled' }) => {
  const shop = useShop();
  const { t, i18n } = useTranslation('orders');
  const { payAgain, isBusy, error } = paying;
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
const PendingNotice = ({ order, watched: { hasGivenUp, isLoading, restart }, paying: { payAgain, isBusy, error } }: NoticeProps) => {
  const { t } = useTranslation('orders');
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

type UnpaidNoticeProps = Omit<NoticeProps, 'paying'> & { readonly reason: 'failed' | 'cancelled' | undefined };

/** An order that is not paid. `reason`: why nothing was charged; undefined while the payment may still come. */
export const UnpaidNotice = ({ order, watched, reason }: UnpaidNoticeProps) => {
  // Here, because one notice may give way to the other while the payment page is asked for.
  const paying = usePayAgain(order._id, { isDisabled: watched.isLoading, onSettled: watched.restart });
  return reason === undefined ? (
    <PendingNotice order={order} watched={watched} paying={paying} />
  ) : (
    <FailedNotice order={order} reason={reason} paying={paying} />
  );
};
