import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ukTime } from '#contract/delivery-dates.ts';
import type { DeskVoucher, DeskVoucherPage, VoucherListView, VoucherRow } from '#contract/desk/vouchers.ts';
import type { Database } from '#server/db/schema.ts';
import { readPage } from '#server/domain/desk/cursor.ts';
import { showVoucher, toVoucherViews, type VoucherView } from '#server/domain/vouchers/vouchers.ts';

/** SQL condition for the vouchers of a view at this time. */
const isIn = (view: VoucherListView, now: string): RawBuilder<SqlBool> => {
  const hasEnded = sql<SqlBool>`(ended_at is not null or coalesce(ends_at, '9') <= ${now})`;
  const isComing = sql<SqlBool>`coalesce(starts_at, '') > ${now}`;
  if (view === 'ended') return hasEnded;
  return view === 'coming' ? sql`not ${hasEnded} and ${isComing}` : sql`not ${hasEnded} and not ${isComing}`;
};

const dayOf = (at: string | null, before = 0): string | null => (at === null ? null : ukTime(new Date(Date.parse(at) - before)).day);

/** With days and names in place of times and ids; what has been removed from the shop keeps its id. */
const toRows = async (db: Database, views: readonly VoucherView[]): Promise<VoucherRow[]> => {
  const ids = [...new Set(views.flatMap(({ products }) => products))];
  const products = ids.length === 0 ? [] : await db.selectFrom('product').select(['id', 'name']).where('id', 'in', ids).execute();
  const categories = await db.selectFrom('category').select(['slug', 'name']).execute();
  return views.map(({ products: forProducts, categories: forCategories, startsAt, endsAt, endedAt, ...view }) => ({
    ...view,
    from: dayOf(startsAt),
    // The end is exclusive.
    to: dayOf(endedAt) ?? dayOf(endsAt, 1),
    goods: [
      ...forProducts.map((id) => products.find((product) => product.id === id)?.name ?? id),
      ...forCategories.map((slug) => categories.find((category) => category.slug === slug)?.name ?? slug),
    ],
  }));
};

/** A page of a view, the newest first; `cursor` as an earlier page gave it. */
export const listDeskVouchers = async (
  db: Database,
  view: VoucherListView,
  cursor: string | undefined,
  now: Date,
): Promise<DeskVoucherPage> => {
  const found = db.selectFrom('voucher').selectAll().where(isIn(view, now.toISOString()));
  const { rows, next } = await readPage(found, {
    by: [sql.ref('created_at'), sql.ref('code')],
    operator: '<',
    cursorOf: ({ created_at, code }) => [created_at, code],
    after: cursor,
  });
  return { items: await toRows(db, await toVoucherViews(db, rows, now)), next };
};

/** One voucher by its code as typed, with the orders that use it. Throws `NotFound`. */
export const showDeskVoucher = async (
  db: Database,
  text: string,
  { shopUrl, now }: { readonly shopUrl: string; readonly now: Date },
): Promise<DeskVoucher> => {
  const { orders, ...view } = await showVoucher(db, text, now);
  const [row] = await toRows(db, [view]);
  return { ...(row as VoucherRow), link: `${shopUrl}/?voucher=${view.code}`, orders };
};
