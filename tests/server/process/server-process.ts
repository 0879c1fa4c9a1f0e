import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { serverArguments, sourceArguments } from '#scripts/compile-server.ts';

/** Exit code and output of a process. */
type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

/** A child process of the server. `waitForLine` resolves with the first match in stdout; `exited` with exit code and output. */
export type ServerProcess = {
  readonly process: ChildProcessWithoutNullStreams;
  readonly waitForLine: (line: RegExp) => Promise<RegExpExecArray>;
  readonly exited: Promise<Ended>;
};

/** How an entry of the server is started: as it was compiled for the run, or from its source, as `npm start` and `npm run shop` do. */
type Start = { readonly isFromSource?: boolean };

/** Starts an entry of the server with just the given variables. */
export const startServerProcess = (
  entry: 'main' | 'shop',
  variables: Readonly<Record<string, string>>,
  parameters: readonly string[] = [],
  { isFromSource = false }: Start = {},
): ServerProcess => {
  const program = isFromSource ? sourceArguments(entry) : serverArguments(entry);
  const child = spawn(process.execPath, [...program, ...parameters], {
    env: { PATH: process.env.PATH ?? '', ...variables },
  });
  let [out, err] = ['', ''];
  const waiting = new Set<() => void>();
  child.stdout.on('data', (part) => {
    out += String(part);
    for (const look of waiting) look();
  });
  child.stderr.on('data', (part) => {
    err += String(part);
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  const says = (line: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = line.exec(out);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      ended.then((end) => reject(new Error(`It ended without saying ${line}: ${JSON.stringify(end)}`)), reject);
    });
  return { process: child, waitForLine: says, exited: ended };
};
