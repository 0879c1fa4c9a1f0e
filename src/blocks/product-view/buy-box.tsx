import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Price } from '#blocks/price/price.tsx';
import type { Product } from '#contract/product.ts';
import { isSameGoods } from '#contract/stock.ts';
import { selectLines } from '#features/cart/cart-slice.ts';
import { isLowStock } from '#features/catalogue/low-stock.ts';
import { useStockWords } from '#features/catalogue/use-stock-words.ts';
import { useCompare } from '#features/compare/use-compare.ts';
import { useWishlist } from '#features/wishlist/use-wishlist.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { QuantityStepper } from '#shared/ui/quantity-stepper.tsx';
import { Pickers } from './pickers.tsx';
import type { Purchase } from './use-purchase.ts';

type BuyBoxProps = {
  readonly product: Product;
  readonly purchase: Purchase;
  /** Also offers to pay for this alone, at once. */
  readonly withBuyNow?: boolean;
  /** The row of the Add button, for whoever wants to know whether it can be seen. */
  readonly row?: RefObject<HTMLDivElement | null>;
  /** Called when the product has gone into the cart. */
  readonly onAdded?: () => void;
  /** Stands beside the buttons for wishlist and comparison. */
  readonly children?: ReactNode;
};

/** Price, pickers, stock, quantity, and the ways to buy or to keep in mind. */
export const BuyBox = ({ product, purchase, withBuyNow = false, row, onAdded, children }: BuyBoxProps) => {
  const { t } = useTranslation('product');
  const stockWords = useStockWords();
  const wishlist = useWishlist(product);
  const compare = useCompare(product);
  const { choice, left, type } = purchase.selection;
  const held = useSelector(selectLines).find((line) => isSameGoods(line, { ...choice, _id: product._id }))?.quantity ?? 0;
  return (
    <form
      className="buy-box"
      ref={purchase.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (purchase.addToCart()) onAdded?.();
      }}
    >
      <Price goods={{ ...product, selectedVariation: type }} isFrom={product.types.length > 1 && !type} withSaving />
      <Pickers product={product} selection={purchase.selection} asked={purchase.asked} />
      <p className={left === 0 ? 'stock stock-out' : isLowStock(left) ? 'stock stock-few' : 'stock'}>{stockWords(left)}</p>
      <div className="buy-row" ref={row}>
        {left > 0 && <QuantityStepper quantity={purchase.quantity} name={product.name} onChange={purchase.setQuantity} />}
        <button type="submit" className="btn btn-primary btn-lg" disabled={left === 0}>
          {left === 0 ? stockWords(left) : t('add')}
        </button>
        {withBuyNow && left > 0 && (
          <button type="button" className="btn btn-outline-primary btn-lg buy-now" onClick={purchase.buyNow}>
            {t('buyNow')}
          </button>
        )}
      </div>
      {/* In a dialog, the message that stands outside of it is neither seen well nor read out. */}
      <p className="buy-most" role="status">
        {purchase.isRefused && left > 0 && t('most', { most: left })}
      </p>
      {held > 0 && <p className="quiet">{t('inCart', { count: held })}</p>}
      <div className="button-row buy-lists">
        <button type="button" className="btn btn-link" aria-pressed={wishlist.isWished} onClick={wishlist.toggle}>
          <Icon name="heart" isFilled={wishlist.isWished} />
          {t(wishlist.isWished ? 'inWishlist' : 'addToWishlist')}
        </button>
        <button type="button" className="btn btn-link" aria-pressed={compare.isCompared} onClick={compare.toggle}>
          <Icon name="compare" />
          {t(compare.isCompared ? 'inCompare' : 'addToCompare')}
        </button>
        {children}
      </div>
    </form>
  );
};
