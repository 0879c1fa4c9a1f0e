import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForFirstUse, whenFirstUsed } from '#shared/first-use.ts';

let abort = new AbortController();

beforeEach(() => {
  abort = new AbortController();
  vi.useFakeTimers();
});

afterEach(async () => {
  abort.abort();
  await whenFirstUsed();
  vi.useRealTimers();
});

/** A promise with its resolver. */
const hydration = () => {
  let finish = (): void => undefined;
  const hydrated = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { hydrated, finish };
};

/** Records whether the page counts as used. */
const watchUse = () => {
  const onUse = vi.fn();
  void whenFirstUsed().then(onUse);
  return onUse;
};

test('a page that was not server-rendered counts as used at once', async () => {
  await expect(whenFirstUsed()).resolves.toBeUndefined();
});

test('a page in whose field the shopper typed before the scripts came counts as used once it is hydrated', async () => {
  const { hydrated, finish } = hydration();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  waitForFirstUse(hydrated, true, abort.signal);
  field.remove();
  const onUse = watchUse();
  expect(onUse).not.toHaveBeenCalled();
  finish();
  await whenFirstUsed();
  expect(onUse).toHaveBeenCalledOnce();
});

test.each(['pointerdown', 'pointermove', 'click', 'keydown', 'focusin', 'wheel', 'scroll', 'storage'])(
  'a hydrated page counts as used at the first %s',
  async (sign) => {
    waitForFirstUse(Promise.resolve(), true, abort.signal);
    const onUse = watchUse();
    await vi.advanceTimersByTimeAsync(4999);
    expect(onUse).not.toHaveBeenCalled();
    window.dispatchEvent(new Event(sign));
    await vi.advanceTimersByTimeAsync(0);
    expect(onUse).toHaveBeenCalledOnce();
  },
);

test('a page that is not visited for the first time counts as used when it is hydrated', async () => {
  const { hydrated, finish } = hydration();
  waitForFirstUse(hydrated, false, abort.signal);
  const onUse = watchUse();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onUse).not.toHaveBeenCalled();
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(onUse).toHaveBeenCalledOnce();
});

test('a page under a resting mouse does not count as used', async () => {
  waitForFirstUse(Promise.resolve(), true, abort.signal);
  const onUse = watchUse();
  window.dispatchEvent(Object.assign(new MouseEvent('pointermove'), { movementX: 0, movementY: 0 }));
  await vi.advanceTimersByTimeAsync(4999);
  expect(onUse).not.toHaveBeenCalled();
  window.dispatchEvent(Object.assign(new MouseEvent('pointermove'), { movementX: 3, movementY: 0 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(onUse).toHaveBeenCalledOnce();
});

test('a page that nobody uses counts as used five seconds after hydration', async () => {
  const { hydrated, finish } = hydration();
  waitForFirstUse(hydrated, true, abort.signal);
  const onUse = watchUse();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onUse).not.toHaveBeenCalled();
  finish();
  await vi.advanceTimersByTimeAsync(4999);
  expect(onUse).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onUse).toHaveBeenCalledOnce();
});

test('a page that is used before hydration counts as used when it is hydrated', async () => {
  const { hydrated, finish } = hydration();
  waitForFirstUse(hydrated, true, abort.signal);
  const onUse = watchUse();
  window.dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(onUse).not.toHaveBeenCalled();
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(onUse).toHaveBeenCalledOnce();
});
