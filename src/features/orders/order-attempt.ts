import '#contract/no-eval.ts';
import * as z from 'zod/mini';
import type { OrderPayload } from '#contract/order.ts';
import { browserStore, readKept } from '#shared/browser-store.ts';

/**
 * What this tab has asked the shop to order: the content's digest, the key that went with it, and the order that came of it. `of` is the cart,
 * or the one product, that it was about; `replaces` is the unpaid order that this one was to take the place of.
 */
const orderAttempt = z.object({
  digest: z.string(),
  key: z.string(),
  of: z.optional(z.string()),
  replaces: z.optional(z.string()),
  orderId: z.optional(z.string()),
});

type OrderAttempt = z.output<typeof orderAttempt>;

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

const readAttempt = (): OrderAttempt | undefined => readKept(store.read(), orderAttempt);

/** The last order that came of what this tab tried, if any: its last try may have come to nothing. */
export const lastOrder = (): string | undefined => {
  const last = readAttempt();
  return last?.orderId ?? last?.replaces;
};

/** The order whose place the next one of the same cart, or of the same product, takes: its goods are this shopper's already. */
const heldFor = (of: string): string | undefined => (readAttempt()?.of === of ? lastOrder() : undefined);

/** Does an order of this cart, or of this product, wait to be paid or changed in this tab? */
export const isHeld = (of: string): boolean => heldFor(of) !== undefined;

/** Was exactly this the last thing that this tab tried to order? */
export const isLastAttempt = (payload: OrderPayload): boolean => readAttempt()?.digest === digestOf(payload);

/**
 * The key for this content: the same one for as long as the content is the same, whatever happened to the answer (a
 * double click, a reload, Back or a lost answer can never order twice). Another content `of` the same cart or product
 * takes the place of the order that came of the last one, so that nobody holds goods twice; `replaces` names that order.
 */
export const attemptFor = (payload: OrderPayload, of: string): { readonly key: string; readonly replaces?: string | undefined } => {
  const digest = digestOf(payload);
  const last = readAttempt();
  if (last?.digest === digest) return last;
  const replaces = heldFor(of);
  const attempt: OrderAttempt = { digest, key: newKey(), of, ...(replaces !== undefined && { replaces }) };
  store.write(JSON.stringify(attempt));
  return attempt;
};

/** Notes which order came of the last attempt. */
export const noteOrder = (orderId: string): void => {
  const last = readAttempt();
  if (last) store.write(JSON.stringify({ ...last, orderId }));
};

/** The last attempt is over, so that the same content may be ordered once more. `orderId` forgets only the attempt that made that order. */
export const forgetAttempt = (orderId?: string): void => {
  if (orderId === undefined || readAttempt()?.orderId === orderId) store.forget();
};

/**
 * An order is paid: the attempt that made it is over, and so is one that was to take its place, which the shop refuses then. Says whether
 * there was one.
 */
export const forgetPaid = (orderId: string): boolean => {
  if (lastOrder() !== orderId) return false;
  store.forget();
  return true;
};
