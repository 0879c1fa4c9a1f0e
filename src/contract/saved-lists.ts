import './zod-config.ts';
import * as z from 'zod/mini';
import { isOneLine } from './text-line.ts';
import type { Variant } from './variant.ts';

/**
 * The lists of a signed-in shopper belong to the account. A device sends operations ("add 2 of this variant", "take 1 of it"), which the
 * server applies in the order in which they arrive, and shows the lists of the answer.
 */
const savedListNames = ['cart', 'wishlist', 'compare'] as const;

export type SavedListName = (typeof savedListNames)[number];

/** Maximum of lines of one list; further ones are left out. */
export const maxSavedLines: Readonly<Record<SavedListName, number>> = { cart: 200, wishlist: 200, compare: 4 };

/** Maximum of units of one line; further ones are left out. */
export const maxSavedQuantity = 9999;

/** The most operations that one call may bring. */
export const maxListOperations = 200;

/** An id or a name, neither trimmed nor normalised, because it is compared with the stored one; with `min` 0 it may be empty. */
const exactText = (min: 0 | 1) =>
  z.string().check(
    z.minLength(min),
    z.refine((text) => text === '' || isOneLine(text, 200)),
  );

const quantity = z.int().check(z.gte(1), z.lte(maxSavedQuantity));

/** A variant as the lists have it: `variation` is the id of its priced variation, '' what was not chosen. */
const savedVariant = z.object({ variation: exactText(0), color: exactText(0), size: exactText(0) });

export type SavedVariant = z.output<typeof savedVariant>;

/** What makes a line: its list, product and variant. In a wishlist or comparison the variant makes no other line, and is empty. */
const lineIdentity = z.extend(savedVariant, { list: z.enum(savedListNames), productId: exactText(1) });

export type LineIdentity = z.output<typeof lineIdentity>;

/** A line of an account's lists, in a wishlist or comparison with the quantity 1; `choice` is that of a wish. */
const savedLine = z.extend(lineIdentity, { quantity, choice: z.optional(savedVariant) });

export type SavedLine = z.output<typeof savedLine>;

/** Adds units to a line, or takes them; a line without units is removed. Wishlist and comparison hold a product once. */
export const listOperation = z.extend(savedLine, { does: z.enum(['add', 'take']) });

export type ListOperation = z.output<typeof listOperation>;

/**
 * POST /user/lists: operations to apply, or none to only read the lists. A call with an `id` that was applied before changes nothing. `account` is
 * the owner of the lists in the browser: if somebody else has signed in meanwhile, the call is refused and never reaches the other account.
 */
export const listChange = z.object({
  account: exactText(1),
  id: z.string().check(z.regex(/^[\w-]{10,64}$/)),
  operations: z.array(listOperation).check(z.maxLength(maxListOperations)),
});

export type ListChange = z.output<typeof listChange>;

/** Its answer: all lines in their order. `leftOut` counts operations of this call that found a list or a line full. */
export const savedLists = z.object({ lines: z.array(savedLine), leftOut: z.number() });

export type SavedLists = z.output<typeof savedLists>;

/** A link that shows a wishlist to others; `name` is the owner's first name, '' unless they show it. */
const wishlistLink = z.object({ token: z.string(), name: z.string() });

/** GET and POST /user/wishlist-link: the owner's link, `null` while there is none. */
export const ownWishlistLink = z.object({ link: z.nullable(wishlistLink) });

export type OwnWishlistLink = z.output<typeof ownWishlistLink>;

/** POST /user/wishlist-link: makes the link, or changes whether it shows the first name. */
export const wishlistLinkForm = z.object({ showsName: z.boolean() });

/** GET /client/wishlists/:token: what a visitor sees; `choices` of those products of which something was chosen. */
export const sharedWishlist = z.object({
  name: z.string(),
  productIds: z.array(z.string()),
  choices: z.optional(z.array(z.extend(savedVariant, { productId: z.string() }))),
});

export type SharedWishlist = z.output<typeof sharedWishlist>;

/** A token as links have it; anything else is unknown. */
export const isWishlistToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Names a line, also as its `cartItemId` where no device has given it one. */
export const keyOfLine = ({ list, productId, variation, color, size }: LineIdentity): string =>
  JSON.stringify([list, productId, variation, color, size]);

export const toSavedVariant = ({ color = '', size = '', variationId = '' }: Variant): SavedVariant => ({
  variation: variationId,
  color,
  size,
});

export const fromSavedVariant = ({ variation, color, size }: SavedVariant): Variant => ({
  color: color || undefined,
  size: size || undefined,
  variationId: variation || undefined,
});

/** Whether something of a product is chosen. */
export const hasChoice = ({ variation, color, size }: SavedVariant): boolean => variation !== '' || color !== '' || size !== '';
