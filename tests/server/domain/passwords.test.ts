import { expect, test } from 'vitest';
import { Busy } from '#server/domain/failure.ts';
import { hashPassword, isPassword } from '#server/domain/passwords.ts';

test('a password is kept as an Argon2id hash of 19 MiB and two passes, each time another', async () => {
  const [one, other] = await Promise.all([hashPassword('a long walk home'), hashPassword('a long walk home')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await isPassword('a long walk home', one)).toBe(true);
  expect(await isPassword('a long walk hom', one)).toBe(false);
});

test.each([undefined, ''])('nobody signs in where there is no hash (%j)', async (hash) => {
  for (const password of ['', 'undefined', 'a long walk home']) expect(await isPassword(password, hash)).toBe(false);
});

test('a crowd that signs in waits in line, and who would wait for long is told so at once', async () => {
  const hash = await hashPassword('a long walk home');
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 5);
  const start = performance.now();
  const answers = await Promise.allSettled(Array.from({ length: 170 }, () => isPassword('a long walk home', hash)));
  const took = performance.now() - start;
  clearInterval(others);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(152);
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(Busy);
  // Everybody else has had their turns in the meantime.
  expect(turns).toBeGreaterThan(took / 5 / 4);
  expect(await isPassword('a long walk home', hash)).toBe(true);
}, 30_000);
