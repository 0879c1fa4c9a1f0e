import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { unpaidLimits } from '#server/domain/orders/unpaid-limits.ts';
import { readEnv } from '#server/env.ts';
import type { Services } from '#server/http/services.ts';
import { testPayments } from '#server/payments/test.ts';
import { encodedFolder, picturesIn } from '#server/storage/pictures.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { cheapPasswords, plainSecrets } from '#tests/support/passwords.ts';
import { readsShop } from '#tests/support/sample-shop.ts';

const settings = readEnv({});

/** The services of a shop with default settings, without delays and console output, over a test's database. */
export const testServices = (overrides: Pick<Services, 'db'> & Partial<Services>): Services => ({
  log: pino({ level: 'silent' }),
  clock: () => openingDay,
  dist: undefined,
  pictures: [picturesIn(encodedFolder)],
  sellerPictures: picturesIn(path.join(tmpdir(), `flone-pictures-${process.pid}`)),
  refundImages: refundImagesIn(path.join(tmpdir(), `flone-refunds-${process.pid}`)),
  shopOrigin: undefined,
  publicUrl: undefined,
  shopUrl: () => overrides.shopOrigin ?? overrides.publicUrl ?? 'http://localhost:3000',
  readShop: readsShop({}, { trader: '' }),
  noticeSchedule: settings.notices.schedule,
  settings: settings.settings,
  desk: undefined,
  lowStockLimit: settings.notices.lowStockLimit,
  referenceDays: settings.referenceDays,
  trustedProxies: settings.trustedProxies,
  payments: testPayments,
  passwords: cheapPasswords,
  secretBox: plainSecrets,
  minResponseMs: 0,
  unpaidLimits,
  rateLimits: settings.rateLimits,
  readLimits: { renders: 1_000_000, queries: 1_000_000 },
  metricsToken: undefined,
  isStopping: () => false,
  ...overrides,
});
