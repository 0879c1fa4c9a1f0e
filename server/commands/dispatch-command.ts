import type { Command } from 'commander';
import { addCommand, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { readText } from '#server/commands/read-text.ts';
import { formatCount } from '#server/db/columns.ts';
import { dispatchOrders, readDispatchFile } from '#server/domain/orders/dispatch-orders.ts';

const dispatch =
  ({ withDatabase, print }: CommandContext) =>
  async ({ file, json }: JsonOption & { readonly file: string }): Promise<void> => {
    const parcels = readDispatchFile(await readText(file));
    const result = await withDatabase((db, { delivery }) => dispatchOrders(db, parcels, { delivery, now: new Date() }));
    const { dispatched, unchanged } = result;
    const same = unchanged.length === 0 ? '' : ` ${formatCount(unchanged.length, 'order')} had been sent like this before.`;
    const mailed = dispatched.length === 0 ? '' : ' The buyers are told by email.';
    print(json, `${formatCount(dispatched.length, 'order')} dispatched.${mailed}${same}`, result);
  };

/** Adds `orders dispatch`. */
export const addDispatchCommand = (orders: Command, context: CommandContext): void => {
  addCommand(orders, 'dispatch', {
    description: 'move the orders of a CSV file to Dispatch, and mail their buyers',
    notes: `Its first line names the columns: order, tracking and, if you like, courier. Every line is checked before anything changes, and each
bad one is named. The same file can be used again: what was sent like this before is left alone.`,
    examples: ['shop orders dispatch --file sent.csv'],
  })
    .requiredOption('--file <file>', 'the CSV file')
    .action(dispatch(context));
};
