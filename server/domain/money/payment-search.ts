import { after, hour } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { type JobRun, tryAll, trySteps } from '#server/domain/failed-jobs.ts';
import { recordWebhookEvent } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { readLastRun, setLastRun } from '#server/domain/seller/last-runs.ts';
import type { SellerMailbox } from '#server/mail/outbox.ts';
import type { MoneyEvent, PaymentEvent, PaymentProvider } from '#server/payments/provider.ts';

type Recipient = SellerMailbox & { readonly now: Date };

const pauseSeconds = hour;
/** For an event that the provider lists late, and for clocks that differ. */
const overlapSeconds = hour;

const isPayment = (event: PaymentEvent | MoneyEvent): event is PaymentEvent => 'outcome' in event;

/** Events without payments that were recorded before, as the ids of their events are kept for 90 days. */
const withoutRecorded = async (db: Database, events: readonly (PaymentEvent | MoneyEvent)[]) => {
  const recorded = new Set<string>();
  const payments = events.filter(isPayment);
  for (let at = 0; at < payments.length; at += 100) {
    const ids = payments.slice(at, at + 100).map(({ eventId }) => eventId);
    for (const { id } of await db.selectFrom('payment_event').select('id').where('id', 'in', ids).execute()) recorded.add(id);
  }
  return events.filter((event) => !isPayment(event) || !recorded.has(event.eventId));
};

/** Whether a payment is of an order that is not in this database, and was refunded in full, so that no buyer misses it. */
const isOver = async (
  db: Database,
  provider: PaymentProvider,
  { outcome, openedFor, reference, amount = 0 }: PaymentEvent,
): Promise<boolean> => {
  if (outcome !== 'paid' || !openedFor || reference === undefined) return false;
  if (await db.selectFrom('order').select('id').where('id', '=', openedFor.orderId).executeTakeFirst()) return false;
  const refunds = (await provider.listRefunds(reference)).filter(({ state }) => state === 'done');
  return refunds.length > 0 && refunds.reduce((sum, refund) => sum + refund.amount, 0) >= amount;
};

/**
 * Asks the provider what has happened since then, and records what is not known here, as the webhook does: an order that waits for its payment is
 * confirmed; refunds of its dashboard, those that came back and disputes are entered; and the payment of an order that is not in this database is
 * kept as an unmatched payment, and mailed to the seller once. Returns the new unmatched ones. One that cannot be recorded holds up no other;
 * then, and while the provider cannot tell, it rejects.
 */
export const findMissedEvents = async (
  db: Database,
  provider: PaymentProvider,
  since: Date,
  recipient: Recipient,
  onFound?: (found: PaymentEvent) => void,
): Promise<readonly PaymentEvent[]> => {
  const found: PaymentEvent[] = [];
  await tryAll(await withoutRecorded(db, (await provider.listEvents?.(since, recipient.now)) ?? []), async (event) => {
    if (!isPayment(event)) {
      await recordMoney(db, event, recipient);
      return;
    }
    if ((await isOver(db, provider, event)) || !(await recordWebhookEvent(db, event, recipient))) return;
    found.push(event);
    onFound?.(event);
  });
  return found;
};

/** Whether a search is due, for the figures of the jobs, and since when; a new shop's first one is not waited for. */
export const readDueSearch = async (db: Database, provider: PaymentProvider['name'], now: Date) => {
  const last = provider === 'test' ? undefined : await readLastRun(db, 'paymentSearch');
  const dueAt = last === undefined ? undefined : after(new Date(last), pauseSeconds);
  return dueAt !== undefined && dueAt <= now.toISOString() ? { count: 1, oldest: dueAt } : { count: 0, oldest: null };
};

/**
 * The same once an hour, since the last time. Nothing has to notice that a backup was restored: a database brings the time of its own last search
 * with it, so that the next one, at the start or within the hour, covers all that is missing, on both engines and whatever restored it. The time
 * moves once everything is recorded: a search that fails is repeated with back-off. `onFound` gets each new unmatched payment.
 */
export const searchPayments = async (
  db: Database,
  provider: PaymentProvider,
  recipient: Recipient,
  { onFound, ...run }: JobRun & { readonly onFound?: (found: PaymentEvent) => void } = {},
): Promise<void> => {
  const { now } = recipient;
  if (!provider.listEvents) return;
  const search = async (): Promise<void> => {
    const last = await readLastRun(db, 'paymentSearch');
    if (last !== undefined && last > after(now, -pauseSeconds)) return;
    await findMissedEvents(db, provider, new Date(after(new Date(last ?? now), -overlapSeconds)), recipient, onFound);
    await setLastRun(db, 'paymentSearch', now.toISOString());
  };
  await trySteps(db, { kind: 'paymentSearch', steps: { '': search }, now }, run);
};
