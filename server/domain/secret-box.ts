import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** AES-256 in Galois/Counter Mode (NIST SP 800-38D): what was changed or moved to another owner is not opened. */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const sealedForm = /^enc1\.(?<id>[\da-f]{8})\.(?<sealed>[\w-]+)$/;

/** An id of a key, which does not reveal the key. */
const idOf = (key: Uint8Array): string => createHash('sha256').update('secrets-key:').update(key).digest('hex').slice(0, 8);

/** Hides what the shop must be able to read or find again, so that a copy of the database alone does not reveal it. */
export type SecretBox = {
  /** Encrypts with the first key; without a key, returns the text itself. */
  readonly seal: (text: string, ownerId: string) => string;
  /** The text; `undefined` if no key opens it. A text that was never sealed is given as it is. */
  readonly open: (stored: string, ownerId: string) => string | undefined;
  /** Prefix of everything sealed with the first key; `undefined` without a key. */
  readonly prefix: string | undefined;
  /** HMAC-SHA-256 with a key derived from the first one, so that guessable values, such as an IP address, cannot be found by hashing guesses. */
  readonly hash: (text: string) => string;
};

/** Prefix of everything sealed, whatever the key. Secrets of authenticator apps are base32, which has no dot. */
export const sealedPrefix = 'enc1.';

/** Keys of 256 bits: the first one seals, each opens what it has sealed. */
export const createSecretBox = (keys: readonly Uint8Array[]): SecretBox => {
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const [first] = keys;
  const prefix = first && `${sealedPrefix}${idOf(first)}.`;
  const hashKey = Buffer.from(hkdfSync('sha256', first ?? '', '', 'hash', 32));
  return {
    prefix,
    hash: (text) => createHmac('sha256', hashKey).update(text).digest('base64url'),
    seal: (text, ownerId) => {
      if (first === undefined || prefix === undefined) return text;
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, first, nonce).setAAD(Buffer.from(ownerId));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${prefix}${sealed.toString('base64url')}`;
    },
    open: (stored, ownerId) => {
      if (!stored.startsWith(sealedPrefix)) return stored;
      const { id = '', sealed = '' } = sealedForm.exec(stored)?.groups ?? {};
      const key = byId.get(id);
      const bytes = Buffer.from(sealed, 'base64url');
      if (key === undefined || bytes.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(ownerId))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
};
