import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listMails } from '#server/domain/messages/mails.ts';
import { fileTransport, purgeMailFiles } from '#server/mail/files.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { smtpTransport } from '#server/mail/smtp.ts';
import type { MailTransport } from '#server/mail/transport.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { mailShop } from '#tests/support/mails.ts';

const db = await freshDatabase('empty');
const home = await mkdtemp(path.join(tmpdir(), 'shop-mail-'));
const mailServer = await startMailServer();
afterAll(async () => {
  await rm(home, { recursive: true });
  await mailServer.stop();
});
beforeEach(async () => {
  for (const table of ['mail', 'seller_notice'] as const) await db.deleteFrom(table).execute();
  mailServer.delivered.length = 0;
  mailServer.commands.length = 0;
  Object.assign(mailServer.state, {
    refusal: undefined,
    refused: undefined,
    senderReply: undefined,
    contentReply: undefined,
    signInReply: undefined,
  });
});

const start = new Date('2025-09-01T09:00:00.000Z');
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
const from = async () => ({ name: 'Ada’s Mugs', address: 'hello@mugs.example' });
const log = pino({ level: 'silent' });
const send = (transport: MailTransport, now = start) => sendDueMails({ db, transport, shop: mailShop, clock: () => now, log });
const letter = { subject: 'A question', parts: ['Is it oak?'] };
const queue = (to = 'buyer@example.com', subject = 'Your mug — £12') =>
  queueEmail(
    db,
    to,
    { subject, parts: ['Thank you, Zoë.', { link: `https://shop.example/x?token=${'abcdefgh'.repeat(10)}`, label: 'See it' }] },
    start,
  );

describe('looking whether mail can be sent', () => {
  const withPassword = () => {
    const url = new URL(mailServer.url);
    Object.assign(url, { username: 'shop', password: 'not-the-password' });
    return smtpTransport({ url: url.href, requireTls: false }, from);
  };

  test('a mail server that takes the sign-in is no problem, and gets no mail', async () => {
    Object.assign(mailServer.state, { signInReply: '235 welcome' });
    expect(await withPassword().findProblem?.()).toBe(undefined);
    expect(mailServer.commands.some((command) => command.startsWith('AUTH'))).toBe(true);
    expect(mailServer.commands.some((command) => command.startsWith('MAIL FROM'))).toBe(false);
  });

  test('a wrong password is named with what to do, and is not repeated', async () => {
    const problem = await withPassword().findProblem?.();
    expect(problem).toMatch(
      /^The mail server 127\.0\.0\.1:\d+ does not accept the user and the password in SMTP_URL \(.*535 no such user\)\. /,
    );
    expect(problem).not.toContain('not-the-password');
  });

  test('a server without encryption, where that is demanded, and one that does not answer are one sentence each', async () => {
    const plain = smtpTransport({ url: mailServer.url, requireTls: true }, from);
    expect(await plain.findProblem?.()).toMatch(/offers no encrypted connection that can be trusted \(/);
    const away = smtpTransport({ url: 'smtp://127.0.0.1:1', requireTls: false }, from);
    expect(await away.findProblem?.()).toMatch(/^The mail server 127\.0\.0\.1:1 cannot be reached \(/);
  });
});

describe('sending by SMTP', () => {
  const smtp = smtpTransport({ url: mailServer.url, requireTls: false }, from);

  test('a mail is sent once, as text and HTML, from the shop’s address', async () => {
    await queue();
    expect(await send(smtp)).toBe(1);
    expect(await send(smtp, later(1_000_000))).toBe(0);
    const [mail] = mailServer.delivered;
    expect(mailServer.delivered).toHaveLength(1);
    expect(mail).toMatchObject({ from: 'hello@mugs.example', to: 'buyer@example.com' });
    expect(mail?.message).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(mail?.message).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
    expect(mail?.message).toMatch(/^Content-Type: text\/html; charset=utf-8/m);
    expect(mail?.message).toMatch(/^Message-ID: <[0-9a-f-]{36}@mugs\.example>/im);
  });

  test('replies go to the shop, or to the address in Reply-To', async () => {
    await queue();
    await queueEmail(db, 'seller@mugs.example', letter, later(1), { replyTo: 'ada@example.com\r\nBcc: all@example.com' });
    await queueEmail(db, 'seller@mugs.example', letter, later(2), { replyTo: 'ada@example.com' });
    await send(smtp, later(3));
    const [plain, hostile, reply] = mailServer.delivered.map(({ message }) => message);
    expect(plain).not.toMatch(/^Reply-To:/im);
    expect(hostile).not.toMatch(/^Bcc:/im);
    expect(reply).toMatch(/^Reply-To: <?ada@example\.com>?\r?$/im);
  });

  test('only mail that somebody subscribed to can be ended by one press in a mail program', async () => {
    const unsubscribeUrl = `https://api.shop.example/client/stock-alerts/end/${'a'.repeat(43)}`;
    await queue();
    await queueEmail(db, 'ada@example.com', letter, later(1), { unsubscribeUrl });
    await send(smtp, later(2));
    const [plain, list] = mailServer.delivered.map(({ message }) => message.replaceAll(/\r?\n\s+/g, ' '));
    expect(plain).not.toMatch(/^List-/im);
    expect(list).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(list).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  });

  test('concurrent processes send no mail twice', async () => {
    for (let number = 0; number < 10; number += 1) await queue(`${number}@example.com`);
    const sent = await Promise.all([send(smtp), send(smtp), send(smtp), send(smtp)]);
    expect(sent.reduce((total, count) => total + count, 0)).toBe(10);
    expect(mailServer.delivered.map(({ to }) => to).toSorted()).toEqual(Array.from({ length: 10 }, (_, number) => `${number}@example.com`));
  });

  test('line breaks in an address or subject inject no header', async () => {
    const to = 'buyer@example.com\r\nBcc: everybody@example.com';
    await queueEmail(db, to, { subject: 'Hello\r\nBcc: all@example.com', parts: ['x'] }, start);
    await send(smtp);
    expect(mailServer.delivered.map(({ message }) => message).join()).not.toMatch(/^Bcc:/im);
    expect(mailServer.delivered.map(({ to }) => to)).not.toContain('everybody@example.com');
  });

  test('a refused mail is retried later with the same Message-ID', async () => {
    await queue();
    mailServer.state.refusal = '451 try again later';
    expect(await send(smtp)).toBe(0);
    expect(await listMails(db, { isOpen: true, limit: 10 })).toMatchObject([
      { state: 'waiting', tries: 1, problem: expect.stringMatching(/try again later/) },
    ]);
    mailServer.state.refusal = undefined;
    expect(await send(smtp, later(29))).toBe(0);
    expect(await send(smtp, later(30))).toBe(1);
  });

  test('a mail that is refused for good is given up at once, told to the seller, and holds up no other', async () => {
    await queue('nobody@example.com');
    await queue('other@example.com');
    Object.assign(mailServer.state, { refusal: '550 no such user', refused: 'nobody@example.com' });
    expect(await send(smtp)).toBe(1);
    expect(mailServer.delivered.map(({ to }) => to)).toEqual(['other@example.com']);
    const [{ id, ...mail } = { id: '' }] = await listMails(db, { isOpen: true, limit: 10 });
    expect(mail).toMatchObject({ to: 'nobody@example.com', state: 'given up', tries: 1, problem: expect.stringMatching(/no such user/) });
    expect(await db.selectFrom('seller_notice').select(['kind', 'subject']).execute()).toEqual([{ kind: 'mail', subject: id }]);
    mailServer.state.refusal = undefined;
    expect(await send(smtp, later(1_000_000))).toBe(0);
  });

  test.each([
    ['recipient', { refusal: '556 the domain takes no mail' }],
    ['size', { senderReply: '552 too large' }],
    ['content', { contentReply: '554 looks like spam' }],
    ['recipient', { refusal: '550 5.1.1 no such user, see https://mail.example/limits' }],
    ['recipient', { refusal: '550 5.2.1 mailbox disabled' }],
    ['size', { contentReply: '552 5.3.4 too large' }],
    ['form', { contentReply: '554 5.6.0 invalid header' }],
  ])('a mail whose %s the server refuses for good is given up at once', async (_, replies) => {
    await queue();
    Object.assign(mailServer.state, replies);
    expect(await send(smtp)).toBe(0);
    expect(await listMails(db, { isOpen: true, limit: 10 })).toMatchObject([{ state: 'given up', tries: 1 }]);
  });

  test.each([
    ['a reply for now', { contentReply: '452 disk full' }],
    ['missing sign-in', { senderReply: '530 authentication required' }],
    ['missing sign-in', { refusal: '530 authentication required' }],
    ['missing encryption', { contentReply: '538 encryption required' }],
    ['the order of commands', { senderReply: '503 AUTH first' }],
    ['the shop’s own address', { senderReply: '550 unknown sender' }],
    ['the shop’s own address', { senderReply: '553 not your address' }],
    ['the shop’s own address', { refusal: '550 5.1.8 sender domain not found' }],
    ['a used-up quota', { refusal: '550-5.4.5 Daily user sending limit exceeded.\r\n550 5.4.5 See the help' }],
    ['a used-up quota', { contentReply: '554 5.2.0 Exception:SubmissionQuotaExceededException' }],
    ['a used-up quota', { refusal: '550 Domain mugs.example has exceeded the max emails per hour' }],
    ['a full mailbox', { refusal: '552 5.2.2 mailbox full' }],
    ['a server’s state', { contentReply: '554 5.3.0 local problem' }],
    ['a policy', { contentReply: '550 5.7.26 unauthenticated sender' }],
  ])('a mail that is refused for %s, %j, is retried, because the seller can fix the cause', async (_, replies) => {
    await queue();
    Object.assign(mailServer.state, replies);
    expect(await send(smtp)).toBe(0);
    expect(await listMails(db, { isOpen: true, limit: 10 })).toMatchObject([{ state: 'waiting', tries: 1 }]);
  });

  test('a mail is retried when the server refuses the shop’s password and not the recipient', async () => {
    await queue();
    const shut = smtpTransport({ url: mailServer.url.replace('//', '//shop:secret@'), requireTls: false }, from);
    expect(await send(shut)).toBe(0);
    expect(await listMails(db, { isOpen: true, limit: 10 })).toMatchObject([
      { state: 'waiting', problem: expect.stringMatching(/no such user/) },
    ]);
  });

  test('without encryption neither password nor mail is sent to a server that must offer it', async () => {
    await queue();
    const strict = smtpTransport({ url: mailServer.url.replace('//', '//shop:secret@'), requireTls: true }, from);
    expect(await send(strict)).toBe(0);
    expect(await listMails(db, { isOpen: true, limit: 10 })).toMatchObject([{ state: 'waiting', tries: 1 }]);
    expect(mailServer.commands.join()).toMatch(/EHLO/);
    expect(mailServer.commands.join()).not.toMatch(/AUTH|MAIL FROM/);
  });

  test('mails that follow each other go over one connection', async () => {
    const pooled = smtpTransport({ url: mailServer.url, requireTls: false }, from);
    for (let number = 0; number < 5; number += 1) await queue(`${number}@example.com`);
    const before = mailServer.state.connections;
    expect(await send(pooled)).toBe(5);
    expect(mailServer.state.connections - before).toBe(1);
  });

  test('while the mail server is down mails wait, and one failure ends the run', async () => {
    await queue();
    await queue('other@example.com');
    expect(await send(smtpTransport({ url: 'smtp://127.0.0.1:1', requireTls: false }, from))).toBe(0);
    expect((await listMails(db, { isOpen: true, limit: 10 })).map(({ tries }) => tries).toSorted()).toEqual([0, 1]);
    expect(await send(smtp, later(30))).toBe(2);
  });
});

describe('writing mail to files', () => {
  test('each mail becomes an .eml file, and its path is logged', async () => {
    await queue();
    const folder = path.join(home, 'mail');
    const lines: string[] = [];
    expect(await send(fileTransport(folder, from, (line) => lines.push(line)))).toBe(1);
    const [file = ''] = await readdir(folder);
    expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/);
    expect(lines).toEqual([`Mail to buyer@example.com, "Your mug — £12": ${path.join(folder, file)}`]);
    const message = await readFile(path.join(folder, file), 'utf8');
    expect(message).toMatch(/^To: buyer@example\.com$/m);
    expect(message).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(message).toMatch(/^Thank you, Zoë\.$/m);
    expect(message).toMatch(/^https:\/\/shop\.example\/x\?token=[a-z]{80}$/m);
    expect(message).toMatch(/^<p [^>]*>Thank you, Zoë\.<\/p>$/m);
    expect(message).not.toContain('\r');
  });

  test('files of mails are deleted when they are older than the retention, and later ones are kept', async () => {
    const folder = path.join(home, 'old-mail');
    await purgeMailFiles(folder, start.toISOString());
    await mkdir(folder);
    for (const name of ['old.eml', 'new.eml']) await writeFile(path.join(folder, name), 'x');
    await utimes(path.join(folder, 'old.eml'), later(-1), later(-1));
    await utimes(path.join(folder, 'new.eml'), start, start);
    await purgeMailFiles(folder, start.toISOString());
    expect(await readdir(folder)).toEqual(['new.eml']);
  });

  test('a mail waits when the folder cannot be written', async () => {
    await queue();
    expect(await send(fileTransport('/dev/null/mail', from, () => undefined))).toBe(0);
    expect(await listMails(db, { isOpen: true, limit: 10 })).toHaveLength(1);
  });
});
