import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { usePrices } from '#blocks/price/use-prices.ts';
import { pence } from '#contract/money.ts';
import { refundDays } from '#contract/terms.ts';
import { selectProducts } from '#features/catalogue/catalogue-slice.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** What a shopper can count on; the delivery price is the lowest that the catalogue really has. */
export const Trust = () => {
  const { t } = useTranslation('home');
  const { money } = usePrices();
  const [lowest] = useSelector(selectProducts)
    .map(({ deliveryCost }) => pence(deliveryCost))
    .sort((one, other) => one - other);
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
