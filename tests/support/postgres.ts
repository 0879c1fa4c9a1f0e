import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from './memory-folder.ts';

/** A PostgreSQL server for one run of the tests, or for one test. `halt` ends it as an operator does, with its data kept for `resume`. */
export type TemporaryPostgres = {
  readonly url: string;
  readonly halt: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Why there is none, as a sentence. */
export type NoPostgres = { readonly reason: string };

const run = promisify(execFile);
const programs = ['initdb', 'pg_ctl', 'postgres'];
/** Part of the socket's name only: the server does not listen on TCP. */
const port = 5432;
const prefix = 'shop-postgres-';
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

/** Whether the programs of a PostgreSQL server are on this machine. */
export const hasPostgres = (): boolean => findPrograms() !== undefined;

/** PostgreSQL refuses to run as root: then it runs as the user `nobody`. */
const asNobody = (program: string, parameters: readonly string[]): Promise<unknown> =>
  isRoot ? run('runuser', ['-u', 'nobody', '--', program, ...parameters], { cwd: '/' }) : run(program, [...parameters], { cwd: '/' });

/** The URL of another database of the same server. */
export const databaseAt = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/**
 * Starts a PostgreSQL server in a temporary folder, on request in memory. It listens on a socket in that folder only, so it needs no free
 * port. Returns a reason when it cannot be started.
 */
export const startPostgres = async ({ isInMemory = false } = {}): Promise<TemporaryPostgres | NoPostgres> => {
  const bin = findPrograms();
  if (bin === undefined) return { reason: 'PostgreSQL is not on this machine: its tests cannot run.' };

  const home = await (isInMemory ? createTemporaryFolder(prefix) : mkdtemp(path.join(tmpdir(), prefix)));
  const data = path.join(home, 'data');
  const control = path.join(bin, 'pg_ctl');
  const remove = (): Promise<void> => rm(home, { recursive: true, force: true });
  try {
    await chmod(home, 0o755);
    if (isRoot) await run('chown', ['nobody', home]);
    await asNobody(path.join(bin, 'initdb'), ['-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
    // Nothing has to survive the machine: no waiting for disks, and less to log when a template is copied.
    const unlogged = '-c fsync=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0';
    const settings = `-p ${port} -k ${home} -c listen_addresses= ${unlogged} -c max_connections=100`;
    const resume = async (): Promise<void> => {
      await asNobody(control, ['-D', data, '-l', path.join(home, 'log'), '-o', settings, '-w', 'start']);
    };
    const halt = async (): Promise<void> => {
      await asNobody(control, ['-D', data, '-m', 'fast', '-w', 'stop']);
    };
    await resume();
    const stop = async (): Promise<void> => {
      await asNobody(control, ['-D', data, '-m', 'immediate', '-w', 'stop']).catch(() => undefined);
      await remove();
    };
    return { url: `postgres:///postgres?host=${encodeURIComponent(home)}&user=shop&port=${port}`, halt, resume, stop };
  } catch (error) {
    await remove();
    return { reason: `PostgreSQL could not be started (${error instanceof Error ? error.message.split('\n')[0] : 'no reason given'}).` };
  }
};
