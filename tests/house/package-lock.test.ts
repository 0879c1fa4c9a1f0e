import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const entrySchema = z.object({
  link: z.boolean().default(false),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().default(false),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });
const packageSchema = z.object({ allowScripts: z.record(z.string(), z.boolean()) });

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const locked = lockSchema.parse(readJson('package-lock.json')).packages;

/** The package name of a path in the lock file. */
const nameAt = (location: string): string => location.split('node_modules/').at(-1) ?? location;

/** Packages from a registry: neither links nor the entry of the repository itself, whose path is empty. */
const installed = Object.entries(locked).flatMap(([location, each]) =>
  location === '' || each.link ? [] : [{ name: nameAt(location), ...each }],
);

describe('package-lock.json', () => {
  test('package-lock.json contains the optional packages of every platform, without which "npm ci" fails there', () => {
    const names = new Set(installed.map(({ name }) => name));
    const optional = Object.values(locked).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies));
    expect(optional.length).toBeGreaterThan(0);
    expect(optional.filter((name) => !names.has(name))).toEqual([]);
  });

  test('package-lock.json has a checksum for every package, also of other platforms', () => {
    expect(installed.length).toBeGreaterThan(500);
    expect(installed.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual([]);
  });

  test('package-lock.json contains no registry URL, so that it does not depend on the machine that wrote it', () => {
    expect(installed.flatMap(({ name, resolved }) => (resolved === undefined ? [] : [name]))).toEqual([]);
    expect(readFileSync('.npmrc', 'utf8')).toContain('omit-lockfile-registry-resolved=true');
  });

  test('package-lock.json has no package with an install script that package.json neither allows nor forbids', () => {
    const { allowScripts } = packageSchema.parse(readJson('package.json'));
    const withScript = installed.flatMap(({ name, hasInstallScript }) => (hasInstallScript ? [name] : []));
    expect(withScript.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
  });
});
