import './zod-config.ts';
import * as z from 'zod/mini';
import type { CartLine } from './cart-line.ts';
import { isOneLine } from './text-line.ts';

/**
 * The lists of a signed-in shopper, the same on every device. The rule, for browser and server alike:
 *
 * - The pieces of a line are numbered as they are added: `added` counts them, `taken` says up to which number they are gone again.
 * - A device sends what was done there and never a whole list: `add` pieces, or take the pieces up to the number `upTo`, which it has seen.
 * - Adds always count. Taking is a maximum: the same piece taken twice is taken once, and a piece that a device has not seen stays.
 *   So changes of several devices give the same lists in any order.
 * - Numbers are never used again: a new line begins at the account's counter of all pieces. A late removal does not touch it.
 * - Signing in is an add of all that the browser holds. Wishlist and comparison hold a product once, however often it was added.
 * - A wish carries what was chosen of its product, which does not make it another line. The choice goes with the line; to choose anew is to
 *   take the wish and to add it again. Of two devices that choose at once, the later call wins, for all of them.
 */
export const savedListNames = ['cart', 'wishlist', 'compare'] as const;

export type SavedListName = (typeof savedListNames)[number];

/** Lines of one list; what comes on top is left out. */
export const maxSavedLines: Readonly<Record<SavedListName, number>> = { cart: 200, wishlist: 200, compare: 4 };

/** Pieces of one line; what comes on top is left out. */
export const maxSavedPieces = 9999;

/** Changes in one call. */
export const maxSavedChanges = 200;

/** The highest number of a piece: a column of 32 bits holds it. */
const maxCounter = 999_999_999;

/** An id or a name as it is, because it is compared; '' for what was not chosen. */
const exactText = (min: 0 | 1) =>
  z.string().check(
    z.minLength(min),
    z.refine((text) => text === '' || isOneLine(text, 200)),
  );

const pieceNumber = z.int().check(z.gte(0), z.lte(maxCounter));

/** What makes a line: its list, product, and the chosen variation (its id), colour and size. */
const lineIdentity = z.object({
  list: z.enum(savedListNames),
  productId: exactText(1),
  variation: exactText(0),
  color: exactText(0),
  size: exactText(0),
});

export type LineIdentity = z.output<typeof lineIdentity>;

/** What was chosen of a wished product: the id of its variation, colour and size; '' for what was not. */
const wishChoice = z.object({ variation: exactText(0), color: exactText(0), size: exactText(0) });

export type WishChoice = z.output<typeof wishChoice>;

/** `choice` is that of a wish; undefined where none is known, as from a version of the shop that did not save it. */
export const savedLine = z.extend(lineIdentity, { added: pieceNumber, taken: pieceNumber, choice: z.optional(wishChoice) });

export type SavedLine = z.output<typeof savedLine>;

/** Adds pieces, or takes those up to the number `upTo`. */
const savedChange = z.union([
  z.extend(lineIdentity, { add: z.int().check(z.gte(1), z.lte(maxSavedPieces)), choice: z.optional(wishChoice) }),
  z.extend(lineIdentity, { upTo: z.int().check(z.gte(1), z.lte(maxCounter)) }),
]);

export type SavedChange = z.output<typeof savedChange>;

/**
 * POST /user/lists: a batch of changes; `batch` is its idempotency key. Without changes it only reads. `account` is whose lists the browser
 * holds: a batch that is overtaken by another sign-in is refused, and never reaches the other account.
 */
export const savedBatch = z.object({
  account: exactText(1),
  batch: z.string().check(z.regex(/^[\w-]{10,64}$/)),
  changes: z.array(savedChange).check(z.maxLength(maxSavedChanges)),
});

export type SavedBatch = z.output<typeof savedBatch>;

/**
 * Its answer: all lines in their order. Of this batch, `leftOut` counts changes that found a list or a line full, and `unknown` has the ids
 * of products that the shop does not have.
 */
export const savedLists = z.object({ lines: z.array(savedLine), leftOut: z.number(), unknown: z.array(z.string()) });

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
  choices: z.optional(z.array(z.extend(wishChoice, { productId: z.string() }))),
});

export type SharedWishlist = z.output<typeof sharedWishlist>;

/** A token as links have it; anything else is unknown. */
export const isWishlistToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Names a line, also as its `cartItemId` where no device has given it one. */
export const keyOfLine = ({ list, productId, variation, color, size }: LineIdentity): string =>
  JSON.stringify([list, productId, variation, color, size]);

/** The line of the cart that a browser shows. */
export const identityOfCartLine = (line: CartLine): LineIdentity => ({
  list: 'cart',
  productId: line._id,
  variation: line.selectedVariation?._id ?? '',
  color: line.selectedProductColor ?? '',
  size: line.selectedProductSize ?? '',
});

/** What a line counts for: its pieces, and never more than one in a list of products. */
export const piecesOf = ({ list, added, taken }: SavedLine): number => {
  const pieces = Math.max(0, added - taken);
  return list === 'cart' ? pieces : Math.min(1, pieces);
};

/** `counter` is at least the highest number that any line ever had. Lines without pieces are not kept. */
export type SavedState = { readonly counter: number; readonly lines: readonly SavedLine[] };

type Applied = { readonly state: SavedState; readonly isLeftOut: boolean };

const identityOf = ({ list, productId, variation, color, size }: LineIdentity): LineIdentity => ({
  list,
  productId,
  variation,
  color,
  size,
});

/** Whether something of a product is chosen. */
export const hasChoice = ({ variation, color, size }: WishChoice): boolean => variation !== '' || color !== '' || size !== '';

type Add = Extract<SavedChange, { readonly add: number }>;

const replaceAt = <T>(lines: readonly T[], index: number, by: readonly T[]): readonly T[] => [
  ...lines.slice(0, index),
  ...by,
  ...lines.slice(index + 1),
];

const add = (state: SavedState, { add: pieces, choice: chosen, ...line }: Add, index: number): Applied => {
  const { counter, lines } = state;
  const existing = lines[index];
  const isFull = !existing && lines.filter(({ list }) => list === line.list).length >= maxSavedLines[line.list];
  if (isFull || counter + pieces > maxCounter) return { state, isLeftOut: true };
  const { added, taken } = existing ?? { added: counter, taken: counter };
  const isTooMany = added + pieces - taken > maxSavedPieces;
  // A heart on a tile, where nothing is chosen, does not undo what was chosen on another device.
  const choice = chosen && hasChoice(chosen) ? chosen : (existing?.choice ?? chosen);
  const grown: SavedLine = {
    ...identityOf(line),
    added: added + pieces,
    taken: isTooMany ? added + pieces - maxSavedPieces : taken,
    ...(line.list === 'wishlist' && choice && { choice }),
  };
  return {
    state: { counter: counter + pieces, lines: existing ? replaceAt(lines, index, [grown]) : [...lines, grown] },
    isLeftOut: isTooMany,
  };
};

const take = ({ counter, lines }: SavedState, upTo: number, index: number): SavedState => {
  const line = lines[index];
  if (!line) return { counter, lines };
  const taken = Math.max(line.taken, upTo);
  return { counter, lines: replaceAt(lines, index, taken < line.added ? [{ ...line, taken }] : []) };
};

/** Applies one change by the rule above; `isLeftOut` when a limit kept pieces out. */
const applyChange = (state: SavedState, change: SavedChange): Applied => {
  const key = keyOfLine(change);
  const index = state.lines.findIndex((line) => keyOfLine(line) === key);
  return 'add' in change ? add(state, change, index) : { state: take(state, change.upTo, index), isLeftOut: false };
};

/** Applies changes in their order; `leftOut` counts those that a limit kept out. */
export const applyChanges = (
  state: SavedState,
  changes: readonly SavedChange[],
): { readonly state: SavedState; readonly leftOut: number } => {
  let current = state;
  let leftOut = 0;
  for (const change of changes) {
    const applied = applyChange(current, change);
    current = applied.state;
    if (applied.isLeftOut) leftOut += 1;
  }
  return { state: current, leftOut };
};

/**
 * How many pieces a line has more, or fewer, than before; in a browser its texts are as the catalogue has them. One of a wish has its choice:
 * another choice is a piece fewer of the old one and a piece more of the new one, so that deltas have no order.
 */
export const lineDelta = z.object({
  list: z.enum(savedListNames),
  productId: z.string(),
  variation: z.string(),
  color: z.string(),
  size: z.string(),
  delta: z.int(),
  choice: z.optional(z.object({ variation: z.string(), color: z.string(), size: z.string() })),
});

export type LineDelta = z.output<typeof lineDelta>;

const keyOfChoice = (choice: WishChoice | undefined): string =>
  choice ? JSON.stringify([choice.variation, choice.color, choice.size]) : '';

/** Names a line with its choice. */
export const keyOfChosen = (line: LineIdentity & { readonly choice?: WishChoice | undefined }): string =>
  keyOfLine(line) + keyOfChoice(line.choice);

/** The sum of the deltas of each line and choice, without those that come to nothing. */
export const sumDeltas = (deltas: readonly LineDelta[]): LineDelta[] => {
  const sums = new Map<string, LineDelta>();
  for (const each of deltas) {
    const key = keyOfChosen(each);
    sums.set(key, { ...each, delta: (sums.get(key)?.delta ?? 0) + each.delta });
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0);
};

/** What is done to a line: the sum over all its choices, and the choice that is new. */
type LineSum = {
  readonly line: LineIdentity;
  readonly delta: number;
  readonly choice: WishChoice | undefined;
};

const sumLines = (deltas: readonly LineDelta[]): LineSum[] => {
  const sums = new Map<string, LineSum>();
  for (const each of sumDeltas(deltas)) {
    const key = keyOfLine(each);
    const before = sums.get(key);
    const choice = each.delta > 0 ? (each.choice ?? before?.choice) : before?.choice;
    sums.set(key, { line: identityOf(each), delta: (before?.delta ?? 0) + each.delta, choice });
  }
  return [...sums.values()];
};

/**
 * The changes that bring deltas of a device to the server, never more than there are sums of deltas; `base` is what the device has seen. What
 * is fewer of a line that is gone anyway needs none; nor does what the server would refuse.
 */
export const changesOf = (base: readonly SavedLine[], deltas: readonly LineDelta[]): SavedChange[] =>
  sumLines(deltas).flatMap(({ line, delta, choice }) => {
    const seen = base.find((other) => keyOfLine(other) === keyOfLine(line));
    const upTo = seen && (line.list === 'cart' ? Math.min(seen.added, seen.taken - delta) : seen.added);
    const added = { ...line, add: line.list === 'cart' ? Math.min(delta, maxSavedPieces) : 1, ...(choice && { choice }) };
    // Deltas of one line come to 0 only where one choice replaces another: `sumDeltas` leaves none of 0.
    const isNew = delta > 0 || (delta === 0 && keyOfChoice(seen?.choice) !== keyOfChoice(choice));
    const changes = [...(delta < 0 || (delta === 0 && isNew) ? [{ ...line, upTo }] : []), ...(isNew ? [added] : [])];
    return changes.flatMap((change) => {
      const parsed = savedChange.safeParse(change);
      return parsed.success ? [parsed.data] : [];
    });
  });

/** Pieces of a line that a device shows, and the choice of a wish where it is known. */
export type ShownLine = LineIdentity & { readonly pieces: number; readonly choice?: WishChoice };

/** What a device shows: the server's lines in their order, with changes that it has sent and deltas that it has not. */
export const shownLines = (base: readonly SavedLine[], sent: readonly SavedChange[], unsent: readonly LineDelta[]): ShownLine[] => {
  const { state } = applyChanges({ counter: 0, lines: base }, sent);
  const shown = new Map<string, ShownLine>();
  for (const line of state.lines)
    shown.set(keyOfLine(line), { ...identityOf(line), pieces: piecesOf(line), ...(line.choice && { choice: line.choice }) });
  for (const { line, delta, choice: chosen } of sumLines(unsent)) {
    const key = keyOfLine(line);
    const before = shown.get(key);
    const pieces = Math.max(0, (before?.pieces ?? 0) + delta);
    const choice = chosen ?? before?.choice;
    shown.set(key, { ...line, pieces: line.list === 'cart' ? pieces : Math.min(1, pieces), ...(choice && { choice }) });
  }
  return [...shown.values()].filter(({ pieces }) => pieces > 0);
};
