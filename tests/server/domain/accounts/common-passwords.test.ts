import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { accountLimits } from '#contract/account-forms.ts';
import { isCommonPassword } from '#server/domain/accounts/common-passwords.ts';

test.each([
  'password',
  'PassWord',
  '12345678',
  'handmade1',
  'Flone1234',
  'qwertyui',
  'liverpool1',
  'aaaaaaaaaa',
  '12121212',
  'ａａａａａａａａ',
])('the password %s is refused as a common one', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['a long walk home', 'password password1', 'try-the-shop', 'quite another walk', 'abcdabcdabc'])(
  'the password “%s” is not refused as a common one',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

test('far more than the 3,000 passwords that OWASP asks for are long enough to be chosen, and refused', () => {
  const refused = dictionary['passwords-common'].filter((password) => password.length >= accountLimits.password.min);
  expect(refused.length).toBeGreaterThan(10_000);
  expect(refused.slice(0, 3000).every(isCommonPassword)).toBe(true);
});
