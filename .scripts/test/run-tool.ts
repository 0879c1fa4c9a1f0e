import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { house } from './paths.ts';

/** The programs behind the tools' commands: started by Node itself, they need no shell and no search path. */
const programs = {
  biome: ['node_modules/@biomejs/biome/bin/biome'],
  knip: ['node_modules/knip/bin/knip.js'],
  playwright: ['node_modules/@playwright/test/cli.js'],
  tsc: ['node_modules/typescript/bin/tsc'],
  tsx: ['--import', 'tsx'],
  vitest: ['node_modules/vitest/vitest.mjs'],
} as const;

export type Tool = keyof typeof programs;

export type Ended = { readonly code: number; readonly stdout: string; readonly output: string };

export type ToolOptions = {
  readonly variables?: Readonly<Record<string, string>>;
  /** Called with every message that the tool's reporter sends. */
  readonly onMessage?: (message: unknown) => void;
};

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

/** Runs a tool of this repository to its end. What it says is kept, not shown. */
export const runTool = (tool: Tool, parameters: readonly string[], { variables, onMessage }: ToolOptions = {}): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const [first, ...rest] = programs[tool];
    const program = first.startsWith('--') ? [first, ...rest] : [path.join(house, first)];
    const child = spawn(process.execPath, [...program, ...parameters], {
      cwd: house,
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...variables },
      stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? (['ipc'] as const) : [])],
    });
    running.add(child);
    const [stdout, output]: [Buffer[], Buffer[]] = [[], []];
    child.stdout?.on('data', (part: Buffer) => {
      stdout.push(part);
      output.push(part);
    });
    child.stderr?.on('data', (part: Buffer) => output.push(part));
    if (onMessage) child.on('message', onMessage);
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, stdout: Buffer.concat(stdout).toString(), output: Buffer.concat(output).toString() });
    });
  });
