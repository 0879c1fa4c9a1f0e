import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** Exit code and output of a process. */
type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

/** A child process of the server. `waitForLine` resolves with the first match in stdout; `exited` with exit code and output. */
export type ServerProcess = {
  readonly process: ChildProcessWithoutNullStreams;
  readonly waitForLine: (line: RegExp) => Promise<RegExpExecArray>;
  readonly exited: Promise<Ended>;
};

/** Starts a program; its environment is PATH and the given variables. */
const startProgram = (program: string, parameters: readonly string[], variables: Readonly<Record<string, string>>): ServerProcess => {
  const child = spawn(program, [...parameters], { env: { PATH: process.env.PATH ?? '', ...variables } });
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  child.stdout.on('data', (part) => {
    out += String(part);
    for (const check of waiting) check();
  });
  child.stderr.on('data', (part) => {
    err += String(part);
  });
  const exited = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  const waitForLine = (line: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = line.exec(out);
        if (!found) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
      exited.then((result) => reject(new Error(`It exited without printing ${line}: ${JSON.stringify(result)}`)), reject);
    });
  return { process: child, waitForLine, exited };
};

/** Starts an entry of `dist-server/` in this folder; its environment is PATH and the given variables. */
export const startServerProcess = (
  entry: 'main' | 'shop',
  variables: Readonly<Record<string, string>>,
  parameters: readonly string[] = [],
  root = '.',
): ServerProcess => startProgram(process.execPath, [`${root}/dist-server/${entry}.js`, ...parameters], variables);

/** `npm start` or `npm run shop`, but for npm. */
export const startAsTyped = (entry: 'main' | 'shop', variables: Readonly<Record<string, string>>, parameters: readonly string[] = []) =>
  startProgram(process.execPath, ['server/build/run.js', entry, ...parameters], variables);

/** `npm start`, whose entry is always `main`. */
export const startByNpm = (_entry: 'main' | 'shop', variables: Readonly<Record<string, string>>) =>
  startProgram('npm', ['start', '--silent', '--no-update-notifier'], variables);
