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
    // Not as the page is hidden: a product page that Firefox restored from its back/forward cache would answer no press, because React never
    // ends a render that began as the page was left (e2e/engines/journeys.spec.ts).
    const renewIfVisible = () => document.visibilityState === 'visible' && renew();
    document.addEventListener('visibilitychange', renewIfVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renewIfVisible);
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
