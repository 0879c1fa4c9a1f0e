import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '#contract/common-passwords.ts';
import { deferredPreloadsId, hydrationDataId } from '#contract/hydration-data.ts';
import { tidyPostcode } from '#contract/order.ts';
import { defaultShopDetails } from '#contract/shop-details.ts';
import { daysToCancel, refundDays } from '#contract/terms.ts';
import { unpaidLimits } from '#contract/unpaid-limits.ts';

test('the usual shop is plainly made up: nobody has its telephone or its mailbox', () => {
  expect(defaultShopDetails.phone).toMatch(/^01\d\d 496 0\d{3}$/);
  expect(defaultShopDetails.email).toMatch(/@[\w.]+\.example\.com$/);
  expect(defaultShopDetails.name).toBe('Flone');
  const [name, postcode = ''] = [defaultShopDetails.address.split(', ')[0], defaultShopDetails.address.split(', ').at(-2)];
  expect([name, tidyPostcode(postcode)]).toEqual([defaultShopDetails.name, postcode]);
});

test('who changed their mind has as long as the law gives them, and every other reason its own time', () => {
  expect(refundDays.changedMind).toBeGreaterThanOrEqual(daysToCancel);
  expect(Object.values(refundDays).every((days) => days > 0)).toBe(true);
});

test('what waits to be paid is limited for everybody, and an address that many share may hold more than one buyer', () => {
  const { buyer, address, reseller, share, always } = unpaidLimits;
  for (const { orders, pieces, ofOneProduct } of [buyer, address, reseller]) {
    expect(Math.min(orders, pieces, ofOneProduct)).toBeGreaterThan(0);
    expect(ofOneProduct).toBeLessThanOrEqual(pieces);
  }
  for (const key of ['orders', 'pieces', 'ofOneProduct'] as const) expect(address[key]).toBeGreaterThan(buyer[key]);
  expect(share > 0 && share < 1 && always <= buyer.ofOneProduct).toBe(true);
});

test('what the document holds for the shop in the browser has two ids', () => {
  for (const id of [hydrationDataId, deferredPreloadsId]) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(hydrationDataId).not.toBe(deferredPreloadsId);
});

describe('a password that anybody would try first', () => {
  test.each(['password', 'PassWord', '12345678', 'handmade1', 'flone1234', 'qwertyui'])('is %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each(['', ' ', 'a long walk home', 'password password1'])('is not “%s”', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
