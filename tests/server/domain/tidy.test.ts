import { expect, test } from 'vitest';
import { seedDemoAccounts } from '#server/domain/demo-accounts.ts';
import { takeTurn } from '#server/domain/limits.ts';
import { claimMail, listMails, noteSent, queueMail } from '#server/domain/mail.ts';
import { makeProof } from '#server/domain/proofs.ts';
import { startSession } from '#server/domain/sessions.ts';
import { tidy } from '#server/domain/tidy.ts';
import { freshDatabase, openingDay } from '#tests/support/database.ts';

const db = await freshDatabase('empty');
const daysLater = (days: number): Date => new Date(openingDay.getTime() + days * 24 * 3600 * 1000);

test('what is over is taken away, and what is not stays', async () => {
  await seedDemoAccounts(db, openingDay);
  await startSession(db, 'demo-shopper', openingDay);
  await makeProof(db, 'demo-shopper', 'reset', openingDay);
  await takeTurn(db, { key: 'x', most: 1, perSeconds: 3600, now: openingDay });
  for (const to of ['sent@example.com', 'waiting@example.com'])
    await queueMail(db, { to, subject: 'x', text: 'x', html: 'x', now: openingDay });
  await noteSent(db, (await claimMail(db, openingDay))?.id ?? '', openingDay);
  const left = async () => {
    const counts: Record<string, number> = {};
    for (const table of ['session', 'proof', 'limit_hit', 'mail', 'account'] as const)
      counts[table] = (await db.selectFrom(table).selectAll().execute()).length;
    return counts;
  };

  await tidy(db, openingDay);
  expect(await left()).toEqual({ session: 1, proof: 1, limit_hit: 1, mail: 2, account: 2 });
  await tidy(db, daysLater(1));
  expect(await left()).toEqual({ session: 1, proof: 1, limit_hit: 0, mail: 2, account: 2 });
  await tidy(db, daysLater(31));
  expect(await left()).toEqual({ session: 0, proof: 0, limit_hit: 0, mail: 2, account: 2 });
  await tidy(db, daysLater(91));
  expect(await left()).toEqual({ session: 0, proof: 0, limit_hit: 0, mail: 1, account: 2 });
  expect(await listMails(db, { isOpen: true, most: 10 })).toHaveLength(1);
});
