import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order.ts';
import { daysToSendBack, refundCases } from '#contract/terms.ts';
import { addressLines } from '#features/account/format-address.ts';
import { namesOfUnits } from '#features/orders/order-texts.ts';
import { useOrder } from '#features/orders/use-order.ts';
import { useFreshAnswer } from '#shared/hooks/use-fresh-answer.ts';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { paths } from '#shared/paths.ts';
import { useShop } from '#shared/shop.tsx';
import { Address } from '#shared/ui/address.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { ErrorNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { RefundPolicy } from './refund-policy.tsx';
import { ReturnForm } from './return-form.tsx';

type SheetProps = { readonly order: Order; readonly isNew: boolean; readonly headingRef: Ref<HTMLHeadingElement> };

/** What goes into the parcel: where to send it, the references of the requests, and what happens next. `isNew` takes the focus. */
const ReturnSheet = ({ order, isNew, headingRef }: SheetProps) => {
  const { t, i18n } = useTranslation('refund');
  const shop = useShop();
  const newRef = useOutcomeHeading(isNew);
  const requests = order.refundRequests?.filter(({ isOpen }) => isOpen) ?? [];
  const nameOf = (productId: string): string => order.items.find(({ product }) => product._id === productId)?.product.name ?? productId;
  if (requests.length === 0)
    return (
      <>
        <h1 ref={headingRef} tabIndex={-1}>
          {t('sheet.heading')}
        </h1>
        <p>{t('sheet.none')}</p>
        <Link className="btn btn-primary" to={paths.returnOf(order._id, 'new')}>
          {t('sheet.begin')}
        </Link>
      </>
    );
  return (
    <article className="order-card sheet return-sheet">
      <h1 ref={isNew ? newRef : headingRef} tabIndex={-1}>
        {t('sheet.heading')}
      </h1>
      <p className="status-lead">{t('sheet.lead')}</p>
      <div className="order-columns">
        <section>
          <h2>{t('sheet.to')}</h2>
          <Address lines={shop.postalAddress} />
        </section>
        <section>
          <h2>{t('sheet.from')}</h2>
          <Address lines={addressLines(order.billingInfo)} />
        </section>
      </div>
      <dl className="order-facts">
        <Fact term={t('search.label')} valueClass="order-id">
          {order._id}
        </Fact>
      </dl>
      <ul className="return-requests">
        {requests.map(({ reference, productId, reason, cancelled }) => (
          <li key={reference}>
            <dl className="order-facts">
              <Fact term={t('sheet.reference')} valueClass="order-id">
                {reference}
              </Fact>
              <Fact term={t('sheet.item')}>{cancelled ? namesOfUnits(order, cancelled, i18n.language) : nameOf(productId)}</Fact>
              <Fact term={t('sheet.what')}>{cancelled ? t('declare.cancelled') : reason}</Fact>
            </dl>
          </li>
        ))}
      </ul>
      <h2>{t('sheet.steps.heading')}</h2>
      <ol>
        <li>{t('sheet.steps.pack')}</li>
        <li>{t('sheet.steps.send', { days: daysToSendBack })}</li>
        <li>{t('sheet.steps.refund')}</li>
      </ol>
      <RefundPolicy cases={refundCases.filter((rule) => rule !== 'resellerIssue')} />
      <div className="button-row order-actions">
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          {t('sheet.print')}
        </button>
        <Link className="btn btn-outline-primary" to={paths.orderStatusOf(order._id)}>
          {t('sheet.back')}
        </Link>
      </div>
    </article>
  );
};

type ReturnViewProps = { readonly orderId: string; readonly isSheet: boolean; readonly headingRef: Ref<HTMLHeadingElement> };

/** A return of items of an order, or with `isSheet` its sheet. Like the order's page, it opens by the order's id alone. */
export const ReturnView = ({ orderId, isSheet, headingRef }: ReturnViewProps) => {
  const { t } = useTranslation(['refund', 'common']);
  const navigate = useNavigateWhileHere();
  const [isSent, setIsSent] = useState(false);
  const { order, error, isLoading, refetch } = useOrder(orderId);
  const showSheet = () => {
    setIsSent(true);
    refetch();
    void navigate(paths.returnOf(orderId, 'sheet'), { replace: true, preventScrollReset: true });
  };
  // An order that was fetched before the request has no return sheet, or an incomplete one.
  const isFresh = useFreshAnswer(isSent, { isBusy: isLoading, error });
  const isWaiting = isLoading && (!order || !isFresh);
  if (order && isSheet && isFresh) return <ReturnSheet order={order} isNew={isSent} headingRef={headingRef} />;
  const canReturn = order?.status === 'Dispatch' || order?.status === 'Delivered';
  return (
    <>
      <h1 ref={headingRef} tabIndex={-1}>
        {t('refund:return.heading')}
      </h1>
      {isWaiting && <Spinner label={t('common:loading')} />}
      {!isLoading && error && <ErrorNote text={error.message ?? t('refund:messages.notFoundHint')} onRetry={refetch} />}
      {order && !isSheet && !canReturn && (
        <>
          <p>{t('refund:return.tooEarly')}</p>
          <Link className="btn btn-primary" to={paths.orderStatusOf(order._id)}>
            {t('refund:sheet.back')}
          </Link>
        </>
      )}
      {order && !isSheet && canReturn && (
        <>
          <p className="status-lead">
            {t('refund:return.lead')} {t('refund:return.notArrived')}{' '}
            <Link to={paths.refundOf(order._id)}>{t('refund:return.refund')}</Link>
          </p>
          <div className="refund-columns">
            <div className="refund-main">
              <ReturnForm order={order} onSent={showSheet} />
            </div>
            <RefundPolicy />
          </div>
        </>
      )}
    </>
  );
};
