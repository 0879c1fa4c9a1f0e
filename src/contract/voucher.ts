import './zod-config.ts';
import * as z from 'zod/mini';
import { lessAmount, lessPercent, type Pence, pence, spread, sum } from './money.ts';
import { textLine } from './text-line.ts';

/**
 * Vouchers. The rule, for browser and server alike:
 *
 * - An order takes one voucher.
 * - It comes last: product discounts and reseller prices are taken off first, and the voucher counts from the prices that are left.
 * - `percent` and `amount` come off the goods that the voucher is for, never off delivery; `delivery` is the delivery of these goods, as
 *   `delivery.ts` shares it out, and not the surcharge of a faster way.
 * - The minimum counts these goods at the same prices, without delivery.
 * - It never takes off more than there is. A total of 0 counts as paid at once; any other total is at least the payment provider's
 *   minimum, for which the voucher takes off less if necessary.
 * - The discount is rounded once, and spread over the lines in proportion, to the penny: what a line was paid is what a refund gives back.
 * - So a refund of part of an order takes that part's share of the discount into account, and is never less because what the buyer keeps is
 *   below the minimum: the minimum is asked once, when the order is placed. All parts together give back what was paid, to the penny.
 * - The use counts for an order that is pending or paid, also after refunds; one that expires or is cancelled gives it back.
 */
export const voucherKinds = ['percent', 'amount', 'delivery'] as const;

export type VoucherKind = (typeof voucherKinds)[number];

/** As vouchers are stored: "spring 10" is SPRING10. */
export const tidyVoucherCode = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** A code as it was typed, tidied. One that no voucher can have is unknown, not invalid: the shopper reads one sentence for both. */
export const voucherCode = z.pipe(textLine(60, 1), z.transform(tidyVoucherCode));

/**
 * The answer of POST /order/voucher: what a voucher takes off. `value` is in percent or in pounds, 0 for `delivery`; `minimum` and `minTotal`,
 * the minimum payment of the provider, are in pounds. It is for these `products` (ids) and `categories` (slugs); for all if there are none.
 */
export const voucherTerms = z.object({
  code: z.string(),
  kind: z.enum(voucherKinds),
  value: z.number().check(z.nonnegative()),
  minimum: z.number().check(z.nonnegative()),
  minTotal: z.number().check(z.nonnegative()),
  products: z.array(z.string()),
  categories: z.array(z.string()),
});

export type VoucherTerms = z.output<typeof voucherTerms>;

/** A line at the shopper's prices; `goods` and `delivery` of all its units. */
export type VoucherLine = {
  readonly productId: string;
  readonly categories: readonly string[];
  readonly goods: Pence;
  readonly delivery: Pence;
};

/** What comes off, in all and of each line; or why nothing does: `missing` until the minimum, none of its goods, or nothing to take off. */
export type VoucherResult =
  | { readonly discount: Pence; readonly shares: readonly Pence[] }
  | { readonly problem: 'minimum'; readonly missing: Pence }
  | { readonly problem: 'goods' | 'nothing' };

const zero = sum([]);

const isFor = ({ products, categories }: VoucherTerms, line: VoucherLine): boolean =>
  (products.length === 0 && categories.length === 0) ||
  products.includes(line.productId) ||
  line.categories.some((slug) => categories.includes(slug));

const uncappedDiscount = ({ kind, value }: VoucherTerms, base: Pence): Pence => {
  if (kind === 'percent') return lessAmount(base, lessPercent(base, value));
  return kind === 'delivery' ? base : (Math.min(base, pence(value)) as Pence);
};

/** The discount of a voucher for these lines, by the rule above. `extra` is what the order pays beside them, and no voucher takes off. */
export const applyVoucher = (terms: VoucherTerms, lines: readonly VoucherLine[], extra = zero): VoucherResult => {
  const eligible = lines.filter((line) => isFor(terms, line));
  if (eligible.length === 0) return { problem: 'goods' };
  const missing = lessAmount(pence(terms.minimum), sum(eligible.map(({ goods }) => goods)));
  if (missing > 0) return { problem: 'minimum', missing };
  const bases = lines.map((line) => (isFor(terms, line) ? line[terms.kind === 'delivery' ? 'delivery' : 'goods'] : zero));
  const wanted = uncappedDiscount(terms, sum(bases));
  const total = sum([extra, ...lines.flatMap(({ goods, delivery }) => [goods, delivery])]);
  const minTotal = pence(terms.minTotal);
  const isTooLittle = wanted < total && lessAmount(total, wanted) < minTotal;
  const discount = isTooLittle ? lessAmount(total, minTotal) : wanted;
  return discount > 0 ? { discount, shares: spread(discount, bases) } : { problem: 'nothing' };
};
