import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Totals } from '#blocks/cart-view/totals.tsx';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { usePrices } from '#blocks/price/use-prices.ts';
import { VoucherRow } from '#blocks/voucher/voucher-row.tsx';
import { daysToCancel } from '#contract/terms.ts';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { paths } from '#shared/paths.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import type { Basket } from './basket.ts';
import { SummaryLine } from './summary-line.tsx';
import type { Checkout } from './use-checkout.ts';

/** Whether a list overflows: it then needs a tab stop, because not every browser lets the keyboard scroll it otherwise. */
const useIsScrollable = (listRef: RefObject<HTMLElement | null>, rows: readonly CartRow[]): boolean => {
  const [isScrollable, setIsScrollable] = useState(false);
  useEffect(() => {
    const element = listRef.current;
    if (!element || rows.length === 0 || !('ResizeObserver' in window)) return;
    const measure = () => setIsScrollable(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [listRef, rows]);
  return isScrollable;
};

type CheckoutSummaryProps = { readonly basket: Basket; readonly checkout: Checkout; readonly attempt: Attempt };

/** The order summary: lines, totals, the right to cancel, the agreement to the terms, and the pay button. */
export const CheckoutSummary = ({ basket, checkout, attempt }: CheckoutSummaryProps) => {
  const { t } = useTranslation(['checkout', 'common']);
  const { money } = usePrices();
  const { rows, subtotal, delivery, voucher, total, isCart, notice, reduceToStock, remove } = basket;
  const headingRef = useRef<HTMLHeadingElement>(null);
  const listRef = useRef<HTMLUListElement>(null);
  const isScrollable = useIsScrollable(listRef, rows);
  const pieces = rows.reduce((count, { line, isUnavailable }) => (isUnavailable ? count : count + line.quantity), 0);
  // The pressed button disappears with the problem that it fixed.
  const fixRow = (fix: (row: CartRow) => void, row: CartRow) => {
    fix(row);
    headingRef.current?.focus();
  };
  return (
    <section className="cart-summary checkout-summary" aria-labelledby="checkout-summary">
      <div className="checkout-summary-head">
        <h2 id="checkout-summary" ref={headingRef} tabIndex={-1}>
          {t('summary.heading')}
        </h2>
        <p>{t('summary.pieces', { count: pieces })}</p>
        {isCart && <Link to={paths.cart}>{t('summary.edit')}</Link>}
      </div>
      {notice && (
        <p className="note" role="status">
          {notice}
        </p>
      )}
      <ul ref={listRef} tabIndex={isScrollable ? 0 : undefined} aria-labelledby="checkout-summary">
        {rows.map((row) => (
          <SummaryLine
            key={row.line.cartItemId}
            row={row}
            error={checkout.rowError(row)}
            onReduce={() => fixRow(reduceToStock, row)}
            onRemove={() => fixRow(remove, row)}
          />
        ))}
      </ul>
      <VoucherRow voucher={voucher} />
      <Totals subtotal={subtotal} delivery={delivery} voucher={voucher} total={total} />
      <p className="checkout-cancel">{t('summary.cancel', { days: daysToCancel })}</p>
      <Checkbox {...checkout.form.checkbox('acceptsTerms')} autoComplete="off">
        {t('terms.before')}{' '}
        <a href={paths.terms} target="_blank" rel="noreferrer">
          {t('terms.link')} {t('common:newTab')}
        </a>
      </Checkbox>
      {attempt.failure && <FailureNote error={attempt.failure} onRetry={attempt.check} />}
      {pieces === 0 && attempt.isReady ? (
        <p className="note">{t('nothing')}</p>
      ) : (
        <SubmitButton isBusy={checkout.isBusy || attempt.isChecking} isOff={!attempt.isReady}>
          {attempt.isChecking ? t('checking') : total === 0 ? t('payNothing') : t('pay', { amount: money(total) })}
        </SubmitButton>
      )}
      <p className="quiet">{t('secure')}</p>
    </section>
  );
};
