import { cheapest } from '#catalogue/cheapest.ts';
import type { Product } from '#contract/product.ts';
import { Price } from './price.tsx';

/** A product's price in a list: the cheapest way to buy it. */
export const ListedPrice = ({ product }: { readonly product: Product }) => <Price {...cheapest(product)} />;
