import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LineChoice } from '#blocks/cart-view/line-choice.tsx';
import { lineName } from '#blocks/cart-view/line-parts.ts';
import { OrderTotals } from '#blocks/cart-view/totals.tsx';
import { OrderedWayFact } from '#blocks/delivery-ways/ordered-way.tsx';
import { formatArrival } from '#contract/delivery-dates.ts';
import { pence } from '#contract/money.ts';
import { itemPrice, type Order } from '#contract/order.ts';
import type { Product } from '#contract/product.ts';
import { daysToCancel } from '#contract/terms.ts';
import { addressLines } from '#features/account/format-address.ts';
import { chosenPictures, ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useDetailedProduct } from '#features/catalogue/use-products.ts';
import { formatLatestArrival, itemVariant, usePaidMoney } from '#features/orders/order-texts.ts';
import { formatDate } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { Address } from '#shared/ui/address.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { Link } from '#shared/ui/link.tsx';

/** Copies a text and announces the outcome. */
const CopyButton = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation('orders');
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('notCopied');
    }
  };
  return (
    <span className="copy">
      <button type="button" className="btn btn-link" onClick={() => void copy()}>
        {t('copy')}
      </button>
      <span role="status">{outcome && t(`copying.${outcome}`)}</span>
    </span>
  );
};

type Item = Order['items'][number];

/** Details of every product of an order are requested up to this number. */
const maxDetails = 20;

/** Today's product of an ordered item, for its picture, maker and care. */
const useOrderedProduct = ({ items }: Pick<Order, 'items'>, id: string): Product | undefined => {
  const ids = [...new Set(items.map(({ product }) => product._id))].slice(0, maxDetails);
  return useDetailedProduct(ids.includes(id) ? id : '').product;
};

const pictureOf = (product: Product | undefined, item: Item) => product && chosenPictures(product, itemVariant(item))[0];

const OrderedItem = ({ order, item }: { readonly order: Order; readonly item: Item }) => {
  const { t } = useTranslation('orders');
  const money = usePaidMoney();
  const { quantity, product, variation, color, size, unitPrice } = item;
  const today = useOrderedProduct(order, product._id);
  const price = itemPrice(item);
  return (
    <li>
      {today ? <ProductPicture image={pictureOf(today, item)} sizes="72px" alt="" /> : <span className="picture" />}
      <div>
        <p className="checkout-line-name">{lineName(product.name, variation)}</p>
        <LineChoice color={color} size={size} />
        <p className="line-choice">
          {t('quantity', { count: quantity }) + (unitPrice !== undefined && quantity > 1 ? ` × ${money(pence(unitPrice))}` : '')}
        </p>
        {today?.madeIn && <p className="line-choice">{today.madeIn}</p>}
      </div>
      {price !== undefined && <p className="checkout-line-sum">{money(price)}</p>}
    </li>
  );
};

/** What happens to a paid order, with its dates. */
export const NextSteps = ({ order: { createdAt, arrival, way } }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('orders');
  const placedOn = formatDate(createdAt, i18n.language);
  const dispatchBy = arrival?.dispatchBy;
  if (!placedOn) return null;
  return (
    <section aria-labelledby="next-steps" className="next-steps">
      <h2 id="next-steps">{t('next.heading')}</h2>
      <ol>
        <li className="is-done">
          <strong>{placedOn}</strong> {t('next.confirmed')}
        </li>
        <li>
          <strong>
            {dispatchBy ? t('next.by', { date: formatArrival({ from: dispatchBy, to: dispatchBy }, i18n.language) }) : t('next.soon')}
          </strong>{' '}
          {t(way?.collection ? 'next.packedToCollect' : 'next.packed')}
        </li>
        <li>
          <strong>
            {arrival ? formatArrival(arrival, i18n.language) : t('next.latest', { date: formatLatestArrival(createdAt, i18n.language) })}
          </strong>{' '}
          {t(way?.collection ? 'next.ready' : 'next.delivered')}
        </li>
      </ol>
    </section>
  );
};

const CareNote = ({ order, product: { _id, name } }: { readonly order: Order; readonly product: Item['product'] }) => {
  const care = useOrderedProduct(order, _id)?.care;
  return care ? <Fact term={name}>{care}</Fact> : null;
};

/** How to look after what was bought, and what to do with its box. */
export const CareNotes = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation('orders');
  const products = new Map(order.items.map(({ product }) => [product._id, product]));
  return (
    <section className="care-notes" aria-labelledby="care-notes">
      <h2 id="care-notes">{t('care.heading')}</h2>
      <dl>
        {[...products].map(([id, product]) => (
          <CareNote key={id} order={order} product={product} />
        ))}
        <Fact term={t('care.box')}>{t('care.boxText')}</Fact>
      </dl>
    </section>
  );
};

/** The order with its items, address and totals; its id can be copied. */
export const OrderRecord = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('orders');
  const { phone, email } = order.billingInfo;
  const placedOn = formatDate(order.createdAt, i18n.language);
  return (
    <div className="order-record">
      <section aria-labelledby="order-items">
        <h2 id="order-items">{t('items')}</h2>
        <ul className="ordered-items">
          {order.items.map((item) => (
            <OrderedItem key={item._id} order={order} item={item} />
          ))}
        </ul>
        <OrderTotals order={order} />
      </section>
      <section aria-labelledby="order-id">
        <h2 id="order-id">{t('id')}</h2>
        <p>
          <strong className="order-number">{order._id}</strong> <CopyButton text={order._id} />
        </p>
        {placedOn && <p className="quiet">{t('placed', { date: placedOn })}</p>}
        {order.way && (
          <dl className="order-facts">
            <OrderedWayFact way={order.way} />
          </dl>
        )}
        {order.giftWrap !== undefined && <p>{t('giftWrapped')}</p>}
        <h2>{t(order.way?.collection ? 'collector' : 'address')}</h2>
        <Address lines={addressLines(order.billingInfo)} />
        <h2>{t('contact')}</h2>
        <p>
          <span className="order-contact">{email}</span>
          <span className="order-contact">
            <bdi>{phone}</bdi>
          </span>
        </p>
        {(['giftMessage', 'note'] as const).map(
          (name) =>
            order[name] && (
              <Fragment key={name}>
                <h2>{t(`notes.${name}`)}</h2>
                <p className="order-note">{order[name]}</p>
              </Fragment>
            ),
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
        <button type="button" className="btn btn-outline-primary" onClick={() => window.print()}>
          {t('links.print')}
        </button>
        <Link className="order-refund" to={paths.refundOf(order._id)}>
          {t('links.refund')}
        </Link>
      </div>
    </>
  );
};
