import { beforeEach, describe, expect, test } from 'vitest';
import { seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { endTokens, issueToken, peekToken, purgeTokens, redeemToken } from '#server/domain/accounts/tokens.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { testServices } from '#tests/support/services.ts';

const db = await freshDatabase('empty');
await seedDemoAccounts(db, openingDay, cheapPasswords);

const accountId = 'demo-shopper';
const otherId = 'demo-reseller';
const day = 24 * 60 * 60;
const later = (seconds: number): Date => new Date(openingDay.getTime() + seconds * 1000);
const issue = (purpose: 'verify' | 'reset', id = accountId, seconds = 0) =>
  issueToken(db, purpose, { subject: id, accountId: id, ...(purpose === 'verify' && { data: 'code' }) }, later(seconds));
const reasonOf = (token: string, purpose: 'verify' | 'reset', seconds: number): Promise<string | undefined> =>
  peekToken(db, purpose, token, later(seconds)).then(
    () => undefined,
    ({ code }: { code: string }) => code,
  );

beforeEach(async () => {
  await db.deleteFrom('token').execute();
});

describe('a mailed link', () => {
  test.each([
    ['verify', 24 * 60 * 60],
    ['reset', 45 * 60],
  ] as const)('a mailed link to %s works for %i seconds, and then says that it is too old', async (purpose, seconds) => {
    const token = await issue(purpose);
    expect(await peekToken(db, purpose, token, later(seconds - 1))).toMatchObject({ account_id: accountId });
    for (const use of [peekToken, redeemToken])
      await expect(use(db, purpose, token, later(seconds))).rejects.toMatchObject({
        kind: 'invalid',
        code: 'expired',
        message: 'This link has expired, or there is a newer one. Ask for a new email.',
      });
  });

  test('a mailed link works once, for its purpose only, and is refused with the code "used" afterwards', async () => {
    const token = await issue('reset');
    for (const use of [peekToken, redeemToken])
      await expect(use(db, 'verify', token, openingDay)).rejects.toMatchObject({ code: 'invalid' });
    expect(await redeemToken(db, 'reset', token, openingDay)).toMatchObject({ subject: accountId });
    for (const use of [peekToken, redeemToken])
      await expect(use(db, 'reset', token, openingDay)).rejects.toMatchObject({
        code: 'used',
        message: 'This link was used before. If that was you, all is well and you can sign in.',
      });
  });

  test('a mailed link that is used ten times at once works once', async () => {
    const token = await issue('reset');
    const uses = await Promise.allSettled(Array.from({ length: 10 }, () => redeemToken(db, 'reset', token, openingDay)));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('the table of tokens holds no token in readable form, and loses those of a deleted account', async () => {
    const token = await issue('reset');
    await issueToken(db, 'review', { subject: 'ABCD' }, openingDay);
    expect(JSON.stringify(await db.selectFrom('token').selectAll().execute())).not.toContain(token);
    const { list_counter: _, ...account } = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('account').where('id', '=', accountId).execute();
    expect(await db.selectFrom('token').select('purpose').execute()).toEqual([{ purpose: 'review' }]);
    await db.insertInto('account').values(account).execute();
  });

  test('a newer token of the same subject and purpose expires a mailed link, any other does not', async () => {
    const first = await issue('verify');
    const others = [await issue('verify', otherId), await issue('reset')];
    const next = await issue('verify', accountId, 1);
    expect(await reasonOf(first, 'verify', 1)).toBe('expired');
    expect(await reasonOf(next, 'verify', 1)).toBeUndefined();
    expect(await Promise.all([reasonOf(others[0] ?? '', 'verify', 1), reasonOf(others[1] ?? '', 'reset', 1)])).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('a newer link to cancel an order, which whoever has its number can ask for, leaves the earlier ones', async () => {
    const first = await issueToken(db, 'cancelOrder', { subject: 'ABCD' }, openingDay);
    await issueToken(db, 'cancelOrder', { subject: 'ABCD' }, later(60));
    expect(await redeemToken(db, 'cancelOrder', first, later(61))).toMatchObject({ subject: 'ABCD' });
  });

  test('used and expired links keep their reason when a newer token is created', async () => {
    const used = await issue('verify');
    await redeemToken(db, 'verify', used, openingDay);
    const old = await issue('verify');
    const kept = () => db.selectFrom('token').select(['hash', 'expires_at']).orderBy('hash').execute();
    const before = await kept();
    await issue('verify', accountId, day);
    expect(await kept()).toEqual(expect.arrayContaining(before));
    expect(await reasonOf(used, 'verify', day)).toBe('used');
    expect(await reasonOf(old, 'verify', day)).toBe('expired');
  });

  test('ending the links of an account for one purpose marks them as used once, and ends no others', async () => {
    const mine = await issue('verify');
    const theirs = await issue('verify', otherId);
    const reset = await issue('reset');
    for (const seconds of [1, 2]) await endTokens(db, 'verify', { account_id: accountId }, 'used', later(seconds));
    expect(await reasonOf(mine, 'verify', 1)).toBe('used');
    expect(await reasonOf(theirs, 'verify', 1)).toBeUndefined();
    expect(await reasonOf(reset, 'reset', 1)).toBeUndefined();
    const used = db.selectFrom('token').select('used_at').where('used_at', 'is not', null);
    expect(await used.execute()).toEqual([{ used_at: later(1).toISOString() }]);
  });

  test('an expired link is remembered for thirty days', async () => {
    const token = await issue('reset');
    const over = 45 * 60 + 30 * day;
    await purgeExpired(db, later(over - 1), testServices({ db }).refundImages);
    expect(await reasonOf(token, 'reset', over)).toBe('expired');
    await purgeExpired(db, later(over), testServices({ db }).refundImages);
    expect(await reasonOf(token, 'reset', over)).toBe('invalid');
  });

  test.each([
    ['verify', day, 30 * day],
    ['reset', 45 * 60, 30 * day],
    ['confirmEmail', day, 29 * day],
    ['stopEmail', 7 * day, 23 * day],
    ['cancelOrder', day, 30 * day],
    ['review', 90 * day, 30 * day],
    ['confirmStockAlert', 365 * day, 0],
    ['stopStockAlerts', 365 * day, undefined],
  ] as const)('a mailed link for %s works for %i seconds, and is known for %i more, or as long as it may be needed', async (...link) => {
    const [purpose, works, more] = link;
    const isOfAccount = purpose === 'verify' || purpose === 'reset' || purpose === 'confirmEmail' || purpose === 'stopEmail';
    const data = purpose === 'verify' || purpose === 'confirmEmail' || purpose === 'stopEmail' ? { data: '{}' } : {};
    const token = await issueToken(db, purpose, { subject: purpose, ...(isOfAccount && { accountId }), ...data }, openingDay);
    expect(await peekToken(db, purpose, token, later(works - 0.001))).toMatchObject({ subject: purpose });
    await expect(peekToken(db, purpose, token, later(works))).rejects.toMatchObject({ code: expect.stringMatching(/^(expired|invalid)$/) });
    const known = async () => (await db.selectFrom('token').select('hash').execute()).length;
    await purgeTokens(db, later(works + (more ?? 9999 * day) - 0.001));
    expect(await known()).toBe(1);
    if (more !== undefined) await purgeTokens(db, later(works + more));
    expect(await known()).toBe(more === undefined ? 1 : 0);
  });
});
