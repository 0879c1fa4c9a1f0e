import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

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

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Opens the built shop as `npm start` does, on a free port and an empty data folder; `fill` may put goods into that before, and
 * `settings` are variables for the shop alone. `root` is another house than this one.
 */
export const openThrowAwayShop = async (
  fill?: (folder: string) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
  root = house,
): Promise<ThrowAwayShop> => {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'flone-'));
  const address = `http://localhost:${port}`;
  let server: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), DATA_DIR: folder, SHOP_BUILD: 'never', LOG_LEVEL: 'error', ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    server = child;
    const deadline = Date.now() + patience;
    while (!(await isReady(address))) {
      if (child.exitCode !== null) throw new Error(`The shop ended with ${child.exitCode} before it was open.`);
      if (Date.now() > deadline) throw new Error(`The shop was not open after ${patience / 1000} s.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
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
