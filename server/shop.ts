import { runCommand } from '#server/commands/command-line.ts';
import { processEnv } from '#server/env.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  settings: processEnv,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  note: (text) => {
    if (process.stderr.isTTY) process.stderr.write(text);
  },
});
