import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { lastDayToCancel, ukTime } from '#contract/delivery-dates.ts';
import { lessAmount, type Pence, pence, sum } from '#contract/money.ts';
import { activeSteps, type Order } from '#contract/order.ts';
import { bankDays } from '#contract/terms.ts';
import { selectIsSignedIn } from '#features/account/shopper-slice.ts';
import { namesOfUnits, usePaidMoney } from '#features/orders/order-texts.ts';
import { useCancelOrderMutation, useMailCancellationLinkMutation } from '#features/orders/orders-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { formatDate, formatLongDay } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';

/** What was paid for an order, less what went back. */
const amountNotPaidBack = ({ overallTotal, moneyBack = [] }: Order): Pence =>
  lessAmount(pence(overallTotal), sum(moneyBack.map(({ amount }) => pence(amount))));

type CancelOrderProps = { readonly order: Order; readonly onCancelled: (order: Order) => void };

/** Whether the call failed because nobody is signed in, or not with the account of this order. */
const isStranger = (cause: unknown): boolean => [401, 404].includes(Number(asApiError(cause).status));

/**
 * Cancels the order for its owner. Anybody else knows only its id, so a link is mailed to the address of the order. Renders nothing once
 * the order is being packed.
 */
export const CancelOrder = ({ order, onCancelled }: CancelOrderProps) => {
  const { t } = useTranslation('order-actions');
  const money = usePaidMoney();
  const isSignedIn = useSelector(selectIsSignedIn);
  const [isOpen, setIsOpen] = useState(false);
  const [cancelOrder, { isLoading: isCancelling, error: cancelError }] = useCancelOrderMutation();
  const [mailLink, { isLoading: isMailing, error: mailError }] = useMailCancellationLinkMutation();
  const [outcome, setOutcome] = useState('');
  const outcomeRef = useRef<HTMLParagraphElement>(null);
  const isBusy = isCancelling || isMailing;
  const error = mailError ?? (isStranger(cancelError) ? undefined : cancelError);

  useLayoutEffect(() => {
    if (outcome !== '') outcomeRef.current?.focus();
  }, [outcome]);

  const confirm = async () => {
    setIsOpen(false);
    setOutcome('');
    if (isBusy) return;
    if (isSignedIn) {
      const result = await cancelOrder({ orderId: order._id });
      if (result.data) {
        setOutcome(t('cancel.done'));
        onCancelled(result.data);
      }
      if (!isStranger(result.error)) return;
    }
    const { data } = await mailLink({ orderId: order._id });
    if (data) setOutcome(data.message);
  };

  if (order.status !== 'confirmed' && outcome === '') return null;
  const amountBack = amountNotPaidBack(order);
  const amount = money(amountBack);
  return (
    <div className="cancel-order">
      {error && <FailureNote error={asApiError(error)} />}
      {outcome !== '' && (
        <p ref={outcomeRef} role="status" tabIndex={-1}>
          {outcome}
        </p>
      )}
      {order.status === 'confirmed' && (
        <button type="button" className="btn btn-link" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => setIsOpen(true)}>
          {t('cancel.label')}
        </button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} label={t('cancel.heading')} className="confirm-dialog">
        <h2>{t('cancel.heading')}</h2>
        <p className="order-id">{order._id}</p>
        <p>{t(isSignedIn ? 'cancel.owner' : 'cancel.guest')}</p>
        {amountBack > 0 && <p>{t('cancel.money', { amount, days: bankDays })}</p>}
        <div className="button-row">
          <button
            type="button"
            className={isSignedIn ? 'btn btn-outline-primary is-danger' : 'btn btn-outline-primary'}
            onClick={() => void confirm()}
          >
            {t(isSignedIn ? 'cancel.yes' : 'cancel.send')}
          </button>
          <button type="button" className="btn btn-primary" onClick={() => setIsOpen(false)}>
            {t('cancel.keep')}
          </button>
        </div>
      </Dialog>
    </div>
  );
};

/** A reason as a sentence: its full stop is added if the seller left it out. */
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

type CancellationNoteProps = { readonly order: Order; readonly cancellation: NonNullable<Order['cancellation']> };

/** A cancelled order: when and by whom it was cancelled, why, and where the money is. */
export const CancellationNote = ({ order, cancellation: { reason, refund, by = 'seller', at } }: CancellationNoteProps) => {
  const { t, i18n } = useTranslation('order-actions');
  const money = usePaidMoney();
  const date = formatDate(at, i18n.language);
  const moneyBack = order.moneyBack ?? [];
  const due = money(amountNotPaidBack(order));
  return (
    <div className="note order-awaiting">
      <Icon name="info" />
      <div>
        <h3>{date ? t('cancelled.on', { date }) : t('cancelled.heading')}</h3>
        <p>{t(`cancelled.${by}`)}</p>
        {reason && <p>{t('cancelled.reason', { reason: sentence(reason) })}</p>}
        {moneyBack.map((part) => (
          <p key={`${part.date} ${part.amount}`}>
            {t('cancelled.sent', { amount: money(pence(part.amount)), date: formatDate(part.date, i18n.language) })}
          </p>
        ))}
        {refund === 'done' && moneyBack.length === 0 && <p>{t('cancelled.refunded')}</p>}
        {refund !== 'none' && <p>{t(`cancelled.refund.${refund}`, { amount: due, days: bankDays })}</p>}
      </div>
    </div>
  );
};

/** Units cancelled by declaration and not refunded yet: since when, and by which day the money is due (of sent goods only once they are back). */
export const DeclaredNote = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('order-actions');
  const open = order.refundRequests?.filter(({ isOpen, dueOn }) => isOpen && dueOn !== undefined) ?? [];
  if (open.length === 0) return null;
  // One declaration makes a request for each product.
  const times = [...new Set(open.map(({ createdAt }) => createdAt))];
  return (
    <div className="note order-awaiting">
      <Icon name="info" />
      <div>
        {times.map((time) => {
          const declared = open.filter(({ createdAt }) => createdAt === time);
          const units = declared.flatMap(({ cancelled = [] }) => cancelled);
          return (
            <p key={time}>
              {t('declare.open', {
                units: namesOfUnits(order, units, i18n.language),
                date: formatDate(time, i18n.language),
                day: formatLongDay(declared[0]?.dueOn ?? '', i18n.language),
              })}
            </p>
          );
        })}
      </div>
    </div>
  );
};

/** Whether the buyer of a paid order may still cancel without a reason; `CancelOrder` is for one that is not packed yet. */
const mayDeclare = ({ status, deliveredAt }: Order): boolean =>
  status !== 'confirmed' && (deliveredAt === undefined || ukTime(new Date()).day <= lastDayToCancel(deliveredAt));

/** Links to cancel without a reason, to return what was sent, or to report a problem before that; and to the sheet of undecided requests. */
export const ReturnLinks = ({ order, className }: { readonly order: Order; readonly className?: string }) => {
  const { t } = useTranslation('order-actions');
  const isPaid = activeSteps(order.status).length > 0;
  const isSent = order.status === 'Dispatch' || order.status === 'Delivered';
  return (
    <>
      {isPaid && (
        <Link className={className} to={isSent ? paths.returnOf(order._id, 'new') : paths.refundOf(order._id)}>
          {t('return.begin')}
        </Link>
      )}
      {isPaid && mayDeclare(order) && (
        <Link className={className} to={paths.returnOf(order._id, 'cancel')}>
          {t('declare.begin')}
        </Link>
      )}
      {order.refundRequests?.some(({ isOpen, cancelled }) => isOpen && (isSent || !cancelled)) && (
        <Link className={className} to={paths.returnOf(order._id, 'sheet')}>
          {t('return.sheet')}
        </Link>
      )}
    </>
  );
};
