import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/use-prices.ts';
import { pence } from '#contract/money.ts';
import { refundDays } from '#contract/terms.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { bestSellers } from './best-sellers.ts';

/** The selling points: handmade, packaging, returns, delivery from the lowest cost in the catalogue. */
export const UspBar = () => {
  const { t } = useTranslation('home');
  const { money } = usePrices();
  // Every listing has it; this one is fetched for the tabs anyway.
  const cost = useListing(bestSellers, false).listing?.lowestDelivery;
  const lowest = cost === undefined ? undefined : pence(cost);
  const delivery = () => {
    if (lowest === undefined) return t('trust.deliveryPlain');
    return lowest === 0 ? t('trust.deliveryFree') : t('trust.delivery', { amount: money(lowest) });
  };
  const days = { days: refundDays.changedMind };
  const points = [
    { icon: 'leaf', heading: t('trust.hand'), text: t('trust.handText') },
    { icon: 'parcel', heading: t('trust.parcels'), text: t('trust.parcelsText') },
    { icon: 'returns', heading: t('trust.returns', days), text: t('trust.returnsText', days) },
    { icon: 'truck', heading: delivery(), text: t('trust.deliveryText') },
  ] as const;
  return (
    <ul className="trust container-xl" aria-label={t('trust.label')}>
      {points.map(({ icon, heading, text }) => (
        <li key={icon}>
          <Icon name={icon} />
          <div>
            <strong>{heading}</strong>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
};
