import { describe, expect, test } from 'vitest';
import { bannerTone } from '#features/refunds/banner-tone.ts';

describe('the tone of the refund banner', () => {
  test.each([
    ['✅ Order found successfully.', 'success'],
    ['✅ Refund request submitted successfully!', 'success'],
    ['✔ Done.', 'success'],
    ['✔️ Done.', 'success'],
    ['✓ Done.', 'success'],
    ['❌ Order not found or pending.', 'danger'],
    ['❌ Failed to submit refund request.', 'danger'],
    ['✖ No.', 'danger'],
    ['✗ No.', 'danger'],
    ['⚠️ Please enter an order ID.', 'warning'],
    ['⚠️ Please select a product and provide a reason.', 'warning'],
    ['Something else ✅', 'warning'],
    ['', 'warning'],
  ])(
    'the tone of the refund banner for the message "%s" is %s',
    { tags: ['refund.banner.green', 'refund.banner.red', 'refund.banner.warning'] },
    (message, tone) => {
      expect(bannerTone(message)).toBe(tone);
    },
  );
});
