import { expect, expectTypeOf, test } from 'vitest';
import { listedProduct } from '#catalogue/listed-product.ts';
import { facets } from '#contract/listing-query.ts';
import { product } from '#contract/product.ts';
import {
  compareFields,
  detailFields,
  type Field,
  facetFields,
  fieldNames,
  isDetail,
  jsonLdFields,
  productFields,
  safetyFacts,
  searchFields,
  tabFields,
} from '#contract/product-fields.ts';
import { writeRows } from '#server/domain/catalogue/catalogue-file.ts';
import { aProduct } from '#tests/support/product-builders.ts';

test('the schema of a product has exactly the fields of the table', () => {
  expect(Object.keys(product.shape)).toEqual(fieldNames);
});

test('a product in a list has all fields but the details', () => {
  expect(Object.keys(listedProduct(aProduct(), 1))).toEqual(fieldNames.filter((name) => !detailFields.some((detail) => detail === name)));
});

test('the seller’s CSV files keep their columns in their order', () => {
  expect(writeRows([], 'csv').trim()).toBe(
    'id,sku,name,shortDescription,fullDescription,basePrice,discount,resellerPrice,deliveryCost,makingDays,stock,saleCount,categories,tags,' +
      'material,weight,dimensions,realSize,care,madeIn,netQuantity,ingredients,warnings,maker,responsiblePerson,batch,usuallyBack,optionLabel,new,personalised,featured,createdAt,images,colors,types',
  );
});

test('facets keep their names and their order in URLs', () => {
  expect(facets).toEqual(['category', 'colour', 'size', 'material', 'tag', 'rating', 'price', 'availability', 'sale', 'new']);
});

test('the rows of a comparison are those that the table marks, in its order', () => {
  expect(compareFields).toEqual(['material', 'weight', 'dimensions']);
});

test('the additional information of a product, its search fields with their weights and its properties for search engines follow from the table', () => {
  expect(tabFields).toEqual(['material', 'dimensions', 'weight', 'care', 'madeIn', 'netQuantity']);
  expect(searchFields.map((name) => [name, productFields[name].search])).toEqual([
    ['name', 'name'],
    ['category', 'tags'],
    ['tag', 'tags'],
    ['material', 'tags'],
    ['shortDescription', 'text'],
  ]);
  expect(jsonLdFields.map((name) => productFields[name].jsonLd)).toEqual(['material', 'sku']);
});

test('a detail is no facet: lists in the browser do not have it', () => {
  expectTypeOf<{ readonly type: 'text'; readonly facet: true; readonly isDetail: true }>().not.toExtend<Field>();
  expectTypeOf<{ readonly type: 'text'; readonly facet: true }>().toExtend<Field>();
  expect(facetFields.filter(isDetail)).toEqual([]);
});

test('what must be known before buying is sentences in the order of the law, and a maker who is also responsible is named once', () => {
  const facts = {
    ingredients: 'Olive oil, lavender',
    warnings: 'Keep out of eyes!',
    maker: 'Ada, 1 Mill Lane',
    responsiblePerson: '',
    batch: 'B7',
  };
  const text = '100 g. Olive oil, lavender. Keep out of eyes! Made by Ada, 1 Mill Lane.';
  expect(safetyFacts(facts, '100 g')).toBe(`${text} Batch: B7.`);
  expect(safetyFacts({ ...facts, responsiblePerson: facts.maker }, '100 g')).toBe(`${text} Batch: B7.`);
  expect(safetyFacts({ ...facts, responsiblePerson: 'Bo, Belfast' }, '100 g')).toBe(`${text} Responsible person: Bo, Belfast. Batch: B7.`);
  expect(safetyFacts({ ingredients: '', warnings: '', maker: '', responsiblePerson: '', batch: '' })).toBe('');
});
