import './zod-config.ts';
import * as z from 'zod/mini';

// PostgreSQL refuses NUL and lone surrogates; names and addresses have no line breaks.
const notInOneLine = /[\p{Cc}\p{Surrogate}]/u;
const notInManyLines = /(?![\n\r\t])\p{Cc}|\p{Surrogate}/u;

/** A text in an answer, '' if it is missing. */
export const optionalText = z._default(z.string(), '');

/** Whether a text is not blank, and one line of at most `max` characters. */
export const isOneLine = (text: string, max: number): boolean => text.trim() !== '' && text.length <= max && !notInOneLine.test(text);

/** One line of text, trimmed, of `min` to `max` characters. */
export const textLine = (max: number, min: 0 | 1 = 0) =>
  z.string().check(
    z.trim(),
    z.minLength(min),
    z.maxLength(max),
    z.refine((value) => !notInOneLine.test(value)),
  );

/** Text of several lines, trimmed, of `min` to `max` characters. */
export const textBlock = (min: number, max: number) =>
  z.string().check(
    z.trim(),
    z.minLength(min),
    z.maxLength(max),
    z.refine((value) => !notInManyLines.test(value)),
  );

/** An email address by its format; whether it exists is verified by email. */
export const emailAddress = z.string().check(z.trim(), z.maxLength(254), z.email());
