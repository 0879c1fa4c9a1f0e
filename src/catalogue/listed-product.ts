import type { Product } from '#contract/product.ts';
import { type FieldName, type FieldsWith, fieldNames, isDetail } from '#contract/product-fields.ts';

/** Lists of more products than this leave out the blurred previews of pictures, which are a third of such a list. */
const maxPreviewed = 200;

/** A product as lists carry it; the details come from `GET client/products/{id}` (extension). */
export type ListedProduct = Omit<Product, FieldsWith<'isDetail'>>;

const isListField = (name: FieldName): name is keyof ListedProduct => !isDetail(name);
const listFields = fieldNames.filter(isListField);

const withoutPreviews = (images: Product['images']): Product['images'] => images.map(({ preview: _, ...image }) => image);

/** A product without the fields that are details, for a list of `listLength` products. */
export const listedProduct = (product: Product, listLength: number): ListedProduct => {
  const fields = Object.fromEntries(listFields.map((name) => [name, product[name]])) as ListedProduct;
  return listLength > maxPreviewed ? { ...fields, images: withoutPreviews(fields.images) } : fields;
};

/** A page, or the whole list, as it is sent. */
export const listedProducts = (products: readonly Product[]): ListedProduct[] =>
  products.map((product) => listedProduct(product, products.length));
