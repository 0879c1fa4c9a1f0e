import { existsSync } from 'node:fs';

const isContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');

/** Facts about this machine that decide whether packages may be installed on it. */
export const environment = {
  isCi: Boolean(process.env.CI),
  isRootInContainer: isContainer && process.getuid?.() === 0,
  platform: process.platform,
} as const;

/** Installing without `--install`: only in CI and in containers, never on a developer's machine. */
export const canInstallByDefault = environment.isCi || environment.isRootInContainer;
