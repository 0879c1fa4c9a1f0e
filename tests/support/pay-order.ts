import type { Database } from '#server/db/schema.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { testPayments } from '#server/payments/test.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aKey } from '#tests/support/orders.ts';

/** The shop and its API, of orders and payment pages. */
export const origins = { shop: 'https://shop.example', api: 'https://shop.example' } as const;

type Paying = {
  readonly provider?: PaymentProvider;
  /** When the payment page is opened, and when the payment arrives. */
  readonly openedAt?: Date;
  readonly paidAt?: Date;
};

/** Opens the payment page of an order, and records that it is paid there. */
export const payOrder = async (
  db: Database,
  orderId: string,
  { provider = testPayments, openedAt = openingDay, paidAt = openedAt }: Paying = {},
): Promise<void> => {
  const { sessionId } = await openPayment(db, provider, { orderId, origins, now: openedAt });
  await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'paid', reference: `pi_${sessionId}` }, paidAt);
};
