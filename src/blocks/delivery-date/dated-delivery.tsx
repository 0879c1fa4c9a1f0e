import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { estimateDelivery, formatArrival, formatCutOff, formatShortDay, nearness } from '#contract/delivery-dates.ts';
import { deliverySettings } from '#shared/delivery-settings.ts';

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

/** By the browser's clock. */
export const DatedDelivery = ({ makingDays }: { readonly makingDays: number }) => {
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
