import type { Order } from '#contract/order.ts';
import { chosenPictures, ProductPicture } from '#features/catalogue/product-picture.tsx';
import type { ProductLookup } from '#features/catalogue/use-products.ts';
import { itemVariant } from '#features/orders/order-texts.ts';

type OrderedPictureProps = {
  readonly item: Order['items'][number];
  /** The result of `useLookup`. */
  readonly find: (id: string) => ProductLookup;
  readonly sizes: string;
};

/** The picture of an ordered item by today's catalogue; the parcel icon for what is no longer sold. */
export const OrderedPicture = ({ item, find, sizes }: OrderedPictureProps) => {
  const { product, isDiscontinued } = find(item.product._id);
  if (!product && !isDiscontinued) return <span className="picture" />;
  return <ProductPicture image={product && chosenPictures(product, itemVariant(item))[0]} sizes={sizes} alt="" />;
};
