import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits for a cookie or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of `newToken`; ids of orders have another. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** SHA-256 as base64url; the database keeps this in place of tokens, rate-limited keys and payloads. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Constant-time comparison: the duration does not reveal how much of a guess matches. */
export const isSameSecret = (one: string, other: string): boolean => {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
};
