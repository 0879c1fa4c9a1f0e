import type { PaymentMethod, PaymentSession } from '#contract/payment.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';

/** One payback for the provider; `id` is the same on every try. */
export type PaybackInstruction = {
  readonly id: string;
  /** The provider's id of the payment; empty when it never gave one. */
  readonly payment: string;
  /** In pence; `undefined` for the whole payment. */
  readonly amount: number | undefined;
  /** No earlier try can have reached the provider. */
  readonly isFirst: boolean;
  /** An earlier try may have paid it back. */
  readonly isUnclear: boolean;
};

/** The provider may have paid it back: the next try looks it up. */
export class UnclearPayback extends Error {}

export type PaybackProvider = {
  readonly name: Tables['payment']['provider'];
  /** Pays back once per `id`; gives the provider's id of the payback. Throws with a reason for the seller, `UnclearPayback` if it may be paid. */
  readonly payBack: (instruction: PaybackInstruction) => Promise<string>;
};

/** The provider reports that a payback did not reach the buyer, days later or at once. */
export type PaybackReturned = {
  /** The provider's id of the payback. */
  readonly reference: string;
  /** `PaybackInstruction.id`, where the provider repeats it: the event may arrive before `payBack` has answered. */
  readonly payback?: string | undefined;
  readonly problem: string;
};

/** The provider reports a payback that it has made: `payBack` may have had no answer. */
export type PaybackMade = { readonly reference: string; readonly payback: string };

/** The provider reports that money went back without `payBack`, or is held: a refund in its dashboard, or a dispute at the buyer's bank. */
export type ProviderReturn = {
  /** The provider's id of the refund or dispute. */
  readonly reference: string;
  /** The provider's id of the payment. */
  readonly payment: string;
  /** In pence. */
  readonly amount: number;
  /** A refund is `refunded` or `failed`; a dispute begins as a mere `inquiry` or is `disputed`, and is `won` or `lost`. */
  readonly state: Tables['provider_return']['state'];
  /** The bank's reason; may be empty. */
  readonly reason: string;
  /** Until when the seller must answer a dispute: ISO text. */
  readonly answerBy?: string | undefined;
};

/** Origins of shop and API as the browser sees them. */
export type Origins = { readonly shop: string; readonly api: string };

/** An order to be paid; `attempt` counts from 0, each with a page of its own. */
export type Payable = { readonly order: OrderRecord; readonly attempt: number; readonly origins: Origins };

export type PaymentProvider = PaybackProvider & {
  /** Opens a payment page; idempotent for one attempt, as far as the provider can. Throws a `Failure` when it is unreachable. */
  readonly open: (payable: Payable) => Promise<PaymentSession>;
  /** Card brands that its payment page takes, to be named before it. */
  readonly methods: readonly PaymentMethod[];
  /** The smallest amount that can be paid. */
  readonly minPence: number;
  /** What has become of a payment page; `undefined` while it is open, and when the provider cannot tell now. */
  readonly read: (sessionId: string) => Promise<PaymentEvent | undefined>;
  /** Closes a payment page, and gives the same as `read`: `expired`, or what it had been used for before. */
  readonly close: (sessionId: string) => Promise<PaymentEvent | undefined>;
  /** Events that no webhook delivers, of all orders or of one; may repeat. */
  readonly pendingEvents: (db: Database, now: Date, orderId?: string) => Promise<readonly PaymentEvent[]>;
  /**
   * Payments of this shop on pages that were opened since then, without those that were refunded in full. Rejects while the provider cannot
   * tell. A provider that keeps none has no such list.
   */
  readonly listPaid?: ((since: Date) => Promise<readonly PaymentEvent[]>) | undefined;
  /**
   * Looks at the provider's account, and with `webhookUrl` at the webhook there. Gives a sentence with what to do for everything that is
   * missing; `undefined` for a provider without an account.
   */
  readonly findSetupProblems: ((webhookUrl: string | undefined) => Promise<readonly string[]>) | undefined;
  /** Verifies and reads a webhook's body, `undefined` for an irrelevant event. Throws `Invalid`. `undefined` for a provider without one. */
  readonly parseWebhook:
    | ((body: string, signature: string | undefined) => PaymentEvent | PaybackMade | PaybackReturned | ProviderReturn | undefined)
    | undefined;
};

/** The outcome of a payment session. Events may arrive repeatedly and in any order. */
export type PaymentEvent = {
  readonly eventId: string;
  readonly sessionId: string;
  readonly outcome: 'paid' | 'processing' | 'failed' | 'expired';
  /** What the session was opened for, where the provider repeats it: its event may arrive before the session is stored. */
  readonly opened?: { readonly orderId: string; readonly attempt: number; readonly provider: Tables['payment']['provider'] } | undefined;
  /** What was paid, in pence. */
  readonly amount?: number | undefined;
  /** The provider's id of the payment. */
  readonly reference?: string | undefined;
};
