import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';

/** Shared by all tabs: only the first tab that sees the order paid removes its lines from the cart. */
const storage = browserStorage('localStorage', 'flone:ordered');

/** A line of a guest's cart and its quantity in an order. From the cart of an account the server takes what is paid. */
const orderedLine = z.object({ cartItemId: z.string(), quantity: z.number() });

type OrderedLine = z.output<typeof orderedLine>;

const storedOrders = z.array(z.object({ orderId: z.string(), lines: z.array(orderedLine) }));

const maxOrders = 20;

const readOrders = () => parseStored(storage.read(), storedOrders) ?? [];

/** Stores which cart lines are in an order until it is paid; nothing for an order without cart lines. */
export const storeOrderedLines = (orderId: string, lines: readonly OrderedLine[]): void => {
  const others = readOrders().filter((order) => order.orderId !== orderId);
  if (lines.length > 0) storage.write(JSON.stringify([...others, { orderId, lines }].slice(-maxOrders)));
};

/** Runs `work` under a lock shared by all tabs, where the browser supports Web Locks. */
const withLock = async <Result>(work: () => Result): Promise<Result> => {
  if ('locks' in navigator) return navigator.locks.request('flone:ordered', work);
  return Promise.resolve().then(work);
};

/** Reads and removes the cart lines of an order: only the first call gets them, in whichever tab. */
export const claimOrderedLines = (orderId: string): Promise<readonly OrderedLine[]> =>
  withLock(() => {
    const orders = readOrders();
    const others = orders.filter((order) => order.orderId !== orderId);
    if (others.length === orders.length) return [];
    if (others.length > 0) storage.write(JSON.stringify(others));
    else storage.remove();
    return orders.find((order) => order.orderId === orderId)?.lines ?? [];
  });
