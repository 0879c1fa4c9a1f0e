import { describe, expect, test } from 'vitest';
import { bannerTone } from '#features/refunds/banner-tone.ts';

describe('the banner’s colour', () => {
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
  ])('of "%s" is that of %s', { tags: ['refund.banner.green', 'refund.banner.red', 'refund.banner.warning'] }, (message, tone) => {
    expect(bannerTone(message)).toBe(tone);
  });
});
