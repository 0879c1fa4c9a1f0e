import { generateSecret, generateURI, verifySync } from 'otplib';
import { renderSVG } from 'uqr';
import type * as z from 'zod/mini';
import type { recoveryCodes, SecondFactorSetUp, secondFactorStatus } from '#contract/account.ts';
import { oneTimeCodeError, type secondFactorChange } from '#contract/account-forms.ts';
import { after, day, minute } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { type Account, requireAccount } from '#server/domain/accounts/account-row.ts';
import { confirmPassword } from '#server/domain/accounts/confirm-password.ts';
import { readKnownBrowser } from '#server/domain/accounts/known-browsers.ts';
import type { PasswordHasher } from '#server/domain/accounts/passwords.ts';
import { endSessions } from '#server/domain/accounts/sessions.ts';
import { addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';
import { Conflict, Failure, Invalid } from '#server/domain/failure.ts';
import { inGroups, randomLetters } from '#server/domain/orders/order-id.ts';
import { enforceGuessLimit, enforceRateLimit, type RateLimit, resetRateLimit } from '#server/domain/rate-limit.ts';
import { retentionSeconds } from '#server/domain/retention.ts';
import { type SecretBox, sealedPrefix } from '#server/domain/secret-box.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import type { Sender } from '#server/mail/templates/account-emails.ts';
import {
  recoveryCodesRenewedEmail,
  recoveryCodeUsedEmail,
  secondFactorOffEmail,
  secondFactorOnEmail,
} from '#server/mail/templates/second-factor-emails.ts';

type Call = { readonly now: Date; readonly sender: Sender; readonly passwords: PasswordHasher; readonly secretBox: SecretBox };
type RecoveryCodes = z.output<typeof recoveryCodes>;
type Change = z.output<typeof secondFactorChange>;

/** Which kind of code was used; a recovery code is deleted with its use. */
export type UsedCode = 'app' | 'recovery';

/** What authenticator apps expect (RFC 6238): 30 seconds, 6 digits, SHA-1. */
const periodSeconds = 30;
const appCodeLength = 6;
const recoveryCodeCount = 10;
/** 80 random bits. */
const recoveryCodeLength = 16;
const changeLimit: RateLimit = { max: 30, perSeconds: 10 * minute };

const hashRecoveryCode = (accountId: string, code: string): string => sha256(`${accountId}:${code}`);

/** The time step of a right code, one step early or late allowed for clocks that differ; undefined for a wrong one. */
const stepOf = (secret: string, code: string, now: Date): number | undefined => {
  if (code.length !== appCodeLength) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, period: periodSeconds, epochTolerance: periodSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
};

const wrongCodeMessage = 'This code is not right, or it was used before. Wait for the next code in your app, or use a recovery code.';
const wrongCode = () => new Invalid(wrongCodeMessage, { oneTimeCode: wrongCodeMessage });
const codeNeeded = () =>
  new Invalid(
    'Please enter the code from your authenticator app, too.',
    { oneTimeCode: 'Enter the code from your authenticator app.' },
    oneTimeCodeError.needed,
  );
/** Throws where the secret cannot be read: sign-in must not continue as if the second step were off. */
const openSecret = (stored: string, accountId: string, { secretBox }: Pick<Call, 'secretBox'>): string => {
  const secret = secretBox.open(stored, accountId);
  if (secret !== undefined) return secret;
  const message = 'We cannot check codes of authenticator apps right now. Please use a recovery code.';
  throw new Failure('busy', message, { oneTimeCode: message });
};
const isOffAlready = () => new Conflict('Two-step sign-in is off. Please reload the page.');

const findFactor = (db: Database, accountId: string) =>
  db
    .selectFrom('second_factor')
    .select(['secret', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();

/** When two-step sign-in was switched on; null while it is off. */
export const secondFactorSince = async (db: Database, accountId: string): Promise<string | null> =>
  (await findFactor(db, accountId))?.confirmed_at ?? null;

/** Whether two-step sign-in is on, and how many recovery codes are left. */
export const readSecondFactor = async (db: Database, accountId: string): Promise<z.output<typeof secondFactorStatus>> => {
  const since = await secondFactorSince(db, accountId);
  const codes = await db.selectFrom('recovery_code').select('code_hash').where('account_id', '=', accountId).execute();
  return { since, recoveryCodesLeft: codes.length };
};

const createRecoveryCodes = async (db: Database, accountId: string): Promise<RecoveryCodes> => {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomLetters(recoveryCodeLength));
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashRecoveryCode(accountId, code) })))
    .execute();
  return { recoveryCodes: codes.map(inGroups) };
};

/**
 * Switches two-step sign-in off if it was switched on since this time, or is being set up; returns whether it was on. Used when a stranger has known
 * the account's password since then.
 */
export const removeSecondFactorSince = async (db: Database, accountId: string, since: string): Promise<boolean> => {
  // Before its codes, as everywhere: in another order, two calls at once would deadlock on PostgreSQL.
  const deleted = await db
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('confirmed_at', 'is', null), where('confirmed_at', '>=', since)]))
    .returning('confirmed_at')
    .executeTakeFirst();
  if (!deleted) return false;
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  return deleted.confirmed_at !== null;
};

const deleteSecondFactor = (db: Database, accountId: string): Promise<boolean> => removeSecondFactorSince(db, accountId, '');

/** Uses a code up: of concurrent calls with the same code, one succeeds. A code of the app also ends those of earlier time steps. */
const redeemCode = async (
  db: Database,
  { id, email }: Pick<Account, 'id' | 'email'>,
  code: string,
  call: Pick<Call, 'now' | 'sender' | 'secretBox'>,
): Promise<UsedCode | undefined> => {
  const { now, sender } = call;
  if (code.length === appCodeLength) {
    const factor = await findFactor(db, id);
    const step = factor && stepOf(openSecret(factor.secret, id, call), code, now);
    if (factor === undefined || step === undefined) return undefined;
    const row = await db
      .updateTable('second_factor')
      .set({ last_step: step })
      .where('account_id', '=', id)
      // Switched off and set up again meanwhile, it has another secret.
      .where('secret', '=', factor.secret)
      .where('last_step', '<', step)
      .returning('account_id')
      .executeTakeFirst();
    return row && 'app';
  }
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('recovery_code')
      .where('account_id', '=', id)
      .where('code_hash', '=', hashRecoveryCode(id, code))
      .returning('account_id')
      .executeTakeFirst();
    if (!row) return undefined;
    const { recoveryCodesLeft } = await readSecondFactor(transaction, id);
    await queueEmail(transaction, email, recoveryCodeUsedEmail(sender, recoveryCodesLeft), now);
    return 'recovery';
  });
};

/** Wrong codes in a row: the lockouts of `enforceGuessLimit` alone would allow 960 a day, each with three right answers in a million. */
const dailyGuessLimit: RateLimit = { max: 50, perSeconds: day };

/** Counts a guess before it is compared, so that parallel guesses gain nothing. */
const redeemLimited = async (
  db: Database,
  account: Account,
  { code, key }: { readonly code: string; readonly key: string },
  call: Call,
): Promise<UsedCode | undefined> => {
  const dailyKey = `${key}:day`;
  await enforceGuessLimit(db, { key, now: call.now });
  await enforceRateLimit(db, { ...dailyGuessLimit, key: dailyKey, now: call.now });
  const used = await redeemCode(db, account, code, call);
  if (used !== undefined) for (const each of [key, dailyKey]) await resetRateLimit(db, each);
  return used;
};

/**
 * The second step of signing in, after the right password; undefined for an account without it. Throws `Invalid` with the code `needed` when
 * there is no code, and 401 for a wrong one. Strangers cannot use up the tries of a browser with a `mark`; all others share one limit.
 */
export const checkSecondFactor = async (
  db: Database,
  account: Account,
  { code, mark }: { readonly code: string | undefined; readonly mark: string | undefined },
  call: Call,
): Promise<UsedCode | undefined> => {
  const factor = await findFactor(db, account.id);
  if (!factor) return undefined;
  if (code === undefined) throw codeNeeded();
  const guesser = readKnownBrowser(mark, { ...account, since: factor.confirmed_at }) ?? account.id;
  const used = await redeemLimited(db, account, { code, key: `login-code:${guesser}` }, call);
  if (used === undefined)
    throw new Failure('unauthorised', wrongCodeMessage, { oneTimeCode: wrongCodeMessage }, { code: oneTimeCodeError.wrong });
  return used;
};

/** Asks an owner with two-step sign-in for a code again. Throws `Invalid` about `oneTimeCode`, with the code `needed` when there is none. */
export const confirmSecondFactorCode = async (db: Database, account: Account, code: string | undefined, call: Call): Promise<void> => {
  if (!(await findFactor(db, account.id))) return;
  if (code === undefined) throw codeNeeded();
  const used = await redeemLimited(db, account, { code, key: `second-factor-code:${account.id}` }, call);
  if (used === undefined) throw wrongCode();
};

const limitChanges = (db: Database, { id }: Account, { now }: Call): Promise<void> =>
  enforceRateLimit(db, { ...changeLimit, key: `second-factor:${id}`, now });

const passwordError = { field: 'password', message: 'This is not your password. Nothing was changed.' };

/** Begins the set-up, replacing an unfinished one; it changes nothing before `confirmSecondFactor`. Throws `Conflict` when it is on already. */
export const startSecondFactor = async (db: Database, account: Account, password: string, call: Call): Promise<SecondFactorSetUp> => {
  await limitChanges(db, account, call);
  await confirmPassword(db, account, password, passwordError, call);
  const secret = generateSecret();
  const values = { secret: call.secretBox.seal(secret, account.id), created_at: call.now.toISOString() };
  const row = await db
    .insertInto('second_factor')
    .values({ ...values, account_id: account.id })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values).where('second_factor.confirmed_at', 'is', null))
    .returning('account_id')
    .executeTakeFirst();
  if (!row) throw new Conflict('Two-step sign-in is on already. Please reload the page.');
  const link = generateURI({ issuer: call.sender.shopName, label: account.email, secret, period: periodSeconds });
  return { secret, link, qrCode: renderSVG(link, { ecc: 'M', border: 4, pixelSize: 1 }) };
};

/**
 * Switches two-step sign-in on by the first code of the app, ends every other session than the token `session`, and mails the owner. Returns
 * the recovery codes. Throws `Invalid` for a wrong code, `Conflict` when there is no set-up of the last hour.
 */
export const confirmSecondFactor = async (
  db: Database,
  account: Account,
  code: string,
  session: string,
  call: Call,
): Promise<RecoveryCodes> => {
  await limitChanges(db, account, call);
  const key = `second-factor-code:${account.id}`;
  await enforceGuessLimit(db, { key, now: call.now });
  const setUp = await db
    .selectFrom('second_factor')
    .select('secret')
    .where('account_id', '=', account.id)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', after(call.now, -retentionSeconds.secondFactorSetUp))
    .executeTakeFirst();
  if (!setUp) throw new Conflict('This set-up has ended. Please reload the page and begin again.');
  const step = stepOf(openSecret(setUp.secret, account.id, call), code, call.now);
  if (step === undefined) throw wrongCode();
  await resetRateLimit(db, key);
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('second_factor')
      .set({ confirmed_at: call.now.toISOString(), last_step: step })
      .where('account_id', '=', account.id)
      .where('secret', '=', setUp.secret)
      .where('confirmed_at', 'is', null)
      .returning('account_id')
      .executeTakeFirst();
    if (!row) throw new Conflict('Two-step sign-in is on already. Please reload the page.');
    await endSessions(transaction, account.id, session);
    await queueEmail(transaction, account.email, secondFactorOnEmail(call.sender), call.now);
    return createRecoveryCodes(transaction, account.id);
  });
};

/** Asks an owner for password and code again. Throws `Invalid` about the field, `Conflict` when two-step sign-in is off. */
const confirmOwner = async (db: Database, account: Account, { password, oneTimeCode }: Change, call: Call): Promise<void> => {
  await limitChanges(db, account, call);
  if (!(await findFactor(db, account.id))) throw isOffAlready();
  await confirmPassword(db, account, password, passwordError, call);
  const used = await redeemLimited(db, account, { code: oneTimeCode, key: `second-factor-code:${account.id}` }, call);
  if (used === undefined) throw wrongCode();
};

/** Switches two-step sign-in off and mails the owner. */
export const endSecondFactor = async (db: Database, account: Account, form: Change, call: Call): Promise<void> => {
  await confirmOwner(db, account, form, call);
  await db.transaction().execute(async (transaction) => {
    if (!(await deleteSecondFactor(transaction, account.id))) throw isOffAlready();
    await queueEmail(transaction, account.email, secondFactorOffEmail(call.sender, 'owner'), call.now);
  });
};

/** Replaces the recovery codes, used or not, and mails the owner. */
export const renewRecoveryCodes = async (db: Database, account: Account, form: Change, call: Call): Promise<RecoveryCodes> => {
  await confirmOwner(db, account, form, call);
  return db.transaction().execute(async (transaction) => {
    // An update that changes nothing, as a row lock: another call may be switching it off.
    const row = await transaction
      .updateTable('second_factor')
      .set((factor) => ({ last_step: factor.ref('last_step') }))
      .where('account_id', '=', account.id)
      .returning('account_id')
      .executeTakeFirst();
    if (!row) throw isOffAlready();
    await queueEmail(transaction, account.email, recoveryCodesRenewedEmail(call.sender), call.now);
    return createRecoveryCodes(transaction, account.id);
  });
};

/**
 * Switches two-step sign-in off for the seller, after proof of identity, and mails the owner; returns whether it was on. `how` the person was checked
 * is kept with who did it at the desk. Throws `NotFound`.
 */
export const removeSecondFactor = (
  db: Database,
  email: string,
  { sender, now, by, how }: Pick<Call, 'sender' | 'now'> & { readonly by?: Staff; readonly how?: string },
): Promise<{ readonly email: string; readonly wasOn: boolean }> =>
  db.transaction().execute(async (transaction) => {
    const account = await requireAccount(transaction, email);
    if (by?.accountId === account.id) throw new Conflict('This is your own account: switch it off in your account, or ask another seller.');
    if (by) await addStaffEvent(transaction, by, account.id, now, how);
    const wasOn = await deleteSecondFactor(transaction, account.id);
    if (wasOn) await queueEmail(transaction, account.email, secondFactorOffEmail(sender, 'seller'), now);
    return { email: account.email, wasOn };
  });

/** Two-step sign-in of the demo seller, switched on where it is not; returns secret and link for an authenticator app. */
export const demoSecondFactor = async (
  db: Database,
  { id, email }: Pick<Account, 'id' | 'email'>,
  { secretBox, sender, now }: Pick<Call, 'secretBox' | 'sender' | 'now'>,
): Promise<{ readonly secret: string; readonly link: string } | undefined> => {
  const at = now.toISOString();
  await db
    .insertInto('second_factor')
    .values({ account_id: id, secret: secretBox.seal(generateSecret(), id), created_at: at, confirmed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const factor = await findFactor(db, id);
  const secret = factor && secretBox.open(factor.secret, id);
  return secret === undefined
    ? undefined
    : { secret, link: generateURI({ issuer: sender.shopName, label: email, secret, period: periodSeconds }) };
};

/**
 * Encrypts with the first key what is stored readable or under a former one; returns how many secrets no key opens. A process that knows only
 * the former key then refuses codes of the app, so all processes should get the new one together.
 */
export const encryptSecondFactors = async (db: Database, { open, seal, prefix }: SecretBox): Promise<number> => {
  const query = db.selectFrom('second_factor').select(['account_id', 'secret']);
  const rows = await (prefix === undefined
    ? query.where('secret', 'like', `${sealedPrefix}%`)
    : query.where('secret', 'not like', `${prefix}%`)
  ).execute();
  let unreadable = 0;
  for (const { account_id, secret: stored } of rows) {
    const secret = open(stored, account_id);
    if (secret === undefined) unreadable += 1;
    else
      await db
        .updateTable('second_factor')
        .set({ secret: seal(secret, account_id) })
        .where('account_id', '=', account_id)
        .where('secret', '=', stored)
        .execute();
  }
  return unreadable;
};
