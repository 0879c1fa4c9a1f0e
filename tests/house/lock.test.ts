import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';

const lock = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).default({}) })),
});

test('the lock names the packages of every kind of machine, or "npm ci" refuses to install', () => {
  const { packages } = lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const places = Object.keys(packages);
  const isLocked = (name: string): boolean =>
    places.some((place) => place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`));
  const optional = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies));
  expect(optional.length).toBeGreaterThan(0);
  expect(optional.filter((name) => !isLocked(name))).toEqual([]);
});
