import { isAnyOf } from '@reduxjs/toolkit';
import type { CartLine, WishlistItem } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import {
  fromSavedVariant,
  keyOfLine,
  type LineIdentity,
  type ListOperation,
  listOperation,
  maxSavedQuantity,
  type SavedLine,
  type SavedListName,
  type SavedVariant,
  toSavedVariant,
} from '#contract/saved-lists.ts';
import { isSameVariant, type Variant, variantOf, withVariant } from '#contract/variant.ts';
import * as cart from '#features/cart/cart-slice.ts';
import * as compare from '#features/compare/compare-slice.ts';
import * as wishlist from '#features/wishlist/wishlist-slice.ts';

/** What a shopper does to the lists. */
export const isListChange = isAnyOf(
  cart.added,
  cart.decremented,
  cart.removed,
  cart.putBack,
  cart.changeAcknowledged,
  cart.cleared,
  cart.purchased,
  wishlist.added,
  wishlist.removed,
  wishlist.putBack,
  wishlist.cleared,
  compare.added,
  compare.removed,
  compare.putBack,
  compare.cleared,
);

/** The three lists as slices have them. */
export type Lists = {
  readonly cart: { readonly lines: readonly CartLine[] };
  readonly wishlist: { readonly items: readonly WishlistItem[] };
  readonly compare: { readonly items: readonly Product[] };
};

const identityOf = (list: SavedListName, { _id }: Product, variant: Variant = {}): LineIdentity => ({
  list,
  productId: _id,
  ...toSavedVariant(variant),
});

const savedLinesOf = (lists: Lists): SavedLine[] => [
  ...lists.cart.lines.map((line) => ({ ...identityOf('cart', line, variantOf(line)), quantity: line.quantity })),
  ...lists.wishlist.items.map((item) => ({ ...identityOf('wishlist', item), quantity: 1, choice: toSavedVariant(variantOf(item)) })),
  ...lists.compare.items.map((item) => ({ ...identityOf('compare', item), quantity: 1 })),
];

export const noLists: Lists = { cart: { lines: [] }, wishlist: { items: [] }, compare: { items: [] } };

export const productIdsIn = (lists: Lists): string[] => savedLinesOf(lists).map(({ productId }) => productId);

/** The operations that lead from one state of the lists to another. */
export const operationsBetween = (before: Lists, after: Lists): ListOperation[] => {
  const old = new Map(savedLinesOf(before).map((line) => [keyOfLine(line), line]));
  const now = new Map(savedLinesOf(after).map((line) => [keyOfLine(line), line]));
  return [...new Map([...old, ...now])].flatMap(([key, line]): ListOperation[] => {
    const more = (now.get(key)?.quantity ?? 0) - (old.get(key)?.quantity ?? 0);
    const does = more > 0 ? 'add' : 'take';
    // What the server would refuse, such as a product without an id in an old cart, is not sent and stays in this browser.
    const operation = listOperation.safeParse({ ...line, does, quantity: Math.min(Math.abs(more), maxSavedQuantity) });
    return operation.success ? [operation.data] : [];
  });
};

/** The part of the lists that operations have added to them. */
export const additionsOf = (operations: readonly ListOperation[], lists: Lists): Lists => {
  const units = new Map<string, number>();
  for (const { does, quantity, ...line } of operations) {
    const key = keyOfLine(line);
    units.set(key, (units.get(key) ?? 0) + (does === 'add' ? quantity : -quantity));
  }
  const unitsOf = (line: LineIdentity): number => Math.max(0, units.get(keyOfLine(line)) ?? 0);
  const isAdded = (list: 'wishlist' | 'compare') => (item: Product) => unitsOf(identityOf(list, item)) > 0;
  return {
    cart: {
      lines: lists.cart.lines.flatMap((line) => {
        const quantity = Math.min(line.quantity, unitsOf(identityOf('cart', line, variantOf(line))));
        return quantity > 0 ? [cart.withQuantity(line, quantity)] : [];
      }),
    },
    wishlist: { items: lists.wishlist.items.filter(isAdded('wishlist')) },
    compare: { items: lists.compare.items.filter(isAdded('compare')) },
  };
};

/** A wishlist item with the variant that the account has; the same object if nothing differs. */
const asChosen = (item: WishlistItem, choice: SavedVariant | undefined): WishlistItem => {
  const variant = choice && fromSavedVariant(choice);
  return !variant || isSameVariant(variant, variantOf(item)) ? item : withVariant(item, variant);
};

/** Units and products that other devices added, by list. */
type Arrivals = Readonly<Record<SavedListName, number>>;

/**
 * Merges the account's lines into the browser's lists. A line that the browser has keeps its place and its copy of the product, so that a changed
 * price is noticed; a new line comes last, with today's product. `find` returns a product that is sold today. If it finds none, a line that the
 * browser has stays, and says that the product is gone; a new line is left out.
 */
export const listsFrom = (
  shown: Lists,
  saved: readonly SavedLine[],
  find: (productId: string) => Product | undefined,
): { readonly lists: Lists; readonly arrivals: Arrivals } => {
  const news = new Map(saved.map((line) => [keyOfLine(line), line]));
  /** Takes the account's line out of `news`; `null` if the account has no such line any more, undefined if the product is not sold. */
  const claim = (line: LineIdentity): SavedLine | null | undefined => {
    const key = keyOfLine(line);
    const found = news.get(key);
    news.delete(key);
    return found ?? (line.productId !== '' && find(line.productId) ? null : undefined);
  };
  const arrivals = { cart: 0, wishlist: 0, compare: 0 };

  const lines = shown.cart.lines.flatMap((line) => {
    const found = claim(identityOf('cart', line, variantOf(line)));
    if (found === undefined || found?.quantity === line.quantity) return [line];
    if (found === null) return [];
    arrivals.cart += Math.max(0, found.quantity - line.quantity);
    return [cart.withQuantity(line, found.quantity)];
  });
  const itemsOf = (list: 'wishlist' | 'compare', items: readonly WishlistItem[]): WishlistItem[] =>
    items.flatMap((item) => {
      const found = claim(identityOf(list, item));
      return found === null ? [] : [asChosen(item, found?.choice)];
    });
  const wishes = itemsOf('wishlist', shown.wishlist.items);
  const comparedItems = itemsOf('compare', shown.compare.items);
  for (const line of news.values()) {
    const product = find(line.productId);
    // A priced variation that is not sold any more has no price.
    if (!product || (line.variation !== '' && !product.types.some(({ _id }) => _id === line.variation))) continue;
    arrivals[line.list] += line.quantity;
    if (line.list === 'wishlist') wishes.push(asChosen(product, line.choice));
    else if (line.list === 'compare') comparedItems.push(product);
    else {
      const item = withVariant(product, fromSavedVariant(line));
      lines.push(cart.withQuantity({ ...item, cartItemId: keyOfLine(line), quantity: 1, totalDeliveryCost: 0 }, line.quantity));
    }
  }
  return { lists: { cart: { lines }, wishlist: { items: wishes }, compare: { items: comparedItems } }, arrivals };
};
