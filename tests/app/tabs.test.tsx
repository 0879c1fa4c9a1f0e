import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startPersistence } from '#app/persistence.ts';
import { makeStore } from '#app/store.ts';
import { syncTabs } from '#app/tabs.ts';
import { addToCart, selectLines } from '#features/cart/cart-slice.ts';
import { aCartLine, aProduct } from '#tests/support/product-builders.ts';
import { untilTestEnds } from '#tests/support/until-test-ends.ts';

const channels: BroadcastChannel[] = [];

/** The BroadcastChannel of another tab. */
const anotherTab = (): BroadcastChannel => {
  const channel = new BroadcastChannel('flone');
  channels.push(channel);
  return channel;
};

afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  window.localStorage.clear();
});

test('a change that a tab has already read from storage is not counted again when its message arrives', async () => {
  const store = makeStore();
  const persistence = await startPersistence(store, untilTestEnds());
  await syncTabs(store, async () => persistence, untilTestEnds());
  store.dispatch(addToCart(aProduct(), {}, 1));
  await persistence.flush();
  const [line] = selectLines(store.getState());
  const other = anotherTab();
  // The other tab adds two while this one is frozen; its message arrives after this one has read them from storage.
  const stored = JSON.parse(window.localStorage.getItem('persist:flone') ?? '{}');
  window.localStorage.setItem('persist:flone', JSON.stringify({ ...stored, cart: JSON.stringify({ lines: [{ ...line, quantity: 3 }] }) }));
  const at = Date.now();
  persistence.reload();
  other.postMessage({ type: 'cart/added', payload: { ...line, quantity: 2 }, at });
  other.postMessage({ type: 'cart/added', payload: aCartLine({ _id: 'jug', cartItemId: 'later' }), at: at + 60_000 });
  await expect.poll(() => selectLines(store.getState())).toHaveLength(2);
  expect(selectLines(store.getState()).map(({ _id, quantity }) => [_id, quantity])).toEqual([
    ['mug', 3],
    ['jug', 1],
  ]);
});

test('a message between tabs has the time when its change was stored, however late it is sent', async () => {
  const store = makeStore();
  let letItGo = () => {};
  const busy = new Promise<void>((resolve) => {
    letItGo = resolve;
  });
  const now = vi.spyOn(Date, 'now').mockReturnValue(1000);
  onTestFinished(() => now.mockRestore());
  await syncTabs(
    store,
    async () => {
      const persistence = await startPersistence(store, untilTestEnds());
      return { ...persistence, flush: () => persistence.flush().then(() => busy) };
    },
    untilTestEnds(),
  );
  const onMessage = vi.fn<(message: unknown) => void>();
  anotherTab().addEventListener('message', ({ data }) => onMessage(data));
  now.mockReturnValue(2000);
  store.dispatch(addToCart(aProduct()));
  await expect.poll(() => window.localStorage.getItem('persist:flone')).toContain('mug');
  now.mockReturnValue(3000);
  letItGo();
  await expect.poll(() => onMessage).toHaveBeenCalledTimes(1);
  expect(onMessage).toHaveBeenCalledWith(expect.objectContaining({ type: 'cart/added', at: 2000 }));
});

test('a change that another tab stores while this one starts, before it reads the storage, is counted once', async () => {
  const line = aCartLine();
  const now = vi.spyOn(Date, 'now').mockReturnValue(1000);
  onTestFinished(() => now.mockRestore());
  const store = makeStore();
  // Time passes between the beginning of the start, whose first action this is, and the read.
  store.subscribe(() => now.mockReturnValue(3000));
  window.localStorage.setItem('persist:flone', JSON.stringify({ cart: JSON.stringify({ lines: [line] }) }));
  const starting = syncTabs(store, () => startPersistence(store, untilTestEnds()), untilTestEnds());
  anotherTab().postMessage({ type: 'cart/added', payload: line, at: 2000 });
  anotherTab().postMessage({ type: 'cart/added', payload: aCartLine({ _id: 'jug', cartItemId: 'later' }), at: 60_000 });
  await starting;
  await expect.poll(() => selectLines(store.getState())).toHaveLength(2);
  expect(selectLines(store.getState()).map(({ _id, quantity }) => [_id, quantity])).toEqual([
    [line._id, line.quantity],
    ['jug', 1],
  ]);
});

test('a change that another tab makes while this one is reading the storage is not missed', async () => {
  const store = makeStore();
  const other = anotherTab();
  let finishReading = () => {};
  const read = new Promise<void>((resolve) => {
    finishReading = resolve;
  });
  const synced = syncTabs(
    store,
    async () => {
      const persistence = await startPersistence(store, untilTestEnds());
      other.postMessage({ type: 'cart/added', payload: aCartLine({ cartItemId: 'meanwhile' }), at: Date.now() + 1000 });
      await read;
      return persistence;
    },
    untilTestEnds(),
  );
  const heard = new Promise((resolve) => anotherTab().addEventListener('message', resolve));
  await heard;
  finishReading();
  await synced;
  await expect.poll(() => selectLines(store.getState()).map(({ cartItemId }) => cartItemId)).toEqual(['meanwhile']);
});
