import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { orderStates } from '#contract/desk/orders.ts';
import { pageOf } from '#contract/desk/page.ts';
import { isInPence } from '#contract/money.ts';
import { textLine } from '#contract/text-line.ts';
import { voucherCode, voucherKinds } from '#contract/voucher.ts';

/** `open` can be used now, or was as often as it can be; `coming` has not begun. */
export const voucherViews = ['open', 'coming', 'ended'] as const;

export type VoucherListView = (typeof voucherViews)[number];

/** `over` at the end of its last day, `ended` by the seller. */
const voucherStates = ['open', 'coming', 'usedUp', 'over', 'ended'] as const;

const voucherRow = z.object({
  code: z.string(),
  state: z.enum(voucherStates),
  kind: z.enum(voucherKinds),
  /** Per cent, or pounds; 0 for `delivery`. */
  value: z.number(),
  /** How many pounds of goods the voucher needs. */
  minimum: z.number(),
  /** UK days, the last one included. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** Orders that use it, and the pounds that it took off all of them. */
  uses: z.number(),
  discounts: z.number(),
  maxUses: z.nullable(z.number()),
  maxUsesEach: z.nullable(z.number()),
  /** Names of the products and categories that the voucher is for; empty for all goods. */
  goods: z.array(z.string()),
});

export type VoucherRow = z.output<typeof voucherRow>;

/** GET /desk/api/vouchers?view=&after=; the newest first. */
export const deskVoucherPage = z.object(pageOf(voucherRow));

export type DeskVoucherPage = z.output<typeof deskVoucherPage>;

/** GET /desk/api/vouchers/:code. */
export const deskVoucher = z.object({
  ...voucherRow.shape,
  /** The link that brings the voucher to the cart. */
  link: z.string(),
  /** The latest 200 orders that use the voucher, newest first. */
  orders: z.array(
    z.object({ id: z.string(), status: z.enum(orderStates), discount: z.number(), total: z.number(), createdAt: z.string() }),
  ),
});

export type DeskVoucher = z.output<typeof deskVoucher>;

/** What each rule of a new voucher demands, in words. */
export const voucherProblems = {
  voucherCode: 'A code has 3 to 30 letters and digits, with "-" between them if you like, such as SPRING10.',
  voucherPercent: 'A percentage is a whole number from 1 to 100.',
  voucherAmount: 'A voucher takes off more than nothing, in pounds with at most two decimals.',
  voucherDays: 'The first day must not be after the last.',
} as const satisfies Readonly<Record<string, string>>;

type Problem = keyof typeof voucherProblems;

const rule = (problem: Problem): Problem => problem;
const count = z.optional(z.int().check(z.gte(1), z.lte(99_999)));
const day = z.optional(z.iso.date());

const conditions = {
  /** Generated where it is left out. */
  code: z.optional(z.pipe(voucherCode, z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/, rule('voucherCode'))))),
  from: day,
  to: day,
  minimum: z.optional(z.number().check(z.gt(0), z.lte(999_999), z.refine(isInPence))),
  uses: count,
  perPerson: count,
  products: z.optional(z.array(textLine(100, 1)).check(z.maxLength(100))),
  categories: z.optional(z.array(textLine(100, 1)).check(z.maxLength(100))),
};

/** POST /desk/api/vouchers, and what the command line makes: amounts in pounds. */
export const newVoucher = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('percent'),
      value: z.int(rule('voucherPercent')).check(z.gte(1, rule('voucherPercent')), z.lte(100, rule('voucherPercent'))),
      ...conditions,
    }),
    z.object({
      kind: z.literal('amount'),
      value: z
        .number(rule('voucherAmount'))
        .check(z.gt(0, rule('voucherAmount')), z.lte(999_999), z.refine(isInPence, rule('voucherAmount'))),
      ...conditions,
    }),
    z.object({ kind: z.literal('delivery'), ...conditions }),
  ])
  .check(z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, { error: rule('voucherDays'), path: ['to'] }));

export type NewVoucher = z.output<typeof newVoucher>;
