import { useTranslation } from 'react-i18next';
import { lineImage } from '#blocks/cart-view/line-image.ts';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { usePrices } from '#blocks/price/use-prices.ts';
import type { LineChange } from '#features/cart/reconcile-line.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';

type SummaryLineProps = {
  readonly row: CartRow;
  /** What the server said when this was last asked for. */
  readonly problem: string | undefined;
  readonly onSet: () => void;
  readonly onRemove: () => void;
};

/** Where a line stands on the page, for what leads to it. */
export const lineId = ({ line }: CartRow): string => `order-line-${line.cartItemId}`;

/** One line of what is to be paid for, and what stands against it with the way to mend that. */
export const SummaryLine = ({ row, problem, onSet, onRemove }: SummaryLineProps) => {
  const { t } = useTranslation(['checkout', 'common']);
  const { money } = usePrices();
  const { line, left, price, subtotal, changes, isUnavailable } = row;
  const { name, selectedVariation, selectedProductColor, selectedProductSize } = line;
  const sentenceOf = (change: LineChange): string => {
    if (change.kind === 'price') return t('line.price', { before: money(change.before), now: money(change.now) });
    if (change.kind === 'stock') return t('line.stock', { wanted: change.wanted, count: change.left });
    return t(`line.${change.kind}`);
  };
  const isShort = changes.some(({ kind }) => kind === 'stock') || (problem !== undefined && left > 0 && left < line.quantity);
  const canGo = isUnavailable || problem !== undefined;
  return (
    <li id={lineId(row)} tabIndex={-1} className={isUnavailable ? 'checkout-line is-gone' : 'checkout-line'}>
      <ProductPicture image={lineImage(line)} sizes="64px" alt="" />
      <div>
        <p className="checkout-line-name">
          {name}
          {selectedVariation && ` – ${selectedVariation.name}`}
        </p>
        {(selectedProductColor || selectedProductSize) && (
          <p className="line-choice">
            {selectedProductColor && <span>{t('common:line.colour', { name: selectedProductColor })}</span>}{' '}
            {selectedProductSize && <span>{t('common:line.size', { name: selectedProductSize })}</span>}
          </p>
        )}
        <p className="line-choice">
          {t('summary.quantity', { count: line.quantity })}
          {line.quantity > 1 && ` × ${money(price.unit)}`}
        </p>
        {(problem !== undefined || changes.length > 0) && (
          <div className="line-change">
            {problem !== undefined && <p className="field-error">{problem}</p>}
            {changes.map((change) => (
              <p key={change.kind}>{sentenceOf(change)}</p>
            ))}
            {isShort && !isUnavailable && (
              <button type="button" className="btn btn-link" aria-label={t('line.setLabel', { name, count: left })} onClick={onSet}>
                {t('line.set', { count: left })}
              </button>
            )}{' '}
            {canGo && (
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
