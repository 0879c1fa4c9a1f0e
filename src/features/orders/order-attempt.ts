import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import type { OrderPayload } from '#contract/order.ts';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';

/** All tabs share the cart, so they share the attempt to order it and cannot place two orders. Once paid, it moves to sessionStorage. */
const cartStorage = browserStorage('localStorage', 'flone:cart-order');

/** The text fields of the checkout, stored for this tab until the order is paid or its account signs out. Holds no card data. */
export const checkoutDraft = browserStorage('sessionStorage', 'flone:checkout');

/** The id of the way that the shopper chose to get the order, for this tab: in the cart, or in the checkout. */
export const storedWayId = browserStorage('sessionStorage', 'flone:delivery-way');

/** The `subject` of an attempt to order the cart, instead of one product. */
export const cartSubject = 'cart';

/**
 * A stored attempt to place an order: `digest` is the hash of its payload, '' once the server has refused it, `key` its idempotency key, `of` its subject (`cartSubject` or
 * a product's id), `replaces` the unpaid order that it replaces, `orderId` the order that it made.
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

const tabStorage = browserStorage('sessionStorage', 'flone:order');

/**
 * The 53-bit hash cyrb53. Only the hash is stored, because localStorage must not keep names and addresses; a collision cannot order anything
 * wrong, because the server compares the payloads of a key.
 */
const hashPayload = (payload: OrderPayload): string => {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (const character of JSON.stringify(payload)) {
    const code = character.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return `${(b >>> 0).toString(36)}-${(a >>> 0).toString(36)}`;
};

/** Must be unguessable: a request with the same key and payload returns the order. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const read = (storage: typeof tabStorage): OrderAttempt | undefined => parseStored(storage.read(), orderAttempt);

/** The last attempt to order this subject. */
export const readAttempt = (subject: string): OrderAttempt | undefined =>
  [subject === cartSubject ? read(cartStorage) : undefined, read(tabStorage)].find((attempt) => attempt?.of === subject);

/** The id of the order that an attempt made, or else of the one that it was to replace; '' for none. */
export const attemptedOrderId = (attempt: OrderAttempt | undefined): string => attempt?.orderId ?? attempt?.replaces ?? '';

export const storeAttempt = (attempt: OrderAttempt): void =>
  (attempt.of === cartSubject && !attempt.isPaid ? cartStorage : tabStorage).write(JSON.stringify(attempt));

/** Whether the attempt had exactly this payload. */
export const hasPayload = (attempt: OrderAttempt | undefined, payload: OrderPayload): boolean => attempt?.digest === hashPayload(payload);

/**
 * The attempt for this payload: `last` while the payload stays the same, so that a double click, a reload, Back or a lost answer never orders
 * twice. A different payload replaces the unpaid order of the last attempt, so that its stock is not reserved twice.
 */
export const attemptFor = (payload: OrderPayload, subject: string, last: OrderAttempt | undefined, unpaidOrderId: string): OrderAttempt =>
  last && hasPayload(last, payload)
    ? last
    : { digest: hashPayload(payload), key: newKey(), of: subject, ...(unpaidOrderId !== '' && { replaces: unpaidOrderId }) };

/** Removes an attempt, so that the same payload can be ordered again. */
export const removeAttempt = ({ key }: OrderAttempt): void => {
  for (const storage of [cartStorage, tabStorage]) if (read(storage)?.key === key) storage.remove();
};

/**
 * Marks the attempt that made this order, or was to replace it, as paid, so that this tab cannot order again after Back; other tabs lose the attempt.
 * Returns whether there was one.
 */
export const markAsPaid = (orderId: string): boolean => {
  const storages = [cartStorage, tabStorage].filter((storage) => attemptedOrderId(read(storage)) === orderId);
  const [attempt] = storages.map(read);
  for (const storage of storages) storage.remove();
  if (attempt) storeAttempt({ ...attempt, orderId, isPaid: true });
  return attempt !== undefined;
};
