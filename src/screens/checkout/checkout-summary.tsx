import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LineChanges } from '#blocks/cart-view/line-changes.tsx';
import { LineChoice, lineImage, lineName, lineSize } from '#blocks/cart-view/line-parts.tsx';
import { Totals } from '#blocks/cart-view/totals.tsx';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { usePrices } from '#blocks/price/price.tsx';
import { VoucherRow } from '#blocks/voucher/voucher-row.tsx';
import { daysToCancel } from '#contract/terms.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { paths } from '#shared/paths.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Checkbox } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import type { Basket } from './basket.ts';
import type { Checkout } from './use-checkout.ts';

type SummaryLineProps = {
  readonly row: CartRow;
  /** The server's error for this line. */
  readonly error: string | undefined;
  readonly onReduce: () => void;
  readonly onRemove: () => void;
};

/** The DOM id of a line, for links to it. */
export const lineId = ({ line }: CartRow): string => `order-line-${line.cartItemId}`;

/** One line of the order, with its error or changes and buttons to reduce or remove it. */
const SummaryLine = ({ row, error, onReduce, onRemove }: SummaryLineProps) => {
  const { t } = useTranslation(['checkout', 'common']);
  const { money } = usePrices();
  const { line, left, price, subtotal, changes, isUnavailable } = row;
  const { name, selectedVariation, selectedProductColor } = line;
  const isShort = changes.some(({ kind }) => kind === 'stock') || (error !== undefined && left > 0 && left < line.quantity);
  const isRemovable = isUnavailable || error !== undefined;
  return (
    <li id={lineId(row)} tabIndex={-1} className={isUnavailable ? 'checkout-line is-gone' : 'checkout-line'}>
      <ProductPicture image={lineImage(line)} sizes="64px" alt="" />
      <div>
        <p className="checkout-line-name">{lineName(name, selectedVariation)}</p>
        <LineChoice color={selectedProductColor} size={lineSize(line)} />
        <p className="line-choice">
          {t('summary.quantity', { count: line.quantity }) + (line.quantity > 1 ? ` × ${money(price.unit)}` : '')}
        </p>
        {(error !== undefined || changes.length > 0) && (
          <div className="line-change">
            {error !== undefined && <p className="field-error">{error}</p>}
            <LineChanges changes={changes} />
            {isShort && !isUnavailable && (
              <button type="button" className="btn btn-link" aria-label={t('line.setLabel', { name, count: left })} onClick={onReduce}>
                {t('line.set')}
              </button>
            )}{' '}
            {isRemovable && (
              <button type="button" className="btn btn-link" aria-label={t('line.removeLabel', { name })} onClick={onRemove}>
                {t('line.remove')}
              </button>
            )}
          </div>
        )}
      </div>
      <p className="checkout-line-sum">{money(subtotal)}</p>
    </li>
  );
};

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

/** On phones, above the form: the total, and what it is for when it is opened. The whole summary follows the form. */
export const SummaryDisclosure = ({ basket: { rows, subtotal, delivery, voucher, total } }: { readonly basket: Basket }) => {
  const { t } = useTranslation('checkout');
  const { money } = usePrices();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className="summary-disclosure">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <span>{t(isOpen ? 'summaryDisclosure.hide' : 'summaryDisclosure.show', { amount: money(total) })}</span>
        <Icon name="down" />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            <ul>
              {rows.map(({ line, subtotal: price, isUnavailable }) => (
                <li key={line.cartItemId} className={isUnavailable ? 'is-gone' : undefined}>
                  <span>{t('summaryDisclosure.line', { quantity: line.quantity, name: lineName(line.name, line.selectedVariation) })}</span>
                  <span>{money(price)}</span>
                </li>
              ))}
            </ul>
            <Totals subtotal={subtotal} delivery={delivery} voucher={voucher} total={total} />
          </>
        )}
      </div>
    </div>
  );
};
