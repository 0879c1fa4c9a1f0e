import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantityLimit } from '#contract/cart-line.ts';
import {
  activeSteps,
  billingInfo,
  cancellationLink,
  itemPrice,
  order,
  orderCancellation,
  orderKey,
  orderLimits,
  orderList,
  orderPayload,
  orderSteps,
  paymentMethods,
  paymentPayload,
  paymentSession,
  voucherCheck,
} from '#contract/order.ts';
import { tidyPostcode } from '#contract/postcode.ts';
import { returnPath } from '#contract/return-path.ts';
import { aBuyer, anOrderFor } from '#tests/support/orders.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

describe('a postcode', () => {
  test.each([
    ['LS1 4AP', 'LS1 4AP'],
    ['ls14ap', 'LS1 4AP'],
    ['  sw1a   1aa ', 'SW1A 1AA'],
    ['ec1a1bb', 'EC1A 1BB'],
    ['gir0aa', 'GIR 0AA'],
    ['GIR 0AA', 'GIR 0AA'],
    ['bfpo57', 'BFPO 57'],
    ['BF PO 1234', 'BFPO 1234'],
    ['bf1 3aa', 'BF1 3AA'],
    ['je23ab', 'JE2 3AB'],
    ['gy1 1aa', 'GY1 1AA'],
    ['im99 1aa', 'IM99 1AA'],
    ['bt1 5gs', 'BT1 5GS'],
    ['asc n 1zz', 'ASC N 1ZZ'],
    ['D02 X285', 'D02 X285'],
    ['none', 'NONE'],
    ['  none ', 'NONE'],
    [' e c1a1b b', 'EC1A 1BB'],
    ['asc   n    1zz', 'ASC N 1ZZ'],
    ['flat 2 ls1 4ap', 'FLAT 2 LS1 4AP'],
    ['ls1 4ap leeds', 'LS1 4AP LEEDS'],
    ['ls1-4ap', 'LS1 4AP'],
    ['1V2.3A8', 'IV2 3AB'],
    ['s01 4aa', 'SO1 4AA'],
    ['BT1 5GS.', 'BT1 5GS'],
    ['BFP0 57', 'BFPO 57'],
    ['b11 1a', 'B11 1A'],
    ['hms kent bfpo57', 'HMS KENT BFPO57'],
    ['bfpo12345', 'BFPO12345'],
  ])('the postcode %s is formatted as %s and accepted', (typed, tidy) => {
    expect(tidyPostcode(typed)).toBe(tidy);
    expect(billingInfo.parse({ ...aBuyer, postalCode: typed }).postalCode).toBe(tidy);
  });

  test('property: formatting a postcode twice is the same as once', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tidyPostcode(tidyPostcode(text))).toBe(tidyPostcode(text));
      }),
    );
  });
});

describe('a delivery address', () => {
  const accepts = (over: object): boolean => billingInfo.safeParse({ ...aBuyer, ...over }).success;

  test('a delivery address needs neither a county nor a second line', () => {
    const { state: _, streetAddress2: __, ...rest } = aBuyer;
    expect(billingInfo.parse(rest)).toEqual(aBuyer);
  });

  test('a delivery address is trimmed', () => {
    expect(billingInfo.parse({ ...aBuyer, firstName: ' Ada ', email: ' ada@example.com ' })).toEqual(aBuyer);
  });

  test.each([
    '0113 496 0142',
    '+44 (0)113 496 0142',
    '(0113) 496 0142',
    '01134960142',
    '0113-496-0142',
    '0113 496 0142 ext. 7',
    '0113 496 0142 ext 7',
    '+1 555 010 9999 x12',
  ])('a delivery address accepts the phone number %s', (phone) => {
    expect(accepts({ phone })).toBe(true);
  });

  test.each(['', 'none', '12', '0113 CALL ME', '+', '(', '0'.repeat(31), '<b>01134960142</b>', 'home 01134960142', '01134960142 evenings'])(
    'a delivery address refuses the phone number “%s”',
    (phone) => {
      expect(accepts({ phone })).toBe(false);
    },
  );

  test.each(['Zoë', '李', 'O’Connor-Smith', "D'Arcy", 'María José', 'Ægir', 'x'])('a delivery address accepts the name %s', (lastName) => {
    expect(accepts({ lastName })).toBe(true);
  });

  test('a delivery address needs no last name, of somebody with one name', () => {
    const { lastName: _, ...rest } = aBuyer;
    for (const typed of [rest, { ...rest, lastName: ' ' }]) expect(billingInfo.parse(typed).lastName).toBe('');
  });

  test.each(['firstName', 'streetAddress', 'city', 'postalCode', 'phone', 'email'])('a delivery address needs %s', (field) => {
    expect(accepts({ [field]: ' ' })).toBe(false);
    expect(accepts({ [field]: undefined })).toBe(false);
  });
});

describe('the payload of an order', () => {
  const accepts = (over: object): boolean => orderPayload.safeParse({ ...anOrderFor({ productId: 'mug' }), ...over }).success;
  const withQuantity = (quantity: unknown): boolean => accepts({ items: [{ productId: 'mug', quantity }] });

  test('the payload of an order accepts lines and quantities from one up to their limits', () => {
    for (const quantity of [1, 2, quantityLimit]) expect(withQuantity(quantity)).toBe(true);
    for (const quantity of [0, -1, 1.5, '1', null, undefined, Number.NaN, quantityLimit + 1, 1e9])
      expect(withQuantity(quantity)).toBe(false);
    const lines = (count: number) => ({ items: Array.from({ length: count }, () => ({ productId: 'mug', quantity: 1 })) });
    expect([0, 1, orderLimits.lines, orderLimits.lines + 1].map((count) => accepts(lines(count)))).toEqual([false, true, true, false]);
  });

  test.each(['note', 'giftMessage'] as const)(
    'the payload of an order accepts a %s of at most 250 characters, with line breaks',
    (name) => {
      expect(accepts({ [name]: 'x'.repeat(250) })).toBe(true);
      expect(accepts({ [name]: 'Please ring.\nThe bell is broken.\tThanks' })).toBe(true);
      expect(accepts({ [name]: 'x'.repeat(251) })).toBe(false);
      expect(accepts({ [name]: 'a\u0007b' })).toBe(false);
      expect(orderPayload.parse({ ...anOrderFor({ productId: 'mug' }), [name]: undefined })[name]).toBe('');
    },
  );

  test('the payload of an order keeps what was chosen, and what it says of other orders, a voucher and the cart', () => {
    const item = { productId: 'mug', variationId: 'boxed', color: 'Oat', size: '350 ml', quantity: 2 };
    const whole = { ...anOrderFor(item), note: 'Ring twice.', replaces: 'AAAA-1', again: 'BBBB-2', voucher: 'SPRING10', fromCart: true };
    expect(orderPayload.parse({ ...whole, price: 1, items: [{ ...item, price: 1 }] })).toEqual(whole);
    expect(orderPayload.parse({ ...whole, voucher: ' spring 10' })).toEqual(whole);
    for (const field of ['replaces', 'again'])
      expect(['', 'x', 'x'.repeat(64), 'x'.repeat(65)].map((id) => accepts({ [field]: id }))).toEqual([false, true, true, false]);
    for (const over of [{ variationId: '' }, { variationId: 'x'.repeat(101) }, { color: 'x'.repeat(201) }, { size: 7 }, { productId: '' }])
      expect(accepts({ items: [{ ...item, ...over }] })).toBe(false);
  });

  test('the payload of an order needs the agreement to the terms', () => {
    for (const acceptsTerms of [false, 'true', 1, undefined, null]) expect(accepts({ acceptsTerms })).toBe(false);
  });
});

test('an idempotency key is long enough to be unique, and has no spaces', () => {
  expect(orderKey.safeParse('123e4567-e89b-12d3-a456-426614174000').success).toBe(true);
  for (const key of ['', 'short', 'with spaces in between it', 'x'.repeat(101), 7]) expect(orderKey.safeParse(key).success).toBe(false);
});

test('a voucher is checked for lines like those of an order, and an order is cancelled by its number, with the token of a link if one is used', () => {
  expectFields(voucherCheck, { code: 'SPRING10', items: [{ productId: 'mug', quantity: 1 }] }, { replaces: 'AAAA-1' }, ['', []]);
  expectFields(orderCancellation, { orderId: 'AAAA-1' }, { token: 't'.repeat(43) }, ['', 'x'.repeat(201)]);
  expectFields(cancellationLink, { orderId: 'AAAA-1' }, {}, ['', 'x'.repeat(201)]);
});

describe('an order as it is read', () => {
  const whole = {
    ...{ _id: 'AAAA-1', status: 'confirmed', shippingMethod: 'Post', trackId: 'T-1', overallTotal: 20.5 },
    billingInfo: { ...aBuyer },
    items: [
      {
        ...{ _id: 'i1', quantity: 2, product: { _id: 'mug', name: 'Mug' }, variation: { _id: 'boxed', name: 'Boxed' } },
        ...{ color: 'Oat', size: '350 ml', unitPrice: 9, delivery: 2.5, discount: 1 },
      },
    ],
    ...{
      goodsTotal: 18,
      deliveryTotal: 2.5,
      voucher: { code: 'SPRING10', discount: 1 },
      note: 'Ring twice.',
      giftMessage: 'Happy birthday!',
    },
    ...{ createdAt: '2025-09-01', arrival: { from: '2025-09-05', to: '2025-09-08', dispatchBy: '2025-09-03' }, payment: 'paid', payBy: '' },
    refundRequests: [{ reference: 'R-1', productId: 'mug', reason: 'Cracked.', createdAt: '2025-09-10', isOpen: true }],
    declinedRefunds: [{ reference: 'R-0', productId: 'mug', reason: 'Too blue.' }],
    invoice: { number: '7', date: '2025-09-01', seller: 'Flone', vat: { number: 'GB1', rate: 20 } },
    moneyBack: [{ amount: 9, date: '2025-09-12' }],
    cancellation: { reason: 'Out of clay.', refund: 'due', by: 'seller', at: '2025-09-11' },
    deliveredAt: '2025-09-06',
  };
  const accepts = (over: object): boolean => order.safeParse({ ...whole, ...over }).success;

  test('an order is parsed with every optional field', () => {
    expect(order.parse(whole)).toEqual(whole);
    expect(orderList.parse([whole])).toEqual([whole]);
  });

  test('an order has one of the known states of its payment and of its cancellation', () => {
    for (const payment of ['open', 'processing', 'failed', 'paid']) expect(accepts({ payment })).toBe(true);
    for (const refund of ['none', 'due', 'done']) expect(accepts({ cancellation: { refund } })).toBe(true);
    for (const by of ['buyer', 'seller']) expect(accepts({ cancellation: { refund: 'none', by } })).toBe(true);
    for (const over of [{ payment: 'lost' }, { cancellation: { refund: 'lost' } }, { cancellation: { refund: 'done', by: 'me' } }])
      expect(accepts(over)).toBe(false);
  });

  test.each(['voucher', 'arrival', 'refundRequests', 'declinedRefunds', 'invoice', 'moneyBack', 'cancellation', 'items', 'billingInfo'])(
    'an order with an invalid %s is refused',
    (field) => {
      for (const wrong of ['x', [{}], null]) expect(accepts({ [field]: wrong })).toBe(false);
    },
  );
});

test('an order with only the required fields is read whole, with an empty county and second line', { tags: 'order.shape' }, () => {
  const sent = {
    _id: '65f0',
    status: 'Dispatch',
    shippingMethod: 'DPD',
    trackId: null,
    overallTotal: 20.5,
    billingInfo: {
      firstName: 'Ada',
      lastName: 'Byron',
      streetAddress: '1 Lane',
      city: 'Leeds',
      postalCode: 'LS1 4AP',
      phone: '1',
      email: 'a@b.c',
    },
    items: [{ _id: 'i1', quantity: 2, product: { _id: 'p1', name: 'Mug' } }],
  };
  expect(order.parse(sent)).toEqual({ ...sent, billingInfo: { ...sent.billingInfo, state: '', streetAddress2: '' } });
});

describe('the price of an order’s item', () => {
  test('the price of each unit is rounded before it is multiplied, as the server charges it', () => {
    expect(itemPrice({ unitPrice: 2.345, quantity: 3 })).toBe(705);
  });

  test('an item without a unit price has none', () => {
    expect(itemPrice({ quantity: 3 })).toBeUndefined();
  });
});

describe('the steps of the order tracker', () => {
  test.each([
    ['confirmed', ['confirmed']],
    ['processing', ['confirmed', 'processing']],
    ['Dispatch', ['confirmed', 'processing', 'Dispatch']],
    ['Delivered', ['confirmed', 'processing', 'Dispatch', 'Delivered']],
  ])('at the status "%s" the active steps are %j', (status, active) => {
    expect(activeSteps(status)).toEqual(active);
  });

  // Statuses are case-sensitive.
  test.each(['pending', 'dispatch', 'delivered', 'Confirmed', '', 'constructor'])(
    'at the status "%s" no step is active',
    { tags: 'tracker.other' },
    (status) => {
      expect(activeSteps(status)).toEqual([]);
    },
  );

  const rules = [
    ['confirmed', 'tracker.confirmed', ['confirmed', 'processing', 'Dispatch', 'Delivered']],
    ['processing', 'tracker.processing', ['processing', 'Dispatch', 'Delivered']],
    ['Dispatch', 'tracker.dispatch', ['Dispatch', 'Delivered']],
    ['Delivered', 'tracker.delivered', ['Delivered']],
  ] as const;
  for (const [step, clause, statuses] of rules)
    test(`property: the step ${step} is active exactly at ${statuses.join(', ')}`, { tags: clause }, () => {
      for (const status of orderSteps) expect(activeSteps(status).includes(step)).toBe(statuses.some((each) => each === status));
      fc.assert(
        fc.property(fc.string(), (status) => {
          expect(activeSteps(status).includes(step)).toBe(statuses.some((each) => each === status));
        }),
      );
    });

  test('property: a later status has all earlier steps and exactly one more', () => {
    fc.assert(
      fc.property(fc.nat(orderSteps.length - 1), (at) => {
        const [now, before] = [activeSteps(orderSteps[at] ?? ''), activeSteps(orderSteps[at - 1] ?? '')];
        expect(now.slice(0, before.length)).toEqual(before);
        expect(now).toHaveLength(at + 1);
      }),
    );
  });
});

test('the return URL of a payment is the confirmation of its order, with any id encoded', () => {
  expect(returnPath('7Q2M-4XKP-0ZB1-9HTD')).toBe('/order-confirm?order=7Q2M-4XKP-0ZB1-9HTD');
  expect(returnPath('7Q2M-4XKP-0ZB1-9HTD', 'cancelled')).toBe('/order-confirm?order=7Q2M-4XKP-0ZB1-9HTD&payment=cancelled');
  const address = new URL(returnPath('a&payment=paid#"><script>'), 'https://shop.example');
  expect([...address.searchParams]).toEqual([['order', 'a&payment=paid#"><script>']]);
});

test('a payment page has its session and its URL, and the shop shows the cards that the provider takes', () => {
  expectFields(paymentSession, { sessionId: 'cs_1', url: 'https://pay.example/1' });
  expectFields(paymentMethods, { methods: ['visa', 'mastercard', 'amex'] }, {}, [['cheque']]);
});

test('a payment request has only an order id', () => {
  expect(paymentPayload.parse({ orderId: 'A1', amount: 1 })).toEqual({ orderId: 'A1' });
  for (const orderId of ['', 'x'.repeat(65), 7, null, undefined]) expect(paymentPayload.safeParse({ orderId }).success).toBe(false);
});
