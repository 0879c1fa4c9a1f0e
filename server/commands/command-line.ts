import { Command, CommanderError } from 'commander';
import { addBackupCommands } from '#server/commands/backup-commands.ts';
import { addCatalogueCommands } from '#server/commands/catalogue-commands.ts';
import { addCategoryCommands } from '#server/commands/category-commands.ts';
import { createContext, type Terminal } from '#server/commands/command-context.ts';
import { addJobCommands } from '#server/commands/job-commands.ts';
import { addMessageCommands } from '#server/commands/message-commands.ts';
import { addOrderCommands } from '#server/commands/order-commands.ts';
import { addPaymentCommands } from '#server/commands/payment-commands.ts';
import { addProductCommands } from '#server/commands/product-commands.ts';
import { addRefundCommands } from '#server/commands/refund-commands.ts';
import { addReviewCommands } from '#server/commands/review-commands.ts';
import { addSynonymCommands } from '#server/commands/synonym-commands.ts';
import { addUserAndMailCommands } from '#server/commands/user-commands.ts';
import { addVoucherCommands } from '#server/commands/voucher-commands.ts';
import { addWaitingCommands } from '#server/commands/waiting-commands.ts';
import { StartFailure } from '#server/data-folder.ts';
import { Failure } from '#server/domain/failure.ts';

const exitCode = { ok: 0, refused: 1, usage: 2 } as const;

const commandLine = (terminal: Terminal): Command => {
  const program = new Command('npm run shop --')
    .description("The seller's command line. It works on the same data as the shop, whether that is running or not.")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(add --help for how it is used)');
  const context = createContext(terminal);
  addCatalogueCommands(program, context);
  addProductCommands(program, context);
  addCategoryCommands(program, context);
  addSynonymCommands(program, context);
  addOrderCommands(program, context);
  addPaymentCommands(program, context);
  addMessageCommands(program, context);
  addRefundCommands(program, context);
  addReviewCommands(program, context);
  addVoucherCommands(program, context);
  addWaitingCommands(program, context);
  addUserAndMailCommands(program, context);
  addJobCommands(program, context);
  addBackupCommands(program, context);
  return program;
};

/** Prints an expected error and gives the exit code; rethrows unexpected ones. */
const reportError = (error: unknown, { out, err }: Terminal, asJson: boolean): number => {
  // Commander has printed its message already; --help throws with exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  if (!(error instanceof Failure) && !(error instanceof StartFailure)) throw error;
  const errors = error instanceof Failure ? error.errors : undefined;
  if (asJson) out(`${JSON.stringify({ message: error.message, ...(errors && { errors }) })}\n`);
  else err([error.message, ...Object.entries(errors ?? {}).map(([field, message]) => `  ${field}: ${message}`), ''].join('\n'));
  return exitCode.refused;
};

/**
 * Runs one command of `npm run shop --` and gives its exit code: 0 done, 1 refused with a message, 2 wrong usage. Throws unexpected
 * errors.
 */
export const runCommand = async (parameters: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    await commandLine(terminal).parseAsync(parameters, { from: 'user' });
    return exitCode.ok;
  } catch (error) {
    return reportError(error, terminal, parameters.includes('--json'));
  }
};
