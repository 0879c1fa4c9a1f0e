import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderSteps } from '#contract/order.ts';
import { activeSteps } from '#contract/order-tracker.ts';

describe('how far an order has come', () => {
  test.each([
    ['confirmed', ['confirmed']],
    ['processing', ['confirmed', 'processing']],
    ['Dispatch', ['confirmed', 'processing', 'Dispatch']],
    ['Delivered', ['confirmed', 'processing', 'Dispatch', 'Delivered']],
    ['pending', []],
    // Recognised as they are written, and not otherwise.
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

  test('is by the rule of each step, for any status', () => {
    // Written the other way round: each step, and the statuses at which it is active.
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

  test('never goes back when the status goes on, and has no gap', () => {
    fc.assert(
      fc.property(fc.nat(orderSteps.length - 1), (at) => {
        const [now, before] = [activeSteps(orderSteps[at] ?? ''), activeSteps(orderSteps[at - 1] ?? '')];
        expect(now.slice(0, before.length)).toEqual(before);
        expect(now).toHaveLength(at + 1);
      }),
    );
  });
});
