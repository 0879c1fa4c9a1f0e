import { runCommand } from '#server/commands/command-line.ts';
import { readEnv } from '#server/env.ts';

/** Exit code and output of a command. */
type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** Runs a command of `npm run shop` on a data folder in this process: starting a child process takes far longer than the command. */
export const runShopCommand = async (dataDir: string, ...parameters: readonly string[]): Promise<Ended> => {
  let out = '';
  let err = '';
  const code = await runCommand(parameters, {
    settings: () => readEnv({ DATA_DIR: dataDir }),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
};
