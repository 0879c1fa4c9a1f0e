import { beforeEach, describe, expect, test } from 'vitest';
import { seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { endSessions, findSession, listSessions, startSession } from '#server/domain/accounts/sessions.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';

const db = await freshDatabase('empty');
await seedDemoAccounts(db, openingDay, cheapPasswords);

const later = (seconds: number): Date => new Date(openingDay.getTime() + seconds * 1000);
const day = 24 * 60 * 60;
const aYear = 365 * 24 * 60 * 60;
const begun = later(aYear);
const sessionSeconds = 30 * day;

let token = '';
beforeEach(async () => {
  await db.deleteFrom('session').execute();
  token = await startSession(db, 'demo-shopper', begun);
});

const endOf = async (of: string): Promise<string | undefined> =>
  (await db.selectFrom('session').select('expires_at').where('token_hash', '=', sha256(of)).executeTakeFirst())?.expires_at;

describe('a session', () => {
  test('the expiry of a session is extended once a day at most', async () => {
    const end = later(aYear + sessionSeconds).toISOString();
    for (const seconds of [0, 1, day]) {
      expect(await findSession(db, token, later(aYear + seconds))).toMatchObject({ extendedSeconds: 0 });
      expect(await endOf(token)).toBe(end);
    }
    expect(await findSession(db, token, later(aYear + day + 1))).toMatchObject({ extendedSeconds: sessionSeconds });
    expect(await endOf(token)).toBe(later(aYear + day + 1 + sessionSeconds).toISOString());
  });

  test('a session ends thirty days after its last use, and ninety after its start', async () => {
    expect(await findSession(db, token, later(aYear + 30 * day - 0.001))).toBeDefined();
    const unused = await startSession(db, 'demo-shopper', begun);
    expect(await findSession(db, unused, later(aYear + 30 * day))).toBeUndefined();
    for (const days of [59, 88]) expect(await findSession(db, token, later(aYear + days * day))).toBeDefined();
    expect(await findSession(db, token, later(aYear + 90 * day - 0.001))).toBeDefined();
    expect(await findSession(db, token, later(aYear + 90 * day))).toBeUndefined();
  });

  test('the last visit of a session is of the day in the UK', async () => {
    await startSession(db, 'demo-shopper', new Date('2026-08-31T23:20:00Z'), { previous: token });
    expect((await listSessions(db, 'demo-shopper', '', begun)).map(({ lastSeen }) => lastSeen)).toEqual(['2026-09-01']);
  });

  test('looking up a session returns the creation date of its account, not that of the session', async () => {
    expect((await findSession(db, token, begun))?.account.createdAt).toBe(openingDay.toISOString());
  });

  test('all sessions of an account can be ended, or all but one, and other accounts keep theirs', async () => {
    const others = [await startSession(db, 'demo-shopper', begun), await startSession(db, 'demo-reseller', begun)];
    await endSessions(db, 'demo-shopper', token);
    expect(await Promise.all([token, ...others].map(async (each) => (await endOf(each)) !== undefined))).toEqual([true, false, true]);
    await endSessions(db, 'demo-shopper');
    expect(await Promise.all([token, ...others].map(async (each) => (await endOf(each)) !== undefined))).toEqual([false, false, true]);
  });
});
