import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagingLink } from '#features/chat/messaging-link.ts';

const sendUrl = 'https://messages.example/send';
const phone = '+44 7700 900142';

describe('a shopper’s message goes to the messaging app', () => {
  test('with the number and the text as query parameters', { tags: 'chat.window' }, () => {
    expect(messagingLink({ sendUrl, phone, text: 'Is it in stock?' })).toBe(
      'https://messages.example/send?phone=447700900142&text=Is%20it%20in%20stock%3F',
    );
  });

  test.each(['+44 7700 900142', '44-7700-900142', '+44 (0)7700 900142', '447700900142'])('to the same number, written as %s', (written) => {
    expect(new URL(messagingLink({ sendUrl, phone: written, text: 'Hello' })).searchParams.get('phone')).toBe('447700900142');
  });

  test('beside what the provider’s address asks for already', () => {
    const link = new URL(messagingLink({ sendUrl: `${sendUrl}?lang=en&text=Old`, phone, text: 'New' }));
    expect([...link.searchParams]).toEqual([
      ['lang', 'en'],
      ['text', 'New'],
      ['phone', '447700900142'],
    ]);
  });

  test.each([
    ['a + b', 'a%20%2B%20b'],
    ['mugs & bowls', 'mugs%20%26%20bowls'],
    ['100 % wool #1', '100%20%25%20wool%20%231'],
    ['one\ntwo', 'one%0Atwo'],
    ['£5 for crème', '%C2%A35%20for%20cr%C3%A8me'],
    ['🧶', '%F0%9F%A7%B6'],
  ])('so that “%s” arrives as it was typed', (text, encoded) => {
    expect(messagingLink({ sendUrl, phone, text })).toContain(`&text=${encoded}`);
  });

  test('law: whatever is typed, it arrives whole, and nothing else does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { href, searchParams, hash, origin, pathname } = new URL(messagingLink({ sendUrl, phone, text }));
        expect([...searchParams]).toEqual([
          ['phone', '447700900142'],
          ['text', text],
        ]);
        expect(decodeURIComponent(href.slice(href.indexOf('&text=') + '&text='.length))).toBe(text);
        expect([origin + pathname, hash]).toEqual([sendUrl, '']);
      }),
    );
  });

  test('half a letter from a broken clipboard harms nothing', () => {
    const link = messagingLink({ sendUrl, phone, text: 'a\uD83Eb' });
    expect(new URL(link).searchParams.get('text')).toBe('a\uFFFDb');
  });
});
