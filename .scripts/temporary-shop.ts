import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverEntry } from './compile-server.ts';

const house = fileURLToPath(new URL('..', import.meta.url));
const patience = 60_000;

/** A shop of its own on a data folder of its own; it can be stopped and started again under the same address. */
export type ThrowAwayShop = {
  readonly address: string;
  /** Where it keeps its data. */
  readonly folder: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly discard: () => Promise<void>;
};

/** The address that a starting shop tells on its standard output; throws when it ends, or is silent, before that. */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const giveUp = setTimeout(() => reject(new Error(`The shop was not open after ${patience / 1000} s.`)), patience);
    // Read to the end, because a process whose output nobody takes stands still one day.
    child.stdout?.on('data', (part: Buffer) => {
      said += part.toString();
      const [, address] = /^Flone is open at (\S+)\n/m.exec(said) ?? [];
      if (address === undefined) return;
      clearTimeout(giveUp);
      resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(giveUp);
      reject(new Error(`The shop ended with ${code} before it was open.`));
    });
  });

/**
 * Opens the built shop on a port of the system's choice and an empty data folder; `fill` may put data into that
 * before, and `settings` are variables for the shop alone. Its folder is made in `parent`.
 */
export const openThrowAwayShop = async (
  fill?: (folder: string) => Promise<unknown>,
  settings: Readonly<Record<string, string>> = {},
  parent = tmpdir(),
): Promise<ThrowAwayShop> => {
  const folder = await mkdtemp(path.join(parent, 'flone-'));
  let address = '';
  let server: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, serverEntry('main'), {
      cwd: house,
      // Whoever starts it again expects it where it was.
      env: {
        ...process.env,
        PORT: new URL(address || 'http://localhost:0').port,
        DATA_DIR: folder,
        SHOP_BUILD: 'never',
        LOG_LEVEL: 'error',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server = child;
    address = await addressOf(child);
  };

  const stop = async (): Promise<void> => {
    const child = server;
    server = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };

  const discard = async (): Promise<void> => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };

  const open = async (): Promise<void> => {
    await fill?.(folder);
    await start();
  };

  await open().catch(async (reason: unknown) => {
    await discard();
    throw reason;
  });
  return { address, folder, start, stop, discard };
};
