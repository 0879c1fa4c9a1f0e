import './zod-config.ts';
import * as z from 'zod/mini';

// PostgreSQL refuses NUL and lone surrogates; names and addresses have no line breaks.
const notInOneLine = /[\p{Cc}\p{Surrogate}]/u;
const notInManyLines = /(?![\n\r\t])\p{Cc}|\p{Surrogate}/u;

// Letters that turn the direction of what follows, "gpj.exe" to "exe.jpg", in whatever it is shown beside.
const directions = /\p{Bidi_Control}/gu;

/** A text without marks of direction: letters have one of their own. */
export const withoutDirections = (text: string): string => text.replaceAll(directions, '');

/** Whether anything of a text can be seen. Blank are also the Hangul fillers and the empty pattern of Braille. */
export const isVisible = (text: string): boolean => /[^\s\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** What was typed, trimmed; '' for nothing that can be seen. */
const typedText = z.overwrite((text: string) => (isVisible(text) ? withoutDirections(text).trim() : ''));

/** A text in an answer, '' if it is missing. */
export const optionalText = z._default(z.string(), '');

/** Whether a text is not blank, and one line of at most `max` characters. */
export const isOneLine = (text: string, max: number): boolean => isVisible(text) && text.length <= max && !notInOneLine.test(text);

/** One line of text as `typedText`, of `min` to `max` characters. */
export const textLine = (max: number, min: 0 | 1 = 0) =>
  z.string().check(
    typedText,
    z.minLength(min),
    z.maxLength(max),
    z.refine((value) => !notInOneLine.test(value)),
  );

/** Text of several lines as `typedText`, of `min` to `max` characters. */
export const textBlock = (min: number, max: number) =>
  z.string().check(
    typedText,
    z.minLength(min),
    z.maxLength(max),
    z.refine((value) => !notInManyLines.test(value)),
  );

/** An email address by its format; whether it exists is verified by email. */
export const emailAddress = z.string().check(z.trim(), z.maxLength(254), z.email());
