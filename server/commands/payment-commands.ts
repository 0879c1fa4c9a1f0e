import type { Command } from 'commander';
import { choosePayments } from '#server/choose-payments.ts';
import { addCommand, addGroup, type CommandContext, type JsonOption, toMinute } from '#server/commands/command-context.ts';
import { parseDay } from '#server/commands/parse.ts';
import { formatTable } from '#server/commands/table.ts';
import { formatMoney, formatPence, ownCurrency } from '#server/db/columns.ts';
import { problemLine } from '#server/db/retry.ts';
import type { Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { Conflict } from '#server/domain/failure.ts';
import { findMissedEvents } from '#server/domain/money/payment-search.ts';
import { listUnmatched, refundUnmatched, settleUnmatched, unmatchedState } from '#server/domain/money/unmatched-payments.ts';
import { readShop } from '#server/domain/shop/read-shop.ts';

type UnmatchedPayment = Tables['unmatched_payment'];

/** `amount` in pounds; `null` in another currency, or when it is not known. */
const unmatchedToJson = (unmatched: UnmatchedPayment) => ({
  id: unmatched.event_id,
  state: unmatchedState(unmatched),
  orderId: unmatched.order_id,
  amount: unmatched.amount === null ? null : inPounds(unmatched.amount),
  payment: unmatched.reference ?? unmatched.session_id,
  receivedAt: unmatched.received_at,
  refundedAt: unmatched.refunded_at,
  reference: unmatched.refund_reference,
  problem: unmatched.problem,
});

export const addPaymentCommands = (program: Command, { withDatabase, print, printTable }: CommandContext): void => {
  const payments = addGroup(program, 'payments', 'list and refund payments for orders that the shop does not have');
  addCommand(payments, 'unmatched', {
    description: 'list payments for orders that the shop does not have, newest first',
    notes: 'A payment is unmatched when a backup was restored that is older than its order. The provider’s dashboard names the buyer.',
    examples: ['shop payments unmatched --open', 'shop payments unmatched --json'],
  })
    .option('--open', 'only those that are not refunded')
    .action(async ({ open: isOpen = false, json }: JsonOption & { readonly open?: boolean }) => {
      const found = await withDatabase((db) => listUnmatched(db, { isOpen }));
      const rows = found.map((unmatched) => [
        unmatched.event_id,
        unmatchedState(unmatched),
        unmatched.amount === null ? 'see the provider' : formatPence(unmatched.amount),
        unmatched.order_id,
        unmatched.reference ?? unmatched.session_id,
        toMinute(unmatched.received_at),
        [unmatched.refund_reference, unmatched.problem].filter(Boolean).join(', '),
      ]);
      const head = ['payment id', 'state', 'amount', 'order', 'payment', 'received (UTC)', 'note'];
      printTable({ json }, { none: 'There are no such payments.', head, rows }, found.map(unmatchedToJson));
    });
  addCommand(payments, 'find-unmatched', {
    description: 'ask the payment provider for payments, refunds and disputes that the shop has missed, and record them',
    notes: `The shop does that itself: at its start and then once an hour, since the last time that its database knows of. What it finds is mailed once.
Orders that wait for a payment which has arrived are confirmed; paid orders that the shop does not have are listed, and kept as unmatched.`,
    examples: ['shop payments find-unmatched --since 2026-11-20'],
  })
    .requiredOption('--since <day>', 'what has happened on this day (UTC) or later', parseDay)
    .action(async ({ since, json }: JsonOption & { readonly since: string }) => {
      const found = await withDatabase(async (db, env) => {
        const { payments } = await choosePayments(env);
        if (!payments.listEvents) throw new Conflict('This shop takes payments on its test page only, so there is no provider to ask.');
        const { sellerEmail } = await readShop(db, env);
        return findMissedEvents(db, payments, new Date(since), { now: new Date(), sellerEmail }).catch((error: unknown) => {
          throw new Conflict(
            `The payment provider could not be asked: ${problemLine(error instanceof Error ? error.message : String(error))}`,
          );
        });
      });
      const rows = found.map(({ eventId, openedFor, amount = -1, currency = ownCurrency, reference }) => [
        eventId,
        amount < 0 ? 'see the provider' : formatMoney({ amount, currency }),
        openedFor?.orderId ?? '',
        reference ?? '',
      ]);
      const table = formatTable(['payment id', 'amount', 'order', 'payment'], rows);
      print(
        json,
        rows.length === 0 ? 'There are no new ones. Known ones: shop payments unmatched' : `${table}\nYou are mailed what to do with each.`,
        found.map(({ eventId, openedFor }) => ({ id: eventId, orderId: openedFor?.orderId })),
      );
    });
  addCommand(payments, 'refund-unmatched', {
    description: 'refund such a payment through the payment provider, once',
    notes:
      'The buyer is not mailed, because the shop has no address: the provider may do so. It can be repeated when the connection was lost.',
    examples: ['shop payments refund-unmatched evt_1Q2w3E4r'],
  })
    .argument('<id>', 'as in "payments unmatched"')
    .action(async (id: string, { json }: JsonOption) => {
      const unmatched = await withDatabase(async (db, env) => {
        const { payments } = await choosePayments(env);
        return refundUnmatched(db, payments, id, () => new Date());
      });
      print(
        json,
        `The payment ${unmatched.event_id} for order ${unmatched.order_id} is refunded: ${unmatched.refund_reference}.`,
        unmatchedToJson(unmatched),
      );
    });
  addCommand(payments, 'settle-unmatched', {
    description: 'record that you refunded such a payment in another way, or sent the goods',
    examples: ['shop payments settle-unmatched evt_1Q2w3E4r --how "sent the goods on 3 March"'],
  })
    .argument('<id>', 'as in "payments unmatched"')
    .requiredOption('--how <words>', 'how, in one line')
    .action(async (id: string, { how, json }: JsonOption & { readonly how: string }) => {
      const unmatched = await withDatabase((db) => settleUnmatched(db, id, how, new Date()));
      print(
        json,
        `The payment ${unmatched.event_id} for order ${unmatched.order_id} is settled: ${unmatched.refund_reference}.`,
        unmatchedToJson(unmatched),
      );
    });
};
