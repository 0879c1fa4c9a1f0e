import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Totals } from '#blocks/cart-view/totals.tsx';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { usePrices } from '#blocks/price/use-prices.ts';
import { daysToCancel } from '#contract/terms.ts';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { paths } from '#shared/paths.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import type { Basket } from './basket.ts';
import { SummaryLine } from './summary-line.tsx';
import type { Checkout } from './use-checkout.ts';

/** Whether a list is cut off and scrolls; it then needs a tab stop, or the keyboard cannot scroll it in every browser. */
const useIsScrollable = (list: RefObject<HTMLElement | null>, rows: readonly CartRow[]): boolean => {
  const [isScrollable, setIsScrollable] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element || rows.length === 0 || !('ResizeObserver' in window)) return;
    const measure = () => setIsScrollable(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [list, rows]);
  return isScrollable;
};

/** In one view with the button: the lines, goods, delivery, total, the right to cancel, the agreement to the terms. */
type CheckoutSummaryProps = { readonly basket: Basket; readonly checkout: Checkout; readonly attempt: Attempt };

export const CheckoutSummary = ({ basket, checkout, attempt }: CheckoutSummaryProps) => {
  const { t } = useTranslation('checkout');
  const { money } = usePrices();
  const { rows, goods, delivery, total, isCart, notice, setToLeft, remove } = basket;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const isScrollable = useIsScrollable(list, rows);
  const pieces = rows.reduce((count, { line, isUnavailable }) => (isUnavailable ? count : count + line.quantity), 0);
  // The button that was pressed goes with what it mended.
  const mend = (how: (row: CartRow) => void, row: CartRow) => {
    how(row);
    heading.current?.focus();
  };
  return (
    <section className="cart-summary checkout-summary" aria-labelledby="checkout-summary">
      <div className="checkout-summary-head">
        <h2 id="checkout-summary" ref={heading} tabIndex={-1}>
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
      <ul ref={list} tabIndex={isScrollable ? 0 : undefined} aria-labelledby="checkout-summary">
        {rows.map((row) => (
          <SummaryLine
            key={row.line.cartItemId}
            row={row}
            problem={checkout.problemOf(row)}
            onSet={() => mend(setToLeft, row)}
            onRemove={() => mend(remove, row)}
          />
        ))}
      </ul>
      <Totals goods={goods} delivery={delivery} total={total} />
      <p className="checkout-cancel">{t('summary.cancel', { days: daysToCancel })}</p>
      <Checkbox {...checkout.form.checkbox('acceptsTerms')} autoComplete="off">
        {t('terms.before')}{' '}
        <a href={paths.terms} target="_blank" rel="noreferrer">
          {t('terms.link')}
        </a>
      </Checkbox>
      {attempt.failure && <FailureNote error={attempt.failure} onRetry={attempt.check} isBusy={false} />}
      <SubmitButton isBusy={checkout.isBusy || attempt.isChecking} isOff={!attempt.isKnown}>
        {attempt.isChecking ? t('checking') : t('pay', { amount: money(total) })}
      </SubmitButton>
      <p className="quiet">{t('secure')}</p>
    </section>
  );
};
