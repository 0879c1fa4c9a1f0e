import { render, screen } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import { ChunkLoadError, loadScreen } from '#app/load-screen.ts';

const hello = createElement('p', null, 'Hello Ada');
const module = 'src/screens/hello/hello-screen.tsx';

test('a screen is loaded together with its texts', async () => {
  const loadTexts = vi.fn(async () => undefined);
  render(await loadScreen({ module, load: async () => hello }, loadTexts));
  expect(screen.getByText('Hello Ada')).toBeVisible();
  expect(loadTexts).toHaveBeenCalledOnce();
});

test('a screen that takes longer than 120 seconds is a ChunkLoadError of type timeout', {
  tags: ['chunk.timeout', 'chunk.error'],
}, async () => {
  vi.useFakeTimers();
  const slow = () => new Promise<ReactElement>((resolve) => setTimeout(() => resolve(hello), 119_999));
  const loaded = loadScreen({ module, load: slow });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(await loaded).toBe(hello);

  const failed = loadScreen({ module, load: () => new Promise<never>(() => undefined) }).then(
    () => undefined,
    (error: unknown) => error,
  );
  let isOver = false;
  void failed.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  const error = await failed;
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ name: 'ChunkLoadError', type: 'timeout', request: module });
});

test('a missing chunk is a ChunkLoadError with its URL', { tags: 'chunk.error' }, async () => {
  const address = 'https://shop.test/assets/hello-1a2b.js';
  const load = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`));
  await expect(loadScreen({ module, load })).rejects.toMatchObject({ name: 'ChunkLoadError', type: 'missing', request: address });
});

test('a missing chunk is a ChunkLoadError with the source path of the screen where the browser does not say the URL', async () => {
  for (const cause of [new Error('Importing a module script failed.'), 'odd'])
    await expect(loadScreen({ module, load: () => Promise.reject(cause) })).rejects.toMatchObject({ type: 'missing', request: module });
});

test('texts that do not come are a ChunkLoadError with their URL', { tags: 'chunk.error' }, async () => {
  const texts = 'https://shop.test/locales/en/hello.json';
  await expect(
    loadScreen({ module, load: async () => hello }, () => Promise.reject(new Error(`Loading the texts failed: ${texts}`))),
  ).rejects.toMatchObject({ name: 'ChunkLoadError', type: 'missing', request: texts });
});

test('the timer of a screen is cleared when its chunk was fetched and when it failed', async () => {
  // Other files share the process, so a count of all pending timers would include theirs.
  const started = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  await loadScreen({ module, load: async () => hello });
  await loadScreen({ module, load: () => Promise.reject(new Error('gone')) }).catch(() => undefined);
  const timers = started.mock.results.filter((_, index) => started.mock.calls[index]?.[1] === 120_000).map(({ value }) => value);
  expect(timers).toHaveLength(2);
  await expect.poll(() => cleared.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers));
});
