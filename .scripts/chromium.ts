import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { canInstallByDefault, environment } from './environment.ts';
import { findExecutable, installPackages, logToStderr } from './system-packages.ts';

/** Flags to run Chromium as root, without a GPU and without background requests of its own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Same engine without browser UI; the browser tests take two thirds of the time with it. */
const headlessShell = 'chromium-headless-shell';
const fullBrowserNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const installedNames = [headlessShell, ...fullBrowserNames];

const findInstalled = (names: readonly string[] = installedNames): string | undefined =>
  findExecutable(names) ??
  ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((file) => names.includes('google-chrome') && existsSync(file));

const findPlaywrightChromium = (): string | undefined => {
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
};

const downloadWithPlaywright = (): string | undefined => {
  logToStderr('No Chromium on this machine: downloading the one of Playwright.');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return findPlaywrightChromium();
};

const installWithApt = (names = [headlessShell, 'chromium']): string | undefined => {
  installPackages(names, () => findInstalled(names) !== undefined);
  return findInstalled(names);
};

/** The headless shell; installed in CI only, so that developers do not get a second browser. */
const findHeadlessShell = (): string | undefined => findInstalled([headlessShell]) ?? (environment.isCi ? installWithApt() : undefined);

/**
 * Path of the Chromium to test with, in this order: CHROMIUM_PATH, headless shell, Playwright's download, an installed browser, a fresh
 * install if allowed. Throws with a message for the developer when there is none: skipped browser tests would look like a success.
 */
export const findChromium = ({ canInstall = canInstallByDefault } = {}): string => {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROMIUM_PATH is ${configured}, but that file does not exist.`);
    return configured;
  }
  const found =
    findHeadlessShell() ??
    findPlaywrightChromium() ??
    findInstalled() ??
    (canInstall ? (downloadWithPlaywright() ?? installWithApt()) : undefined);
  if (!found && canInstall) throw new Error('No Chromium found and none could be installed: set CHROMIUM_PATH.');
  if (!found) throw new Error('No Chromium found. Run “npm test -- --install” to install one, or set CHROMIUM_PATH.');
  return found;
};

/** The name and the version of the Chromium that tests run in, such as "Chromium 156.0.8078.79"; undefined where none is installed. */
export const chromiumVersion = (): string | undefined => {
  try {
    return spawnSync(findChromium({ canInstall: false }), ['--version'], { encoding: 'utf8' }).stdout.trim();
  } catch {
    return undefined;
  }
};

/** Whether tests of the back/forward cache can run: a headless shell has none. Always true in CI, where it must be there. */
export const hasFullChromium = (): boolean =>
  environment.isCi || (findPlaywrightChromium() ?? findInstalled(fullBrowserNames)) !== undefined;

/** Path of a Chromium with a back/forward cache; throws when there is none. */
export const findFullChromium = ({ canInstall = canInstallByDefault } = {}): string => {
  const found = findPlaywrightChromium() ?? findInstalled(fullBrowserNames) ?? (canInstall ? installWithApt(['chromium']) : undefined);
  if (!found) throw new Error('Only a headless shell is installed, which has no back/forward cache: install Chromium.');
  return found;
};
