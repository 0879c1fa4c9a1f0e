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
  return (
    <ul className="trust container-xl" aria-label={t('trust.label')}>
      <li>
        <Icon name="leaf" />
        <div>
          <strong>{t('trust.hand')}</strong>
          <p>{t('trust.handText')}</p>
        </div>
      </li>
      <li>
        <Icon name="parcel" />
        <div>
          <strong>{t('trust.parcels')}</strong>
          <p>{t('trust.parcelsText')}</p>
        </div>
      </li>
      <li>
        <Icon name="returns" />
        <div>
          <strong>{t('trust.returns', { days: refundDays.changedMind })}</strong>
          <p>{t('trust.returnsText', { days: refundDays.changedMind })}</p>
        </div>
      </li>
      <li>
        <Icon name="truck" />
        <div>
          <strong>{delivery()}</strong>
          <p>{t('trust.deliveryText')}</p>
        </div>
      </li>
    </ul>
  );
};
