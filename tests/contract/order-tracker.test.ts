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
  ])('at "%s" these steps are active: %j', (status, active) => {
    expect(activeSteps(status)).toEqual(active);
  });

  // Statuses are case-sensitive.
  test.each(['pending', 'dispatch', 'delivered', 'Confirmed', '', 'constructor'])(
    'at "%s" no step is active',
    { tags: 'tracker.other' },
    (status) => {
      expect(activeSteps(status)).toEqual([]);
    },
  );

  const rules = [
    ['confirmed', 'tracker.confirmed', ['confirmed', 'processing', 'Dispatch', 'Delivered']],
    ['processing', 'tracker.processing', ['processing', 'Dispatch', 'Delivered']],
    ['Dispatch', 'tracker.dispatch', ['Dispatch', 'Delivered']],
    ['Delivered', 'tracker.delivered', ['Delivered']],
  ] as const;
  for (const [step, clause, statuses] of rules)
    test(`law: the step ${step} is active exactly at ${statuses.join(', ')}`, { tags: clause }, () => {
      for (const status of orderSteps) expect(activeSteps(status).includes(step)).toBe(statuses.some((each) => each === status));
      fc.assert(
        fc.property(fc.string(), (status) => {
          expect(activeSteps(status).includes(step)).toBe(statuses.some((each) => each === status));
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
