import { useTranslation } from 'react-i18next';
import { env } from '#shared/env.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';

/** The same in working days, of the same height: what a cached document can say. */
const UndatedDelivery = ({ makingDays }: { readonly makingDays: number }) => {
  const { t } = useTranslation('common');
  const days = env.VITE_COURIER_DAYS;
  return (
    <span className="delivery-date">
      {t('delivery.posted', { count: Number(env.VITE_DISPATCH_DAYS) + makingDays })}{' '}
      <strong>{t('delivery.courier', { days: days.replace('-', '–'), count: Number(days.split('-').at(-1)) })}</strong>
    </span>
  );
};

/** `DeliveryDate` once the page is used, and until then the same in working days. */
export const LazyDeliveryDate = clientOnly(() => import('./delivery-date.tsx').then((module) => module.DeliveryDate), ['delivery'], {
  Fallback: UndatedDelivery,
  isOptional: true,
});
