import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { machine, mayInstallUnasked } from './environment.ts';
import { findProgram, installPackages, say } from './system-packages.ts';

/** Flags under which Chromium runs as root, without a graphics card, and says nothing to anybody on its own account. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium without the window around it: the same pages by the same engine, in two thirds of the time. */
const shell = 'chromium-headless-shell';
const wholeNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const systemNames = [shell, ...wholeNames];

const onMachine = (names: readonly string[] = systemNames): string | undefined =>
  findProgram(names) ??
  ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((file) => names.includes('google-chrome') && existsSync(file));

const playwrights = (): string | undefined => {
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
};

const download = (): string | undefined => {
  say('No Chromium on this machine: trying the download that Playwright offers.');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return playwrights();
};

const install = (names = [shell, 'chromium']): string | undefined => {
  installPackages(names, () => onMachine(names) !== undefined);
  return onMachine(names);
};

/** A machine that only checks is given what checks quickest; nobody else is given a second browser. */
const quickest = (): string | undefined => onMachine([shell]) ?? (machine.isCi ? install() : undefined);

/**
 * The Chromium to test with: CHROMIUM_PATH, a headless shell, Playwright's own, the machine's, else one that is fetched now where that is
 * allowed. Throws with one sentence where none can be had, because browser tests that quietly do not run look like a success.
 */
export const findChromium = ({ mayInstall = mayInstallUnasked } = {}): string => {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH is ${wanted}, and there is nothing.`);
    return wanted;
  }
  const found = quickest() ?? playwrights() ?? onMachine() ?? (mayInstall ? (download() ?? install()) : undefined);
  if (!found && mayInstall) throw new Error('There is no Chromium here and none could be installed: set CHROMIUM_PATH to one.');
  if (!found) throw new Error('There is no Chromium here. “npm test -- --install” fetches one, or set CHROMIUM_PATH to yours.');
  return found;
};

/** Is there, or must there be, a Chromium that keeps pages in its back/forward cache? A headless shell never does. */
export const hasWholeChromium = (): boolean => machine.isCi || (playwrights() ?? onMachine(wholeNames)) !== undefined;

/** That Chromium, fetched where that is allowed. */
export const findWholeChromium = ({ mayInstall = mayInstallUnasked } = {}): string => {
  const found = playwrights() ?? onMachine(wholeNames) ?? (mayInstall ? install(['chromium']) : undefined);
  if (!found) throw new Error('There is no Chromium here but a headless shell, which has no back/forward cache.');
  return found;
};
