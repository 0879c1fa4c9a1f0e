import { type ChildProcess, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Signals a tool and all processes that it has started. */
const signal = ({ pid }: ChildProcess, name: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // All processes of the group have ended already.
  }
};
process.once('exit', () => {
  for (const child of running) signal(child, 'SIGTERM');
});
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));

type Ending = { readonly code: number; readonly output: string };

/**
 * Runs Node with these arguments; what it prints is shown, or with `isCaptured` returned. Processes of it that are still there after its
 * end, and all of them after the time limit, are killed: a file that never returns to the event loop has no time limit of its own.
 */
export const run = (parameters: readonly string[], { isCaptured = false, minutes = 60 } = {}): Promise<Ending> =>
  new Promise((resolve, reject) => {
    const streams = isCaptured ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, parameters, { detached: true, stdio: ['ignore', streams, streams] });
    running.add(child);
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => output.push(part));
    const timeout = setTimeout(() => {
      console.log(`✗ Stopped after ${minutes} minutes: ${parameters.join(' ')}`);
      signal(child, 'SIGKILL');
    }, minutes * 60_000);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timeout);
      running.delete(child);
      signal(child, 'SIGKILL');
      resolve({ code: code ?? 1, output: Buffer.concat(output).toString().trim() });
    });
  });
