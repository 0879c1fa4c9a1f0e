import type * as z from 'zod/mini';
import type { MovedParcels, packing, sending } from '#contract/desk/orders.ts';
import { buyerName, type OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import type { Staff } from '#server/domain/desk/staff.ts';
import { Conflict, Failure, Invalid, NotFound } from '#server/domain/failure.ts';
import { showRefundRequest } from '#server/domain/money/refund-requests.ts';
import { readParcels } from '#server/domain/orders/dispatch-orders.ts';
import { readUpdatedOrder } from '#server/domain/orders/due-orders.ts';
import { checkVersion } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { checkMove, isSentAlready, moveOrder, type StatusChange } from '#server/domain/orders/order-status.ts';
import { refuseSharedNumber, sharedNumbers, sharedProblem, trackingNumber } from '#server/domain/orders/tracking-numbers.ts';
import { recordReplacementSent, refuseUnsendable } from '#server/domain/seller/parcels.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

type Context = Pick<StatusChange, 'delivery' | 'now'> & { readonly provider: PaymentProvider; readonly by: Staff };

/**
 * Moves a parcel, or in a trial says what would happen: 'unchanged' if it already has that state. `before`: how many parcels of the same order this
 * call has moved already, each of which raised the order's version by one. Throws why it cannot be moved.
 */
type Move = (found: OrderRecord, before: number) => Promise<'done' | 'unchanged'>;

/** `problem`: why the parcel cannot be moved, found before its order is read. */
type Parcel = {
  readonly id: string;
  readonly replacement?: string | null;
  readonly at?: number;
  readonly problem?: string | undefined;
  readonly move: Move;
};

/** Moves many parcels, each in a transaction of its own: what cannot be moved holds up no other, and after a crash the same call goes on. */
const moveEach = async (db: Database, parcels: readonly Parcel[], { provider, now }: Context): Promise<MovedParcels> => {
  const result: MovedParcels = { done: [], unchanged: [], refused: [] };
  for (const { id: typed, replacement = null, at = 0, problem, move } of parcels) {
    const id = readOrderId(typed);
    const found = await readUpdatedOrder(provider, now)(db, id);
    const buyer = found ? buyerName(found) : '';
    try {
      if (problem !== undefined) throw new Invalid(problem);
      if (!found) throw new NotFound(`There is no order ${typed}.`);
      const before = result.done.filter((each) => each.id === id).length;
      result[await move(found, before)].push({ id, replacement, buyer });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      result.refused.push({ id, replacement, buyer, at, message: error.message });
    }
  }
  return result;
};

/** Begins to pack orders, and mails their buyers. */
export const packOrders = (db: Database, { orders }: z.output<typeof packing>, context: Context): Promise<MovedParcels> =>
  moveEach(
    db,
    orders.map(({ id, version }) => ({
      id,
      move: async ({ row }) => {
        if (row.status === 'processing') return 'unchanged';
        await moveOrder(db, id, { ...context, to: 'processing', seen: version });
        return 'done';
      },
    })),
    context,
  );

type SentParcel = z.output<typeof sending>['parcels'][number];

const sendReplacement = async (
  db: Database,
  { row }: OrderRecord,
  { id, replacement, courier, tracking, version }: SentParcel,
  isTrial: boolean,
  context: Context,
) => {
  const { orderId, outcome, sentAt, sentWith } = await showRefundRequest(db, replacement ?? '');
  if (orderId !== readOrderId(id)) throw new NotFound(`There is no exchange ${replacement} of order ${id}.`);
  if (sentAt !== null && sentWith === [courier, tracking].filter(Boolean).join(', ')) return 'unchanged';
  refuseUnsendable({ outcome, sentAt, sentWith });
  if (isTrial) {
    await checkVersion(db, orderId, version);
    if (tracking !== '') await refuseSharedNumber(db, row, tracking);
    return 'done';
  }
  const { by, now } = context;
  const details = { method: courier, tracking: tracking || undefined };
  await recordReplacementSent(db, replacement ?? '', { ...details, seen: version, by, now });
  return 'done';
};

type Sending = Omit<StatusChange, 'to' | keyof Context> & { readonly isTrial: boolean };

const sendOrder = async (
  db: Database,
  found: OrderRecord,
  { isTrial, ...details }: Sending,
  context: Context,
): Promise<'done' | 'unchanged'> => {
  const change = { ...context, ...details, to: 'Dispatch' as const };
  if (isSentAlready(found, change)) return 'unchanged';
  if (!isTrial) return (await moveOrder(db, found.row.id, change)).isChanged ? 'done' : 'unchanged';
  await checkVersion(db, found.row.id, details.seen);
  await checkMove(db, found, change);
  return 'done';
};

/** Records parcels as sent, and mails their buyers; a trial changes nothing. */
export const sendParcels = async (
  db: Database,
  { parcels, isTrial }: z.output<typeof sending>,
  context: Context,
): Promise<MovedParcels> => {
  const shared = await sharedNumbers(
    db,
    parcels.map(({ id, tracking }) => ({ orderId: readOrderId(id), tracking })),
  );
  return moveEach(
    db,
    parcels.map((parcel) => ({
      id: parcel.id,
      replacement: parcel.replacement,
      move: (found, before) => {
        const version = parcel.version + (isTrial ? 0 : before);
        const { courier: method, withCancelled } = parcel;
        const tracking = trackingNumber(parcel.tracking);
        const problem = sharedProblem(shared, tracking ?? '');
        if (problem !== undefined) throw new Conflict(problem);
        return parcel.replacement === null
          ? sendOrder(db, found, { method, tracking, seen: version, withCancelled, isTrial }, context)
          : sendReplacement(db, found, { ...parcel, tracking: tracking ?? '', version }, isTrial, context);
      },
    })),
    context,
  );
};

/**
 * Records the orders of a courier's file as sent, by the rules of `dispatchOrders`, but that a bad line holds up no other. `courier` is that of
 * lines without one. Throws `Invalid` for what is no such file.
 */
export const sendFile = async (
  db: Database,
  { file, courier, isTrial }: { readonly file: string; readonly courier: string; readonly isTrial: boolean },
  context: Context,
): Promise<MovedParcels> => {
  const { parcels } = readParcels(file);
  const shared = await sharedNumbers(db, parcels);
  return moveEach(
    db,
    parcels.map((line) => ({
      id: line.orderId,
      at: line.line,
      problem: line.problem ?? sharedProblem(shared, line.tracking),
      move: (found) => sendOrder(db, found, { method: line.method ?? (courier || undefined), tracking: line.tracking, isTrial }, context),
    })),
    context,
  );
};
