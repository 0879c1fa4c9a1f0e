import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { SavedAddress, User } from '#contract/account.ts';
import {
  accountLimits,
  type credentials,
  passwordErrorCodes,
  type Registration,
  type sessionsToEnd,
  type UserChanges,
} from '#contract/account-forms.ts';
import { fullName } from '#contract/full-name.ts';
import { pounds } from '#contract/money.ts';
import { sellerLevel } from '#contract/reseller.ts';
import { hour, minute } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import { type Account, findAccount, requireAccount, toAccount } from '#server/domain/accounts/account-row.ts';
import { confirmPassword } from '#server/domain/accounts/confirm-password.ts';
import { deletePersonalData } from '#server/domain/accounts/erasure.ts';
import { readKnownBrowser } from '#server/domain/accounts/known-browsers.ts';
import { deadLink } from '#server/domain/accounts/mailed-links.ts';
import type { PasswordHasher } from '#server/domain/accounts/passwords.ts';
import { exportPersonalData, type PersonalData } from '#server/domain/accounts/personal-data.ts';
import {
  checkCode,
  checkLink,
  confirmableRegistrations,
  endRegistrations,
  findBrowserRegistration,
  issueProof,
  type MailboxProof,
  type RegistrationDetails,
  saveRegistration,
} from '#server/domain/accounts/registrations.ts';
import { checkSecondFactor, secondFactorSince, type UsedCode } from '#server/domain/accounts/second-factor.ts';
import { endSessionById, endSessions } from '#server/domain/accounts/sessions.ts';
import { issueToken, peekToken, redeemToken } from '#server/domain/accounts/tokens.ts';
import { addStaffEvent, lastActorOf, type Staff } from '#server/domain/desk/staff.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { Conflict, Forbidden, Invalid, Unauthorised } from '#server/domain/failure.ts';
import { ownerOf } from '#server/domain/person.ts';
import {
  consumeRateLimit,
  enforceGuessLimit,
  enforceNotBlocked,
  enforceRateLimit,
  type RateLimit,
  resetRateLimit,
} from '#server/domain/rate-limit.ts';
import type { SecretBox } from '#server/domain/secret-box.ts';
import { newToken } from '#server/domain/secrets.ts';
import { resellerSales } from '#server/domain/seller/reseller-sales.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import {
  alreadyRegisteredEmail,
  passwordChangedEmail,
  passwordResetEmail,
  resellerEmail,
  type Sender,
  verificationEmail,
} from '#server/mail/templates/account-emails.ts';

/** `sender` signs mail; `browser` is the secret of the cookie that a registration set, `knownBrowser` the mark that a sign-in left. */
export type CallContext = {
  readonly now: Date;
  readonly clientIp: string;
  readonly sender: Sender;
  readonly passwords: PasswordHasher;
  readonly secretBox: SecretBox;
  readonly browser?: string | undefined;
  readonly knownBrowser?: string | undefined;
};

/** By client address; generous, because an office may share one. */
const clientLimits = {
  register: { max: 30, perSeconds: hour },
  login: { max: 100, perSeconds: 10 * minute },
  verify: { max: 60, perSeconds: 10 * minute },
  mail: { max: 30, perSeconds: hour },
  reset: { max: 30, perSeconds: hour },
} as const satisfies Record<string, RateLimit>;

/** By email address, with or without an account: against flooding the mailbox and against guessing codes. */
const mailboxLimits = {
  register: { max: 15, perSeconds: hour },
  verify: { max: 20, perSeconds: hour },
  mailEachMinute: { max: 1, perSeconds: minute },
  mail: { max: 8, perSeconds: hour },
} as const satisfies Record<string, RateLimit>;

/** By email address and client address together, so that a stranger does not use up the registrations of somebody else's mailbox. */
const registrationsFromClient: RateLimit = { max: 5, perSeconds: hour };

const updateLimit: RateLimit = { max: 60, perSeconds: 10 * minute };
const exportLimit: RateLimit = { max: 10, perSeconds: hour };

const clientLimit = (action: keyof typeof clientLimits, { clientIp, now }: CallContext) => ({
  ...clientLimits[action],
  key: `${action}:from:${clientIp}`,
  now,
});

const mailboxLimit = (action: keyof typeof mailboxLimits, emailKey: string, { now }: CallContext) => ({
  ...mailboxLimits[action],
  key: `${action}:mailbox:${emailKey}`,
  now,
});

const limitClient = (db: Database, action: keyof typeof clientLimits, call: CallContext): Promise<void> =>
  enforceRateLimit(db, clientLimit(action, call));

const limitMailbox = (db: Database, action: keyof typeof mailboxLimits, emailKey: string, call: CallContext): Promise<void> =>
  enforceRateLimit(db, mailboxLimit(action, emailKey, call));

/** Per account and client IP address, so that nobody can lock out somebody who signs in from another IP address. */
const loginGuessKey = (emailKey: string, clientIp: string): string => `login:${emailKey}:${clientIp}`;

/** Limit of guesses at one account from all browsers that never signed in to it, however many IP addresses they use. */
const unknownBrowserLimit: RateLimit = { max: 100, perSeconds: hour };

const sendCode = async (
  db: Database,
  { id, email, registration }: { readonly id: string; readonly email: string; readonly registration: string | undefined },
  { sender, now }: CallContext,
): Promise<void> => {
  const proof = await issueProof(db, { accountId: id, registration }, now);
  await queueEmail(db, email, verificationEmail(sender, proof), now, { priority: 'awaited' });
};

/** The same whether or not the address has an account, so that it does not reveal accounts. */
export const registeredMessage = 'Thank you. We have emailed a code to this address: enter it to finish.';

/**
 * Creates an unverified account, or mails the owner of a verified one; a password is hashed for both. Each browser's registration keeps its
 * own password, code and link until one is confirmed. Returns the secret for the browser's cookie.
 */
export const register = async (db: Database, form: Registration, call: CallContext): Promise<string> => {
  const key = emailKeyOf(form.email);
  await limitClient(db, 'register', call);
  const pair = `register:mailbox:${key}:from:${call.clientIp}`;
  await enforceRateLimit(db, { ...registrationsFromClient, key: pair, now: call.now });
  await limitMailbox(db, 'register', key, call);
  const secret = newToken();
  const at = call.now.toISOString();
  const details: RegistrationDetails = {
    email: form.email,
    wants_to_resell: form.wantsToResell ? 1 : 0,
    first_name: form.firstName,
    last_name: form.lastName,
    phone: form.phone,
    marketing: form.marketing ? 1 : 0,
    password_hash: await call.passwords.hash(form.password),
    accepted_terms_at: at,
  };
  const values = { ...details, created_at: at };
  await db.transaction().execute(async (transaction) => {
    const account = await transaction
      .insertInto('account')
      .values({ ...values, id: randomUUID(), email_key: key, role: 'customer', addresses: '[]' })
      .onConflict((conflict) => conflict.column('email_key').doUpdateSet(values).where('account.verified_at', 'is', null))
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (!account) return queueEmail(transaction, form.email, alreadyRegisteredEmail(call.sender), call.now, { priority: 'awaited' });
    const registration = await saveRegistration(transaction, account.id, details, { secret, previous: call.browser, now: call.now });
    await sendCode(transaction, { ...account, registration }, call);
  });
  // Counts the code just sent towards the limit of one mail a minute.
  await consumeRateLimit(db, { ...mailboxLimits.mailEachMinute, key: `mailEachMinute:mailbox:${key}`, now: call.now });
  return secret;
};

/**
 * Limits guesses of a password; returns the key to reset after a right one. A browser that has signed in to the account before has limits of its own,
 * so that guesses from however many IP addresses never keep it out (OWASP ASVS 6.3.1).
 */
const limitLogin = async (db: Database, emailKey: string, account: Account | undefined, call: CallContext): Promise<string> => {
  const { now } = call;
  // Queried even without an account, so that an unknown email address is not answered sooner.
  const since = await secondFactorSince(db, account?.id ?? '');
  const knownBrowser = readKnownBrowser(call.knownBrowser, account && { ...account, since });
  if (knownBrowser !== undefined) {
    const key = `login:known:${knownBrowser}`;
    await enforceGuessLimit(db, { key, now });
    return key;
  }
  const key = loginGuessKey(emailKey, call.clientIp);
  await limitClient(db, 'login', call);
  await enforceGuessLimit(db, { key, now });
  await enforceRateLimit(db, { ...unknownBrowserLimit, key: `login:unknown:${emailKey}`, now });
  return key;
};

/**
 * Hashes a right password again if its hash has another cost than new ones. It ends the marks of the account's other known browsers, which are
 * signed with the hash (`known-browsers.ts`).
 */
const renewHash = async (db: Database, account: Account, password: string, { passwords }: CallContext): Promise<Account> => {
  if (passwords.isCurrent(account.passwordHash)) return account;
  const passwordHash = await passwords.hash(password);
  const row = await db
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.passwordHash)
    .returning('id')
    .executeTakeFirst();
  return row ? { ...account, passwordHash } : account;
};

/**
 * Checks credentials. Unknown address and wrong password get the same error after the same time. Only after the right password is the code
 * of the second step asked for, if that is on (`checkSecondFactor`).
 */
export const signIn = async (
  db: Database,
  { email, password, oneTimeCode }: z.output<typeof credentials>,
  call: CallContext,
): Promise<{ readonly account: Account; readonly usedCode: UsedCode | undefined }> => {
  const key = emailKeyOf(email);
  const account = await findAccount(db, email);
  const guessKey = await limitLogin(db, key, account, call);
  // An unverified account has a password per registration; the browser's cookie says which one.
  const registration = account && !account.isVerified ? await findBrowserRegistration(db, account.id, call.browser) : undefined;
  const isMatch = await call.passwords.verify(password, registration?.details.password_hash ?? account?.passwordHash);
  if (!account || !isMatch) throw new Unauthorised("That email or password isn't right.");
  await resetRateLimit(db, guessKey);
  if (!account.isVerified) throw new Forbidden('Confirm your email address first: enter the code we have emailed you.', 'unverified');
  const usedCode = await checkSecondFactor(db, account, { code: oneTimeCode, mark: call.knownBrowser }, call);
  return { account: await renewHash(db, account, password, call), usedCode };
};

/**
 * The registration that a mail confirms: the calling browser's, or the one with this password. The mail alone is not enough: a stranger
 * may have registered the address, and the mailbox's owner would activate the stranger's password.
 */
const findConfirmed = async (
  db: Database,
  proof: MailboxProof,
  password: string | undefined,
  { browser, now, passwords }: CallContext,
): Promise<RegistrationDetails> => {
  const { accountId, registration } = proof;
  const own = await findBrowserRegistration(db, accountId, browser);
  if (own && (registration === undefined || registration === own.hash)) return own.details;
  if (password === undefined)
    throw new Invalid(
      'Enter the password that was chosen at registration, too.',
      { password: 'Enter the password that you chose when you registered.' },
      passwordErrorCodes.needed,
    );
  const guessKey = `verify:${registration ?? accountId}`;
  await enforceGuessLimit(db, { key: guessKey, now });
  for (const details of await confirmableRegistrations(db, proof))
    if (await passwords.verify(password, details.password_hash)) {
      await resetRateLimit(db, guessKey);
      return details;
    }
  throw new Invalid(
    'This is not the password that was chosen at registration.',
    { password: 'This is not the password that was chosen when this address was registered.' },
    passwordErrorCodes.wrong,
  );
};

/** Tells the seller of an account whose owner has proved the address and asks to become a reseller. */
const announceApplicant = async (
  transaction: Database,
  { id, wants_to_resell }: Pick<Tables['account'], 'id' | 'wants_to_resell'>,
  now: Date,
): Promise<void> => {
  if (wants_to_resell === 1) await addSellerNotice(transaction, 'applicant', `${id} ${now.toISOString()}`, now);
};

/** Verifies an account with the details of one registration and deletes the others. Of concurrent calls one returns true. */
const verify = (db: Database, accountId: string, details: RegistrationDetails, now: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const at = now.toISOString();
    const account = await transaction
      .updateTable('account')
      .set({ ...details, verified_at: at, mailbox_proved_at: at })
      .where('id', '=', accountId)
      .where('verified_at', 'is', null)
      .returning(['id', 'wants_to_resell'])
      .executeTakeFirst();
    if (!account) return false;
    await endRegistrations(transaction, accountId, now);
    await announceApplicant(transaction, account, now);
    return true;
  });

const wrongCode = () =>
  new Invalid(
    "This code isn't right, or has expired. After five attempts you need a new one.",
    { code: 'Check the code, or ask for a new one.' },
    'invalid',
  );

/**
 * Verifies an address by its code, in the browser that registered or with the password chosen there. A wrong, expired or exhausted code and
 * an address without an account get the same error; only a right code reveals that a password is missing.
 */
export const verifyByCode = async (
  db: Database,
  { email, code, password }: { readonly email: string; readonly code: string; readonly password?: string | undefined },
  call: CallContext,
): Promise<void> => {
  const key = emailKeyOf(email);
  await limitClient(db, 'verify', call);
  await limitMailbox(db, 'verify', key, call);
  const account = await findAccount(db, email);
  if (!account) throw wrongCode();
  const own = await findBrowserRegistration(db, account.id, call.browser);
  const proof = await checkCode(db, { accountId: account.id, registration: own?.hash }, code, call.now);
  if (!proof) throw wrongCode();
  const details = await findConfirmed(db, proof, password, call);
  if (!(await verify(db, account.id, details, call.now))) throw wrongCode();
};

/**
 * Verifies an address by its link, in the browser that registered or with the password chosen there. Throws `Invalid` with the code `used`,
 * `expired` or `invalid`, or one of `passwordErrorCodes`, after which the link still works.
 */
export const verifyByToken = async (
  db: Database,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
  call: CallContext,
): Promise<void> => {
  await limitClient(db, 'verify', call);
  const proof = await checkLink(db, token, call.now);
  const details = await findConfirmed(db, proof, password, call);
  if (!(await verify(db, proof.accountId, details, call.now))) throw deadLink('verify', 'used');
};

const mailLimits = (emailKey: string, call: CallContext) => [
  clientLimit('mail', call),
  mailboxLimit('mailEachMinute', emailKey, call),
  mailboxLimit('mail', emailKey, call),
];

/** Limits what may be mailed to an address, whether or not it has an account. */
export const limitMail = async (db: Database, key: string, call: CallContext): Promise<void> => {
  for (const limit of mailLimits(key, call)) await enforceRateLimit(db, limit);
};

/** Throws `TooMany` where `limitMail` would, without counting: before a code is used up, for instance. */
export const enforceMailAllowed = async (db: Database, key: string, call: CallContext): Promise<void> => {
  for (const limit of mailLimits(key, call)) await enforceNotBlocked(db, limit);
};

/**
 * Mails a new code to an unverified address; does nothing for any other, without saying so. The code belongs to the calling browser's
 * registration; from another browser, it confirms the registration whose password comes with it.
 */
export const resendCode = async (db: Database, email: string, call: CallContext): Promise<void> => {
  const key = emailKeyOf(email);
  await limitMail(db, key, call);
  const account = await findAccount(db, email);
  if (!account || account.isVerified) return;
  await db.transaction().execute(async (transaction) => {
    // An update that changes nothing, as a row lock: verifying the account meanwhile would delete the registration.
    const unverified = await transaction
      .updateTable('account')
      .set({ email_key: key })
      .where('id', '=', account.id)
      .where('verified_at', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (!unverified) return;
    const own = await findBrowserRegistration(transaction, unverified.id, call.browser);
    await sendCode(transaction, { ...unverified, email: own?.details.email ?? unverified.email, registration: own?.hash }, call);
  });
};

/** Mails a link for a new password to the address of an account; does nothing for any other, without saying so. */
export const requestPasswordReset = async (db: Database, email: string, call: CallContext): Promise<void> => {
  const key = emailKeyOf(email);
  await limitMail(db, key, call);
  const account = await findAccount(db, email);
  if (!account) return;
  await db.transaction().execute(async (transaction) => {
    // Locks the row. If a change of address was undone meanwhile, the link must not go to the address that the account no longer has.
    const current = await transaction
      .updateTable('account')
      .set({ email_key: key })
      .where('id', '=', account.id)
      .where('email_key', '=', key)
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (!current) return;
    const token = await issueToken(transaction, 'reset', { subject: current.id, accountId: current.id }, call.now);
    await queueEmail(transaction, current.email, passwordResetEmail(call.sender, token), call.now, { priority: 'awaited' });
  });
};

/**
 * Sets a new password by a mailed link, once, ends every session, and verifies the address, because the link proves the mailbox. Returns the
 * account. Throws `Invalid` with the code `used`, `expired` or `invalid`.
 */
export const resetPassword = async (
  db: Database,
  { token, password }: { readonly token: string; readonly password: string },
  call: CallContext,
): Promise<Account> => {
  await limitClient(db, 'reset', call);
  // Checked before hashing, which is expensive.
  const { subject: accountId } = await peekToken(db, 'reset', token, call.now);
  const passwordHash = await call.passwords.hash(password);
  const at = call.now.toISOString();
  const account = await db.transaction().execute(async (transaction) => {
    // Account before token, as everywhere: in another order, two calls at once would deadlock on PostgreSQL.
    const row = await transaction
      .updateTable('account')
      .set((current) => ({
        password_hash: passwordHash,
        verified_at: current.fn.coalesce('verified_at', current.val(at)),
        mailbox_proved_at: at,
      }))
      .where('id', '=', accountId)
      .returningAll()
      .executeTakeFirst();
    await redeemToken(transaction, 'reset', token, call.now);
    if (!row) throw deadLink('reset');
    await endRegistrations(transaction, accountId, call.now);
    await endSessions(transaction, accountId);
    if (row.verified_at === at) await announceApplicant(transaction, row, call.now);
    await queueEmail(transaction, row.email, passwordChangedEmail(call.sender), call.now);
    return row;
  });
  await resetRateLimit(db, loginGuessKey(account.email_key, call.clientIp));
  return toAccount(account);
};

/** An account in the contract's shape, for its owner. */
export const toUser = async (db: Database, account: Account): Promise<User> => {
  const { id, role, firstName, lastName, email, phone, addresses, wantsToResell, marketing } = account;
  const base = { _id: id, role, firstName, lastName, email, phone, addresses: [...addresses], wantsToResell, marketing };
  if (role !== 'reseller') return base;
  const sales = await resellerSales(db, id);
  const { level, commission } = sellerLevel(sales);
  return { ...base, reseller: { level, sales: pounds(sales), commission } };
};

/** The hash of the new password, if one is to be set; throws `Invalid` unless the current one is right. */
const hashNewPassword = async (
  db: Database,
  account: Account,
  { password, currentPassword }: UserChanges,
  call: CallContext,
): Promise<string | undefined> => {
  if (password === undefined) return undefined;
  if (currentPassword === undefined)
    throw new Invalid('Enter your current password as well.', { currentPassword: 'Enter your current password.' });
  await confirmPassword(db, account, currentPassword, { field: 'currentPassword', message: 'This is not your current password.' }, call);
  return call.passwords.hash(password);
};

/** Deletes an account and what else is held of its owner; throws `Invalid` unless the password is right. */
export const deleteAccount = async (db: Database, account: Account, password: string, call: CallContext): Promise<void> => {
  await confirmPassword(db, account, password, { field: 'password', message: 'This is not your password. Nothing was deleted.' }, call);
  await deletePersonalData(db, ownerOf(account), call);
};

/** Everything held of an account's owner; limited, because it reads much. */
export const exportAccount = async (db: Database, account: Account, { now }: CallContext): Promise<PersonalData> => {
  await enforceRateLimit(db, { ...exportLimit, key: `export:${account.id}`, now });
  return exportPersonalData(db, ownerOf(account), now);
};

/** Ends one of an owner's sessions by its id, or all but that of the token `session`. */
export const endOwnSessions = async (
  db: Database,
  account: Account,
  which: z.output<typeof sessionsToEnd>,
  session: string,
  { now }: CallContext,
): Promise<void> => {
  await enforceRateLimit(db, { ...updateLimit, key: `sessions:${account.id}`, now });
  if ('id' in which) await endSessionById(db, account.id, which.id);
  else await endSessions(db, account.id, session);
};

/** Ends every session of an account, for the seller; returns its address and how many. Throws `NotFound`. */
export const signOutEverywhere = (
  db: Database,
  email: string,
  { now, by }: { readonly now: Date; readonly by?: Staff | undefined },
): Promise<{ readonly email: string; readonly sessions: number }> =>
  db.transaction().execute(async (transaction) => {
    const account = await requireAccount(transaction, email);
    if (by) await addStaffEvent(transaction, by, account.id, now);
    return { email: account.email, sessions: await endSessions(transaction, account.id) };
  });

/** The saved addresses after an owner's changes of them; throws `Invalid` where they would be too many. */
const changedAddresses = (
  saved: readonly SavedAddress[],
  { addresses = [], removedAddresses = [] }: Pick<UserChanges, 'addresses' | 'removedAddresses'>,
): readonly SavedAddress[] => {
  const changed = saved.filter(({ _id }) => !removedAddresses.includes(_id));
  for (const { _id = randomUUID(), index = changed.length, ...address } of addresses) {
    const found = changed.findIndex((each) => each._id === _id);
    changed.splice(found === -1 ? index : found, found === -1 ? 0 : 1, { ...address, _id });
  }
  if (changed.length > accountLimits.addresses)
    throw new Invalid(`An account can have ${accountLimits.addresses} addresses. Remove one of them first.`);
  return changed;
};

/** Applies an owner's changes. A new password needs the current one, ends every other session than the token `session`, and is mailed. */
export const updateAccount = async (
  db: Database,
  account: Account,
  changes: UserChanges,
  session: string,
  call: CallContext,
): Promise<Account> => {
  await enforceRateLimit(db, { ...updateLimit, key: `update:${account.id}`, now: call.now });
  const passwordHash = await hashNewPassword(db, account, changes, call);
  const values = {
    ...(changes.firstName !== undefined && { first_name: changes.firstName }),
    ...(changes.lastName !== undefined && { last_name: changes.lastName }),
    ...(changes.phone !== undefined && { phone: changes.phone }),
    ...(changes.marketing !== undefined && { marketing: changes.marketing ? 1 : 0 }),
    ...(changes.wantsToResell && { wants_to_resell: 1 }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
  };
  const hasAddresses = changes.addresses !== undefined || changes.removedAddresses !== undefined;
  if (Object.keys(values).length === 0 && !hasAddresses) return account;
  return db.transaction().execute(async (transaction) => {
    const update = (set: Updateable<Tables['account']>) =>
      transaction.updateTable('account').set(set).where('id', '=', account.id).returningAll().executeTakeFirstOrThrow();
    // The id as well, which stays: the row is locked until the addresses that it has now are changed.
    let row = await update({ ...values, id: account.id });
    if (hasAddresses) row = await update({ addresses: JSON.stringify(changedAddresses(toAccount(row).addresses, changes)) });
    if (changes.wantsToResell && !account.wantsToResell) await announceApplicant(transaction, row, call.now);
    if (passwordHash !== undefined) {
      await endSessions(transaction, account.id, session);
      await queueEmail(transaction, row.email, passwordChangedEmail(call.sender), call.now);
    }
    return toAccount(row);
  });
};

/**
 * Sets an account's role, which closes its application, and mails a new reseller. Idempotent. Throws `NotFound`, and `Conflict` for a reseller
 * who has not confirmed the address: anybody may have registered it. At the desk also, with the code `changed` and who it was, where the account
 * has another role than was `seen`, or the application that was seen (`seenApplies`) is answered already.
 */
export const setRole = (
  db: Database,
  email: string,
  role: Account['role'],
  {
    sender,
    now,
    by,
    seen,
    seenApplies = false,
  }: Pick<CallContext, 'sender' | 'now'> & { readonly by?: Staff; readonly seen?: Account['role']; readonly seenApplies?: boolean },
): Promise<Account> =>
  db.transaction().execute(async (transaction) => {
    const key = emailKeyOf(email);
    // Locks the row.
    await transaction.updateTable('account').set({ email_key: key }).where('email_key', '=', key).execute();
    const account = await requireAccount(transaction, email);
    const isOther = seen !== undefined && account.role !== seen;
    if (isOther || (seenApplies && !account.wantsToResell)) {
      const last = await lastActorOf(transaction, account.id);
      const who = last === undefined ? '' : ` (${last})`;
      const name = fullName(account);
      const what = isOther ? `${name} is a ${account.role} by now` : `The application of ${name} is answered already`;
      throw new Conflict(`${what}${who}.`, undefined, 'changed');
    }
    if (by) await addStaffEvent(transaction, by, account.id, now);
    if (role === 'reseller' && !account.isVerified)
      throw new Conflict(`The owner of ${account.email} has not confirmed this address yet, so the account cannot become a reseller.`);
    await transaction.updateTable('account').set({ role, wants_to_resell: 0 }).where('id', '=', account.id).execute();
    if (role === 'reseller' && account.role !== role) await queueEmail(transaction, account.email, resellerEmail(sender), now);
    return { ...account, role, wantsToResell: false };
  });

/** A page of the accounts, newest first, counted from 1; `isApplicant` keeps those that applied to become resellers. */
export const listAccounts = async (
  db: Database,
  { isApplicant, page, size }: { readonly isApplicant: boolean; readonly page: number; readonly size: number },
): Promise<Account[]> => {
  const rows = await db
    .selectFrom('account')
    .selectAll()
    .$if(isApplicant, (query) => query.where('wants_to_resell', '=', 1))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return rows.map(toAccount);
};
