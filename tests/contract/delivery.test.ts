import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DeliveryRequest, deliveryCharge, findRegion, isPostcodeUnclear, missingForFree } from '#contract/delivery.ts';
import { collectionId, type DeliveryOptions, deliveryOptions, standardOnly } from '#contract/delivery-options.ts';
import { type Pence, pence, sum } from '#contract/money.ts';

const options: DeliveryOptions = {
  cap: 9.95,
  giftWrap: null,
  freeFrom: 80,
  ways: [{ id: 'express', name: 'Express', surcharge: 4.5, courierDays: { min: 1, max: 1 } }],
  collection: { name: 'The workshop', address: 'Mill Lane', hours: 'Saturday' },
  regions: [
    { name: 'Highlands', outcodes: ['IV', 'KA27', 'PA20-49', 'EC1'], surcharge: 6 },
    { name: 'Jersey', outcodes: ['JE', 'BFPO'], surcharge: null },
  ],
};

const sent = (over: Partial<DeliveryRequest> = {}): DeliveryRequest => ({
  perItem: [pence(9), pence(3)],
  goods: pence(50),
  wayId: undefined,
  postcode: 'LS1 4AP',
  ...over,
});

const chargeOf = (over: Partial<DeliveryRequest> = {}, given = options) => {
  const charge = deliveryCharge(given, sent(over));
  if ('problem' in charge) throw new Error(charge.problem);
  return charge;
};
const linesOf = (over: Partial<DeliveryRequest> = {}, given = options) =>
  chargeOf(over, given).parts.map(({ kind, amount }) => [kind, amount]);

describe('what delivery costs', () => {
  test.each<[string, Partial<DeliveryRequest>, (readonly [string, number])[]]>([
    [
      'by item, up to the cap',
      {},
      [
        ['items', 1200],
        ['cap', -205],
      ],
    ],
    [
      'free from the threshold on, before any voucher',
      { goods: pence(80) },
      [
        ['items', 1200],
        ['free', -1200],
      ],
    ],
    ['not free a penny below it', { goods: pence(79.99), perItem: [pence(4)] }, [['items', 400]]],
    [
      'collected: nothing, wherever the buyer lives',
      { wayId: collectionId, postcode: 'JE2 3AB' },
      [
        ['items', 1200],
        ['collection', -1200],
      ],
    ],
    [
      'a region and a faster way come on top of the cap',
      { wayId: 'express', postcode: 'iv23ab' },
      [
        ['items', 1200],
        ['cap', -205],
        ['region', 600],
        ['way', 450],
      ],
    ],
    [
      'a region and a faster way are paid where delivery is free',
      { wayId: 'express', goods: pence(90), postcode: 'IV2 3AB' },
      [
        ['items', 1200],
        ['free', -1200],
        ['region', 600],
        ['way', 450],
      ],
    ],
    [
      'half a postcode is enough for its region',
      { postcode: 'IV2', perItem: [pence(4)] },
      [
        ['items', 400],
        ['region', 600],
      ],
    ],
  ])('delivery is charged as expected: %s', (_, over, parts) => {
    expect(linesOf(over)).toEqual(parts);
  });

  test('a shop without delivery settings charges delivery per item, and offers no other way', () => {
    expect(linesOf({}, standardOnly)).toEqual([['items', 1200]]);
    for (const wayId of ['express', collectionId]) expect(deliveryCharge(standardOnly, sent({ wayId }))).toEqual({ problem: 'way' });
  });

  test('nothing is delivered to a region whose surcharge is null', () => {
    expect(deliveryCharge(options, sent({ postcode: 'JE2 3AB' }))).toEqual({ problem: 'region', region: 'Jersey' });
  });

  test.each([
    ['IV2 3AB', 'Highlands'],
    ['KA27 8AB', 'Highlands'],
    ['KA28 8AB', undefined],
    ['PA20 0AB', 'Highlands'],
    ['PA49 6AB', 'Highlands'],
    ['PA50 6AB', undefined],
    ['PA2 0AB', undefined],
    ['EC1A 1BB', 'Highlands'],
    ['EC10 1BB', undefined],
    ['BFPO 57', 'Jersey'],
    ['I 1', undefined],
    ['JE2-3AB', 'Jersey'],
    ['JE2', 'Jersey'],
    ['je', 'Jersey'],
    ['JE2 3A', 'Jersey'],
    ['IV2 3AB.', 'Highlands'],
    ['(iv2 3ab)', 'Highlands'],
    ['IV2 3A8', 'Highlands'],
    ['1V2 3AB', 'Highlands'],
    ['IVZ 3AB', undefined],
    ['ＩＶ２ ３ＡＢ', 'Highlands'],
    ['KAZ7 8AB', undefined],
    ['PA2O OAB', 'Highlands'],
    ['PA2 0A', undefined],
    ['PA20 5A', 'Highlands'],
    ['BF1 2AA', 'Jersey'],
    ['8FPO 57', 'Jersey'],
    ['BFPO', 'Jersey'],
  ])('the postcode %s is in the region %s', (postcode, name) => {
    expect(findRegion(options, postcode)?.name).toBe(name);
  });

  test.each([
    ['NONE', true],
    ['D02 X285', true],
    ['JE23A', true],
    // Both have districts in the Highlands, and others.
    ['PA', true],
    ['KA', true],
    ['', true],
    ['LS1 4AP', false],
    ['LS1', false],
    ['LS', false],
    ['IV', false],
    ['JE2-3AB', false],
    ['EC1', false],
  ])('whether the buyer is asked if the postcode %s is right: %s', (postcode, isUnclear) => {
    expect(isPostcodeUnclear(options, postcode)).toBe(isUnclear);
    expect(isPostcodeUnclear(standardOnly, postcode)).toBe(false);
  });

  test('the buyer is asked where the letter of a district in London decides', () => {
    const london = { ...options, regions: [{ name: 'the City', outcodes: ['EC1A'], surcharge: 2 }] };
    expect(isPostcodeUnclear(london, 'EC1')).toBe(true);
    expect(isPostcodeUnclear(london, 'EC1V 2AB')).toBe(false);
    expect(findRegion(london, 'ecia ibb')?.name).toBe('the City');
  });

  const pairs: Readonly<Record<string, string>> = { O: '0', I: '1', S: '5', B: '8', 0: 'O', 1: 'I', 5: 'S', 8: 'B' };
  const inRegion = fc.record({
    district: fc.constantFrom('IV1', 'IV2', 'IV55', 'KA27', 'PA20', 'PA38', 'PA49', 'JE2', 'JE3', 'BF1'),
    digit: fc.constantFrom(...'0123456789'),
    last: fc.string({ unit: fc.constantFrom(...'ABDEFGHJLNPQRSTUWXYZ'), minLength: 2, maxLength: 2 }),
  });

  test('property: a postcode is in its region with any signs between its letters, in small letters, and with a slip of one of them', () => {
    const sign = fc.string({ unit: fc.constantFrom(...' -.,/()'), maxLength: 2 });
    fc.assert(
      fc.property(inRegion, sign, sign, fc.nat(6), fc.boolean(), ({ district, digit, last }, before, between, at, isSmall) => {
        const name = findRegion(options, `${district} ${digit}${last}`)?.name;
        expect(name).toBeDefined();
        const typed = [...`${district}${digit}${last}`].map((character, index) =>
          index === at ? (pairs[character] ?? character) : character,
        );
        const text = [before, ...typed.slice(0, district.length), between, ...typed.slice(district.length), before].join('');
        expect(findRegion(options, isSmall ? text.toLowerCase() : text)?.name).toBe(name);
      }),
    );
  });

  test('property: whatever is typed, it has a region or is asked about, or it is a postcode of an area without one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        if (findRegion(options, text) || isPostcodeUnclear(options, text)) return;
        expect(
          text
            .normalize('NFKC')
            .toUpperCase()
            .replaceAll(/[^A-Z\d]/g, ''),
        ).toMatch(/^[A-Z\d]{1,7}$/);
      }),
    );
  });

  test('the amount missing for free delivery is returned only while reaching it would save something', () => {
    expect(missingForFree(options, sent({ goods: pence(67.5) }))).toBe(1250);
    for (const over of [{ goods: pence(80) }, { wayId: collectionId }, { perItem: [pence(0)] }])
      expect(missingForFree(options, sent(over))).toBeUndefined();
  });

  const amounts = fc.integer({ min: 0, max: 100_000 }).map((value) => value as Pence);
  const pounds = fc.option(
    fc.integer({ min: 0, max: 100_000 }).map((value) => value / 100),
    { nil: null },
  );
  const anyCharge = fc.record({
    given: fc.record({ cap: pounds, freeFrom: pounds }).map((some) => ({ ...options, ...some })),
    over: fc.record({
      perItem: fc.array(amounts, { minLength: 1, maxLength: 12 }),
      goods: amounts,
      wayId: fc.constantFrom(undefined, 'standard', 'express', collectionId),
      postcode: fc.constantFrom('', 'LS1 4AP', 'IV2 3AB'),
    }),
  });

  test('property: parts and shares add up to the total, nothing is negative, and no shop with a cap takes more than it and the surcharges', () => {
    fc.assert(
      fc.property(anyCharge, ({ given, over }) => {
        const { parts, shares, extra, total } = chargeOf(over, given);
        expect(sum(parts.map(({ amount }) => amount))).toBe(total);
        expect(sum([...shares, extra])).toBe(total);
        expect(Math.min(total, extra, ...shares)).toBeGreaterThanOrEqual(0);
        if (given.cap !== null) expect(total).toBeLessThanOrEqual(pence(given.cap) + 600 + 450);
      }),
    );
  });

  test('property: another item never makes delivery cheaper while the goods stay below the threshold', () => {
    fc.assert(
      fc.property(anyCharge, amounts, ({ given, over }, more) => {
        const without = { ...given, freeFrom: null };
        expect(chargeOf({ ...over, perItem: [...over.perItem, more] }, without).total).toBeGreaterThanOrEqual(
          chargeOf(over, without).total,
        );
      }),
    );
  });
});

test.each([
  ['a way named as standard delivery', { ways: [{ ...options.ways[0], id: 'standard' }] }],
  ['two ways of one id', { ways: [options.ways[0], options.ways[0]] }],
  ['a courier that arrives before it has left', { ways: [{ ...options.ways[0], courierDays: { min: 2, max: 1 } }] }],
  ['half a penny', { cap: 9.955 }],
  ['a negative surcharge', { regions: [{ ...options.regions[0], surcharge: -1 }] }],
  ['an invalid district', { regions: [{ ...options.regions[0], outcodes: ['12'] }] }],
  ['a collection point without opening hours', { collection: { ...options.collection, hours: ' ' } }],
])('delivery settings with %s are refused', (_, over) => {
  expect(deliveryOptions.safeParse({ ...options, ...over }).success).toBe(false);
});
