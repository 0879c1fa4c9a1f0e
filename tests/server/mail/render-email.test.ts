import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderEmail } from '#server/mail/render-email.ts';

describe('a rendered email', () => {
  const written = renderEmail({
    subject: 'Your parcel',
    parts: [
      'Thank you.',
      { heading: 'Your goods' },
      { rows: [['Mug', '2'] as const, ['To', 'Ada Moss\n1 Mill Lane'] as const] },
      { code: '123456' },
      { link: 'https://shop.example/x?a=1&b=2', label: 'Track it' },
    ],
  });

  test('an email has a plain text form', () => {
    expect(written.text).toBe(
      'Thank you.\n\nYOUR GOODS\n\nMug: 2\nTo: Ada Moss\n  1 Mill Lane\n\n    123456\n\nTrack it:\nhttps://shop.example/x?a=1&b=2\n',
    );
  });

  test('an email has an HTML form without images, styles and scripts', () => {
    expect(written.html).toContain('<a href="https://shop.example/x?a=1&amp;b=2">Track it</a>');
    expect(written.html).toContain('<td>Ada Moss<br>1 Mill Lane</td>');
    expect(written.html).not.toMatch(/<img|<style|<script|style=/);
  });

  test('user input is escaped in the HTML', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>')), (typed) => {
        const { html } = renderEmail({
          subject: typed,
          parts: [
            typed,
            { heading: typed },
            { rows: [[typed, typed]] },
            { code: typed },
            { link: `https://shop.example/${typed}`, label: typed },
          ],
        });
        const tags = html.replaceAll(
          /<\/?(html lang="en-GB"|html|head|meta charset="utf-8"|title|body|p|h2|a href="[^"<>]*"|a|strong|br|table cellpadding="4"|table|tr|th scope="row" align="left" valign="top"|th|td|!doctype html)>/g,
          '',
        );
        expect(tags).not.toMatch(/[<>]/);
      }),
    );
  });

  test('any subject becomes one line', () => {
    expect(renderEmail({ subject: ' Order\r\nBcc: everybody@example.com ', parts: [] }).subject).toBe('Order Bcc: everybody@example.com');
  });
});
