import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '#app/error-screen.tsx';
import { ChunkLoadError, lazyScreen } from '#app/lazy-screen.tsx';
import { languageOf } from '#shared/i18n/language.ts';
import { readTranslations } from '#tests/support/translations.ts';

const Hello = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;
const module = 'src/screens/hello/hello-screen.tsx';

test('a screen is fetched once, when it is first shown, and suspends until then', { tags: 'route.lazy' }, async () => {
  let arrive = () => {};
  const load = vi.fn(
    () =>
      new Promise<typeof Hello>((resolve) => {
        arrive = () => resolve(Hello);
      }),
  );
  const Screen = lazyScreen(module, load);
  expect(load).not.toHaveBeenCalled();
  await act(async () => {
    render(
      <Suspense fallback={<p>Loading...</p>}>
        <Screen name="Ada" />
        <Screen name="Ben" />
      </Suspense>,
    );
  });
  expect(screen.getByText('Loading...')).toBeVisible();
  await act(async () => arrive());
  expect(screen.getByText('Hello Ada')).toBeVisible();
  expect(screen.getByText('Hello Ben')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('after a preload a screen renders without suspending', async () => {
  const Screen = lazyScreen(module, async () => Hello);
  await Screen.preload();
  render(<Screen name="Ada" />);
  expect(screen.getByText('Hello Ada')).toBeVisible();
  expect(Screen.module).toBe(module);
});

test('a screen that takes longer than 120 seconds is a ChunkLoadError of type timeout', {
  tags: ['chunk.timeout', 'chunk.error'],
}, async () => {
  vi.useFakeTimers();
  const slow = lazyScreen(module, () => new Promise<typeof Hello>((resolve) => setTimeout(() => resolve(Hello), 119_999)));
  const loaded = slow.preload().then(() => 'loaded');
  await vi.advanceTimersByTimeAsync(119_999);
  expect(await loaded).toBe('loaded');

  const tooSlow = lazyScreen(module, () => new Promise<typeof Hello>(() => undefined));
  const failed = tooSlow.preload().then(
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
  const missing = lazyScreen(module, () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`)));
  await expect(missing.preload()).rejects.toMatchObject({ name: 'ChunkLoadError', type: 'missing', request: address });
});

test('a missing chunk is a ChunkLoadError with the source path of the screen where the browser does not say the URL', async () => {
  for (const cause of [new Error('Importing a module script failed.'), 'odd'])
    await expect(lazyScreen(module, () => Promise.reject(cause)).preload()).rejects.toMatchObject({ type: 'missing', request: module });
});

test('the timer of a screen is cleared when its chunk was fetched and when it failed', async () => {
  // Other files share the process, so a count of all pending timers would include theirs.
  const started = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  await lazyScreen(module, async () => Hello).preload();
  await lazyScreen(module, () => Promise.reject(new Error('gone')))
    .preload()
    .catch(() => undefined);
  const timers = started.mock.results.filter((_, index) => started.mock.calls[index]?.[1] === 120_000).map(({ value }) => value);
  expect(timers).toHaveLength(2);
  await expect.poll(() => cleared.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers));
});

test('a screen whose preload failed is fetched again when it is needed', async () => {
  const load = vi.fn<() => Promise<typeof Hello>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Hello);
  const Screen = lazyScreen(module, load);
  await expect(Screen.preload()).rejects.toMatchObject({ type: 'missing' });
  await Screen.preload();
  render(<Screen name="Ada" />);
  expect(screen.getByText('Hello Ada')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a screen that failed is fetched again when the shopper navigates to it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const load = vi.fn<() => Promise<typeof Hello>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Hello);
  const Screen = lazyScreen(module, load);
  const at = (path: string) => (
    <I18nextProvider i18n={languageOf(readTranslations())}>
      <ErrorBoundary resetKey={path} onCatch={Screen.forgetFailure}>
        <Suspense>{path === '/hello' ? <Screen name="Ada" /> : <p>Elsewhere</p>}</Suspense>
      </ErrorBoundary>
    </I18nextProvider>
  );
  const { rerender } = await act(async () => render(at('/hello')));
  expect(await screen.findByText(`ChunkLoadError: missing, ${module}`)).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
  rerender(at('/elsewhere'));
  expect(screen.getByText('Elsewhere')).toBeVisible();
  await act(async () => rerender(at('/hello')));
  expect(await screen.findByText('Hello Ada')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
