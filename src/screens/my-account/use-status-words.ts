import { useTranslation } from 'react-i18next';
import { orderSteps } from '#contract/order.ts';

/** An order's status in words; one that the shop does not know is shown as it is. */
export const useStatusWords = () => {
  const { t } = useTranslation('account');
  return (status: string): string => {
    const known = (['pending', ...orderSteps] as const).find((each) => each === status);
    return known ? t(`orders.status.${known}`) : status;
  };
};
