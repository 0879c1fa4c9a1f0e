import { useTranslation } from 'react-i18next';
import { LineChoice, lineImage, lineName, lineSize } from '#blocks/cart-view/line-parts.tsx';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { usePrices } from '#blocks/price/use-prices.ts';
import type { LineChange } from '#features/cart/reconcile-line.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';

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
export const SummaryLine = ({ row, error, onReduce, onRemove }: SummaryLineProps) => {
  const { t } = useTranslation(['checkout', 'common']);
  const { money } = usePrices();
  const { line, left, price, subtotal, changes, isUnavailable } = row;
  const { name, selectedVariation, selectedProductColor } = line;
  const changeText = (change: LineChange): string => {
    if (change.kind === 'price') return t('line.price', { before: money(change.before), now: money(change.now) });
    if (change.kind === 'stock') return t('line.stock', { wanted: change.wanted, count: change.left });
    return t(`line.${change.kind}`);
  };
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
            {changes.map((change) => (
              <p key={change.kind}>{changeText(change)}</p>
            ))}
            {isShort && !isUnavailable && (
              <button type="button" className="btn btn-link" aria-label={t('line.setLabel', { name, count: left })} onClick={onReduce}>
                {t('line.set', { count: left })}
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
