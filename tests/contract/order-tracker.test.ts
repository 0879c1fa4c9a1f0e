import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderSteps } from '#contract/order.ts';
import { activeSteps } from '#contract/order-tracker.ts';

describe('the steps of the order tracker', () => {
  test.each([
    ['confirmed', ['confirmed']],
    ['processing', ['confirmed', 'processing']],
    ['Dispatch', ['confirmed', 'processing', 'Dispatch']],
    ['Delivered', ['confirmed', 'processing', 'Dispatch', 'Delivered']],
    ['pending', []],
    // Statuses are case-sensitive.
    ['dispatch', []],
    ['delivered', []],
    ['Confirmed', []],
    ['', []],
    ['constructor', []],
  ])(
    'at "%s" these steps are active: %j',
    { tags: ['tracker.confirmed', 'tracker.processing', 'tracker.dispatch', 'tracker.delivered'] },
    (status, active) => {
      expect(activeSteps(status)).toEqual(active);
    },
  );

  test('law: each step is active exactly at its statuses', () => {
    // The inverse table: the statuses at which each step is active.
    const rule = {
      confirmed: ['confirmed', 'processing', 'Dispatch', 'Delivered'],
      processing: ['processing', 'Dispatch', 'Delivered'],
      Dispatch: ['Dispatch', 'Delivered'],
      Delivered: ['Delivered'],
    };
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...orderSteps), fc.string()), (status) => {
        for (const step of orderSteps) expect(activeSteps(status).includes(step)).toBe(rule[step].includes(status));
      }),
    );
  });

  test('law: a later status has all earlier steps and exactly one more', () => {
    fc.assert(
      fc.property(fc.nat(orderSteps.length - 1), (at) => {
        const [now, before] = [activeSteps(orderSteps[at] ?? ''), activeSteps(orderSteps[at - 1] ?? '')];
        expect(now.slice(0, before.length)).toEqual(before);
        expect(now).toHaveLength(at + 1);
      }),
    );
  });
});
