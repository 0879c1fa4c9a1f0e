import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryDate } from '#blocks/delivery-date/delivery-date.tsx';
import { usePrices } from '#blocks/price/price.tsx';
import { collectionId } from '#contract/delivery-options.ts';
import { pence } from '#contract/money.ts';
import { unbrokenHours } from '#shared/shop.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import type { ChosenDeliveryWay, Delivery } from './use-delivery.ts';

type DeliveryWaysProps = {
  readonly way: ChosenDeliveryWay;
  readonly delivery: Delivery;
  /** The making time of the slowest product; undefined when nothing can be ordered. */
  readonly makingDays: number | undefined;
};

/** The point and opening hours of a collection; a postcode at the end stays in one line. */
const Point = ({ point: { address, hours } }: { readonly point: NonNullable<ChosenDeliveryWay['options']['collection']> }) => {
  const { t } = useTranslation('delivery');
  return (
    <span className="delivery-point">
      {address
        .split('\n')
        .join(', ')
        .replace(/ (?=\d[A-Z]{2}$)/, '\u00a0')}
      <span>{t('ways.open', { hours: unbrokenHours(hours).split('\n').join('; ') })}</span>
    </span>
  );
};

const useWayName = ({ options }: ChosenDeliveryWay): ((id: string) => string) => {
  const { t } = useTranslation('delivery');
  return (id) => {
    if (id === collectionId) return t('ways.collection', { point: options.collection?.name });
    return options.ways.find((way) => way.id === id)?.name ?? t('ways.standard');
  };
};

/** The ways to get an order, each with its cost and days; nothing where there is standard delivery alone. */
export const DeliveryWays = ({ way, delivery, makingDays }: DeliveryWaysProps) => {
  const { options, choose } = way;
  const nameOf = useWayName(way);
  const { t } = useTranslation('delivery');
  const { money } = usePrices();
  const group = useId();
  const { wayId, offers, refusedRegion } = delivery;
  if (offers.length === 1) return null;
  const costOf = ({ charge }: Delivery['offers'][number]): string => {
    if (!charge) return t('ways.notThere');
    return charge.total > 0 ? money(charge.total) : t('ways.free');
  };
  return (
    <fieldset className="delivery-ways">
      <legend>{t('ways.legend')}</legend>
      {offers.map((offer) => (
        <label key={offer.id}>
          <input type="radio" name={group} checked={offer.id === wayId} onChange={() => choose(offer.id)} />
          <span>
            <span className="delivery-way">
              <span>{nameOf(offer.id)}</span> <strong>{costOf(offer)}</strong>
            </span>
            {makingDays !== undefined && offer.charge && <DeliveryDate makingDays={makingDays} way={offer.charge.way} isShort />}
            {offer.id === collectionId && offer.id === wayId && options.collection && <Point point={options.collection} />}
          </span>
        </label>
      ))}
      <p className="visually-hidden" role="status">
        {refusedRegion === undefined &&
          t('ways.chosen', { name: nameOf(wayId), cost: delivery.total > 0 ? money(delivery.total) : t('ways.free') })}
      </p>
    </fieldset>
  );
};

/** The chosen way and when it arrives, in one row; opened, all ways. Nothing where there is standard delivery alone. */
export const FoldedWays = (props: DeliveryWaysProps) => {
  const { way, delivery, makingDays } = props;
  const nameOf = useWayName(way);
  if (delivery.offers.length === 1) return null;
  return (
    <details className="summary-row">
      <summary>
        <span>
          {nameOf(delivery.wayId)}
          {makingDays !== undefined && <DeliveryDate makingDays={makingDays} way={delivery.way} isShort />}
        </span>
        <Icon name="down" />
      </summary>
      <DeliveryWays {...props} />
    </details>
  );
};

/** What delivery costs in other regions, or that nothing is delivered there, folded; offered until the postcode is known. */
export const RegionsNote = ({ way: { options, id } }: Pick<DeliveryWaysProps, 'way'>) => {
  const { t } = useTranslation('delivery');
  const { money } = usePrices();
  if (options.regions.length === 0 || id === collectionId) return null;
  const places = options.regions.map(({ name, surcharge }) =>
    surcharge === null ? t('ways.noDelivery', { name }) : t('ways.more', { name, amount: money(pence(surcharge)) }),
  );
  return (
    <details className="summary-row">
      <summary>
        {t('ways.elsewhere')}
        <Icon name="down" />
      </summary>
      <p className="quiet">{t('ways.regions', { places: places.join('; ') })}</p>
    </details>
  );
};

export const FreeFromNote = ({ way: { options }, delivery: { amountToFree } }: Omit<DeliveryWaysProps, 'makingDays'>) => {
  const { t } = useTranslation('delivery');
  const { money } = usePrices();
  if (amountToFree === undefined || options.freeFrom === null) return null;
  return <p className="delivery-free">{t('ways.toGo', { from: money(pence(options.freeFrom)), missing: money(amountToFree) })}</p>;
};

/** The sentence at a postcode that nothing is delivered to. */
export const useRefusal = (): ((way: ChosenDeliveryWay, region: string) => string) => {
  const { t } = useTranslation('delivery');
  return ({ options }, region) => t(options.collection ? 'ways.refusedCollect' : 'ways.refused', { region });
};
