import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LineChanges } from '#blocks/cart-view/line-changes.tsx';
import { lineImage, lineName, lineSize } from '#blocks/cart-view/line-parts.ts';
import { PaymentMarks } from '#blocks/cart-view/payment-marks.tsx';
import { Totals } from '#blocks/cart-view/totals.tsx';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { perUnitText, usePrices } from '#blocks/price/price.tsx';
import { VoucherRow } from '#blocks/voucher/voucher-row.tsx';
import { daysToCancel } from '#contract/terms.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { usePaymentMethodsQuery } from '#features/orders/orders-api.ts';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { paths } from '#shared/paths.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Checkbox } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import type { Basket } from './basket.ts';
import type { Checkout } from './use-checkout.ts';
import type { CheckoutForm } from './use-checkout-form.ts';

type SummaryLineProps = {
  readonly row: CartRow;
  /** The server's error for this line. */
  readonly error: string | undefined;
  readonly onReduce: () => void;
  readonly onRemove: () => void;
};

/** The DOM id of a line, for links to it. */
export const lineId = ({ line }: CartRow): string => `order-line-${line.cartItemId}`;

/** A line's choice and quantity in one: "Oat, 350 ml · Quantity: 2 × £18.00". Without a quantity if it cannot be ordered. */
const useLineFacts = ({ line, price, isUnavailable }: CartRow): string => {
  const { t } = useTranslation('checkout');
  const prices = usePrices();
  const choice = [line.selectedProductColor, lineSize(line)].filter(Boolean).join(', ');
  const quantity = t('summary.quantity', { count: line.quantity }) + (line.quantity > 1 ? ` × ${prices.money(price.unit)}` : '');
  return [choice, !isUnavailable && quantity, !isUnavailable && perUnitText(prices, price.unit, line)].filter(Boolean).join(' · ');
};

/** One line of the order, with its error or changes and buttons to reduce or remove it. */
const SummaryLine = ({ row, error, onReduce, onRemove }: SummaryLineProps) => {
  const { t } = useTranslation(['checkout', 'common']);
  const { money } = usePrices();
  const facts = useLineFacts(row);
  const { line, maxQuantity, subtotal, changes, isUnavailable } = row;
  const { name, selectedVariation } = line;
  const isShort = changes.some(({ kind }) => kind === 'stock') || (error !== undefined && maxQuantity > 0 && maxQuantity < line.quantity);
  const isRemovable = isUnavailable || error !== undefined;
  return (
    <li id={lineId(row)} tabIndex={-1} className={isUnavailable ? 'checkout-line is-gone' : 'checkout-line'}>
      <ProductPicture image={lineImage(line)} sizes="40px" alt="" />
      <p className="checkout-line-name">{lineName(name, selectedVariation)}</p>
      {!isUnavailable && <p className="checkout-line-sum">{money(subtotal)}</p>}
      <p className="line-choice">{facts}</p>
      {(error !== undefined || changes.length > 0) && (
        <div className="line-change">
          {error !== undefined && <p className="field-error">{error}</p>}
          <LineChanges changes={changes} />
          {isShort && !isUnavailable && (
            <button type="button" className="btn btn-link" aria-label={t('line.setLabel', { name, count: maxQuantity })} onClick={onReduce}>
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
    </li>
  );
};

/** Up to `all` lines are shown; of more lines the first `some`, and a button shows the rest. */
const lineCounts = { all: 4, some: 3 } as const;

type SummaryLinesProps = {
  readonly rows: readonly CartRow[];
  readonly errorOf: (row: CartRow) => string | undefined;
  readonly onReduce: (row: CartRow) => void;
  readonly onRemove: (row: CartRow) => void;
};

/** The lines of the order: first those with an error or a change, which are always shown. */
const SummaryLines = ({ rows, errorOf, onReduce, onRemove }: SummaryLinesProps) => {
  const { t } = useTranslation('checkout');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const needsLook = (row: CartRow) => row.changes.length > 0 || errorOf(row) !== undefined;
  const toLookAt = rows.filter(needsLook);
  const sortedRows = [...toLookAt, ...rows.filter((row) => !needsLook(row))];
  const count = rows.length > lineCounts.all ? Math.max(lineCounts.some, toLookAt.length) : rows.length;
  const hiddenCount = rows.length - count;
  return (
    <>
      <ul id={id} aria-labelledby="checkout-summary">
        {(isOpen ? sortedRows : sortedRows.slice(0, count)).map((row) => (
          <SummaryLine
            key={row.line.cartItemId}
            row={row}
            error={errorOf(row)}
            onReduce={() => onReduce(row)}
            onRemove={() => onRemove(row)}
          />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <button type="button" className="checkout-more" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {!isOpen && <span className="quiet">{t('summary.more', { count: hiddenCount })}</span>}{' '}
          <span>{isOpen ? t('summary.showFewer') : t('summary.showAll', { count: rows.length })}</span>
          <Icon name="down" />
        </button>
      )}
    </>
  );
};

/** Where the shopper pays, and with which cards. */
const HowToPay = () => {
  const { t } = useTranslation('checkout');
  const { data } = usePaymentMethodsQuery();
  return (
    <>
      <PaymentMarks />
      <p className="quiet">{data?.methods.length === 0 ? t('test') : t('secure')}</p>
    </>
  );
};

type CheckoutSummaryProps = {
  readonly basket: Basket;
  readonly form: CheckoutForm;
  readonly checkout: Checkout;
  readonly attempt: Attempt;
};

/** The order summary: lines, totals, the right to cancel, the agreement to the terms, and the pay button. */
export const CheckoutSummary = ({ basket, form, checkout, attempt }: CheckoutSummaryProps) => {
  const { t } = useTranslation(['checkout', 'common']);
  const { money } = usePrices();
  const { rows, subtotal, delivery, voucher, total, isCart, notice, reduceToStock, remove } = basket;
  const headingRef = useRef<HTMLHeadingElement>(null);
  const pieces = rows.reduce((count, { line, isUnavailable }) => (isUnavailable ? count : count + line.quantity), 0);
  const exemptNames = rows
    .flatMap(({ product, isUnavailable }) => (product?.personalised && !isUnavailable ? product.name : []))
    .join(', ');
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
      <SummaryLines
        rows={rows}
        errorOf={checkout.rowError}
        onReduce={(row) => fixRow(reduceToStock, row)}
        onRemove={(row) => fixRow(remove, row)}
      />
      <VoucherRow voucher={voucher} />
      <Totals subtotal={subtotal} delivery={delivery.parts} voucher={voucher} total={total} />
      <p className="checkout-cancel">
        {t('summary.cancel', { days: daysToCancel })} {exemptNames !== '' && <strong>{t('summary.exempt', { names: exemptNames })}</strong>}
      </p>
      <Checkbox {...form.checkbox('acceptsTerms')} autoComplete="off">
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
      <HowToPay />
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
                  {!isUnavailable && <span>{money(price)}</span>}
                </li>
              ))}
            </ul>
            <Totals subtotal={subtotal} delivery={delivery.parts} voucher={voucher} total={total} />
          </>
        )}
      </div>
    </div>
  );
};
