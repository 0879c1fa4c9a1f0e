import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const rootFolder = fileURLToPath(new URL('..', import.meta.url));
const startTimeoutMs = 60_000;

/** A running shop of its own. It can be stopped and started again on the same port. */
export type TemporaryShop = {
  readonly address: string;
  /** DATA_DIR of the seller's commands. */
  readonly folder: string;
  /** DATA_DIR of each of its processes. */
  readonly folders: readonly string[];
  /** Environment variables of the seller's commands. */
  readonly settings: Readonly<Record<string, string>>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Stops the shop and deletes its data. */
  readonly discard: () => Promise<void>;
};

/**
 * A shop of one process. `origin` is where it listens, and `address` unless it has a PUBLIC_URL; `cpuMs` is the CPU time of the process so far in
 * ms, its threads included, and undefined where there is no /proc.
 */
export type ShopProcess = TemporaryShop & { readonly origin: string; readonly cpuMs: () => number | undefined };

/** Reads the shop's address and origin from its standard output. Rejects when the process exits or prints none in time. */
const waitForStart = (child: ChildProcess): Promise<Pick<ShopProcess, 'address' | 'origin'>> =>
  new Promise((resolve, reject) => {
    let output = '';
    const timeout = setTimeout(() => reject(new Error(`The shop has not started after ${startTimeoutMs / 1000} s.`)), startTimeoutMs);
    // Keep reading after the address: a full pipe would block the process.
    child.stdout?.on('data', (part: Buffer) => {
      output += part.toString();
      const [, address, origin = address] = /^Flone is open at (\S+)\n(?:It listens at (\S+)\n)?Its data /m.exec(output) ?? [];
      if (address === undefined || origin === undefined) return;
      clearTimeout(timeout);
      resolve({ address, origin });
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timeout);
      reject(new Error(`The shop exited with ${code} while starting.`));
    });
  });

/**
 * Starts the built shop on a free port with an empty data folder below `parent`. `fill` may write to that folder before the start;
 * `settings` are environment variables of the shop.
 */
export const startTemporaryShop = async (
  fill?: (folder: string) => Promise<unknown>,
  settings: Readonly<Record<string, string>> = {},
  parent = tmpdir(),
): Promise<ShopProcess> => {
  const folder = await mkdtemp(path.join(parent, 'flone-'));
  let server: ChildProcess | undefined;

  const serve = (port: string): ReturnType<typeof waitForStart> => {
    const child = spawn(process.execPath, ['dist-server/main.js'], {
      cwd: rootFolder,
      env: { ...process.env, PORT: port, DATA_DIR: folder, LOG_LEVEL: 'error', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server = child;
    return waitForStart(child);
  };

  const stop = async (): Promise<void> => {
    const child = server;
    server = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };

  const cpuMs = (): number | undefined => {
    if (process.platform !== 'linux' || !server) return undefined;
    // After the name of the program, which may contain spaces: proc_pid_stat(5), fields 14 and 15, in hundredths of a second.
    const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };

  const discard = async (): Promise<void> => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await fill?.(folder);
    const { address, origin } = await serve('0');
    const start = async (): Promise<void> => {
      await serve(new URL(origin).port);
    };
    return { address, origin, folder, folders: [folder], settings: { ...settings, DATA_DIR: folder }, start, stop, cpuMs, discard };
  } catch (error) {
    await discard();
    throw error;
  }
};
