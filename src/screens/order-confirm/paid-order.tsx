import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LineChoice, lineName } from '#blocks/cart-view/line-parts.tsx';
import { OrderTotals } from '#blocks/cart-view/totals.tsx';
import { usePrices } from '#blocks/price/use-prices.ts';
import { pence, times } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { daysToCancel } from '#contract/terms.ts';
import { addressLines } from '#features/account/format-address.ts';
import { formatDate } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { Address } from '#shared/ui/address.tsx';
import { CopyButton } from './copy-button.tsx';

const Items = ({ order: { items } }: { readonly order: Order }) => {
  const { t } = useTranslation('orders');
  const { money } = usePrices();
  return (
    <ul className="ordered-items">
      {items.map(({ _id, quantity, product, variation, color, size, unitPrice }) => (
        <li key={_id}>
          <div>
            <p className="checkout-line-name">{lineName(product.name, variation)}</p>
            <LineChoice color={color} size={size} />
            <p className="line-choice">
              {t('quantity', { count: quantity })}
              {unitPrice !== undefined && quantity > 1 && ` × ${money(pence(unitPrice))}`}
            </p>
          </div>
          {unitPrice !== undefined && <p className="checkout-line-sum">{money(times(pence(unitPrice), quantity))}</p>}
        </li>
      ))}
    </ul>
  );
};

/** The order with its items, address and totals; its id can be copied. */
export const OrderRecord = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('orders');
  const { phone, email } = order.billingInfo;
  const placed = formatDate(order.createdAt, i18n.language);
  return (
    <div className="order-record">
      <section aria-labelledby="order-items">
        <h2 id="order-items">{t('items')}</h2>
        <Items order={order} />
        <OrderTotals order={order} />
      </section>
      <section aria-labelledby="order-number">
        <h2 id="order-number">{t('number')}</h2>
        <p>
          <strong className="order-number">{order._id}</strong> <CopyButton text={order._id} />
        </p>
        {placed && <p className="quiet">{t('placed', { date: placed })}</p>}
        <h2>{t('address')}</h2>
        <Address lines={addressLines(order.billingInfo)} />
        <h2>{t('contact')}</h2>
        <p>
          <span className="order-contact">{email}</span>
          <span className="order-contact">
            <bdi>{phone}</bdi>
          </span>
        </p>
        {order.note && (
          <>
            <h2>{t('note')}</h2>
            <p className="order-note">{order.note}</p>
          </>
        )}
      </section>
    </div>
  );
};

/** The right to cancel, links to order status and refund, and a print button. */
export const OrderLinks = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation('orders');
  return (
    <>
      <h2 className="order-cancel">{t('cancel.heading')}</h2>
      <p className="prose">{t('cancel.text', { days: daysToCancel })}</p>
      <div className="button-row">
        <Link className="btn btn-primary" to={paths.orderStatusOf(order._id)}>
          {t('links.status')}
        </Link>
        <Link className="btn btn-outline-primary" to={paths.refundOf(order._id)}>
          {t('links.refund')}
        </Link>
        <button type="button" className="btn btn-outline-primary" onClick={() => window.print()}>
          {t('links.print')}
        </button>
      </div>
    </>
  );
};
