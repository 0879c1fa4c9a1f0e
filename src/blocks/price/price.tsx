import { cheapest, type Priced, unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { type Prices, usePrices } from './use-prices.ts';

/** A product's price in a list: that of its cheapest variation. */
export const ListedPrice = ({ product }: { readonly product: Product }) => <Price {...cheapest(product)} />;

type PriceProps = {
  readonly product: Priced;
  /** Other variations cost more. */
  readonly isFrom?: boolean;
  readonly withSaving?: boolean;
};

/** `Price` in a list of products, which has `prices` for all of them. */
export const PriceIn = ({ prices, product, isFrom = false, withSaving = false }: PriceProps & { readonly prices: Prices }) => {
  const { t, isReseller, money } = prices;
  const { unit, before, saved, percent } = unitPrice(product, isReseller);
  return (
    <p className={percent > 0 ? 'price price-sale' : 'price'}>
      <span className="visually-hidden">{t('price.now')} </span>
      {isFrom && <span className="price-from">{t('price.from')} </span>}
      <span className="price-now">{money(unit)}</span>
      {percent > 0 && (
        <>
          <span className="visually-hidden">, {t('price.was')} </span>
          <s className="price-was">{money(before)}</s>
          {withSaving && <span className="price-saving">{t('price.save', { amount: money(saved) })}</span>}
        </>
      )}
    </p>
  );
};

/** The price of one unit for this shopper, with the price before a discount struck through. */
export const Price = (props: PriceProps) => <PriceIn {...props} prices={usePrices()} />;
