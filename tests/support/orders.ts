import { randomUUID } from 'node:crypto';
import { deliveryDefaults, readDeliverySettings } from '#contract/delivery-dates.ts';
import type { OrderLine, OrderPayload } from '#contract/order.ts';
import type { Database } from '#server/db/schema.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import type { OrderRequest } from '#server/domain/orders/orders.ts';
import type { UnpaidLimits } from '#server/domain/orders/unpaid-limits.ts';
import { openingDay } from '#tests/support/opening-day.ts';

/** So many minutes after `openingDay`, or after another time. */
export const minutesLater = (minutes: number, from: Date = openingDay): Date => new Date(from.getTime() + minutes * 60_000);

/** Imports products as new ones: rows of the same ids are deleted first, so that `saleCount` is that of the given rows. */
export const sell = async (
  db: Database,
  ...rows: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[]
): Promise<void> => {
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom('product').where('id', 'in', ids).execute();
  await importCatalogue(
    db,
    rows.map((value, at) => ({ line: at + 1, value })),
    { now: openingDay },
  );
};

/** A buyer in Leeds. */
export const aBuyer = {
  firstName: 'Ada',
  lastName: 'Byron',
  streetAddress: '12 Mill Lane',
  streetAddress2: '',
  city: 'Leeds',
  state: '',
  postalCode: 'LS1 4AP',
  phone: '0113 496 0142',
  email: 'ada@example.com',
} as const;

/** An order line whose quantity may be left out. */
export type Wanted = Omit<OrderLine, 'quantity'> & { readonly quantity?: number };

/** The payload of an order; the default quantity of a line is 1. */
export const anOrderFor = (...items: readonly Wanted[]): OrderPayload => ({
  items: items.map((item) => ({ quantity: 1, ...item })),
  billingInfo: { ...aBuyer },
  note: '',
  giftMessage: '',
  refusesReviewMail: false,
  acceptsTerms: true,
});

/** No limits on unpaid orders, for tests of something else. */
export const noUnpaidLimits: UnpaidLimits = {
  buyer: { orders: Infinity, units: Infinity, ofOneProduct: Infinity, share: 1 },
  ip: { units: Infinity, share: 1 },
  reseller: { orders: Infinity, units: Infinity, ofOneProduct: Infinity },
  minUnits: Infinity,
};

/** The default delivery settings. */
export const aDelivery = readDeliverySettings(deliveryDefaults);

/** Client address, limits and minimum of an order. */
export const aCaller = {
  clientIp: '192.0.2.1',
  limits: noUnpaidLimits,
  trader: '',
  vat: undefined,
  delivery: aDelivery,
  minPence: 0,
} as const;

/** The row of a verified account of Ada Byron; `email` in lower case. */
export const anAccountRow = (id: string, email: string = `${id}@account.example`) => {
  const at = openingDay.toISOString();
  return {
    id,
    email,
    email_key: email,
    role: 'customer',
    wants_to_resell: 0,
    first_name: 'Ada',
    last_name: 'Byron',
    phone: '',
    addresses: '[]',
    marketing: 0,
    password_hash: 'x',
    verified_at: at,
    mailbox_proved_at: at,
    accepted_terms_at: at,
    created_at: at,
  } as const;
};

/** A customer's account with a proved mailbox. */
export const anAccount = (id: string, email: string): Account => ({
  id,
  role: 'customer',
  email,
  firstName: 'Ada',
  lastName: 'Byron',
  phone: '',
  addresses: [],
  wantsToResell: false,
  marketing: false,
  isVerified: true,
  hasProvedMailbox: true,
  passwordHash: '',
  createdAt: openingDay.toISOString(),
});

/** Adds verified accounts with these ids, as buyers; existing ones stay. */
export const addAccounts = async (db: Database, ...ids: readonly string[]): Promise<void> => {
  for (const id of ids)
    await db
      .insertInto('account')
      .values(anAccountRow(id))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
};

/** A new idempotency key. */
export const aKey = (): string => randomUUID();

/** A guest's request for `placeOrder` on opening day, under a key of its own; `over` replaces parts of it. */
export const anOrderRequest = (payload: OrderPayload, over: Partial<OrderRequest> = {}): OrderRequest => ({
  ...aCaller,
  payload,
  key: aKey(),
  buyer: undefined,
  shopOrigin: 'https://shop.example',
  now: openingDay,
  ...over,
});
