import type { Hono } from 'hono';
import { createApp } from '#server/http/app.ts';
import { type Call, calls, refusalsOf, statusOf } from '#server/http/calls.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import type { Services } from '#server/http/services.ts';
import { testServices } from '#tests/support/services.ts';

const rows: readonly (readonly [name: string, row: Call])[] = Object.entries(calls);
const staffRows: typeof rows = Object.entries(deskCalls);

/** Throws when a call is answered with a status that its row in the table of calls does not have; 500 is a fault, which any call may have. */
const checkStatus = ({ method, url }: Request, status: number, known: typeof rows): void => {
  const { pathname } = new URL(url);
  const [name, row] =
    known.find(([, call]) => {
      const pattern = new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`);
      return call.method === (method === 'HEAD' ? 'GET' : method) && pattern.test(pathname);
    }) ?? [];
  if (!row) return;
  const statuses = [statusOf(row), ...(row.cache === undefined ? [] : [304]), ...refusalsOf(row), 500];
  if (!statuses.includes(status))
    throw new Error(`The call ${name} answers ${status}: its row in server/http/calls.ts has ${statuses.join(', ')} only.`);
};

/** The whole HTTP app on a test's database, with `testServices` for what is not given. Its answers are checked against the table of calls. */
export const createTestApp = (overrides: Pick<Services, 'db'> & Partial<Services>): Hono => {
  const app = createApp(testServices(overrides));
  const answer = app.fetch;
  app.fetch = async (request, ...rest) => {
    const response = await answer(request, ...rest);
    const { desk } = overrides;
    const isAtDesk = desk && (desk.host === undefined || desk.host === new URL(request.url).hostname);
    checkStatus(request, response.status, isAtDesk ? [...rows, ...staffRows] : rows);
    return response;
  };
  return app;
};
