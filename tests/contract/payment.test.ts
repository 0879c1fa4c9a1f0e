import { expect, test } from 'vitest';
import { paymentMethods, paymentPayload, paymentSession } from '#contract/payment.ts';
import { returnAddress } from '#contract/return-address.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

test('the return URL of a payment is the confirmation of its order, with any id encoded', () => {
  expect(returnAddress('7Q2M-4XKP-0ZB1-9HTD')).toBe('/order-confirm?order=7Q2M-4XKP-0ZB1-9HTD');
  expect(returnAddress('7Q2M-4XKP-0ZB1-9HTD', 'cancelled')).toBe('/order-confirm?order=7Q2M-4XKP-0ZB1-9HTD&payment=cancelled');
  const address = new URL(returnAddress('a&payment=paid#"><script>'), 'https://shop.example');
  expect([...address.searchParams]).toEqual([['order', 'a&payment=paid#"><script>']]);
});

test('a payment page has its session and its address, and the shop shows the cards that the provider takes', () => {
  expectFields(paymentSession, { sessionId: 'cs_1', url: 'https://pay.example/1' });
  expectFields(paymentMethods, { methods: ['visa', 'mastercard', 'amex'] }, {}, [['cheque']]);
});

test('a payment request has only an order id', () => {
  expect(paymentPayload.parse({ orderId: 'A1', amount: 1 })).toEqual({ orderId: 'A1' });
  for (const orderId of ['', 'x'.repeat(65), 7, null, undefined]) expect(paymentPayload.safeParse({ orderId }).success).toBe(false);
});
