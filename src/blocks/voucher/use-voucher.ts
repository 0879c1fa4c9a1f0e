import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { CartRow, CartView } from '#blocks/cart-view/use-cart-view.ts';
import type { Delivery } from '#blocks/delivery-ways/use-delivery.ts';
import { standardId } from '#contract/delivery-options.ts';
import { lessAmount, type Pence, sum } from '#contract/money.ts';
import type { OrderLine } from '#contract/order.ts';
import { orderLineOf } from '#contract/variant.ts';
import { applyVoucher, tidyVoucherCode } from '#contract/voucher.ts';
import { selectVoucher } from '#features/cart/cart-slice.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { useCheckVoucherQuery } from '#features/orders/orders-api.ts';
import { asApiError, failureText } from '#shared/api/api-error.ts';

/** The shopper's voucher and what it takes off; `problem` is why it takes nothing off. */
export type Voucher = {
  /** '' for none. */
  readonly code: string;
  readonly discount: Pence;
  readonly problem: string | undefined;
  readonly isChecking: boolean;
  /** The server has refused it for these goods: an order with it would be refused, too. */
  readonly isRefused: boolean;
  /** '' removes it; the same code is checked again. */
  readonly change: (code: string) => void;
  /** The order was refused because of it, which the check may not foresee: of a guest it counts no uses. `text` is why. */
  readonly refuse: (text: string) => void;
};

const none: readonly CartRow[] = [];

const zero = sum([]);

/**
 * The voucher of the cart for these rows, and their total with it. The server checks the voucher whenever voucher, rows or page change; until it has
 * answered, the terms of its last answer are applied by the same rule. `replaces` is the shopper's own unpaid order, `postcode` the destination as
 * far as it is known.
 */
export const useVoucher = (
  view: CartView | undefined,
  {
    delivery,
    postcode,
    replaces,
    email = '',
  }: {
    readonly delivery: Omit<Delivery, 'parts'> & { readonly isGiftWrapped?: boolean };
    readonly postcode: string;
    readonly replaces: string | undefined;
    readonly email?: string;
  },
): { readonly voucher: Voucher; readonly total: Pence } => {
  const { t } = useTranslation('common');
  const code = useSelector(selectVoucher) ?? '';
  const { changeVoucher } = useCart();
  const rows = (view?.rows ?? none).filter(({ isUnavailable }) => !isUnavailable);
  const items: readonly OrderLine[] = rows.map(({ line }) => orderLineOf(line));
  const check = {
    code,
    items: [...items],
    ...(replaces !== undefined && { replaces }),
    ...(delivery.wayId !== standardId && { way: delivery.wayId }),
    ...(delivery.isOfRegion && { postalCode: postcode }),
    ...(delivery.isGiftWrapped && { giftWrap: true }),
  };
  const { data, error, isFetching, isUninitialized, refetch } = useCheckVoucherQuery(check, {
    skip: code === '' || items.length === 0,
    refetchOnMountOrArgChange: true,
  });
  const order = JSON.stringify([check, email]);
  const [refused, setRefused] = useState<{ readonly order: string; readonly text: string }>();
  const refusal = refused?.order === order ? refused.text : undefined;
  const checkAgain = () => {
    if (!isUninitialized) void refetch();
  };
  const failure = error && asApiError(error);
  const isRefused = refusal !== undefined || (failure !== undefined && [404, 409, 422].includes(Number(failure.status)));
  const terms = data?.code === code && !isRefused && !isUninitialized ? data : undefined;
  const lines = rows.map(({ line, subtotal }, index) => ({
    productId: line._id,
    categories: line.category,
    goods: subtotal,
    delivery: delivery.shares[index] ?? zero,
  }));
  const result = terms && applyVoucher(terms, lines, delivery.extra);
  const discount = result && 'discount' in result ? result.discount : zero;
  return {
    total: lessAmount(sum([view?.subtotal ?? zero, delivery.total]), discount),
    voucher: {
      code,
      discount,
      problem: failure && (isRefused || !terms) ? failureText(t, failure) : refusal,
      isChecking: isFetching,
      isRefused,
      change: (typed) => {
        const next = tidyVoucherCode(typed);
        setRefused(undefined);
        if (next === code) checkAgain();
        else changeVoucher(next);
      },
      refuse: (text) => {
        setRefused({ order, text });
        checkAgain();
      },
    },
  };
};
