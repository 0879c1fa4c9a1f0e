import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import type { OrderPayload } from '#contract/order.ts';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';

/** What an attempt to order is `of`, where it is the cart and not one product on its own. */
export const cartAttempt = 'cart';

/**
 * What the shop was asked to order: the content's digest, the key that went with it, and the order that came of it. `of` is the cart, or the one
 * product, that it was about; `replaces` is the unpaid order that this one was to take the place of.
 */
const orderAttempt = z.object({
  digest: z.string(),
  key: z.string(),
  of: z.string(),
  replaces: z.optional(z.string()),
  orderId: z.optional(z.string()),
  isPaid: z.optional(z.boolean()),
});

export type OrderAttempt = z.output<typeof orderAttempt>;

const storeOfTab = browserStorage('sessionStorage', 'flone:order');
// All tabs show one cart, so they share the attempt to order it: two tabs can never make two orders of it. Once it is paid, only its own tab knows.
const storeOfCart = browserStorage('localStorage', 'flone:cart-order');

const [seedA, seedB, primeA, primeB] = [0xdeadbeef, 0x41c6ce57, 2654435761, 1597334677];

/** Tells one content from another, in 53 bits: no secret, for the server compares the contents themselves. */
const digestOf = (payload: OrderPayload): string => {
  let [a, b] = [seedA, seedB];
  for (const unit of JSON.stringify(payload)) {
    const code = unit.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, primeA);
    b = Math.imul(b ^ code, primeB);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return `${(b >>> 0).toString(36)}-${(a >>> 0).toString(36)}`;
};

/** Nobody may guess another's key: with it and the same content comes the same order. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const keptIn = (store: typeof storeOfTab): OrderAttempt | undefined => parseStored(store.read(), orderAttempt);

const orderOf = ({ orderId, replaces }: OrderAttempt): string | undefined => orderId ?? replaces;

/** The last attempt to order the cart or this product, and the order that came of it, or of the one before: the last may have come to nothing. */
export const readAttempt = (of: string): OrderAttempt | undefined =>
  [of === cartAttempt ? keptIn(storeOfCart) : undefined, keptIn(storeOfTab)].find((attempt) => attempt?.of === of);

/** The order that an attempt made, or was to take the place of. */
export const attemptedOrder = (attempt: OrderAttempt | undefined): string => (attempt && orderOf(attempt)) ?? '';

/** Keeps an attempt, so that it survives a reload. */
export const keepAttempt = (attempt: OrderAttempt): void =>
  (attempt.of === cartAttempt && !attempt.isPaid ? storeOfCart : storeOfTab).write(JSON.stringify(attempt));

/** Was exactly this what was tried to order? */
export const isAttemptAt = (attempt: OrderAttempt | undefined, payload: OrderPayload): boolean => attempt?.digest === digestOf(payload);

/**
 * The attempt at this content: the last one for as long as the content is the same, whatever happened to the answer, so that a double click, a
 * reload, Back or a lost answer can never order twice. Another content takes the place of `held`, the unpaid order that came of the last
 * one, so that nobody holds goods twice.
 */
export const attemptAt = (payload: OrderPayload, of: string, last: OrderAttempt | undefined, held: string): OrderAttempt => {
  const digest = digestOf(payload);
  return last?.digest === digest ? last : { digest, key: newKey(), of, ...(held !== '' && { replaces: held }) };
};

/** An attempt is over, so that the same content may be ordered once more. */
export const forgetAttempt = ({ key }: OrderAttempt): void => {
  for (const store of [storeOfCart, storeOfTab]) if (keptIn(store)?.key === key) store.remove();
};

/**
 * An order is paid: the attempt that made it, or was to take its place, is known as paid in this tab, so that coming back to its page cannot
 * order it again, and over in all others. Says whether there was one.
 */
export const notePaid = (orderId: string): boolean => {
  const stores = [storeOfCart, storeOfTab].filter((store) => attemptedOrder(keptIn(store)) === orderId);
  const [attempt] = stores.map(keptIn);
  for (const store of stores) store.remove();
  if (attempt) keepAttempt({ ...attempt, orderId, isPaid: true });
  return attempt !== undefined;
};
