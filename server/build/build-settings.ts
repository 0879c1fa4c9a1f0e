import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { storefrontSettings } from '#server/build/due.js';

/** Settings by name, as an environment has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** In the folder of a build: the settings that it was made with (`storefrontSettings`). */
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
