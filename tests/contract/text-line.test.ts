import { describe, expect, test } from 'vitest';
import { emailAddress, isOneLine, textBlock, textLine } from '#contract/text-line.ts';

const accepts = (schema: ReturnType<typeof textLine>, text: string): boolean => schema.safeParse(text).success;

describe('one line of text', () => {
  test('one line of text is trimmed before it is measured', () => {
    expect(textLine(3, 1).parse(' abc ')).toBe('abc');
    expect(accepts(textLine(3, 1), '   ')).toBe(false);
    expect(accepts(textLine(3), '   ')).toBe(true);
    expect(accepts(textLine(3), 'abcd')).toBe(false);
  });

  test.each(['a\nb', 'a\tb', 'a\0b', 'a\u0085b', 'a\uD83D', '\uDE00b'])(
    'one line of text is refused as %j: control characters and lone surrogates are not allowed',
    (text) => {
      expect(accepts(textLine(10), text)).toBe(false);
    },
  );

  test.each(['Zoë 😀', 'Łódź', 'a–b', '李'])('one line of text accepts %s', (text) => {
    expect(textLine(10).parse(text)).toBe(text);
  });
});

test('a text is one line when it is not blank, as long as allowed at most, and without line breaks', () => {
  expect(['a', 'abc'].map((text) => isOneLine(text, 3))).toEqual([true, true]);
  expect(['', '  ', 'abcd', 'a\nb'].map((text) => isOneLine(text, 3))).toEqual([false, false, false, false]);
});

describe('text of several lines', () => {
  test('text of several lines is trimmed before it is measured', () => {
    expect(textBlock(2, 3).parse('\n abc \n')).toBe('abc');
    expect([' a ', 'abcd'].some((text) => accepts(textBlock(2, 3), text))).toBe(false);
  });

  test('text of several lines may have line breaks and tabs', () => {
    expect(textBlock(0, 10).parse('a\r\n\tb 😀')).toBe('a\r\n\tb 😀');
  });

  test.each(['a\0b', 'a\u0007b', 'a\u0085b', 'a\uD83D', '\uDE00b'])(
    'text of several lines is refused as %j: control characters and lone surrogates are not allowed',
    (text) => {
      expect(accepts(textBlock(0, 10), text)).toBe(false);
    },
  );
});

test('an e-mail address is trimmed, is valid, and has at most 254 characters', () => {
  expect(emailAddress.parse(' ada@example.com ')).toBe('ada@example.com');
  const ofLength = (length: number): string => `ada@${'a.'.repeat((length - 8) / 2)}info`;
  expect(ofLength(254)).toHaveLength(254);
  expect(emailAddress.safeParse(ofLength(254)).success).toBe(true);
  expect([ofLength(256), 'ada', ''].some((address) => emailAddress.safeParse(address).success)).toBe(false);
});
