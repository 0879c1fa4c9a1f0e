import { beforeEach, describe, expect, test } from 'vitest';
import { TooMany } from '#server/domain/failure.ts';
import {
  consumeRateLimit,
  enforceGuessLimit,
  enforceNotBlocked,
  enforceRateLimit,
  purgeRateLimits,
  resetRateLimit,
} from '#server/domain/rate-limit.ts';
import { freshDatabase } from '#tests/support/database.ts';

const db = await freshDatabase('empty');
beforeEach(async () => {
  await db.deleteFrom('limit_hit').execute();
});

const start = new Date('2025-09-01T09:00:00.000Z');
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
const limit = { key: 'look-up:192.0.2.1', max: 3, perSeconds: 60 };

describe('a rate limit', () => {
  test('a rate limit allows its maximum, then says how long to wait', async () => {
    for (const seconds of [0, 5, 10]) expect(await consumeRateLimit(db, { ...limit, now: later(seconds) })).toBe(0);
    expect(await consumeRateLimit(db, { ...limit, now: later(15) })).toBe(45);
    expect(await consumeRateLimit(db, { ...limit, now: later(59.9) })).toBe(1);
    expect(await consumeRateLimit(db, { ...limit, now: later(60) })).toBe(0);
  });

  test('each key has its own window', async () => {
    for (let turn = 0; turn < 4; turn += 1) await consumeRateLimit(db, { ...limit, now: start });
    expect(await consumeRateLimit(db, { ...limit, key: 'look-up:192.0.2.2', now: start })).toBe(0);
  });

  test('concurrent calls cannot exceed the maximum', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => consumeRateLimit(db, { ...limit, now: start })));
    expect(answers.filter((wait) => wait === 0)).toHaveLength(3);
  });

  test('refused calls do not extend the window', async () => {
    for (let seconds = 0; seconds < 60; seconds += 1) await consumeRateLimit(db, { ...limit, now: later(seconds) });
    expect(await consumeRateLimit(db, { ...limit, now: later(60) })).toBe(0);
  });

  test('the error says the waiting time in words', async () => {
    for (let turn = 0; turn < 3; turn += 1) await enforceRateLimit(db, { ...limit, perSeconds: 600, now: start });
    const refusal = enforceRateLimit(db, { ...limit, perSeconds: 600, now: start });
    await expect(refusal).rejects.toThrow(new TooMany(600));
    await expect(refusal).rejects.toThrow('Too many attempts. Please wait 10 minutes and try again.');
  });

  test('a look at the limit counts nothing, and refuses from the maximum until the window ends', async () => {
    await enforceNotBlocked(db, { ...limit, now: start });
    for (const count of [1, 2]) {
      await consumeRateLimit(db, { ...limit, now: start });
      await enforceNotBlocked(db, { ...limit, now: start });
      expect(await db.selectFrom('limit_hit').select('hits').executeTakeFirst()).toEqual({ hits: count });
    }
    await consumeRateLimit(db, { ...limit, now: start });
    await expect(enforceNotBlocked(db, { ...limit, now: later(15) })).rejects.toThrow(new TooMany(45));
    await enforceNotBlocked(db, { ...limit, key: 'look-up:192.0.2.2', now: later(15) });
    await enforceNotBlocked(db, { ...limit, now: later(60) });
  });

  test('a key that ends with several networks is counted by each, the wider ones at four and sixteen times the maximum', async () => {
    const hit = (networks: string) => consumeRateLimit(db, { ...limit, key: `look-up:${networks}`, now: start });
    const countAllowed = async (networks: string): Promise<number> => {
      let allowed = 0;
      for (let turn = 0; turn < 5; turn += 1) if ((await hit(networks)) === 0) allowed += 1;
      return allowed;
    };
    for (const network of ['a', 'b', 'c', 'd']) expect(await countAllowed(`${network} wide widest`)).toBe(3);
    expect(await countAllowed('e wide widest')).toBe(0);
    for (const wide of ['f', 'g', 'h'])
      for (const network of ['1', '2', '3', '4']) expect(await countAllowed(`${wide}${network} ${wide} widest`)).toBe(3);
    expect(await countAllowed('i wide-too widest')).toBe(0);
    expect(await countAllowed('k')).toBe(3);
    await expect(enforceNotBlocked(db, { ...limit, key: 'look-up:j wide another', now: start })).rejects.toThrow(new TooMany(60));
    await enforceNotBlocked(db, { ...limit, key: 'look-up:j free another', now: start });
  });

  test('the table holds only a hash of the key, and the window is deleted when it is over', async () => {
    await consumeRateLimit(db, { ...limit, now: start });
    const kept = await db.selectFrom('limit_hit').select('key').execute();
    expect(kept).toEqual([{ key: expect.stringMatching(/^[\w-]{43}$/) }]);
    await purgeRateLimits(db, later(59));
    expect(await db.selectFrom('limit_hit').selectAll().execute()).toHaveLength(1);
    await purgeRateLimits(db, later(60));
    expect(await db.selectFrom('limit_hit').selectAll().execute()).toEqual([]);
  });

  test('a window that is purged during a refusal gives a wait of one second', async () => {
    for (let turn = 0; turn < 3; turn += 1) await consumeRateLimit(db, { ...limit, now: start });
    const tidiedAtOnce = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({ ...result, rows: [] }),
    });
    expect(await consumeRateLimit(tidiedAtOnce, { ...limit, now: start })).toBe(1);
  });
});

describe('guesses at a secret', () => {
  const guess = (seconds: number) => enforceGuessLimit(db, { key: 'login:ada@example.com', now: later(seconds) });
  const waitAfter = async (seconds: number): Promise<number | undefined> =>
    guess(seconds).then(
      () => 0,
      (error: unknown) => (error instanceof TooMany ? error.wait : undefined),
    );

  test('five guesses are free, then delays grow, and the tenth locks out for 15 minutes', async () => {
    for (let time = 0; time < 5; time += 1) await guess(0);
    let now = 0;
    for (const pause of [1, 2, 4, 8, 15]) {
      expect(await waitAfter(now)).toBe(pause);
      now += pause;
      await guess(now);
    }
    expect(await waitAfter(now)).toBe(900);
    expect(await waitAfter(now + 899)).toBe(1);
    expect(await waitAfter(now + 900)).toBe(0);
  });

  test('a clock that is slightly behind does not block free guesses', async () => {
    await guess(1);
    expect(await waitAfter(0)).toBe(0);
  });

  test('parallel guesses gain nothing over sequential ones', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => guess(0)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('a right guess resets the counter', async () => {
    for (let time = 0; time < 5; time += 1) await guess(0);
    await resetRateLimit(db, 'login:ada@example.com');
    expect(await waitAfter(0)).toBe(0);
  });

  test('the counter restarts after 15 minutes without a guess', async () => {
    for (let time = 0; time < 5; time += 1) await guess(0);
    for (let time = 0; time < 5; time += 1) expect(await waitAfter(900)).toBe(0);
    expect(await waitAfter(900)).toBe(1);
  });
});
