import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';

const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
const db = await freshDatabase();
const app = createTestApp({ db, log });
/** Other warnings are about refused calls. */
const logged = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'error in a browser');
const headers = { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'content-type': 'application/json' };

const report = { message: 'TypeError: x is undefined', stack: 'at y (/assets/z.js:1:2)', path: '/cart' };
const send = (body: object) => app.request(endpoints.browserError.path, { method: 'POST', headers, body: JSON.stringify(body) });

beforeEach(async () => {
  await db.deleteFrom('limit_hit').execute();
  lines.length = 0;
});

test('an error in a browser is a warning in the log, with its stack and page, and without email addresses', async () => {
  const answer = await send({ ...report, message: 'Error: no such user: ada.moss@example.com' });
  expect(answer.status).toBe(204);
  expect(logged()).toMatchObject([
    { level: 40, msg: 'error in a browser', message: 'Error: no such user: [address]', stack: report.stack, path: '/cart' },
  ]);
});

test('a browser whose errors do not end is refused after thirty in an hour, and writes no more to the log', async () => {
  let status = 0;
  for (let sent = 0; sent < 40 && status !== 429; sent += 1) ({ status } = await send(report));
  expect(status).toBe(429);
  expect(logged()).toHaveLength(30);
});
