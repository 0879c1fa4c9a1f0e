import { withoutDirections } from '#contract/text-line.ts';
import { areShortened, isOfSixteenDigits, readTracking } from '#contract/tracking.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { splitCsv } from '#server/domain/catalogue/catalogue-file.ts';
import { Failure, Invalid } from '#server/domain/failure.ts';
import { readUpdatedOrder } from '#server/domain/orders/due-orders.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import {
  checkMove,
  isSentAlready,
  isShippingText,
  moveOrder,
  type StatusChange,
  shippingRule,
} from '#server/domain/orders/order-status.ts';
import { sharedNumbers, sharedProblem, shortenedRule } from '#server/domain/orders/tracking-numbers.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

/** A line of a dispatch file: the order that was sent, its tracking number and, if the file has it, the courier; or what is wrong with it. */
type Parcel = {
  readonly line: number;
  readonly orderId: string;
  readonly tracking: string;
  readonly method: string | undefined;
  readonly problem: string | undefined;
};

/**
 * Ids of orders that were moved to Dispatch, and of those that were there with the same details already. `ignored` are the columns of the
 * file that say nothing about a dispatch.
 */
export type DispatchResult = {
  readonly dispatched: readonly string[];
  readonly unchanged: readonly string[];
  readonly ignored: readonly string[];
};

const nothingDispatchedText = 'Nothing was dispatched.';
const columns: readonly string[] = ['order', 'tracking', 'courier'];
/** Other names of the columns, as spreadsheets of the seller may have them. */
const aliases: Readonly<Record<string, string>> = { 'order id': 'order', 'tracking number': 'tracking' };

/** Reads a CSV file with the columns `order`, `tracking` and, if wanted, `courier`, named in its first line, beside any others. */
export const readParcels = (source: string): { readonly parcels: readonly Parcel[]; readonly ignored: readonly string[] } => {
  const [header, ...records] = splitCsv(source.replace(/^\uFEFF/, ''), `${nothingDispatchedText} The file is not valid CSV.`);
  const names = (header?.cells ?? []).map((cell) => aliases[cell.trim().toLowerCase()] ?? cell.trim().toLowerCase());
  const known = names.filter((name) => columns.includes(name));
  if (!names.includes('order') || !names.includes('tracking') || new Set(known).size !== known.length)
    throw new Invalid(nothingDispatchedText, { 'line 1': 'It must name the columns: order, tracking and, if you like, courier.' });
  if (records.length === 0) throw new Invalid(nothingDispatchedText, { 'line 1': 'There are no orders below it.' });
  const lineOf = new Map<string, number>();
  const hasShortened = areShortened(records.map(({ cells }) => cells[names.indexOf('tracking')] ?? ''));
  const parcels = records.map(({ line, cells }) => {
    const cell = (name: string): string => withoutDirections(cells[names.indexOf(name)] ?? '').trim();
    const { number: tracking, isShortened } = readTracking(cell('tracking'));
    const [orderId, courier] = [readOrderId(cell('order')), cell('courier')];
    const earlier = lineOf.get(orderId);
    lineOf.set(orderId, earlier ?? line);
    const problemInFile = (): string | undefined => {
      if (cells.length !== names.length) return `It has ${cells.length} cells, the first line ${names.length}.`;
      if (orderId === '') return 'It has no order id.';
      if (earlier !== undefined) return `The order is on line ${earlier} already.`;
      if (tracking === '') return 'It has no tracking number.';
      if (isShortened || (hasShortened && isOfSixteenDigits(cell('tracking')))) return shortenedRule;
      return [tracking, courier || '-'].every(isShippingText) ? undefined : shippingRule;
    };
    return { line, orderId, tracking, method: courier === '' ? undefined : courier, problem: problemInFile() };
  });
  return { parcels, ignored: names.filter((name) => !columns.includes(name)) };
};

/** Runs `work`; returns the sentence of a failure that it throws. */
const problemOf = async (work: () => unknown): Promise<string | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
};

const to = 'Dispatch';

/** What stands in the way of a line, be it in the file or in the order. */
const findProblem = async (
  db: Database,
  found: OrderRecord | undefined,
  { problem, orderId, tracking }: Parcel,
): Promise<string | undefined> => {
  if (problem !== undefined) return problem;
  return found ? problemOf(() => checkMove(db, found, { to, tracking })) : `There is no order ${orderId}.`;
};

/**
 * Moves the orders of a dispatch file to Dispatch and mails their buyers. All lines are checked first; each order has its own transaction, so
 * that after a crash the same file can be used again and nobody is mailed twice. Throws `Invalid` that names every bad line by its number.
 */
export const dispatchOrders = async (
  db: Database,
  provider: PaymentProvider,
  source: string,
  { delivery, now }: Pick<StatusChange, 'delivery' | 'now'>,
): Promise<DispatchResult> => {
  const { parcels: lines, ignored } = readParcels(source);
  const shared = await sharedNumbers(db, lines);
  const parcels = lines.map((line) => ({
    ...line,
    problem: line.problem ?? sharedProblem(shared, line.tracking),
  }));
  const problems: Record<string, string> = {};
  const due: Parcel[] = [];
  for (const parcel of parcels) {
    const found = await readUpdatedOrder(provider, now)(db, parcel.orderId);
    if (parcel.problem === undefined && found && isSentAlready(found, parcel)) continue;
    const problem = await findProblem(db, found, parcel);
    if (problem !== undefined) problems[`line ${parcel.line}`] = problem;
    due.push(parcel);
  }
  if (Object.keys(problems).length > 0) throw new Invalid(nothingDispatchedText, problems);
  const dispatched: string[] = [];
  for (const { line, orderId, tracking, method } of due) {
    const problem = await problemOf(async () => {
      const { isChanged } = await moveOrder(db, orderId, { to, tracking, method, delivery, now });
      if (isChanged) dispatched.push(orderId);
    });
    if (problem !== undefined) problems[`line ${line}`] = problem;
  }
  if (Object.keys(problems).length > 0)
    throw new Invalid(`${dispatched.length} of ${due.length} orders were dispatched; the others have changed meanwhile.`, problems);
  return { dispatched, unchanged: parcels.map(({ orderId }) => orderId).filter((id) => !dispatched.includes(id)), ignored };
};
