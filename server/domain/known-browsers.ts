import { createHmac } from 'node:crypto';
import type { Account } from '#server/domain/account-row.ts';
import { isSameSecret, newToken, sha256 } from '#server/domain/secrets.ts';

// Keyed with the password's hash, which never leaves the server: a new password, or the end of the account, ends all signatures.
const sign = (nonce: string, { passwordHash }: Pick<Account, 'passwordHash'>): string =>
  createHmac('sha256', passwordHash).update(`known-browser:${nonce}`).digest('base64url');

/** What a browser keeps of a sign-in, so that later ones are not limited together with those of strangers. It signs nobody in. */
export const markKnownBrowser = (account: Pick<Account, 'passwordHash'>, nonce = newToken()): string => `${nonce}.${sign(nonce, account)}`;

/**
 * The mark after a new password by mail. All of an account share one name, and so one limit: otherwise a thief of the mailbox would get new
 * guesses at the code of the second step with each mail.
 */
export const markResetBrowser = (account: Pick<Account, 'id' | 'passwordHash'>): string =>
  markKnownBrowser(account, sha256(`password-reset:${account.id}`));

/** The browser's own random name, if `mark` was signed for this account; otherwise undefined. */
export const readKnownBrowser = (mark: string | undefined, account: Pick<Account, 'passwordHash'> | undefined): string | undefined => {
  // Without a password there is no key.
  if (mark === undefined || !account?.passwordHash) return undefined;
  const [nonce = '', signature = ''] = mark.split('.');
  return isSameSecret(signature, sign(nonce, account)) ? nonce : undefined;
};
