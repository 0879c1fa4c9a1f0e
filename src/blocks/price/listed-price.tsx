import { cheapest } from '#catalogue/cheapest.ts';
import type { Product } from '#contract/product.ts';
import { Price } from './price.tsx';

/** A product's price in a list: that of its cheapest variation. */
export const ListedPrice = ({ product }: { readonly product: Product }) => <Price {...cheapest(product)} />;
