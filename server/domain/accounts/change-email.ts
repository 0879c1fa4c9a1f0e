import type * as z from 'zod/mini';
import type { emailChange } from '#contract/account-forms.ts';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { after, hour } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { type Account, toAccount } from '#server/domain/accounts/account-row.ts';
import { type CallContext, enforceMailAllowed, limitMail } from '#server/domain/accounts/accounts.ts';
import { confirmPassword } from '#server/domain/accounts/confirm-password.ts';
import { type ChangedEmail, deadLink, mailedLinks, readChangedEmail } from '#server/domain/accounts/mailed-links.ts';
import { confirmSecondFactorCode, removeSecondFactorSince } from '#server/domain/accounts/second-factor.ts';
import { endSessions } from '#server/domain/accounts/sessions.ts';
import { endTokens, issueToken, redeemToken } from '#server/domain/accounts/tokens.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { isMessageOf, isOrderOf, ownerOf } from '#server/domain/person.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { claimStockAlerts, moveStockAlerts } from '#server/domain/stock-alerts/stock-alerts.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import {
  emailChangeAskedEmail,
  emailChangedEmail,
  emailChangeEmail,
  emailChangeStoppedEmail,
  emailTakenEmail,
} from '#server/mail/templates/account-emails.ts';

/*
 * Another address for an account, proved at both ends: by its owner, who is signed in and knows the password, and by the new mailbox.
 *
 *     asked ──link to the new address, signed in──> confirmed
 *       └────────link to the old address, 7 days───────┴──────> stopped: the old address, no sessions, no password
 *
 * The mailbox alone is not enough: guest orders of an address belong to its account, so a stranger could collect those of anybody who
 * follows a link without thinking.
 */

const changeLimit: RateLimit = { max: 10, perSeconds: hour };
/** By client address: against guessing tokens. */
const linkLimit: RateLimit = { max: 30, perSeconds: hour };

/** The same whether or not the new address has an account, so that it does not reveal accounts. */
export const changeAskedMessage =
  'We have emailed a link to the new address. Your account keeps its present address until you follow that link and press the button.';

export const changeStoppedMessage =
  'The change is stopped. Your account has this address, everybody was signed out, and we have emailed you a link for a new password.';

const passwordError = { field: 'password', message: 'This is not your password. Nothing was changed.' };

const findHolder = (db: Database, emailKey: string) =>
  db.selectFrom('account').select(['id', 'verified_at']).where('email_key', '=', emailKey).executeTakeFirst();

/**
 * POST /user/email: mails a link to the new address, and one that stops the change to the present one. An address with an account gets
 * another mail, and the caller the same answer. Throws `Invalid` about the field, and `TooMany`.
 */
export const requestEmailChange = async (
  db: Database,
  account: Account,
  { email, password, oneTimeCode }: z.output<typeof emailChange>,
  call: CallContext,
): Promise<void> => {
  const { now, sender } = call;
  await enforceRateLimit(db, { ...changeLimit, key: `change-email:${account.id}`, now });
  const key = emailKeyOf(email);
  if (key === emailKeyOf(account.email)) {
    const message = 'Your account has this address already. Enter another one.';
    throw new Invalid(message, { email: message });
  }
  await confirmPassword(db, account, password, passwordError, call);
  // A recovery code works once: a refusal must not use it up.
  await enforceMailAllowed(db, key, call);
  await confirmSecondFactorCode(db, account, oneTimeCode, call);
  await limitMail(db, key, call);
  await db.transaction().execute(async (transaction) => {
    // Only the newest link to a new address works; those to the old one all do.
    const change = { accountId: account.id, data: JSON.stringify({ from: account.email, to: email } satisfies ChangedEmail) };
    const confirmToken = await issueToken(transaction, 'confirmEmail', { ...change, subject: account.id }, now);
    const stopToken = await issueToken(transaction, 'stopEmail', { ...change, subject: sha256(confirmToken) }, now);
    const holder = await findHolder(transaction, key);
    const toNew = holder && holder.verified_at !== null ? emailTakenEmail(sender) : emailChangeEmail(sender, confirmToken);
    await queueEmail(transaction, email, toNew, now, { priority: 'awaited' });
    await queueEmail(transaction, account.email, emailChangeAskedEmail(sender, { email, token: stopToken }), now);
  });
};

/** Gives an account an address that no verified account has; an unverified one makes way, because the mailbox is proved by now. */
const setEmail = async (
  transaction: Database,
  id: string,
  email: string,
  values: { readonly mailbox_proved_at: string; readonly password_hash?: string },
): Promise<Account> => {
  const key = emailKeyOf(email);
  await transaction.deleteFrom('account').where('email_key', '=', key).where('id', '!=', id).where('verified_at', 'is', null).execute();
  const holder = await findHolder(transaction, key);
  if (holder && holder.id !== id)
    throw new Conflict('This address has an account of its own by now, so nothing was changed. Please write to us if both are yours.');
  const row = await transaction
    .updateTable('account')
    .set({ ...values, email, email_key: key })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAccount(row);
};

/**
 * POST /user/email/confirm: the owner, signed in, follows the link to the new address. Guest orders, messages and mails of the old address
 * stay with the account, its stock alerts move to the new one, every other session than the token `session` ends, and the old address is
 * mailed. Throws `Invalid` with the code `invalid`, and `Conflict` when the new address has another account by now.
 */
export const confirmEmailChange = async (
  db: Database,
  account: Account,
  { token, session }: { readonly token: string; readonly session: string },
  { now, sender }: CallContext,
): Promise<Account> => {
  await enforceRateLimit(db, { ...linkLimit, key: `confirm-email:${account.id}`, now });
  const at = now.toISOString();
  return db.transaction().execute(async (transaction) => {
    const change = await redeemToken(transaction, 'confirmEmail', token, now);
    if (change.account_id !== account.id) throw deadLink('confirmEmail');
    const { from, to } = readChangedEmail(change.data);
    const owner = ownerOf(account);
    await transaction
      .updateTable('order')
      .set({ user_id: account.id })
      .where('order.user_id', 'is', null)
      .where(isOrderOf(owner))
      .execute();
    await transaction.updateTable('message').set({ account_id: account.id }).where(isMessageOf(owner, 'message.email')).execute();
    await transaction.updateTable('mail').set({ account_id: account.id }).where(isMessageOf(owner, 'mail.recipient')).execute();
    await claimStockAlerts(transaction, owner);
    const changed = await setEmail(transaction, account.id, to, { mailbox_proved_at: at });
    // After the account is locked: a password reset asked for at this moment has committed and is ended here, or waits and finds the new address.
    await endTokens(transaction, 'reset', { account_id: account.id }, 'used', now);
    await moveStockAlerts(transaction, changed);
    await endSessions(transaction, account.id, session);
    const until = ukDayOf(after(new Date(change.created_at), mailedLinks.stopEmail.validSeconds));
    await queueEmail(transaction, from, emailChangedEmail(sender, { email: to, until }), now, { accountId: account.id });
    return changed;
  });
};

/**
 * POST /user/email/stop, by the link to the old address: undoes this change and all later ones. Who asked for them knew the password, so
 * the password, every session, and two-step sign-in that was switched on since are removed. Throws `Invalid` with the code `invalid`, and
 * `Conflict` when the old address has another account by now.
 */
export const stopEmailChange = async (db: Database, token: string, { now, sender, clientIp }: CallContext): Promise<void> => {
  await enforceRateLimit(db, { ...linkLimit, key: `stop-email:${clientIp}`, now });
  const at = now.toISOString();
  await db.transaction().execute(async (transaction) => {
    const { data, created_at: since, ...change } = await redeemToken(transaction, 'stopEmail', token, now);
    const accountId = change.account_id ?? '';
    const { from: email } = readChangedEmail(data);
    // Later changes are the same stranger's: their links must not work either.
    await endTokens(transaction, 'confirmEmail', { account_id: accountId }, 'expired', now, since);
    await endTokens(transaction, 'stopEmail', { account_id: accountId }, 'used', now, since);
    await moveStockAlerts(transaction, await setEmail(transaction, accountId, email, { password_hash: '', mailbox_proved_at: at }));
    await endSessions(transaction, accountId);
    // Ends the links that were mailed to the stranger; after the account is locked, as above.
    const resetToken = await issueToken(transaction, 'reset', { subject: accountId, accountId }, now);
    const endedSecondFactor = await removeSecondFactorSince(transaction, accountId, since);
    await queueEmail(transaction, email, emailChangeStoppedEmail(sender, { token: resetToken, endedSecondFactor }), now);
  });
};
