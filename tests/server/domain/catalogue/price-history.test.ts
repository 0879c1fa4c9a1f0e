import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { unitPrice } from '#contract/pricing.ts';
import { listProducts } from '#server/domain/catalogue/catalogue.ts';
import { importCatalogue, planImport } from '#server/domain/catalogue/catalogue-import.ts';
import { listReductions, type PriceStep, readReductionNotes, reductionOf } from '#server/domain/catalogue/price-history.ts';
import { createProduct, saveProduct, showDeskProduct } from '#server/domain/catalogue/product-editor.ts';
import { removeProduct, sellProduct, withdrawProduct } from '#server/domain/catalogue/products.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anAccountRow } from '#tests/support/orders.ts';

const dayMs = 86_400_000;
const daysLater = (days: number): Date => new Date(openingDay.getTime() + days * dayMs);

/** Price steps, each with its duration in days; the last one lasts until now. */
const stepsOf = (...steps: readonly (readonly [days: number, price: number | null])[]): PriceStep[] => {
  let day = 0;
  return steps.map(([days, price]) => {
    const since = daysLater(day).toISOString();
    day += days;
    return { since, price };
  });
};

describe('a reduction from £100 with 30 reference days', () => {
  test.each<[string, PriceStep[], boolean | undefined]>([
    ['is proven after 30 days at £100', stepsOf([30, 10_000], [1, 8000]), true],
    ['is not proven after 29 days', stepsOf([29, 10_000], [1, 8000]), false],
    ['is not proven where the price was raised the day before', stepsOf([90, 8000], [1, 10_000], [1, 8000]), false],
    ['is not proven for a new product', stepsOf([1, 8000]), false],
    ['is not proven where £100 was never the price', stepsOf([60, 12_000], [1, 8000]), false],
    ['is not proven where the product was withdrawn in between', stepsOf([60, 10_000], [1, null], [1, 8000]), false],
    ['stays proven where the price is reduced again', stepsOf([30, 10_000], [5, 9000], [1, 8000]), true],
    ['does not exist at a price of £100', stepsOf([30, 8000], [1, 10_000]), undefined],
    ['does not exist while the product is withdrawn', stepsOf([30, 10_000], [1, 8000], [1, null]), undefined],
  ])('a reduction from £100 %s', (_, steps, isProven) => {
    expect(reductionOf(steps, 10_000, 30)?.isProven).toBe(isProven);
  });

  test('property: a reduction is proven where day by day the price was £100 on all of the reference days before it fell', () => {
    const step = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(8000, 9000, 10_000, 12_000, null));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 45 }), (drawn, referenceDays) => {
        const days = drawn.flatMap(([count, price]) => Array.from({ length: count }, () => price));
        const changes = days.flatMap((price, day) =>
          day > 0 && days[day - 1] === price ? [] : [{ since: daysLater(day).toISOString(), price }],
        );
        const fell = days.findLastIndex((price) => price === null || price >= 10_000) + 1;
        const expected =
          fell < days.length && fell >= referenceDays && days.slice(fell - referenceDays, fell).every((price) => price === 10_000);
        const reduction = reductionOf(changes, 10_000, referenceDays);
        expect(reduction?.isProven ?? false).toBe(expected);
        expect(reduction?.since).toBe(fell < days.length ? daysLater(fell).toISOString().slice(0, 10) : undefined);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a product of the shop', () => {
  const by = { accountId: 'sam', name: 'Sam', role: 'seller', call: 'saveProduct' } as const;
  const bowl = { id: 'bowl', name: 'Bowl', basePrice: 24, stock: 9 };
  const types = [
    { id: 'small', name: 'Small', basePrice: 24 },
    { id: 'large', name: 'Large', basePrice: 30 },
  ];

  const open = async () => {
    const db = await freshDatabase('empty', (work) => onTestFinished(work));
    const take = (value: object, day: number) => importCatalogue(db, [{ value }], { now: daysLater(day) });
    const shown = async (referenceDays = 30) => {
      const [product] = await listProducts(db, undefined, referenceDays);
      if (!product) throw new Error('Nothing is for sale.');
      return [product, ...product.types.map((selectedVariation) => ({ ...product, selectedVariation }))].map((each) => {
        const { unit, before, since } = unitPrice(each, false);
        return [unit, before, since];
      });
    };
    const notes = async (day: number, row: object = {}) => {
      const read = await readReductionNotes(db, [{ ...bowl, discount: 0, types: [], ...row }], { now: daysLater(day), referenceDays: 30 });
      return (read.get('bowl') ?? []).map(({ text }) => text);
    };
    return { db, take, shown, notes };
  };

  test('a product that is reduced after 30 days shows its old price and since when, and the seller reads the same', async () => {
    const { take, shown, notes, db } = await open();
    await take(bowl, 0);
    expect(await notes(10)).toEqual(['It has cost £24.00 since 1 September 2025; a reduction can show from 1 October 2025.']);
    expect(await notes(45)).toEqual(['It has cost £24.00 since 1 September 2025; a reduction can show.']);
    await take({ ...bowl, discount: 25 }, 30);
    expect(await shown()).toEqual([[1800, 2400, '2025-10-01']]);
    expect(await shown(31)).toEqual([[1800, 1800, '']]);
    expect(await notes(40, { discount: 25 })).toEqual(['Shoppers see that it was £24.00 until 1 October 2025.']);
    expect(await listReductions(db, { now: daysLater(40), referenceDays: 30 })).toMatchObject([{ id: 'bowl', isHidden: false }]);
  });

  test('a product that starts reduced costs the lower price, shows no other, and the import says so before and after', async () => {
    const { take, shown, db } = await open();
    const value = { ...bowl, discount: 25 };
    const why =
      'No reduction shows: it did not cost £24.00 right before. Shoppers pay £18.00 as its price. If it costs £24.00 from today, a reduction can show from 1 October 2025.';
    const plan = await planImport(db, () => [{ value }], { now: openingDay, referenceDays: 30 });
    expect(plan.notes).toEqual([{ id: 'bowl', name: 'Bowl', text: why }]);
    await take(value, 0);
    expect(await shown()).toEqual([[1800, 1800, '']]);
    expect(await listReductions(db, { now: openingDay, referenceDays: 30 })).toEqual([
      { id: 'bowl', name: 'Bowl', discount: 25, isHidden: true, text: why },
    ]);
  });

  test('of a product that is reduced too early the seller reads for how long it had cost more', async () => {
    const { take, notes } = await open();
    await take(bowl, 0);
    await take({ ...bowl, discount: 25 }, 12);
    const [note] = await notes(12, { discount: 25 });
    expect(note).toMatch(
      /^No reduction shows: it had cost £24\.00 for 12 days when it was reduced on 13 September 2025, and 30 are needed\./,
    );
  });

  test('a product has a price history for each type, and a type that is added to a reduced product has no former price', async () => {
    const { take, shown, notes } = await open();
    await take({ ...bowl, types: types.slice(0, 1) }, 0);
    await take({ ...bowl, types: types.slice(0, 1), discount: 25 }, 30);
    await take({ ...bowl, types, discount: 25 }, 31);
    expect(await shown()).toEqual([
      [1800, 2400, '2025-10-01'],
      [1800, 2400, '2025-10-01'],
      [2250, 2250, ''],
    ]);
    expect(await notes(31, { types, discount: 25 })).toMatchObject([
      'Small: Shoppers see that it was £24.00 until 1 October 2025.',
      expect.stringMatching(/^Large: No reduction shows: it did not cost £30\.00 right before/),
    ]);
  });

  test('a product has no price in its history while it is a draft or withdrawn, and loses its history when it is removed', async () => {
    const { db, shown } = await open();
    const at = (day: number) => ({ by, now: daysLater(day) });
    const history = () => db.selectFrom('price_history').select(['price']).orderBy('since').execute();
    await db.insertInto('account').values(anAccountRow('sam')).execute();
    await createProduct(db, 'bowl', { name: 'Bowl', basePrice: 24 }, at(0));
    expect(await history()).toEqual([]);
    await sellProduct(db, 'bowl', daysLater(40));
    await saveProduct(db, 'bowl', { discount: 25 }, { ...at(50), seen: 1 });
    expect(await shown()).toEqual([[1800, 1800, '']]);
    const { reduction } = await showDeskProduct(db, 'bowl', { now: daysLater(50), referenceDays: 30 });
    expect(reduction).toMatchObject([{ isHidden: true, text: expect.stringContaining('for 10 days') }]);
    await withdrawProduct(db, 'bowl', daysLater(51));
    await sellProduct(db, 'bowl', daysLater(52));
    expect(await history()).toEqual([2400, 1800, null, 1800].map((price) => ({ price })));
    await removeProduct(db, 'bowl', daysLater(53));
    expect(await history()).toEqual([]);
  });

  test('a price is in the history once, however often the same file is imported, and of several at one time the last counts', async () => {
    const { db, take } = await open();
    await take(bowl, 0);
    await take({ ...bowl, name: 'Deep bowl' }, 1);
    await take({ ...bowl, basePrice: 20 }, 2);
    await take({ ...bowl, basePrice: 22 }, 2);
    // An import by a machine whose clock is behind.
    await take({ ...bowl, basePrice: 26 }, 1);
    expect(await db.selectFrom('price_history').select(['since', 'price']).orderBy('since').execute()).toEqual([
      { since: daysLater(0).toISOString(), price: 2400 },
      { since: daysLater(2).toISOString(), price: 2600 },
    ]);
  });
});
