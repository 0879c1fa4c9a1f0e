import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pence } from '#contract/money.ts';
import { returnPath } from '#contract/return-path.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { formatTime } from '#shared/format-date.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

const SeeOrder = ({ id, className = 'btn btn-outline-primary' }: { readonly id: string; readonly className?: string }) => {
  const { t } = useTranslation('checkout');
  return (
    <Link className={className} to={returnPath(id)}>
      {t('unpaid.see')}
    </Link>
  );
};

/** Replaces the form once the order is paid, so that nobody pays twice by mistake. `onOrderAgain` if there is something to order again. */
export const PaidOrder = ({ id, onOrderAgain }: { readonly id: string; readonly onOrderAgain?: () => void }) => {
  const { t } = useTranslation('checkout');
  // The focused button was removed with the form.
  const headingRef = useOutcomeHeading(true);
  return (
    <div className="page-message">
      <h2 ref={headingRef} tabIndex={-1}>
        {t('paid.heading')}
      </h2>
      <p>{t('paid.text', { id })}</p>
      <div className="button-row">
        <SeeOrder id={id} className="btn btn-primary" />
        {onOrderAgain ? (
          <button type="button" className="btn btn-outline-primary" onClick={onOrderAgain}>
            {t('paid.again')}
          </button>
        ) : (
          <Link className="btn btn-outline-primary" to={paths.shop}>
            {t('paid.shop')}
          </Link>
        )}
      </div>
    </div>
  );
};

type AttemptNoteProps = {
  readonly attempt: Attempt;
  /** The form is hidden. */
  readonly isClosed: boolean;
  readonly onPay: (orderId: string) => void;
  readonly onOrderAgain: () => void;
};

/** The state of the order placed here before, e.g. after Back: unpaid, payment processing, or paid. */
export const AttemptNote = ({ attempt: { order, isReady, reorderedId }, isClosed, onPay, onOrderAgain }: AttemptNoteProps) => {
  const { t, i18n } = useTranslation('checkout');
  const money = usePaidMoney();
  const noteRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (reorderedId !== '') noteRef.current?.focus();
  }, [reorderedId]);
  if (!order) return null;
  const { _id: id } = order;
  if (order.status !== 'pending' && isClosed) return <PaidOrder id={id} onOrderAgain={onOrderAgain} />;
  if (order.status !== 'pending' || order.payment === 'processing')
    return (
      <div ref={noteRef} tabIndex={-1} className="note">
        <p>{t(order.status === 'pending' ? 'unpaid.processing' : 'paid.note', { id })}</p>
        <SeeOrder id={id} />
      </div>
    );
  const amount = money(pence(order.overallTotal));
  return (
    <div className="note">
      <p>{t('unpaid.text', { id, time: formatTime(order.payBy, i18n.language) })}</p>
      <button type="button" className="btn btn-outline-primary" aria-disabled={!isReady} onClick={() => onPay(id)}>
        {t('unpaid.pay', { amount })}
      </button>
    </div>
  );
};
