import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { storefrontSettings } from '#server/build/due.js';

/** Settings by name, as an environment has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** In the folder of a build: the `VITE_…` settings that it was made with. */
export const buildSettingsFile = 'settings.json';

const settings = z.record(z.string(), z.string());

const readBuildSettings = (dist: string): Readonly<Record<string, string>> | undefined => {
  const file = path.join(dist, buildSettingsFile);
  return existsSync(file) ? settings.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
};

/** The settings that are given now, and that the build in this folder was not made with; none where there is no build. */
export const namesOfOtherSettings = (dist: string, variables: Variables): string[] => {
  const built = readBuildSettings(dist);
  if (built === undefined || variables.STOREFRONT === 'none') return [];
  return Object.entries(storefrontSettings(variables)).flatMap(([name, value]) => (built[name] === value ? [] : [name]));
};

/**
 * Shoppers read the seller's details and delivery days on pages, in mails and on invoices: where there is a build, its settings are those of
 * the server and of the command line, whatever their environment says. Without one, and for a server that serves none (`STOREFRONT=none`),
 * they are those of the environment.
 */
export const withBuildSettings = (dist: string, variables: Variables): Variables => {
  const built = variables.STOREFRONT === 'none' ? undefined : readBuildSettings(dist);
  if (built === undefined) return variables;
  return { ...Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('VITE_'))), ...built };
};
