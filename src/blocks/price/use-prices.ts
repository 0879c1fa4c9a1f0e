import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { formatPrice, type Pence } from '#contract/money.ts';
import { useShopper } from '#features/account/use-shopper.ts';
import { selectCurrency } from '#features/currency/currency-slice.ts';

/** Money as this shopper pays and reads it: the role that prices depend on, and amounts in their currency and language. */
export const usePrices = () => {
  const { isReseller } = useShopper();
  const currency = useSelector(selectCurrency);
  const { i18n } = useTranslation('common');
  return { isReseller, money: (amount: Pence) => formatPrice(amount, currency, i18n.language) };
};
