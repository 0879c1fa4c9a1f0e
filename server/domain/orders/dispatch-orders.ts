import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { splitCsv } from '#server/domain/catalogue/catalogue-file.ts';
import { Failure, Invalid } from '#server/domain/failure.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { checkStep, isShippingText, moveOrder, type StatusChange, shippingRule } from '#server/domain/orders/order-status.ts';
import { readOrder } from '#server/domain/orders/orders.ts';

/** A line of a dispatch file: the order that was sent, its tracking number and, if the file has it, the courier. */
type Parcel = { readonly line: number; readonly orderId: string; readonly tracking: string; readonly courier: string | undefined };

/** Ids of orders that were moved to Dispatch, and of those that were there with the same details already. */
export type DispatchResult = { readonly dispatched: readonly string[]; readonly unchanged: readonly string[] };

const nothingSent = 'Nothing was dispatched.';
const columns = ['order', 'tracking', 'courier'] as const;
/** Other names of the columns, as spreadsheets of the seller may have them. */
const aliases: Readonly<Record<string, string>> = { 'order id': 'order', 'tracking number': 'tracking' };

type Problems = Record<string, string>;

const refuse = (problems: Problems): void => {
  if (Object.keys(problems).length > 0) throw new Invalid(nothingSent, problems);
};

/**
 * Reads a CSV file with the columns `order`, `tracking` and, if wanted, `courier`, named in its first line. Throws `Invalid` that names
 * each bad line by its number.
 */
export const readDispatchFile = (source: string): Parcel[] => {
  const [header, ...records] = splitCsv(source.replace(/^\uFEFF/, ''), `${nothingSent} The file is not valid CSV.`);
  const names = (header?.cells ?? []).map((cell) => aliases[cell.trim().toLowerCase()] ?? cell.trim().toLowerCase());
  const isKnown = names.every((name) => columns.some((column) => column === name)) && new Set(names).size === names.length;
  if (!isKnown || !names.includes('order') || !names.includes('tracking'))
    throw new Invalid(nothingSent, { 'line 1': 'It must name the columns: order, tracking and, if you like, courier.' });
  const problems: Problems = {};
  const lineOf = new Map<string, number>();
  const parcels = records.map(({ line, cells }) => {
    const cell = (name: string): string => cells[names.indexOf(name)]?.trim() ?? '';
    const courier = cell('courier');
    const parcel = { line, orderId: readOrderId(cell('order')), tracking: cell('tracking'), courier: courier === '' ? undefined : courier };
    const earlier = lineOf.get(parcel.orderId);
    if (cells.length !== names.length) problems[`line ${line}`] = `It has ${cells.length} cells, the first line ${names.length}.`;
    else if (cell('order') === '') problems[`line ${line}`] = 'It has no order id.';
    else if (earlier !== undefined) problems[`line ${line}`] = `The order is on line ${earlier} already.`;
    else if (parcel.tracking === '') problems[`line ${line}`] = 'It has no tracking number.';
    else if (![parcel.tracking, courier || '-'].every(isShippingText)) problems[`line ${line}`] = shippingRule;
    lineOf.set(parcel.orderId, earlier ?? line);
    return parcel;
  });
  if (parcels.length === 0) throw new Invalid(nothingSent, { 'line 1': 'There are no orders below it.' });
  refuse(problems);
  return parcels;
};

/** The same line again: sent with these details, and perhaps delivered since. */
const isSentAlready = ({ row }: OrderRecord, { tracking, courier }: Parcel): boolean =>
  (row.status === 'Dispatch' || row.status === 'Delivered') && row.track_id === tracking && row.shipping_method === (courier ?? null);

/** Runs `work`; gives the sentence of a failure that it throws. */
const problemOf = async (work: () => unknown): Promise<string | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
};

/**
 * Moves orders to Dispatch and mails their buyers. All lines are checked first; each order has its own transaction, so that after a crash
 * the same file can be used again and nobody is mailed twice. Throws `Invalid` that names each bad line.
 */
export const dispatchOrders = async (
  db: Database,
  parcels: readonly Parcel[],
  { delivery, now }: Pick<StatusChange, 'delivery' | 'now'>,
): Promise<DispatchResult> => {
  const problems: Problems = {};
  const due: Parcel[] = [];
  for (const parcel of parcels) {
    const found = await readOrder(db, parcel.orderId);
    if (!found) problems[`line ${parcel.line}`] = `There is no order ${parcel.orderId}.`;
    else if (!isSentAlready(found, parcel)) {
      const problem = await problemOf(() => checkStep(found, 'Dispatch'));
      if (problem !== undefined) problems[`line ${parcel.line}`] = problem;
      due.push(parcel);
    }
  }
  refuse(problems);
  const dispatched: string[] = [];
  for (const { line, orderId, tracking, courier: method } of due) {
    const problem = await problemOf(() => moveOrder(db, orderId, { to: 'Dispatch', tracking, method, delivery, now }));
    if (problem === undefined) dispatched.push(orderId);
    else problems[`line ${line}`] = problem;
  }
  if (Object.keys(problems).length > 0)
    throw new Invalid(`${dispatched.length} of ${due.length} orders were dispatched; the others have changed meanwhile.`, problems);
  return { dispatched, unchanged: parcels.map(({ orderId }) => orderId).filter((id) => !dispatched.includes(id)) };
};
