import { cheapest } from '#contract/cheapest.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';

/** The orders a list of goods can stand in; the first is the one it starts with. */
export const sortings = ['featured', 'newest', 'best-selling', 'price-low', 'price-high', 'saving', 'name'] as const;

export type Sorting = (typeof sortings)[number];

/** What a shopper asked of the list, as it stands in the address. */
export type ListingChoice = { readonly words: string; readonly category: string; readonly tag: string; readonly sorting: Sorting };

type Compare = (one: Product, other: Product) => number;

/** Price as THIS shopper pays it, the cheapest way to buy: a reseller's order may differ from a customer's. */
const lowestPrice = (product: Product, isReseller: boolean): number => unitPrice(cheapest(product).goods, isReseller).unit;

const byName: Compare = (one, other) => one.name.localeCompare(other.name, 'en-GB');
const byNewest: Compare = (one, other) => other.createdAt.localeCompare(one.createdAt);
const bySales: Compare = (one, other) => other.saleCount - one.saleCount;
const bySaving: Compare = (one, other) => other.discount - one.discount;
const canBeHad = (product: Product): number => (available(product) > 0 ? 1 : 0);

const isShown = ({ images, mainImage }: Product): number => (images.length > 0 || mainImage !== '' ? 1 : 0);

const orders: Readonly<Record<Sorting, (isReseller: boolean) => Compare>> = {
  // What can be bought stands before what cannot, what can be seen before what cannot, new before old.
  featured: () => (one, other) =>
    canBeHad(other) - canBeHad(one) || isShown(other) - isShown(one) || Number(other.new) - Number(one.new) || bySales(one, other),
  newest: () => byNewest,
  'best-selling': () => bySales,
  'price-low': (isReseller) => (one, other) => lowestPrice(one, isReseller) - lowestPrice(other, isReseller),
  'price-high': (isReseller) => (one, other) => lowestPrice(other, isReseller) - lowestPrice(one, isReseller),
  saving: () => bySaving,
  name: () => byName,
};

/** The same products in the order asked for; equals stay by name, so that a page never changes between two looks. */
export const sortProducts = (products: readonly Product[], sorting: Sorting, isReseller: boolean): Product[] => {
  const order = orders[sorting](isReseller);
  return products.toSorted((one, other) => order(one, other) || byName(one, other));
};

const isAbout = (product: Product, words: readonly string[]): boolean => {
  const text = [product.name, ...product.tag, ...product.category, product.material, product.shortDescription].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The products that a shopper asked for: every word found, in the category, with the tag. */
export const chosenProducts = (products: readonly Product[], choice: Pick<ListingChoice, 'words' | 'category' | 'tag'>): Product[] => {
  const words = choice.words.toLowerCase().split(/\s+/).filter(Boolean);
  return products.filter(
    (product) =>
      (choice.category === '' || product.category.includes(choice.category)) &&
      (choice.tag === '' || product.tag.includes(choice.tag)) &&
      isAbout(product, words),
  );
};

/** One page of a list; a page past either end is the nearest one there is. */
export const pageOf = <Item>(items: readonly Item[], page: number, perPage: number) => {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const shown = Math.min(pages, Math.max(1, Math.trunc(page) || 1));
  return { items: items.slice((shown - 1) * perPage, shown * perPage), page: shown, pages };
};
