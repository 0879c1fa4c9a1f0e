import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeliverySettings,
  estimateDelivery,
  formatArrival,
  formatCutOff,
  formatShortDay,
  nearness,
} from '#contract/delivery-dates.ts';
import type { OrderDeliveryOption } from '#contract/delivery-options.ts';
import { useShop } from '#shared/shop.tsx';

const minuteMs = 60_000;

/** The time, renewed every minute, at the order deadline, and when the page becomes visible: browsers throttle timers of hidden tabs. */
const useNow = (): Date => {
  const { delivery } = useShop();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const renew = () => setNow(new Date());
    const timer = setTimeout(renew, Math.min(minuteMs, estimateDelivery(delivery, now).orderBy.getTime() - now.getTime()));
    // Not as the page is hidden: a product page that Firefox restored from its back/forward cache would answer no press, because React never
    // ends a render that began as the page was left (e2e/engines/journeys.spec.ts).
    const renewIfVisible = () => document.visibilityState === 'visible' && renew();
    document.addEventListener('visibilitychange', renewIfVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renewIfVisible);
    };
  }, [now, delivery]);
  return now;
};

export type DeliveryDateProps = {
  /** Working days that the slowest product takes to make. */
  readonly makingDays: number;
  /** Without it, standard delivery. */
  readonly way?: OrderDeliveryOption | undefined;
  /** Only when it arrives, not until when to order. */
  readonly isShort?: boolean;
};

/** Delivery dates, computed from the browser's clock. */
export const DatedDelivery = ({ makingDays, way, isShort = false }: DeliveryDateProps) => {
  const shop = useShop();
  const { t, i18n } = useTranslation('delivery');
  const now = useNow();
  const settings: DeliverySettings = { ...shop.delivery, courierDays: way?.courierDays ?? shop.delivery.courierDays };
  const { orderOn, dispatchBy, from, to } = estimateDelivery(settings, now, makingDays);
  const dates = formatArrival(way?.collection ? { from: dispatchBy, to: dispatchBy } : { from, to }, i18n.language);
  if (isShort) return <span className="delivery-date">{way?.collection ? t('readyShort', { dates }) : dates}</span>;
  const time = formatCutOff(shop.delivery.cutOff, i18n.language);
  const day = formatShortDay(orderOn, i18n.language);
  const orderBy = t(`orderBy.${nearness(orderOn, now)}`, { time, day });
  return (
    <span key={orderBy} className="delivery-date">
      {orderBy} <strong>{t(way?.collection ? 'ready' : 'arrives', { dates })}</strong>
    </span>
  );
};
