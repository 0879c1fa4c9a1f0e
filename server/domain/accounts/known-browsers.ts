import { createHmac } from 'node:crypto';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { isSameSecret, newToken, sha256 } from '#server/domain/secrets.ts';

/** What a mark is signed with. `since` is when two-step sign-in was switched on, or null. */
type Signer = Pick<Account, 'passwordHash'> & { readonly since: string | null };

// Keyed with the password's hash, which never leaves the server: a new password, or the end of the account, ends all signatures. So does
// switching two-step sign-in on: whoever has the password alone may have collected marks before, each with guesses of the code.
const sign = (nonce: string, { passwordHash, since }: Signer): string =>
  createHmac('sha256', passwordHash)
    .update(since === null ? `known-browser:${nonce}` : `known-browser:${nonce}:${since}`)
    .digest('base64url');

/** What a browser keeps of a sign-in, so that later ones are not limited together with those of strangers. It signs nobody in. */
export const markKnownBrowser = (signer: Signer, nonce = newToken()): string => `${nonce}.${sign(nonce, signer)}`;

/**
 * The mark after a new password by mail. All of an account share one name, and so one limit: otherwise a thief of the mailbox would get new
 * guesses at the code of the second step with each mail.
 */
export const markResetBrowser = (signer: Signer & Pick<Account, 'id'>): string =>
  markKnownBrowser(signer, sha256(`password-reset:${signer.id}`));

/** The browser's own random name, if `mark` was signed for this account; otherwise undefined. */
export const readKnownBrowser = (mark: string | undefined, signer: Signer | undefined): string | undefined => {
  // Without a password there is no key.
  if (mark === undefined || !signer?.passwordHash) return undefined;
  const [nonce = '', signature = ''] = mark.split('.');
  return isSameSecret(signature, sign(nonce, signer)) ? nonce : undefined;
};
