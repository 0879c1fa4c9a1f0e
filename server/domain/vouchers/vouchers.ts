import { randomInt } from 'node:crypto';
import { startOfUkDay } from '#contract/delivery-dates.ts';
import { formatSterling, type Pence } from '#contract/money.ts';
import { orderSteps } from '#contract/order.ts';
import { applyVoucher, tidyVoucherCode, type VoucherKind, type VoucherLine, type VoucherTerms } from '#contract/voucher.ts';
import { formatPence, maxListed } from '#server/db/columns.ts';
import type { Database, OrderState, Tables } from '#server/db/schema.ts';
import { inPounds, storedTexts } from '#server/domain/catalogue/catalogue.ts';
import { Conflict, Failure, Invalid, NotFound } from '#server/domain/failure.ts';

type Voucher = Tables['voucher'];

const dayOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });

/** Throws why a voucher cannot be used, for the shopper. */
const refuse = (message: string, kind: 'notFound' | 'conflict' = 'conflict'): never => {
  throw new Failure(kind, message, { voucher: message }, { code: 'voucher' });
};

/** When a voucher is or was over; undefined for one without an end. */
const endOf = ({ ends_at, ended_at }: Voucher): string | undefined => [ended_at, ends_at].filter((time) => time !== null).toSorted()[0];

/** The voucher of a tidied code. Throws `notFound` for an unknown one, and a conflict for one that is over or not yet open. */
export const openVoucher = async (db: Database, code: string, now: Date): Promise<Voucher> => {
  const voucher = await db.selectFrom('voucher').selectAll().where('code', '=', code).executeTakeFirst();
  if (!voucher) return refuse('We don’t recognise that code. Check it and try again.', 'notFound');
  const end = endOf(voucher);
  // The end is exclusive: the last day is the one before it.
  if (end !== undefined && end <= now.toISOString()) return refuse(`This voucher ended on ${dayOf.format(Date.parse(end) - 1)}.`);
  if (voucher.starts_at !== null && voucher.starts_at > now.toISOString())
    return refuse(`This voucher can be used from ${dayOf.format(Date.parse(voucher.starts_at))}.`);
  return voucher;
};

/** A voucher in the contract's shape. `minPence` is the smallest amount that the payment provider takes. */
export const termsOf = ({ code, kind, value, minimum, products, categories }: Voucher, minPence: number): VoucherTerms => ({
  code,
  kind,
  value: kind === 'amount' ? inPounds(value) : value,
  minimum: inPounds(minimum),
  minTotal: inPounds(minPence),
  products: storedTexts.parse(JSON.parse(products)),
  categories: storedTexts.parse(JSON.parse(categories)),
});

const problemText = (terms: VoucherTerms, result: Exclude<ReturnType<typeof applyVoucher>, { readonly discount: Pence }>): string => {
  const isForSome = terms.products.length + terms.categories.length > 0;
  if (result.problem === 'minimum')
    return `Spend ${formatSterling(result.missing)} more on ${isForSome ? 'the goods that this voucher is for' : 'goods'} to use it, delivery not counted.`;
  return result.problem === 'goods'
    ? 'This voucher is not for any of these goods.'
    : 'This voucher would take nothing off what you pay here.';
};

/** The discount of a voucher in all and of each line. Throws why there is none. */
export const discountOf = (voucher: Voucher, lines: readonly VoucherLine[], minPence: number) => {
  const terms = termsOf(voucher, minPence);
  const result = applyVoucher(terms, lines);
  return 'problem' in result ? refuse(problemText(terms, result)) : result;
};

/** Orders that use their voucher: an expiry or a cancellation gives the use back. */
const usingStates = ['pending', ...orderSteps] as const satisfies readonly OrderState[];

/** Who uses a voucher: an account, an address, or both. `orderId` is the order that uses it, or whose use counts as free. */
export type VoucherUser = {
  readonly buyer: { readonly id: string } | undefined;
  readonly emailKey: string | undefined;
  readonly orderId: string | undefined;
};

const countUses = async (db: Database, code: string, { orderId }: Pick<VoucherUser, 'orderId'>, person?: VoucherUser): Promise<number> => {
  const { uses } = await db
    .selectFrom('order')
    .select(({ fn }) => fn.countAll<string | number>().as('uses'))
    .where('voucher_code', '=', code)
    .where('status', 'in', usingStates)
    .$if(orderId !== undefined, (query) => query.where('id', '!=', orderId ?? ''))
    .$if(person !== undefined, (query) =>
      query.where((row) => {
        const { buyer, emailKey } = person ?? {};
        const own = buyer ? [row('user_id', '=', buyer.id)] : [];
        if (emailKey === undefined) return row.or(own);
        // Anybody may type an address and not pay: an unpaid order counts for guests only, as in `unpaid-limits.ts`.
        const isTheirs = row.or([row('status', 'in', orderSteps), ...(buyer ? [] : [row('user_id', 'is', null)])]);
        return row.or([...own, row.and([row('email_key', '=', emailKey), isTheirs])]);
      }),
    )
    .executeTakeFirstOrThrow();
  return Number(uses);
};

/**
 * Why a voucher has no use left, for all or for this person; undefined if it has one. Only an account reads of its own orders: anybody may
 * type an address, so one that has used the voucher gets the same sentence as everybody gets of one that is used up.
 */
const usesProblem = async (db: Database, voucher: Voucher, user: VoucherUser): Promise<string | undefined> => {
  const { code, max_uses, max_uses_each } = voucher;
  const hasUsed = async (person: VoucherUser): Promise<boolean> =>
    max_uses_each !== null && (await countUses(db, code, user, person)) >= max_uses_each;
  // First, because that it is used up says nothing to somebody who has used it.
  if (user.buyer && (await hasUsed({ ...user, emailKey: undefined })))
    return max_uses_each === 1
      ? 'You have used this voucher already.'
      : `You have used this voucher ${max_uses_each} times already, which is as often as one person can.`;
  const isUsedUp = (await hasUsed(user)) || (max_uses !== null && (await countUses(db, code, user)) >= max_uses);
  return isUsedUp ? 'This voucher has been used as often as it can be.' : undefined;
};

/**
 * Throws if a voucher has no use left. An order is placed under the catalogue's lock when it calls this, so that of concurrent orders only
 * one gets the last use.
 */
export const enforceVoucherUses = async (db: Database, voucher: Voucher, user: VoucherUser): Promise<void> => {
  const problem = await usesProblem(db, voucher, user);
  if (problem !== undefined) refuse(problem);
};

/** Can an expired order have its voucher's use again? True without a voucher. Its end does not matter: the order was placed in time. */
export const hasVoucherUseLeft = async (transaction: Database, order: Tables['order']): Promise<boolean> => {
  if (order.voucher_code === null) return true;
  const voucher = await transaction.selectFrom('voucher').selectAll().where('code', '=', order.voucher_code).executeTakeFirst();
  const buyer = order.user_id === null ? undefined : { id: order.user_id };
  return !voucher || (await usesProblem(transaction, voucher, { buyer, emailKey: order.email_key, orderId: order.id })) === undefined;
};

/** Without letters and digits that are misread. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const newCode = (): string => Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('');

const codeForm = /^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/;

/** `value` is a whole percentage, pence, or 0 for `delivery`; `from` and `to` (inclusive) are days such as 2026-03-31, in the UK. */
export type NewVoucher = {
  readonly code?: string | undefined;
  readonly kind: VoucherKind;
  readonly value: number;
  readonly minimum?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly uses?: number | undefined;
  readonly perPerson?: number | undefined;
  readonly products?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
};

/** Throws `Invalid` for ids or slugs that are not among the known ones. */
const refuseUnknown = (what: string, wanted: readonly string[], known: readonly { readonly key: string }[]): void => {
  const unknown = wanted.filter((each) => !known.some(({ key }) => key === each));
  if (unknown.length > 0) throw new Invalid(`There is no ${what} ${unknown.join(', ')}.`);
};

const refuseUnknownGoods = async (db: Database, products: readonly string[], categories: readonly string[]): Promise<void> => {
  if (products.length > 0)
    refuseUnknown('product', products, await db.selectFrom('product').select('id as key').where('id', 'in', products).execute());
  if (categories.length > 0)
    refuseUnknown('category', categories, await db.selectFrom('category').select('slug as key').where('slug', 'in', categories).execute());
};

/** Stores a voucher; without a code it gets one. Throws `Invalid` for what makes no sense, `Conflict` for a code that there is. */
export const createVoucher = async (db: Database, voucher: NewVoucher, now: Date): Promise<VoucherView> => {
  const { kind, value, minimum = 0, from, to, uses = null, perPerson = null } = voucher;
  const code = voucher.code === undefined ? newCode() : tidyVoucherCode(voucher.code);
  const products = [...new Set(voucher.products)];
  const categories = [...new Set(voucher.categories)];
  if (!codeForm.test(code))
    throw new Invalid(`"${code}" cannot be a code. Use 3 to 30 letters and digits, with "-" between them if you like, such as SPRING10.`);
  if (kind === 'percent' && !(Number.isInteger(value) && value >= 1 && value <= 100))
    throw new Invalid('A percentage is a whole number from 1 to 100.');
  if (kind === 'amount' && value <= 0) throw new Invalid('A voucher takes off more than nothing.');
  const endsAt = to === undefined ? null : startOfUkDay(to, 1).toISOString();
  if (from !== undefined && to !== undefined && from > to) throw new Invalid('The first day must not be after the last.');
  if (endsAt !== null && endsAt <= now.toISOString()) throw new Invalid(`A voucher to ${to} would be over already.`);
  await refuseUnknownGoods(db, products, categories);
  const added = await db
    .insertInto('voucher')
    .values({
      code,
      kind,
      value,
      minimum,
      starts_at: from === undefined ? null : startOfUkDay(from).toISOString(),
      ends_at: endsAt,
      max_uses: uses,
      max_uses_each: perPerson,
      products: JSON.stringify(products),
      categories: JSON.stringify(categories),
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!added) throw new Conflict(`There is a voucher ${code} already. Codes are never used again, so that old orders stay clear.`);
  return toView(db, added, now);
};

/** What it takes off, for the seller: "10 %", "£5.00", "free delivery". */
const describeValue = ({ kind, value }: Voucher): string => {
  if (kind === 'delivery') return 'free delivery';
  return kind === 'percent' ? `${value} %` : formatPence(value);
};

const stateOf = (voucher: Voucher, uses: number, now: Date) => {
  const { starts_at, max_uses } = voucher;
  const end = endOf(voucher);
  if (end !== undefined && end <= now.toISOString()) return voucher.ended_at === end ? ('ended' as const) : ('over' as const);
  if (starts_at !== null && starts_at > now.toISOString()) return 'not yet' as const;
  return max_uses !== null && uses >= max_uses ? ('used up' as const) : ('open' as const);
};

const toView = async (db: Database, voucher: Voucher, now: Date) => {
  const { uses, discounts } = await db
    .selectFrom('order')
    .select(({ fn }) => [fn.countAll<string | number>().as('uses'), fn.sum<string | number | null>('discount_total').as('discounts')])
    .where('voucher_code', '=', voucher.code)
    .where('status', 'in', usingStates)
    .executeTakeFirstOrThrow();
  return {
    code: voucher.code,
    state: stateOf(voucher, Number(uses), now),
    kind: voucher.kind,
    takesOff: describeValue(voucher),
    minimum: inPounds(voucher.minimum),
    startsAt: voucher.starts_at,
    /** Exclusive. */
    endsAt: voucher.ends_at,
    endedAt: voucher.ended_at,
    /** Orders that use it, waiting to be paid or paid, and what it took off all of them, in pounds. */
    uses: Number(uses),
    discounts: inPounds(Number(discounts ?? 0)),
    maxUses: voucher.max_uses,
    maxUsesEach: voucher.max_uses_each,
    products: storedTexts.parse(JSON.parse(voucher.products)),
    categories: storedTexts.parse(JSON.parse(voucher.categories)),
    createdAt: voucher.created_at,
  };
};

/** A voucher for the seller; amounts in pounds. */
export type VoucherView = Awaited<ReturnType<typeof toView>>;

/** Vouchers for the seller, the newest first. */
export const listVouchers = async (db: Database, now: Date): Promise<VoucherView[]> => {
  const rows = await db.selectFrom('voucher').selectAll().orderBy('created_at', 'desc').orderBy('code').limit(maxListed).execute();
  const views: VoucherView[] = [];
  for (const row of rows) views.push(await toView(db, row, now));
  return views;
};

const findVoucher = async (db: Database, text: string): Promise<Voucher> => {
  const code = tidyVoucherCode(text);
  const voucher = await db.selectFrom('voucher').selectAll().where('code', '=', code).executeTakeFirst();
  if (!voucher) throw new NotFound(`There is no voucher ${code}.`);
  return voucher;
};

/** One voucher by its code as typed, with the orders that use it, the newest first. Throws `NotFound`. */
export const showVoucher = async (db: Database, text: string, now: Date) => {
  const voucher = await findVoucher(db, text);
  const orders = await db
    .selectFrom('order')
    .select(['id', 'status', 'discount_total', 'total', 'created_at'])
    .where('voucher_code', '=', voucher.code)
    .where('status', 'in', usingStates)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();
  return {
    ...(await toView(db, voucher, now)),
    orders: orders.map(({ id, status, discount_total, total, created_at }) => ({
      id,
      status,
      discount: inPounds(discount_total),
      total: inPounds(total),
      createdAt: created_at,
    })),
  };
};

/** Ends a voucher for good; orders that use it keep it. Throws `NotFound`, and `Conflict` for one that is over. */
export const endVoucher = async (db: Database, text: string, now: Date): Promise<VoucherView> => {
  const voucher = await findVoucher(db, text);
  const { code } = voucher;
  const end = endOf(voucher);
  if (end !== undefined && end <= now.toISOString()) throw new Conflict(`Voucher ${code} has ended already.`);
  await db.updateTable('voucher').set({ ended_at: now.toISOString() }).where('code', '=', code).execute();
  return toView(db, { ...voucher, ended_at: now.toISOString() }, now);
};
