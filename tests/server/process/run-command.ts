import { runCommand } from '#server/commands/command-line.ts';
import { readEnv } from '#server/env.ts';

/** Exit code and output of a command. */
type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** Runs a command of `npm run shop` with these settings in this process: starting a child process takes far longer than the command. */
export const runShopCommandWith = async (variables: Readonly<Record<string, string>>, ...parameters: readonly string[]): Promise<Ended> => {
  let out = '';
  let err = '';
  const code = await runCommand(parameters, {
    settings: () => readEnv(variables),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    note: () => undefined,
  });
  return { code, out, err };
};

/** Runs a command on a data folder, with default settings. */
export const runShopCommand = (dataDir: string, ...parameters: readonly string[]): Promise<Ended> =>
  runShopCommandWith({ DATA_DIR: dataDir }, ...parameters);
