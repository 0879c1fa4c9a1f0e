import { expect, test } from 'vitest';
import { listedProducts } from '#catalogue/listed-product.ts';
import { detailFields } from '#contract/product-fields.ts';
import { aProduct } from '#tests/support/product-builders.ts';

const picture = { src: '/pictures/1.webp', alt: 'A mug', color: 'Oat', preview: 'data:image/webp;base64,AA==' };

test('a list has the fields of a product card and its pictures, and none of the product page’s own', () => {
  const product = aProduct({ fullDescription: 'Long', weight: '1 kg', sku: 'M-1', images: [picture, picture, picture] });
  const [listed] = listedProducts([product]);
  expect(listed).toMatchObject({ _id: 'mug', name: 'Mug', price: { basePrice: 10 }, stock: 10, images: product.images });
  for (const field of detailFields) expect(listed).not.toHaveProperty(field);
});

test('a list of more than 200 products has no blurred previews', () => {
  const products = Array.from({ length: 201 }, (_, at) => aProduct({ _id: `p${at}`, images: [picture] }));
  expect(listedProducts(products)[0]?.images).toEqual([{ src: '/pictures/1.webp', alt: 'A mug', color: 'Oat' }]);
  expect(listedProducts(products.slice(1))[0]?.images[0]).toHaveProperty('preview');
});
