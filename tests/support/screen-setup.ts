import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { afterFile, afterTest } from './clean-up.ts';
import './computed-style.ts';
import './jsdom-polyfills.ts';
import { recordNewListeners } from './watch-listeners.ts';

// React keeps the stack of each element that it creates, for its warnings, until 10,000 of them in a second: a twelfth of the time here.
const internals: unknown = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined });

// For busy machines; a passing test does not wait for it.
configure({ asyncUtilTimeout: 20_000 });

/** Console errors and warnings of this test, which fail it. */
const messages: unknown[][] = [];

/** A spy that a test leaves on one of these would count the calls of the files after it; a fake timer would stop them. */
const watchedGlobals = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'fetch'] as const;

/** jsdom 26 does not know <search>, and Redux Toolkit warns when its development checks are slow. */
const isNoise = (args: readonly unknown[]) =>
  (String(args[0]).includes('is unrecognized in this browser') && args[1] === 'search') || /Middleware took \d+ms/.test(String(args[0]));

beforeEach(() => {
  const newListeners = recordNewListeners();
  // The last of the test's clean-up work, which runs in reverse order.
  onTestFinished(() => expect(newListeners(), 'still listened to on window or document').toEqual([]));
  messages.length = 0;
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      if (!isNoise(args)) messages.push(args);
    });
});

afterEach(async () => {
  for (const work of afterTest.toReversed()) await work();
  cleanup();
  document.body.replaceChildren();
  toast.remove();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  window.scrollY = 0;
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
  // First: a spy on a fake timer would put the fake one back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  expect(
    watchedGlobals.filter((name) => vi.isMockFunction(globalThis[name]) || 'clock' in globalThis[name]),
    'still spied on or fake; a spy that was stubbed over must be restored before the stub',
  ).toEqual([]);
  expect(
    messages.map((args) => args.map(String).join(' ')),
    'written to the console',
  ).toEqual([]);
});

afterAll(async () => {
  for (const work of afterFile.toReversed()) await work();
});
