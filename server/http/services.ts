import type { Logger } from 'pino';
import { defaultShopDetails } from '#contract/shop-details.ts';
import type { UnpaidLimits } from '#contract/unpaid-limits.ts';
import type { Database } from '#server/db/schema.ts';
import type { PasswordHasher } from '#server/domain/passwords.ts';
import type { RefundImageStore } from '#server/domain/refunds.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

/** What the app works with; everything that a test might want to be another. */
export type Services = {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: () => Date;
  /** The built shop; without it only the API is served. */
  readonly dist?: string | undefined;
  /** Folders with encoded pictures, searched in this order; the shop's own by default. */
  readonly pictureFolders?: readonly string[] | undefined;
  /** Where the pictures of refund requests are kept, outside of all that is served. */
  readonly refundImages: RefundImageStore;
  /** The one other origin that may call with credentials. */
  readonly shopOrigin?: string | undefined;
  /** Where the shop is reached from outside, e.g. behind a proxy that ends TLS. */
  readonly publicUrl?: string | undefined;
  /** Where the shop is, for links in mail. Never taken from a request: whoever asks for a new password must not choose where its link leads. */
  readonly shopUrl?: (() => string) | undefined;
  /** What the shop calls itself in mail. */
  readonly shopName?: string | undefined;
  /** Where the seller reads what is written through the shop. */
  readonly sellerAddress?: string | undefined;
  /** Who sells, line by line, for mail about orders. */
  readonly trader?: string | undefined;
  /** How many proxies of ours stand before the server and add to X-Forwarded-For. */
  readonly trustedProxies?: number | undefined;
  /** Who takes the money. Never left out: nobody is to pay nothing because a caller forgot it. */
  readonly payments: PaymentProvider;
  /** What keeps passwords, at the cost that it was made with. */
  readonly passwords: PasswordHasher;
  /** How many milliseconds an answer takes at least where a quick one would tell who has an account or an order here. */
  readonly minResponseMs: number;
  /** What unpaid orders may hold. */
  readonly unpaidLimits: UnpaidLimits;
  /** How many orders one network address may place, and how many look up, in ten minutes. */
  readonly rateLimits?: { readonly orders: number; readonly lookUps: number } | undefined;
  /** True once the process is on its way out, so that a load balancer stops sending. */
  readonly isStopping?: (() => boolean) | undefined;
};

/** Where the seller reads what concerns them. */
export const sellerAddressOf = ({ sellerAddress = defaultShopDetails.email }: Services): string => sellerAddress;
