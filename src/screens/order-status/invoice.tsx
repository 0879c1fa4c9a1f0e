import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryFacts, deliveryParts } from '#blocks/cart-view/totals.tsx';
import { OrderedWayFact } from '#blocks/delivery-ways/ordered-way.tsx';
import { formatNumber } from '#contract/locale.ts';
import { lessAmount, type Pence, pence, sum } from '#contract/money.ts';
import { itemPrice, type Order } from '#contract/order.ts';
import { vatIn, vatInCredits } from '#contract/vat.ts';
import { addressLines } from '#features/account/format-address.ts';
import { itemChoice, usePaidMoney } from '#features/orders/order-texts.ts';
import { useOrder } from '#features/orders/use-order.ts';
import { formatDate } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { useShop } from '#shared/shop.tsx';
import { Address } from '#shared/ui/address.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { ErrorNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';

type Details = NonNullable<Order['invoice']>;
type InvoiceProps = { readonly order: Order; readonly invoice: Details };

const useFormats = () => {
  const { i18n } = useTranslation();
  return {
    money: usePaidMoney(),
    number: (value: number) => formatNumber(value, i18n.language),
    day: (time: string | undefined) => formatDate(time, i18n.language),
  };
};

const Lines = ({ items }: Pick<Order, 'items'>) => {
  const { t } = useTranslation('order-status');
  const { money, number } = useFormats();
  return (
    <table className="order-items">
      <thead>
        <tr>
          <th scope="col">{t('item')}</th>
          <th scope="col">{t('quantity')}</th>
          <th scope="col">{t('invoice.each')}</th>
          <th scope="col">{t('price')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item._id}>
            <td>
              {item.product.name}
              {itemChoice(item) && <span className="order-choice">{itemChoice(item)}</span>}
            </td>
            <td>{number(item.quantity)}</td>
            <td>{item.unitPrice !== undefined && money(pence(item.unitPrice))}</td>
            <td>{money(itemPrice(item))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const absolute = (amount: Pence): Pence => Math.abs(amount) as Pence;

/**
 * What changed the invoice, oldest first: credit notes by number and lost disputes, and below zero what came back of them. The price stays with a
 * lost dispute, so that it has no VAT.
 */
const creditsOf = ({ overallTotal, moneyBack = [], moneyReturned = [] }: Order, rate: number) => {
  const sent = [...moneyBack, ...moneyReturned].sort((one, other) => Date.parse(one.date) - Date.parse(other.date));
  const notes = sent.filter(({ isDispute }) => !isDispute);
  const changes = [
    ...sent.map((one) => ({ one, amount: pence(one.amount), date: one.date })),
    ...moneyReturned.map((one) => ({ one, amount: -pence(one.amount) as Pence, date: one.returned })),
  ].sort((one, other) => Date.parse(one.date) - Date.parse(other.date));
  const credits = changes.filter(({ one }) => !one.isDispute);
  const vats = vatInCredits(
    pence(overallTotal),
    credits.map(({ amount }) => amount),
    rate,
  );
  return changes.map((change) => {
    const { one, amount, date } = change;
    const kind = one.isDispute ? (amount > 0 ? 'dispute' : 'disputeReturned') : amount > 0 ? 'credit' : 'creditReturned';
    return { kind, number: notes.indexOf(one) + 1, amount, date, inVat: vats[credits.indexOf(change)] } as const;
  });
};

/** Totals, the VAT in them by `vatIn`, and what went back since. */
const Totals = ({ order, invoice: { vat } }: InvoiceProps) => {
  const { t } = useTranslation('order-status');
  const { money, number, day } = useFormats();
  const total = pence(order.overallTotal);
  const credits = creditsOf(order, vat?.rate ?? 0);
  const inVat = vat && vatIn(total, vat.rate);
  return (
    <>
      <dl className="totals">
        {order.goodsTotal !== undefined && <Fact term={t('invoice.goods')}>{money(pence(order.goodsTotal))}</Fact>}
        <DeliveryFacts parts={deliveryParts(order)} money={money} />
        {order.voucher && order.voucher.discount > 0 && (
          <Fact term={t('invoice.voucher', { code: order.voucher.code })}>−{money(pence(order.voucher.discount))}</Fact>
        )}
        <div className="totals-sum">
          <dt>{t('invoice.total')}</dt>
          <dd>{money(total)}</dd>
        </div>
        {vat && inVat !== undefined && (
          <>
            <Fact term={t('invoice.net')}>{money(lessAmount(total, inVat))}</Fact>
            <Fact term={t('invoice.vat', { rate: number(vat.rate) })}>{money(inVat)}</Fact>
          </>
        )}
      </dl>
      {!vat && <p>{t('invoice.noVat')}</p>}
      {credits.length > 0 && (
        <section aria-labelledby="credit-notes">
          <h2 id="credit-notes">{t('invoice.credits')}</h2>
          <dl className="totals">
            {credits.map(({ kind, number: position, amount, date, inVat: creditVat }) => (
              <Fact key={`${kind} ${position} ${date}`} term={t(`invoice.${kind}`, { number: position, date: day(date) })}>
                {amount > 0 && '−'}
                {money(absolute(amount))}
                {vat && creditVat !== undefined && (
                  <span className="order-choice">{t('invoice.creditVat', { amount: money(absolute(creditVat)) })}</span>
                )}
              </Fact>
            ))}
            <div className="totals-sum">
              <dt>{t('invoice.left')}</dt>
              <dd>{money(lessAmount(total, sum(credits.map(({ amount }) => amount))))}</dd>
            </div>
          </dl>
        </section>
      )}
    </>
  );
};

const Sheet = ({ order, invoice }: InvoiceProps) => {
  const shop = useShop();
  const { t } = useTranslation('order-status');
  const { day } = useFormats();
  const { number, date, vat } = invoice;
  const seller = invoice.seller === '' ? shop.postalAddress : invoice.seller.split('\n');
  return (
    <>
      <div className="order-columns">
        <section>
          <h2>{t('invoice.seller')}</h2>
          <Address lines={seller} />
          {vat && <p>{t('invoice.vatNumber', { number: vat.number })}</p>}
        </section>
        <section>
          <h2>{t('invoice.buyer')}</h2>
          <Address lines={addressLines(order.billingInfo)} />
        </section>
      </div>
      <dl className="order-facts">
        <Fact term={t('invoice.number')}>{number}</Fact>
        <Fact term={t('invoice.date')}>{day(date)}</Fact>
        <Fact term={t('orderId')} valueClass="order-id">
          {order._id}
        </Fact>
        {order.createdAt && <Fact term={t('placed')}>{day(order.createdAt)}</Fact>}
        <OrderedWayFact way={order.way} />
      </dl>
      <Lines items={order.items} />
      <Totals order={order} invoice={invoice} />
      {!order.moneyBack && <p>{t('invoice.paid')}</p>}
      <div className="button-row order-actions">
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          {t('print')}
        </button>
        <Link className="btn btn-outline-primary" to={paths.orderStatusOf(order._id)}>
          {t('invoice.back')}
        </Link>
      </div>
    </>
  );
};

/** The invoice of a paid order, to print. Like the order's page, which shows the same data, it opens by the order's id alone. */
export const Invoice = ({ orderId, headingRef }: { readonly orderId: string; readonly headingRef: Ref<HTMLHeadingElement> }) => {
  const { t } = useTranslation(['order-status', 'common']);
  const { order, error, isLoading, refetch } = useOrder(orderId);
  const invoice = order?.invoice;
  // The heading stays when the order arrives, because it may have the focus.
  return (
    <article className={invoice ? 'order-card sheet' : undefined}>
      <h1 ref={headingRef} tabIndex={-1}>
        {invoice
          ? t(invoice.vat ? 'order-status:invoice.vatHeading' : 'order-status:invoice.heading', { number: invoice.number })
          : t('order-status:invoice.plain')}
      </h1>
      {invoice && <Sheet order={order} invoice={invoice} />}
      {!invoice && isLoading && <Spinner label={t('common:loading')} />}
      {!invoice && !isLoading && error && <ErrorNote text={error.message ?? t('order-status:unable')} onRetry={refetch} />}
      {!invoice && !isLoading && !error && <p>{t('order-status:invoice.none')}</p>}
    </article>
  );
};
