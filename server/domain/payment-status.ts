import type { OrderRecord } from '#server/db/order-record.ts';
import type { Tables } from '#server/db/schema.ts';

/**
 * States of one attempt to pay (`payment.status`):
 *
 *     open ──> processing ──> failed
 *     open ──> expired                             its page was closed
 *     any of these ──> paid                        the order is confirmed
 *                  └─> paybackDue <──> paidBack    paid, but of no use for the order
 *
 * Events arrive in any order; none leads back to the states before `paid`. A cancellation leaves `paid`, which stands again while a dispute holds
 * what is not due to go back. `paidBack` becomes `paybackDue` again when a payback is returned.
 * The two last are stored as `refund` and `refunded`, as older versions do; neither has to do with a refund request.
 */
export const paymentStatus = {
  open: 'open',
  processing: 'processing',
  failed: 'failed',
  expired: 'expired',
  paid: 'paid',
  paybackDue: 'refund',
  paidBack: 'refunded',
} as const satisfies Record<string, Tables['payment']['status']>;

type Payment = Pick<Tables['payment'], 'status'>;

/** Paid, but the order cannot use the money: replaced, lapsed, cancelled, paid twice, or another amount. */
const isUnusable = ({ status }: Payment): boolean => status === paymentStatus.paybackDue || status === paymentStatus.paidBack;

/** The money has arrived and its use is decided; no later event of its page changes that. */
export const isSettled = (payment: Payment): boolean => payment.status === paymentStatus.paid || isUnusable(payment);

/** Does an order have a payment that must still be paid back? */
export const needsPayback = ({ payments }: Pick<OrderRecord, 'payments'>): boolean =>
  payments.some(({ status }) => status === paymentStatus.paybackDue);

/** Has an order a payment that a bank has not answered yet? */
export const isProcessing = ({ payments }: Pick<OrderRecord, 'payments'>): boolean =>
  payments.some(({ status }) => status === paymentStatus.processing);

/** Was an order paid without use, whether or not the money has been paid back since? */
export const hasUnusablePayment = ({ payments }: Pick<OrderRecord, 'payments'>): boolean => payments.some(isUnusable);
