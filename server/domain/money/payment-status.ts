import type { OrderRecord } from '#server/db/order-record.ts';
import type { Tables } from '#server/db/schema.ts';

/**
 * States of one attempt to pay (`payment.status`):
 *
 *     open ──> processing ──> failed
 *     open ──> expired               its page was closed
 *     any of these ──> paid          the order is confirmed
 *                  └─> unusable      paid, but the order cannot use the money: replaced, expired, cancelled, paid twice, or another amount
 *
 * Events arrive in any order; none leads back to the states before the last two, which are final: what goes back is in the ledger.
 */
export const paymentStatus = {
  open: 'open',
  processing: 'processing',
  failed: 'failed',
  expired: 'expired',
  paid: 'paid',
  unusable: 'unusable',
} as const satisfies Record<string, Tables['payment']['status']>;

type Payment = Pick<Tables['payment'], 'status'>;

/** The money has arrived and its use is decided; no later event of its page changes that. */
export const isSettled = ({ status }: Payment): boolean => status === paymentStatus.paid || status === paymentStatus.unusable;

/** Whether a payment of the order is still waiting for a bank. */
export const isProcessing = ({ payments }: Pick<OrderRecord, 'payments'>): boolean =>
  payments.some(({ status }) => status === paymentStatus.processing);

/** Was an order paid without use, whether or not the money has been refunded since? */
export const hasUnusablePayment = ({ payments }: Pick<OrderRecord, 'payments'>): boolean =>
  payments.some(({ status }) => status === paymentStatus.unusable);
