import { createInterface } from 'node:readline/promises';
import { runCommand } from '#server/commands/command-line.ts';
import { StartFailure } from '#server/data-folder.ts';
import { processEnv } from '#server/env.ts';

const { stdin, stdout, stderr } = process;

const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: stdin, output: stdout });
  // By Ctrl-C and Ctrl-D.
  const closed = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new StartFailure('\nNothing was changed.')));
  });
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
};

process.exitCode = await runCommand(process.argv.slice(2), {
  settings: processEnv,
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  note: (text) => {
    if (stderr.isTTY) stderr.write(text);
  },
  ask: stdin.isTTY && stdout.isTTY ? ask : undefined,
});
