import { useTranslation } from 'react-i18next';
import { formatNumber } from '#contract/locale.ts';
import { formatSterling, type Pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { daysToDeliver } from '#contract/terms.ts';
import type { Variant } from '#contract/variant.ts';
import { formatDate } from '#shared/format-date.ts';

type Item = Order['items'][number];

export const itemVariant = ({ variation, color, size }: Item): Variant => ({ color, size, variationId: variation?._id });

/** The chosen variation, colour and size of an order's item: "large, blue"; empty if there was no choice. */
export const itemChoice = ({ variation, color, size }: Item): string => [variation?.name, color, size].filter(Boolean).join(', ');

/** The product's name with the choice: "Stoneware mug, large, blue". */
export const itemName = (item: Item): string => [item.product.name, itemChoice(item)].filter(Boolean).join(', ');

/** Units of an order, in its own order: "2 × Stoneware mug, large, blue; 1 × Spoon". */
export const namesOfUnits = (
  { items }: Order,
  units: readonly { readonly itemId: string; readonly quantity: number }[],
  language: string,
): string =>
  items
    .flatMap((item) => {
      const unit = units.find(({ itemId }) => itemId === item._id);
      return unit ? [`${formatNumber(unit.quantity, language)} × ${itemName(item)}`] : [];
    })
    .join('; ');

/** The last day on which an order placed at this ISO timestamp may arrive, "21 December 2026"; '' for an invalid one. */
export const formatLatestArrival = (placedAt: string | undefined, language: string): string => {
  const latest = new Date(placedAt ?? '');
  latest.setUTCDate(latest.getUTCDate() + daysToDeliver);
  return Number.isNaN(latest.getTime()) ? '' : formatDate(latest.toISOString(), language);
};

/**
 * Formats the amounts of an order, paid or still to be paid: in pounds sterling, which is what is charged, whatever currency the shopper chose to
 * see prices in. Nothing for an amount that another API leaves out.
 */
export const usePaidMoney = (): ((amount: Pence | undefined) => string) => {
  const { i18n } = useTranslation();
  return (amount) => (amount === undefined ? '' : formatSterling(amount, i18n.language));
};
