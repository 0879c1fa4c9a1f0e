import { beforeEach, describe, expect, test } from 'vitest';
import { seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { checkCode, endRegistrations, issueProof, type MailboxProof } from '#server/domain/accounts/registrations.ts';
import { issueToken } from '#server/domain/accounts/tokens.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';

const db = await freshDatabase('empty');
await seedDemoAccounts(db, openingDay, cheapPasswords);

const accountId = 'demo-shopper';
const mine: MailboxProof = { accountId, registration: 'my browser' };
const theirs: MailboxProof = { accountId, registration: 'their browser' };
const elsewhere: MailboxProof = { accountId, registration: undefined };
const later = (seconds: number): Date => new Date(openingDay.getTime() + seconds * 1000);
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const guess = async (caller: MailboxProof, code: string, times = 1): Promise<readonly boolean[]> => {
  const answers = [];
  for (let time = 0; time < times; time += 1) answers.push((await checkCode(db, caller, code, later(1))) !== undefined);
  return answers;
};

beforeEach(async () => {
  for (const table of ['token', 'limit_hit'] as const) await db.deleteFrom(table).execute();
});

describe('the code in a mail', () => {
  test('a code has six digits and works for ten minutes, for its own account only', async () => {
    const { code } = await issueProof(db, mine, openingDay);
    expect(code).toMatch(/^\d{6}$/);
    expect(await checkCode(db, { accountId: 'demo-reseller', registration: undefined }, code, openingDay)).toBeUndefined();
    expect(await checkCode(db, mine, code, later(599))).toEqual(mine);
    expect(await checkCode(db, mine, code, later(600))).toBeUndefined();
  });

  test('four wrong codes leave a fifth try, and a right code does not count as a try', async () => {
    const { code } = await issueProof(db, mine, openingDay);
    expect(await guess(mine, code, 6)).not.toContain(false);
    expect(await guess(mine, other(code), 4)).not.toContain(true);
    expect(await guess(mine, code)).toEqual([true]);
    await guess(mine, other(code), 5);
    expect(await guess(mine, code)).toEqual([false]);
  });

  test('a guess at the code of another registration of the same address neither succeeds nor uses up its tries', async () => {
    const hers = await issueProof(db, theirs, openingDay);
    const own = await issueProof(db, mine, openingDay);
    expect(await guess(mine, hers.code, 4)).not.toContain(true);
    expect(await guess(theirs, other(hers.code), 4)).not.toContain(true);
    await guess(mine, other(own.code), 5);
    expect(await checkCode(db, theirs, hers.code, later(1))).toEqual(theirs);
  });

  test('a browser without a registration is compared with the last code that was mailed, and uses up no tries of the browser that registered', async () => {
    const hers = await issueProof(db, theirs, openingDay);
    const own = await issueProof(db, mine, later(1));
    expect(await guess(elsewhere, hers.code)).toEqual([false]);
    expect(await checkCode(db, elsewhere, own.code, later(1))).toEqual(mine);
    await guess(elsewhere, other(own.code), 5);
    expect(await guess(elsewhere, own.code)).toEqual([false]);
    expect(await guess(mine, own.code)).toEqual([true]);
  });

  test('a newer code of the same registration replaces the one before, and leaves those of others', async () => {
    const hers = await issueProof(db, theirs, openingDay);
    const first = await issueProof(db, mine, openingDay);
    const next = await issueProof(db, mine, later(1));
    expect(await guess(mine, first.code)).toEqual([first.code === next.code]);
    expect(await guess(mine, next.code)).toEqual([true]);
    expect(await guess(theirs, hers.code)).toEqual([true]);
  });

  test('the code of a used link, or a password reset, verifies nothing', async () => {
    await issueToken(db, 'reset', { subject: accountId, accountId }, openingDay);
    const { code } = await issueProof(db, mine, openingDay);
    await endRegistrations(db, accountId, openingDay);
    expect(await guess(mine, code)).toEqual([false]);
    expect(await guess(elsewhere, code)).toEqual([false]);
  });
});
