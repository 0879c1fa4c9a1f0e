import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import type { CartLine } from '#contract/cart-line.ts';
import { type Pence, pence } from '#contract/money.ts';
import { type OrderPayload, orderLimits, orderPayload } from '#contract/order.ts';
import { returnAddress } from '#contract/return-address.ts';
import { useReload } from '#features/catalogue/use-catalogue-dispatch.ts';
import { storeOrderedLines } from '#features/orders/ordered-lines.ts';
import { usePlaceOrderMutation } from '#features/orders/orders-api.ts';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { usePay } from '#features/orders/use-pay.ts';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { failureText } from '#shared/api/failure-text.ts';
import { type Basket, orderLineOf } from './basket.ts';
import { type CheckoutForm, useCheckoutForm } from './use-checkout-form.ts';

/** What stands against the order as a whole, and against its lines. */
type Problem = { readonly message: string; readonly lines: Readonly<Record<string, string>> };

/** An order whose total is not the one that was shown. */
type Changed = { readonly orderId: string; readonly before: Pence; readonly now: Pence };

type Values = CheckoutForm['values'];

/** A line with a number: another number of it is another question. */
const lineKey = ({ cartItemId, quantity }: CartLine): string => `${cartItemId}/${quantity}`;

/** What would be sent; nothing when the contract would not have it. */
const payloadOf = ({ note, acceptsTerms, ...billingInfo }: Values, lines: readonly CartLine[], again: string): OrderPayload | undefined => {
  const read = orderPayload.safeParse({ items: lines.map(orderLineOf), billingInfo, note, acceptsTerms, ...(again !== '' && { again }) });
  return read.success ? read.data : undefined;
};

/** The server's sentences by field, with the fields as the form names them. */
const byField = (errors: ApiError['errors'] = {}) =>
  Object.fromEntries(Object.entries(errors).map(([name, text]) => [name.replace(/^billingInfo\./, ''), text]));

/**
 * From a filled-in form to the payment page: one order for one content, whatever happens on the way; a total that
 * is not the one shown is asked about before it is paid; whatever fails, everything typed stays.
 */
export const useCheckout = (basket: Basket, attempt: Attempt) => {
  const { t } = useTranslation('checkout');
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const reload = useReload();
  const form = useCheckoutForm();
  const [placeOrder] = usePlaceOrderMutation();
  const pay = usePay();
  const [isPaying, setIsPaying] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [changed, setChanged] = useState<Changed>();

  const fail = (error: ApiError, lines: readonly CartLine[]) => {
    if (error.code === 'lapsed' || error.code === 'keyUsed') attempt.remove();
    const others = form.setErrors(byField(error.errors));
    const ofLines = lines.flatMap((line, at) => {
      const text = others[`items.${at}`];
      return text === undefined ? [] : [[lineKey(line), text] as const];
    });
    setProblem({ message: failureText(common, error), lines: Object.fromEntries(ofLines) });
    // Prices and stock are not what they were.
    if (error.status === 409) reload();
  };

  const goToPayment = async (orderId: string): Promise<void> => {
    setIsPaying(true);
    const error = await pay(orderId);
    setIsPaying(false);
    if (error?.code === 'paid' || error?.code === 'processing') void navigate(returnAddress(orderId));
    else if (error) fail(error, []);
  };

  const order = async (lines: readonly CartLine[], payload: OrderPayload): Promise<void> => {
    const { key, replaces } = attempt.begin(payload);
    const { data: placed, error: cause } = await placeOrder({ payload: { ...payload, ...(replaces !== undefined && { replaces }) }, key });
    if (cause) {
      const error = asApiError(cause);
      // It is paid, or the one whose place it was to take is: that one is shown, so that nobody buys twice by mistake.
      const { code, orderId } = error;
      if (orderId !== undefined && (code === 'paid' || code === 'processing')) return attempt.refuse(orderId);
      return fail(error, lines);
    }
    const { _id: orderId, status, overallTotal } = placed;
    attempt.succeed(placed);
    // Paid already, by an earlier press of the same button.
    if (status !== 'pending') return void navigate(returnAddress(orderId));
    if (basket.isCart)
      storeOrderedLines(
        orderId,
        lines.map(({ cartItemId, quantity }) => ({ cartItemId, quantity })),
      );
    const now = pence(overallTotal);
    if (now === basket.total) return goToPayment(orderId);
    setChanged({ orderId, before: basket.total, now });
    reload();
  };

  const send = async (values: Values): Promise<void> => {
    setProblem(undefined);
    // What the last attempt has taken counts as sold by now: the same content must stay the same order all the same.
    const same = payloadOf(values, basket.original, attempt.again);
    if (same && attempt.isLast(same)) return order(basket.original, same);
    // An order that this one takes the place of gives its goods back first: only the shop can tell what can be had then.
    const lines = attempt.hasUnpaidOrder()
      ? basket.original
      : basket.rows.filter(({ isUnavailable }) => !isUnavailable).map(({ line }) => line);
    const payload = payloadOf(values, lines, attempt.again);
    if (payload) return order(lines, payload);
    form.setErrors();
    setProblem({ message: lines.length > 0 ? t('many', { count: orderLimits.lines }) : t('nothing'), lines: {} });
  };

  return {
    form,
    onSubmit: (event: FormEvent) => {
      if (attempt.isKnown) form.submit(send)(event);
      else event.preventDefault();
    },
    message: problem?.message,
    isAboutLines: Object.keys(problem?.lines ?? {}).length > 0,
    /** What the server said about a line, for as long as it is the line that was asked for. */
    problemOf: ({ line }: CartRow): string | undefined => problem?.lines[lineKey(line)],
    isBusy: form.isBusy || isPaying,
    changed: attempt.isOver ? undefined : changed,
    agree: async () => {
      if (!attempt.isKnown) return;
      setChanged(undefined);
      if (changed) await goToPayment(changed.orderId);
    },
    /** Pays for an order that was placed before. */
    payFor: (orderId: string) => {
      if (attempt.isKnown && !isPaying) void goToPayment(orderId);
    },
    disagree: () => setChanged(undefined),
  };
};

export type Checkout = ReturnType<typeof useCheckout>;
