import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const entry = z.object({
  link: z.boolean().default(false),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().default(false),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const lock = z.object({ packages: z.record(z.string(), entry) });
const house = z.object({ allowScripts: z.record(z.string(), z.boolean()) });

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const locked = lock.parse(readJson('package-lock.json')).packages;

/** The name of the package at a place of the lock file. */
const nameAt = (place: string): string => place.split('node_modules/').at(-1) ?? place;

/** Everything installed from a registry; the entry of the shop itself has no name. */
const installed = (packages: z.infer<typeof lock>['packages']) =>
  Object.entries(packages).flatMap(([place, each]) => (place === '' || each.link ? [] : [{ name: nameAt(place), ...each }]));

const withoutChecksum = (packages: z.infer<typeof lock>['packages']): readonly string[] =>
  installed(packages).flatMap(({ name, integrity }) => (integrity?.startsWith('sha512-') ? [] : [name]));

describe('package-lock.json', () => {
  test('names the packages of every kind of machine, or "npm ci" refuses to install', () => {
    const names = new Set(installed(locked).map(({ name }) => name));
    const optional = Object.values(locked).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies));
    expect(optional.length).toBeGreaterThan(0);
    expect(optional.filter((name) => !names.has(name))).toEqual([]);
  });

  test('has a checksum for every package, also for those of other machines', () => {
    expect(installed(locked).length).toBeGreaterThan(500);
    expect(withoutChecksum(locked)).toEqual([]);
  });

  test.each([undefined, '', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='])('is not taken with the checksum %j', (integrity) => {
    const planted = lock.parse({ packages: { ...locked, 'node_modules/a/node_modules/@planted/package': { integrity } } });
    expect(withoutChecksum(planted.packages)).toEqual(['@planted/package']);
  });

  test('names no registry, so that it is the same wherever it was written', () => {
    expect(installed(locked).flatMap(({ name, resolved }) => (resolved === undefined ? [] : [name]))).toEqual([]);
    expect(readFileSync('.npmrc', 'utf8')).toContain('omit-lockfile-registry-resolved=true');
  });

  test('has no package whose install script nobody has decided about', () => {
    const { allowScripts } = house.parse(readJson('package.json'));
    const withScript = installed(locked).flatMap(({ name, hasInstallScript }) => (hasInstallScript ? [name] : []));
    expect(withScript.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
  });
});
