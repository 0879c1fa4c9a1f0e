import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LineChoice } from '#blocks/cart-view/line-choice.tsx';
import { lineImage, lineName } from '#blocks/cart-view/line-parts.ts';
import { type CartRow, useCartView } from '#blocks/cart-view/use-cart-view.ts';
import { deliveryFor, useDeliveryWay } from '#blocks/delivery-ways/use-delivery.ts';
import { perUnitText, usePrices } from '#blocks/price/price.tsx';
import { variantOf } from '#contract/variant.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { paths } from '#shared/paths.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import '#styles/order-screens.scss';

const MiniCartLine = ({ row: { line, price, isUnavailable }, onRemove }: { readonly row: CartRow; readonly onRemove: () => void }) => {
  const { t } = useTranslation('common');
  const prices = usePrices();
  const { name, selectedVariation, selectedProductColor, selectedProductSize } = line;
  const image = lineImage(line);
  return (
    <li className="mini-cart-line">
      {image ? <ProductPicture image={image} sizes="64px" alt="" /> : <span className="picture picture-none">{t('noImage')}</span>}
      <div>
        <Link to={paths.product(line._id, variantOf(line))}>{lineName(name, selectedVariation)}</Link>
        {isUnavailable && <p className="line-change">{t('stock.gone')}</p>}
        <p>
          <span>{t('miniCart.quantity', { count: line.quantity })}</span>{' '}
          <span className="mini-cart-price">{prices.money(price.unit)}</span> {perUnitText(prices, price.unit, line)}
        </p>
        {selectedProductColor && selectedProductSize && <LineChoice color={selectedProductColor} size={selectedProductSize} />}
      </div>
      <button type="button" className="icon-button" aria-label={t('line.remove', { name })} onClick={onRemove}>
        <Icon name="cross" />
      </button>
    </li>
  );
};

export const MiniCart = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('common');
  const view = useCartView();
  const { rows, subtotal } = view;
  const delivery = deliveryFor(useDeliveryWay(), view, '').total;
  const { money } = usePrices();
  const { remove } = useCart();
  const listRef = useRef<HTMLUListElement>(null);
  const emptyRef = useRef<HTMLParagraphElement>(null);
  const removedIndexRef = useRef<number>(undefined);
  // The focused button is removed with its line: focus the next line's button, or the text of the empty cart.
  useEffect(() => {
    if (removedIndexRef.current === undefined) return;
    const line = listRef.current?.children[Math.min(removedIndexRef.current, rows.length - 1)];
    (line?.querySelector('button') ?? emptyRef.current)?.focus();
    removedIndexRef.current = undefined;
  }, [rows.length]);
  if (rows.length === 0)
    return (
      <div className="mini-cart-empty">
        <p ref={emptyRef} tabIndex={-1}>
          {t('miniCart.empty')}
        </p>
        <Link className="btn btn-outline-primary" to={paths.shop} onClick={onClose}>
          {t('miniCart.browse')}
        </Link>
      </div>
    );
  return (
    <>
      <ul ref={listRef} className="mini-cart-lines">
        {rows.map((row, index) => (
          <MiniCartLine
            key={row.line.cartItemId}
            row={row}
            onRemove={() => {
              removedIndexRef.current = index;
              remove(row.line);
            }}
          />
        ))}
      </ul>
      <p className="mini-cart-total">
        <span>{t('miniCart.total')}</span> <strong>{money(subtotal)}</strong>
      </p>
      {delivery > 0 && <p className="mini-cart-delivery">{t('miniCart.delivery', { amount: money(delivery) })}</p>}
      <div className="button-row">
        <Link className="btn btn-outline-primary" to={paths.cart} onClick={onClose}>
          {t('miniCart.view')}
        </Link>
        <Link className="btn btn-primary" to={paths.checkout} onClick={onClose}>
          {t('miniCart.checkout')}
        </Link>
      </div>
    </>
  );
};
