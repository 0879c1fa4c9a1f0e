import { useTranslation } from 'react-i18next';
import { env } from '#shared/env.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';

type DeliveryDateProps = {
  /** Of the slowest product. */
  readonly makingDays: number;
};

/** In working days, of the same height as the dates: a cached document is older than today. */
const UndatedDelivery = ({ makingDays }: DeliveryDateProps) => {
  const { t } = useTranslation('delivery');
  const days = env.VITE_COURIER_DAYS;
  return (
    <span className="delivery-date">
      {t('posted', { count: Number(env.VITE_DISPATCH_DAYS) + makingDays })}{' '}
      <strong>{t('courier', { days: days.replace('-', '–'), count: Number(days.split('-').at(-1)) })}</strong>
    </span>
  );
};

/** Until when to order and when the parcel arrives then; in the server's HTML, after how many working days. Needs the namespace `delivery`. */
export const DeliveryDate = clientOnly(() => import('./dated-delivery.tsx').then((module) => module.DatedDelivery), [], {
  Fallback: UndatedDelivery,
  isOptional: true,
});
