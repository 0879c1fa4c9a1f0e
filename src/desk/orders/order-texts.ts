import { useTranslation } from 'react-i18next';
import { formatShortDay, ukDayOf } from '#contract/delivery-dates.ts';
import type { OrderRow } from '#contract/desk/orders.ts';
import { formatSterling, pence, sum } from '#contract/money.ts';

/** "Stoneware jug, Chalk". */
export const goodsName = ({ name, choice }: { readonly name: string; readonly choice: string }): string =>
  choice === '' ? name : `${name}, ${choice}`;

export const useOrderTexts = () => {
  const { t, i18n } = useTranslation('desk-orders');
  return {
    /** "3 × Rolling pin, 1 × Stoneware jug, Chalk". */
    goods: ({ goods }: Pick<OrderRow, 'goods'>) => goods.map((each) => `${each.quantity} × ${goodsName(each)}`).join(', '),
    /** "9 orders, 24 pieces, £675.95". */
    sum: (rows: readonly Pick<OrderRow, 'pieces' | 'total'>[]) =>
      [
        t('sum.orders', { count: rows.length }),
        t('sum.pieces', { count: rows.reduce((total, { pieces }) => total + pieces, 0) }),
        formatSterling(sum(rows.map(({ total }) => pence(total))), i18n.language),
      ].join(', '),
    /** "Mon 1 Dec" of a time or day. */
    day: (at: string) => formatShortDay(ukDayOf(at), i18n.language),
  };
};
