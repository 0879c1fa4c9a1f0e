import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { DeliveryFacts, deliveryParts } from '#blocks/cart-view/totals.tsx';
import { OrderedWayFact } from '#blocks/delivery-ways/ordered-way.tsx';
import { deskEndpoints, deskPageOf } from '#contract/desk/endpoints.ts';
import { type OrderStep, orderSteps } from '#contract/order.ts';
import { useList, useRead } from '#desk/desk-api.ts';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { Fetched, rowsOf } from '#desk/parts/fetched.tsx';
import { Panel, Section, Thumb } from '#desk/parts/row.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { useCopy } from '#desk/parts/use-copy.ts';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { useMoment } from '#desk/parts/when.tsx';
import { addressLines } from '#features/account/format-address.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import { paths } from '#shared/paths.ts';
import { phoneLink } from '#shared/shop.tsx';
import { Address } from '#shared/ui/address.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { Link } from '#shared/ui/link.tsx';
import { NextStep, type StepProps } from './next-step.tsx';
import { OrderDialog, type OrderForm } from './order-dialogs.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderMore } from './order-more.tsx';
import { isPaid, orderPaths, wantedOrders } from './order-paths.ts';
import { useOrderTexts } from './order-texts.ts';

const CopyId = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation('desk-orders');
  const copy = useCopy();
  return (
    <button type="button" className="desk-id" onClick={() => void copy(id, t('copied'))}>
      {id}
      <DeskIcon name="copy" />
      <span className="visually-hidden">{t('copy')}</span>
    </button>
  );
};

const Steps = ({ order: { status, postBy, order, isCollected } }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const { day } = useOrderTexts();
  const moment = useMoment();
  const steps: readonly string[] = orderSteps;
  const at = steps.indexOf(status);
  const { invoice, arrival, deliveredAt } = order;
  if (status === 'cancelled' || status === 'expired') return null;
  const [from, to] = arrival ? [day(arrival.from), day(arrival.to)] : [];
  const arrives = from === to ? from : t('steps.between', { from, to });
  // An order that is collected has no expected day.
  const expected = isCollected ? undefined : arrives;
  const facts: Readonly<Record<OrderStep, string | undefined>> = {
    confirmed: invoice && day(invoice.date),
    processing: undefined,
    Dispatch: at < orderSteps.indexOf('Dispatch') && postBy !== null ? t('steps.by', { day: day(postBy) }) : undefined,
    Delivered: deliveredAt ? moment(deliveredAt) : expected,
  };
  return (
    <ol className="desk-steps" aria-label={t('steps.label')}>
      {orderSteps.map((step, index) => (
        <li key={step} className={index <= at ? 'is-done' : undefined} aria-current={index === at ? 'step' : undefined}>
          {t(isCollected && (step === 'Dispatch' || step === 'Delivered') ? `steps.collecting.${step}` : `steps.${step}`)}
          {facts[step] !== undefined && <span>{facts[step]}</span>}
        </li>
      ))}
    </ol>
  );
};

const Goods = ({ order: { lines, pieces, order } }: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const formatPounds = usePounds();
  const sterling = usePaidMoney();
  return (
    <Section title={t('goods.heading')} aside={<span className="quiet">{t('sum.pieces', { count: pieces })}</span>}>
      <ul className="desk-lines">
        {lines.map((line, index) => {
          const price = order.items[index]?.unitPrice;
          return (
            <li key={`${line.productId} ${line.choice}`}>
              <Thumb src={line.picture} sizes="72px" />
              <div>
                <h3>{line.name}</h3>
                <p className="quiet">{[line.choice, line.sku].filter((text) => text !== '').join(', ')}</p>
                {line.onShelf !== null && <p className="quiet">{t('goods.shelf', { count: line.onShelf })}</p>}
              </div>
              <p>
                <strong>× {line.quantity}</strong>
                {price !== undefined && <span className="quiet">{t('goods.each', { amount: formatPounds(price) })}</span>}
              </p>
            </li>
          );
        })}
      </ul>
      <dl className="desk-facts desk-totals">
        {order.goodsTotal !== undefined && <Fact term={t('goods.goods')}>{formatPounds(order.goodsTotal)}</Fact>}
        <DeliveryFacts parts={deliveryParts(order)} money={sterling} />
        {order.voucher && <Fact term={t('goods.voucher', { code: order.voucher.code })}>−{formatPounds(order.voucher.discount)}</Fact>}
        <Fact term={t(order.invoice ? 'goods.paid' : 'goods.total')}>{formatPounds(order.overallTotal)}</Fact>
      </dl>
    </Section>
  );
};

/** Where it goes, what was paid, and what else there is of the buyer. */
const Side = ({ onCorrect, ...props }: StepProps & { readonly onCorrect: () => void }) => {
  const { t } = useTranslation('desk-orders');
  const formatPounds = usePounds();
  const moment = useMoment();
  const { id, order, refunds, messages, others, dueByHand, canCorrectAddress } = props.order;
  const { billingInfo, invoice, moneyBack = [], overallTotal } = order;
  const related = [
    ...messages.map(({ reference, text, isAnswered }) => ({
      to: deskPageOf('messages', reference),
      text,
      state: t(isAnswered ? 'side.answered' : 'side.open'),
    })),
    ...refunds.map(({ reference, product, outcome }) => ({
      to: deskPageOf('refunds', reference),
      text: t('side.refund', { product }),
      state: <StateMark status={outcome} />,
    })),
    ...others.map(({ id: other, createdAt, total }) => ({
      to: orderPaths.one(other),
      text: t('side.other', { when: moment(createdAt) }),
      state: formatPounds(total),
    })),
  ];
  return (
    <aside>
      <section className="desk-panel">
        <div className="desk-panel-head">
          <h2>{t(order.way?.collection ? 'side.collector' : 'side.deliver')}</h2>
          {canCorrectAddress && (
            <button type="button" className="btn btn-link" onClick={onCorrect}>
              {t('address.correct')}
            </button>
          )}
        </div>
        {order.way && (
          <dl className="desk-facts is-text">
            <OrderedWayFact way={order.way} />
          </dl>
        )}
        <Address lines={addressLines(billingInfo)} />
        <p>
          <a className="desk-alone" href={`mailto:${encodeURIComponent(billingInfo.email).replace('%40', '@')}`}>
            {billingInfo.email}
          </a>
          <br />
          <a className="desk-alone" href={phoneLink(billingInfo.phone)}>
            {billingInfo.phone}
          </a>
        </p>
      </section>
      <Panel title={t('side.payment')}>
        <dl className="desk-facts">
          <Fact term={t(invoice ? 'goods.paid' : 'side.toPay')}>{formatPounds(overallTotal)}</Fact>
          {moneyBack.map(({ amount, date }) => (
            <Fact key={`${date} ${amount}`} term={t('side.back', { when: moment(date) })}>
              {formatPounds(amount)}
            </Fact>
          ))}
          {dueByHand > 0 && (
            <Fact term={t('side.dueByHand')} valueClass="is-danger">
              {formatPounds(dueByHand)}
            </Fact>
          )}
        </dl>
        {/* A page of the shop, which the desk's router does not know. */}
        {invoice && <a href={paths.invoiceOf(id)}>{t('side.invoice', { number: invoice.number })}</a>}
      </Panel>
      <Panel title={billingInfo.firstName}>
        <ul className="desk-links">
          {related.map(({ to, text, state }) => (
            <li key={to}>
              <Link to={to}>{text}</Link>
              <span className="quiet">{state}</span>
            </li>
          ))}
        </ul>
        {related.length === 0 && <p className="quiet">{t('side.nothing')}</p>}
      </Panel>
    </aside>
  );
};

/** The words of the buyer, first of all. */
const BuyerNote = ({ heading, text }: { readonly heading: string; readonly text: string | undefined }) =>
  text ? (
    <section className="desk-note">
      <h2>{heading}</h2>
      <p>{text}</p>
    </section>
  ) : null;

const OrderDetails = (step: StepProps) => {
  const { t } = useTranslation('desk-orders');
  const moment = useMoment();
  const formatPounds = usePounds();
  const [form, setForm] = useState<OrderForm>();
  const { id, buyer, createdAt, hasAccount, order } = step.order;
  return (
    <>
      <DeskHeading
        title={buyer}
        lead={
          <span className="desk-head-facts">
            <CopyId id={id} />
            <span>{t('placed', { when: moment(createdAt) })}</span>
            {order.invoice && <span>{order.invoice.number}</span>}
            <span>{t(hasAccount ? 'side.account' : 'side.guest')}</span>
          </span>
        }
      >
        {isPaid(step.order) && (
          <Link className="btn btn-outline-primary" to={orderPaths.slips([step.order])}>
            <DeskIcon name="print" />
            {t('slips.one')}
          </Link>
        )}
        <OrderMore {...step} onForm={setForm} />
      </DeskHeading>
      <OrderDialog {...step} form={form} onClose={() => setForm((now) => (now === form ? undefined : now))} />
      <Steps {...step} />
      <div className="desk-split">
        <div>
          <BuyerNote heading={t('notes.courier', { name: order.billingInfo.firstName })} text={order.note} />
          <BuyerNote
            heading={t('notes.giftWrap')}
            text={order.giftWrap === undefined ? undefined : t('notes.giftWrapText', { amount: formatPounds(order.giftWrap) })}
          />
          <BuyerNote heading={t('notes.gift')} text={order.giftMessage} />
          <NextStep {...step} />
          <Goods {...step} />
          <OrderHistory {...step} />
        </div>
        <Side {...step} onCorrect={() => setForm('address')} />
      </div>
    </>
  );
};

/** The way back to the list that led here, or to all orders. */
const BackToList = ({ orderId, from }: { readonly orderId: string; readonly from: string }) => {
  const { t } = useTranslation('desk-orders');
  const list = new URLSearchParams(from);
  const wanted = wantedOrders(list);
  const ids = rowsOf(useList(deskEndpoints.orders, wanted).currentData).map(({ id }) => id);
  const pathOf = (id: string) => orderPaths.one(id, list);
  return <BackLinks to={`${orderPaths.list}?${from}`} title={t(`views.${wanted.view}`)} keys={ids} current={orderId} pathOf={pathOf} />;
};

/** One order: what is to be done with it, and all that is known of it. */
export const OrderScreen = () => {
  const { t } = useTranslation('desk-orders');
  const { orderId = '' } = useParams();
  const from = useSearchParams()[0].get('in');
  const query = useRead(deskEndpoints.order, { id: orderId }, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  return (
    <>
      {from === null ? <BackLinks to={orderPaths.list} title={t('heading')} /> : <BackToList orderId={orderId} from={from} />}
      {/* Nothing that was typed for one order belongs to the next. */}
      <Fetched query={query} title={t('order')}>
        {(order) => <OrderDetails key={orderId} order={order} />}
      </Fetched>
    </>
  );
};
