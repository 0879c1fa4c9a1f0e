import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagingLink } from '#features/chat/chat-widget.tsx';

const sendUrl = 'https://messages.example/send';
const phone = '+44 7700 900142';

describe('the link to the messaging app', () => {
  test('the link to the messaging app has the phone number and the text as query parameters', { tags: 'chat.window' }, () => {
    expect(messagingLink({ sendUrl, phone, text: 'Is it in stock?' })).toBe(
      'https://messages.example/send?phone=447700900142&text=Is%20it%20in%20stock%3F',
    );
  });

  test.each(['+44 7700 900142', '44-7700-900142', '+44 (0)7700 900142', '447700900142'])(
    'the link to the messaging app has only the digits of the phone number %s',
    (written) => {
      expect(new URL(messagingLink({ sendUrl, phone: written, text: 'Hello' })).searchParams.get('phone')).toBe('447700900142');
    },
  );

  test('the link to the messaging app keeps other query parameters of the provider’s URL', () => {
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
  ])('the link to the messaging app encodes the text “%s”', (text, encoded) => {
    expect(messagingLink({ sendUrl, phone, text })).toContain(`&text=${encoded}`);
  });

  test('property: any text is decoded unchanged, and adds no other parameter', () => {
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

  test('the link to the messaging app replaces a lone surrogate instead of throwing', () => {
    const link = messagingLink({ sendUrl, phone, text: 'a\uD83Eb' });
    expect(new URL(link).searchParams.get('text')).toBe('a\uFFFDb');
  });
});
