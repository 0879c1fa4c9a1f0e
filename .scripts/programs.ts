import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';

export const isCi = Boolean(process.env.CI);

const isContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');

/** Programs are installed without being asked for in CI and for root in a container only, never on a developer's machine. */
export const canInstallByDefault = isCi || (isContainer && process.getuid?.() === 0);

/** Throws with a message for the developer where the tests cannot run. */
export const requireSignals = (platform: NodeJS.Platform = process.platform): void => {
  if (platform === 'win32')
    throw new Error('The tests stop processes with signals, which Windows does not support: run them on Linux, macOS or in WSL.');
};

/** Path of the first executable found in /usr/bin or PATH, in the order of the names. */
export const findExecutable = (names: readonly string[]): string | undefined =>
  ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));

/** Installs packages with apt; does nothing without root or apt-get. */
export const installPackages = (names: readonly string[]): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${names.join(', ')} with apt-get.`);
  const options = { timeout: 300_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-q'], { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  spawnSync('apt-get', ['install', '-q', '-y', ...names], { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
};

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

const systemChromium = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

type Chromium = Pick<LaunchOptions, 'executablePath' | 'channel'>;

/**
 * How Playwright starts Chromium: that of CHROMIUM_PATH, Playwright's own where it is installed, or the system's. `isWhole` asks for the browser
 * in place of the headless shell, which takes two thirds of the time but has no back/forward cache. Undefined where there is none.
 */
export const findChromium = ({ isWhole = false } = {}): Chromium | undefined => {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROMIUM_PATH is ${configured}, but that file does not exist.`);
    return { executablePath: configured };
  }
  if (existsSync(chromium.executablePath())) return isWhole ? { channel: 'chromium' } : {};
  const whole = findExecutable(systemChromium) ?? (existsSync(macChrome) ? macChrome : undefined);
  const shell = isWhole ? undefined : findExecutable(['chromium-headless-shell']);
  return whole === undefined ? undefined : { executablePath: shell ?? whole };
};

/** Path of the whole browser, for tools that start it themselves. */
export const chromiumPath = (): string => findChromium({ isWhole: true })?.executablePath ?? chromium.executablePath();

/** Installs Playwright's own Chromium, or where that cannot be downloaded the system's; beside the system's its headless shell. */
export const installChromium = (): void => {
  const found = findChromium();
  if (found) {
    const isOfSystem = !process.env.CHROMIUM_PATH && found.executablePath !== undefined && !found.executablePath.endsWith('headless-shell');
    if (isOfSystem) installPackages(['chromium-headless-shell']);
    return;
  }
  console.log('Installing Chromium: npx playwright install --with-deps chromium');
  spawnSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 });
  if (!findChromium()) installPackages(['chromium', 'chromium-headless-shell']);
};
