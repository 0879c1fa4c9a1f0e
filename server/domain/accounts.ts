import { randomUUID } from 'node:crypto';
import type { User } from '#contract/account.ts';
import { passwordFaults, type Registration, type UserChanges } from '#contract/account-forms.ts';
import { type Pence, pounds } from '#contract/money.ts';
import { orderSteps } from '#contract/order.ts';
import { sellerLevel } from '#contract/reseller.ts';
import type { Database } from '#server/db/schema.ts';
import { type Account, toAccount } from '#server/domain/account-row.ts';
import { emailKeyOf } from '#server/domain/email-key.ts';
import { Forbidden, Invalid, NotFound, Unauthorised } from '#server/domain/failure.ts';
import {
  checkCode,
  createOneTimeToken,
  findOneTimeToken,
  type OneTimeToken,
  redeemOneTimeToken,
  revokeVerificationTokens,
  tokenFailure,
} from '#server/domain/one-time-tokens.ts';
import type { PasswordHasher } from '#server/domain/passwords.ts';
import { consumeRateLimit, enforceGuessLimit, enforceRateLimit, type Limit, resetRateLimit } from '#server/domain/rate-limit.ts';
import {
  confirmableRegistrations,
  type Details,
  deleteRegistrations,
  findBrowserRegistration,
  saveRegistration,
} from '#server/domain/registrations.ts';
import { endSessions, hashOfToken, newToken } from '#server/domain/sessions.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { type Email, renderEmail } from '#server/mail/render-email.ts';
import {
  alreadyRegisteredEmail,
  passwordChangedEmail,
  passwordResetEmail,
  resellerEmail,
  type Sender,
  verificationEmail,
} from '#server/mail/templates/account-emails.ts';

/**
 * What comes with a call: when it is, from which address, how the shop signs its mail and hashes passwords. `browser` is the secret that the
 * browser was given when it registered somebody.
 */
export type Call = {
  readonly now: Date;
  readonly from: string;
  readonly sender: Sender;
  readonly passwords: PasswordHasher;
  readonly browser?: string | undefined;
};

const [minute, hour] = [60, 3600];

/** By the caller's address; generous, for a whole office may share one. */
const byAddress = {
  register: { most: 30, perSeconds: hour },
  login: { most: 100, perSeconds: 10 * minute },
  verify: { most: 60, perSeconds: 10 * minute },
  mail: { most: 30, perSeconds: hour },
  reset: { most: 30, perSeconds: hour },
} as const satisfies Record<string, Limit>;

/** By the mailbox, known or not: its reader is not to be flooded, and codes are not to be tried out. */
const byMailbox = {
  register: { most: 5, perSeconds: hour },
  verify: { most: 20, perSeconds: hour },
  mailEachMinute: { most: 1, perSeconds: minute },
  mail: { most: 8, perSeconds: hour },
} as const satisfies Record<string, Limit>;

const byAccount = { update: { most: 60, perSeconds: 10 * minute } } as const satisfies Record<string, Limit>;

const demandAddress = (db: Database, what: keyof typeof byAddress, { from, now }: Call): Promise<void> =>
  enforceRateLimit(db, { ...byAddress[what], key: `${what}:from:${from}`, now });

const demandMailbox = (db: Database, what: keyof typeof byMailbox, emailKey: string, { now }: Call): Promise<void> =>
  enforceRateLimit(db, { ...byMailbox[what], key: `${what}:mailbox:${emailKey}`, now });

const guessesAt = (emailKey: string): string => `login:${emailKey}`;

const send = (db: Database, to: string, letter: Email, now: Date): Promise<void> => queueMail(db, { to, ...renderEmail(letter), now });

const sendCode = async (
  db: Database,
  { id, email, registrationId }: { readonly id: string; readonly email: string; readonly registrationId: string | undefined },
  { sender, now }: Call,
): Promise<void> =>
  send(db, email, verificationEmail(sender, await createOneTimeToken(db, { accountId: id, registrationId }, 'verify', now)), now);

/** Said to everybody who registers, whether or not the address is known. */
export const registered = 'Thank you. We have sent an e-mail with a code to this address: please enter the code to finish.';

/**
 * Registers somebody who cannot sign in before the address is verified. Takes as long and does as much for a known address, which gets a
 * mail that says somebody tried. Several browsers may register one address: each registration keeps its own password, code and link until
 * one of them is confirmed. Answers a secret for the browser's cookie, with which it needs no password to confirm.
 */
export const register = async (db: Database, form: Registration, call: Call): Promise<string> => {
  const key = emailKeyOf(form.email);
  await demandAddress(db, 'register', call);
  await demandMailbox(db, 'register', key, call);
  const secret = newToken();
  const at = call.now.toISOString();
  const details: Details = {
    email: form.email,
    wants_to_resell: form.wantsToResell ? 1 : 0,
    first_name: form.firstName,
    last_name: form.lastName,
    phone: form.phone,
    marketing: form.marketing ? 1 : 0,
    password_hash: await call.passwords.hash(form.password),
    accepted_terms_at: at,
  };
  const typed = { ...details, created_at: at };
  await db.transaction().execute(async (transaction) => {
    const account = await transaction
      .insertInto('account')
      .values({ ...typed, id: randomUUID(), email_key: key, role: 'customer', addresses: '[]', verified_at: null })
      .onConflict((conflict) => conflict.column('email_key').doUpdateSet(typed).where('account.verified_at', 'is', null))
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (!account) return send(transaction, form.email, alreadyRegisteredEmail(call.sender), call.now);
    const registrationId = await saveRegistration(transaction, account.id, details, { secret, before: call.browser, now: call.now });
    await sendCode(transaction, { ...account, registrationId }, call);
  });
  // The code just sent counts: another may be asked for in a minute.
  await consumeRateLimit(db, { ...byMailbox.mailEachMinute, key: `mailEachMinute:mailbox:${key}`, now: call.now });
  return secret;
};

const byEmail = async (db: Database, emailKey: string): Promise<Account | undefined> => {
  const row = await db.selectFrom('account').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
  return row && toAccount(row);
};

/** Whose e-mail address and password these are. One answer for an unknown address and a wrong password, and as slow. */
export const signIn = async (
  db: Database,
  { email, password }: { readonly email: string; readonly password: string },
  call: Call,
): Promise<Account> => {
  const key = emailKeyOf(email);
  await demandAddress(db, 'login', call);
  await enforceGuessLimit(db, { key: guessesAt(key), now: call.now });
  const account = await byEmail(db, key);
  // Unverified, an account has a password for each registration; which one is asked about, only the browser's own can tell.
  const own = account && !account.isVerified ? await findBrowserRegistration(db, account.id, call.browser) : undefined;
  const isRight = await call.passwords.verify(password, own?.details.password_hash ?? account?.passwordHash);
  if (!account || !isRight) throw new Unauthorised('The e-mail address or the password is not right.');
  await resetRateLimit(db, guessesAt(key));
  if (!account.isVerified)
    throw new Forbidden('Please verify your e-mail address first: enter the code that we have sent to it.', 'unverified');
  return account;
};

/**
 * What a proof confirms: the registration of the browser that shows it, or the one whose password is shown with it. To read the mail is not
 * enough: somebody else may have registered the address, and would sign in with a password of their own.
 */
const confirmedBy = async (
  db: Database,
  proof: OneTimeToken,
  password: string | undefined,
  { browser, now, passwords }: Call,
): Promise<Details> => {
  const { accountId, registrationId } = proof;
  const own = await findBrowserRegistration(db, accountId, browser);
  if (own && (registrationId === null || registrationId === own.id)) return own.details;
  if (password === undefined)
    throw new Invalid(
      'Please enter the password that was chosen at registration, too.',
      { password: 'Please enter the password that you chose when you registered.' },
      passwordFaults.needed,
    );
  const guesses = `verify:${registrationId ?? accountId}`;
  await enforceGuessLimit(db, { key: guesses, now });
  for (const details of await confirmableRegistrations(db, proof))
    if (await passwords.verify(password, details.password_hash)) {
      await resetRateLimit(db, guesses);
      return details;
    }
  throw new Invalid(
    'This is not the password that was chosen at registration.',
    { password: 'This is not the password that was chosen when this address was registered.' },
    passwordFaults.wrong,
  );
};

const usedJustNow = () => new Invalid('This link was used just now.', undefined, 'used');

/** Verifies an account with what one registration typed, once; all other registrations of it are over. Throws `Invalid`, code used. */
const verify = (db: Database, { tokenHash, accountId }: OneTimeToken, details: Details, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const at = now.toISOString();
    const account = await transaction
      .updateTable('account')
      .set({ ...details, verified_at: at, mailbox_proved_at: at })
      .where('id', '=', accountId)
      .where('verified_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!account || (await redeemOneTimeToken(transaction, tokenHash, 'verify', now)) === undefined) throw usedJustNow();
    await revokeVerificationTokens(transaction, accountId, now);
    await deleteRegistrations(transaction, accountId);
  });

const wrongCode = () =>
  new Invalid(
    'This code is not right, or it is older than 10 minutes. After five tries a new one is needed.',
    { code: 'Please check the code, or ask for a new one.' },
    'invalid',
  );

/**
 * Verifies an address by the code sent to it, in the browser that registered or with the password chosen there. One answer for a wrong, an old
 * and an exhausted code and for an unknown address; only who has the right code hears of the password.
 */
export const verifyByCode = async (
  db: Database,
  { email, code, password }: { readonly email: string; readonly code: string; readonly password?: string | undefined },
  call: Call,
): Promise<void> => {
  const key = emailKeyOf(email);
  await demandAddress(db, 'verify', call);
  await demandMailbox(db, 'verify', key, call);
  const proof = await checkCode(db, key, code, call.now);
  if (!proof) throw wrongCode();
  const details = await confirmedBy(db, proof, password, call);
  await verify(db, proof, details, call.now).catch((error: unknown) => {
    throw error instanceof Invalid ? wrongCode() : error;
  });
};

/**
 * Verifies an address by the link sent to it, in the browser that registered or with the password chosen there. Throws `Invalid` with the code
 * used, expired or invalid, or one of `passwordFaults`, after which the link still works.
 */
export const verifyByToken = async (
  db: Database,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
  call: Call,
): Promise<void> => {
  await demandAddress(db, 'verify', call);
  const hash = hashOfToken(token);
  const proof = await findOneTimeToken(db, hash, 'verify', call.now);
  if (!proof) throw (await tokenFailure(db, hash, 'verify', call.now)) ?? usedJustNow();
  await verify(db, proof, await confirmedBy(db, proof, password, call), call.now);
};

const demandMail = async (db: Database, key: string, call: Call): Promise<void> => {
  await demandAddress(db, 'mail', call);
  await demandMailbox(db, 'mailEachMinute', key, call);
  await demandMailbox(db, 'mail', key, call);
};

/**
 * Sends a new code to an address that waits to be verified; does nothing for any other, and does not say which it was. The code is for what
 * the asking browser registered; asked for elsewhere, it is for the registration whose password is shown with it.
 */
export const resendCode = async (db: Database, email: string, call: Call): Promise<void> => {
  const key = emailKeyOf(email);
  await demandMail(db, key, call);
  const account = await byEmail(db, key);
  if (!account || account.isVerified) return;
  await db.transaction().execute(async (transaction) => {
    // Locks the row, so that nobody verifies the account, and drops the registration, in the meantime.
    const waiting = await transaction
      .updateTable('account')
      .set({ email_key: key })
      .where('id', '=', account.id)
      .where('verified_at', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (!waiting) return;
    const own = await findBrowserRegistration(transaction, waiting.id, call.browser);
    await sendCode(transaction, { ...waiting, email: own?.details.email ?? waiting.email, registrationId: own?.id }, call);
  });
};

/** Sends a link for a new password to an address that has an account; does nothing for any other, and does not say which it was. */
export const requestPasswordReset = async (db: Database, email: string, call: Call): Promise<void> => {
  const key = emailKeyOf(email);
  await demandMail(db, key, call);
  const account = await byEmail(db, key);
  if (!account) return;
  await db.transaction().execute(async (transaction) => {
    const { token } = await createOneTimeToken(transaction, { accountId: account.id }, 'reset', call.now);
    await send(transaction, account.email, passwordResetEmail(call.sender, token), call.now);
  });
};

/**
 * Sets a new password by the link of a mail, once, and ends every session. Whoever reads the mail and chooses the
 * password is one person, so the address is verified as well. Throws `Invalid` with the code used, expired or invalid.
 */
export const resetPassword = async (
  db: Database,
  { token, password }: { readonly token: string; readonly password: string },
  call: Call,
): Promise<void> => {
  await demandAddress(db, 'reset', call);
  const hash = hashOfToken(token);
  // Asked first: a link that does not work is not worth the hashing.
  const refusal = await tokenFailure(db, hash, 'reset', call.now);
  if (refusal) throw refusal;
  const passwordHash = await call.passwords.hash(password);
  const at = call.now.toISOString();
  const account = await db.transaction().execute(async (transaction) => {
    const accountId = await redeemOneTimeToken(transaction, hash, 'reset', call.now);
    if (accountId === undefined) return undefined;
    const row = await transaction
      .updateTable('account')
      .set((current) => ({
        password_hash: passwordHash,
        verified_at: current.fn.coalesce('verified_at', current.val(at)),
        mailbox_proved_at: at,
      }))
      .where('id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await revokeVerificationTokens(transaction, accountId, call.now);
    await deleteRegistrations(transaction, accountId);
    await endSessions(transaction, accountId);
    await send(transaction, row.email, passwordChangedEmail(call.sender), call.now);
    return row;
  });
  if (!account) throw (await tokenFailure(db, hash, 'reset', call.now)) ?? usedJustNow();
  await resetRateLimit(db, guessesAt(account.email_key));
};

/** What a reseller's orders have come to: the goods of those that were paid. */
const resellerSales = async (db: Database, userId: string): Promise<Pence> => {
  const row = await db
    .selectFrom('order')
    .select(({ fn }) => fn.sum<string | number | null>('goods_total').as('sales'))
    .where('user_id', '=', userId)
    .where('status', 'in', orderSteps)
    .executeTakeFirst();
  return Number(row?.sales ?? 0) as Pence;
};

/** An account as its owner sees it. */
export const toUser = async (db: Database, account: Account): Promise<User> => {
  const { id, role, firstName, lastName, email, phone, addresses, wantsToResell, marketing } = account;
  const known = { _id: id, role, firstName, lastName, email, phone, addresses: [...addresses], wantsToResell, marketing };
  if (role !== 'reseller') return known;
  const sales = await resellerSales(db, id);
  const { level, commission } = sellerLevel(sales);
  return { ...known, reseller: { level, sales: pounds(sales), commission } };
};

/** Settles a change of password with the current one; answers the new hash. */
const changedPassword = async (
  db: Database,
  account: Account,
  { password, currentPassword }: UserChanges,
  { now, passwords }: Call,
): Promise<string | undefined> => {
  if (password === undefined) return undefined;
  if (currentPassword === undefined)
    throw new Invalid('Please enter your current password as well.', { currentPassword: 'Please enter your current password.' });
  const guesses = `password:${account.id}`;
  await enforceGuessLimit(db, { key: guesses, now });
  if (!(await passwords.verify(currentPassword, account.passwordHash)))
    throw new Invalid('Your current password is not right.', { currentPassword: 'This is not your current password.' });
  await resetRateLimit(db, guesses);
  return passwords.hash(password);
};

/**
 * Changes what the owner of an account may change. A new password needs the current one, ends every other session than
 * `session` and is told by mail.
 */
export const updateAccount = async (
  db: Database,
  account: Account,
  changes: UserChanges,
  session: string,
  call: Call,
): Promise<Account> => {
  await enforceRateLimit(db, { ...byAccount.update, key: `update:${account.id}`, now: call.now });
  const passwordHash = await changedPassword(db, account, changes, call);
  const addresses = changes.addresses?.map((address) => ({ ...address, _id: address._id ?? randomUUID() }));
  const values = {
    ...(changes.firstName !== undefined && { first_name: changes.firstName }),
    ...(changes.lastName !== undefined && { last_name: changes.lastName }),
    ...(changes.phone !== undefined && { phone: changes.phone }),
    ...(changes.marketing !== undefined && { marketing: changes.marketing ? 1 : 0 }),
    ...(changes.wantsToResell && { wants_to_resell: 1 }),
    ...(addresses && { addresses: JSON.stringify(addresses) }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
  };
  if (Object.keys(values).length === 0) return account;
  return db.transaction().execute(async (transaction) => {
    const row = await transaction.updateTable('account').set(values).where('id', '=', account.id).returningAll().executeTakeFirstOrThrow();
    if (passwordHash !== undefined) {
      await endSessions(transaction, account.id, session);
      await send(transaction, row.email, passwordChangedEmail(call.sender), call.now);
    }
    return toAccount(row);
  });
};

/**
 * The seller grants or takes back the reseller's role, which settles an application; a new reseller is told by mail.
 * Setting the role that an account has changes nothing.
 */
export const setRole = (
  db: Database,
  email: string,
  role: Account['role'],
  { sender, now }: Pick<Call, 'sender' | 'now'>,
): Promise<Account> =>
  db.transaction().execute(async (transaction) => {
    const key = emailKeyOf(email);
    const changed = await transaction
      .updateTable('account')
      .set({ role })
      .where('email_key', '=', key)
      .where('role', '!=', role)
      .returning('email')
      .executeTakeFirst();
    if (changed && role === 'reseller') await send(transaction, changed.email, resellerEmail(sender), now);
    const row = await transaction
      .updateTable('account')
      .set({ wants_to_resell: 0 })
      .where('email_key', '=', key)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new NotFound(`There is no account with the address ${email}.`);
    return toAccount(row);
  });

/** Every account, the newest first; `isApplicant` keeps those who ask to become resellers. */
export const listAccounts = async (db: Database, { isApplicant }: { readonly isApplicant: boolean }): Promise<Account[]> => {
  const rows = await db
    .selectFrom('account')
    .selectAll()
    .$if(isApplicant, (query) => query.where('wants_to_resell', '=', 1))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toAccount);
};
