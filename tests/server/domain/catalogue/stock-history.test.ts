import fc from 'fast-check';
import { expect, test } from 'vitest';
import { availableQuantity } from '#contract/stock.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { readProducts } from '#server/domain/orders/order-stock.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { testPayments } from '#server/payments/test.ts';
import { isQuick } from '#tests/quick.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay as now } from '#tests/support/opening-day.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const db = await freshDatabase('empty');

const readShirt = async () => {
  const shirt = (await readProducts(db, ['shirt'])).get('shirt');
  if (!shirt) throw new Error('There is no shirt.');
  return { ...shirt, sizes: shirt.variation.flatMap(({ size }) => size) };
};

/** A size of the shirt; `whole` is the shirt while it has no sizes. */
type Key = 'S' | 'M' | 'L' | 'whole';
type Line = { readonly id: string; key: Key; readonly quantity: number; isUnsent: boolean };

/** What a careful seller would write down: of each size how many are for sale, and which orders there are. */
const newShop = () => ({
  forSale: new Map<Key, number>(),
  /** Sizes that were in every import since they were added, while the shirt always had some. */
  steady: new Set<Key>(),
  orders: [] as Line[],
});
type Shop = ReturnType<typeof newShop>;

/** `sizes` with the stock for sale of each, or `ofWhole`, that of a shirt without sizes; `soldInFile` is the sold count of new sizes in the file. */
type File = { readonly sizes: readonly (readonly [Key, number])[]; readonly ofWhole: number; readonly soldInFile: number };

const takeImport = async (shop: Shop, { sizes, ofWhole, soldInFile }: File) => {
  const before = (await readProducts(db, ['shirt'])).get('shirt');
  const soldBefore = new Map(before?.variation.flatMap(({ size }) => size.map(({ name, saleCount }) => [name, saleCount])));
  const inFile = sizes.map(([name, extra]) => {
    const saleCount = soldBefore.get(name) ?? soldInFile;
    return { name, saleCount, stock: saleCount + extra };
  });
  const sold = before?.saleCount ?? 0;
  const stock = sizes.length === 0 ? sold + ofWhole : inFile.reduce((sum, size) => sum + size.stock, 0);
  const saleCount = sizes.length === 0 ? sold : inFile.reduce((sum, size) => sum + size.saleCount, 0);
  const value = { id: 'shirt', name: 'Shirt', basePrice: 10, stock, saleCount, colors: [{ color: 'Oat', sizes: inFile }] };
  const isTaken = await importCatalogue(db, [{ line: 1, value }], { now, setsStock: true }).then(
    () => true,
    // A product that was sold without sizes may have more sold than its sizes have stock.
    (error: Error) => !error.message.startsWith('Nothing was imported'),
  );
  if (!isTaken) return;
  // Of first sizes, the one that an order names has its pieces, else the first.
  const [first] = sizes.map(([key]) => key);
  if (first !== undefined && soldBefore.size === 0)
    for (const order of shop.orders) if (!sizes.some(([key]) => key === order.key)) order.key = first;
  const isAlwaysSized = sizes.length > 0 && (soldBefore.size > 0 || !before);
  shop.steady = new Set(isAlwaysSized ? sizes.flatMap(([key]) => (!before || shop.steady.has(key) ? [key] : [])) : []);
  shop.forSale = new Map(sizes.length === 0 ? [['whole', ofWhole]] : sizes);
};

const takeOrder = async (shop: Shop, wanted: Key, quantity: number) => {
  const key = shop.forSale.has('whole') ? 'whole' : wanted;
  const line = { productId: 'shirt', color: 'Oat', quantity, ...(key !== 'whole' && { size: key }) };
  if (!shop.forSale.has(key) || availableQuantity(await readShirt(), line) < quantity) return;
  const { _id } = await placeOrder(db, anOrderRequest(anOrderFor(line), { now }));
  shop.orders.push({ id: _id, key, quantity, isUnsent: true });
  shop.forSale.set(key, (shop.forSale.get(key) ?? 0) - quantity);
};

const unsentAt = (shop: Shop, at: number): Line | undefined => {
  const unsent = shop.orders.filter(({ isUnsent }) => isUnsent);
  return unsent[at % Math.max(1, unsent.length)];
};

const sendOrder = async (shop: Shop, at: number) => {
  const order = unsentAt(shop, at);
  if (!order) return;
  await db.updateTable('order').set({ status: 'Dispatch' }).where('id', '=', order.id).execute();
  order.isUnsent = false;
};

const takeBack = async (shop: Shop, at: number) => {
  const order = unsentAt(shop, at);
  if (!order) return;
  await cancelOrder(db, testPayments, order.id, { now });
  order.isUnsent = false;
  const key = shop.forSale.has('whole') ? 'whole' : order.key;
  const forSale = shop.forSale.get(key);
  if (forSale !== undefined) shop.forSale.set(key, forSale + order.quantity);
};

const countShelf = async (shop: Shop, key: Key, surplus: number) => {
  if (!shop.forSale.has(key)) return;
  const promised = shop.orders
    .filter((order) => order.isUnsent && (order.key === key || key === 'whole'))
    .reduce((sum, { quantity }) => sum + quantity, 0);
  await countStock(db, key === 'whole' ? 'shirt' : `shirt/Oat/${key}`, promised + surplus);
  shop.forSale.set(key, surplus);
};

/** What happens, as data, so that a counterexample can be read. */
type Step =
  | ({ readonly what: 'import' } & File)
  | { readonly what: 'order'; readonly key: Key; readonly quantity: number }
  | { readonly what: 'count'; readonly key: Key; readonly surplus: number }
  | { readonly what: 'send' | 'cancel'; readonly at: number };

const takeStep = (shop: Shop, step: Step): Promise<void> => {
  switch (step.what) {
    case 'import':
      return takeImport(shop, step);
    case 'order':
      return takeOrder(shop, step.key, step.quantity);
    case 'count':
      return countShelf(shop, step.key, step.surplus);
    case 'send':
      return sendOrder(shop, step.at);
    case 'cancel':
      return takeBack(shop, step.at);
  }
};

const aSize = fc.constantFrom<Key>('S', 'M', 'L');
const anImport = fc.record({
  what: fc.constant('import' as const),
  sizes: fc.uniqueArray(fc.tuple(aSize, fc.nat(6)), { selector: ([key]) => key, maxLength: 3 }),
  ofWhole: fc.nat(6),
  soldInFile: fc.nat(2),
});
const anOrder = fc.record({ what: fc.constant('order' as const), key: aSize, quantity: fc.integer({ min: 1, max: 3 }) });
const aCount = fc.record({ what: fc.constant('count' as const), key: fc.constantFrom<Key>('S', 'M', 'L', 'whole'), surplus: fc.nat(6) });
const aChange = fc.record({ what: fc.constantFrom('send' as const, 'cancel' as const), at: fc.nat(9) });
const aStep: fc.Arbitrary<Step> = fc.oneof(anImport, anOrder, anOrder, aCount, aChange, aChange);

type Shirt = Awaited<ReturnType<typeof readShirt>>;

/** What is wrong with the counters of the shirt. */
const problemsOf = (shirt: Shirt, shop: Shop, wasAlwaysSized: boolean): string[] => {
  const total = (field: 'stock' | 'saleCount'): number => shirt.sizes.reduce((sum, size) => sum + size[field], 0);
  const ofSizes = shirt.sizes.flatMap(({ name }) => {
    const key = name as Key;
    const left = availableQuantity(shirt, { color: 'Oat', size: key });
    const forSale = shop.forSale.get(key) ?? 0;
    return [
      { what: `more of ${key} is left than can be sold`, holds: left <= forSale },
      { what: `less of ${key} is left than can be sold`, holds: left === forSale || !(wasAlwaysSized && shop.steady.has(key)) },
    ];
  });
  const isSized = shirt.sizes.length > 0;
  const counts = [shirt, ...shirt.sizes];
  const rules = [
    { what: 'sold is below 0 or above stock', holds: counts.every(({ stock, saleCount }) => saleCount >= 0 && saleCount <= stock) },
    { what: 'the stock is not the sum of the sizes', holds: !isSized || shirt.stock === total('stock') },
    { what: 'less is sold than of the sizes', holds: shirt.saleCount >= total('saleCount') },
    { what: 'sold is not the sum of the sizes', holds: !wasAlwaysSized || shirt.saleCount === total('saleCount') },
    { what: 'more is left than can be sold', holds: isSized || availableQuantity(shirt) <= (shop.forSale.get('whole') ?? 0) },
    ...ofSizes,
  ];
  return rules.flatMap(({ what, holds }) => (holds ? [] : [what]));
};

test('after any history of imports, orders, cancellations and counts the counters agree, and no more is for sale than there is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 8, maxLength: 20, size: 'max' }), async (steps) => {
      await db.deleteFrom('order').execute();
      await db.deleteFrom('product').execute();
      const shop = newShop();
      await takeImport(shop, {
        sizes: [
          ['S', 6],
          ['M', 6],
        ],
        ofWhole: 0,
        soldInFile: 0,
      });
      let wasAlwaysSized = true;
      for (const step of steps) {
        await takeStep(shop, step);
        const shirt = await readShirt();
        wasAlwaysSized &&= shirt.sizes.length > 0;
        expect(problemsOf(shirt, shop, wasAlwaysSized)).toEqual([]);
      }
    }),
    { numRuns: propertyRuns(isQuick ? 20 : 60) },
  );
});
