import type { Order } from '#contract/order.ts';

/** An order as the API sends one: two mugs and a salt pot, delivered to Leeds. */
export const anOrder = (overrides: Partial<Order> = {}): Order => ({
  _id: 'ABCD-EFGH-JKMN-PQRS',
  status: 'Delivered',
  overallTotal: 61.5,
  billingInfo: {
    firstName: 'Ada',
    lastName: 'Byron',
    streetAddress: '12 Mill Lane',
    streetAddress2: '',
    city: 'Leeds',
    state: 'West Yorkshire',
    postalCode: 'LS1 4AP',
    phone: '0113 496 0142',
    email: 'ada@example.com',
  },
  items: [
    { _id: 'line-1', quantity: 2, product: { _id: 'stoneware-mug', name: 'Stoneware mug' }, color: 'Oat', size: '350 ml' },
    { _id: 'line-2', quantity: 1, product: { _id: 'salt-pot', name: 'Salt pot' } },
  ],
  ...overrides,
});
