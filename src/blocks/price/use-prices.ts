import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { formatPrice, type Pence } from '#contract/money.ts';
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
