import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, which are misread or misheard. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 random bits, because the id alone gives access to the order. */
const idLength = 16;

/** Random letters of Crockford's base 32, five bits each; 32 divides 256, so there is no modulo bias. */
export const randomLetters = (count: number): string =>
  [...randomBytes(count)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');

/** Letters in groups of four, with dashes between them. */
export const inGroups = (id: string): string => id.match(/.{1,4}/g)?.join('-') ?? id;

/** A new order's id, as printed and stored: `XXXX-XXXX-XXXX-XXXX`. */
export const newOrderId = (): string => inGroups(randomLetters(idLength));

/**
 * Normalises a typed id: ignores case, spaces, dashes and the word "Order" before it, reads O as 0, I and L as 1. Other text gives an id
 * that matches no order.
 */
export const readOrderId = (text: string): string =>
  inGroups(
    text
      .slice(0, 200)
      .toUpperCase()
      .replace(/^\W*ORDER\W+/, '')
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  );
