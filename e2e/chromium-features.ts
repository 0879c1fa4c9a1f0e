import { chromium } from '@playwright/test';
import { findChromium } from '#scripts/programs.ts';

const flag = '--disable-features=';
/** Set before the workers start, which inherit it. */
const variable = 'E2E_DISABLE_FEATURES';

/**
 * Pages of one renderer process load the same scripts, and V8 finds them compiled. Streaming would parse them again in the background first:
 * a fifteenth of the run's time.
 */
const unwanted = 'ScriptStreaming';

/** The flag for the browser of the tests; none before the global set-up. */
export const disabledFeatures = (): readonly string[] => {
  const value = process.env[variable];
  return value === undefined ? [] : [value];
};

/**
 * Adds to the features that Playwright disables, because Chromium heeds the last of these flags only. Playwright does not export them, so
 * they are read from a browser that it starts.
 *
 * @throws if Playwright passes no such flag any more.
 */
export default async (): Promise<void> => {
  const server = await chromium.launchServer(findChromium());
  const ofPlaywright = server.process().spawnargs.find((argument) => argument.startsWith(flag));
  await server.close();
  if (!ofPlaywright) throw new Error(`Playwright starts Chromium without ${flag}: ${import.meta.filename} can pass its own alone.`);
  process.env[variable] = `${ofPlaywright},${unwanted}`;
};
