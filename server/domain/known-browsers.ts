import { createHmac } from 'node:crypto';
import type { Account } from '#server/domain/account-row.ts';
import { isSameSecret, newToken } from '#server/domain/secrets.ts';

// Keyed with the password's hash, which never leaves the server: a new password, or the end of the account, ends all signatures.
const sign = (nonce: string, { passwordHash }: Pick<Account, 'passwordHash'>): string =>
  createHmac('sha256', passwordHash).update(`known-browser:${nonce}`).digest('base64url');

/** What a browser keeps of a sign-in, so that later ones are not limited together with those of strangers. It signs nobody in. */
export const markKnownBrowser = (account: Pick<Account, 'passwordHash'>): string => {
  const nonce = newToken();
  return `${nonce}.${sign(nonce, account)}`;
};

/** The browser's own random name, if `mark` was signed for this account; otherwise undefined. */
export const readKnownBrowser = (mark: string | undefined, account: Pick<Account, 'passwordHash'> | undefined): string | undefined => {
  // Without a password there is no key.
  if (mark === undefined || !account?.passwordHash) return undefined;
  const [nonce = '', signature = ''] = mark.split('.');
  return isSameSecret(signature, sign(nonce, account)) ? nonce : undefined;
};
