import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { anAccountRow } from '#tests/support/orders.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-staff-'));
const { db } = await openShop({ databaseUrl: undefined, dataDir });
afterAll(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true });
});
const now = new Date();
for (const [id, verified_at] of [
  ['ada', now.toISOString()],
  ['sam', now.toISOString()],
  ['new', null],
] as const)
  await db
    .insertInto('account')
    .values({ ...anAccountRow(id, `${id}@example.com`), verified_at })
    .execute();

const staff = (...parameters: string[]) => runShopCommand(dataDir, 'staff', ...parameters);

test('the desk is opened to an account with a role, and closed with its sessions', async () => {
  expect((await staff('list')).out).toBe('Nobody may use the desk yet.\n');
  expect((await staff('add', 'ADA@example.com', 'seller')).out).toBe(
    'ada@example.com is seller at the desk now. The desk opens to them once they have switched on two-step sign-in, in their account.\n',
  );
  const at = now.toISOString();
  await db.insertInto('second_factor').values({ account_id: 'sam', secret: 'x', created_at: at, confirmed_at: at }).execute();
  expect((await staff('add', 'sam@example.com', 'Support')).out).toBe('sam@example.com is support at the desk now.\n');
  await startSession(db, 'sam', now);
  expect(JSON.parse((await staff('list', '--json')).out)).toMatchObject([
    { email: 'ada@example.com', role: 'seller', hasSecondFactor: false },
    { email: 'sam@example.com', role: 'support', hasSecondFactor: true },
  ]);
  expect((await staff('add', 'sam@example.com', 'seller')).out).toContain('is seller at the desk now.');
  expect((await staff('end', 'sam@example.com')).out).toBe(
    'sam@example.com may not use the desk any more, and is signed out everywhere.\n',
  );
  expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
  expect(await staff('end', 'sam@example.com')).toMatchObject({ code: 1, err: expect.stringContaining('is not of the staff') });
});

test.each([
  [['add', 'nobody@example.com', 'seller'], 1, 'There is no account with the address nobody@example.com.'],
  [['add', 'new@example.com', 'seller'], 1, 'The address new@example.com is not confirmed yet'],
  [['add', 'ada@example.com', 'owner'], 2, 'It must be one of support, seller.'],
  [['end', 'nobody@example.com'], 1, 'There is no account with the address nobody@example.com.'],
])('the command staff %j is refused with exit code %i and a message', async (parameters, code, sentence) => {
  const ended = await staff(...parameters);
  expect([ended.code, ended.out]).toEqual([code, '']);
  expect(ended.err).toContain(sentence);
});
