import { useTranslation } from 'react-i18next';
import { useShop } from '#shared/shop.tsx';
import { clientOnly } from '#shared/ui/client-only.tsx';
import type { DeliveryDateProps } from './dated-delivery.tsx';

/** In working days, of the same height as the dates: a cached document is older than today. */
const UndatedDelivery = ({ makingDays, way, isShort }: DeliveryDateProps) => {
  const { t } = useTranslation('delivery');
  const { dispatchDays, courierDays } = useShop().delivery;
  const count = dispatchDays + makingDays;
  if (way?.collection) return <span className="delivery-date">{t('readyIn', { count })}</span>;
  const { min, max } = way?.courierDays ?? courierDays;
  const courier = { days: min === max ? String(max) : `${min}–${max}`, count: max };
  if (isShort) return <span className="delivery-date">{t('courierShort', courier)}</span>;
  return (
    <span className="delivery-date">
      {t('posted', { count })} <strong>{t('courier', courier)}</strong>
    </span>
  );
};

/** Until when to order and when the parcel arrives then; in the server's HTML, after how many working days. Needs the namespace `delivery`. */
export const DeliveryDate = clientOnly(() => import('./dated-delivery.tsx').then((module) => module.DatedDelivery), [], {
  Fallback: UndatedDelivery,
  isOptional: true,
});
