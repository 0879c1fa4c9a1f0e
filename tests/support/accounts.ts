import type { Registration } from '#contract/account-forms.ts';
import { toAccount } from '#server/domain/accounts/account-row.ts';
import { register, setRole, updateAccount } from '#server/domain/accounts/accounts.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { cheapPasswords, plainSecrets } from '#tests/support/passwords.ts';
import { theBrowserHasRegistered, theBrowserHasSession, withShopDatabase } from './api.ts';

/** The password of every account of the tests. */
export const herPassword = 'a long walk home';

const form: Registration = {
  firstName: 'Ada',
  lastName: 'Moss',
  email: 'ada@example.com',
  password: herPassword,
  phone: '',
  acceptsTerms: true,
  wantsToResell: false,
  marketing: false,
};

const sender = { shopName: 'Flone', shopUrl: 'https://shop.example' };

type AccountOptions = {
  readonly isVerified?: boolean;
  readonly role?: 'customer' | 'reseller';
  /** She registered in another browser than that of the test. */
  readonly isElsewhere?: boolean;
};

/** Ada registers, and verifies her address unless `isVerified` is false. Returns her account. */
export const adaRegisters = ({
  isVerified = true,
  role = 'customer',
  isElsewhere = false,
  ...typed
}: Partial<Registration> & AccountOptions = {}) =>
  withShopDatabase(async (db, now) => {
    const secret = await register(
      db,
      { ...form, ...typed },
      { now, clientIp: '192.0.2.1', sender, passwords: cheapPasswords, secretBox: plainSecrets },
    );
    if (!isElsewhere) theBrowserHasRegistered(secret);
    const at = now.toISOString();
    if (isVerified) await db.updateTable('account').set({ verified_at: at, mailbox_proved_at: at }).execute();
    if (role === 'reseller') await setRole(db, typed.email ?? form.email, role, { sender, now });
    // The rate limit of mails must not apply to the test itself.
    await db.deleteFrom('limit_hit').execute();
    const row = await db
      .selectFrom('account')
      .selectAll()
      .where('email', '=', typed.email ?? form.email)
      .executeTakeFirstOrThrow();
    return toAccount(row);
  });

/** Ada registers and is signed in, with some changes to her account. */
export const adaIsSignedIn = async (typed: Parameters<typeof adaRegisters>[0] = {}, changes: Parameters<typeof updateAccount>[2] = {}) => {
  const account = await adaRegisters(typed);
  return withShopDatabase(async (db, now) => {
    await updateAccount(db, account, changes, '', {
      now,
      clientIp: '192.0.2.1',
      sender,
      passwords: cheapPasswords,
      secretBox: plainSecrets,
    });
    theBrowserHasSession(await startSession(db, account.id, now));
    return account;
  });
};

/** Ends all sessions in the database, as another device may. */
export const herSessionEnds = () => withShopDatabase((db) => db.deleteFrom('session').execute());

/** The last mail to an address. */
export const lastMailTo = (email: string) =>
  withShopDatabase((db) =>
    db.selectFrom('mail').selectAll().where('recipient', '=', email).orderBy('created_at', 'desc').executeTakeFirstOrThrow(),
  );

/** The code of six digits in a mail. */
export const codeIn = (text: string): string => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';

/** The path and query of the first link in a mail. */
export const linkIn = (text: string): string => /https?:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1] ?? '';
