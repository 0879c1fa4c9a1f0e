import { describe, expect, test } from 'vitest';
import { refundImageTypes, refundOutcomes, refundReceipt, refundRequest } from '#contract/refund.ts';

const asked = { orderId: 'ABCD-EFGH-JKMN-PQRS', ProductId: 'stoneware-mug', reason: 'It came with a crack.' };

describe('a refund request', () => {
  test('a refund request has an order, a product and a reason, which are trimmed', { tags: 'refund-request.shape' }, () => {
    expect(refundRequest.parse({ ...asked, orderId: ` ${asked.orderId} `, reason: `  ${asked.reason}\n` })).toEqual(asked);
  });

  test.each([
    ['a reason of nine characters', { reason: 'It broke.' }],
    ['a reason of blanks', { reason: ' '.repeat(40) }],
    ['a reason of 1001 characters', { reason: 'x'.repeat(1001) }],
    ['a reason with a NUL character', { reason: 'It came broken.\0' }],
    ['a lone surrogate', { reason: 'It came broken \ud800.' }],
    ['no order', { orderId: '  ' }],
    ['no product', { ProductId: '' }],
    ['a list for a product', { ProductId: ['stoneware-mug'] }],
    ['a number for a reason', { reason: 12345678901 }],
  ])('a refund request is refused with %s', (_, wrong) => {
    expect(refundRequest.safeParse({ ...asked, ...wrong }).success).toBe(false);
  });

  test.each(['x'.repeat(10), 'x'.repeat(1000), 'It broke.\nIn the post.'])('a refund request may have the reason %j', (reason) => {
    expect(refundRequest.safeParse({ ...asked, reason }).success).toBe(true);
  });

  test.each([[undefined], ['OK'], [null], [{ ok: true }], [{ reference: 7 }]])(
    'a refund request is accepted when the response is %j',
    (answer) => {
      expect(refundReceipt.safeParse(answer)).toMatchObject({ success: true });
    },
  );

  test('a refund request has the reference of the response', () => {
    const receipt = { message: 'Thank you.', reference: 'R-1234-5678' };
    expect(refundReceipt.parse(receipt)).toEqual(receipt);
  });

  test('a refund request takes pictures of four types, and ends with a full refund, a partial refund or a replacement', () => {
    expect(refundImageTypes).toEqual(['image/jpeg', 'image/png', 'image/webp', 'image/avif']);
    expect(refundOutcomes).toEqual(['full', 'partial', 'exchange']);
  });
});
