import type { PaymentMethod, PaymentSession } from '#contract/order.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';

/** A refund for the provider to send. */
export type RefundInstruction = {
  /** The same on every try, and repeated in what the provider reports of it. */
  readonly id: string;
  /** The provider's id of the payment; empty when it never gave one. */
  readonly payment: string;
  /** In pence. */
  readonly amount: number;
};

/** Thrown when the provider may have sent the refund; the next try looks it up. */
export class UnclearRefund extends Error {}

/** A refund at the provider: `done` once it is accepted, `failed` when it did not reach the buyer, at once or days later. */
export type RefundEvent = {
  readonly kind: 'refund';
  /** The provider's id of the refund. */
  readonly reference: string;
  /** The provider's id of the payment. */
  readonly payment: string;
  /** `RefundInstruction.id`; `undefined` for a refund that was made in the provider's dashboard. */
  readonly id: string | undefined;
  /** In pence. */
  readonly amount: number;
  readonly state: 'done' | 'failed';
  /** Why it failed; may be empty. */
  readonly reason: string;
};

/** A dispute at the buyer's bank: a mere `inquiry`, `held` by the bank, or over: `void` when the shop keeps the money, `done` when not. */
export type DisputeEvent = {
  readonly kind: 'dispute';
  readonly reference: string;
  readonly payment: string;
  readonly amount: number;
  readonly state: 'inquiry' | 'held' | 'done' | 'void';
  readonly reason: string;
  /** Until when the seller must answer it: ISO text. */
  readonly answerBy?: string | undefined;
};

/** Money of a payment that goes back, or is held. Events may arrive repeatedly, late and in any order. */
export type MoneyEvent = RefundEvent | DisputeEvent;

export type RefundProvider = {
  readonly name: Tables['payment']['provider'];
  /** Sends a refund, once per `id`. Throws with a reason for the seller; `UnclearRefund` if it may have been sent. */
  readonly refund: (instruction: RefundInstruction) => Promise<RefundEvent>;
  /** All refunds of a payment, those of the shop and those of the dashboard. Throws when the provider does not answer. */
  readonly listRefunds: (payment: string) => Promise<readonly RefundEvent[]>;
};

/** Origins of shop and API as the browser sees them. */
export type Origins = { readonly shop: string; readonly api: string };

/** An order to be paid; `attempt` counts from 0, each with a page of its own. */
export type PayableOrder = { readonly order: OrderRecord; readonly attempt: number; readonly origins: Origins };

export type PaymentProvider = RefundProvider & {
  /** Whether money moves: not on the test page, nor with a key for tests. */
  readonly takesMoney: boolean;
  /** Opens a payment page; idempotent for one attempt, as far as the provider can. Throws a `Failure` when it is unreachable. */
  readonly open: (payable: PayableOrder) => Promise<PaymentSession>;
  /** Card brands that the payment page takes, shown before the shopper goes there. */
  readonly methods: readonly PaymentMethod[];
  /** The smallest amount that can be paid. */
  readonly minPence: number;
  /** What has become of a payment page; `undefined` while it is open, and when the provider cannot tell now. */
  readonly read: (sessionId: string) => Promise<PaymentEvent | undefined>;
  /** Closes a payment page, and returns the same as `read`: `expired`, or what the page had been used for before. */
  readonly close: (sessionId: string) => Promise<PaymentEvent | undefined>;
  /** Events that no webhook delivers, of all orders or of one; may repeat. */
  readonly pendingEvents: (db: Database, now: Date, orderId?: string) => Promise<readonly PaymentEvent[]>;
  /**
   * All that webhooks have or should have brought since `since`, the oldest first; may repeat. Rejects when the provider does not answer to the
   * end. Undefined for a provider without webhooks.
   */
  readonly listEvents?: ((since: Date, now: Date) => Promise<readonly (PaymentEvent | MoneyEvent)[]>) | undefined;
  /**
   * Looks at the provider's account, and with `webhookUrl` at the webhook there. Returns a sentence with what to do for everything that is
   * missing; `undefined` for a provider without an account.
   */
  readonly findSetupProblems: ((webhookUrl: string | undefined) => Promise<readonly string[]>) | undefined;
  /** Verifies and parses a webhook's body; returns `undefined` for an irrelevant event, throws `Invalid`. Missing without webhooks. */
  readonly parseWebhook: ((body: string, signature: string | undefined) => PaymentEvent | MoneyEvent | undefined) | undefined;
};

/** The outcome of a payment session. Events may arrive repeatedly and in any order. */
export type PaymentEvent = {
  readonly eventId: string;
  readonly sessionId: string;
  readonly outcome: 'paid' | 'processing' | 'failed' | 'expired';
  /** The session's metadata, if the provider echoes it: the event may arrive before the session is stored. */
  readonly openedFor?: { readonly orderId: string; readonly attempt: number; readonly provider: Tables['payment']['provider'] } | undefined;
  /** What was paid, in pence, or in the smallest unit of `currency`. */
  readonly amount?: number | undefined;
  /** ISO 4217 code; pounds where it is left out. What was paid in another currency matches no order. */
  readonly currency?: string | undefined;
  /** The provider's id of the payment. */
  readonly reference?: string | undefined;
};
