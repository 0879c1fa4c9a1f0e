import { Hono } from 'hono';
import { catalogueVersion } from '#server/domain/catalogue.ts';
import type { Services } from '#server/http/services.ts';

/** `/healthz` (liveness): the process answers. `/readyz` (readiness): the database answers and shutdown has not begun; 503 otherwise. */
export const healthRoutes = ({ db, log, isStopping }: Services): Hono =>
  new Hono()
    .get('/healthz', (c) => c.json({ message: 'Alive.' }, 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (c) => {
      c.header('Cache-Control', 'no-store');
      if (isStopping()) return c.json({ message: 'Stopping.' }, 503);
      try {
        await catalogueVersion(db);
        return c.json({ message: 'Ready.' });
      } catch (error) {
        log.error({ err: error }, 'the database does not answer');
        return c.json({ message: 'The database does not answer.' }, 503);
      }
    });
