import { useSelector } from 'react-redux';
import { formatPrice, type Pence } from '#contract/money.ts';
import { useShopper } from '#features/account/use-shopper.ts';
import { selectCurrency } from '#features/currency/currency-slice.ts';

/** Money as this shopper pays and reads it: the role that prices depend on (ruling 5), and amounts in their currency. */
export const usePrices = () => {
  const { isReseller } = useShopper();
  const currency = useSelector(selectCurrency);
  return { isReseller, money: (amount: Pence) => formatPrice(amount, currency) };
};
