import { Command, CommanderError } from 'commander';
import { type CommandContext, createContext, ProblemsFound, type Terminal } from '#server/commands/command-context.ts';
import { withHint } from '#server/commands/hints.ts';
import { StartFailure } from '#server/data-folder.ts';
import { Failure } from '#server/domain/failure.ts';

const exitCode = { ok: 0, refused: 1, usage: 2 } as const;

type CommandModule = {
  readonly names: readonly string[];
  readonly load: () => Promise<(program: Command, context: CommandContext) => void>;
};

/** What adds the commands of each first word, in the order of the help. Loaded when it is needed: a command needs a small part of the server. */
const modules: readonly CommandModule[] = [
  { names: ['catalogue', 'stock'], load: async () => (await import('#server/commands/catalogue-commands.ts')).addCatalogueCommands },
  { names: ['init'], load: async () => (await import('#server/commands/init-command.ts')).addInitCommand },
  { names: ['product'], load: async () => (await import('#server/commands/product-commands.ts')).addProductCommands },
  { names: ['category'], load: async () => (await import('#server/commands/category-commands.ts')).addCategoryCommands },
  { names: ['synonyms'], load: async () => (await import('#server/commands/synonym-commands.ts')).addSynonymCommands },
  { names: ['orders'], load: async () => (await import('#server/commands/order-commands.ts')).addOrderCommands },
  { names: ['payments'], load: async () => (await import('#server/commands/payment-commands.ts')).addPaymentCommands },
  { names: ['messages'], load: async () => (await import('#server/commands/message-commands.ts')).addMessageCommands },
  { names: ['refunds'], load: async () => (await import('#server/commands/refund-commands.ts')).addRefundCommands },
  { names: ['reviews'], load: async () => (await import('#server/commands/review-commands.ts')).addReviewCommands },
  { names: ['vouchers'], load: async () => (await import('#server/commands/voucher-commands.ts')).addVoucherCommands },
  { names: ['settings'], load: async () => (await import('#server/commands/settings-commands.ts')).addSettingsCommands },
  { names: ['delivery'], load: async () => (await import('#server/commands/delivery-commands.ts')).addDeliveryCommands },
  { names: ['waiting'], load: async () => (await import('#server/commands/waiting-commands.ts')).addWaitingCommands },
  { names: ['user', 'mail'], load: async () => (await import('#server/commands/user-commands.ts')).addUserAndMailCommands },
  { names: ['staff'], load: async () => (await import('#server/commands/staff-commands.ts')).addStaffCommands },
  { names: ['jobs'], load: async () => (await import('#server/commands/job-commands.ts')).addJobCommands },
  { names: ['backup', 'restore', 'restored'], load: async () => (await import('#server/commands/backup-commands.ts')).addBackupCommands },
  { names: ['doctor', 'notify-failure'], load: async () => (await import('#server/commands/doctor-command.ts')).addDoctorCommands },
];

/** The modules that a command line needs: all of them for the help, and for a command that does not exist. */
export const modulesFor = ([first]: readonly string[]): readonly CommandModule[] => {
  const wanted = modules.filter(({ names }) => names.some((name) => name === first));
  return wanted.length > 0 ? wanted : modules;
};

const commandLine = async (parameters: readonly string[], terminal: Terminal): Promise<Command> => {
  const program = new Command('shop')
    .description(
      `The seller's command line. It works on the same data as the shop, whether that is running or not.
Where the command "shop" is not installed, write "npm run shop --" for it, in the folder of the shop.`,
    )
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(add --help for how it is used)');
  const context = createContext(terminal);
  for (const { load } of modulesFor(parameters)) (await load())(program, context);
  return program;
};

/** Prints an expected error and returns the exit code; rethrows unexpected ones. */
const reportError = (error: unknown, { out, err }: Terminal, asJson: boolean): number => {
  // Commander has printed its message already; --help throws with exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  if (error instanceof ProblemsFound) return exitCode.refused;
  if (!(error instanceof Failure) && !(error instanceof StartFailure)) throw error;
  const { errors, code } = error instanceof Failure ? error : {};
  const message = withHint(error.message, code);
  if (asJson) out(`${JSON.stringify({ message, ...(errors && { errors }) })}\n`);
  else err([message, ...Object.entries(errors ?? {}).map(([field, message]) => `  ${field}: ${message}`), ''].join('\n'));
  return exitCode.refused;
};

/**
 * Runs one command of `shop` and returns its exit code: 0 done, 1 refused with a message, 2 wrong usage. Throws unexpected
 * errors.
 */
export const runCommand = async (parameters: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const program = await commandLine(parameters, terminal);
    await program.parseAsync(parameters, { from: 'user' });
    return exitCode.ok;
  } catch (error) {
    return reportError(error, terminal, parameters.includes('--json'));
  }
};
