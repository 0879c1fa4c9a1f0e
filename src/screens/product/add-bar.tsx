import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Price } from '#blocks/price/price.tsx';
import type { Purchase } from '#blocks/product-view/use-purchase.ts';
import type { Product } from '#contract/product.ts';
import { useScrolledPastElement } from '#shared/hooks/use-scrolled-past.ts';

type AddBarProps = {
  readonly product: Product;
  readonly purchase: Purchase;
  /** The page's own Add button: while it can be seen or is still to come, nobody needs another. */
  readonly row: RefObject<HTMLElement | null>;
};

/** The way to buy at the foot of a phone's screen. What is still to be chosen it asks for, at the pickers. */
export const AddBar = ({ product, purchase, row }: AddBarProps) => {
  const { t } = useTranslation('product');
  const isPast = useScrolledPastElement(row);
  const { type, missing, left } = purchase.selection;
  const [open] = missing;
  if (!isPast || left === 0) return null;
  return (
    <section className="add-bar" aria-label={t('addBar')}>
      <div className="add-bar-goods">
        <p className="add-bar-name">{product.name}</p>
        <Price goods={{ ...product, selectedVariation: type }} isFrom={product.types.length > 1 && !type} />
      </div>
      <button type="button" className="btn btn-primary" onClick={purchase.addToCart}>
        {open ? t(`pick.choose.${open}`) : t('add')}
      </button>
    </section>
  );
};
