import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Price } from '#blocks/price/price.tsx';
import type { Product } from '#contract/product.ts';
import { isSameGoods } from '#contract/stock.ts';
import { selectLines } from '#features/cart/cart-slice.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { isFew } from '#features/catalogue/few-left.ts';
import { useStockWords } from '#features/catalogue/use-stock-words.ts';
import { useCompare } from '#features/compare/use-compare.ts';
import { useWishlist } from '#features/wishlist/use-wishlist.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { QuantityStepper } from '#shared/ui/quantity-stepper.tsx';
import { Pickers } from './pickers.tsx';
import type { useSelection } from './use-selection.ts';

const Lists = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const wishlist = useWishlist(product);
  const compare = useCompare(product);
  return (
    <div className="button-row buy-lists">
      <button type="button" className="btn btn-link" aria-pressed={wishlist.isWished} onClick={wishlist.toggle}>
        <Icon name="heart" isFilled={wishlist.isWished} />
        {t(wishlist.isWished ? 'inWishlist' : 'addToWishlist')}
      </button>
      <button type="button" className="btn btn-link" aria-pressed={compare.isCompared} onClick={compare.toggle}>
        <Icon name="compare" />
        {t(compare.isCompared ? 'inCompare' : 'addToCompare')}
      </button>
    </div>
  );
};

/** Price, stock, pickers, quantity and Add to cart. */
export const BuyBox = ({ product, selection }: { readonly product: Product; readonly selection: ReturnType<typeof useSelection> }) => {
  const { t } = useTranslation('product');
  const stockWords = useStockWords();
  const { add, refuse } = useCart();
  const [wanted, setWanted] = useState(1);
  const [isAsked, setIsAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { choice, missing, left, type } = selection;
  const quantity = Math.max(1, Math.min(wanted, left));
  const held = useSelector(selectLines).find((line) => isSameGoods(line, { ...choice, _id: product._id }))?.quantity ?? 0;
  const asked = isAsked ? missing : [];

  const buy = () => {
    setIsAsked(true);
    if (missing.length > 0) form.current?.querySelector<HTMLElement>('fieldset.picker input:not(:checked)')?.focus();
    else if (add(product, choice, quantity)) setWanted(1);
  };

  return (
    <form
      className="buy-box"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        buy();
      }}
    >
      <Price goods={{ ...product, selectedVariation: type }} isFrom={product.types.length > 1 && !type} withSaving />
      <Pickers product={product} selection={selection} asked={asked} />
      <p className={left === 0 ? 'stock stock-out' : isFew(left) ? 'stock stock-few' : 'stock'}>{stockWords(left)}</p>
      <div className="buy-row">
        {left > 0 && (
          <QuantityStepper
            quantity={quantity}
            name={product.name}
            onChange={(asking) => {
              if (asking > left) refuse();
              setWanted(Math.max(1, asking));
            }}
          />
        )}
        <button type="submit" className="btn btn-primary btn-lg" disabled={left === 0}>
          {left === 0 ? stockWords(left) : t('add')}
        </button>
      </div>
      {held > 0 && <p className="quiet">{t('inCart', { count: held })}</p>}
      <Lists product={product} />
    </form>
  );
};
