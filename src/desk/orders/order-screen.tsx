import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { deskPageOf } from '#contract/desk/endpoints.ts';
import { type OrderStep, orderSteps } from '#contract/order.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { addressLines } from '#features/account/format-address.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { paths } from '#shared/paths.ts';
import { Address } from '#shared/ui/address.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { BackToOrders } from './back-to-orders.tsx';
import { CorrectAddress } from './correct-address.tsx';
import { NextStep, type StepProps } from './next-step.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderMore } from './order-more.tsx';
import { orderPaths, wantedOrders } from './order-paths.ts';
import { useOrderTexts } from './order-texts.ts';
import { useDeskOrderQuery, useDeskOrdersInfiniteQuery } from './orders-api.ts';

/** "To send, 3 of 9" with the previous and the next order, if this one was opened from a list that still has it. */
const PlaceInList = ({ orderId, from }: { readonly orderId: string; readonly from: string }) => {
  const { t } = useTranslation('desk-orders');
  const list = new URLSearchParams(from);
  const wanted = wantedOrders(list);
  const { currentData } = useDeskOrdersInfiniteQuery(wanted);
  const ids = currentData?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  const at = ids.indexOf(orderId);
  const [previous, next] = [ids[at - 1], ids[at + 1]];
  return (
    <p className="desk-back">
      <DeskIcon name="back" />
      <Link to={`${orderPaths.list}?${from}`}>
        {at < 0 ? t(`views.${wanted.view}`) : t('place', { view: t(`views.${wanted.view}`), at: at + 1, count: ids.length })}
      </Link>
      {at > 0 && previous && <Link to={orderPaths.one(previous, list)}>{t('previous')}</Link>}
      {at >= 0 && next && <Link to={orderPaths.one(next, list)}>{t('next')}</Link>}
    </p>
  );
};

const CopyId = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation('desk-orders');
  const [isCopied, setIsCopied] = useState(false);
  return (
    <>
      <button type="button" className="desk-id" onClick={() => void navigator.clipboard.writeText(id).then(() => setIsCopied(true))}>
        {id}
        <DeskIcon name="copy" />
        <span className="visually-hidden">{t('copy')}</span>
      </button>
      <span role="status">{isCopied && t('copied')}</span>
    </>
  );
};

const Steps = ({ order: { status, postBy, order } }: Pick<StepProps, 'order'>) => {
  const { t } = useTranslation('desk-orders');
  const { day, moment } = useOrderTexts();
  const steps: readonly string[] = orderSteps;
  const at = steps.indexOf(status);
  const { invoice, arrival, deliveredAt } = order;
  const facts: Readonly<Record<OrderStep, string | undefined>> = {
    confirmed: invoice && day(invoice.date),
    processing: undefined,
    Dispatch: at < orderSteps.indexOf('Dispatch') && postBy !== null ? t('steps.by', { day: day(postBy) }) : undefined,
    Delivered: deliveredAt ? moment(deliveredAt) : arrival && t('steps.between', { from: day(arrival.from), to: day(arrival.to) }),
  };
  return (
    <ol className="desk-steps" aria-label={t('steps.label')}>
      {orderSteps.map((step, index) => (
        <li key={step} className={index <= at ? 'is-done' : undefined} aria-current={index === at ? 'step' : undefined}>
          {t(`steps.${step}`)}
          {facts[step] !== undefined && <span>{facts[step]}</span>}
        </li>
      ))}
    </ol>
  );
};

const Goods = ({ order: { lines, pieces, order } }: Pick<StepProps, 'order'>) => {
  const { t } = useTranslation('desk-orders');
  const { money } = useOrderTexts();
  return (
    <section>
      <div className="desk-section-head">
        <h2>{t('goods.heading')}</h2>
        <span className="quiet">{t('sum.pieces', { count: pieces })}</span>
      </div>
      <ul className="desk-lines">
        {lines.map((line, index) => {
          const price = order.items[index]?.unitPrice;
          return (
            <li key={`${line.productId} ${line.choice}`}>
              <ProductPicture image={line.picture === '' ? undefined : { src: line.picture, alt: '' }} sizes="72px" alt="" />
              <div>
                <h3>{line.name}</h3>
                <p className="quiet">{[line.choice, line.sku].filter((text) => text !== '').join(', ')}</p>
                {line.onShelf !== null && <p className="quiet">{t('goods.shelf', { count: line.onShelf })}</p>}
              </div>
              <p>
                <strong>× {line.quantity}</strong>
                {price !== undefined && <span className="quiet">{t('goods.each', { amount: money(price) })}</span>}
              </p>
            </li>
          );
        })}
      </ul>
      <dl className="desk-facts desk-totals">
        {order.goodsTotal !== undefined && <Fact term={t('goods.goods')}>{money(order.goodsTotal)}</Fact>}
        {order.deliveryTotal !== undefined && <Fact term={t('goods.delivery')}>{money(order.deliveryTotal)}</Fact>}
        {order.voucher && <Fact term={t('goods.voucher', { code: order.voucher.code })}>−{money(order.voucher.discount)}</Fact>}
        <Fact term={t(order.invoice ? 'goods.paid' : 'goods.total')}>{money(order.overallTotal)}</Fact>
      </dl>
    </section>
  );
};

/** Where it goes, what was paid, and what else there is of the buyer. */
const Side = (props: StepProps) => {
  const { t } = useTranslation(['desk-orders', 'desk-refunds']);
  const { money, moment } = useOrderTexts();
  const { id, order, refunds, messages, others, dueByHand, canCorrectAddress } = props.order;
  const { billingInfo, invoice, moneyBack = [], overallTotal } = order;
  return (
    <aside>
      <section className="desk-panel">
        <div className="desk-panel-head">
          <h2>{t('side.deliver')}</h2>
          {canCorrectAddress && <CorrectAddress {...props} />}
        </div>
        <Address lines={addressLines(billingInfo)} />
        <p>
          <a href={`mailto:${billingInfo.email}`}>{billingInfo.email}</a>
          <br />
          {billingInfo.phone}
        </p>
      </section>
      <section className="desk-panel">
        <h2>{t('side.payment')}</h2>
        <dl className="desk-facts">
          <Fact term={t(invoice ? 'goods.paid' : 'side.toPay')}>{money(overallTotal)}</Fact>
          {moneyBack.map(({ amount, date }) => (
            <Fact key={`${date} ${amount}`} term={t('side.back', { when: moment(date) })}>
              {money(amount)}
            </Fact>
          ))}
          {dueByHand > 0 && (
            <Fact term={t('side.dueByHand')} valueClass="is-danger">
              {money(dueByHand)}
            </Fact>
          )}
        </dl>
        {/* A page of the shop, which the desk's router does not know. */}
        {invoice && <a href={paths.invoiceOf(id)}>{t('side.invoice', { number: invoice.number })}</a>}
      </section>
      <section className="desk-panel">
        <h2>{billingInfo.firstName}</h2>
        <ul className="desk-links">
          {messages.map(({ reference, text, isAnswered }) => (
            <li key={reference}>
              <Link to={deskPageOf('messages', reference)}>{text}</Link>
              <span className="quiet">{t(isAnswered ? 'side.answered' : 'side.open')}</span>
            </li>
          ))}
          {refunds.map(({ reference, product, outcome }) => (
            <li key={reference}>
              <Link to={deskPageOf('refunds', reference)}>{t('side.refund', { product })}</Link>
              <span className="quiet">{t(`desk-refunds:states.${outcome}`)}</span>
            </li>
          ))}
          {others.map(({ id: other, createdAt, total }) => (
            <li key={other}>
              <Link to={orderPaths.one(other)}>{t('side.other', { when: moment(createdAt) })}</Link>
              <span className="quiet">{money(total)}</span>
            </li>
          ))}
        </ul>
        {messages.length + refunds.length + others.length === 0 && <p className="quiet">{t('side.nothing')}</p>}
      </section>
    </aside>
  );
};

const Whole = (props: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const { order } = props.order;
  return (
    <>
      <Steps {...props} />
      <div className="desk-columns">
        <div>
          {order.note && (
            <section className="desk-note">
              <h2>{t('notes.courier', { name: order.billingInfo.firstName })}</h2>
              <p>{order.note}</p>
            </section>
          )}
          {order.giftMessage && (
            <section className="desk-note">
              <h2>{t('notes.gift')}</h2>
              <p>{order.giftMessage}</p>
            </section>
          )}
          <NextStep {...props} />
          <Goods {...props} />
          <OrderHistory {...props} />
        </div>
        <Side {...props} />
      </div>
    </>
  );
};

const OneOrder = ({ orderId }: { readonly orderId: string }) => {
  const { t } = useTranslation('desk-orders');
  const { moment } = useOrderTexts();
  const [params] = useSearchParams();
  const from = params.get('in');
  const [said, setSaid] = useState('');
  const {
    currentData: order,
    error,
    isFetching,
    refetch,
  } = useDeskOrderQuery(orderId, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  const props = order && { order, onShow: () => void refetch(), onDone: setSaid };
  return (
    <>
      {from === null ? <BackToOrders /> : <PlaceInList orderId={orderId} from={from} />}
      <DeskHeading
        title={order?.buyer ?? t('order')}
        lead={
          order && (
            <span className="desk-head-facts">
              <CopyId id={order.id} />
              <span>{t('placed', { when: moment(order.createdAt) })}</span>
              {order.order.invoice && <span>{order.order.invoice.number}</span>}
              <span>{t(order.hasAccount ? 'side.account' : 'side.guest')}</span>
            </span>
          )
        }
      >
        {props && (
          <>
            <Link className="btn btn-outline-primary" to={orderPaths.slips([props.order])}>
              <DeskIcon name="print" />
              {t('slips.one')}
            </Link>
            <OrderMore {...props} />
          </>
        )}
      </DeskHeading>
      <p role="status" className="desk-said">
        {said}
      </p>
      {error && <FailureNote error={asApiError(error)} onRetry={() => void refetch()} isBusy={isFetching} />}
      {!order && isFetching && <p role="status">{t('loading')}</p>}
      {props && <Whole {...props} />}
    </>
  );
};

/** One order: what is to be done with it, and all that is known of it. */
export const OrderScreen = () => {
  const { orderId = '' } = useParams();
  // Nothing that was typed for one order belongs to the next.
  return <OneOrder key={orderId} orderId={orderId} />;
};
