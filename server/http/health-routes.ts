import { Hono } from 'hono';
import { catalogueVersions } from '#server/domain/catalogue/catalogue.ts';
import { answerWithin } from '#server/http/answer-within.ts';
import type { Services } from '#server/http/services.ts';

/** A database that is cut off never answers; load balancers wait longer than this. */
const maxDatabaseWaitMs = 2000;

const checkDatabase = async (db: Services['db']): Promise<void> => {
  if ((await answerWithin(maxDatabaseWaitMs, catalogueVersions(db))) === undefined)
    throw new Error(`It has not answered within ${maxDatabaseWaitMs / 1000} seconds.`);
};

/** `/healthz` (liveness): the process answers. `/readyz` (readiness): the database answers in time and shutdown has not begun; 503 otherwise. */
export const healthRoutes = ({ db, log, isStopping }: Services): Hono =>
  new Hono()
    .get('/healthz', (c) => c.json({ message: 'Alive.' }, 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (c) => {
      c.header('Cache-Control', 'no-store');
      if (isStopping()) return c.json({ message: 'Stopping.' }, 503);
      try {
        await checkDatabase(db);
        return c.json({ message: 'Ready.' });
      } catch (error) {
        log.error({ err: error }, 'the database does not answer');
        return c.json({ message: 'The database does not answer.' }, 503);
      }
    });
