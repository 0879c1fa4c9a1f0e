import { describe, expect, test } from 'vitest';
import { failureBody } from '#contract/failure.ts';

describe('an error response', () => {
  test('an error response has a message for the shopper', () => {
    expect(failureBody.parse({ message: 'No such order.' })).toEqual({ message: 'No such order.' });
  });

  test('an error response has messages for single fields', () => {
    const body = { message: 'Please look again.', errors: { email: 'Enter your e-mail address.' } };
    expect(failureBody.parse(body)).toEqual(body);
  });

  test('an error response has a code for the storefront, and the order that is paid already', () => {
    const body = { message: 'You have paid for this order already.', code: 'paid', orderId: 'AAAA-1' };
    expect(failureBody.parse({ ...body, stack: 'secret' })).toEqual(body);
    for (const field of ['code', 'orderId']) expect(failureBody.safeParse({ ...body, [field]: 7 }).success).toBe(false);
  });

  test.each([
    ['an error page', '<h1>502 Bad Gateway</h1>'],
    ['a body without a message', { error: 'oops' }],
    ['a message that is no sentence', { message: { code: 7 } }],
    ['field errors that are no sentences', { message: 'No.', errors: { email: 1 } }],
    ['nothing', null],
  ])('%s is not accepted as an error message of the server', (_, body) => {
    expect(failureBody.safeParse(body).success).toBe(false);
  });
});
