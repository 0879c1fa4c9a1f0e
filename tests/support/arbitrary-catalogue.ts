import fc from 'fast-check';
import { type Facet, facets, type ListingChoice, perFacet, sortings } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import { aColor, aProduct, aType } from './product-builders.ts';

const pounds = fc.integer({ min: 0, max: 12_000 }).map((pence) => pence / 100);

const anyColour = fc
  .record({
    name: fc.constantFrom('Oat', 'Ink', 'Moss', ''),
    sizes: fc.dictionary(fc.constantFrom('S', 'M', 'L'), fc.nat(3), { noNullPrototype: true }),
  })
  .map(({ name, sizes }) => aColor(name, sizes));

const anyProduct = fc
  .record({
    name: fc.constantFrom('Bowl', 'Oak bowl', 'Mug', 'Stoneware mug', 'Vase', 'ämne', 'Zinc tray'),
    price: fc.record({ basePrice: pounds }),
    resellerPrice: pounds,
    discount: fc.constantFrom(0, 0, 5, 12.5, 50, 100),
    reducedSince: fc.constantFrom('', '2025-08-12', '2025-08-12'),
    stock: fc.nat(5),
    saleCount: fc.nat(5),
    new: fc.boolean(),
    rating: fc.constantFrom(0, 2.9, 3, 3.9, 4, 5),
    reviewCount: fc.nat(3),
    mainImage: fc.constantFrom('', '/pictures/mug.01234567.800-400.avif'),
    createdAt: fc.constantFrom('2025-01-01T00:00:00.000Z', '2025-06-01T00:00:00.000Z', '', 'not a date'),
    category: fc.array(fc.constantFrom('kitchen', 'home', 'bath', ''), { maxLength: 3 }),
    tag: fc.array(fc.constantFrom('gift', 'serving', '__proto__'), { maxLength: 3 }),
    material: fc.constantFrom('Oak', 'Stoneware', ''),
    shortDescription: fc.constantFrom('', 'Turned by hand', 'Glazed'),
    variation: fc.array(anyColour, { maxLength: 3 }),
    types: fc.array(
      fc.tuple(pounds, fc.constantFrom('', '2025-08-12')).map(([price, reducedSince]) => aType('type', price, { reducedSince })),
      { maxLength: 3 },
    ),
  })
  .map((overrides) => overrides);

/** Any catalogue of up to 14 products with unique ids. */
export const anyProducts: fc.Arbitrary<readonly Product[]> = fc
  .array(anyProduct, { maxLength: 14 })
  .map((rows) => rows.map((overrides, index) => aProduct({ ...overrides, _id: `p${index}`, id: `p${index}` })));

const valuesOf: Readonly<Record<Facet, readonly string[]>> = {
  category: ['kitchen', 'home', 'bath', 'nowhere'],
  colour: ['Oat', 'Ink', 'Moss', 'Nothing'],
  size: ['S', 'M', 'L'],
  material: ['Oak', 'Stoneware', 'constructor'],
  tag: ['gift', 'serving', '__proto__'],
  price: ['0-10', '10-20', '20-40', '40-80', '80-', '3-4'],
  rating: ['4', '3', '5'],
  availability: ['in', 'out'],
  sale: ['yes'],
  new: ['yes', 'no'],
};

/** Any filters and sorting for such a catalogue, without a search text. */
export const anyChoice: fc.Arbitrary<ListingChoice> = fc
  .record({
    picked: fc.array(
      fc.constantFrom(...facets).chain((facet) => fc.constantFrom(...valuesOf[facet]).map((value) => ({ facet, value }))),
      { maxLength: 4 },
    ),
    sorting: fc.constantFrom(...sortings),
  })
  .map(({ picked, sorting }) => ({
    searchText: '',
    chosen: perFacet((facet) => [...new Set(picked.filter((each) => each.facet === facet).map(({ value }) => value))]),
    sorting,
  }));
