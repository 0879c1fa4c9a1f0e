import type { Command } from 'commander';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { addCommand, addGroup, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { listWaiting } from '#server/domain/stock-alerts/stock-alerts.ts';

export const addWaitingCommands = (program: Command, { withDatabase, printTable }: CommandContext): void => {
  const waiting = addGroup(program, 'waiting', 'shoppers who wait for what is out of stock');
  addCommand(waiting, 'list', {
    description: 'how many wait for what, the most wanted first',
    notes: `They are mailed by the shop itself, once each and in the order of asking, when pieces can be had again: after an import, a stock count or an
order that expired.`,
    examples: ['shop waiting list'],
  }).action(async ({ json }: JsonOption) => {
    const found = await withDatabase((db) => listWaiting(db));
    const rows = found.map(({ productId, name, waiting: count, since, available, isSold }) => [
      productId,
      name,
      String(count),
      ukDayOf(since),
      isSold ? String(available) : 'no longer sold',
    ]);
    const head = ['product', 'name', 'waiting', 'since', 'in stock'];
    printTable({ json }, { none: 'Nobody waits for anything.', head, rows }, found);
  });
};
