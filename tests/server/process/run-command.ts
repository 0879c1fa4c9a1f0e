import { runCommand } from '#server/commands/command-line.ts';
import { readEnv } from '#server/env.ts';

/** How a command ended and what it said. */
type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** Runs a command of the seller's on a data folder as `npm run shop` does, but in this process: starting one takes far longer than the command. */
export const runShopCommand = async (dataDir: string, ...parameters: readonly string[]): Promise<Ended> => {
  let [out, err] = ['', ''];
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
