import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { OrderTotals } from '#blocks/cart-view/totals.tsx';
import { usePrices } from '#blocks/price/use-prices.ts';
import { pence, times } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { daysToCancel } from '#contract/terms.ts';
import { formatDate } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { CopyButton } from './copy-button.tsx';

const Items = ({ order: { items } }: { readonly order: Order }) => {
  const { t } = useTranslation(['orders', 'common']);
  const { money } = usePrices();
  return (
    <ul className="ordered-items">
      {items.map(({ _id, quantity, product, variation, color, size, unitPrice }) => (
        <li key={_id}>
          <div>
            <p className="checkout-line-name">
              {product.name}
              {variation && ` – ${variation.name}`}
            </p>
            {(color || size) && (
              <p className="line-choice">
                {color && <span>{t('common:line.colour', { name: color })}</span>}{' '}
                {size && <span>{t('common:line.size', { name: size })}</span>}
              </p>
            )}
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
  const { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone, email } = order.billingInfo;
  const lines = [`${firstName} ${lastName}`.trim(), streetAddress, streetAddress2, city, state, postalCode].filter((line) => line !== '');
  const placed = formatDate(order.createdAt, i18n.language);
  return (
    <div className="order-record">
      <section aria-labelledby="order-goods">
        <h2 id="order-goods">{t('goods')}</h2>
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
        <address>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
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
