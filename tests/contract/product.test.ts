import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryList, colorVariationList, product, productList, variationList } from '#contract/product.ts';

const nameAndPrice = { name: 'Salt pot', price: { basePrice: 26 } };
const read = (over: Readonly<Record<string, unknown>> = {}) => product.parse({ ...nameAndPrice, ...over });
const isProduct = (over: Readonly<Record<string, unknown>>): boolean => product.safeParse({ ...nameAndPrice, ...over }).success;

const requiredFields = {
  id: 'mug-1',
  _id: 'mug-1',
  name: 'Mug',
  mainImage: 'uploads\\mug.jpg',
  price: { basePrice: 18 },
  discount: 10,
  resellerPrice: 3.5,
  stock: 12,
  saleCount: 2,
  deliveryCost: 3.95,
  category: ['kitchen-table'],
  tag: ['gift'],
  material: 'Stoneware clay',
  new: true,
  variation: [{ color: 'Oat', size: [{ name: '350 ml' }] }],
};

/** The texts of a product that are empty when the API leaves them out. */
const emptyTexts = {
  shortDescription: '',
  fullDescription: '',
  weight: '',
  dimensions: '',
  realSize: '',
  care: '',
  madeIn: '',
  netQuantity: '',
  ingredients: '',
  warnings: '',
  maker: '',
  responsiblePerson: '',
  batch: '',
  usuallyBack: '',
  optionLabel: '',
};

describe('a product', () => {
  test('a product with only the required fields is accepted, and keeps every one of them', {
    tags: ['product.identity', 'product.pricing', 'product.classification', 'product.variations'],
  }, () => {
    const shown = product.parse(requiredFields);
    const { variation, ...rest } = requiredFields;
    expect(shown).toMatchObject(rest);
    expect(shown.variation).toMatchObject(variation);
    expect(shown).toMatchObject({
      images: [],
      types: [],
      ...emptyTexts,
      sku: '',
      createdAt: '',
    });
  });

  test('a product with only a name and a price gets defaults for all other fields', () => {
    expect(read()).toEqual({
      id: '',
      _id: '',
      name: 'Salt pot',
      mainImage: '',
      images: [],
      price: { basePrice: 26 },
      discount: 0,
      reducedSince: '',
      resellerPrice: 0,
      stock: 0,
      saleCount: 0,
      deliveryCost: 0,
      makingDays: 0,
      category: [],
      tag: [],
      material: '',
      new: false,
      personalised: false,
      featured: 0,
      variation: [],
      types: [],
      ...emptyTexts,
      rating: 0,
      reviewCount: 0,
      sku: '',
      createdAt: '',
    });
  });

  test('a product without _id gets an empty one, which the cart refuses with “Invalid product data”', () => {
    expect(read({ id: 'salt-pot' })).toMatchObject({ id: 'salt-pot', _id: '' });
  });

  test('a product is unchanged when it is parsed twice', () => {
    const once = product.parse(requiredFields);
    expect(product.parse(once)).toEqual(once);
    expect(product.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });

  test('a product loses fields that the contract does not have', () => {
    expect(read({ costPrice: 4, supplier: 'secret' })).toEqual(read());
  });

  test('a product has pictures with or without a text, a colour and a preview', () => {
    expect(read({ images: [{ src: '/a.webp' }, { src: '/b.webp', alt: 'A pot', color: 'Oat', preview: 'data:,' }] }).images).toEqual([
      { src: '/a.webp', alt: '' },
      { src: '/b.webp', alt: 'A pot', color: 'Oat', preview: 'data:,' },
    ]);
  });

  test('a product has priced variations with or without a stock of their own', () => {
    const types = [
      { _id: 'a', name: 'Set of four', price: { basePrice: 18 } },
      { _id: 'b', name: 'Set of eight', price: { basePrice: 33 }, stock: 4, saleCount: 1 },
    ];
    expect(read({ types }).types).toEqual(types);
  });

  test('a product has colours with or without a swatch, a picture and sizes', { tags: 'product.variations' }, () => {
    expect(read({ variation: [{ color: 'Oat' }] }).variation).toEqual([{ color: 'Oat', hex: '', size: [] }]);
    const full = [{ color: 'Ink', hex: '#748A9A', image: '/ink.webp', size: [{ name: '350 ml', stock: 4, saleCount: 4 }] }];
    expect(read({ variation: full }).variation).toEqual(full);
  });
});

describe('category and tag', () => {
  test.each(['category', 'tag'] as const)(
    'the field %s of a product may be one value or a list, and is parsed as a list',
    { tags: 'product.classification' },
    (field) => {
      expect(read({ [field]: 'gift' })[field]).toEqual(['gift']);
      expect(read({ [field]: ['gift'] })[field]).toEqual(['gift']);
      expect(read({ [field]: ['gift', 'garden'] })[field]).toEqual(['gift', 'garden']);
      expect(read({ [field]: [] })[field]).toEqual([]);
      expect(read()[field]).toEqual([]);
    },
  );
});

describe('deliveryCost', () => {
  test.each([
    [3.95, 3.95],
    ['3.95', 3.95],
    [' 3.95 ', 3.95],
    ['4', 4],
    [0, 0],
    ['0', 0],
    ['', 0],
    ['free', 0],
    ['£3.95', 0],
    ['NaN', 0],
    ['Infinity', 0],
    ['1e999', 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    [-3.95, 0],
    ['-3.95', 0],
    [null, 0],
    [undefined, 0],
    [true, 0],
    [[], 0],
    [{ amount: 3.95 }, 0],
  ])('a delivery cost sent as %j is parsed as %d pounds', { tags: 'cart.delivery-cost' }, (sent, expected) => {
    expect(read({ deliveryCost: sent }).deliveryCost).toBe(expected);
  });

  test('a product without a delivery cost is delivered for free', { tags: 'cart.delivery-cost' }, () => {
    expect(read().deliveryCost).toBe(0);
  });

  test('property: a delivery cost is always parsed as a finite number of at least 0', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), fc.double(), fc.double().map(String)), (sent) => {
        const { deliveryCost } = read({ deliveryCost: sent });
        expect(Number.isFinite(deliveryCost)).toBe(true);
        expect(deliveryCost).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('an invalid product', () => {
  test.each([
    ['a price below zero', { price: { basePrice: -1 } }],
    ['a price that is text', { price: { basePrice: '26' } }],
    ['an endless price', { price: { basePrice: Number.POSITIVE_INFINITY } }],
    ['a price that is no number', { price: { basePrice: Number.NaN } }],
    ['a bare number for a price', { price: 26 }],
    ['no price', { price: undefined }],
    ['no name', { name: undefined }],
    ['a name that is a number', { name: 7 }],
    ['a stock below zero', { stock: -1 }],
    ['a reseller price below zero', { resellerPrice: -1 }],
    ['a colour without a name', { variation: [{ hex: '#fff' }] }],
    ['a variation without a price', { types: [{ _id: 'a', name: 'Boxed' }] }],
  ])('an invalid product is refused: %s', (_, over) => {
    expect(isProduct(over)).toBe(false);
    expect(isProduct({})).toBe(true);
  });
});

describe('the list of products', () => {
  test('the list of products holds the products in the order they were sent', () => {
    const names = productList.parse([nameAndPrice, { ...nameAndPrice, name: 'Jug' }, requiredFields]).map((row) => row.name);
    expect(names).toEqual(['Salt pot', 'Jug', 'Mug']);
  });

  test('the list of products may be empty', () => {
    expect(productList.parse([])).toEqual([]);
  });

  test('the list of products leaves out invalid rows and keeps the others', () => {
    const rows = [
      null,
      nameAndPrice,
      { name: 'No price' },
      'mug',
      7,
      [],
      { ...nameAndPrice, price: { basePrice: 'dear' } },
      requiredFields,
      undefined,
    ];
    expect(productList.parse(rows).map((row) => row.name)).toEqual(['Salt pot', 'Mug']);
  });

  test('property: no invalid row between the products removes any of them', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(requiredFields), fc.jsonValue()), { maxLength: 10 }), (rows) => {
        expect(productList.parse(rows)).toHaveLength(rows.filter((row) => row === requiredFields).length);
      }),
    );
  });

  test.each([
    ['a page of HTML', '<!doctype html><html lang="en"><title>Flone</title></html>'],
    ['an object around the list', { products: [nameAndPrice] }],
    ['one product', nameAndPrice],
    ['null', null],
    ['nothing', undefined],
    ['a number', 0],
  ])('the list of products is refused when the answer is %s, so that a shopper sees a failure and not an empty shop', (_, answer) => {
    expect(productList.safeParse(answer).success).toBe(false);
  });
});

describe('prototype keys in the data', () => {
  const poisoned: unknown = JSON.parse(
    '[{"name":"Mug","price":{"basePrice":18},"__proto__":{"discount":100,"polluted":true},"constructor":{"prototype":{"polluted":true}}}]',
  );

  test('prototype keys in the data change neither a product nor Object.prototype', () => {
    const [mug] = productList.parse(poisoned);
    expect(mug?.discount).toBe(0);
    expect(Object.getPrototypeOf(mug)).toBe(Object.prototype);
    expect(mug).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a product, colour or category called %s is only a name',
    (word) => {
      const odd = read({
        _id: word,
        name: word,
        category: word,
        variation: [{ color: word, size: [{ name: word, stock: 1, saleCount: 0 }] }],
      });
      expect(odd).toMatchObject({ _id: word, name: word, category: [word] });
      expect(odd.variation).toEqual([{ color: word, hex: '', size: [{ name: word, stock: 1, saleCount: 0 }] }]);
    },
  );
});

describe('the other lists of the catalogue', () => {
  test('variations need the id of their product', () => {
    const rows = [{ _id: 'boxed', productId: 'mug', name: 'Gift boxed', price: { basePrice: 21.5 }, stock: 5, saleCount: 1 }];
    expect(variationList.parse(rows)).toEqual(rows);
    expect(variationList.safeParse([{ _id: 'boxed', name: 'Gift boxed', price: { basePrice: 21.5 } }]).success).toBe(false);
  });

  test('colours need their own id and the id of their product', () => {
    const rows = [{ _id: 'mug-oat', productId: 'mug', color: 'Oat', hex: '#DBCCB2', size: [{ name: '350 ml', stock: 2, saleCount: 1 }] }];
    expect(colorVariationList.parse(rows)).toEqual(rows);
    expect(colorVariationList.safeParse([{ color: 'Oat' }]).success).toBe(false);
  });

  test('a category needs an id, a name, a slug and a count; its picture and its sentence are optional', () => {
    const garden = { _id: 'garden', name: 'Garden', slug: 'garden', count: 3 };
    expect(categoryList.parse([garden])).toEqual([{ ...garden, image: '', description: '' }]);
    expect(categoryList.safeParse([{ name: 'Garden' }]).success).toBe(false);
    expect(categoryList.safeParse('<!doctype html>').success).toBe(false);
  });
});
