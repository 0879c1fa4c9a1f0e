import type { Hono } from 'hono';
import { createApp } from '#server/http/app.ts';
import { type Call, calls, refusalsOf, statusOf } from '#server/http/calls.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import type { Services } from '#server/http/services.ts';
import { testServices } from '#tests/support/services.ts';

type Row = { readonly name: string; readonly row: Call; readonly pattern: RegExp; readonly statuses: readonly number[] };

const rowsOf = (table: Readonly<Record<string, Call>>): readonly Row[] =>
  Object.entries(table).map(([name, row]) => ({
    name,
    row,
    pattern: new RegExp(`^${row.path.replaceAll(/:\w+/g, '[^/]+')}$`),
    statuses: [statusOf(row), ...(row.cache === undefined ? [] : [304]), ...refusalsOf(row), 500],
  }));

const rows = rowsOf(calls);
const allRows = [...rows, ...rowsOf(deskCalls)];

/** Throws when a call is answered with a status that its row in the table of calls does not have; 500 is a fault, which any call may have. */
const checkStatus = ({ method, url }: Request, status: number, known: readonly Row[]): void => {
  const { pathname } = new URL(url);
  const found = known.find(({ row, pattern }) => row.method === (method === 'HEAD' ? 'GET' : method) && pattern.test(pathname));
  if (!found) return;
  const { name, statuses } = found;
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
    checkStatus(request, response.status, isAtDesk ? allRows : rows);
    return response;
  };
  return app;
};
