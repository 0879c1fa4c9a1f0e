import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultChoice,
  facets,
  type ListingChoice,
  noFacetValues,
  perFacet,
  readChoice,
  readListingQuery,
  readPage,
  sortings,
  writeChoice,
  writeListingQuery,
} from '#contract/listing-query.ts';
import { anyChoice } from '#tests/support/arbitrary-catalogue.ts';

/** Any query string. */
const anyQueryString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('q', 'sort', 'page', 'perPage', 'prices', 'form', ...facets),
        fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.constantFrom(...sortings, '', '-1', '1e9', 'NaN', 'reseller')),
      ),
      { maxLength: 70 },
    )
    .map((pairs) => String(new URLSearchParams(pairs))),
);
const readBack = (choice: ListingChoice) => readChoice(new URLSearchParams(String(writeChoice(choice))));

describe('the query string of a list', () => {
  test('property: every choice is read back as it was written', () => {
    fc.assert(
      fc.property(anyChoice, fc.string({ maxLength: 40 }), (choice, text) => {
        const reachable = { ...choice, searchText: text.trim() };
        expect(readBack(reachable)).toEqual(reachable);
      }),
    );
  });

  test('property: any query string is read as a valid choice, which is read back as it was written', () => {
    fc.assert(
      fc.property(anyQueryString, (address) => {
        const choice = readChoice(new URLSearchParams(address));
        expect(readBack(choice)).toEqual(choice);
        expect(sortings).toContain(choice.sorting);
        expect(choice.searchText.length).toBeLessThanOrEqual(200);
        expect(choice.searchText).toBe(choice.searchText.trim());
        for (const facet of facets) {
          expect(choice.chosen[facet].length).toBeLessThanOrEqual(50);
          expect(new Set(choice.chosen[facet]).size).toBe(choice.chosen[facet].length);
          expect(choice.chosen[facet]).not.toContain('');
        }
      }),
    );
  });

  test('property: two different choices have different query strings', () => {
    fc.assert(
      fc.property(anyChoice, anyChoice, (one, other) => {
        expect(String(writeChoice(one)) === String(writeChoice(other))).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  test.each([
    ['', defaultChoice],
    ['q=%20%20&sort=rubbish&category=&tag=', defaultChoice],
    ['q=%20oak%20bowl%20', { ...defaultChoice, searchText: 'oak bowl' }],
    ['sort=saving', { ...defaultChoice, sorting: 'saving' }],
    ['category=bath&category=bath&category=home', { ...defaultChoice, chosen: { ...noFacetValues, category: ['bath', 'home'] } }],
    [`tag=${'x'.repeat(101)}`, defaultChoice],
    [`tag=${'x'.repeat(100)}`, { ...defaultChoice, chosen: { ...noFacetValues, tag: ['x'.repeat(100)] } }],
    ['__proto__=x&constructor=y&toString=z', defaultChoice],
    ['%E0%A4%A&q=%', { ...defaultChoice, searchText: '%' }],
  ] as const)('the query string “%s” is read as the expected search, filters and sort order', (address, choice) => {
    expect(readChoice(new URLSearchParams(address))).toEqual(choice);
  });

  test('the default choice has an empty query string, and parameters always have the same order', () => {
    expect(String(writeChoice(defaultChoice))).toBe('');
    const chosen = { ...noFacetValues, tag: ['gift'], category: ['home', 'bath'] };
    expect(String(writeChoice({ searchText: 'oak', chosen, sorting: 'name' }))).toBe(
      'q=oak&category=home&category=bath&tag=gift&sort=name',
    );
  });

  test('each sort order of a list keeps its name in URLs, and the default one has none', () => {
    expect(sortings.map((sorting) => String(writeChoice({ ...defaultChoice, sorting })))).toEqual([
      '',
      'sort=newest',
      'sort=best-selling',
      'sort=price-low',
      'sort=price-high',
      'sort=saving',
      'sort=rating',
      'sort=name',
    ]);
  });

  test('a search text that is too long is cut between two characters, never within a surrogate pair', () => {
    const words = `${'a'.repeat(199)}😀`;
    const choice = readChoice(new URLSearchParams({ q: words }));
    expect(choice.searchText).toBe('a'.repeat(199));
    expect(readBack(choice)).toEqual(choice);
  });
});

test('a search text is measured without the spaces around it, and has none where it was cut', () => {
  const search = (q: string) => readChoice(new URLSearchParams({ q })).searchText;
  expect(search(`   ${'a'.repeat(200)}`)).toBe('a'.repeat(200));
  expect(search(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
});

test('a facet has its first fifty values, and what comes on top is ignored', () => {
  const values = Array.from({ length: 51 }, (_, index) => `tag-${index}`);
  const { chosen } = readChoice(new URLSearchParams(values.map((value) => ['tag', value])));
  expect(chosen.tag).toEqual(values.slice(0, 50));
});

describe('the page number in a URL', () => {
  test.each([
    ['1', 1],
    ['2', 2],
    ['07', 7],
    ['0', 1],
    ['-3', 1],
    ['1.5', 1],
    ['x', 1],
    ['', 1],
    ['NaN', 1],
    ['Infinity', 1],
    ['9'.repeat(30), 1],
    [null, 1],
    [undefined, 1],
  ])('the page number %s is read as page %d', (text, page) => {
    expect(readPage(text)).toBe(page);
  });
});

describe('the query that asks the API for a page', () => {
  test('property: is read back as it was written', () => {
    const numbers = fc.record({ page: fc.integer({ min: 1 }), perPage: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(anyChoice, numbers, fc.boolean(), (choice, { page, perPage }, isReseller) => {
        const query = { ...choice, page, perPage };
        expect(readListingQuery(new URLSearchParams(String(writeListingQuery(query, isReseller))))).toEqual({ query, isReseller });
      }),
    );
  });

  test('property: any query string gives a valid page number and a page size within its limits', () => {
    fc.assert(
      fc.property(anyQueryString, (address) => {
        const { page, perPage } = readListingQuery(new URLSearchParams(address)).query;
        for (const number of [page, perPage]) expect(Number.isSafeInteger(number) && number >= 1).toBe(true);
        expect(perPage).toBeLessThanOrEqual(60);
      }),
    );
  });

  test.each([
    ['', 15],
    ['perPage=16', 16],
    ['perPage=61', 60],
    ['perPage=0', 15],
    ['perPage=-2', 15],
    ['perPage=2.5', 15],
    ['perPage=many', 15],
  ])('the query string “%s” asks for %d products a page', (address, perPage) => {
    expect(readListingQuery(new URLSearchParams(address)).query.perPage).toBe(perPage);
  });

  test('the query that asks the API for a page asks for a reseller’s prices only with prices=reseller', () => {
    expect(readListingQuery(new URLSearchParams('prices=reseller')).isReseller).toBe(true);
    for (const address of ['', 'prices=', 'prices=customer', 'prices=RESELLER'])
      expect(readListingQuery(new URLSearchParams(address)).isReseller).toBe(false);
  });
});

test('perFacet has one entry for each facet, in their order', () => {
  expect(Object.keys(perFacet(() => 1))).toEqual([...facets]);
});
