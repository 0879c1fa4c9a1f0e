type SendPending = () => Promise<unknown>;

const senders = new Set<SendPending>();

/** The longest that an order or signing out waits. */
const maxWaitMs = 3000;

/** Registers what sends changes that the server does not have yet, and does nothing without any; until `signal` aborts. */
export const onPendingChanges = (send: SendPending, signal?: AbortSignal): void => {
  senders.add(send);
  signal?.addEventListener('abort', () => senders.delete(send));
};

/** Sends pending changes before what ends the session or orders the cart. Resolves when that is done, has failed, or takes too long. */
export const sendPendingChanges = async (): Promise<void> => {
  if (senders.size === 0) return;
  const sent = Promise.allSettled([...senders].map((send) => send()));
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
};
