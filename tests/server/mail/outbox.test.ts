import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { NotFound } from '#server/domain/failure.ts';
import { listMails, retryMail } from '#server/domain/messages/mails.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { claimMail, markFailed, markSent, queueEmail } from '#server/mail/outbox.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { mailShop } from '#tests/support/mails.ts';

const db = await freshDatabase('empty');
beforeEach(async () => {
  await db.deleteFrom('mail').execute();
});

const start = new Date('2025-09-01T09:00:00.000Z');
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
const letter = { subject: 'Your code', parts: ['It is 123456.'] };
const queue = (to = 'ada@example.com', now = start) => queueEmail(db, to, letter, now);
const claim = async (now: Date) => {
  const mail = await claimMail(db, now);
  if (!mail) throw new Error('No mail is due.');
  return mail;
};

describe('the mail outbox', () => {
  test('mails are claimed oldest first, each once', async () => {
    await queue('second@example.com', later(1));
    await queue('first@example.com');
    expect(await claimMail(db, later(2))).toMatchObject({
      subject: 'Your code',
      text: 'It is 123456.\n',
      to: 'first@example.com',
      tries: 1,
    });
    expect(await claimMail(db, later(2))).toMatchObject({ to: 'second@example.com' });
    expect(await claimMail(db, later(2))).toBeUndefined();
  });

  test('a code is sent before an order’s mail, and both before 300 stock alerts that were queued first', async () => {
    const stop = { unsubscribeUrl: 'https://shop.example/stop', priority: 'bulk' } as const;
    for (let number = 0; number < 300; number += 1) await queueEmail(db, `${number}@example.com`, letter, start, stop);
    await queue('buyer@example.com', later(60));
    await queueEmail(db, 'code@example.com', letter, later(61), { priority: 'awaited' });
    const sent: string[] = [];
    const transport = async ({ to }: { readonly to: string }): Promise<void> => {
      sent.push(to);
    };
    await sendDueMails({ db, transport, shop: mailShop, clock: () => later(61), log: pino({ level: 'silent' }) });
    expect(sent).toHaveLength(302);
    expect(sent.slice(0, 3)).toEqual(['code@example.com', 'buyer@example.com', '0@example.com']);
  });

  test('a rolled-back transaction queues no mail', async () => {
    const change = db.transaction().execute(async (transaction) => {
      await queueEmail(transaction, 'ada@example.com', letter, start);
      throw new Error('the order failed');
    });
    await expect(change).rejects.toThrow('the order failed');
    expect(await claimMail(db, start)).toBeUndefined();
  });

  test('concurrent processes never claim the same mail', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, number) => queue(`${number}@example.com`)));
    const claimed = await Promise.all(Array.from({ length: 60 }, () => claimMail(db, start)));
    const ids = claimed.flatMap((mail) => mail?.id ?? []);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test('a stopping process sends the mail in progress, and leaves the queued ones to the next process', async () => {
    for (let number = 0; number < 20; number += 1) await queue(`${number}@example.com`);
    const sent: string[] = [];
    let isStopped = Promise.resolve();
    await new Promise<void>((stopping) => {
      const transport = async ({ to }: { readonly to: string }): Promise<void> => {
        sent.push(to);
        if (sent.length > 1) return;
        isStopped = job.stop();
        stopping();
      };
      const services = { db, transport, shop: mailShop, clock: () => later(1), log: pino({ level: 'silent' }) };
      const job = repeat(
        (signal) => sendDueMails({ ...services, signal }),
        1,
        () => undefined,
      );
    });
    await isStopped;
    expect(sent).toHaveLength(1);
    expect(await db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()).toHaveLength(19);
  });

  test('a mail is claimed again when the lease of a dead process ends', async () => {
    await queue();
    await claim(start);
    expect(await claimMail(db, later(299))).toBeUndefined();
    expect(await claimMail(db, later(300))).toMatchObject({ tries: 2 });
  });

  test('a process that was slower than its lease makes no mail due again that another one has sent or is sending', async () => {
    await queue();
    const slow = await claim(start);
    const { id } = await claim(later(300));
    expect(await markFailed(db, slow, { problem: 'timeout' }, later(301))).toBe(false);
    expect(await claimMail(db, later(400))).toBeUndefined();
    await markSent(db, id, later(401));
    expect(await markFailed(db, slow, { problem: '550 no such user', isPermanent: true }, later(402))).toBe(false);
    expect(await listMails(db, { isOpen: false, limit: 10 })).toMatchObject([{ state: 'sent', problem: '' }]);
    expect(await db.selectFrom('seller_notice').select('subject').where('subject', '=', id).execute()).toEqual([]);
  });

  test('the body of a sent mail is deleted, because it may hold a code', async () => {
    await queue();
    const { id } = await claim(start);
    await markSent(db, id, later(1));
    expect(JSON.stringify(await db.selectFrom('mail').selectAll().execute())).not.toContain('123456');
    expect(await claimMail(db, later(1_000_000))).toBeUndefined();
  });

  test('a failed mail is retried with back-off up to an hour and given up after three days', async () => {
    await queue();
    const pauses: number[] = [];
    let [now, mail] = [0, await claimMail(db, start)];
    while (mail) {
      await markFailed(db, mail, { problem: 'connection refused' }, later(now));
      const row = await db.selectFrom('mail').select('due_at').executeTakeFirstOrThrow();
      if (row.due_at === null) break;
      pauses.push((Date.parse(row.due_at) - later(now).getTime()) / 1000);
      expect(await claimMail(db, later(now))).toBeUndefined();
      now += pauses.at(-1) ?? 0;
      mail = await claimMail(db, later(now));
    }
    expect(pauses.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(now).toBeGreaterThan(3 * 24 * 3600);
    expect(now).toBeLessThan(3 * 24 * 3600 + 3601);
    expect(await listMails(db, { isOpen: true, limit: 10 })).toMatchObject([{ state: 'given up', problem: 'connection refused' }]);
  });
});

describe('the seller’s list of mails', () => {
  test('the list shows recipient and state of a mail, not its body', async () => {
    await queue('sent@example.com');
    await markSent(db, (await claim(start)).id, start);
    await queue('waiting@example.com', later(1));
    const mails = await listMails(db, { isOpen: false, limit: 10 });
    expect(mails).toMatchObject([
      { to: 'waiting@example.com', subject: 'Your code', state: 'waiting', tries: 0 },
      { to: 'sent@example.com', state: 'sent', tries: 1, problem: '' },
    ]);
    expect(JSON.stringify(mails)).not.toContain('123456');
    expect(await listMails(db, { isOpen: true, limit: 10 })).toHaveLength(1);
    expect(await listMails(db, { isOpen: false, limit: 1 })).toHaveLength(1);
  });

  test('a retry makes waiting mails due at once, but none that is being sent', async () => {
    await queue('failed@example.com');
    await markFailed(db, await claim(start), { problem: '550 refused\r\n\u001b[2J\u0000for good' }, start);
    expect(await listMails(db, { isOpen: true, limit: 1 })).toMatchObject([{ problem: '550 refused [2J for good' }]);
    await queue('under-way@example.com', start);
    await claim(start);
    expect(await retryMail(db, later(1))).toBe(1);
    expect(await claimMail(db, later(1))).toMatchObject({ to: 'failed@example.com' });
    expect(await claimMail(db, later(1))).toBeUndefined();
  });

  test('a retry of an unknown or sent mail is refused', async () => {
    await queue();
    const { id } = await claim(start);
    await markSent(db, id, start);
    await expect(retryMail(db, start, id)).rejects.toThrow(NotFound);
    await expect(retryMail(db, start, 'none')).rejects.toThrow('There is no unsent mail with this id.');
  });
});
