import type { Logger } from 'pino';
import type { UnpaidLimits } from '#contract/unpaid-limits.ts';
import type { Database } from '#server/db/schema.ts';
import type { PasswordHasher } from '#server/domain/passwords.ts';
import type { RefundImageStore } from '#server/domain/refund-requests.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

/** Everything the app works with. No member is optional: a forgotten payment provider or limit must not compile. */
export type Services = {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Folder of the built storefront; `undefined` serves the API alone. */
  readonly dist: string | undefined;
  /** Folders of encoded product pictures; the first that has a file wins. */
  readonly pictureFolders: readonly string[];
  /** Photographs of refund requests; never served. */
  readonly refundImages: RefundImageStore;
  /** The one other origin that may call with credentials (CORS). */
  readonly shopOrigin: string | undefined;
  /** The server's origin from outside, e.g. of the proxy that ends TLS. */
  readonly publicUrl: string | undefined;
  /** The shop's origin for links in mail. Never derived from a request: the Host header would let its sender redirect password resets. */
  readonly shopUrl: () => string;
  /** The shop's name in mail. */
  readonly shopName: string;
  /** Mailbox of the seller. */
  readonly sellerAddress: string;
  /** Name and postal address of the seller, one line each, for mail about orders; may be empty. */
  readonly trader: string;
  /** Number of own proxies in front that append to X-Forwarded-For. */
  readonly trustedProxies: number;
  readonly payments: PaymentProvider;
  readonly passwords: PasswordHasher;
  /** Minimum response time of calls whose speed would reveal accounts or orders, in milliseconds. */
  readonly minResponseMs: number;
  /** What unpaid orders may hold. */
  readonly unpaidLimits: UnpaidLimits;
  /** Calls per client address in ten minutes. */
  readonly rateLimits: { readonly orders: number; readonly lookUps: number };
  /** True while the process drains, so that a load balancer stops sending. */
  readonly isStopping: () => boolean;
};
