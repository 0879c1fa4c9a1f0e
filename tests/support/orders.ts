import { randomUUID } from 'node:crypto';
import type { OrderLine, OrderPayload } from '#contract/order.ts';
import type { UnpaidLimits } from '#contract/unpaid-limits.ts';
import type { Database } from '#server/db/schema.ts';
import { importCatalogue } from '#server/domain/catalogue-import.ts';
import { openingDay } from '#tests/support/opening-day.ts';

/** Later than the shop's opening, in minutes. */
export const minutesLater = (minutes: number, from: Date = openingDay): Date => new Date(from.getTime() + minutes * 60_000);

/** Puts goods into a test's shop as if they were new, as a seller's file would: nothing of them is sold but what the rows say. */
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

/** A line as a test writes it. */
export type Wanted = Omit<OrderLine, 'quantity'> & { readonly quantity?: number };

/** An order's payload for some lines; a line without a quantity is of one piece. */
export const anOrderFor = (...items: readonly Wanted[]): OrderPayload => ({
  items: items.map((item) => ({ quantity: 1, ...item })),
  billingInfo: { ...aBuyer },
  note: '',
  acceptsTerms: true,
});

/** No limits on what unpaid orders hold: for tests that are about something else. */
export const noUnpaidLimits: UnpaidLimits = {
  buyer: { orders: Infinity, pieces: Infinity, ofOneProduct: Infinity },
  address: { orders: Infinity, pieces: Infinity, ofOneProduct: Infinity },
  reseller: { orders: Infinity, pieces: Infinity, ofOneProduct: Infinity },
  share: 1,
  always: Infinity,
};

/** Where a test's order comes from. */
export const aCaller = { clientAddress: '192.0.2.1', limits: noUnpaidLimits, trader: '', minPence: 0 } as const;

/** A key as a browser makes one. */
export const aKey = (): string => randomUUID();
