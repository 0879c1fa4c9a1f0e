import { type Day, plusDays, ukDayOf } from '#contract/delivery-dates.ts';
import { type Pence, pence, pounds } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import { formatCount, formatPence } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import type { ImportRow } from '#server/domain/catalogue/catalogue-file.ts';

/** What shoppers paid from a time on, in pence; null while it was not for sale. */
export type PriceStep = { readonly since: string; readonly price: number | null };

/** The default of REFERENCE_DAYS: for how long a price must have stood before shoppers see a reduction of it. */
export const defaultReferenceDays = 30;

/** What the rule depends on: REFERENCE_DAYS, and the time. */
export type Reference = { readonly referenceDays: number; readonly now: Date };

/** `since`: UK day on which the price first fell. `daysAtFullPrice`: for how many days until then; undefined if the product never had that price. */
export type Reduction = { readonly since: Day; readonly daysAtFullPrice: number | undefined; readonly isProven: boolean };

const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/**
 * Finds the reduction from `before` (pence) in price steps, oldest first; undefined if the last price is not below it. It is proven if exactly that
 * price stood without a break for the reference days right before. Further cuts belong to the same reduction, which began with the first price below.
 */
export const reductionOf = (steps: readonly PriceStep[], before: number, referenceDays: number): Reduction | undefined => {
  const higher = steps.findLastIndex(({ price }) => price === null || price >= before);
  const first = steps[higher + 1];
  if (!first) return undefined;
  const since = ukDayOf(first.since);
  const step = steps[higher];
  const daysAtFullPrice = step?.price === before ? daysBetween(ukDayOf(step.since), since) : undefined;
  return { since, daysAtFullPrice, isProven: daysAtFullPrice !== undefined && daysAtFullPrice >= referenceDays };
};

const priceOf = (basePrice: number, discount: number): Pence =>
  unitPrice({ price: { basePrice: pounds(basePrice as Pence) }, discount, resellerPrice: 0 }, false).unit;

const keyOf = (productId: string, typeId: string): string => JSON.stringify([productId, typeId]);

const productsPerRead = 200;

/** The steps of products and their types ('' for the product itself), the oldest first. */
const readSteps = async (db: Database, ids: readonly string[]) => {
  const steps = new Map<string, Tables['price_history'][]>();
  for (let from = 0; from < ids.length; from += productsPerRead) {
    const part = ids.slice(from, from + productsPerRead);
    const rows = await db.selectFrom('price_history').selectAll().where('product_id', 'in', part).orderBy('since').execute();
    for (const row of rows) {
      const key = keyOf(row.product_id, row.type_id);
      steps.set(key, [...(steps.get(key) ?? []), row]);
    }
  }
  return {
    all: [...steps.values()],
    of: (productId: string, typeId: string): readonly PriceStep[] => steps.get(keyOf(productId, typeId)) ?? [],
  };
};

/**
 * Notes what products and their types cost from now on. Belongs into each transaction that changes a price, or whether something is sold; under
 * the catalogue's lock.
 */
export const recordPrices = async (transaction: Database, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  const products = await transaction
    .selectFrom('product')
    .select(['id', 'base_price', 'discount', 'withdrawn_at'])
    .where('id', 'in', ids)
    .execute();
  const types = await transaction
    .selectFrom('product_type')
    .select(['product_id', 'id', 'base_price'])
    .where('product_id', 'in', ids)
    .execute();
  const prices = new Map(
    products
      .filter(({ withdrawn_at }) => withdrawn_at === null)
      .flatMap(({ id, base_price, discount }) =>
        [{ id: '', base_price }, ...types.filter(({ product_id }) => product_id === id)].map(
          (sold) =>
            [keyOf(id, sold.id), { product_id: id, type_id: sold.id, price: priceOf(sold.base_price, discount) as number | null }] as const,
        ),
      ),
  );
  const { all } = await readSteps(transaction, ids);
  const last = new Map(all.flatMap((steps) => steps.slice(-1)).map((step) => [keyOf(step.product_id, step.type_id), step]));
  const endedPrices = [...last]
    .filter(([key]) => !prices.has(key))
    .map(([, { product_id, type_id }]) => ({ product_id, type_id, price: null }));
  const time = now.toISOString();
  const changedRows = [...prices.values(), ...endedPrices].flatMap((row) => {
    const before = last.get(keyOf(row.product_id, row.type_id));
    if ((before?.price ?? null) === row.price) return [];
    // The clock of another machine may be behind.
    return [{ ...row, since: before && before.since > time ? before.since : time }];
  });
  if (changedRows.length === 0) return;
  await transaction
    .insertInto('price_history')
    .values(changedRows)
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'type_id', 'since']).doUpdateSet((row) => ({ price: row.ref('excluded.price') })),
    )
    .execute();
};

/** Since when shoppers see a reduction of a product or one of its types: a UK day, or '' for none. */
export const readReductions = async (
  db: Database,
  products: readonly Pick<Tables['product'], 'id' | 'discount'>[],
  referenceDays: number,
) => {
  const { of } = await readSteps(
    db,
    products.filter(({ discount }) => discount > 0).map(({ id }) => id),
  );
  return (productId: string, typeId: string, basePrice: number): Day => {
    const reduction = reductionOf(of(productId, typeId), basePrice, referenceDays);
    return reduction?.isProven ? reduction.since : '';
  };
};

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const inWords = (day: Day): string => longDay.format(Date.parse(day));

/** What sellers are told of a price: what shoppers see of its reduction, or why they see none, and from which day one can show. */
const describePrice = (steps: readonly PriceStep[], before: number, { referenceDays, now }: Reference) => {
  const today = ukDayOf(now.toISOString());
  const reduction = reductionOf(steps, before, referenceDays);
  const full = formatPence(before);
  const last = steps.at(-1);
  if (!reduction) {
    const since = last ? ukDayOf(last.since) : today;
    const from = plusDays(since, referenceDays);
    return `It has cost ${full} since ${inWords(since)}; a reduction can show${from > today ? ` from ${inWords(from)}` : ''}.`;
  }
  const { since, daysAtFullPrice, isProven } = reduction;
  if (isProven) return `Shoppers see that it was ${full} until ${inWords(since)}.`;
  const why =
    daysAtFullPrice === undefined
      ? `it did not cost ${full} right before`
      : `it had cost ${full} for ${daysAtFullPrice === 0 ? 'less than a day' : formatCount(daysAtFullPrice, 'day')} when it was reduced on ${inWords(since)}, and ${referenceDays} are needed`;
  return `No reduction shows: ${why}. Shoppers pay ${formatPence(last?.price ?? 0)} as its price. If it costs ${full} from today, a reduction can show from ${inWords(plusDays(today, referenceDays))}.`;
};

/** What sellers are told of a product's reduction; `isHidden`: it has one, of which shoppers see nothing. */
export type ReductionNote = { readonly isHidden: boolean; readonly text: string };

/** Notes by the id of products as they are to be stored: one, or one for each type. */
export const readReductionNotes = async (
  db: Database,
  rows: readonly (Pick<ImportRow, 'id' | 'basePrice' | 'discount'> & {
    readonly types: readonly Pick<ImportRow['types'][number], 'id' | 'name' | 'basePrice'>[];
  })[],
  reference: Reference,
): Promise<ReadonlyMap<string, ReductionNote[]>> => {
  const { of } = await readSteps(
    db,
    rows.map(({ id }) => id),
  );
  const noteOf = (steps: readonly PriceStep[], before: Pence, discount: number, name: string): ReductionNote[] => {
    const price = priceOf(before, discount);
    const isCharged = steps.at(-1)?.price === price;
    // A price that nobody pays yet has not stood.
    if (!isCharged && price === before) return [];
    const known = isCharged ? steps : [...steps, { since: reference.now.toISOString(), price }];
    const isHidden = reductionOf(known, before, reference.referenceDays)?.isProven === false;
    return [{ isHidden, text: `${name}${describePrice(known, before, reference)}` }];
  };
  return new Map(
    rows.map(({ id, basePrice, discount, types }) => [
      id,
      types.length === 0
        ? noteOf(of(id, ''), pence(basePrice), discount, '')
        : types.flatMap((type) => noteOf(of(id, type.id), pence(type.basePrice), discount, `${type.name}: `)),
    ]),
  );
};

/** Every reduction of a product for sale, in the order of the shop, with what the seller is told of it. */
export const listReductions = async (db: Database, reference: Reference) => {
  const products = await db
    .selectFrom('product')
    .select(['id', 'name', 'base_price', 'discount'])
    .where('discount', '>', 0)
    .where('withdrawn_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const types = await db.selectFrom('product_type').selectAll().orderBy('position').execute();
  const rows = products.map(({ id, name, base_price, discount }) => ({
    id,
    name,
    discount,
    basePrice: pounds(base_price as Pence),
    types: types.filter(({ product_id }) => product_id === id).map((type) => ({ ...type, basePrice: pounds(type.base_price as Pence) })),
  }));
  const notes = await readReductionNotes(db, rows, reference);
  return rows.flatMap(({ id, name, discount }) => (notes.get(id) ?? []).map((note) => ({ id, name, discount, ...note })));
};
