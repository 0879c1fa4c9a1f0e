import type { PaymentSession } from '#contract/payment.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';

/** What a provider needs to know to pay back: `id` is the same for every try, and never paid back twice. */
type MoneyBack = {
  readonly id: string;
  /** The provider's name for the payment, if it gave one. */
  readonly payment: string;
  /** In pence; all of the payment where there is none. */
  readonly amount: number | undefined;
  /** Nobody has tried yet, so that there is nothing to look for. */
  readonly isFirst: boolean;
};

/** Whoever took the money and can pay it back. `payBack` gives the name it has there, or throws what is in the way. */
export type PaybackProvider = {
  readonly name: Tables['payment']['provider'];
  readonly payBack: (money: MoneyBack) => Promise<string>;
};

/** What a provider says of money that did not reach the buyer, days after it was sent or at once. */
export type PaybackReturned = {
  /** The provider's name for what it paid back. */
  readonly reference: string;
  /** The `id` that was given to `payBack`, where the provider repeats it: it may be told before the answer to that was noted. */
  readonly payback?: string | undefined;
  readonly problem: string;
};

/** Where the shop and its API are reached from a browser. */
export type Origins = { readonly shop: string; readonly api: string };

/** What a provider needs to know to take the money for an order. */
export type Payable = {
  readonly order: OrderRecord;
  /** Counts from 0: each try has a page of its own. */
  readonly attempt: number;
  readonly origins: Origins;
};

/** Who takes the money, and pays it back. */
export type PaymentProvider = PaybackProvider & {
  /** Opens a page where an order can be paid; asked twice for the same try, or at once, it is the same page wherever the provider can. */
  readonly open: (payable: Payable) => Promise<PaymentSession>;
  /** The smallest sum in pence that it takes. */
  readonly minPence: number;
  /** Closes a page that must not be paid on any more. `taken`: somebody has paid on it, or the bank is at it; `unknown`: it cannot be asked. */
  readonly close: (sessionId: string) => Promise<'closed' | 'taken' | 'unknown'>;
  /** What it knows of payments and no webhook tells, of all orders or of one. */
  readonly pendingEvents: (db: Database, now: Date, orderId?: string) => Promise<readonly PaymentEvent[]>;
  /** Reads a message of the provider's and makes sure that it is one; nothing for news that do not matter. Throws `Invalid`. */
  readonly parseWebhook: ((body: string, signature: string | undefined) => PaymentEvent | PaybackReturned | undefined) | undefined;
};

/** What a provider says of a session, in whatever order and however often. */
export type PaymentEvent = {
  readonly eventId: string;
  readonly sessionId: string;
  readonly outcome: 'paid' | 'processing' | 'failed' | 'expired';
  /** The order and try that the session was opened for, where the provider repeats them: a session may be heard of before it was noted. */
  readonly opened?: { readonly orderId: string; readonly attempt: number; readonly provider: Tables['payment']['provider'] } | undefined;
  /** What was paid, in pence. */
  readonly amount?: number | undefined;
  readonly reference?: string | undefined;
};
