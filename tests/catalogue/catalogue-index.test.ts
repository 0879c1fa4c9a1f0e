import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCatalogueIndex } from '#catalogue/catalogue-index.ts';
import { runToEnd } from '#catalogue/chunked.ts';
import type { Listing } from '#contract/listing.ts';
import { type Chosen, defaultChoice, type Facet, facets, type ListingQuery, nothingChosen, sortings } from '#contract/listing-query.ts';
import { pence } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import { anyChoice, anyProducts } from '#tests/support/arbitrary-catalogue.ts';
import { aColor, aProduct, aType } from '#tests/support/product-builders.ts';

const opened = (goods: readonly Product[]) => runToEnd(buildCatalogueIndex(goods));

/** A catalogue's answer, which is never missing where no words were asked for. */
const listed = (goods: readonly Product[], over: Partial<ListingQuery> = {}, isReseller = false): Listing => {
  const found = opened(goods).list({ ...defaultChoice, page: 1, perPage: 1000, ...over }, isReseller);
  if (!found) throw new Error('Nothing was answered.');
  return found;
};
const ids = ({ items }: Listing) => items.map(({ _id }) => _id);
const names = ({ items }: Listing) => items.map(({ name }) => name);
const choosing = (over: Partial<Chosen>): Chosen => ({ ...nothingChosen, ...over });

/** What the cheapest way to buy it costs this shopper. */
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

/** Which values a product has in a facet, told the long way. */
const valuesOf = (product: Product, facet: Facet, isReseller: boolean): readonly string[] => {
  const price = cheapest(product, isReseller);
  const all: Readonly<Record<Facet, readonly string[]>> = {
    category: product.category,
    tag: product.tag,
    material: [product.material],
    colour: product.variation.map(({ color }) => color),
    size: product.variation.flatMap(({ size }) => size.map(({ name }) => name)),
    price: Object.keys(bands).filter((band) => price >= pence(bands[band]?.[0] ?? 0) && price < (bands[band]?.[1] ?? 0) * 100),
    availability: [available(product) > 0 ? 'in' : 'out'],
    sale: product.discount > 0 ? ['yes'] : [],
    new: product.new ? ['yes'] : [],
  };
  return all[facet].filter((value) => value !== '');
};

const alwaysKnown: Partial<Chosen> = { price: Object.keys(bands), availability: ['in', 'out'], sale: ['yes'], new: ['yes'] };

/** What fits a choice, one product after the other. A value that no product has says nothing. */
const fitting = (goods: readonly Product[], chosen: Chosen, isReseller: boolean): Product[] =>
  goods.filter((product) =>
    facets.every((facet) => {
      const known = chosen[facet].filter(
        (value) =>
          alwaysKnown[facet]?.includes(value) === true || goods.some((other) => valuesOf(other, facet, isReseller).includes(value)),
      );
      return known.length === 0 || known.some((value) => valuesOf(product, facet, isReseller).includes(value));
    }),
  );

const rises = (numbers: readonly number[]) => numbers.every((each, at) => at === 0 || each >= (numbers[at - 1] ?? 0));

/** A name without case and accents, as shoppers sort in their heads. */
const plainName = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

describe('the goods that a shopper narrowed a list to', () => {
  test('law: values of one facet are alternatives, facets narrow each other', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.boolean(), (goods, choice, isReseller) => {
        const found = listed(goods, choice, isReseller);
        const expected = fitting(goods, choice.chosen, isReseller);
        expect(ids(found).toSorted()).toEqual(expected.map(({ _id }) => _id).toSorted());
        expect(found.count).toBe(expected.length);
        expect(found.total).toBe(goods.length);
      }),
    );
  });

  test('law: the count beside a value is what choosing that value alone would show', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.boolean(), (goods, choice, isReseller) => {
        const { counts } = listed(goods, choice, isReseller);
        for (const facet of facets)
          for (const { value, count } of counts[facet])
            expect(listed(goods, { ...choice, chosen: { ...choice.chosen, [facet]: [value] } }, isReseller).count).toBe(count);
      }),
    );
  });

  test('law: every value that any product has stands there once, and so do all price ranges', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.boolean(), (goods, choice, isReseller) => {
        const { counts } = listed(goods, choice, isReseller);
        for (const facet of facets) {
          const expected = new Set([...(alwaysKnown[facet] ?? []), ...goods.flatMap((each) => valuesOf(each, facet, isReseller))]);
          expect(counts[facet].map(({ value }) => value).toSorted()).toEqual([...expected].toSorted());
        }
      }),
    );
  });

  test('law: narrowing by one more facet never finds more', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.constantFrom(...facets), (goods, choice, facet) => {
        const narrow = ids(listed(goods, choice));
        expect(ids(listed(goods, { ...choice, chosen: { ...choice.chosen, [facet]: [] } }))).toEqual(expect.arrayContaining(narrow));
      }),
    );
  });

  test('a value that no product has is as if it were not chosen, and is told so', () => {
    const goods = [aProduct({ _id: 'mug', tag: ['gift'] }), aProduct({ _id: 'bowl', tag: [] })];
    const found = listed(goods, { chosen: choosing({ category: ['kitch', '__proto__'], tag: ['gift', 'gone'] }) });
    expect(ids(found)).toEqual(['mug']);
    expect(found.chosen).toEqual(choosing({ tag: ['gift'] }));
  });

  test('a product that names a value twice counts once', () => {
    const twice = aProduct({ tag: ['gift', 'gift'], variation: [aColor('Oat', { S: 1 }), aColor('Oat', { S: 1 })] });
    const { counts } = listed([twice]);
    expect([counts.tag, counts.colour, counts.size]).toEqual([
      [{ value: 'gift', count: 1 }],
      [{ value: 'Oat', count: 1 }],
      [{ value: 'S', count: 1 }],
    ]);
  });

  test('the price ranges hold what THIS shopper pays', () => {
    const goods = [aProduct({ price: { basePrice: 12 }, resellerPrice: 5 })];
    expect(listed(goods, { chosen: choosing({ price: ['10-20'] }) }).count).toBe(1);
    expect(listed(goods, { chosen: choosing({ price: ['10-20'] }) }, true).count).toBe(0);
    expect(listed(goods, { chosen: choosing({ price: ['0-10'] }) }, true).count).toBe(1);
  });

  test('the lowest delivery cost is told, and none of an empty shop', () => {
    expect(listed([aProduct({ deliveryCost: 2.5 }), aProduct({ deliveryCost: 0 })]).lowestDelivery).toBe(0);
    expect(listed([]).lowestDelivery).toBeUndefined();
  });
});

describe('goods in an order', () => {
  test('law: every order holds exactly the same goods, and asking twice gives the same', () => {
    fc.assert(
      fc.property(anyProducts, anyChoice, fc.boolean(), (goods, choice, isReseller) => {
        const catalogue = opened(goods);
        const [once, again] = [1, 2].map(() => catalogue.list({ ...choice, page: 1, perPage: 1000 }, isReseller));
        expect(again).toEqual(once);
        for (const sorting of sortings)
          expect(ids(listed(goods, { ...choice, sorting }, isReseller)).toSorted()).toEqual(once ? ids(once).toSorted() : []);
      }),
    );
  });

  test('law: by price means what THIS shopper pays, discount and variations counted', () => {
    fc.assert(
      fc.property(anyProducts, fc.boolean(), (goods, isReseller) => {
        const prices = (sorting: 'price-low' | 'price-high') =>
          listed(goods, { sorting }, isReseller).items.map((each) => cheapest(each, isReseller));
        expect(rises(prices('price-low'))).toBe(true);
        expect(rises(prices('price-high').map((price) => -price))).toBe(true);
      }),
    );
  });

  test('a reseller sees another order than a customer, also after one another', () => {
    const goods = [aProduct({ _id: 'a', price: { basePrice: 10 } }), aProduct({ _id: 'b', price: { basePrice: 12 }, resellerPrice: 5 })];
    const catalogue = opened(goods);
    const order = (isReseller: boolean) =>
      catalogue.list({ ...defaultChoice, sorting: 'price-low', page: 1, perPage: 5 }, isReseller)?.items.map(({ _id }) => _id);
    expect([order(false), order(true), order(false)]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'b'],
    ]);
  });

  test('law: sales, savings, age and name each rule their own order', () => {
    fc.assert(
      fc.property(anyProducts, (goods) => {
        expect(rises(listed(goods, { sorting: 'best-selling' }).items.map(({ saleCount }) => -saleCount))).toBe(true);
        expect(rises(listed(goods, { sorting: 'saving' }).items.map(({ discount }) => -discount))).toBe(true);
        expect(rises(listed(goods, { sorting: 'newest' }).items.map(({ createdAt }) => -(Date.parse(createdAt) || 0)))).toBe(true);
        const byName = names(listed(goods, { sorting: 'name' }));
        expect(byName).toEqual(byName.toSorted((one, other) => one.localeCompare(other, 'en-GB')));
      }),
    );
  });

  test('law: featured puts what can be bought first, then what can be seen, then what is new, then what sells', () => {
    fc.assert(
      fc.property(anyProducts, (goods) => {
        const ranks = listed(goods, { sorting: 'featured' }).items.map(
          (each) => (available(each) > 0 ? 0 : 400) + (each.mainImage === '' ? 200 : 0) + (each.new ? 0 : 100) - each.saleCount,
        );
        expect(rises(ranks)).toBe(true);
      }),
    );
  });

  test('law: equals stand by name in every order', () => {
    fc.assert(
      fc.property(anyProducts, fc.constantFrom(...sortings), (goods, sorting) => {
        const alike = goods.map(({ _id, name }) => aProduct({ _id, name }));
        const found = names(listed(alike, { sorting })).map(plainName);
        expect(found).toEqual(found.toSorted());
      }),
    );
  });
});

describe('a page of a list', () => {
  const goods = Array.from({ length: 29 }, (_, at) => aProduct({ _id: `p${at}` }));

  test.each([
    [1, 1, 15],
    [2, 2, 14],
    [99, 2, 14],
    [0, 1, 15],
    [-3, 1, 15],
    [Number.MAX_SAFE_INTEGER, 2, 14],
  ])('%d of 29 goods is page %d with %d', (asked, page, count) => {
    const shown = listed(goods, { page: asked, perPage: 15 });
    expect([shown.page, shown.items.length, shown.pages, shown.count]).toEqual([page, count, 2, 29]);
  });

  test('of an empty list is one empty page', () => {
    expect(listed([], { page: 3, perPage: 15 })).toMatchObject({ items: [], page: 1, pages: 1, count: 0, total: 0 });
  });

  test('law: all pages together give every found product once, none is too long, and any number gives the nearest', () => {
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

describe('the goods that a shopper searched for', () => {
  const goods = [
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
  const found = async (over: Partial<ListingQuery>, among: readonly Product[] = goods) => {
    const catalogue = opened(among);
    await catalogue.prepareSearch();
    const listing = catalogue.list({ ...defaultChoice, page: 1, perPage: 1000, ...over }, false);
    if (!listing) throw new Error('Nothing was answered.');
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
  ])('for %j are %j', async (asked, expected) => {
    expect(ids(await found(asked)).toSorted()).toEqual(expected.toSorted());
  });

  test('stand with the best answer first: a name above a description', async () => {
    const [inText, inName] = [
      aProduct({ _id: 'text', name: 'Board', shortDescription: 'Goes with the bowl', saleCount: 9 }),
      aProduct({ _id: 'name', name: 'Large bowl' }),
    ];
    expect(ids(await found({ searchText: 'bowl' }, [inText, inName]))).toEqual(['name', 'text']);
    expect(ids(await found({ searchText: 'bowl', sorting: 'best-selling' }, [inText, inName]))).toEqual(['text', 'name']);
  });

  test('are not told before words can be searched, and everything else is', async () => {
    const catalogue = opened(goods);
    const asked = { ...defaultChoice, page: 1, perPage: 15 };
    expect(catalogue.list({ ...asked, searchText: 'oak' }, false)).toBeUndefined();
    expect(catalogue.list(asked, false)?.count).toBe(3);
    await Promise.all([catalogue.prepareSearch(), catalogue.prepareSearch()]);
    expect(catalogue.list({ ...asked, searchText: 'oak' }, false)?.count).toBe(1);
  });

  test('law: the counts beside the values hold with words too, and no order loses or adds any', async () => {
    const words = fc.constantFrom('oak', 'bowl', 'stoneware mug', 'gift', 'hand', 'the', '!');
    await fc.assert(
      fc.asyncProperty(anyProducts, anyChoice, words, async (products, choice, asked) => {
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

  test('law: no words make it fail', async () => {
    const catalogue = opened(goods);
    await catalogue.prepareSearch();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (searchText) => {
        expect(catalogue.list({ ...defaultChoice, searchText, page: 1, perPage: 15 }, false)?.count).toBeLessThanOrEqual(3);
      }),
      { numRuns: 30 },
    );
  });
});

test('a product is found by its _id; one without cannot be found', () => {
  const catalogue = opened([aProduct({ _id: '', name: 'Invalid' }), aProduct(), aProduct({ name: 'Second of that id' })]);
  expect(catalogue.find('mug')?.name).toBe('Mug');
  for (const id of ['', 'jug', '__proto__', 'constructor']) expect(catalogue.find(id)).toBeUndefined();
});

test('a product with priced variations alone is listed by its cheapest', () => {
  const goods = [
    aProduct({ _id: 'boxed', price: { basePrice: 99 }, types: [aType('two', 30), aType('one', 5)] }),
    aProduct({ _id: 'plain', price: { basePrice: 6 } }),
  ];
  expect(ids(listed(goods, { sorting: 'price-low' }))).toEqual(['boxed', 'plain']);
  expect(ids(listed(goods, { chosen: choosing({ price: ['0-10'] }) })).toSorted()).toEqual(['boxed', 'plain']);
});
