import { randomBytes } from 'node:crypto';
import { readOrderId } from '#server/domain/order-id.ts';

/** What a reference is of: a refund request or a message. */
type Prefix = 'R' | 'M';

/** Crockford's base 32, as in order ids. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const inForm = (prefix: Prefix, letters: string): string => `${prefix}-${letters.slice(0, 4)}-${letters.slice(4)}`;

/** A number to talk about: `R-XXXX-XXXX`. It opens nothing. */
export const newReference = (prefix: Prefix): string =>
  inForm(prefix, [...randomBytes(8)].map((byte) => alphabet.charAt(byte % alphabet.length)).join(''));

/** A reference as somebody typed it: case, spaces and dashes do not count. */
export const readReference = (prefix: Prefix, text: string): string =>
  inForm(
    prefix,
    readOrderId(text)
      .replaceAll('-', '')
      .replace(new RegExp(`^${prefix}(?=.{8}$)`), ''),
  );
