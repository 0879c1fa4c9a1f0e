import type { Command } from 'commander';
import { addCommand, addGroup, type CommandContext, type JsonOption, toDay } from '#server/commands/command-context.ts';
import { formatTable } from '#server/commands/table.ts';
import { listWaiting } from '#server/domain/stock-alerts/stock-alerts.ts';

const list =
  ({ withDatabase, print }: CommandContext) =>
  async ({ json }: JsonOption): Promise<void> => {
    const waiting = await withDatabase((db) => listWaiting(db));
    const rows = waiting.map(({ productId, name, waiting: count, since, available, isSold }) => [
      productId,
      name,
      String(count),
      toDay(since),
      isSold ? String(available) : 'no longer sold',
    ]);
    print(
      json,
      rows.length === 0 ? 'Nobody waits for anything.' : formatTable(['product', 'name', 'waiting', 'since', 'in stock'], rows),
      waiting,
    );
  };

/** Adds the group `waiting`. */
export const addWaitingCommands = (program: Command, context: CommandContext): void => {
  const waiting = addGroup(program, 'waiting', 'shoppers who wait for what is out of stock');
  addCommand(waiting, 'list', {
    description: 'how many wait for what, the most wanted first',
    notes: `They are mailed by the shop itself, once each and in the order of asking, when pieces can be had again: after an import, a stock count or an
order that expired.`,
    examples: ['shop waiting list'],
  }).action(list(context));
};
