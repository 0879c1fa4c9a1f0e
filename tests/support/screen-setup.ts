import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { afterFile, afterTest } from './clean-up.ts';
import './jsdom-polyfills.ts';

// Some screens are big and the machine may be busy; a test that passes never waits this long.
configure({ asyncUtilTimeout: 10_000 });

/** What was written to the console in this test: nothing is the only right answer. */
const written: unknown[][] = [];

/** jsdom 26 does not know <search> yet, and how long a development check took says something of the machine, not of the shop. */
const isNoise = (said: readonly unknown[]) =>
  (String(said[0]).includes('is unrecognized in this browser') && said[1] === 'search') || /Middleware took \d+ms/.test(String(said[0]));

beforeEach(() => {
  written.length = 0;
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...said: unknown[]) => {
      if (!isNoise(said)) written.push(said);
    });
});

afterEach(async () => {
  for (const work of afterTest.toReversed()) await work();
  cleanup();
  toast.remove();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  window.scrollY = 0;
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(
    written.map((said) => said.map(String).join(' ')),
    'written to the console',
  ).toEqual([]);
});

afterAll(async () => {
  for (const work of afterFile.toReversed()) await work();
});
