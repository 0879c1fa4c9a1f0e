import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Path of the first executable found in /usr/bin or PATH, in the order of the names. */
export const findExecutable = (names: readonly string[]): string | undefined =>
  ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));

export const logToStderr = (message: string): void => {
  process.stderr.write(`${message}\n`);
};

/** Installs apt packages one by one until `isSatisfied`. Does nothing without root or apt-get. */
export const installPackages = (names: readonly string[], isSatisfied: () => boolean): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const options = { stdio: 'ignore', timeout: 180_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-q'], options);
  for (const name of names) {
    logToStderr(`Installing the package "${name}" with apt-get.`);
    spawnSync('apt-get', ['install', '-q', '-y', name], options);
    if (isSatisfied()) return;
  }
};
