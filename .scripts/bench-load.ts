import { randomUUID } from 'node:crypto';
import type { OrderPayload } from '#contract/order.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { openShop } from '#server/open-shop.ts';
import { aBuyer } from '#tests/support/orders.ts';
import { type ShopProcess, startTemporaryShop } from './temporary-shop.ts';

/** A different client address per caller, because the server limits requests per address. */
export const headersOf = (caller: number) => ({ 'x-forwarded-for': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}` });

/** What a call that changes something sends besides. */
export const unsafeHeaders = () => ({
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
  cookie: 'XSRF-TOKEN=bench',
  'x-xsrf-token': 'bench',
});

/** One buyer per order, because unpaid stock is limited per buyer. */
export const createOrder = (items: OrderPayload['items'], buyer: number): OrderPayload => ({
  items,
  billingInfo: { ...aBuyer, email: `buyer-${buyer}@example.com` },
  note: '',
  giftMessage: '',
  refusesReviewMail: false,
  acceptsTerms: true,
});

const noLimit = '9999999';

/** A shop with these products, without limits per client. */
export const openBenchShop = (
  products: readonly unknown[],
  { DATABASE_URL = '', ...settings }: Readonly<Record<string, string>>,
): Promise<ShopProcess> =>
  startTemporaryShop(
    async (dataDir) => {
      const { db } = await openShop({ dataDir, databaseUrl: DATABASE_URL === '' ? undefined : DATABASE_URL });
      await importCatalogue(
        db,
        products.map((value, index) => ({ line: index + 1, value })),
        { now: new Date() },
      );
      await db.destroy();
    },
    {
      ORDERS_PER_ADDRESS: noLimit,
      LOOK_UPS_PER_ADDRESS: noLimit,
      RENDERS_PER_ADDRESS: noLimit,
      QUERIES_PER_ADDRESS: noLimit,
      TRUST_PROXY: '1',
      // Empty values override a developer's .env.
      DATABASE_URL,
      SMTP_URL: '',
      STRIPE_SECRET_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      ...settings,
    },
  );
