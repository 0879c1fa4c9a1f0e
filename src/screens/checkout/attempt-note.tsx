import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePrices } from '#blocks/price/use-prices.ts';
import { pence } from '#contract/money.ts';
import { returnAddress } from '#contract/return-address.ts';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { formatTime } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';

const SeeOrder = ({ id, className = 'btn btn-outline-primary' }: { readonly id: string; readonly className?: string }) => {
  const { t } = useTranslation('checkout');
  return (
    <Link className={className} to={returnAddress(id)}>
      {t('unpaid.see')}
    </Link>
  );
};

/** Instead of the form, so that nobody pays twice by mistake: the order is paid. `onAgain` where there is something to order again. */
export const PaidOrder = ({ id, onAgain }: { readonly id: string; readonly onAgain?: () => void }) => {
  const { t } = useTranslation('checkout');
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is not there any more.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page-message">
      <h2 ref={heading} tabIndex={-1}>
        {t('paid.heading')}
      </h2>
      <p>{t('paid.text', { id })}</p>
      <div className="button-row">
        <SeeOrder id={id} className="btn btn-primary" />
        {onAgain ? (
          <button type="button" className="btn btn-outline-primary" onClick={onAgain}>
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
  /** Nothing can be ordered here for now. */
  readonly isClosed: boolean;
  readonly onPay: (orderId: string) => void;
  readonly onAgain: () => void;
};

/** What became of the order that was placed here before, e.g. when the shopper comes Back: it waits to be paid, is being paid, or is paid. */
export const AttemptNote = ({ attempt: { order, isKnown, again }, isClosed, onPay, onAgain }: AttemptNoteProps) => {
  const { t, i18n } = useTranslation('checkout');
  const { money } = usePrices();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (again !== '') note.current?.focus();
  }, [again]);
  if (!order) return null;
  const { _id: id } = order;
  if (order.status !== 'pending' && isClosed) return <PaidOrder id={id} onAgain={onAgain} />;
  if (order.status !== 'pending' || order.payment === 'processing')
    return (
      <div ref={note} tabIndex={-1} className="note">
        <p>{t(order.status === 'pending' ? 'unpaid.processing' : 'paid.note', { id })}</p>
        <SeeOrder id={id} />
      </div>
    );
  const amount = money(pence(order.overallTotal));
  return (
    <div className="note">
      <p>{t('unpaid.text', { id, amount, time: formatTime(order.payBy, i18n.language) })}</p>
      <button type="button" className="btn btn-outline-primary" aria-disabled={!isKnown} onClick={() => onPay(id)}>
        {t('unpaid.pay', { amount })}
      </button>
    </div>
  );
};
