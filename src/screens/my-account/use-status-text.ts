import { useTranslation } from 'react-i18next';
import { orderSteps } from '#contract/order.ts';

/** Translates an order's status; an unknown status stays untranslated. */
export const useStatusText = () => {
  const { t } = useTranslation('account');
  return (status: string): string => {
    const translated = (['pending', 'cancelled', ...orderSteps] as const).find((each) => each === status);
    return translated ? t(`orders.status.${translated}`) : status;
  };
};
