import { useTranslation } from 'react-i18next';
import { isLowStock } from '#contract/stock.ts';

/** Returns the availability text for a number in stock; undefined for a discontinued product. */
export const useStockText = () => {
  const { t } = useTranslation('common');
  return (left: number | undefined): string => {
    if (left === undefined) return t('stock.gone');
    if (left === 0) return t('stock.out');
    return isLowStock(left) ? t('stock.left', { count: left }) : t('stock.in');
  };
};
