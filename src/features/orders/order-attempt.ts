import '#contract/no-eval.ts';
import * as z from 'zod/mini';
import type { OrderPayload } from '#contract/order.ts';
import { browserStore, readKept } from '#shared/browser-store.ts';

/** What this tab has asked the shop to order: the content's digest, the key that went with it, and the order that came of it. */
const orderAttempt = z.object({ digest: z.string(), key: z.string(), orderId: z.optional(z.string()) });

export type OrderAttempt = z.output<typeof orderAttempt>;

const store = browserStore('sessionStorage', 'flone:order');

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

/** The last thing that this tab tried to order, if any. */
export const readAttempt = (): OrderAttempt | undefined => readKept(store.read(), orderAttempt);

/** Was exactly this the last thing that this tab tried to order? */
export const isLastAttempt = (payload: OrderPayload): boolean => readAttempt()?.digest === digestOf(payload);

/**
 * The key for this content: the same one for as long as the content is the same, whatever happened to the answer (screens.md,
 * Checkout: a double click, a reload, Back or a lost answer can never order twice).
 */
export const keyFor = (payload: OrderPayload): string => {
  const digest = digestOf(payload);
  const last = readAttempt();
  if (last?.digest === digest) return last.key;
  const key = newKey();
  store.write(JSON.stringify({ digest, key } satisfies OrderAttempt));
  return key;
};

/** Notes which order came of the last attempt. */
export const noteOrder = (orderId: string): void => {
  const last = readAttempt();
  if (last) store.write(JSON.stringify({ ...last, orderId }));
};

/**
 * The last attempt is over, so that the same content may be ordered once more. `orderId` forgets only the attempt at that order. Says
 * whether there was one to forget.
 */
export const forgetAttempt = (orderId?: string): boolean => {
  const last = readAttempt();
  if (!last || (orderId !== undefined && last.orderId !== orderId)) return false;
  store.forget();
  return true;
};
