import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lineImage } from '#blocks/cart-view/line-image.ts';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { usePrices } from '#blocks/price/use-prices.ts';
import type { LineChange } from '#features/cart/line-today.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useProducts } from '#features/catalogue/use-products.ts';
import { useWishlist } from '#features/wishlist/use-wishlist.ts';
import { paths } from '#shared/paths.ts';
import { QuantityStepper } from '#shared/ui/quantity-stepper.tsx';

const Change = ({ row, change }: { readonly row: CartRow; readonly change: LineChange }) => {
  const { t } = useTranslation('cart');
  const { money } = usePrices();
  const { change: changeQuantity, accept } = useCart();
  if (change.kind === 'gone') return <p className="line-change">{t('change.gone')}</p>;
  if (change.kind === 'stock')
    return (
      <p className="line-change">
        {t('change.stock', { count: change.left })}{' '}
        <button type="button" className="btn btn-link" onClick={() => changeQuantity(row.line, row.line, change.left)}>
          {t('change.take', { count: change.left })}
        </button>
      </p>
    );
  return (
    <p className="line-change">
      {t('change.price', { before: money(change.before), now: money(change.now) })}{' '}
      <button type="button" className="btn btn-link" onClick={() => accept(row.line)}>
        {t('change.accept')}
      </button>
    </p>
  );
};

/** One line of the cart: a row of the table, a card on phones. */
export const CartRowView = ({ row, onRemoved }: { readonly row: CartRow; readonly onRemoved: () => void }) => {
  const { t } = useTranslation(['cart', 'common']);
  const { money } = usePrices();
  const { change, remove } = useCart();
  const { line, price, subtotal, delivery, changes, isGone } = row;
  const [today] = useProducts([line._id]);
  const wishlist = useWishlist(today ?? line);
  const { name, selectedVariation, selectedProductColor, selectedProductSize } = line;
  const take = () => {
    remove(line);
    onRemoved();
  };
  return (
    <tr className={isGone ? 'cart-row cart-row-gone' : 'cart-row'}>
      <td className="cart-row-goods">
        <ProductPicture image={lineImage(line)} sizes="96px" alt="" />
        <div>
          <Link className="cart-row-name" to={paths.product(line._id)}>
            {name}
            {selectedVariation && ` – ${selectedVariation.name}`}
          </Link>
          {(selectedProductColor || selectedProductSize) && (
            <p className="line-choice">
              {selectedProductColor && <span>{t('common:line.colour', { name: selectedProductColor })}</span>}{' '}
              {selectedProductSize && <span>{t('common:line.size', { name: selectedProductSize })}</span>}
            </p>
          )}
          {changes.map((each) => (
            <Change key={each.kind} row={row} change={each} />
          ))}
        </div>
      </td>
      <td data-label={t('columns.unit')}>
        <span>{money(price.unit)}</span>
        {price.percent > 0 && <s className="price-was">{money(price.before)}</s>}
      </td>
      <td className="cart-row-quantity">
        {isGone ? (
          <span>{line.quantity}</span>
        ) : (
          <QuantityStepper
            quantity={line.quantity}
            name={name}
            onChange={(quantity) => {
              change(line, today ?? line, quantity);
              if (quantity < 1) onRemoved();
            }}
          />
        )}
      </td>
      <td data-label={t('columns.delivery')}>{money(delivery)}</td>
      <td data-label={t('columns.subtotal')}>
        <strong>{money(subtotal)}</strong>
      </td>
      <td className="cart-row-actions">
        <button
          type="button"
          className="btn btn-link"
          aria-label={t('line.toWishlist', { name })}
          onClick={() => {
            if (!wishlist.isWished) wishlist.add();
            take();
          }}
        >
          {t('line.toWishlistShort')}
        </button>
        <button type="button" className="btn btn-link" aria-label={t('common:line.remove', { name })} onClick={take}>
          {t('line.removeShort')}
        </button>
      </td>
    </tr>
  );
};
