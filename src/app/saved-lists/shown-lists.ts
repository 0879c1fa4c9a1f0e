import type { CartLine } from '#contract/cart-line.ts';
import { choiceOf } from '#contract/choice.ts';
import type { Product } from '#contract/product.ts';
import {
  identityOfCartLine,
  keyOfChosen,
  keyOfLine,
  type LineDelta,
  type LineIdentity,
  type SavedListName,
  type ShownLine,
  type WishChoice,
} from '#contract/saved-lists.ts';
import type { WishlistItem } from '#contract/wishlist-item.ts';
import { withQuantity } from '#features/cart/cart-slice.ts';

/** The three lists in the browser's own form. */
export type Lists = {
  readonly cart: { readonly lines: readonly CartLine[] };
  readonly wishlist: { readonly items: readonly WishlistItem[] };
  readonly compare: { readonly items: readonly Product[] };
};

const identityOfItem = (list: SavedListName, { _id }: Product): LineIdentity => ({
  list,
  productId: _id,
  variation: '',
  color: '',
  size: '',
});

const choiceOfItem = ({ selectedVariation, selectedProductColor = '', selectedProductSize = '' }: WishlistItem): WishChoice => ({
  variation: selectedVariation?._id ?? '',
  color: selectedProductColor,
  size: selectedProductSize,
});

/** By line and choice. */
const ofLists = ({ cart, wishlist, compare }: Lists): Map<string, ShownLine> => {
  const lines = [
    ...cart.lines.map((line) => ({ ...identityOfCartLine(line), pieces: line.quantity })),
    ...wishlist.items.map((item) => ({ ...identityOfItem('wishlist', item), pieces: 1, choice: choiceOfItem(item) })),
    ...compare.items.map((item) => ({ ...identityOfItem('compare', item), pieces: 1 })),
  ];
  return new Map(lines.map((line) => [keyOfChosen(line), line]));
};

const noLists: Lists = { cart: { lines: [] }, wishlist: { items: [] }, compare: { items: [] } };

/** What was done between two states of the lists. */
export const deltasBetween = (before: Lists, after: Lists): LineDelta[] => {
  const old = ofLists(before);
  const now = ofLists(after);
  return [...new Map([...old, ...now]).entries()].flatMap(([key, { pieces: _, ...line }]) => {
    const delta = (now.get(key)?.pieces ?? 0) - (old.get(key)?.pieces ?? 0);
    return delta === 0 ? [] : [{ ...line, delta }];
  });
};

/** All of the lists, as if it had just been added. */
export const deltasOf = (lists: Lists): LineDelta[] => deltasBetween(noLists, lists);

/** The choice of a line in today's product; undefined for a variation that it does not have any more. */
const choiceIn = ({ variation, color, size }: LineIdentity, product: Product) => {
  const selectedVariation = variation === '' ? undefined : product.types.find(({ _id }) => _id === variation);
  if (variation !== '' && !selectedVariation) return undefined;
  return choiceOf({ selectedVariation, selectedProductColor: color || undefined, selectedProductSize: size || undefined });
};

/** Pieces that came to each list. */
export type Arrivals = Readonly<Record<SavedListName, number>>;

/**
 * The lists with exactly these lines. A line that the browser has keeps its place and its copy of the product; a new one comes last, with
 * today's product. One whose product is not found is left out here, and stays on the server; one of an unknown product stays here only.
 */
export const withLines = (
  { cart, wishlist, compare }: Lists,
  wanted: readonly ShownLine[],
  { find, isUnknown }: { readonly find: (id: string) => Product | undefined; readonly isUnknown: (id: string) => boolean },
): { readonly lines: CartLine[]; readonly wishlist: WishlistItem[]; readonly compare: Product[]; readonly arrivals: Arrivals } => {
  const byKey = new Map(wanted.map((line) => [keyOfLine(line), line]));
  const arrivals = { cart: 0, wishlist: 0, compare: 0 };
  const taken = new Set<string>();
  /** The pieces of a line that the browser has. */
  const piecesOf = (line: LineIdentity): number => {
    const key = keyOfLine(line);
    taken.add(key);
    return byKey.get(key)?.pieces ?? 0;
  };
  const newIn = (list: SavedListName) => wanted.filter((line) => line.list === list && !taken.has(keyOfLine(line)));

  const keptLines = cart.lines.flatMap((line) => {
    if (isUnknown(line._id)) return [line];
    const pieces = piecesOf(identityOfCartLine(line));
    if (pieces === line.quantity) return [line];
    arrivals.cart += Math.max(0, pieces - line.quantity);
    return pieces === 0 ? [] : [withQuantity(line, pieces)];
  });
  const newLines = newIn('cart').flatMap((line): CartLine[] => {
    const product = find(line.productId);
    const choice = product && choiceIn(line, product);
    if (!product || !choice) return [];
    arrivals.cart += line.pieces;
    return [withQuantity({ ...product, ...choice, cartItemId: keyOfLine(line), quantity: 1, totalDeliveryCost: 0 }, line.pieces)];
  });
  /** The choice that the account knows; the item itself where it is the same. */
  const asChosen = (item: WishlistItem, choice: WishChoice | undefined): WishlistItem =>
    !choice ||
    keyOfChosen({ ...identityOfItem('wishlist', item), choice }) ===
      keyOfChosen({ ...identityOfItem('wishlist', item), choice: choiceOfItem(item) })
      ? item
      : {
          ...item,
          selectedVariation: item.types.find(({ _id }) => _id === choice.variation),
          selectedProductColor: choice.color || undefined,
          selectedProductSize: choice.size || undefined,
        };
  const withItems = (list: 'wishlist' | 'compare', items: readonly WishlistItem[]): WishlistItem[] => {
    // A product without an id is on no server, either.
    const kept = items.flatMap((item) => {
      if (item._id === '' || isUnknown(item._id)) return [item];
      const line = identityOfItem(list, item);
      return piecesOf(line) > 0 ? [asChosen(item, byKey.get(keyOfLine(line))?.choice)] : [];
    });
    const added = newIn(list).flatMap(({ productId, choice }) => {
      const product = find(productId);
      return product ? [asChosen(product, choice)] : [];
    });
    arrivals[list] += added.length;
    return [...kept, ...added];
  };
  return {
    lines: [...keptLines, ...newLines],
    wishlist: withItems('wishlist', wishlist.items),
    compare: withItems('compare', compare.items),
    arrivals,
  };
};
