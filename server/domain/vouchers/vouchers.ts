import { randomInt } from 'node:crypto';
import { startOfUkDay } from '#contract/delivery-dates.ts';
import type { NewVoucher } from '#contract/desk/vouchers.ts';
import { formatSterling, type Pence, pence } from '#contract/money.ts';
import { orderSteps } from '#contract/order.ts';
import { applyVoucher, tidyVoucherCode, type VoucherLine, type VoucherTerms } from '#contract/voucher.ts';
import { maxListed } from '#server/db/columns.ts';
import type { Database, OrderState, Tables } from '#server/db/schema.ts';
import { inPounds, storedTexts } from '#server/domain/catalogue/catalogue.ts';
import { addStaffEvent, lastActorOf, type Staff } from '#server/domain/desk/staff.ts';
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

/** The discount of a voucher in all and of each line; `extra` as in `applyVoucher`. Throws why there is none. */
export const discountOf = (voucher: Voucher, lines: readonly VoucherLine[], minPence: number, extra?: Pence) => {
  const terms = termsOf(voucher, minPence);
  const result = applyVoucher(terms, lines, extra);
  return 'problem' in result ? refuse(problemText(terms, result)) : result;
};

/** Orders that use their voucher: an expiry or a cancellation gives the use back. */
const usingStates = ['pending', ...orderSteps] as const satisfies readonly OrderState[];

/** Who uses a voucher: an account, an email address, or both. `orderId` is the order that uses it, or whose use counts as free. */
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
 * Why a voucher has no use left, for all or for this person; undefined if it has one. Only a signed-in account is told that it has used the voucher:
 * anybody may type an email address, so a guest reads the same as for a voucher that is used up.
 */
const usesProblem = async (db: Database, voucher: Voucher, user: VoucherUser): Promise<string | undefined> => {
  const { code, max_uses, max_uses_each } = voucher;
  const hasUsed = async (person: VoucherUser): Promise<boolean> =>
    max_uses_each !== null && (await countUses(db, code, user, person)) >= max_uses_each;
  // Checked first, because "used up" would puzzle somebody who has used the voucher.
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

/** Who acts at the desk; nobody on the command line. */
type ActingStaff = { readonly by?: Staff | undefined; readonly now: Date };

/** Stores a voucher; without a code it gets one. Throws `Invalid` for goods that there are not, `Conflict` for a code that there is. */
export const createVoucher = (db: Database, voucher: NewVoucher, { by, now }: ActingStaff): Promise<VoucherView> =>
  db.transaction().execute(async (transaction) => {
    const { code = newCode(), kind, minimum = 0, from, to, uses = null, perPerson = null } = voucher;
    const products = [...new Set(voucher.products)];
    const categories = [...new Set(voucher.categories)];
    const value = kind === 'delivery' ? 0 : voucher.value;
    const endsAt = to === undefined ? null : startOfUkDay(to, 1).toISOString();
    if (endsAt !== null && endsAt <= now.toISOString()) {
      const problem = `A voucher to ${to} would be over already.`;
      throw new Invalid(problem, { to: problem });
    }
    await refuseUnknownGoods(transaction, products, categories);
    const addedVoucher = await transaction
      .insertInto('voucher')
      .values({
        code,
        kind,
        value: kind === 'amount' ? pence(value) : value,
        minimum: pence(minimum),
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
    if (!addedVoucher) {
      const problem = `There is a voucher ${code} already. Codes are never used again, so that old orders stay clear.`;
      throw new Conflict(problem, { code: problem });
    }
    if (by) await addStaffEvent(transaction, by, code, now);
    return viewOf(transaction, addedVoucher, now);
  });

const stateOf = (voucher: Voucher, uses: number, now: Date) => {
  const { starts_at, max_uses } = voucher;
  const end = endOf(voucher);
  if (end !== undefined && end <= now.toISOString()) return voucher.ended_at === end ? ('ended' as const) : ('over' as const);
  if (starts_at !== null && starts_at > now.toISOString()) return 'coming' as const;
  return max_uses !== null && uses >= max_uses ? ('usedUp' as const) : ('open' as const);
};

/** Vouchers for the seller, in this order; amounts in pounds. */
export const toVoucherViews = async (db: Database, vouchers: readonly Voucher[], now: Date) => {
  if (vouchers.length === 0) return [];
  const voucherUses = await db
    .selectFrom('order')
    .select(({ fn }) => ['voucher_code', fn.countAll().as('uses'), fn.sum<string | number>('discount_total').as('discounts')])
    .where(
      'voucher_code',
      'in',
      vouchers.map(({ code }) => code),
    )
    .where('status', 'in', usingStates)
    .groupBy('voucher_code')
    .execute();
  return vouchers.map((voucher) => {
    const { uses = 0, discounts = 0 } = voucherUses.find(({ voucher_code }) => voucher_code === voucher.code) ?? {};
    return {
      code: voucher.code,
      state: stateOf(voucher, Number(uses), now),
      kind: voucher.kind,
      /** Per cent or pounds, 0 for `delivery`. */
      value: voucher.kind === 'amount' ? inPounds(voucher.value) : voucher.value,
      minimum: inPounds(voucher.minimum),
      startsAt: voucher.starts_at,
      /** Exclusive. */
      endsAt: voucher.ends_at,
      endedAt: voucher.ended_at,
      /** Orders that use it, waiting to be paid or paid, and what it took off all of them. */
      uses: Number(uses),
      discounts: inPounds(Number(discounts)),
      maxUses: voucher.max_uses,
      maxUsesEach: voucher.max_uses_each,
      products: storedTexts.parse(JSON.parse(voucher.products)),
      categories: storedTexts.parse(JSON.parse(voucher.categories)),
      createdAt: voucher.created_at,
    };
  });
};

export type VoucherView = Awaited<ReturnType<typeof toVoucherViews>>[number];

const viewOf = async (db: Database, voucher: Voucher, now: Date): Promise<VoucherView> => {
  const [view] = await toVoucherViews(db, [voucher], now);
  if (!view) throw new NotFound(`There is no voucher ${voucher.code}.`);
  return view;
};

/** Vouchers for the seller, the newest first. */
export const listVouchers = async (db: Database, now: Date): Promise<VoucherView[]> =>
  toVoucherViews(
    db,
    await db.selectFrom('voucher').selectAll().orderBy('created_at', 'desc').orderBy('code').limit(maxListed).execute(),
    now,
  );

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
    ...(await viewOf(db, voucher, now)),
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
export const endVoucher = (db: Database, text: string, { by, now }: ActingStaff): Promise<VoucherView> =>
  db.transaction().execute(async (transaction) => {
    const { code } = await findVoucher(transaction, text);
    const at = now.toISOString();
    const ended = await transaction
      .updateTable('voucher')
      .set({ ended_at: at })
      .where('code', '=', code)
      .where('ended_at', 'is', null)
      .where((voucher) => voucher.or([voucher('ends_at', 'is', null), voucher('ends_at', '>', at)]))
      .returningAll()
      .executeTakeFirst();
    if (!ended) {
      const who = await lastActorOf(transaction, code);
      throw new Conflict(`Voucher ${code} has ended already${who === undefined ? '' : ` (${who})`}.`, undefined, 'changed');
    }
    if (by) await addStaffEvent(transaction, by, code, now);
    return viewOf(transaction, ended, now);
  });
