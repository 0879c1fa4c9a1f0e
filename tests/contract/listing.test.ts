import { expect, test } from 'vitest';
import { listing, synonymList } from '#contract/listing.ts';
import { facets, noFacetValues, perFacet } from '#contract/listing-query.ts';
import { product } from '#contract/product.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

const mug = product.parse({ _id: 'mug', name: 'Mug', price: { basePrice: 18 } });
const page = { items: [mug], count: 31, page: 2, pages: 3, total: 90 };

test('a page of a list has its products, its numbers, what is chosen, and the count of every value', () => {
  const counted = perFacet((facet) => [{ value: `a ${facet}`, count: 3 }]);
  expectFields(listing, { ...page, chosen: perFacet((facet) => [`a ${facet}`]), counts: counted }, { lowestDelivery: 2.5 }, [-1, Infinity]);
});

test('a facet that the answer leaves out has nothing chosen and nothing counted', () => {
  const read = listing.parse({ ...page, chosen: {}, counts: {} });
  expect([read.chosen, read.counts]).toEqual([noFacetValues, noFacetValues]);
  expect(Object.keys(read.counts)).toEqual([...facets]);
  expect(listing.safeParse({ ...page, chosen: {}, counts: { colour: [{ value: 'Oat', count: -1 }] } }).success).toBe(false);
  expect(listing.safeParse({ ...page, chosen: {}, counts: { colour: [{ count: 1 }] } }).success).toBe(false);
});

test('a list of synonyms has the words of shoppers, each with the words that it finds', () => {
  const synonyms = [{ word: 'sofa', finds: ['couch', 'settee'] }];
  expect(synonymList.parse([{ ...synonyms[0], unknownField: 'x' }])).toEqual(synonyms);
  for (const wrong of [{ word: 'sofa' }, { finds: ['couch'] }, { word: 7, finds: [] }, { word: 'sofa', finds: [7] }])
    expect(synonymList.safeParse([wrong]).success).toBe(false);
});
