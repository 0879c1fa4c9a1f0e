import { dictionary } from '@zxcvbn-ts/language-common';

/** Common in every list of its kind, but missing in the package's; and what this shop suggests. */
const others = ['p@ssword', '0123456789', '9876543210', 'abcdefgh', 'admin1234', 'handmade', 'handmade1', 'flone123', 'flone1234'];

/** Some 50,000 passwords in lower case, by frequency in published leaks. */
const common = new Set([...dictionary['passwords-common'], ...others]);

/** One character, or two or three in turn, e.g. "11111111" or "12121212". */
const isRepetition = (text: string): boolean => /^(.{1,3}?)\1+$/su.test(text);

/** Whether a password is among the first that an attacker tries, whatever its case (NIST SP 800-63B, OWASP ASVS 6.2.4). */
export const isCommonPassword = (password: string): boolean => {
  const text = password.normalize('NFKC').toLowerCase();
  return common.has(text) || isRepetition(text);
};
