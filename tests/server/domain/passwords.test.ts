import { readFile } from 'node:fs/promises';
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
  let checked = 0;
  const crowd = Array.from({ length: 170 }, async () => {
    const isRight = await isPassword('a long walk home', hash);
    checked += 1;
    return isRight;
  });
  const answers = Promise.allSettled(crowd);
  // Files are read by the same threads: everybody else has their turn while the crowd still waits.
  for (let turn = 0; turn < 20; turn += 1) await readFile(import.meta.filename);
  expect(checked).toBeLessThan(152);
  const refused: unknown[] = (await answers).flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(checked).toBe(152);
  expect(refused).toHaveLength(18);
  for (const reason of refused) expect(reason).toBeInstanceOf(Busy);
  expect(await isPassword('a long walk home', hash)).toBe(true);
}, 30_000);
