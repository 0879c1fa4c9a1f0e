import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createPasswordHasher, passwordHashCost } from '#server/domain/accounts/passwords.ts';
import { Busy } from '#server/domain/failure.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';

const shopPasswords = createPasswordHasher(passwordHashCost);

test('a password is hashed with Argon2id, 19 MiB and two passes, and a new salt each time', async () => {
  const [one, other] = await Promise.all([shopPasswords.hash('a long walk home'), shopPasswords.hash('a long walk home')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await shopPasswords.verify('a long walk home', one)).toBe(true);
  expect(await shopPasswords.verify('a long walk hom', one)).toBe(false);
});

test('a password matches in every Unicode form of the same letters', async () => {
  expect(await cheapPasswords.verify('cafe\u0301 au lait', await cheapPasswords.hash('caf\u00e9 au lait'))).toBe(true);
});

test.each([undefined, ''])('no password matches without a hash (%j), and the time it takes does not reveal that', async (hash) => {
  for (const password of ['', 'undefined', 'a long walk home']) {
    const start = performance.now();
    expect(await shopPasswords.verify(password, hash)).toBe(false);
    // Two passes over 19 MiB take longer than this on any machine, and skipping the hash takes none.
    expect(performance.now() - start).toBeGreaterThan(3);
  }
});

test('concurrent sign-ins wait in a queue, and fail at once when it is full', async () => {
  const passwords = createPasswordHasher({ ...passwordHashCost, memoryCost: passwordHashCost.memoryCost / 8 });
  const hash = await passwords.hash('a long walk home');
  let checked = 0;
  const crowd = Array.from({ length: 170 }, async () => {
    const isRight = await passwords.verify('a long walk home', hash);
    checked += 1;
    return isRight;
  });
  const answers = Promise.allSettled(crowd);
  // Files use the same thread pool: with all hashes in it, this one call would be answered after nearly all of them.
  await stat(import.meta.filename);
  expect(checked).toBeLessThan(76);
  const refused: unknown[] = (await answers).flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(checked).toBe(152);
  expect(refused).toHaveLength(18);
  for (const reason of refused) expect(reason).toBeInstanceOf(Busy);
  expect(await passwords.verify('a long walk home', hash)).toBe(true);
});
