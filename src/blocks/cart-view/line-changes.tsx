import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/price.tsx';
import type { LineChange } from '#features/cart/reconcile-line.ts';

/** A sentence for each change of a line since it was added, in the cart and in the checkout. */
export const LineChanges = ({ changes }: { readonly changes: readonly LineChange[] }) => {
  const { t } = useTranslation('cart');
  const { money } = usePrices();
  const sentenceOf = (change: LineChange): string => {
    if (change.kind === 'price') return t('change.price', { before: money(change.before), now: money(change.now) });
    if (change.kind === 'stock') return t('change.stock', change);
    return t(`change.${change.kind}`);
  };
  return changes.map((change) => <p key={change.kind}>{sentenceOf(change)}</p>);
};
