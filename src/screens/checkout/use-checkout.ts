import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import type { CartLine } from '#contract/cart-line.ts';
import { standardId } from '#contract/delivery-options.ts';
import { type Pence, pence } from '#contract/money.ts';
import { type OrderPayload, orderLimits, orderPayload } from '#contract/order.ts';
import { returnPath } from '#contract/return-path.ts';
import { orderLineOf } from '#contract/variant.ts';
import { useRecheck } from '#features/catalogue/use-catalogue.ts';
import { storeOrderedLines } from '#features/orders/ordered-lines.ts';
import { usePlaceOrderMutation } from '#features/orders/orders-api.ts';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { usePay } from '#features/orders/use-pay.ts';
import { isCartOfAccount, listsSaved } from '#features/saved-lists/list-owner.ts';
import { type ApiError, asApiError, failureText } from '#shared/api/api-error.ts';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import type { Basket } from './basket.ts';
import type { CheckoutForm } from './use-checkout-form.ts';

/** An error of the whole order; `lines` holds the errors of its lines by `lineKey`. */
type OrderError = { readonly message: string; readonly lines: Readonly<Record<string, string>> };

/** A placed order whose total differs from the one that was shown. */
type ChangedTotal = { readonly orderId: string; readonly before: Pence; readonly now: Pence };

type Values = CheckoutForm['values'];

/** Contains the quantity, because an error no longer applies once the quantity changes. */
const lineKey = ({ cartItemId, quantity }: CartLine): string => `${cartItemId}/${quantity}`;

/** The statuses by which the server refuses an order because of what is in it, and so has placed none. */
const refusals: readonly ApiError['status'][] = [404, 409, 422];

/** The payload, parsed by the contract. */
const payloadOf = (
  { giftMessage, giftWrap: _, note, acceptsTerms, refusesReviewMail, ...billingInfo }: Values,
  lines: readonly CartLine[],
  reorderedId: string,
  { voucher: { code, isRefused }, delivery: { wayId, isGiftWrapped } }: Basket,
  postcodeInQuestion: string | undefined,
) => {
  const parsed = orderPayload.safeParse({
    items: lines.map(orderLineOf),
    billingInfo,
    note,
    giftMessage,
    acceptsTerms,
    refusesReviewMail,
    ...(reorderedId !== '' && { again: reorderedId }),
    ...(code !== '' && !isRefused && { voucher: code }),
    ...(wayId !== standardId && { way: wayId }),
    ...(isGiftWrapped && { giftWrap: true }),
  });
  if (!parsed.success || parsed.data.billingInfo.postalCode !== postcodeInQuestion) return parsed;
  return { ...parsed, data: { ...parsed.data, isPostcodeConfirmed: true } };
};

/**
 * Places the order and goes to the payment page. The same payload never makes a second order, a changed total needs the shopper's consent
 * before payment, and a failure keeps the form state.
 */
export const useCheckout = (basket: Basket, attempt: Attempt, form: CheckoutForm) => {
  const { t } = useTranslation('checkout');
  const { t: common } = useTranslation('common');
  const navigate = useNavigateWhileHere();
  const recheck = useRecheck();
  const [placeOrder] = usePlaceOrderMutation();
  const pay = usePay();
  const [isPaying, setIsPaying] = useState(false);
  const [orderError, setOrderError] = useState<OrderError>();
  const [changedTotal, setChangedTotal] = useState<ChangedTotal>();
  /** The shop has asked whether it is right: sent again, it is. */
  const [postcodeInQuestion, setPostcodeInQuestion] = useState<string>();

  const fail = (error: ApiError, lines: readonly CartLine[]) => {
    if (error.code === 'expired' || error.code === 'keyUsed') attempt.remove();
    const others = form.setErrors(error.errors);
    const lineErrors = lines.flatMap((line, index) => {
      const text = others[`items.${index}`];
      return text === undefined ? [] : [[lineKey(line), text] as const];
    });
    setOrderError({ message: failureText(common, error), lines: Object.fromEntries(lineErrors) });
    // Prices or stock have changed, or another shopper had the voucher's last use.
    if (error.status === 409) recheck();
    if (error.code === 'voucher') basket.voucher.refuse(failureText(common, error));
    if (error.code === 'delivery' || error.code === 'giftWrap') basket.way.reload();
  };

  const goToPayment = async (orderId: string): Promise<void> => {
    setIsPaying(true);
    const error = await pay(orderId);
    setIsPaying(false);
    if (error?.code === 'paid' || error?.code === 'processing') void navigate(returnPath(orderId));
    else if (error) fail(error, []);
  };

  const order = async (lines: readonly CartLine[], payload: OrderPayload): Promise<void> => {
    // Sends the cart's changes to the account first, so that the server can take all ordered units off its cart once they are paid.
    if (basket.isCart) await listsSaved();
    const { key, replaces } = attempt.begin(payload);
    const { data: placed, error: cause } = await placeOrder({
      payload: { ...payload, ...(replaces !== undefined && { replaces }), ...(basket.isCart && { fromCart: true }) },
      key,
    });
    if (cause) {
      const error = asApiError(cause);
      // This order or the one that it replaces is paid: show that one, so that nobody buys twice by mistake.
      const { code, orderId } = error;
      if (orderId !== undefined && (code === 'paid' || code === 'processing')) return attempt.refuse(orderId);
      if (code === 'postcode') setPostcodeInQuestion(payload.billingInfo.postalCode);
      if (refusals.includes(error.status)) attempt.withdraw();
      return fail(error, lines);
    }
    const { _id: orderId, status, overallTotal } = placed;
    attempt.succeed(placed);
    // Already paid: a repeated request with the same idempotency key.
    if (status !== 'pending') return void navigate(returnPath(orderId));
    if (basket.isCart && !isCartOfAccount())
      storeOrderedLines(
        orderId,
        lines.map(({ cartItemId, quantity }) => ({ cartItemId, quantity })),
      );
    const now = pence(overallTotal);
    if (now === basket.total) return goToPayment(orderId);
    setChangedTotal({ orderId, before: basket.total, now });
    recheck();
    basket.way.reload();
  };

  const send = async (values: Values): Promise<void> => {
    setOrderError(undefined);
    // The last attempt reserved its stock, so the rows may be reduced: compare the original lines to recognise the same payload.
    const { data: same } = payloadOf(values, basket.original, attempt.reorderedId, basket, postcodeInQuestion);
    if (same && attempt.isLast(same)) return order(basket.original, same);
    // What the page shows is what is ordered.
    const lines = basket.rows.filter(({ isUnavailable }) => !isUnavailable).map(({ line }) => line);
    const payload = payloadOf(values, lines, attempt.reorderedId, basket, postcodeInQuestion);
    if (payload.success) return order(lines, payload.data);
    form.setErrors();
    setOrderError(unsendable(lines, payload.error.issues));
  };

  /** Why these lines, or what goes with them, are not what the contract takes. The fields of the form are checked before. */
  const unsendable = (lines: readonly CartLine[], issues: readonly { readonly path: readonly PropertyKey[] }[]): OrderError => {
    if (lines.length === 0) return { message: t('nothing'), lines: {} };
    if (lines.length > orderLimits.lines) return { message: t('many', { count: orderLimits.lines }), lines: {} };
    const odd = new Set(issues.map(({ path: [part, index] }) => (part === 'items' ? index : undefined)));
    const oddLines = lines.filter((_, index) => odd.has(index));
    const isVoucher = issues.some(({ path: [part] }) => part === 'voucher');
    return {
      message: t(oddLines.length > 0 ? 'unsendable.lines' : isVoucher ? 'unsendable.voucher' : 'unsendable.other'),
      lines: Object.fromEntries(oddLines.map((line) => [lineKey(line), t('unsendable.line', { name: line.name })])),
    };
  };

  return {
    onSubmit: (event: FormEvent) => {
      if (attempt.isReady) form.submit(send)(event);
      else event.preventDefault();
    },
    message: orderError?.message,
    hasLineErrors: Object.keys(orderError?.lines ?? {}).length > 0,
    /** The server's error for a line, until its quantity changes. */
    rowError: ({ line }: CartRow): string | undefined => orderError?.lines[lineKey(line)],
    isBusy: form.isBusy || isPaying,
    changedTotal: attempt.isOver ? undefined : changedTotal,
    payChangedTotal: async () => {
      if (!attempt.isReady) return;
      setChangedTotal(undefined);
      if (changedTotal) await goToPayment(changedTotal.orderId);
    },
    /** Pays for an order that was placed before. */
    payFor: (orderId: string) => {
      if (attempt.isReady && !form.isBusy && !isPaying) void goToPayment(orderId);
    },
    dismissChangedTotal: () => setChangedTotal(undefined),
  };
};

export type Checkout = ReturnType<typeof useCheckout>;
