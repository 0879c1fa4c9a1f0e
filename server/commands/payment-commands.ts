import type { Command } from 'commander';
import { choosePayments } from '#server/choose-payments.ts';
import { addCommand, addGroup, type CommandContext, type JsonOption, toMinute } from '#server/commands/command-context.ts';
import { formatTable } from '#server/commands/table.ts';
import { formatPence } from '#server/db/columns.ts';
import type { Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue.ts';
import { listStrays, refundStray, settleStray, strayState } from '#server/domain/stray-payments.ts';

type Stray = Tables['stray_payment'];

const hasAmount = ({ amount }: Stray): boolean => amount !== null && amount >= 0;

/** `amount` in pounds; `null` in another currency. */
const strayToJson = (stray: Stray) => ({
  id: stray.event_id,
  state: strayState(stray),
  orderId: stray.order_id,
  amount: hasAmount(stray) ? inPounds(stray.amount ?? 0) : null,
  payment: stray.reference ?? stray.session_id,
  receivedAt: stray.received_at,
  refundedAt: stray.refunded_at,
  reference: stray.refund_reference,
  problem: stray.problem,
});

const listStrayPayments =
  ({ withDatabase, print }: CommandContext) =>
  async ({ open: isOpen = false, json }: JsonOption & { readonly open?: boolean }): Promise<void> => {
    const found = await withDatabase((db) => listStrays(db, { isOpen }));
    const rows = found.map((stray) => [
      stray.event_id,
      strayState(stray),
      hasAmount(stray) ? formatPence(stray.amount ?? 0) : 'see the provider',
      stray.order_id,
      stray.reference ?? stray.session_id,
      toMinute(stray.received_at),
      [stray.refund_reference, stray.problem].filter(Boolean).join(', '),
    ]);
    const table = formatTable(['stray', 'state', 'amount', 'order', 'payment', 'received (UTC)', 'note'], rows);
    print(json, rows.length === 0 ? 'There are no such payments.' : table, found.map(strayToJson));
  };

const refund =
  ({ withDatabase, print }: CommandContext) =>
  async (id: string, { json }: JsonOption): Promise<void> => {
    const stray = await withDatabase(async (db, env) => {
      const { payments } = await choosePayments(env);
      return refundStray(db, payments, id, () => new Date());
    });
    print(json, `The payment ${stray.event_id} for order ${stray.order_id} is refunded: ${stray.refund_reference}.`, strayToJson(stray));
  };

const settle =
  ({ withDatabase, print }: CommandContext) =>
  async (id: string, { how, json }: JsonOption & { readonly how: string }): Promise<void> => {
    const stray = await withDatabase((db) => settleStray(db, id, how, new Date()));
    print(json, `The payment ${stray.event_id} for order ${stray.order_id} is settled: ${stray.refund_reference}.`, strayToJson(stray));
  };

/** Adds `payments strays`, `refund-stray` and `settle-stray`. */
export const addPaymentCommands = (program: Command, context: CommandContext): void => {
  const payments = addGroup(program, 'payments', 'list and refund payments for orders that the shop does not have');
  addCommand(payments, 'strays', {
    description: 'list payments for orders that the shop does not have, newest first',
    notes: 'A payment goes astray when a backup was restored that is older than its order. The provider’s dashboard names the buyer.',
    examples: ['shop payments strays --open', 'shop payments strays --json'],
  })
    .option('--open', 'only those that are not refunded')
    .action(listStrayPayments(context));
  addCommand(payments, 'refund-stray', {
    description: 'refund such a payment through the payment provider, once',
    notes:
      'The buyer is not mailed, because the shop has no address: the provider may do so. It can be repeated when the connection was lost.',
    examples: ['shop payments refund-stray evt_1Q2w3E4r'],
  })
    .argument('<id>', 'as in "payments strays"')
    .action(refund(context));
  addCommand(payments, 'settle-stray', {
    description: 'record that you refunded such a payment in another way, or sent the goods',
    examples: ['shop payments settle-stray evt_1Q2w3E4r --how "sent the goods on 3 March"'],
  })
    .argument('<id>', 'as in "payments strays"')
    .requiredOption('--how <words>', 'how, in one line')
    .action(settle(context));
};
