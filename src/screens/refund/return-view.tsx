import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useOrder } from '#features/orders/use-order.ts';
import { paths } from '#shared/paths.ts';
import { ErrorNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { RefundPolicy } from './refund-policy.tsx';
import { ReturnForm } from './return-form.tsx';
import { ReturnSheet } from './return-sheet.tsx';

type ReturnViewProps = { readonly orderId: string; readonly isSheet: boolean; readonly headingRef: Ref<HTMLHeadingElement> };

/** A return begun from an order, `isSheet`: the sheet of what was asked for. The order's id opens it, as it opens the order. */
export const ReturnView = ({ orderId, isSheet, headingRef }: ReturnViewProps) => {
  const { t } = useTranslation(['refund', 'common']);
  const navigate = useNavigate();
  const [isSent, setIsSent] = useState(false);
  const { order, error, isLoading, refetch } = useOrder(orderId);
  const showSheet = () => {
    setIsSent(true);
    refetch();
    void navigate(paths.returnOf(orderId, 'sheet'), { replace: true, preventScrollReset: true });
  };
  const isWaiting = isLoading && (!order || isSent);
  // The order as it was before the request has no sheet, or not the whole.
  const isStale = isSent && error !== undefined;
  if (order && isSheet && !isWaiting && !isStale) return <ReturnSheet order={order} isNew={isSent} headingRef={headingRef} />;
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
          <p className="status-lead">{t('refund:return.lead')}</p>
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
