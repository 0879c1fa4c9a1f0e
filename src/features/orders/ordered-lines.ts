import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';

/** So many of a cart line went into an order. */
const orderedLine = z.object({ cartItemId: z.string(), quantity: z.number() });

export type OrderedLine = z.output<typeof orderedLine>;

const noted = z.array(z.object({ orderId: z.string(), lines: z.array(orderedLine) }));

// In the store that all tabs share: whichever of them hears first that the order is paid empties the cart, and no other does.
const store = browserStorage('localStorage', 'flone:ordered');
const mostNoted = 20;

const readNoted = () => parseStored(store.read(), noted) ?? [];

/** Notes what of the cart is in an order, until that is paid. An order of a single product from outside the cart notes nothing. */
export const noteOrderedLines = (orderId: string, lines: readonly OrderedLine[]): void => {
  const others = readNoted().filter((each) => each.orderId !== orderId);
  if (lines.length > 0) store.write(JSON.stringify([...others, { orderId, lines }].slice(-mostNoted)));
};

/** Whatever tab is asking, one at a time. */
const inTurn = async <Result>(work: () => Result): Promise<Result> => {
  if ('locks' in navigator) return navigator.locks.request('flone:ordered', work);
  return Promise.resolve().then(work);
};

/** What of the cart was in this order: told once, to one tab; to every later question there is nothing. */
export const takeOrderedLines = (orderId: string): Promise<readonly OrderedLine[]> =>
  inTurn(() => {
    const all = readNoted();
    const others = all.filter((each) => each.orderId !== orderId);
    if (others.length === all.length) return [];
    if (others.length > 0) store.write(JSON.stringify(others));
    else store.remove();
    return all.find((each) => each.orderId === orderId)?.lines ?? [];
  });
