import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { OrderTotals } from '#blocks/cart-view/totals.tsx';
import { ContinueBrowsing } from '#blocks/continue-browsing/continue-browsing.tsx';
import { CancellationNote, CancelOrder, ReturnLinks } from '#blocks/order-actions/order-actions.tsx';
import type { User } from '#contract/account.ts';
import { formatArrival } from '#contract/delivery-dates.ts';
import { pence } from '#contract/money.ts';
import { activeSteps, itemPrice, type Order } from '#contract/order.ts';
import { returnAddress } from '#contract/return-address.ts';
import { useMyOrdersQuery } from '#features/account/account-data-api.ts';
import { addressInOneLine } from '#features/account/format-address.ts';
import { itemName, itemVariant, usePaidMoney } from '#features/orders/order-texts.ts';
import { usePayAgain } from '#features/orders/use-pay.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { formatDate, formatTime } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { useStatusText } from './overview.tsx';
import { Reorder } from './reorder.tsx';

/** Items, prices and delivery address. */
const Details = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation('account');
  const money = usePaidMoney();
  return (
    <div className="my-order-details">
      <ul>
        {order.items.map((item) => (
          <li key={item._id}>
            <Link to={paths.product(item.product._id, itemVariant(item))}>
              {t('orders.line', { quantity: item.quantity, name: itemName(item) })}
            </Link>
            {order.status === 'Delivered' && (
              <Link to={paths.reviewOf(item.product._id, order._id)}>{t('orders.review', { name: item.product.name })}</Link>
            )}
            <span>{money(itemPrice(item))}</span>
          </li>
        ))}
      </ul>
      <OrderTotals order={order} />
      <p className="quiet">{t('orders.to', { address: addressInOneLine(order.billingInfo) })}</p>
      <Reorder items={order.items} />
    </div>
  );
};

/** An unpaid order: until when it can be paid, and a button to pay. An order found paid or expired redirects to its confirmation page. */
const UnpaidOrder = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('account');
  const money = usePaidMoney();
  const navigate = useNavigate();
  const { payAgain, isBusy, error } = usePayAgain(order._id, { onSettled: () => void navigate(returnAddress(order._id)) });
  const time = formatTime(order.payBy, i18n.language);
  if (order.payment === 'processing')
    return (
      <p className="note">
        {t('orders.underWay')} <Link to={returnAddress(order._id)}>{t('orders.seePayment')}</Link>
      </p>
    );
  return (
    <>
      {(order.payment === 'failed' || time) && (
        <p className="quiet">
          {[order.payment === 'failed' && t('orders.failed'), time && t('orders.keptUntil', { time })].filter(Boolean).join(' ')}
        </p>
      )}
      {error && <FailureNote error={error} onRetry={payAgain} isBusy={isBusy} />}
      <button type="button" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={payAgain}>
        {t('orders.pay', { amount: money(pence(order.overallTotal)) })}
      </button>
    </>
  );
};

const OrderCard = ({ order, onCancelled }: { readonly order: Order; readonly onCancelled: () => void }) => {
  const { t, i18n } = useTranslation('account');
  const money = usePaidMoney();
  const statusText = useStatusText();
  const [isOpen, setIsOpen] = useState(false);
  const isComing = order.status !== 'Delivered' && activeSteps(order.status).length > 0;
  const id = `order-${order._id}`;
  return (
    <li className="my-order">
      <article aria-labelledby={id}>
        <header>
          <h3 id={id}>{t('orders.name', { date: formatDate(order.createdAt, i18n.resolvedLanguage ?? 'en') })}</h3>
          <strong className="my-order-state">{statusText(order.status)}</strong>
        </header>
        <dl>
          <Fact term={t('orders.id')}>{order._id}</Fact>
          <Fact term={t('orders.total')}>{money(pence(order.overallTotal))}</Fact>
          {isComing && order.arrival && <Fact term={t('orders.arrives')}>{formatArrival(order.arrival, i18n.language)}</Fact>}
        </dl>
        {order.status === 'pending' && <UnpaidOrder order={order} />}
        {order.cancellation && <CancellationNote {...order.cancellation} />}
        <div className="account-actions">
          <Link to={paths.orderStatusOf(order._id)}>{t('orders.follow')}</Link>
          <ReturnLinks order={order} />
          {order.invoice && <Link to={paths.invoiceOf(order._id)}>{t('orders.invoice')}</Link>}
          {order.status !== 'pending' && order.status !== 'cancelled' && <Link to={paths.refundOf(order._id)}>{t('orders.refund')}</Link>}
          <button type="button" className="btn btn-link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <span>{isOpen ? t('orders.hide') : t('orders.show')}</span>
            <Icon name="down" />
          </button>
        </div>
        <CancelOrder order={order} onCancelled={onCancelled} />
        {isOpen && <Details order={order} />}
      </article>
    </li>
  );
};

/** All orders of this user, newest first: to follow, reorder or return. */
export const Orders = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation(['account', 'common']);
  const { currentData: orders, error, isFetching, refetch } = useMyOrdersQuery(user._id);
  if (!orders && error && !isFetching) return <FailureNote error={asApiError(error)} onRetry={refetch} />;
  if (!orders) return <Spinner label={t('common:loading')} />;
  if (orders.length === 0)
    return (
      <>
        <EmptyNote heading={t('orders.empty')} text={t('orders.emptyText')} button={t('overview.browse')} to={paths.shop} />
        <ContinueBrowsing />
      </>
    );
  return (
    <ul className="my-orders">
      {orders.map((order) => (
        <OrderCard key={order._id} order={order} onCancelled={refetch} />
      ))}
    </ul>
  );
};
