import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ruleBrokenBy } from '#server/env.ts';
import { apiVersion, neededEvents } from '#server/payments/stripe.ts';

const namesIn = (file: string, pattern: RegExp): string[] =>
  [...new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name))].toSorted();

const documented = (prefix: RegExp): string[] => namesIn('.env.example', /^# ([A-Z][A-Z0-9_]+)=/gm).filter((name) => prefix.test(name));

describe('.env.example', () => {
  test('.env.example explains every setting that the storefront reads, and no other', () => {
    expect(documented(/^VITE_/)).toEqual(namesIn('src/shared/env.ts', /^ {2}(VITE_[A-Z0-9_]+):/gm));
  });

  test('.env.example explains every setting that the server reads, and no other', () => {
    const read = namesIn('server/env.ts', /^ {2}([A-Z][A-Z0-9_]+):/gm);
    expect(documented(/^(?!VITE_)/)).toEqual(read);
  });

  test('.env.example says between which numbers SHUTDOWN_DELAY must be', () => {
    const [, from, to] = /^# Seconds \((\d+) to (\d+)\) between SIGTERM/m.exec(readFileSync('.env.example', 'utf8')) ?? [];
    expect(ruleBrokenBy('SHUTDOWN_DELAY', '16')).toBe(`must be a number of seconds from ${from} to ${to}`);
  });

  test('.env.example says which API version and which events the webhook of Stripe must have, before the first start', () => {
    const text = readFileSync('.env.example', 'utf8');
    for (const needed of [`API version ${apiVersion},`, ...neededEvents]) expect(text).toContain(needed);
  });
});
