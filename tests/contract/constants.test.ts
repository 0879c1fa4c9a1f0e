import { expect, test } from 'vitest';
import { hydrationDataId, startFailureId } from '#contract/hydration-data.ts';
import { tidyPostcode } from '#contract/postcode.ts';
import { daysToCancel, refundDays } from '#contract/terms.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';

test('the sample shop has a phone number and an e-mail address that are reserved for fiction', () => {
  const { name, phone, email, address } = sampleShop.details;
  expect(phone).toMatch(/^01\d\d 496 0\d{3}$/);
  expect(email).toMatch(/@[\w.]+\.example\.com$/);
  const postcode = address.at(-2) ?? '';
  expect([name, address[0], tidyPostcode(postcode)]).toEqual(['Flone', 'Flone', postcode]);
});

test('the refund window for a change of mind is at least the statutory one, and every window is positive', () => {
  expect(refundDays.changedMind).toBeGreaterThanOrEqual(daysToCancel);
  expect(Object.values(refundDays).every((days) => days > 0)).toBe(true);
});

test('the elements with hydration data and with the note of a failed start have valid, different ids', () => {
  const ids = [hydrationDataId, startFailureId];
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(new Set(ids).size).toBe(ids.length);
});
