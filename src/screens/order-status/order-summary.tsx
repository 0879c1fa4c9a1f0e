import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderTotals } from '#blocks/cart-view/totals.tsx';
import { OrderedWayFact } from '#blocks/delivery-ways/ordered-way.tsx';
import { CancellationNote, CancelOrder, DeclaredNote, ReturnLinks } from '#blocks/order-actions/order-actions.tsx';
import { OrderedPicture } from '#blocks/ordered-items/ordered-picture.tsx';
import { formatArrival } from '#contract/delivery-dates.ts';
import { formatNumber } from '#contract/locale.ts';
import { pence } from '#contract/money.ts';
import { activeSteps, itemPrice, type Order, orderSteps } from '#contract/order.ts';
import { returnPath } from '#contract/return-path.ts';
import { trackingUrl } from '#contract/tracking.ts';
import { addressLines } from '#features/account/format-address.ts';
import { useLookup } from '#features/catalogue/use-products.ts';
import { formatLatestArrival, itemChoice, usePaidMoney } from '#features/orders/order-texts.ts';
import { formatDate } from '#shared/format-date.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { paths } from '#shared/paths.ts';
import { Address } from '#shared/ui/address.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';

/** The four-step progress tracker. Active steps also have a tick and a hidden text: colour alone is not accessible. */
const OrderTracker = ({ status }: { readonly status: string }) => {
  const { t } = useTranslation('order-status');
  const active = activeSteps(status);
  return (
    <ol className="tracker" aria-label={t('progress')}>
      {orderSteps.map((step) => {
        const isActive = active.includes(step);
        return (
          <li key={step} className={isActive ? 'is-active' : undefined} aria-current={step === active.at(-1) ? 'step' : undefined}>
            <span className="tracker-sign">{isActive && <Icon name="check" />}</span>
            <span className="tracker-label">{t(`steps.${step}`)}</span>
            <span className="visually-hidden">{isActive ? t('reached') : t('ahead')}</span>
          </li>
        );
      })}
    </ol>
  );
};

const billingHeading = ({ status, way }: Order): 'delivered' | 'address' | 'coming' | 'collector' => {
  if (way?.collection) return 'collector';
  if (status === 'Delivered') return 'delivered';
  return status === 'cancelled' ? 'address' : 'coming';
};

const Billing = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation('order-status');
  const { phone, email } = order.billingInfo;
  return (
    <section>
      <h3>{t(`billing.${billingHeading(order)}`)}</h3>
      <Address lines={addressLines(order.billingInfo)} />
      <dl className="order-facts">
        {phone && (
          <Fact term={t('phone')}>
            <bdi>{phone}</bdi>
          </Fact>
        )}
        {email && <Fact term={t('email')}>{email}</Fact>}
      </dl>
    </section>
  );
};

/** The number, and where the courier shows the parcel, as a link. */
const TrackingNumber = ({ courier, number }: { readonly courier: string; readonly number: string }) => {
  const { t } = useTranslation('common');
  const url = trackingUrl(courier, number);
  if (url === undefined) return number;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {number} <span className="visually-hidden">{t('newTab')}</span>
    </a>
  );
};

const Facts = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('order-status');
  const { shippingMethod, trackId, furtherParcels = [] } = order;
  const isSent = order.status === 'Dispatch';
  const placedOn = formatDate(order.createdAt, i18n.language);
  const deliveredOn = formatDate(order.deliveredAt, i18n.language);
  const isComing = order.status !== 'Delivered' && activeSteps(order.status).length > 0;
  return (
    <section>
      <h3>{t('order')}</h3>
      <dl className="order-facts">
        <Fact term={t('orderId')} valueClass="order-id">
          {order._id}
        </Fact>
        {placedOn && <Fact term={t('placed')}>{placedOn}</Fact>}
        {isComing && order.arrival?.dispatchBy && !order.way?.collection && (
          <Fact term={t('postedBy')}>{formatArrival({ from: order.arrival.dispatchBy, to: order.arrival.dispatchBy }, i18n.language)}</Fact>
        )}
        <OrderedWayFact way={order.way} />
        {isComing && order.arrival && (
          <Fact term={t(order.way?.collection ? 'ready' : 'arrives')}>{formatArrival(order.arrival, i18n.language)}</Fact>
        )}
        {isComing && placedOn && !order.arrival && (
          <Fact term={t('withYou')}>{t('latest', { date: formatLatestArrival(order.createdAt, i18n.language) })}</Fact>
        )}
        {deliveredOn && <Fact term={t('steps.Delivered')}>{deliveredOn}</Fact>}
        {isSent && shippingMethod && <Fact term={t('shippingMethod')}>{shippingMethod}</Fact>}
        {isSent && trackId && (
          <Fact term={t('trackingNumber')}>
            <TrackingNumber courier={shippingMethod ?? ''} number={trackId} />
          </Fact>
        )}
        {isSent &&
          furtherParcels.map((parcel) => (
            <Fragment key={parcel.trackId}>
              <Fact term={t('shippingMethod')}>{parcel.shippingMethod}</Fact>
              <Fact term={t('trackingNumber')}>
                <TrackingNumber courier={parcel.shippingMethod} number={parcel.trackId} />
              </Fact>
            </Fragment>
          ))}
      </dl>
    </section>
  );
};

/** Each line has its own price and, smaller, the total of the whole order, in pounds whatever the shopper's currency; the sums follow. */
const Items = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('order-status');
  const money = usePaidMoney();
  const { find } = useLookup(order.items.map(({ product }) => product._id));
  const total = money(pence(order.overallTotal));
  return (
    <section>
      <h3>{t('items')}</h3>
      <table className="order-items">
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('quantity')}</th>
            <th scope="col">{t('price')}</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item._id}>
              <td>
                <div className="order-item">
                  <OrderedPicture item={item} find={find} sizes="48px" />
                  <div>
                    <span className="checkout-line-name">{item.product.name}</span>
                    {itemChoice(item) && <span className="order-choice">{itemChoice(item)}</span>}
                  </div>
                </div>
              </td>
              <td>{formatNumber(item.quantity, i18n.language)}</td>
              <td>
                <strong>{money(itemPrice(item))}</strong>
                <span className="order-choice">{t('total', { amount: total })}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.items.length > 0 && <OrderTotals order={order} />}
    </section>
  );
};

/** A refund request that the seller declined, and why. */
const DeclinedRefund = ({ order, refund }: { readonly order: Order; readonly refund: NonNullable<Order['declinedRefunds']>[number] }) => {
  const { t } = useTranslation('order-status');
  const product = order.items.find((item) => item.product._id === refund.productId)?.product.name ?? refund.productId;
  return (
    <div className="note order-awaiting">
      <Icon name="info" />
      <p>{t('declinedRefund', { reference: refund.reference, product, reason: refund.reason })}</p>
    </div>
  );
};

type OrderSummaryProps = {
  readonly order: Order;
  /** Follows a search, and therefore takes the focus on mount. */
  readonly isSought: boolean;
  readonly onCancelled: (order: Order) => void;
};

export const OrderSummary = ({ order, isSought, onCancelled }: OrderSummaryProps) => {
  const { t } = useTranslation('order-status');
  const headingRef = useOutcomeHeading(isSought);
  const isUnpaid = order.status === 'pending';
  return (
    <article className="order-card" aria-labelledby="order-summary">
      <h2 ref={headingRef} id="order-summary" tabIndex={-1}>
        {t('summary')}
      </h2>
      {isUnpaid && (
        <div className="note order-awaiting">
          <Icon name="info" />
          <p>{t('awaiting')}</p>
          <Link className="btn btn-outline-primary" to={returnPath(order._id)}>
            {t('pay')}
          </Link>
        </div>
      )}
      {order.cancellation && <CancellationNote order={order} cancellation={order.cancellation} />}
      <DeclaredNote order={order} />
      {order.declinedRefunds?.map((refund) => (
        <DeclinedRefund key={refund.reference} order={order} refund={refund} />
      ))}
      {!order.cancellation && <OrderTracker status={order.status} />}
      <div className="order-columns">
        <Billing order={order} />
        <Facts order={order} />
      </div>
      <Items order={order} />
      <div className="button-row order-actions">
        <ReturnLinks order={order} className="btn btn-outline-primary" />
        <button type="button" className="btn btn-link" onClick={() => window.print()}>
          {t('print')}
        </button>
        {order.invoice && (
          <Link className="btn btn-link" to={paths.invoiceOf(order._id)}>
            {t('invoice.link')}
          </Link>
        )}
      </div>
      <CancelOrder order={order} onCancelled={onCancelled} />
    </article>
  );
};
