import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A program of this machine: the first of these names that there is. */
export const findProgram = (names: readonly string[]): string | undefined =>
  ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));

export const say = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`);
};

/** Installs packages one after the other until `isEnough`, where this machine lets us: as root, with apt. */
export const installPackages = (names: readonly string[], isEnough: () => boolean): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const options = { stdio: 'ignore', timeout: 180_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-q'], options);
  for (const name of names) {
    say(`Installing the package "${name}" with apt.`);
    spawnSync('apt-get', ['install', '-q', '-y', name], options);
    if (isEnough()) return;
  }
};
