import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Order } from '#contract/order.ts';
import { useCancelOrderMutation, useMailCancellationLinkMutation } from '#features/orders/orders-api.ts';
import { useOrder } from '#features/orders/use-order.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { useOutcomeHeading, useViewHeading } from '#shared/hooks/use-view-heading.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { PrintHeader } from '#shared/ui/address.tsx';
import { ErrorNote, FailureNote } from '#shared/ui/failure-note.tsx';
import { Field } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { Invoice } from './invoice.tsx';
import { OrderSummary } from './order-summary.tsx';
import '#styles/order-screens.scss';

type CancelByLinkProps = { readonly orderId: string; readonly token: string; readonly onCancelled: (order: Order) => void };

/** The mailed link to cancel an order: on a press, not on load, because mail gateways and previews open links, too. */
const CancelByLink = ({ orderId, token, onCancelled }: CancelByLinkProps) => {
  const { t } = useTranslation('order-actions');
  const [cancelOrder, { isLoading: isBusy, error: cause }] = useCancelOrderMutation();
  const [mailLink, { isLoading: isMailing, data: mailed, error: mailCause }] = useMailCancellationLinkMutation();
  const mailedRef = useOutcomeHeading(mailed !== undefined);
  const error = mailCause ?? (mailed ? undefined : cause);
  const isDead = cause !== undefined && asApiError(cause).code === 'invalid';
  const cancel = async () => {
    if (isBusy) return;
    const { data } = await cancelOrder({ orderId, token });
    if (data) onCancelled(data);
  };
  return (
    <section className="order-card" aria-labelledby="cancel-by-link">
      <h2 id="cancel-by-link">{t('cancel.heading')}</h2>
      <p className="order-id">{orderId}</p>
      <p>{t('cancel.byLink')}</p>
      {error && <FailureNote error={asApiError(error)} />}
      <p ref={mailedRef} role="status" tabIndex={-1}>
        {mailed?.message}
      </p>
      {isDead ? (
        !mailed && (
          <button
            type="button"
            className="btn btn-outline-primary"
            aria-disabled={isMailing}
            aria-busy={isMailing}
            onClick={() => !isMailing && void mailLink({ orderId })}
          >
            {t('cancel.newLink')}
          </button>
        )
      ) : (
        <button type="button" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void cancel()}>
          {t('cancel.label')}
        </button>
      )}
    </section>
  );
};

/**
 * Look-up by id. The form is submitted by its URL, as those of method GET are: `?order=`, as in emails, is its submitted state, also after a reload and
 * Back. `?cancel=` is a mailed link to cancel the order: it asks for a press before anything else is shown.
 */
const LookUp = ({ headingRef }: { readonly headingRef: Ref<HTMLHeadingElement> }) => {
  const { t } = useTranslation(['order-status', 'common']);
  const [query] = useSearchParams();
  const navigate = useNavigateWhileHere();
  const cancelToken = query.get('cancel');
  const id = query.get('order')?.trim() ?? '';
  const [cancelledOrder, setCancelledOrder] = useState<Order>();
  /** Submitted here, so that its answer takes the focus. */
  const [isSought, setIsSought] = useState(false);
  const { order, error, isLoading, refetch } = useOrder(cancelToken === null ? id : '');
  const form = useForm({
    texts: { orderId: id },
    validate: ({ orderId }) => (orderId.trim() === '' ? { orderId: t('missing') } : {}),
  });
  const field = form.field('orderId');
  /** The shopper has asked again, and waits. The order stays while it is fetched again by itself, e.g. when the connection is back. */
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked && !isLoading) setIsAsked(false);
  const shownOrder = cancelledOrder ?? (isAsked ? undefined : order);
  const showCancelled = (answer: Order) => {
    setCancelledOrder(answer);
    setIsSought(true);
    // Removes the used token from the URL.
    void navigate(paths.orderStatusOf(answer._id), { replace: true, preventScrollReset: true });
  };
  const [submittedId, setSubmittedId] = useState(id);
  // Back and Forward change the URL alone. What was typed before hydration stays.
  if (id !== submittedId) {
    setSubmittedId(id);
    form.setValues({ orderId: id });
    if (cancelledOrder?._id !== id) setCancelledOrder(undefined);
  }
  const search = ({ orderId }: typeof form.values) => {
    const typed = orderId.trim();
    setIsSought(true);
    setCancelledOrder(undefined);
    if (typed === id && cancelToken === null) {
      setIsAsked(true);
      refetch();
    } else void navigate(paths.orderStatusOf(typed), { preventScrollReset: true });
  };
  return (
    <>
      <PrintHeader />
      <h1 ref={headingRef} tabIndex={-1}>
        {t('heading')}
      </h1>
      <p className="status-lead">{t('lead')}</p>
      {cancelToken !== null && !cancelledOrder && <CancelByLink orderId={id} token={cancelToken} onCancelled={showCancelled} />}
      <form
        method="post"
        noValidate
        className="look-up"
        onSubmit={(event) => {
          event.preventDefault();
          if (isAsked) return;
          form.submit(search)(event);
          if (field.value.trim() === '') document.getElementById(field.id)?.focus();
        }}
      >
        <Field {...field} label={t('orderId')} hint={t('hint')} enterKeyHint="search" isCode />
        <SubmitButton isBusy={isLoading && !shownOrder}>{t('submit')}</SubmitButton>
      </form>
      <div className="status-answer">
        <p role="status">{isLoading && !shownOrder && t('common:loading')}</p>
        {!isLoading && !cancelledOrder && error && <ErrorNote text={t('error', { message: error.message || t('unable') })} />}
        {shownOrder && <OrderSummary key={shownOrder._id} order={shownOrder} isSought={isSought} onCancelled={setCancelledOrder} />}
      </div>
    </>
  );
};

/** Order status by id; `?view=invoice` shows its invoice. */
export const OrderStatusScreen = () => {
  const [query] = useSearchParams();
  const id = query.get('order')?.trim() ?? '';
  const isInvoice = query.get('view') === 'invoice';
  const headingRef = useViewHeading(isInvoice ? 'invoice' : 'lookUp');
  return (
    <div className="container-xl status-page">
      <ScreenTitle name="orderStatus" />
      {isInvoice ? <Invoice key={id} orderId={id} headingRef={headingRef} /> : <LookUp headingRef={headingRef} />}
    </div>
  );
};
