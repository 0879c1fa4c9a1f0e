import type { Hono } from 'hono';
import { createApp } from '#server/http/app.ts';
import type { Services } from '#server/http/services.ts';
import { testServices } from '#tests/support/services.ts';

/** The whole HTTP app on a test's database, with `testServices` for what is not given. */
export const createTestApp = (overrides: Pick<Services, 'db'> & Partial<Services>): Hono => createApp(testServices(overrides));
