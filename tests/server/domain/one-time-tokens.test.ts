import { beforeEach, describe, expect, test } from 'vitest';
import { seedDemoAccounts } from '#server/domain/demo-accounts.ts';
import {
  checkCode,
  createOneTimeToken,
  findOneTimeToken,
  linkSeconds,
  redeemOneTimeToken,
  revokeTokens,
  tokenFailure,
} from '#server/domain/one-time-tokens.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { testServices } from '#tests/support/services.ts';

const db = await freshDatabase('empty');
await seedDemoAccounts(db, openingDay, cheapPasswords);

const accountId = 'demo-shopper';
const otherId = 'demo-reseller';
const keyOf = async (id: string) =>
  (await db.selectFrom('account').select('email_key').where('id', '=', id).executeTakeFirstOrThrow()).email_key;
const emailKey = await keyOf(accountId);
const otherKey = await keyOf(otherId);
const later = (seconds: number): Date => new Date(openingDay.getTime() + seconds * 1000);
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const reasonOf = async (token: string, purpose: 'verify' | 'reset', seconds: number) =>
  (await tokenFailure(db, sha256(token), purpose, later(seconds)))?.code;

beforeEach(async () => {
  await db.deleteFrom('proof').execute();
});

describe('the code of a one-time token', () => {
  test('a code has six digits and works for ten minutes, for its own account only', async () => {
    const { token, code } = await createOneTimeToken(db, { accountId }, 'verify', openingDay);
    expect(code).toMatch(/^\d{6}$/);
    expect(await checkCode(db, otherKey, code, openingDay)).toBeUndefined();
    expect(await checkCode(db, emailKey, code, later(599))).toEqual({ tokenHash: sha256(token), accountId, registrationId: null });
    expect(await checkCode(db, emailKey, code, later(600))).toBeUndefined();
  });

  test('four wrong codes leave a fifth try, and a right code does not count as a try', async () => {
    const { code } = await createOneTimeToken(db, { accountId }, 'verify', openingDay);
    for (let time = 0; time < 4; time += 1) expect(await checkCode(db, emailKey, other(code), openingDay)).toBeUndefined();
    for (let time = 0; time < 2; time += 1) expect(await checkCode(db, emailKey, code, openingDay)).toMatchObject({ accountId });
    expect(await checkCode(db, emailKey, other(code), openingDay)).toBeUndefined();
    expect(await checkCode(db, emailKey, code, openingDay)).toBeUndefined();
  });

  test('the code of a password reset, or of a used token, verifies nothing', async () => {
    const reset = await createOneTimeToken(db, { accountId }, 'reset', openingDay);
    expect(await checkCode(db, emailKey, reset.code, openingDay)).toBeUndefined();
    const { token, code } = await createOneTimeToken(db, { accountId }, 'verify', openingDay);
    expect(await redeemOneTimeToken(db, sha256(token), 'verify', openingDay)).toBe(accountId);
    expect(await checkCode(db, emailKey, code, openingDay)).toBeUndefined();
  });

  test('a right code resets no tries of other accounts', async () => {
    const theirs = await createOneTimeToken(db, { accountId: otherId }, 'verify', openingDay);
    await checkCode(db, otherKey, other(theirs.code), openingDay);
    const { code } = await createOneTimeToken(db, { accountId }, 'verify', openingDay);
    await checkCode(db, emailKey, code, openingDay);
    expect(await db.selectFrom('proof').select(['account_id', 'tries']).orderBy('account_id').execute()).toEqual([
      { account_id: otherId, tries: 1 },
      { account_id: accountId, tries: 0 },
    ]);
  });
});

describe('the link of a one-time token', () => {
  test.each([
    ['verify', linkSeconds],
    ['verify', 24 * 60 * 60],
    ['reset', 45 * 60],
  ] as const)('the link of a one-time token to %s works for %i seconds, and then says that it is too old', async (purpose, seconds) => {
    const { token } = await createOneTimeToken(db, { accountId }, purpose, openingDay);
    expect(await findOneTimeToken(db, sha256(token), purpose, later(seconds - 1))).toMatchObject({ accountId });
    expect(await reasonOf(token, purpose, seconds - 1)).toBeUndefined();
    expect(await findOneTimeToken(db, sha256(token), purpose, later(seconds))).toBeUndefined();
    expect(await redeemOneTimeToken(db, sha256(token), purpose, later(seconds))).toBeUndefined();
    const refusal = await tokenFailure(db, sha256(token), purpose, later(seconds));
    expect(refusal).toMatchObject({
      code: 'expired',
      message: 'This link has expired, or there is a newer one. Ask for a new email.',
    });
  });

  test('a link works once, for its purpose only, and fails with the code "used" afterwards', async () => {
    const { token } = await createOneTimeToken(db, { accountId }, 'reset', openingDay);
    const hash = sha256(token);
    expect(await findOneTimeToken(db, hash, 'verify', openingDay)).toBeUndefined();
    expect(await redeemOneTimeToken(db, hash, 'verify', openingDay)).toBeUndefined();
    expect(await reasonOf(token, 'verify', 0)).toBe('invalid');
    expect(await redeemOneTimeToken(db, hash, 'reset', openingDay)).toBe(accountId);
    expect(await redeemOneTimeToken(db, hash, 'reset', openingDay)).toBeUndefined();
    expect(await findOneTimeToken(db, hash, 'reset', openingDay)).toBeUndefined();
    expect(await reasonOf(token, 'reset', 0)).toBe('used');
  });

  test('a newer token of the same account and purpose expires a link, any other does not', async () => {
    const first = await createOneTimeToken(db, { accountId }, 'verify', openingDay);
    const others = [
      await createOneTimeToken(db, { accountId: otherId }, 'verify', openingDay),
      await createOneTimeToken(db, { accountId }, 'reset', openingDay),
    ];
    const next = await createOneTimeToken(db, { accountId }, 'verify', later(1));
    expect(await reasonOf(first.token, 'verify', 1)).toBe('expired');
    expect(await checkCode(db, emailKey, first.code, later(1))).toBeUndefined();
    expect(await checkCode(db, emailKey, next.code, later(1))).toMatchObject({ accountId });
    expect(await Promise.all([reasonOf(others[0]?.token ?? '', 'verify', 1), reasonOf(others[1]?.token ?? '', 'reset', 1)])).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('used and expired links keep their reason when a newer token is created', async () => {
    const used = await createOneTimeToken(db, { accountId }, 'verify', openingDay);
    await redeemOneTimeToken(db, sha256(used.token), 'verify', openingDay);
    const old = await createOneTimeToken(db, { accountId }, 'verify', openingDay);
    const kept = () => db.selectFrom('proof').select(['token_hash', 'expires_at']).orderBy('token_hash').execute();
    const before = await kept();
    await createOneTimeToken(db, { accountId }, 'verify', later(linkSeconds));
    expect(await kept()).toEqual(expect.arrayContaining(before));
    expect(await reasonOf(used.token, 'verify', linkSeconds)).toBe('used');
    expect(await reasonOf(old.token, 'verify', linkSeconds)).toBe('expired');
  });

  test('verifying an account revokes its verification links, but no password reset and nothing of other accounts', async () => {
    const mine = await createOneTimeToken(db, { accountId }, 'verify', openingDay);
    const theirs = await createOneTimeToken(db, { accountId: otherId }, 'verify', openingDay);
    const reset = await createOneTimeToken(db, { accountId }, 'reset', openingDay);
    await revokeTokens(db, accountId, 'verify', later(1));
    expect(await reasonOf(mine.token, 'verify', 1)).toBe('used');
    expect(await reasonOf(theirs.token, 'verify', 1)).toBeUndefined();
    expect(await reasonOf(reset.token, 'reset', 1)).toBeUndefined();
    const usedAt = async () =>
      (await db.selectFrom('proof').select('used_at').where('account_id', '=', accountId).where('purpose', '=', 'verify').execute())[0];
    expect(await usedAt()).toEqual({ used_at: later(1).toISOString() });
    await revokeTokens(db, accountId, 'verify', later(2));
    expect(await usedAt()).toEqual({ used_at: later(1).toISOString() });
  });

  test('an expired link is remembered for thirty days', async () => {
    const { token } = await createOneTimeToken(db, { accountId }, 'reset', openingDay);
    const over = 45 * 60 + 30 * 24 * 60 * 60;
    await purgeExpired(db, later(over - 1), testServices({ db }).refundImages);
    expect(await reasonOf(token, 'reset', over)).toBe('expired');
    await purgeExpired(db, later(over), testServices({ db }).refundImages);
    expect(await reasonOf(token, 'reset', over)).toBe('invalid');
  });
});
