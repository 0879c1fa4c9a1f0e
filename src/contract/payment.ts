import './zod-config.ts';
import * as z from 'zod/mini';

/** POST /order/payment. */
export const paymentPayload = z.object({ orderId: z.string().check(z.minLength(1), z.maxLength(64)) });

/** Its answer: `url` redirects back to `returnAddress` of return-address.ts. A repeated call returns the same open session. */
export const paymentSession = z.object({ sessionId: z.string(), url: z.string() });

export type PaymentSession = z.output<typeof paymentSession>;

/** GET /sales/paymentMethods: the card brands that the configured provider takes; the test provider takes none. */
export const paymentMethods = z.object({ methods: z.array(z.enum(['visa', 'mastercard', 'amex'])) });

export type PaymentMethods = z.output<typeof paymentMethods>;

export type PaymentMethod = PaymentMethods['methods'][number];
