import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, which are misread or misheard. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Five bits each: 80 random bits, because the id alone opens the order. */
const letters = 16;
const perGroup = 4;

const inGroups = (id: string): string => id.match(new RegExp(`.{1,${perGroup}}`, 'g'))?.join('-') ?? id;

/** A new order's id, as it is printed and kept: `XXXX-XXXX-XXXX-XXXX`. */
export const newOrderId = (): string =>
  // 32 divides 256, so that every letter is as likely as any other.
  inGroups([...randomBytes(letters)].map((byte) => alphabet.charAt(byte % alphabet.length)).join(''));

/** An id as somebody typed or heard it: case, spaces and dashes do not count, O is 0, I and L are 1. What is no id comes back as it cannot be. */
export const readOrderId = (text: string): string =>
  inGroups(
    text
      .slice(0, 200)
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  );
