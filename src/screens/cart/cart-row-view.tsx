import { useTranslation } from 'react-i18next';
import { LineChanges } from '#blocks/cart-view/line-changes.tsx';
import { LineChoice } from '#blocks/cart-view/line-choice.tsx';
import { lineImage, lineName, lineSize } from '#blocks/cart-view/line-parts.ts';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { perUnitText, usePrices } from '#blocks/price/price.tsx';
import { variantOf } from '#contract/variant.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useWishlist } from '#features/wishlist/use-wishlist.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { QuantityStepper } from '#shared/ui/quantity-stepper.tsx';

/** One line of the cart: a table row, on narrow screens a card. */
export const CartRowView = ({ row, onRemoved }: { readonly row: CartRow; readonly onRemoved: () => void }) => {
  const { t } = useTranslation(['cart', 'common']);
  const prices = usePrices();
  const { money } = prices;
  const { change, refuse, remove } = useCart();
  const { line, product = line, maxQuantity, price, subtotal, delivery, changes, isUnavailable } = row;
  const wantedQuantity = changes.find((change) => change.kind === 'stock')?.wanted ?? line.quantity;
  const unavailableReason = changes
    .map(({ kind }) => kind)
    .find((kind) => kind === 'soldOut' || kind === 'discontinued' || kind === 'unchosen');
  const wishlist = useWishlist(product, variantOf(line));
  const { name, selectedVariation, selectedProductColor } = line;
  const perUnit = perUnitText(prices, price.unit, line);
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
          {changes.length > 0 && (
            <div className="line-change">
              <LineChanges changes={changes} />
            </div>
          )}
        </div>
        <div className="cart-row-actions">
          {unavailableReason === 'unchosen' && (
            <Link className="btn btn-link" to={paths.product(line._id, variantOf(line))} aria-label={t('line.choose', { name })}>
              {t('line.chooseShort')}
            </Link>
          )}
          {unavailableReason === 'soldOut' && (
            <Link className="btn btn-link" to={paths.product(line._id, variantOf(line))} aria-label={t('line.others', { name })}>
              {t('line.othersShort')}
            </Link>
          )}
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
      {isUnavailable ? (
        <td className="cart-row-state" colSpan={3}>
          {unavailableReason && t(`state.${unavailableReason}`)}
        </td>
      ) : (
        <>
          <td className={line.quantity > 1 || price.percent > 0 ? 'cart-row-unit' : 'cart-row-unit is-sum'} data-label={t('line.each')}>
            <span>{money(price.unit)}</span>
            {price.percent > 0 && <s className="price-was">{money(price.before)}</s>}
          </td>
          <td className="cart-row-quantity">
            <QuantityStepper
              quantity={line.quantity}
              name={name}
              onChange={(quantity) => {
                // With less stock, the stored line still has the quantity that was wanted.
                if (quantity > maxQuantity) refuse();
                else change({ ...line, quantity: wantedQuantity }, product, quantity);
                if (quantity < 1) onRemoved();
                return quantity <= maxQuantity;
              }}
            />
          </td>
          <td className="cart-row-sum">
            <strong>{money(subtotal)}</strong>
            {perUnit && <span className="cart-row-delivery">{perUnit}</span>}
            <span className="cart-row-delivery">
              {delivery > 0 ? t('common:price.delivery', { amount: money(delivery) }) : t('common:price.freeDelivery')}
            </span>
          </td>
        </>
      )}
    </tr>
  );
};
