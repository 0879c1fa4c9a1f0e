import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Price } from '#blocks/price/price.tsx';
import type { Purchase } from '#blocks/product-view/use-purchase.ts';
import { shownPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { useScrolledPastElement } from '#shared/hooks/use-scrolled-past.ts';
import { PressFeedback, usePressFeedback } from '#shared/ui/press-feedback.tsx';

type StickyAddToCartProps = {
  readonly product: Product;
  readonly purchase: Purchase;
  /** The page's own Add button: the bar shows once it is scrolled past. */
  readonly rowRef: RefObject<HTMLElement | null>;
};

/** A sticky Add button for phones; with a choice missing, it leads to the pickers. */
export const StickyAddToCart = ({ product, purchase, rowRef }: StickyAddToCartProps) => {
  const { t } = useTranslation('product');
  const isPast = useScrolledPastElement(rowRef);
  const [feedback, showFeedback] = usePressFeedback(t('added'));
  const { type, missing, left } = purchase.selection;
  const [firstMissing] = missing;
  if (!isPast || left === 0) return null;
  return (
    <section className="sticky-add-to-cart" aria-label={t('stickyAddToCart')}>
      <div className="sticky-add-to-cart-product">
        <p className="sticky-add-to-cart-name">{product.name}</p>
        <Price {...shownPrice(product, type)} />
      </div>
      <button type="button" className="btn btn-primary" data-feedback={feedback} onClick={() => purchase.addToCart() && showFeedback()}>
        <span>{firstMissing ? t(firstMissing === 'size' ? 'pick.choose.size' : 'pick.choose.option') : t('add')}</span>
        <PressFeedback text={feedback} />
      </button>
    </section>
  );
};
