import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { estimateDelivery, formatArrival, formatCutOff, formatShortDay, nearness } from '#contract/delivery-dates.ts';
import { deliverySettings } from '#shared/delivery-settings.ts';
import { env } from '#shared/env.ts';
import { AfterHydration } from '#shared/ui/after-hydration.tsx';

const minuteMs = 60_000;

/** The time, renewed every minute, at the order deadline, and when the page becomes visible: browsers throttle timers of hidden tabs. */
const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const renew = () => setNow(new Date());
    const timer = setTimeout(renew, Math.min(minuteMs, estimateDelivery(deliverySettings, now).orderBy.getTime() - now.getTime()));
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [now]);
  return now;
};

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

const DatedDelivery = ({ makingDays }: DeliveryDateProps) => {
  const { t, i18n } = useTranslation('delivery');
  const now = useNow();
  const { orderOn, from, to } = estimateDelivery(deliverySettings, now, makingDays);
  const time = formatCutOff(deliverySettings.cutOff, i18n.language);
  const day = formatShortDay(orderOn, i18n.language);
  const orderBy = t(`orderBy.${nearness(orderOn, now)}`, { time, day });
  return (
    <span key={orderBy} className="delivery-date">
      {orderBy} <strong>{t('arrives', { dates: formatArrival({ from, to }, i18n.language) })}</strong>
    </span>
  );
};

/** Until when to order and when the parcel arrives then, by the browser's clock; in the server's HTML, after how many working days. */
export const DeliveryDate = ({ makingDays }: DeliveryDateProps) => (
  <AfterHydration fallback={<UndatedDelivery makingDays={makingDays} />}>
    <DatedDelivery makingDays={makingDays} />
  </AfterHydration>
);
