import { beforeEach, describe, expect, test } from 'vitest';
import { purgeRateLimits } from '#server/domain/rate-limit.ts';
import { levelAfterHit, msUntilToken, type TokenBucket, takeToken } from '#server/domain/token-bucket.ts';
import { freshDatabase } from '#tests/support/database.ts';

const db = await freshDatabase('empty');
beforeEach(async () => {
  await db.deleteFrom('limit_hit').execute();
});

/** The beginning of a period. */
const start = new Date('2025-09-01T09:00:00.000Z');
const later = (ms: number): Date => new Date(start.getTime() + ms);
const bucket: TokenBucket = { burst: 5, intervalMs: 200 };
const key = 'renders:192.0.2.1';

const take = (ms: number, from = key) => takeToken(db, bucket, { key: from, now: later(ms) });
const allowedOf = (answers: readonly { readonly isAllowed: boolean }[]): number => answers.filter(({ isAllowed }) => isAllowed).length;

describe('a token bucket', () => {
  test('a bucket gives its burst at once, and then one token for each interval', async () => {
    for (let hit = 0; hit < 5; hit += 1) expect(await take(1000)).toEqual({ isAllowed: true });
    expect(await take(1000)).toEqual({ isAllowed: false, level: 10 });
    expect(msUntilToken(bucket, 10, later(1000))).toBe(200);
    expect((await take(1199)).isAllowed).toBe(false);
    expect(await take(1200)).toEqual({ isAllowed: true });
    expect((await take(1200)).isAllowed).toBe(false);
    expect([await take(1600), await take(1600)]).toEqual([{ isAllowed: true }, { isAllowed: true }]);
    expect((await take(1600)).isAllowed).toBe(false);
  });

  test('refused hits do not delay the next token', async () => {
    for (let hit = 0; hit < 50; hit += 1) await take(0);
    expect((await take(200)).isAllowed).toBe(true);
  });

  test('a bucket that was left alone is full again, and no fuller', async () => {
    for (let hit = 0; hit < 5; hit += 1) await take(0);
    const answers = [];
    for (let hit = 0; hit < 8; hit += 1) answers.push(await take(60_000));
    expect(allowedOf(answers)).toBe(5);
  });

  test('concurrent hits take no more than there is', async () => {
    expect(allowedOf(await Promise.all(Array.from({ length: 40 }, () => take(0))))).toBe(5);
  });

  test('each key has a bucket of its own', async () => {
    for (let hit = 0; hit < 6; hit += 1) await take(0);
    expect((await take(0, 'renders:192.0.2.2')).isAllowed).toBe(true);
  });

  test('the row of a bucket is deleted after its period, and the next one begins full', async () => {
    for (let hit = 0; hit < 5; hit += 1) await take(599_900);
    await purgeRateLimits(db, later(599_999));
    expect((await take(599_900)).isAllowed).toBe(false);
    await purgeRateLimits(db, later(600_000));
    expect(await db.selectFrom('limit_hit').selectAll().execute()).toEqual([]);
    expect(allowedOf(await Promise.all(Array.from({ length: 8 }, () => take(600_000))))).toBe(5);
  });

  test('a bucket without tokens allows nothing', () => {
    expect(levelAfterHit({ burst: 0, intervalMs: Number.POSITIVE_INFINITY }, 0, 0)).toBeUndefined();
  });
});
