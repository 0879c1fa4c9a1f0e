import { describe, expect, test } from 'vitest';
import { bannerTone } from '#screens/refund/refund-banner.tsx';

describe('the tone of the refund banner', () => {
  const messages = [
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
  ] as const;
  const clauseOf = { success: 'refund.banner.green', danger: 'refund.banner.red', warning: 'refund.banner.warning' } as const;
  for (const [message, tone] of messages)
    test(`the tone of the refund banner for the message "${message}" is ${tone}`, { tags: clauseOf[tone] }, () => {
      expect(bannerTone(message)).toBe(tone);
    });
});
