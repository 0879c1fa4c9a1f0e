import type { DeliveryOptions } from '#contract/delivery-options.ts';

/** A shop with every way to get an order, a cap, free delivery from a sum, and a region of each kind; without gift wrapping. */
export const someDeliveryOptions: DeliveryOptions = {
  cap: 9.95,
  freeFrom: 80,
  ways: [{ id: 'express', name: 'Express', surcharge: 4.5, courierDays: { min: 1, max: 1 } }],
  collection: { name: 'The workshop', address: 'Mill Lane\nExampleford', hours: 'Saturday, 10 am to 1 pm' },
  regions: [
    { name: 'Northern Ireland', outcodes: ['BT'], surcharge: 4 },
    { name: 'Jersey', outcodes: ['JE'], surcharge: null },
  ],
  giftWrap: null,
};
