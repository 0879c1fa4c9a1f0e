import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MessageContext, submitContact, submitEnquiry } from '#server/domain/messages/messages.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-messages-'));
afterAll(() => rm(dataDir, { recursive: true }));

const shop = (...parameters: string[]) => runShopCommand(dataDir, 'messages', ...parameters);

const written = { contact: '', enquiry: '' };
beforeAll(async () => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  const post = (now: string): MessageContext => ({
    now: new Date(now),
    clientIp: 'test',
    sender: { shopName: 'Mugs', shopUrl: 'https://shop.example' },
    sellerEmail: 'seller@mugs.example',
  });
  const person = { name: 'Ada Byron', email: 'ada@example.com', honeypot: '' };
  written.contact = await submitContact(
    db,
    { ...person, topic: 'order', orderId: 'abcd efgh jkmn pqrs', message: 'Where is it?\nI have waited.' },
    post('2025-09-01T09:00:00.000Z'),
  );
  written.enquiry = await submitEnquiry(
    db,
    { ...person, kind: 'franchise', business: 'Corner Ltd', phone: '0113 496 0142', message: 'We have a room.' },
    post('2025-09-02T09:00:00.000Z'),
  );
  await db.destroy();
});

describe('the commands messages', { timeout: 60_000 }, () => {
  test('messages are listed as a table and as JSON, shown, and marked as answered once', async () => {
    const { code, out } = await shop('list');
    expect(code).toBe(0);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^MESSAGE +STATE +ABOUT +NAME/);
    expect(rows.map((row) => row.slice(0, 11))).toEqual([written.enquiry, written.contact]);
    expect(rows[0]).toMatch(/ open +franchise enquiry +Ada Byron +ada@example\.com +2025-09-02 09:00$/);
    expect(rows[1]).toMatch(/ open +an order +Ada Byron .* ABCD-EFGH-JKMN-PQRS$/);

    const shown = await shop('show', written.enquiry.toLowerCase().replaceAll('-', ' '));
    for (const part of [`Message ${written.enquiry}: open`, 'Ada Byron, Corner Ltd', 'ada@example.com, 0113 496 0142', 'We have a room.'])
      expect(shown.out).toContain(part);
    expect(JSON.parse((await shop('show', written.contact, '--json')).out)).toMatchObject({
      reference: written.contact,
      topic: 'order',
      orderId: 'ABCD-EFGH-JKMN-PQRS',
      message: 'Where is it?\nI have waited.',
    });

    expect(await shop('answered', written.contact)).toMatchObject({
      code: 0,
      out: `Message ${written.contact} from Ada Byron is noted as answered.\n`,
    });
    const again = await shop('answered', written.contact);
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/^This message was answered on \d{4}-\d\d-\d\d already\.\n$/)]);
    const open: unknown = JSON.parse((await shop('list', '--open', '--json')).out);
    expect(open).toEqual([expect.objectContaining({ reference: written.enquiry, answeredAt: null })]);
    expect((await shop('show', written.contact)).out).toMatch(/^Message \S+: answered on \d{4}-/);
  });

  test('--help of the commands messages shows examples', async () => {
    for (const command of ['list', 'show', 'answered'])
      expect(await shop(command, '--help')).toMatchObject({ code: 0, out: expect.stringContaining(`shop messages ${command}`) });
  });

  test.each<[string[], number, string]>([
    [['show', 'nothing'], 1, 'There is no message nothing.'],
    [['answered', 'M-0000-0000'], 1, 'There is no message M-0000-0000.'],
    [['show'], 2, "missing required argument 'id'"],
    [['list', '--closed'], 2, "unknown option '--closed'"],
  ])('the command messages %j exits with %d and a message', async (parameters, code, sentence) => {
    const ended = await shop(...parameters);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(sentence);
    expect(ended.err).not.toMatch(/ at .*\.ts:/);
  });
});
