import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Price, usePrices } from '#blocks/price/price.tsx';
import { shownPrice, unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { isLowStock } from '#contract/stock.ts';
import { withVariant } from '#contract/variant.ts';
import { isSameLine, selectLines } from '#features/cart/cart-slice.ts';
import { useStockText } from '#features/catalogue/use-stock-text.ts';
import { useCompare } from '#features/compare/use-compare.ts';
import { useWishlist } from '#features/wishlist/use-wishlist.ts';
import { formatDay } from '#shared/format-date.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { PressFeedback, usePressFeedback } from '#shared/ui/press-feedback.tsx';
import { QuantityStepper } from '#shared/ui/quantity-stepper.tsx';
import { Pickers } from './pickers.tsx';
import { SoldOut } from './sold-out.tsx';
import type { Purchase } from './use-purchase.ts';
import '#styles/product-view.scss';

type BuyBoxProps = {
  readonly product: Product;
  readonly purchase: Purchase;
  /** Also offers to check out this product on its own. */
  readonly withBuyNow?: boolean;
  /** The row of the Add button, to observe whether it is in view. */
  readonly rowRef?: RefObject<HTMLDivElement | null>;
  /** After the product was added to the cart. */
  readonly onAdded?: () => void;
  /** Shown in place of the Add button while the choice is out of stock; it may have a form of its own. */
  readonly whenSoldOut?: ReactNode;
  /** Shown next to the buttons for wishlist and comparison. */
  readonly children?: ReactNode;
};

/** Price, pickers, stock, quantity, and buttons for cart, checkout, wishlist and comparison. */
export const BuyBox = ({ product, purchase, withBuyNow = false, rowRef, onAdded, whenSoldOut, children }: BuyBoxProps) => {
  const { t, i18n } = useTranslation('product');
  const { isReseller, money } = usePrices();
  const stockText = useStockText();
  const [feedback, showFeedback] = usePressFeedback(t('added'));
  const { variant, left, type } = purchase.selection;
  const shown = shownPrice(product, type);
  const { before, since } = unitPrice(shown.product, isReseller);
  const wishlist = useWishlist(product, variant);
  const compare = useCompare(product);
  const inCart = useSelector(selectLines).find((line) => isSameLine(line, withVariant(product, variant)))?.quantity ?? 0;
  return (
    <div className="buy-box">
      <form
        ref={purchase.formRef}
        onSubmit={(event) => {
          event.preventDefault();
          if (!purchase.addToCart()) return;
          showFeedback();
          onAdded?.();
        }}
      >
        <Price {...shown} withSaving />
        {since !== '' && <p className="quiet">{t('reduced', { amount: money(before), day: formatDay(since, i18n.language) })}</p>}
        <Pickers product={product} purchase={purchase} />
        <p className={left === 0 ? 'stock stock-out' : isLowStock(left) ? 'stock stock-low' : 'stock'}>{stockText(left)}</p>
        <div className="buy-row" ref={rowRef}>
          {left > 0 && (
            <>
              <QuantityStepper quantity={purchase.quantity} name={product.name} onChange={purchase.setQuantity} />
              <button type="submit" className="btn btn-primary btn-lg" data-feedback={feedback}>
                {t('add')}
                <PressFeedback text={feedback} />
              </button>
              {withBuyNow && (
                <button type="button" className="btn btn-outline-primary btn-lg buy-now" onClick={purchase.buyNow}>
                  {t('buyNow')}
                </button>
              )}
            </>
          )}
        </div>
        {/* A toast outside of a modal dialog is inert: screen readers skip it. */}
        <p className="buy-max" role="status">
          {purchase.isRefused && left > 0 && t('max', { max: left })}
        </p>
        {inCart > 0 && <p className="quiet">{t('inCart', { count: inCart })}</p>}
      </form>
      {left === 0 && (
        <>
          {whenSoldOut}
          <SoldOut product={product} purchase={purchase} />
        </>
      )}
      <div className="button-row buy-lists">
        <button type="button" className="btn btn-link" aria-pressed={wishlist.isWished} onClick={wishlist.toggle}>
          <Icon name="heart" isFilled={wishlist.isWished} />
          <span>{t(wishlist.isWished ? 'inWishlist' : 'addToWishlist')}</span>
        </button>
        <button type="button" className="btn btn-link" aria-pressed={compare.isCompared} onClick={compare.toggle}>
          <Icon name="compare" />
          <span>{t(compare.isCompared ? 'inCompare' : 'addToCompare')}</span>
        </button>
        {children}
      </div>
    </div>
  );
};
