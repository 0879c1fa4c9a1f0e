import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pence } from '#contract/money.ts';
import { vatIn, vatInCredits } from '#contract/vat.ts';

const amounts = fc.integer({ min: 0, max: 99_999_999 }).map((value) => value as Pence);
/** From 0 to 99.99 per cent. */
const rates = fc.integer({ min: 0, max: 9999 }).map((value) => value / 100);

describe('the VAT in an amount that includes it', () => {
  test.each([
    [12_000, 20, 2000],
    [2520, 20, 420],
    [101, 20, 17],
    [3, 20, 1],
    [2, 20, 0],
    [1050, 5, 50],
    [999, 12.5, 111],
    [2520, 0, 0],
    [0, 20, 0],
  ])('%ip at %d %% contain %ip of VAT', (amount, rate, vat) => {
    expect(vatIn(amount as Pence, rate)).toBe(vat);
  });

  test('the VAT in an amount is whole pence, never more than the amount, and never less than nothing', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const vat = vatIn(amount, rate);
        expect(Number.isInteger(vat)).toBe(true);
        expect(vat).toBeGreaterThanOrEqual(0);
        expect(vat).toBeLessThanOrEqual(amount);
      }),
    );
  });

  test('the VAT in an amount is the rate of its net amount, within half a penny of net and VAT', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const vat = vatIn(amount, rate);
        const exact = ((amount - vat) * rate) / 100;
        expect(Math.abs(vat - exact)).toBeLessThanOrEqual(0.5 * (1 + rate / 100) + 1e-6);
      }),
    );
  });

  test('the VAT in an amount does not fall when the amount or the rate rises', () => {
    fc.assert(
      fc.property(amounts, amounts, rates, rates, (one, other, rate, otherRate) => {
        expect(vatIn(Math.min(one, other) as Pence, rate)).toBeLessThanOrEqual(vatIn(Math.max(one, other) as Pence, rate));
        expect(vatIn(one, Math.min(rate, otherRate))).toBeLessThanOrEqual(vatIn(one, Math.max(rate, otherRate)));
      }),
    );
  });

  test('the VAT in two amounts differs from that in their sum by a penny at most', () => {
    fc.assert(
      fc.property(amounts, amounts, rates, (one, other, rate) => {
        expect(Math.abs(vatIn((one + other) as Pence, rate) - vatIn(one, rate) - vatIn(other, rate))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the VAT in credit notes', () => {
  const inPence = (...values: readonly number[]) => values as Pence[];
  const total = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

  test('two credit notes of a whole invoice have its VAT together: the last one has the rest', () => {
    expect(vatIn(21_454 as Pence, 20)).toBe(3576);
    expect(vatInCredits(21_454 as Pence, inPence(10_004, 11_450), 20)).toEqual([1667, 1909]);
  });

  test('a credit note that comes back takes its own VAT with it, and what is left has the rest again', () => {
    expect(vatInCredits(21_454 as Pence, inPence(10_004, 11_450, -11_450, 11_450), 20)).toEqual([1667, 1909, -1909, 1909]);
    expect(vatInCredits(5000 as Pence, inPence(2000, -2000, 2000), 20)).toEqual([333, -333, 333]);
  });

  test('however an invoice goes back, its credit notes have its VAT, and none more than is left or less than nothing', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, rates, (values, rate) => {
        const vats = vatInCredits(total(values) as Pence, inPence(...values), rate);
        expect(total(vats)).toBe(vatIn(total(values) as Pence, rate));
        for (const vat of vats) expect(vat).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
