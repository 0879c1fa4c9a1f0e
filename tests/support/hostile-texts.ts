import { isQuick } from '#tests/quick.ts';

/** What attackers send in place of any text. */
export const hostileTexts = [
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  '1e9',
  `x'); drop table "order";--`,
  "' or '1'='1",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  ['$', '{7*7}{{7*7}}'].join(''),
  'a\0b',
  '\ud800',
  'a\r\nBcc: all@example.com',
  '../../../../etc/passwd',
  '😀'.repeat(50),
  'x'.repeat(5000),
  '',
];

/** All of them, or in `npm test` every fourth: other ones at the next place. */
export const hostileTextsAt = (place: number): readonly string[] =>
  isQuick ? hostileTexts.filter((_, index) => index % 4 === place % 4) : hostileTexts;

/** What they would have run or hidden where a text is shown, each of it one line that can be stored. */
export const hostileMarkup = [
  ...hostileTexts.filter((text) => /[<>"'{]/.test(text)),
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">link</a>',
  '=HYPERLINK("https://evil.example")',
  '$t(desk:signOut) {{name}}',
  '\u202egpj.exe',
  'https://evil.example/pay',
];
