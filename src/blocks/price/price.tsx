import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { formatPrice, type Pence, pence } from '#contract/money.ts';
import { type PricedItem, unitPrice, withCheapestVariation } from '#contract/pricing.ts';
import type { Product, VariationType } from '#contract/product.ts';
import { pricePerUnit } from '#contract/units.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { selectCurrency } from '#features/currency/currency-slice.ts';

/**
 * The shopper's role, which prices depend on, and `money`, which formats an amount in their currency and language; `t` for the texts of
 * prices. The same object until one of these changes.
 */
export const usePrices = () => {
  const isReseller = useSelector(selectIsReseller);
  const currency = useSelector(selectCurrency);
  const { t, i18n } = useTranslation('common');
  const { language } = i18n;
  return useMemo(
    () => ({ t, isReseller, money: (amount: Pence) => formatPrice(amount, currency, language) }),
    [t, isReseller, currency, language],
  );
};

export type Prices = ReturnType<typeof usePrices>;

/** "(£65.00 per kg)": what a unit of a product with a net quantity costs at this price. */
export const perUnitText = (
  { t, money }: Prices,
  price: Pence,
  product: Pick<PriceProps['product'], 'netQuantity' | 'selectedVariation'>,
): string | undefined => {
  const perUnit = pricePerUnit(price, product.selectedVariation?.netQuantity || product.netQuantity);
  return perUnit && t(`price.per.${perUnit.unit}`, { amount: money(perUnit.amount) });
};

/** A product's price in a list: that of its cheapest variation. */
export const ListedPrice = ({ product }: { readonly product: Product }) => <Price {...withCheapestVariation(product)} />;

type PriceProps = {
  readonly product: PricedItem &
    Pick<Product, 'deliveryCost' | 'netQuantity'> & { readonly selectedVariation?: Pick<VariationType, 'netQuantity'> | undefined };
  /** Other variations cost more. */
  readonly isFrom?: boolean;
  readonly withSaving?: boolean;
};

/** `Price` in a list of products, which has `prices` for all of them. */
export const PriceIn = ({ prices, product, isFrom = false, withSaving = false }: PriceProps & { readonly prices: Prices }) => {
  const { t, isReseller, money } = prices;
  const { unit, before, saved, percent } = unitPrice(product, isReseller);
  const delivery = pence(product.deliveryCost);
  const perUnit = perUnitText(prices, unit, product);
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
      {perUnit && <small> {perUnit}</small>}{' '}
      <small>{delivery > 0 ? t('price.delivery', { amount: money(delivery) }) : t('price.freeDelivery')}</small>
    </p>
  );
};

/** The price of one unit for this shopper, with the price before a discount struck through, and what its delivery costs. */
export const Price = (props: PriceProps) => <PriceIn {...props} prices={usePrices()} />;
