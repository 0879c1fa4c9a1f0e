import './zod-config.ts';
import * as z from 'zod/mini';

// No database keeps a NUL or half a surrogate pair, and no name has a line break in it.
const notInOneLine = /[\p{Cc}\p{Surrogate}]/u;
const notInManyLines = /(?![\n\r\t])\p{Cc}|\p{Surrogate}/u;

/** One line of text, trimmed: at least and at most so many characters. */
export const textLine = (most: number, least: 0 | 1 = 0) =>
  z.string().check(
    z.trim(),
    z.minLength(least),
    z.maxLength(most),
    z.refine((value) => !notInOneLine.test(value)),
  );

/** Text of several lines, trimmed: at least and at most so many characters. */
export const textBlock = (least: number, most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(least),
    z.maxLength(most),
    z.refine((value) => !notInManyLines.test(value)),
  );

/** An address of a mailbox by its form; whether somebody reads it, only a mail can tell. */
export const emailAddress = z.string().check(z.trim(), z.maxLength(254), z.email());
