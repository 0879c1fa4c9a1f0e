import { existsSync } from 'node:fs';

const isContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');

/** The machine that this runs on, as far as it decides what may be done to it. */
export const machine = {
  isCi: Boolean(process.env.CI),
  isRootInContainer: isContainer && process.getuid?.() === 0,
  platform: process.platform,
} as const;

/** Whether packages may be installed without being asked: never on a machine that somebody works at. */
export const mayInstallUnasked = machine.isCi || machine.isRootInContainer;
