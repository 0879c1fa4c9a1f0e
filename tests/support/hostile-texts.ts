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
