import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/use-prices.ts';
import { defaultChoice, type ListingQuery } from '#contract/listing-query.ts';
import { pence } from '#contract/money.ts';
import { refundDays } from '#contract/terms.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** The number of products in each tab. */
export const perTab = 8;

/** The best-selling products: a tab of the home page. The USP bar reads the lowest delivery cost from the same request. */
export const bestSellers: ListingQuery = { ...defaultChoice, sorting: 'best-selling', page: 1, perPage: perTab };

/** The selling points: handmade, packaging, returns, delivery from the lowest cost in the catalogue. */
export const UspBar = () => {
  const { t } = useTranslation('home');
  const { money } = usePrices();
  // Every listing has it; this one is fetched for the tabs anyway.
  const cost = useListing(bestSellers, false).listing?.lowestDelivery;
  const lowest = cost === undefined ? undefined : pence(cost);
  const delivery = () => {
    if (lowest === undefined) return t('uspBar.deliveryPlain');
    return lowest === 0 ? t('uspBar.deliveryFree') : t('uspBar.delivery', { amount: money(lowest) });
  };
  const days = { days: refundDays.changedMind };
  const points = [
    { icon: 'leaf', heading: t('uspBar.hand'), text: t('uspBar.handText') },
    { icon: 'parcel', heading: t('uspBar.parcels'), text: t('uspBar.parcelsText') },
    { icon: 'returns', heading: t('uspBar.returns', days), text: t('uspBar.returnsText', days) },
    { icon: 'truck', heading: delivery(), text: t('uspBar.deliveryText') },
  ] as const;
  return (
    <ul className="usp-bar container-xl" aria-label={t('uspBar.label')}>
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
