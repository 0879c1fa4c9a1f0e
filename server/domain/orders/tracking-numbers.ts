import { readTracking } from '#contract/tracking.ts';
import { billingOf, deliveryOptionOf, furtherParcelsOf } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { wholeWord } from '#server/domain/desk/words.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';

export const shortenedRule =
  'A spreadsheet has shortened this number. Format the column as text, and put the number in again; one that is right all the same needs an apostrophe before it.';

/** The number as it is stored; undefined for none. Throws `Invalid` for one that a spreadsheet has shortened: its buyer could not use it. */
export const trackingNumber = (typed: string | undefined): string | undefined => {
  if (typed === undefined) return undefined;
  const { number, isShortened } = readTracking(typed);
  if (isShortened) throw new Invalid(shortenedRule);
  return number || undefined;
};

type Addressed = Pick<Tables['order'], 'id' | 'email_key' | 'billing' | 'delivery_way'>;

/** Who gets the parcel, and where: several orders of one buyer may go in one. Undefined for what its buyer collects, from a numbered shelf. */
const recipientOf = (row: Addressed): string | undefined => {
  if (deliveryOptionOf(row)?.collection) return undefined;
  return row.email_key === '' ? row.id : `${row.email_key} ${billingOf({ row }).postalCode}`;
};

/** However it was typed: "rm 12 34" is RM1234. */
const isSame = (one: string, other: string): boolean => wholeWord(one) === wholeWord(other);

/** Couriers give their numbers again after some years. */
const numberLifeMs = 365 * 24 * 60 * 60 * 1000;

/** Throws `Conflict` where the parcel of another buyer has this tracking number, of an order of the year before this one or later. */
export const refuseSharedNumber = async (db: Database, row: Tables['order'], number: string): Promise<void> => {
  const recipient = recipientOf(row);
  if (recipient === undefined) return;
  const others = await db
    .selectFrom('order_word')
    .innerJoin('order', 'order.id', 'order_word.order_id')
    .leftJoin('refund', 'refund.order_id', 'order.id')
    .select(['order.id', 'email_key', 'billing', 'delivery_way', 'order.track_id', 'further_parcels', 'refund.track_id as replacement'])
    .where('order_word.word', '=', wholeWord(number))
    .where('order.id', '!=', row.id)
    .where('order.created_at', '>', new Date(Date.parse(row.created_at) - numberLifeMs).toISOString())
    .execute();
  const isIt = ({ track_id, replacement, ...other }: (typeof others)[number]): boolean =>
    [track_id, replacement, ...furtherParcelsOf(other).map(({ trackId }) => trackId)].some((each) => isSame(each ?? '', number));
  const other = others.find((each) => isIt(each) && (recipientOf(each) ?? recipient) !== recipient);
  if (other) throw new Conflict(`The number ${number} is that of order ${other.id}. Each parcel has its own.`);
};

/** The tracking numbers, as `wholeWord`, that several of these parcels have, unless one buyer gets all of them. */
export const sharedNumbers = async (
  db: Database,
  parcels: readonly { readonly orderId: string; readonly tracking: string | undefined }[],
): Promise<ReadonlySet<string>> => {
  const ordersOf = new Map<string, Set<string>>();
  for (const { orderId, tracking } of parcels) {
    const { number } = readTracking(tracking ?? '');
    const word = wholeWord(number);
    if (word !== '') ordersOf.set(word, (ordersOf.get(word) ?? new Set()).add(orderId));
  }
  const several = [...ordersOf].filter(([, ids]) => ids.size > 1);
  if (several.length === 0) return new Set();
  const rows = await db
    .selectFrom('order')
    .select(['id', 'email_key', 'billing', 'delivery_way'])
    .where('id', 'in', [...new Set(several.flatMap(([, ids]) => [...ids]))])
    .execute();
  const shared = several.filter(
    ([, ids]) => new Set(rows.filter(({ id }) => ids.has(id)).flatMap((row) => recipientOf(row) ?? [])).size > 1,
  );
  return new Set(shared.map(([word]) => word));
};

/** What is wrong with a number by `sharedNumbers`. */
export const sharedProblem = (shared: ReadonlySet<string>, number: string): string | undefined =>
  shared.has(wholeWord(number)) ? `Another parcel here has the number ${number}, too. Each parcel has its own.` : undefined;
