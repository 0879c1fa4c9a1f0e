import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderTotals } from '#blocks/cart-view/totals.tsx';
import { ContinueBrowsing } from '#blocks/continue-browsing/continue-browsing.tsx';
import { CancellationNote, CancelOrder, DeclaredNote, ReturnLinks } from '#blocks/order-actions/order-actions.tsx';
import { OrderedPicture } from '#blocks/ordered-items/ordered-picture.tsx';
import type { User } from '#contract/account.ts';
import { formatArrival } from '#contract/delivery-dates.ts';
import { pence } from '#contract/money.ts';
import { activeSteps, itemPrice, type Order, orderSteps } from '#contract/order.ts';
import { returnPath } from '#contract/return-path.ts';
import { useMyOrdersQuery } from '#features/account/account-data-api.ts';
import { addressInOneLine } from '#features/account/format-address.ts';
import { useLookup } from '#features/catalogue/use-products.ts';
import { itemName, itemVariant, usePaidMoney } from '#features/orders/order-texts.ts';
import { usePayAgain } from '#features/orders/use-pay.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { formatDate, formatTime } from '#shared/format-date.ts';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { paths } from '#shared/paths.ts';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { Reorder } from './reorder.tsx';

type Find = ReturnType<typeof useLookup>['find'];

type StateMark = 'is-waiting' | 'is-over' | 'is-done' | 'is-coming';

const markIcons = { 'is-waiting': 'warning', 'is-over': 'cross', 'is-done': 'check', 'is-coming': 'parcel' } as const;

const markOf = (status: string): StateMark => {
  if (status === 'pending') return 'is-waiting';
  if (status === 'cancelled') return 'is-over';
  return status === 'Delivered' ? 'is-done' : 'is-coming';
};

/** The status in its own colour, with a mark; an unknown status stays untranslated. */
const OrderState = ({ status }: Pick<Order, 'status'>) => {
  const { t } = useTranslation('account');
  const known = (['pending', 'cancelled', ...orderSteps] as const).find((each) => each === status);
  const mark = markOf(status);
  return (
    <strong className={`my-order-state ${mark}`}>
      <Icon name={markIcons[mark]} />
      {known ? t(`orders.status.${known}`) : status}
    </strong>
  );
};

/** An order shows at most this many pictures; with more products, one fewer and the number of the others. */
const maxPictures = 4;

/** The head of an order: pictures, day, status, names and total. */
export const OrderHead = ({ order, find, headingId }: { readonly order: Order; readonly find: Find; readonly headingId: string }) => {
  const { t, i18n } = useTranslation('account');
  const money = usePaidMoney();
  const isComing = order.status !== 'Delivered' && activeSteps(order.status).length > 0;
  const shownItems = order.items.slice(0, order.items.length > maxPictures ? maxPictures - 1 : maxPictures);
  const others = order.items.length - shownItems.length;
  return (
    <header className="my-order-head">
      <p className="my-order-pictures">
        {shownItems.map((item) => (
          <OrderedPicture key={item._id} item={item} find={find} sizes="56px" />
        ))}
        {others > 0 && <span className="quiet">+{others}</span>}
      </p>
      <div>
        <h3 id={headingId}>{t('orders.name', { date: formatDate(order.createdAt, i18n.language) })}</h3>
        <p className="quiet">
          {order.items
            .slice(0, 2)
            .map(({ product }) => product.name)
            .join(', ')}
          {order.items.length > 2 && ` ${t('orders.others', { count: order.items.length - 2 })}`}
        </p>
        {isComing && order.arrival && (
          <p className="quiet">
            {t(order.way?.collection ? 'orders.ready' : 'orders.arrives', { dates: formatArrival(order.arrival, i18n.language) })}
          </p>
        )}
      </div>
      <p className="my-order-sum">
        <OrderState status={order.status} />
        <span>{money(pence(order.overallTotal))}</span>
      </p>
    </header>
  );
};

/** Items, prices, delivery address, and what can be done beside ordering again. */
const Details = ({ order, onCancelled }: { readonly order: Order; readonly onCancelled: () => void }) => {
  const { t } = useTranslation('account');
  const money = usePaidMoney();
  return (
    <div className="my-order-details">
      <p>
        {t('orders.id')} <span className="order-id">{order._id}</span>
      </p>
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
      <p className="quiet">
        {order.way && `${order.way.collection ? t('orders.collect', { point: order.way.name }) : order.way.name}. `}
        {!order.way?.collection && t('orders.to', { address: addressInOneLine(order.billingInfo) })}
      </p>
      <div className="account-actions">
        <ReturnLinks order={order} />
        {order.invoice && <Link to={paths.invoiceOf(order._id)}>{t('orders.invoice')}</Link>}
      </div>
      <CancelOrder order={order} onCancelled={onCancelled} />
    </div>
  );
};

/** An unpaid order: until when it can be paid, and a button to pay. An order found paid or expired redirects to its confirmation page. */
export const UnpaidOrder = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('account');
  const money = usePaidMoney();
  const navigate = useNavigateWhileHere();
  const { payAgain, isBusy, error } = usePayAgain(order._id, { onSettled: () => void navigate(returnPath(order._id)) });
  const time = formatTime(order.payBy, i18n.language);
  if (order.payment === 'processing')
    return (
      <p className="note">
        {t('orders.underWay')} <Link to={returnPath(order._id)}>{t('orders.seePayment')}</Link>
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

type OrderCardProps = { readonly order: Order; readonly find: Find; readonly onCancelled: () => void };

const OrderCard = ({ order, find, onCancelled }: OrderCardProps) => {
  const { t } = useTranslation('account');
  const [isOpen, setIsOpen] = useState(false);
  const id = `order-${order._id}`;
  return (
    <li className="my-order">
      <article aria-labelledby={id}>
        <OrderHead order={order} find={find} headingId={id} />
        {order.status === 'pending' && <UnpaidOrder order={order} />}
        {order.cancellation && <CancellationNote order={order} cancellation={order.cancellation} />}
        <DeclaredNote order={order} />
        <Reorder items={order.items}>
          <Link to={paths.orderStatusOf(order._id)}>{t('orders.follow')}</Link>
          <button
            type="button"
            className="btn btn-link"
            aria-expanded={isOpen}
            aria-controls={`${id}-details`}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span>{t('orders.details')}</span>
            <Icon name="down" />
          </button>
        </Reorder>
        <div id={`${id}-details`} hidden={!isOpen}>
          {isOpen && <Details order={order} onCancelled={onCancelled} />}
        </div>
      </article>
    </li>
  );
};

/** Today's products of orders, for their pictures. */
export const useOrderedProducts = (orders: readonly Order[]) =>
  useLookup(orders.flatMap(({ items }) => items.map(({ product }) => product._id)));

/** All orders of this user, newest first: to follow, reorder or return. */
export const Orders = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation(['account', 'common']);
  const { currentData: orders, error, isFetching, refetch } = useMyOrdersQuery(user._id);
  const { find } = useOrderedProducts(orders ?? []);
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
        <OrderCard key={order._id} order={order} find={find} onCancelled={refetch} />
      ))}
    </ul>
  );
};
