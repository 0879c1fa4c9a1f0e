import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/price.tsx';
import { priceBands } from '#catalogue/price-bands.ts';
import type { Facet } from '#contract/listing-query.ts';
import type { Pence } from '#contract/money.ts';
import { useTaxonomyNames } from '#features/catalogue/use-catalogue.ts';

export const useFacetLabels = (): ((facet: Facet, value: string) => string) => {
  const { t } = useTranslation('shop');
  const names = useTaxonomyNames();
  const prices = usePrices();
  // Bands are in whole pounds.
  const money = (amount: Pence) => prices.money(amount).replace(/\.00$/, '');
  const bandName = (value: string): string => {
    const band = priceBands.find((each) => each.value === value);
    if (!band) return value;
    if (band.to === undefined) return t('facets.from', { amount: money(band.from) });
    return band.from === 0
      ? t('facets.under', { amount: money(band.to) })
      : t('facets.between', { from: money(band.from), to: money(band.to) });
  };
  return (facet, value) => {
    switch (facet) {
      case 'category':
      case 'tag':
        return names[facet](value);
      case 'availability':
        return t(value === 'in' ? 'facets.in' : 'facets.out');
      case 'rating':
        return t('facets.stars', { stars: value });
      case 'sale':
        return t('facets.onSale');
      case 'new':
        return t('facets.isNew');
      case 'price':
        return bandName(value);
      default:
        return value;
    }
  };
};
