import { findRegion, findWay } from '#contract/delivery.ts';
import { pence, sum } from '#contract/money.ts';
import type { VoucherCheck } from '#contract/order.ts';
import type { VoucherTerms } from '#contract/voucher.ts';
import { minute } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { readDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { Failure } from '#server/domain/failure.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { readProducts } from '#server/domain/orders/order-stock.ts';
import { type Buyer, latestReplacement, mayReplace, priceLines } from '#server/domain/orders/orders.ts';
import { consumeRateLimit, enforceNotBlocked } from '#server/domain/rate-limit.ts';
import { discountOf, enforceVoucherUses, openVoucher, termsOf } from '#server/domain/vouchers/vouchers.ts';

type VoucherRequest = {
  readonly check: VoucherCheck;
  readonly buyer: Buyer;
  readonly clientIp: string;
  readonly minPence: number;
  readonly now: Date;
};

/** Limit of wrong codes per client IP address: nobody mistypes more often. */
const guesses = { max: 20, perSeconds: 10 * minute };

/**
 * Runs `work`, which must throw `notFound` for an unknown voucher code only. Throws `TooMany` after too many unknown codes from this IP address, even
 * for a right one.
 */
export const limitVoucherGuesses = async <Result>(
  db: Database,
  { clientIp, now }: Pick<VoucherRequest, 'clientIp' | 'now'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const hit = { ...guesses, key: `voucher:${clientIp}`, now };
  await enforceNotBlocked(db, hit);
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && error.kind === 'notFound') await consumeRateLimit(db, hit);
    throw error;
  }
};

/** The unpaid order whose use counts as free, if this buyer may replace it. */
const replacedOrder = async (db: Database, { check: { replaces }, buyer }: VoucherRequest): Promise<string | undefined> => {
  const row = replaces === undefined ? undefined : await latestReplacement(db, readOrderId(replaces), buyer);
  return row?.status === 'pending' && mayReplace(row, buyer) ? row.id : undefined;
};

/**
 * POST /order/voucher: what a voucher takes off, or throws why these lines cannot use it. The order checks it again; what is no longer sold
 * is left out here. Of a guest, whose address is not known yet, the uses are not counted.
 */
export const checkVoucher = async (db: Database, request: VoucherRequest): Promise<VoucherTerms> => {
  const { check, buyer, minPence } = request;
  const voucher = await limitVoucherGuesses(db, request, () => openVoucher(db, check.code, request.now));
  const orderId = await replacedOrder(db, request);
  await enforceVoucherUses(db, voucher, { buyer, emailKey: undefined, orderId });
  const products = await readProducts(
    db,
    check.items.map(({ productId }) => productId),
  );
  const options = await readDeliveryOptions(db);
  const { way, postalCode = '', giftWrap = false } = check;
  // Goods that cannot be delivered are left to the order to refuse.
  const isPossible = findWay(options, way) !== null && findRegion(options, postalCode)?.surcharge !== null;
  const { lines, charge } = priceLines(check.items, {
    products,
    isReseller: buyer?.role === 'reseller',
    options,
    wayId: isPossible ? way : undefined,
    postcode: isPossible ? postalCode : '',
  });
  discountOf(
    voucher,
    lines.map(({ forVoucher }) => forVoucher),
    minPence,
    sum([charge.extra, pence((giftWrap && options.giftWrap) || 0)]),
  );
  return termsOf(voucher, minPence);
};
