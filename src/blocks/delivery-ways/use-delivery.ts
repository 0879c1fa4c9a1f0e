import { useState } from 'react';
import type { CartView } from '#blocks/cart-view/use-cart-view.ts';
import { type DeliveryCharge, deliveryCharge, findRegion, findWay, missingForFree } from '#contract/delivery.ts';
import { collectionId, type DeliveryOptions, standardId, standardOnly } from '#contract/delivery-options.ts';
import { type Pence, sum } from '#contract/money.ts';
import { storedWayId } from '#features/orders/order-attempt.ts';
import { useDeliveryOptionsQuery } from '#features/orders/orders-api.ts';

/** The delivery way that the shopper has chosen, with the ways that the shop offers. */
export type ChosenDeliveryWay = {
  readonly options: DeliveryOptions;
  readonly id: string;
  readonly choose: (id: string) => void;
  /** Asks for the options again: the seller has changed them meanwhile. */
  readonly reload: () => void;
};

/** The chosen way, stored for this tab from the cart to the checkout. Standard delivery by item until the options are loaded. */
export const useDeliveryWay = (): ChosenDeliveryWay => {
  const { data: options = standardOnly, refetch } = useDeliveryOptionsQuery();
  const [id, setId] = useState(() => storedWayId.read() ?? standardId);
  return {
    options,
    id: findWay(options, id) === null ? standardId : id,
    choose: (chosen) => {
      storedWayId.write(chosen);
      setId(chosen);
    },
    reload: () => void refetch(),
  };
};

type Charge = Extract<DeliveryCharge, { readonly total: Pence }>;

/** What the delivery of a cart costs by the chosen way. */
export type Delivery = Charge & {
  readonly wayId: string;
  /** How much more the goods must cost for free delivery; undefined where it is free, or never. */
  readonly amountToFree: Pence | undefined;
  /** The postcode's region if the shop does not deliver there; the charge is then that without a postcode. */
  readonly refusedRegion: string | undefined;
  /** Whether the charge depends on the postcode. */
  readonly isOfRegion: boolean;
  /** All ways with what each would cost. */
  readonly offers: readonly { readonly id: string; readonly charge: Charge | undefined }[];
};

/** What delivery costs; `postcode` as far as it is known. */
export const deliveryFor = ({ options, id }: ChosenDeliveryWay, view: CartView | undefined, postcode: string): Delivery => {
  const rows = (view?.rows ?? []).filter(({ isUnavailable }) => !isUnavailable);
  const goods = sum(rows.map(({ subtotal }) => subtotal));
  const deliveryRequest = (wayId: string, place = postcode) => ({
    perItem: rows.map(({ delivery }) => delivery),
    goods,
    wayId,
    postcode: place,
  });
  const chargeOf = (wayId: string, place?: string) => deliveryCharge(options, deliveryRequest(wayId, place));
  const found = chargeOf(id);
  // For a region without delivery, the charge without a postcode. That never fails, because `id` is one of the ways.
  const charge = ('problem' in found ? chargeOf(id, '') : found) as Charge;
  const ids = [standardId, ...options.ways.map((way) => way.id), ...(options.collection ? [collectionId] : [])];
  return {
    ...charge,
    wayId: id,
    amountToFree: missingForFree(options, deliveryRequest(id)),
    refusedRegion: 'region' in found ? found.region : undefined,
    isOfRegion: id !== collectionId && findRegion(options, postcode) !== undefined,
    offers: ids.map((wayId) => {
      const offer = chargeOf(wayId);
      return { id: wayId, charge: 'problem' in offer ? undefined : offer };
    }),
  };
};
