import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { rootFolder } from './paths.ts';

/** Node arguments to run each tool directly, without npx, a shell or PATH. */
const toolArguments = {
  biome: ['node_modules/@biomejs/biome/bin/biome'],
  knip: ['node_modules/knip/bin/knip.js'],
  playwright: ['node_modules/@playwright/test/cli.js'],
  // The native compiler. Tools that read syntax trees need the JavaScript API, which version 6 is the last to have.
  tsc: ['node_modules/typescript-7/bin/tsc'],
  tsx: ['--import', 'tsx'],
  vitest: ['node_modules/vitest/vitest.mjs'],
} as const;

export type Tool = keyof typeof toolArguments;

export type ToolResult = {
  readonly code: number;
  readonly stdout: string;
  readonly output: string;
  /** Whether it was ended because `isStuck` said so. */
  readonly wasStuck: boolean;
};

export type ToolOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** Receives IPC messages of the tool's reporter. */
  readonly onMessage?: (message: unknown) => void;
  /** Asked once a second; the tool and all its processes are killed once it is true. */
  readonly isStuck?: () => boolean;
};

const running = new Set<ChildProcess>();
/** Sends a signal to the process group of a tool. */
const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    // It has ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};
process.once('exit', () => {
  for (const child of running) signalGroup(child, 'SIGTERM');
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

/** Runs a development tool and captures its output; `output` is stdout and stderr combined. Never rejects on a bad exit code. */
export const runTool = (tool: Tool, parameters: readonly string[], { env, onMessage, isStuck }: ToolOptions = {}): Promise<ToolResult> =>
  new Promise((resolve, reject) => {
    const [first, ...rest] = toolArguments[tool];
    const nodeArguments = first.startsWith('--') ? [first, ...rest] : [path.join(rootFolder, first)];
    const child = spawn(process.execPath, [...nodeArguments, ...parameters], {
      cwd: rootFolder,
      // A process group of its own: a busy worker of a killed Vitest would run on.
      detached: true,
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? (['ipc'] as const) : [])],
    });
    running.add(child);
    const stdout: Buffer[] = [];
    const output: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => {
      stdout.push(part);
      output.push(part);
    });
    child.stderr?.on('data', (part: Buffer) => output.push(part));
    if (onMessage) child.on('message', onMessage);
    let wasStuck = false;
    const watch = setInterval(() => {
      if (!isStuck?.()) return;
      wasStuck = true;
      signalGroup(child, 'SIGKILL');
    }, 1000);
    child.on('error', (error) => {
      clearInterval(watch);
      reject(error);
    });
    child.on('close', (code) => {
      clearInterval(watch);
      running.delete(child);
      resolve({ code: code ?? 1, wasStuck, stdout: Buffer.concat(stdout).toString(), output: Buffer.concat(output).toString() });
    });
  });
