import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import * as z from 'zod';
import { freePort } from '#scripts/free-port.ts';
import { type Engine, type Hold, type Tab, windowSize } from './tab.ts';

/** What WebDriver calls an element by, in every answer that has one. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

const answerSchema = z.object({ value: z.unknown() });
const errorSchema = z.object({ error: z.string(), message: z.string() });
const sessionSchema = z.object({ sessionId: z.string() });
const elementSchema = z.object({ [elementKey]: z.string() });

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** Asks a driver something in W3C WebDriver: a dozen commands of JSON over HTTP, for which no package is needed. */
const askAt =
  (address: string): Ask =>
  async (method, path, body) => {
    const answer = await fetch(`${address}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = answerSchema.parse(await answer.json());
    const { data: failure } = errorSchema.safeParse(value);
    if (failure) throw new Error(`${failure.error}: ${failure.message} (${method} ${path})`);
    return value;
  };

const openTabWith = async (driver: Ask): Promise<Tab> => {
  const { sessionId } = sessionSchema.parse(await driver('POST', '/session', { capabilities: {} }));
  const ask: Ask = (method, path, body) => driver(method, `/session/${sessionId}${path}`, body);
  const run = (script: string, ...args: readonly unknown[]): Promise<unknown> => ask('POST', '/execute/sync', { script, args });
  const holdOf = (id: string): Hold => ({
    click: async () => {
      // The driver leaves where it is what lies under the sticky header, and then cannot click it.
      await run("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", { [elementKey]: id });
      await ask('POST', `/element/${id}/click`, {});
    },
    fill: async (text) => {
      await ask('POST', `/element/${id}/clear`, {});
      await ask('POST', `/element/${id}/value`, { text });
    },
  });
  await ask('POST', '/window/rect', windowSize);
  return {
    goto: (url) => ask('POST', '/url', { url }),
    goBack: () => ask('POST', '/back', {}),
    reload: () => ask('POST', '/refresh', {}),
    ask: (lines) => run(lines),
    find: async (lines) => {
      const { data } = elementSchema.safeParse(await run(lines));
      return data && holdOf(data[elementKey]);
    },
    picture: async () => Buffer.from(z.string().parse(await ask('GET', '/screenshot')), 'base64'),
    // WebDriver does not tell of errors.
    complaints: [],
    close: () => ask('DELETE', ''),
  };
};

/** Starts a process that ends with this one at the latest. */
const start = (program: string, parameters: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
  const child = spawn(program, parameters, { env: { ...process.env, ...variables }, stdio: ['ignore', 'pipe', 'ignore'] });
  process.once('exit', () => child.kill());
  return child;
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
};

/** Starts WebKitGTK's driver on a screen that nobody sees: it shows its windows, and gives every tab a browser of its own. */
export const startWebKit = async (program: string, screenProgram: string): Promise<Engine> => {
  const { width, height } = windowSize;
  const screen = start(screenProgram, ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp']);
  const [display] = await once(screen.stdout, 'data');
  const port = await freePort();
  const child = start(program, [`--port=${port}`], {
    DISPLAY: `:${String(display).trim()}`,
    GDK_BACKEND: 'x11',
    // A container has no right to a sandbox, and the only pages are our own.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  child.stdout.resume();
  const driver = askAt(`http://127.0.0.1:${port}`);
  await expect(() => driver('GET', '/status')).toPass();
  const close = async (): Promise<void> => {
    await stop(child);
    await stop(screen);
  };
  return { openTab: () => openTabWith(driver), close };
};
