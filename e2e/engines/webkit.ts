import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import * as z from 'zod';
import { freePort } from '#scripts/free-port.ts';
import { type ElementHandle, type Engine, type Tab, windowSize } from './tab.ts';

/** The key of element references in WebDriver's JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

const responseSchema = z.object({ value: z.unknown() });
const errorSchema = z.object({ error: z.string(), message: z.string() });
const sessionSchema = z.object({ sessionId: z.string() });
const elementSchema = z.object({ [elementKey]: z.string() });

type SendCommand = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** Sends W3C WebDriver commands to a driver. Throws on a WebDriver error. */
const commandsTo =
  (address: string): SendCommand =>
  async (method, path, body) => {
    // A connection each: the driver ends idle ones, and fetch may be about to reuse one.
    const headers = { connection: 'close' };
    const response = await fetch(`${address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { value } = responseSchema.parse(await response.json());
    const { data: failure } = errorSchema.safeParse(value);
    if (failure) throw new Error(`${failure.error}: ${failure.message} (${method} ${path})`);
    return value;
  };

const openTabWith = async (driver: SendCommand): Promise<Omit<Tab, 'close'>> => {
  // Commands must not wait for pages to load: some tests hold a page's scripts back, or leave it while it loads. A script that reaches a
  // document as it is left is never answered: the caller sends it again.
  const capabilities = { alwaysMatch: { pageLoadStrategy: 'none', timeouts: { script: 5000 } } };
  const { sessionId } = sessionSchema.parse(await driver('POST', '/session', { capabilities }));
  const send: SendCommand = (method, path, body) => driver(method, `/session/${sessionId}${path}`, body);
  const run = (script: string, ...args: readonly unknown[]): Promise<unknown> => send('POST', '/execute/sync', { script, args });
  const elementHandle = (id: string): ElementHandle => ({
    click: async () => {
      // The driver does not scroll an element out from under the sticky header, and then cannot click it.
      await run("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", { [elementKey]: id });
      await send('POST', `/element/${id}/click`, {});
    },
    fill: async (text) => {
      await send('POST', `/element/${id}/clear`, {});
      await send('POST', `/element/${id}/value`, { text });
    },
  });
  await send('POST', '/window/rect', windowSize);
  return {
    evaluate: (functionBody) => run(functionBody),
    findElement: async (functionBody) => {
      const { data } = elementSchema.safeParse(await run(functionBody));
      return data && elementHandle(data[elementKey]);
    },
    screenshot: async () => Buffer.from(z.string().parse(await send('GET', '/screenshot')), 'base64'),
    // WebDriver does not report them.
    uncaughtErrors: [],
  };
};

/** Starts a process that is killed when this one exits. */
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

/** Starts the driver. It cannot choose a port itself, and ends at once when the given one has been taken meanwhile: then another is tried. */
const startDriver = async (
  program: string,
  variables: Readonly<Record<string, string>>,
  attempts = 5,
): Promise<{ readonly child: ChildProcess; readonly driver: SendCommand }> => {
  const port = await freePort();
  const child = start(program, [`--port=${port}`], variables);
  child.stdout.resume();
  const driver = commandsTo(`http://127.0.0.1:${port}`);
  await expect(async () => {
    if (child.exitCode === null) await driver('GET', '/status');
  }).toPass();
  if (child.exitCode === null) return { child, driver };
  if (attempts === 1) throw new Error(`${program} ended with exit code ${child.exitCode}.`);
  return startDriver(program, variables, attempts - 1);
};

/**
 * Starts a virtual screen (Xvfb) for WebKitGTK. Each tab has a driver and so a browser of its own: a driver that is still ending one browser
 * may never answer the request for the next.
 */
export const startWebKit = async (program: string, screenProgram: string): Promise<Engine> => {
  const { width, height } = windowSize;
  const screen = start(screenProgram, ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp']);
  const [display] = await once(screen.stdout, 'data');
  const variables = {
    DISPLAY: `:${String(display).trim()}`,
    GDK_BACKEND: 'x11',
    // Containers cannot create the sandbox, and only pages of the shop are opened.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  return {
    openTab: async () => {
      const { child, driver } = await startDriver(program, variables);
      return { ...(await openTabWith(driver)), close: () => stop(child) };
    },
    close: () => stop(screen),
  };
};
