import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** How a process ended and what it said. */
type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

/** A process of the server's: `says` waits for a line, `ended` for the end. */
export type Child = {
  readonly process: ChildProcessWithoutNullStreams;
  readonly says: (line: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
};

/** Starts one of the server's entry files with just the given variables, as `npm start` and `npm run shop` do. */
export const startChild = (file: string, variables: Readonly<Record<string, string>>, parameters: readonly string[] = []): Child => {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...parameters], {
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
  return { process: child, says, ended };
};
