import { useTranslation } from 'react-i18next';
import { LineChoice, lineImage, lineName, lineSize } from '#blocks/cart-view/line-parts.tsx';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { usePrices } from '#blocks/price/price.tsx';
import { formatNumber } from '#contract/locale.ts';
import { variantOf } from '#contract/variant.ts';
import type { LineChange } from '#features/cart/reconcile-line.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useWishlist } from '#features/wishlist/use-wishlist.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { QuantityStepper } from '#shared/ui/quantity-stepper.tsx';

/** What changed since the line was added, and a button that acknowledges it. */
const Changes = ({ row: { line, changes, isUnavailable } }: { readonly row: CartRow }) => {
  const { t } = useTranslation('cart');
  const { money } = usePrices();
  const { acknowledgeChange } = useCart();
  const sentenceOf = (change: LineChange): string => {
    if (change.kind === 'price') return t('change.price', { before: money(change.before), now: money(change.now) });
    if (change.kind === 'stock') return t('change.stock', { wanted: change.wanted, count: change.left });
    return t(`change.${change.kind}`);
  };
  return (
    <div className="line-change">
      {changes.map((change) => (
        <p key={change.kind}>{sentenceOf(change)}</p>
      ))}
      {!isUnavailable && (
        <button type="button" className="btn btn-link" onClick={() => acknowledgeChange(line)}>
          {t('change.accept')}
        </button>
      )}
    </div>
  );
};

/** One line of the cart: a table row, on narrow screens a card. */
export const CartRowView = ({ row, onRemoved }: { readonly row: CartRow; readonly onRemoved: () => void }) => {
  const { t, i18n } = useTranslation(['cart', 'common']);
  const { money } = usePrices();
  const { change, refuse, remove } = useCart();
  const { line, product = line, left, price, subtotal, delivery, changes, isUnavailable } = row;
  const wanted = changes.find((change) => change.kind === 'stock')?.wanted ?? line.quantity;
  const wishlist = useWishlist(product, variantOf(line));
  const { name, selectedVariation, selectedProductColor } = line;
  const removeLine = () => {
    remove(line);
    onRemoved();
  };
  return (
    <tr className={isUnavailable ? 'cart-row cart-row-gone' : 'cart-row'}>
      <td className="cart-row-product">
        <ProductPicture image={lineImage(line)} sizes="96px" alt="" />
        <div>
          <Link className="cart-row-name" to={paths.product(line._id, variantOf(line))}>
            {lineName(name, selectedVariation)}
          </Link>
          <LineChoice color={selectedProductColor} size={lineSize(line)} />
          {changes.length > 0 && <Changes row={row} />}
        </div>
        <div className="cart-row-actions">
          <button
            type="button"
            className="btn btn-link"
            aria-label={t('line.toWishlist', { name })}
            onClick={() => {
              if (!wishlist.isWished) wishlist.add();
              removeLine();
            }}
          >
            {t('line.toWishlistShort')}
          </button>
          <button type="button" className="btn btn-link" aria-label={t('common:line.remove', { name })} onClick={removeLine}>
            {t('line.removeShort')}
          </button>
        </div>
      </td>
      <td className={line.quantity > 1 || price.percent > 0 ? 'cart-row-unit' : 'cart-row-unit is-sum'} data-label={t('line.each')}>
        <span>{money(price.unit)}</span>
        {price.percent > 0 && <s className="price-was">{money(price.before)}</s>}
      </td>
      <td className="cart-row-quantity">
        {isUnavailable ? (
          <span>{formatNumber(line.quantity, i18n.language)}</span>
        ) : (
          <QuantityStepper
            quantity={line.quantity}
            name={name}
            onChange={(quantity) => {
              // With less stock, the stored line still has the quantity that was wanted.
              if (quantity > left) refuse();
              else change({ ...line, quantity: wanted }, product, quantity);
              if (quantity < 1) onRemoved();
              return quantity <= left;
            }}
          />
        )}
      </td>
      <td className="cart-row-sum">
        <strong>{money(subtotal)}</strong>
        {!isUnavailable && (
          <span className="cart-row-delivery">
            {delivery > 0 ? t('line.delivery', { amount: money(delivery) }) : t('line.freeDelivery')}
          </span>
        )}
      </td>
    </tr>
  );
};
