import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Hono } from 'hono';
import pino from 'pino';
import { unpaidLimits } from '#contract/unpaid-limits.ts';
import { createApp } from '#server/http/app.ts';
import type { Services } from '#server/http/services.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';

/** The whole server over a test's database, with nothing written to the console. */
export const createTestApp = (services: Pick<Services, 'db'> & Partial<Services>): Hono =>
  createApp({
    log: pino({ level: 'silent' }),
    clock: () => openingDay,
    payments: testPayments,
    passwords: cheapPasswords,
    minResponseMs: 0,
    unpaidLimits,
    refundImages: refundImagesIn(path.join(tmpdir(), `flone-refunds-${process.pid}`)),
    ...services,
  });
