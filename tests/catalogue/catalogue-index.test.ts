import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexCatalogue } from '#catalogue/catalogue-index.ts';
import type { Listing } from '#contract/listing.ts';
import {
  type ChosenFacetValues,
  defaultChoice,
  type Facet,
  facets,
  type ListingQuery,
  noFacetValues,
  type Sorting,
  sortings,
} from '#contract/listing-query.ts';
import { pence } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { availableQuantity } from '#contract/stock.ts';
import { anyChoice, anyProducts } from '#tests/support/arbitrary-catalogue.ts';
import { aColor, aProduct, aType } from '#tests/support/product-builders.ts';

const opened = (products: readonly Product[]) => indexCatalogue(products);

/** `list` returns `undefined` only for a search text, before the search index is ready. */
const listed = (products: readonly Product[], over: Partial<ListingQuery> = {}, isReseller = false): Listing => {
  const found = opened(products).list({ ...defaultChoice, page: 1, perPage: 1000, ...over }, isReseller);
  if (!found) throw new Error('There is no listing.');
  return found;
};
/** The stock of a product after one unit of it was sold, or all of them, or all came back. */
const afterSale = (product: Product, kind: 'one' | 'all' | 'back'): Product => ({
  ...product,
  saleCount: kind === 'one' ? product.saleCount + 1 : kind === 'all' ? product.stock : 0,
});
const ids = ({ items }: Listing) => items.map(({ _id }) => _id);
const names = ({ items }: Listing) => items.map(({ name }) => name);
const choosing = (over: Partial<ChosenFacetValues>): ChosenFacetValues => ({ ...noFacetValues, ...over });

/** The price of the cheapest variation for this kind of shopper. */
const cheapest = (product: Product, isReseller: boolean): number =>
  product.types.length === 0
    ? unitPrice(product, isReseller).unit
    : Math.min(...product.types.map((selectedVariation) => unitPrice({ ...product, selectedVariation }, isReseller).unit));

const bands: Readonly<Record<string, readonly [number, number]>> = {
  '0-10': [0, 10],
  '10-20': [10, 20],
  '20-40': [20, 40],
  '40-80': [40, 80],
  '80-': [80, Number.POSITIVE_INFINITY],
};

/** Whether the cheapest variation (the first, if several cost the same) has a discount and a proven former price. */
const isReduced = ({ discount, types, reducedSince }: Product): boolean => {
  const [first = { reducedSince }] = types.toSorted((one, other) => one.price.basePrice - other.price.basePrice);
  return discount > 0 && first.reducedSince !== '';
};

/** The values of a product in a facet, computed without the index. */
const valuesOf = (product: Product, facet: Facet, isReseller: boolean): readonly string[] => {
  const price = cheapest(product, isReseller);
  const all: Readonly<Record<Facet, readonly string[]>> = {
    category: product.category,
    tag: product.tag,
    material: [product.material],
    colour: product.variation.map(({ color }) => color),
    size: product.variation.flatMap(({ size }) => size.map(({ name }) => name)),
    price: Object.keys(bands).filter((band) => price >= pence(bands[band]?.[0] ?? 0) && price < (bands[band]?.[1] ?? 0) * 100),
    rating: ['4', '3'].filter((stars) => product.rating >= Number(stars)),
    availability: [availableQuantity(product) > 0 ? 'in' : 'out'],
    sale: isReduced(product) ? ['yes'] : [],
    new: product.new ? ['yes'] : [],
  };
  return all[facet].filter((value) => value !== '');
};

const alwaysListed: Partial<ChosenFacetValues> = { price: Object.keys(bands), availability: ['in', 'out'], sale: ['yes'], new: ['yes'] };

/** The products that match a choice, found by a full scan. A value that no product has is ignored. */
const fitting = (products: readonly Product[], chosen: ChosenFacetValues, isReseller: boolean): Product[] =>
  products.filter((product) =>
    facets.every((facet) => {
      const existing = chosen[facet].filter(
        (value) =>
          alwaysListed[facet]?.includes(value) === true || products.some((other) => valuesOf(other, facet, isReseller).includes(value)),
      );
      return existing.length === 0 || existing.some((value) => valuesOf(product, facet, isReseller).includes(value));
    }),
  );

const rises = (numbers: readonly number[]) => numbers.every((each, at) => at === 0 || each >= (numbers[at - 1] ?? 0));

/** A name without case and accents. */
const plainName = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

describe('a filtered list', () => {
  test('property: values of one facet are combined with OR, facets with AND', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.boolean(), (products, choice, isReseller) => {
        const found = listed(products, choice, isReseller);
        const expected = fitting(products, choice.chosen, isReseller);
        expect(ids(found).toSorted()).toEqual(expected.map(({ _id }) => _id).toSorted());
        expect(found.count).toBe(expected.length);
        expect(found.total).toBe(products.length);
      }),
    );
  });

  test('property: the count of a value is the number of products that choosing it alone in its facet shows', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.boolean(), (products, choice, isReseller) => {
        const { counts } = listed(products, choice, isReseller);
        for (const facet of facets)
          for (const { value, count } of counts[facet])
            expect(listed(products, { ...choice, chosen: { ...choice.chosen, [facet]: [value] } }, isReseller).count).toBe(count);
      }),
    );
  });

  test('property: every value of any product is listed once, and so is every price range', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.boolean(), (products, choice, isReseller) => {
        const { counts } = listed(products, choice, isReseller);
        for (const facet of facets) {
          const expected = new Set([...(alwaysListed[facet] ?? []), ...products.flatMap((each) => valuesOf(each, facet, isReseller))]);
          expect(counts[facet].map(({ value }) => value).toSorted()).toEqual([...expected].toSorted());
        }
      }),
    );
  });

  test('property: filtering by one more facet never finds more products', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.constantFrom(...facets), (products, choice, facet) => {
        const narrow = ids(listed(products, choice));
        expect(ids(listed(products, { ...choice, chosen: { ...choice.chosen, [facet]: [] } }))).toEqual(expect.arrayContaining(narrow));
      }),
    );
  });

  test('a filtered list ignores a chosen value that no product has, and leaves it out of the returned choice', () => {
    const products = [aProduct({ _id: 'mug', tag: ['gift'] }), aProduct({ _id: 'bowl', tag: [] })];
    const found = listed(products, { chosen: choosing({ category: ['kitch', '__proto__'], tag: ['gift', 'gone'] }) });
    expect(ids(found)).toEqual(['mug']);
    expect(found.chosen).toEqual(choosing({ tag: ['gift'] }));
  });

  test('a filtered list counts a product once that has a value twice', () => {
    const twice = aProduct({ tag: ['gift', 'gift'], variation: [aColor('Oat', { S: 1 }), aColor('Oat', { S: 1 })] });
    const { counts } = listed([twice]);
    expect([counts.tag, counts.colour, counts.size]).toEqual([
      [{ value: 'gift', count: 1 }],
      [{ value: 'Oat', count: 1 }],
      [{ value: 'S', count: 1 }],
    ]);
  });

  test('a filtered list filters by the prices that this kind of shopper pays', () => {
    const products = [aProduct({ price: { basePrice: 12 }, resellerPrice: 5 })];
    expect(listed(products, { chosen: choosing({ price: ['10-20'] }) }).count).toBe(1);
    expect(listed(products, { chosen: choosing({ price: ['10-20'] }) }, true).count).toBe(0);
    expect(listed(products, { chosen: choosing({ price: ['0-10'] }) }, true).count).toBe(1);
  });

  test('a filtered list has the lowest delivery cost, and none for an empty shop', () => {
    expect(listed([2.5, 0, 1].map((deliveryCost) => aProduct({ deliveryCost }))).lowestDelivery).toBe(1);
    expect(listed([0, 0].map((deliveryCost) => aProduct({ deliveryCost }))).lowestDelivery).toBe(0);
    expect(listed([]).lowestDelivery).toBeUndefined();
  });
});

test('a category without products can be chosen and shows an empty list; an unknown one is ignored', () => {
  const index = indexCatalogue([aProduct()], { categories: ['attic', 'kitchen'] });
  const inCategory = (category: string) =>
    index.list({ ...defaultChoice, chosen: choosing({ category: [category] }), page: 1, perPage: 15 }, false);
  expect(inCategory('attic')).toMatchObject({
    count: 0,
    chosen: choosing({ category: ['attic'] }),
    counts: {
      category: [
        { value: 'attic', count: 0 },
        { value: 'kitchen', count: 1 },
      ],
    },
  });
  expect(inCategory('cellar')).toMatchObject({ count: 1, chosen: noFacetValues });
});

describe('a sorted list', () => {
  test('property: every sorting has the same products, and the same query gives the same list', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.boolean(), (products, choice, isReseller) => {
        const catalogue = opened(products);
        const [once, again] = [1, 2].map(() => catalogue.list({ ...choice, page: 1, perPage: 1000 }, isReseller));
        expect(again).toEqual(once);
        for (const sorting of sortings)
          expect(ids(listed(products, { ...choice, sorting }, isReseller)).toSorted()).toEqual(once ? ids(once).toSorted() : []);
      }),
    );
  });

  test('property: sorting by price uses what this kind of shopper pays, with discount and variations', () => {
    fc.assert(
      fc.property(anyProducts, fc.boolean(), (products, isReseller) => {
        const prices = (sorting: 'price-low' | 'price-high') =>
          listed(products, { sorting }, isReseller).items.map((each) => cheapest(each, isReseller));
        expect(rises(prices('price-low'))).toBe(true);
        expect(rises(prices('price-high').map((price) => -price))).toBe(true);
      }),
    );
  });

  test('products of the same price are sorted by name, from low to high prices and from high to low ones', () => {
    const products = ['Candle', 'Apron', 'Bowl'].map((name) => aProduct({ _id: name, name, price: { basePrice: 10 } }));
    const catalogue = opened([...products, aProduct({ _id: 'Dear', name: 'Dear', price: { basePrice: 20 } })]);
    const order = (sorting: 'price-low' | 'price-high') =>
      catalogue.list({ ...defaultChoice, sorting, page: 1, perPage: 5 }, false)?.items.map(({ _id }) => _id);
    expect(order('price-low')).toEqual(['Apron', 'Bowl', 'Candle', 'Dear']);
    expect(order('price-high')).toEqual(['Dear', 'Apron', 'Bowl', 'Candle']);
  });

  test('a reseller and a customer get their own order by price, also when they query in turn', () => {
    const products = [aProduct({ _id: 'a', price: { basePrice: 10 } }), aProduct({ _id: 'b', price: { basePrice: 12 }, resellerPrice: 5 })];
    const catalogue = opened(products);
    const order = (isReseller: boolean) =>
      catalogue.list({ ...defaultChoice, sorting: 'price-low', page: 1, perPage: 5 }, isReseller)?.items.map(({ _id }) => _id);
    expect([order(false), order(true), order(false)]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'b'],
    ]);
  });

  test('property: best rated sorts by the average, then by the number of reviews, and products without any come last', () => {
    fc.assert(
      fc.property(anyProducts, (products) => {
        const { items } = listed(products, { sorting: 'rating' });
        expect(rises(items.map(({ rating, reviewCount }) => -(rating * 1000 + reviewCount)))).toBe(true);
      }),
    );
  });

  test('property: best-selling, saving, newest and name sort by sales, discount, date and name', () => {
    fc.assert(
      fc.property(anyProducts, (products) => {
        expect(rises(listed(products, { sorting: 'best-selling' }).items.map(({ saleCount }) => -saleCount))).toBe(true);
        expect(rises(listed(products, { sorting: 'saving' }).items.map((product) => (isReduced(product) ? -product.discount : 0)))).toBe(
          true,
        );
        expect(rises(listed(products, { sorting: 'newest' }).items.map(({ createdAt }) => -(Date.parse(createdAt) || 0)))).toBe(true);
        const byName = names(listed(products, { sorting: 'name' }));
        expect(byName).toEqual(byName.toSorted((one, other) => one.localeCompare(other, 'en-GB')));
      }),
    );
  });

  test('property: featured sorts by stock, then by having a picture, then by the seller’s places, then by sales', () => {
    fc.assert(
      fc.property(anyProducts, (products) => {
        const ranks = listed(products, { sorting: 'featured' }).items.map(
          (each) =>
            (availableQuantity(each) > 0 ? 0 : 40_000) +
            (each.mainImage === '' ? 20_000 : 0) +
            (each.featured || 100) * 100 -
            each.saleCount,
        );
        expect(rises(ranks)).toBe(true);
      }),
    );
  });

  test('featured leads with what the seller puts first, then with what sells best, and not with what is new', () => {
    const products = [
      aProduct({ _id: 'new-soap', new: true, saleCount: 1 }),
      aProduct({ _id: 'mug', saleCount: 9 }),
      aProduct({ _id: 'throw', featured: 2, saleCount: 0 }),
      aProduct({ _id: 'bowl', featured: 1, saleCount: 3 }),
    ];
    expect(ids(listed(products))).toEqual(['bowl', 'throw', 'mug', 'new-soap']);
  });

  test('names are sorted without regard to accents and capitals, and those of one name stay in the order of the catalogue', () => {
    const products = ['Zebra', 'elder', 'Éclair', 'elder', 'apple'].map((name, at) => aProduct({ _id: `${name}-${at}`, name }));
    expect(ids(listed(products, { sorting: 'name' }))).toEqual(['apple-4', 'Éclair-2', 'elder-1', 'elder-3', 'Zebra-0']);
  });

  test('featured counts a product as pictured by its main picture or by any other', () => {
    const images = [{ src: '/pictures/1.webp', alt: '' }];
    const products = [aProduct({ _id: 'none', name: 'A' }), aProduct({ _id: 'any', name: 'B', images })];
    expect(ids(listed(products))).toEqual(['any', 'none']);
  });

  test('property: in every sorting, products that compare equal are sorted by name', () => {
    fc.assert(
      fc.property(anyProducts, fc.constantFrom(...sortings), (products, sorting) => {
        const alike = products.map(({ _id, name }) => aProduct({ _id, name }));
        const found = names(listed(alike, { sorting })).map(plainName);
        expect(found).toEqual(found.toSorted());
      }),
    );
  });
});

describe('a page of a list', () => {
  const products = Array.from({ length: 29 }, (_, at) => aProduct({ _id: `p${at}` }));

  test.each([
    [1, 1, 15],
    [2, 2, 14],
    [99, 2, 14],
    [0, 1, 15],
    [-3, 1, 15],
    [Number.MAX_SAFE_INTEGER, 2, 14],
  ])('page %d of 29 products is page %d with %d of them', (asked, page, count) => {
    const shown = listed(products, { page: asked, perPage: 15 });
    expect([shown.page, shown.items.length, shown.pages, shown.count]).toEqual([page, count, 2, 29]);
  });

  test('a page of a list is one empty page when the list is empty', () => {
    expect(listed([], { page: 3, perPage: 15 })).toMatchObject({ items: [], page: 1, pages: 1, count: 0, total: 0 });
  });

  test('property: all pages together have every found product once, none is too long, and any page number gives the nearest page', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.integer({ min: 1, max: 6 }), fc.maxSafeInteger(), (products, choice, perPage, asked) => {
        const whole = listed(products, choice);
        const { pages } = listed(products, { ...choice, perPage });
        const all = Array.from({ length: pages }, (_, at) => listed(products, { ...choice, perPage, page: at + 1 }));
        expect(all.flatMap(ids)).toEqual(ids(whole));
        for (const { items } of all) expect(items.length).toBeLessThanOrEqual(perPage);
        const nearest = Math.min(pages, Math.max(1, asked));
        expect(listed(products, { ...choice, perPage, page: asked })).toEqual(all[nearest - 1]);
      }),
    );
  });
});

describe('a searched list', () => {
  const products = [
    aProduct({ _id: 'mug', name: 'Stoneware mug', category: ['kitchen'], tag: ['gift'], material: 'Stoneware' }),
    aProduct({
      _id: 'bowl',
      name: 'Oak bowl',
      category: ['kitchen', 'home'],
      tag: ['serving', 'gift'],
      shortDescription: 'Turned by hand',
    }),
    aProduct({ _id: 'soap', name: 'Soap', category: ['bath'], tag: [] }),
  ];
  const found = async (over: Partial<ListingQuery>, source: readonly Product[] = products) => {
    const catalogue = opened(source);
    await catalogue.prepareSearch();
    const listing = catalogue.list({ ...defaultChoice, page: 1, perPage: 1000, ...over }, false);
    if (!listing) throw new Error('There is no listing.');
    return listing;
  };

  test.each([
    [{}, ['mug', 'bowl', 'soap']],
    [{ chosen: choosing({ category: ['kitchen'] }) }, ['mug', 'bowl']],
    [{ chosen: choosing({ category: ['kitchen', 'bath'] }) }, ['mug', 'bowl', 'soap']],
    [{ chosen: choosing({ tag: ['gift'] }) }, ['mug', 'bowl']],
    [{ chosen: choosing({ category: ['home'], tag: ['gift'] }) }, ['bowl']],
    [{ searchText: 'OAK' }, ['bowl']],
    [{ searchText: 'mug stone' }, ['mug']],
    [{ searchText: 'hand' }, ['bowl']],
    [{ searchText: 'bath' }, ['soap']],
    [{ searchText: 'soaps' }, ['soap']],
    [{ searchText: 'stonwear' }, []],
    [{ searchText: 'stonware' }, ['mug']],
    [{ searchText: 'baowl' }, ['bowl']],
    [{ searchText: 'soap oak' }, []],
    [{ searchText: 'gift', chosen: choosing({ category: ['home'] }) }, ['bowl']],
    [{ searchText: '.*' }, []],
    [{ searchText: 'the' }, ['mug', 'bowl', 'soap']],
    [{ searchText: '__proto__ constructor' }, []],
  ])('a searched list for the query %j finds %j', async (asked, expected) => {
    expect(ids(await found(asked)).toSorted()).toEqual(expected.toSorted());
  });

  test('a searched list is sorted by relevance: a match in the name before one in the description', async () => {
    const [inText, inName] = [
      aProduct({ _id: 'text', name: 'Board', shortDescription: 'Goes with the bowl', saleCount: 9 }),
      aProduct({ _id: 'name', name: 'Large bowl' }),
    ];
    expect(ids(await found({ searchText: 'bowl' }, [inText, inName]))).toEqual(['name', 'text']);
    expect(ids(await found({ searchText: 'bowl', sorting: 'best-selling' }, [inText, inName]))).toEqual(['text', 'name']);
  });

  test('a searched list finds goods by the seller’s synonyms', async () => {
    const catalogue = indexCatalogue(products, { synonyms: [{ word: 'beaker', finds: ['mug'] }] });
    await catalogue.prepareSearch();
    const listing = catalogue.list({ ...defaultChoice, searchText: 'beaker', page: 1, perPage: 15 }, false);
    expect(listing?.items.map(({ _id }) => _id)).toEqual(['mug']);
  });

  test('a search index that could not be built is built when it is wanted again', async () => {
    let isBroken = false;
    const soap = aProduct({ _id: 'soap', name: 'Soap' });
    Object.defineProperty(soap, 'shortDescription', {
      get: () => {
        if (isBroken) throw new Error('The search does not load.');
        return '';
      },
    });
    const catalogue = opened([soap]);
    isBroken = true;
    await expect(catalogue.prepareSearch()).rejects.toThrow('does not load');
    isBroken = false;
    await catalogue.prepareSearch();
    expect(catalogue.list({ ...defaultChoice, searchText: 'soap', page: 1, perPage: 15 }, false)?.count).toBe(1);
  });

  test('a searched list is not available before the search index is ready, while other queries are', async () => {
    const catalogue = opened(products);
    const asked = { ...defaultChoice, page: 1, perPage: 15 };
    expect(catalogue.list({ ...asked, searchText: 'oak' }, false)).toBeUndefined();
    expect(catalogue.list(asked, false)?.count).toBe(3);
    await Promise.all([catalogue.prepareSearch(), catalogue.prepareSearch()]);
    expect(catalogue.list({ ...asked, searchText: 'oak' }, false)?.count).toBe(1);
  });

  test('property: the counts of the values hold with a search text too, and no sorting loses or adds products', async () => {
    const searchTexts = fc.constantFrom('oak', 'bowl', 'stoneware mug', 'gift', 'hand', 'the', '!');
    await fc.assert(
      fc.asyncProperty(anyProducts, anyChoice, searchTexts, async (products, choice, asked) => {
        const catalogue = opened(products);
        await catalogue.prepareSearch();
        const list = (over: Partial<ListingQuery>) =>
          catalogue.list({ ...choice, searchText: asked, page: 1, perPage: 1000, ...over }, false);
        const now = list({});
        for (const facet of facets)
          for (const { value, count } of now?.counts[facet] ?? [])
            expect(list({ chosen: { ...choice.chosen, [facet]: [value] } })?.count).toBe(count);
        for (const sorting of sortings)
          expect(
            list({ sorting })
              ?.items.map(({ _id }) => _id)
              .toSorted(),
          ).toEqual(now ? ids(now).toSorted() : undefined);
      }),
      { numRuns: 40 },
    );
  });

  test('property: no search text makes it fail', async () => {
    const catalogue = opened(products);
    await catalogue.prepareSearch();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (searchText) => {
        expect(catalogue.list({ ...defaultChoice, searchText, page: 1, perPage: 15 }, false)?.count).toBeLessThanOrEqual(3);
      }),
      { numRuns: 30 },
    );
  });
});

test('a product is found by its _id; a product without _id is not', () => {
  const catalogue = opened([aProduct({ _id: '', name: 'Invalid' }), aProduct(), aProduct({ name: 'Second of that id' })]);
  expect(catalogue.find('mug')?.name).toBe('Mug');
  for (const id of ['', 'jug', '__proto__', 'constructor']) expect(catalogue.find(id)).toBeUndefined();
});

test('a product with priced variations is listed by the price of its cheapest one', () => {
  const products = [
    aProduct({ _id: 'boxed', price: { basePrice: 99 }, types: [aType('two', 30), aType('one', 5)] }),
    aProduct({ _id: 'plain', price: { basePrice: 6 } }),
  ];
  expect(ids(listed(products, { sorting: 'price-low' }))).toEqual(['boxed', 'plain']);
  expect(ids(listed(products, { chosen: choosing({ price: ['0-10'] }) })).toSorted()).toEqual(['boxed', 'plain']);
});

describe('the index after sales and reviews', () => {
  const mug = aProduct({ _id: 'mug', name: 'Mug', stock: 2, saleCount: 0 });
  const bowl = aProduct({ _id: 'bowl', name: 'Bowl', stock: 2, saleCount: 0 });
  const query = { ...defaultChoice, page: 1, perPage: 15 };

  test('property: after any sales the index finds and filters as one that is built anew', () => {
    fc.assert(
      fc.property(
        anyProducts,
        anyChoice,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('one', 'all', 'back'))),
        (products, choice, sales) => {
          const index = opened(products);
          const sold = sales.flatMap(([at, kind]) => {
            const product = index.find(products[at % Math.max(1, products.length)]?._id ?? '');
            return product ? [afterSale(product, kind)] : [];
          });
          const soldById = new Map(sold.map((product) => [product._id, product]));
          const expected = products.map((product) =>
            index.find(product._id) === product ? (soldById.get(product._id) ?? product) : product,
          );
          // Cached before the sales, so that an outdated page would be found.
          for (const sorting of sortings) index.list({ ...choice, sorting, searchText: '', page: 1, perPage: 1000 }, false);
          const after = index.withProducts(sold);
          expect(after.products).toEqual(expected);
          for (const { _id } of products) expect(after.find(_id)).toEqual(opened(expected).find(_id));
          const isInStock = (product: Product) => availableQuantity(product) > 0;
          const hasAvailabilityChanged = expected.some((product, at) => isInStock(product) !== isInStock(products[at] ?? product));
          const sorting = hasAvailabilityChanged ? choice.sorting : 'name';
          const all = { ...choice, sorting, searchText: '', page: 1, perPage: 1000 };
          expect(after.list(all, false)).toEqual(opened(expected).list(all, false));
        },
      ),
    );
  });

  test('property: after reviews, and reviews taken back, the index finds, filters and sorts as one that is built anew', () => {
    const review = fc.record({ at: fc.nat(), rating: fc.constantFrom(0, 2.9, 3, 3.5, 4, 5), reviewCount: fc.nat(3) });
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.array(review), (products, choice, reviews) => {
        const index = opened(products);
        const all = (sorting: Sorting) => ({ ...choice, sorting, searchText: '', page: 1, perPage: 1000 });
        // Cached before the reviews, so that an outdated page would be found.
        for (const sorting of sortings) index.list(all(sorting), false);
        const reviewed = reviews.flatMap(({ at, ...rating }) => {
          const product = index.find(products[at % Math.max(1, products.length)]?._id ?? '');
          return product ? [{ ...product, ...rating }] : [];
        });
        const reviewedById = new Map(reviewed.map((product) => [product._id, product]));
        const expected = products.map((product) =>
          index.find(product._id) === product ? (reviewedById.get(product._id) ?? product) : product,
        );
        const after = index.withProducts(reviewed);
        for (const sorting of sortings) expect(after.list(all(sorting), false)).toEqual(opened(expected).list(all(sorting), false));
      }),
    );
  });

  test('products that were not sold stay the same objects', () => {
    const index = opened([mug, bowl]);
    const after = index.withProducts([afterSale(mug, 'one')]);
    expect(after.find('bowl')).toBe(index.find('bowl'));
    expect(after.find('mug')?.saleCount).toBe(1);
  });

  test('a product that sells out moves behind products in stock, and back when the order that took the last units expires', () => {
    const index = opened([mug, bowl]);
    const orders = (current: typeof index) =>
      [false, true].map((isReseller) =>
        current
          .list(query, isReseller)
          ?.items.map(({ _id }) => _id)
          .join(),
      );
    expect(orders(index)).toEqual(['bowl,mug', 'bowl,mug']);
    const soldOut = index.withProducts([afterSale(bowl, 'all')]);
    expect(orders(soldOut)).toEqual(['mug,bowl', 'mug,bowl']);
    const back = soldOut.withProducts([afterSale(bowl, 'back')]);
    expect(orders(back)).toEqual(['bowl,mug', 'bowl,mug']);
  });

  test('a sale of a product that the list does not have changes nothing', () => {
    const jug = aProduct({ _id: 'jug' });
    expect(opened([mug, jug]).withProducts([afterSale(bowl, 'all')]).products).toEqual([mug, jug]);
  });
});

test('an index keeps the 40 lists that were asked for last, so that its memory is bounded', () => {
  const index = opened([aProduct()]);
  const list = (perPage: number) => index.list({ ...defaultChoice, page: 1, perPage }, false);
  const asked = Array.from({ length: 41 }, (_, at) => list(at + 1));
  for (const at of [40, 20, 1]) expect(list(at + 1)).toBe(asked[at]);
  expect(list(1)).not.toBe(asked[0]);
});
