import '#styles/order-screens.scss';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useRemovePurchased } from '#blocks/purchased-lines/use-remove-purchased.ts';
import type { Order } from '#contract/order.ts';
import { useOrderWatch, type WatchedOrder } from '#features/orders/use-order-watch.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { PrintHeader } from '#shared/ui/address.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { GuestRegistration } from './guest-registration.tsx';
import { CareNotes, NextSteps, OrderLinks, OrderRecord } from './paid-order.tsx';
import { UnpaidNotice } from './unpaid.tsx';

/** A text that changes whenever the page has something new to say about the order; empty at first. */
const stageOf = ({ order, error, hasGivenUp }: WatchedOrder): string => {
  if (order) return [order.status, order.payment, order.cancellation?.by, hasGivenUp].join();
  return error ? `${error.status} ${error.code}` : '';
};

/**
 * The heading of news that arrive while the page is open, for a live region. The focus stays where it is; if its element is gone, the heading takes
 * it.
 */
const useOutcomeNews = (watched: WatchedOrder) => {
  const stage = stageOf(watched);
  const pageRef = useRef<HTMLDivElement>(null);
  const stageRef = useRef(stage);
  const [news, setNews] = useState('');
  useLayoutEffect(() => {
    const isNews = stageRef.current !== '' && stageRef.current !== stage;
    stageRef.current = stage;
    const heading = pageRef.current?.querySelector('h1');
    if (!isNews || !heading) return;
    setNews(heading.textContent);
    if (document.activeElement === document.body) heading.focus({ preventScroll: true });
  }, [stage]);
  return { pageRef, news };
};

const PaidOrderView = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation('orders');
  const { firstName, email } = order.billingInfo;
  return (
    <>
      <div className="order-outcome order-paid">
        <Icon name="check" />
        <h1 tabIndex={-1}>{firstName ? t('paid.heading', { name: firstName }) : t('paid.headingPlain')}</h1>
        <p>{email ? t('paid.text', { email }) : t('paid.textPlain')}</p>
      </div>
      <NextSteps order={order} />
      <OrderRecord order={order} />
      <CareNotes order={order} />
      <OrderLinks order={order} />
      <GuestRegistration order={order} />
    </>
  );
};

/** Cancelled; its status page says why, and where the money is. */
const CancelledOrder = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation('orders');
  const who = order.cancellation?.by === 'buyer' ? 'byBuyer' : 'bySeller';
  return (
    <div className="page-message">
      <h1 tabIndex={-1}>{t(`${who}.heading`)}</h1>
      <p>{t(`${who}.text`)}</p>
      <Link className="btn btn-primary" to={paths.orderStatusOf(order._id)}>
        {t('seeCancelled')}
      </Link>
    </div>
  );
};

/** The order does not exist, or has expired. */
const UnknownOrder = ({ error }: { readonly error: ApiError | undefined }) => {
  const { t } = useTranslation('orders');
  return (
    <div className="page-message">
      <h1 tabIndex={-1}>{t(error?.code === 'expired' ? 'expired.heading' : 'unknown.heading')}</h1>
      <p>{error?.message ?? t('unknown.text')}</p>
      <div className="button-row">
        <Link className="btn btn-primary" to={error?.code === 'expired' ? paths.cart : paths.orderStatus}>
          {error?.code === 'expired' ? t('cart') : t('unknown.status')}
        </Link>
        <Link className="btn btn-outline-primary" to={paths.shop}>
          {t('unknown.shop')}
        </Link>
      </div>
    </div>
  );
};

const OrderState = ({ watched, isCancelled }: { readonly watched: WatchedOrder; readonly isCancelled: boolean }) => {
  const { t } = useTranslation('orders');
  const { order, error, isLoading, restart } = watched;
  if (order?.status === 'pending') {
    const isLeft = isCancelled && order.payment !== 'processing';
    return (
      <>
        <UnpaidNotice order={order} watched={watched} reason={order.payment === 'failed' ? 'failed' : isLeft ? 'cancelled' : undefined} />
        <OrderRecord order={order} />
      </>
    );
  }
  if (order?.cancellation) return <CancelledOrder order={order} />;
  if (order) return <PaidOrderView order={order} />;
  if (error && error.status !== 404)
    return (
      <>
        <h1 tabIndex={-1}>{t('heading')}</h1>
        <FailureNote error={error} onRetry={restart} isBusy={isLoading} />
      </>
    );
  if (!isLoading) return <UnknownOrder error={error} />;
  return (
    <>
      <h1>{t('heading')}</h1>
      <Spinner label={t('loading')} isFullPage />
    </>
  );
};

/** Payment pages redirect here. Only the fetched order says whether it is paid, never the query. */
export const OrderConfirmScreen = () => {
  const [query] = useSearchParams();
  const id = query.get('order')?.trim() ?? '';
  const isCancelled = query.get('payment') === 'cancelled';
  const watched = useOrderWatch(id, isCancelled);
  const { pageRef, news } = useOutcomeNews(watched);
  const { order } = watched;
  useRemovePurchased(order && order.status !== 'pending' && !order.cancellation ? order._id : '');
  return (
    <div ref={pageRef} className="container-xl cart-page order-page">
      <ScreenTitle name="orderConfirm" />
      <PrintHeader />
      <p role="status" className="visually-hidden">
        {news}
      </p>
      <OrderState watched={watched} isCancelled={isCancelled} />
    </div>
  );
};
