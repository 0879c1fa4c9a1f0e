import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { register } from '#server/domain/accounts/accounts.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { storeShopUrl } from '#server/domain/seller/shop-address.ts';
import { changeShop } from '#server/domain/shop/shop-versions.ts';
import { claimMail, markFailed } from '#server/mail/outbox.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { cheapPasswords, plainSecrets } from '#tests/support/passwords.ts';

const home = await mkdtemp(path.join(tmpdir(), 'user-commands-'));
afterAll(() => rm(home, { recursive: true }));
const shopIn = (folder: string, ...parameters: string[]) => runShopCommand(path.join(home, folder), ...parameters);
const shop = (...parameters: string[]) => shopIn('looked-at', ...parameters);

const ada = {
  firstName: 'Ada',
  lastName: 'Moss',
  email: 'Ada@example.com',
  password: 'a long walk home',
  phone: '',
  wantsToResell: true,
  acceptsTerms: true,
  marketing: false,
} as const;
const call = {
  now: new Date('2025-09-01T09:00:00.000Z'),
  clientIp: '192.0.2.1',
  sender: { shopName: 'Flone', shopUrl: 'http://localhost:3000' },
  passwords: cheapPasswords,
  secretBox: plainSecrets,
};

/** Creates two accounts and a mail that could not be sent; returns the mail's id. */
const prepare = async (folder: string): Promise<string> => {
  const { db } = await openShop({ databaseUrl: undefined, dataDir: path.join(home, folder) });
  await register(db, ada, call);
  const after = { ...call, now: new Date(call.now.getTime() + 1) };
  await register(db, { ...ada, email: 'zoe@example.com', firstName: 'Zoë', wantsToResell: false }, after);
  const waiting = await claimMail(db, call.now);
  if (waiting) await markFailed(db, waiting, { problem: 'connect ECONNREFUSED' }, call.now);
  await db.destroy();
  return waiting?.id ?? '';
};
const waiting = await prepare('looked-at');
await prepare('changed');
await prepare('deleted');
const { db: shopToDelete } = await openShop({ databaseUrl: undefined, dataDir: path.join(home, 'deleted') });
const { id } = await shopToDelete.selectFrom('account').select('id').where('email_key', '=', 'ada@example.com').executeTakeFirstOrThrow();
await startSession(shopToDelete, id, call.now);
await shopToDelete
  .insertInto('second_factor')
  .values({ account_id: id, secret: 'A'.repeat(32), created_at: call.now.toISOString(), confirmed_at: call.now.toISOString() })
  .execute();
await shopToDelete.destroy();

describe('the commands user and mail', { timeout: 60_000 }, () => {
  test('accounts and reseller applicants are listed, as a table and as JSON', async () => {
    expect(await shop('user', 'list')).toEqual({
      code: 0,
      err: '',
      out: [
        'EMAIL            NAME      ROLE      ASKS TO RESELL  VERIFIED  SINCE',
        'zoe@example.com  Zoë Moss  customer                  no        2025-09-01',
        'Ada@example.com  Ada Moss  customer  yes             no        2025-09-01',
        '',
      ].join('\n'),
    });
    const { out } = await shop('user', 'list', '--applicants', '--json');
    expect(JSON.parse(out)).toEqual([expect.objectContaining({ email: 'Ada@example.com', role: 'customer', wantsToResell: true })]);
    expect(out).not.toMatch(/argon2|password/i);
  });

  test('accounts are listed page by page, and a full page says how to see the next', async () => {
    const emails = async (...options: string[]): Promise<string[]> =>
      JSON.parse((await shop('user', 'list', '--json', ...options)).out).map(({ email }: { readonly email: string }) => email);
    expect(await emails('--most', '1')).toEqual(['zoe@example.com']);
    expect(await emails('--most', '1', '--page', '2')).toEqual(['Ada@example.com']);
    const { out } = await shop('user', 'list', '--most', '1');
    expect(out).toMatch(/^zoe@example\.com .+\nThere may be more: --page 2\n$/m);
    expect(out).not.toContain('Ada@example.com');
    expect((await shop('user', 'list', '--page', '2')).out).toBe('There are no more.\n');
    expect(await shop('user', 'list', '--most', '0')).toMatchObject({ code: 2 });
  });

  test('an account whose email address was not confirmed does not become a reseller', async () => {
    expect(await shop('user', 'role', 'zoe@example.com', 'reseller')).toEqual({
      code: 1,
      out: '',
      err: 'The owner of zoe@example.com has not confirmed this address yet, so the account cannot become a reseller.\n',
    });
    expect((await shop('mail', 'list')).out).not.toContain('You are now a reseller');
  });

  test('user role makes a customer a reseller, in any case of the address, mails them, and reverts it', async () => {
    const { db } = await openShop({ databaseUrl: undefined, dataDir: path.join(home, 'changed') });
    await db.updateTable('account').set({ verified_at: call.now.toISOString() }).where('email_key', '=', 'ada@example.com').execute();
    // A server ran here, with other settings than those of the command.
    await storeShopUrl(db, 'http://localhost:3000');
    await storeShopUrl(db, 'https://mugs.example');
    await changeShop(db, ({ details, ...data }) => ({ ...data, details: { ...details, name: 'Mugs' } }), { now: call.now });
    expect(await shopIn('changed', 'user', 'role', 'ada@EXAMPLE.com', 'reseller')).toMatchObject({
      code: 0,
      out: 'Ada@example.com is a reseller now.\n',
    });
    expect((await shopIn('changed', 'user', 'list', '--applicants')).out).toBe('Nobody asks to become a reseller.\n');
    const { text } = await db
      .selectFrom('mail')
      .select('text')
      .where('subject', '=', 'You are now a reseller at Mugs')
      .executeTakeFirstOrThrow();
    await db.destroy();
    expect(text).toContain('https://mugs.example/my-account');
    expect(text).not.toContain('localhost');
    expect((await shopIn('changed', 'user', 'role', 'Ada@example.com', 'customer', '--json')).out).toMatch(/"role":"customer"/);
  });

  test('user export writes everything held of a person to a new file, user sign-out ends sessions, user second-factor-off switches two-step sign-in off, and user delete leaves nothing', async () => {
    const file = path.join(home, 'ada.json');
    expect(await shopIn('deleted', 'user', 'export', 'ADA@example.com', file)).toMatchObject({
      code: 0,
      out: `0 orders and 0 messages written to ${file}.\n`,
    });
    const data: unknown = JSON.parse(await readFile(file, 'utf8'));
    expect(data).toMatchObject({ account: { email: 'Ada@example.com', firstName: 'Ada' }, emails: [{ subject: expect.any(String) }] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await shopIn('deleted', 'user', 'export', 'ada@example.com', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists'),
    });
    expect(JSON.parse((await shopIn('deleted', 'user', 'export', 'zoe@example.com')).out)).toMatchObject({ account: { firstName: 'Zoë' } });

    expect((await shopIn('deleted', 'user', 'sign-out', 'Ada@Example.com')).out).toBe('Ada@example.com is signed out on 1 device.\n');
    expect(JSON.parse((await shopIn('deleted', 'user', 'sign-out', 'ada@example.com', '--json')).out)).toMatchObject({ sessions: 0 });

    expect((await shopIn('deleted', 'user', 'second-factor-off', 'ADA@example.com')).out).toBe(
      'Two-step sign-in is off for Ada@example.com. The owner is mailed.\n',
    );
    expect(JSON.parse((await shopIn('deleted', 'user', 'second-factor-off', 'ada@example.com', '--json')).out)).toEqual({
      email: 'Ada@example.com',
      wasOn: false,
    });
    expect((await shopIn('deleted', 'mail', 'list')).out).toContain('Two-step sign-in is off for Flone');

    expect(await shopIn('deleted', 'user', 'delete', 'ada@EXAMPLE.com')).toMatchObject({ code: 0, out: 'The account is deleted.\n' });
    expect((await shopIn('deleted', 'user', 'list')).out).not.toContain('Ada');
    expect((await shopIn('deleted', 'mail', 'list')).out).toContain('Your data at Flone is deleted');
  });

  test('mail list shows why mail is not sent, without its content, and mail retry sends it', async () => {
    const { code, out } = await shop('mail', 'list', '--open');
    expect(code).toBe(0);
    expect(out).toMatch(/^ID +STATE +TRIES +TO +SUBJECT +WRITTEN +PROBLEM\n/);
    expect(out).toMatch(/waiting +1 +Ada@example\.com .* 2025-09-01 +connect ECONNREFUSED/);
    expect(out).not.toContain('token=');
    expect(JSON.parse((await shop('mail', 'retry', waiting, '--json')).out)).toEqual({ mails: 1 });
    expect((await shop('mail', 'retry')).out).toMatch(/mails will be tried again at once by the running shop\.\n$/);
  });

  test('--help of the commands user and mail shows examples', async () => {
    expect((await shop('user', 'role', '--help')).out).toContain('shop user role ada@example.com reseller');
    expect((await shop('mail', 'retry', '--help')).out).toContain('shop mail retry');
  });

  test.each<[string[], number, string]>([
    [['user', 'role', 'nobody@example.com', 'reseller'], 1, 'There is no account with the address nobody@example.com.'],
    [['user', 'role', 'ada@example.com', 'admin'], 2, 'It must be reseller or customer.'],
    [['user', 'role', 'ada@example.com'], 2, "missing required argument 'role'"],
    [['user', 'export', 'nobody@example.com'], 1, 'Nothing is held about the address nobody@example.com.'],
    [['user', 'delete', 'nobody@example.com'], 1, 'Nothing is held about the address nobody@example.com.'],
    [['user', 'delete'], 2, "missing required argument 'email'"],
    [['user', 'second-factor-off', 'nobody@example.com'], 1, 'There is no account with the address nobody@example.com.'],
    [['user', 'sign-out', 'nobody@example.com'], 1, 'There is no account with the address nobody@example.com.'],
    [['mail', 'retry', 'none'], 1, 'There is no unsent mail with this id.'],
  ])('the command %j exits with %d and a message', async (parameters, code, sentence) => {
    const ended = await shop(...parameters);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(sentence);
    expect(ended.err).not.toMatch(/ at .*\.ts:/);
  });
});
