import { Command, CommanderError } from 'commander';
import { addBackupCommands } from '#server/commands/backup-commands.ts';
import { addCatalogueCommands } from '#server/commands/catalogue-commands.ts';
import { createContext, type Terminal } from '#server/commands/command-context.ts';
import { addMessageCommands } from '#server/commands/message-commands.ts';
import { addOrderCommands } from '#server/commands/order-commands.ts';
import { addRefundCommands } from '#server/commands/refund-commands.ts';
import { addPeopleCommands } from '#server/commands/user-commands.ts';
import { StartFailure } from '#server/data-folder.ts';
import { Failure } from '#server/domain/failure.ts';

const refused = 1;
const misused = 2;

const commandLine = (place: Terminal): Command => {
  const program = new Command('npm run shop --')
    .description("The seller's command line. It works on the same data as the shop, whether that is running or not.")
    .exitOverride()
    .configureOutput({ writeOut: place.out, writeErr: place.err })
    .showHelpAfterError('(add --help for how it is used)');
  const desk = createContext(place);
  addCatalogueCommands(program, desk);
  addOrderCommands(program, desk);
  addMessageCommands(program, desk);
  addRefundCommands(program, desk);
  addPeopleCommands(program, desk);
  addBackupCommands(program, desk);
  return program;
};

const explain = (error: unknown, { out, err }: Terminal, asJson: boolean): number => {
  // The command line has printed its own sentence already, and help that was asked for is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : misused;
  if (!(error instanceof Failure) && !(error instanceof StartFailure)) throw error;
  const errors = error instanceof Failure ? error.errors : undefined;
  if (asJson) out(`${JSON.stringify({ message: error.message, ...(errors && { errors }) })}\n`);
  else err([error.message, ...Object.entries(errors ?? {}).map(([where, words]) => `  ${where}: ${words}`), ''].join('\n'));
  return refused;
};

/**
 * Runs one command of the seller's (`npm run shop -- …`) at a place and gives its exit code: 0 done, 1 refused with a sentence, 2 misused.
 * Throws what is nobody's to mend but ours.
 */
export const runCommand = async (parameters: readonly string[], place: Terminal): Promise<number> => {
  try {
    await commandLine(place).parseAsync(parameters, { from: 'user' });
    return 0;
  } catch (error) {
    return explain(error, place, parameters.includes('--json'));
  }
};
