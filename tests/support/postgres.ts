import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A PostgreSQL server for one run of the tests. */
export type ThrowAwayPostgres = { readonly url: string; readonly stop: () => Promise<void> };

/** Why there is none, as a plain sentence. */
export type NoPostgres = { readonly reason: string };

const run = promisify(execFile);
const programs = ['initdb', 'pg_ctl', 'postgres'];
const isRoot = process.getuid?.() === 0;

const newestFirst = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => path.join(folder, version, 'bin'))
    : [];

const findPrograms = (): string | undefined =>
  [...newestFirst('/usr/lib/postgresql'), ...(process.env.PATH ?? '').split(path.delimiter)].find((folder) =>
    programs.every((program) => existsSync(path.join(folder, program))),
  );

const install = (): void => {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
  spawnSync('apt-get', ['install', '-q', '-y', 'postgresql'], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });

/** PostgreSQL refuses to run as root, so root hands it to somebody who owns nothing. */
const asNobody = (program: string, parameters: readonly string[]): Promise<unknown> =>
  isRoot ? run('runuser', ['-u', 'nobody', '--', program, ...parameters], { cwd: '/' }) : run(program, [...parameters], { cwd: '/' });

/**
 * Starts a PostgreSQL server on a free port in a folder of its own, with the programs of this machine; as root it
 * installs them when they are missing. Answers with a reason where none can be had.
 */
export const startPostgres = async (): Promise<ThrowAwayPostgres | NoPostgres> => {
  let bin = findPrograms();
  if (bin === undefined) {
    install();
    bin = findPrograms();
  }
  if (bin === undefined) return { reason: 'PostgreSQL is not on this machine and could not be installed: its tests cannot run.' };

  const home = await mkdtemp(path.join(tmpdir(), 'shop-postgres-'));
  const data = path.join(home, 'data');
  const control = path.join(bin, 'pg_ctl');
  const remove = (): Promise<void> => rm(home, { recursive: true, force: true });
  try {
    await chmod(home, 0o755);
    if (isRoot) await run('chown', ['nobody', home]);
    await asNobody(path.join(bin, 'initdb'), ['-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
    const port = await freePort();
    const settings = `-p ${port} -k ${home} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=100`;
    await asNobody(control, ['-D', data, '-l', path.join(home, 'log'), '-o', settings, '-w', 'start']);
    const stop = async (): Promise<void> => {
      await asNobody(control, ['-D', data, '-m', 'immediate', '-w', 'stop']).catch(() => undefined);
      await remove();
    };
    return { url: `postgres://shop@127.0.0.1:${port}/postgres`, stop };
  } catch (error) {
    await remove();
    return { reason: `PostgreSQL could not be started (${error instanceof Error ? error.message.split('\n')[0] : 'no reason given'}).` };
  }
};
