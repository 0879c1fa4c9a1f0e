import { useTranslation } from 'react-i18next';
import { formatSterling, type Pence } from '#contract/money.ts';

/**
 * Formats the amounts of an order, paid or still to be paid: in pounds sterling, which is what is charged, whatever currency the shopper chose to
 * see prices in. Nothing for an amount that another API leaves out.
 */
export const usePaidMoney = (): ((amount: Pence | undefined) => string) => {
  const { i18n } = useTranslation();
  return (amount) => (amount === undefined ? '' : formatSterling(amount, i18n.language));
};
