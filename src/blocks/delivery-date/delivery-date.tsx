import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { estimateDelivery, formatArrival, formatCutOff, nearness } from '#contract/delivery-dates.ts';
import { deliverySettings } from '#shared/delivery-settings.ts';

const minuteMs = 60_000;

/** The time, renewed every minute, at `deadline` and when the page is looked at again: timers stand still in a hidden tab. */
const useNow = (deadlineAfter: (now: Date) => Date): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const renew = () => setNow(new Date());
    const timer = setTimeout(renew, Math.min(minuteMs, deadlineAfter(now).getTime() - now.getTime()));
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [now, deadlineAfter]);
  return now;
};

const deadlineAfter = (now: Date): Date => estimateDelivery(deliverySettings, now).orderBy;

/**
 * Until when to order and when the parcel arrives then, by the browser's clock. Only for parts that are never server-rendered: a cached
 * document is older than today. `makingDays`: of the slowest product.
 */
export const DeliveryDate = ({ makingDays }: { readonly makingDays: number }) => {
  const { t, i18n } = useTranslation('delivery');
  const now = useNow(deadlineAfter);
  const { orderOn, from, to } = estimateDelivery(deliverySettings, now, makingDays);
  const time = formatCutOff(deliverySettings.cutOff, i18n.language);
  const day = formatArrival({ from: orderOn, to: orderOn }, i18n.language);
  return (
    <span className="delivery-date">
      {t(`orderBy.${nearness(orderOn, now)}`, { time, day })}{' '}
      <strong>{t('arrives', { dates: formatArrival({ from, to }, i18n.language) })}</strong>
    </span>
  );
};
