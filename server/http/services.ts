import type { Logger } from 'pino';
import type { ShopHealth } from '#contract/desk/settings.ts';
import type { Database } from '#server/db/schema.ts';
import type { PasswordHasher } from '#server/domain/accounts/passwords.ts';
import type { PictureStore } from '#server/domain/catalogue/pictures.ts';
import type { RefundImageStore } from '#server/domain/money/refund-requests.ts';
import type { UnpaidLimits } from '#server/domain/orders/unpaid-limits.ts';
import type { SecretBox } from '#server/domain/secret-box.ts';
import type { NoticeSettings } from '#server/domain/seller/seller-notices.ts';
import type { ReadShop } from '#server/domain/shop/read-shop.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

/** Everything that the app depends on, given by `main.ts`. Nothing is optional: a forgotten service must not fall back to a default. */
export type Services = {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Folder of the built storefront; undefined to serve the API only. */
  readonly dist: string | undefined;
  /** Encoded product pictures, searched in this order. */
  readonly pictures: readonly Pick<PictureStore, 'read'>[];
  /** Where the desk puts the seller's pictures, encoded. */
  readonly sellerPictures: PictureStore;
  /** Storage of the pictures of refund requests, which only the desk shows. */
  readonly refundImages: RefundImageStore;
  /** SHOP_ORIGIN: the one other origin that may send requests with credentials (CORS). */
  readonly shopOrigin: string | undefined;
  /** PUBLIC_URL: the server's own origin as browsers see it, e.g. behind a proxy that terminates TLS. */
  readonly publicUrl: string | undefined;
  /**
   * Origin of the storefront, for links in mail and canonical URLs. Never derived from a request: a forged Host would steal reset links.
   */
  readonly shopUrl: () => string;
  /** What differs from shop to shop, as it is published now. */
  readonly readShop: ReadShop;
  readonly noticeSchedule: NoticeSettings['schedule'];
  /** The settings as the desk shows them; secrets only by their names. */
  readonly settings: ShopHealth['settings'];
  /** The desk, if it is on: the host that it is kept to, if it is kept to one, and its URL for links in the seller's mail. */
  readonly desk: { readonly host: string | undefined; readonly url: () => string } | undefined;
  /** Counters with so few units left, or fewer, run low. */
  readonly lowStockLimit: number;
  /** REFERENCE_DAYS: for how long a price must have stood before shoppers see a reduction of it. */
  readonly referenceDays: number;
  /** Number of own proxies in front of the server that append to X-Forwarded-For. */
  readonly trustedProxies: number;
  readonly payments: PaymentProvider;
  readonly passwords: PasswordHasher;
  /** With SECRETS_KEY: encrypts the secrets of authenticator apps, and hashes client addresses. */
  readonly secretBox: SecretBox;
  /** Minimum duration of responses whose timing would reveal whether an account or order exists. */
  readonly minResponseMs: number;
  /** What unpaid orders may reserve. */
  readonly unpaidLimits: UnpaidLimits;
  /** Orders, and look-ups of orders and vouchers, per client IP address in ten minutes. */
  readonly rateLimits: { readonly orders: number; readonly lookUps: number };
  /** Pages rendered and list queries computed, i.e. not answered from a cache, per client IP address in a minute, by each process. */
  readonly readLimits: { readonly renders: number; readonly queries: number };
  /** METRICS_TOKEN: the bearer token for `/metrics`; without it, `/metrics` is a 404. */
  readonly metricsToken: string | undefined;
  /** True once shutdown has begun, so that `/readyz` takes the process out of the load balancer. */
  readonly isStopping: () => boolean;
};
