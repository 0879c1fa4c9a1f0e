import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  messageAnswer,
  personalData,
  profile,
  recoveryCodes,
  role,
  secondFactorSetUp,
  secondFactorStatus,
  sessionList,
  signedIn,
  user,
} from '#contract/account.ts';
import {
  accountLimits,
  credentials,
  emailChange,
  emailChangeLink,
  emailCode,
  emailToken,
  mailbox,
  oneTimeCodeError,
  ownPassword,
  passwordErrorCodes,
  passwordReset,
  registration,
  secondFactorChange,
  secondFactorConfirmation,
  sessionsToEnd,
  userChanges,
} from '#contract/account-forms.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

describe('the profile call’s answer', () => {
  test('a visitor’s profile has no user', () => {
    expect(profile.parse({ user: null })).toEqual({ user: null });
  });

  test('a shopper who signed in keeps name, email address and role', { tags: ['profile.shape', 'session.profile-decides'] }, () => {
    const ada = { _id: 'u1', role: 'reseller', firstName: 'Ada', lastName: 'Moss', email: 'ada@example.com' };
    expect(profile.parse({ user: ada })).toMatchObject({ user: ada });
  });

  test('a user with nothing but _id and role gets defaults for all other fields', { tags: 'profile.shape' }, () => {
    expect(profile.parse({ user: { _id: 'u1', role: 'reseller' } })).toEqual({
      user: {
        _id: 'u1',
        role: 'reseller',
        firstName: '',
        lastName: '',
        email: '',
        phone: '',
        addresses: [],
        wantsToResell: false,
        marketing: false,
      },
    });
  });

  test('a reseller keeps addresses, level and choices, and the answer to signing in has the same user', () => {
    const address = { firstName: 'Ada', lastName: 'Moss', streetAddress: '1 Mill Lane', city: 'Exampleford', postalCode: 'EX4 0AA' };
    const ada = {
      ...{ _id: 'u1', role: 'reseller', firstName: 'Ada', lastName: 'Moss', email: 'ada@example.com', phone: '0113 496 0142' },
      addresses: [{ ...address, _id: 'a1', streetAddress2: '', state: '', phone: '' }],
      ...{ wantsToResell: true, marketing: true, reseller: { level: 'Silver', sales: 512.5, commission: 5 } },
    };
    expect(profile.parse({ user: ada })).toEqual({ user: ada });
    expect(signedIn.parse({ user: ada })).toEqual({ user: ada });
    expect(signedIn.safeParse({ user: null }).success).toBe(false);
    expect(user.safeParse({ ...ada, addresses: [address] }).success).toBe(false);
    expect(user.safeParse({ ...ada, reseller: { level: 'Silver' } }).success).toBe(false);
  });

  test.each([
    ['an error page', '<!doctype html><title>Flone</title>'],
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['an empty object', {}],
    ['a user without an identity', { user: { role: 'reseller' } }],
    ['a user that is a word', { user: 'reseller' }],
  ])('the answer %s to the profile call signs nobody in', { tags: 'session.profile-decides' }, (_, answer) => {
    expect(profile.safeParse(answer).success).toBe(false);
  });

  test('fields that the contract does not have are dropped', () => {
    const read = profile.parse({ user: { _id: 'u1', role: 'customer', passwordHash: 'secret' } });
    expect(JSON.stringify(read)).not.toContain('secret');
  });
});

describe('the role', () => {
  test('customer and reseller are the roles that a shopper can have', () => {
    expect(role.safeParse('customer').success).toBe(true);
    expect(role.safeParse('reseller').success).toBe(true);
    expect(role.safeParse('admin').success).toBe(false);
  });

  test.each([
    'admin',
    'Reseller',
    ' reseller',
    'RESELLER',
    '',
    'constructor',
    null,
    undefined,
    1,
    true,
    ['reseller'],
    { role: 'reseller' },
  ])('the unknown role %j makes a shopper an ordinary customer, who pays no reseller’s price', (unknown) => {
    expect(user.parse({ _id: 'u1', role: unknown }).role).toBe('customer');
  });

  test('a user without a role is an ordinary customer', () => {
    expect(user.parse({ _id: 'u1' }).role).toBe('customer');
  });

  test('only the exact word reseller gives a shopper the reseller’s price', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom('reseller', 'customer'), fc.string(), fc.jsonValue()), (sent) => {
        expect(user.parse({ _id: 'u1', role: sent }).role).toBe(sent === 'reseller' ? 'reseller' : 'customer');
      }),
    );
  });
});

const form = { firstName: 'Ada', lastName: 'Moss', email: 'ada@example.com', password: 'a long walk home', acceptsTerms: true };
const fieldsOf = (sent: unknown): unknown[] => registration.safeParse(sent).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('registering', () => {
  test('registering requires names, an e-mail address, a password and the terms; the rest is optional', () => {
    expect(registration.parse(form)).toEqual({ ...form, phone: '', wantsToResell: false, marketing: false });
    expect(fieldsOf({})).toEqual(['firstName', 'email', 'password', 'acceptsTerms']);
  });

  test.each<[string, object]>([
    ['firstName', { firstName: ' ' }],
    ['firstName', { firstName: 'A\u0000da' }],
    ['firstName', { firstName: 'Ada\nBcc: everybody@example.com' }],
    ['firstName', { firstName: '\ud800' }],
    ['firstName', { firstName: ['Ada'] }],
    ['lastName', { lastName: 'x'.repeat(accountLimits.name + 1) }],
    ['email', { email: 'ada' }],
    ['email', { email: 'ada@example' }],
    ['email', { email: 'ada@example.com, eve@example.com' }],
    ['email', { email: `${'a'.repeat(250)}@example.com` }],
    ['email', { email: { $gt: '' } }],
    ['password', { password: 'x'.repeat(accountLimits.password.min - 1) }],
    ['password', { password: 'x'.repeat(accountLimits.password.max + 1) }],
    ['password', { password: 12_345_678 }],
    ['phone', { phone: '0'.repeat(accountLimits.phone + 1) }],
    ['acceptsTerms', { acceptsTerms: false }],
    ['acceptsTerms', { acceptsTerms: 'true' }],
    ['wantsToResell', { wantsToResell: 'reseller' }],
  ])('registering tells a shopper that the %s cannot be %j', (field, sent) => {
    expect(fieldsOf({ ...form, ...sent })).toEqual([field]);
  });

  test.each(['12345679 ', '        ', 'ünïcödé-пароль', '<script>alert(1)</script>', '𝔭𝔞𝔰𝔰𝔴𝔬𝔯𝔱', 'x'.repeat(accountLimits.password.max)])(
    'registering lets a shopper have the password %j: there are no rules of composition',
    (password) => {
      expect(registration.parse({ ...form, password }).password).toBe(password);
    },
  );

  test('registering ignores unknown fields, such as a role', () => {
    const sent = JSON.parse(`{"role":"reseller","_id":"u1","__proto__":{"role":"reseller"},"constructor":1}`);
    const read = registration.parse({ ...sent, ...form });
    expect(Object.keys(read).toSorted()).toEqual([...Object.keys(form), 'marketing', 'phone', 'wantsToResell'].toSorted());
    expect(read).not.toHaveProperty('role');
  });
});

test('an e-mail code may be typed with spaces', () => {
  expect(emailCode.parse({ email: 'ada@example.com', code: ' 123 456 ' }).code).toBe('123456');
  for (const code of ['12345', '1234567', '12345a', '１２３４５６', '', ' '.repeat(100), 123_456])
    expect(emailCode.safeParse({ email: 'ada@example.com', code }).success).toBe(false);
});

describe('the calls of an account', () => {
  const email = 'ada@example.com';
  const password = 'a long walk home';
  const token = 't'.repeat(43);
  const oneTimeCode = '123456';

  test.each([
    ['signing in', credentials, { email, password }, { oneTimeCode }],
    ['verifying an email address by its code', emailCode, { email, code: '123456' }, { password }],
    ['verifying an email address by its link', emailToken, { token }, { password }],
    ['asking for a mail', mailbox, { email }, {}],
    ['choosing a new password by its link', passwordReset, { token, password }, {}],
    ['a call that asks for the password again', ownPassword, { password }, {}],
    ['switching two-step sign-in on', secondFactorConfirmation, { oneTimeCode }, {}],
    ['changing two-step sign-in', secondFactorChange, { oneTimeCode, password }, {}],
    ['changing the email address', emailChange, { email, password }, { oneTimeCode }],
    ['following the link of such a change', emailChangeLink, { token }, {}],
  ])('%s needs its fields, and takes no others', (_, schema, needed, optional) => {
    expectFields(schema, needed, optional, ['', null, 'x'.repeat(300)]);
  });

  test('a password that is entered follows no rules, because it may be older than they are; a chosen one does', () => {
    for (const schema of [credentials, emailChange]) expect(schema.safeParse({ email, password: 'x' }).success).toBe(true);
    expect(passwordReset.safeParse({ token, password: 'x' }).success).toBe(false);
    expect(credentials.safeParse({ email, password: 'x'.repeat(accountLimits.password.max + 1) }).success).toBe(false);
  });

  test.each([
    ['123 456', '123456'],
    ['7q2m-4xkp-0zb1-9htd', '7Q2M4XKP0ZB19HTD'],
    ['oO Li23', '001123'],
    [`123456${' '.repeat(94)}`, '123456'],
  ])('a code of the second step that is typed as %j is read as %s', (typed, read) => {
    expect(secondFactorConfirmation.parse({ oneTimeCode: typed })).toEqual({ oneTimeCode: read });
  });

  test.each(['12345', '1234567', '7Q2M4XKP0ZB19HT', '7Q2M4XKP0ZB19HTDD', '7Q2M4XKP0ZB19HTU', '12345a', `123456${' '.repeat(95)}`])(
    'a code of the second step is refused as %j',
    (oneTimeCode) => {
      expect(secondFactorConfirmation.safeParse({ oneTimeCode }).error?.issues[0]?.path).toEqual(['oneTimeCode']);
    },
  );

  test('one session is ended by its id, or all others explicitly: a wrong or missing field never means all', () => {
    for (const which of [{ id: 'session' }, { others: true }]) expect(sessionsToEnd.parse(which)).toEqual(which);
    for (const which of [{}, { others: false }, { id: '' }, { id: 'x'.repeat(101) }, { id: 'x', others: true }])
      expect(sessionsToEnd.safeParse(which).success).toBe(false);
  });

  test('a missing agreement and malformed codes are reported by keywords, for which the server has its own sentences', () => {
    const refusals = [
      registration.safeParse({ ...form, acceptsTerms: false }),
      emailCode.safeParse({ email: form.email, code: '12345' }),
      secondFactorConfirmation.safeParse({ oneTimeCode: '12345' }),
    ];
    expect(refusals.map(({ error }) => error?.issues.map(({ message }) => message))).toEqual([['terms'], ['code'], ['oneTimeCode']]);
  });

  test('the storefront knows by these codes what is missing or wrong', () => {
    expect(oneTimeCodeError).toEqual({ needed: 'oneTimeCodeNeeded', wrong: 'oneTimeCodeWrong' });
    expect(passwordErrorCodes).toEqual({ needed: 'passwordNeeded', wrong: 'passwordWrong' });
  });

  test('the answers have each device, the time of an export, and a message', () => {
    const device = {
      id: 's1',
      browser: 'Firefox',
      system: '',
      startedAt: '2025-09-01T09:00:00.000Z',
      lastSeen: '2025-09-03',
      isThis: true,
    };
    expect(sessionList.parse({ sessions: [device] })).toEqual({ sessions: [device] });
    for (const field of Object.keys(device))
      expect(sessionList.safeParse({ sessions: [{ ...device, [field]: undefined }] }).success).toBe(false);
    const exported = { exportedAt: '2025-09-01T09:00:00.000Z', orders: [] };
    expect(personalData.parse(exported)).toEqual(exported);
    expect(personalData.safeParse({ orders: [] }).success).toBe(false);
    expectFields(messageAnswer, { message: 'Thank you.' });
  });
});

describe('changing an account', () => {
  test('changing an account takes any of its fields alone; an application to resell can be made, and not taken back', () => {
    const changes = {
      firstName: 'Ada',
      lastName: 'Moss',
      phone: '',
      marketing: false,
      wantsToResell: true,
      addresses: [],
      removedAddresses: ['a1'],
    };
    const all = { ...changes, password: 'a long walk home', currentPassword: 'x' };
    expect(userChanges.parse(all)).toEqual(all);
    for (const [field, value] of Object.entries(all)) expect(userChanges.parse({ [field]: value })).toEqual({ [field]: value });
    expect(userChanges.parse({ lastName: ' ' })).toEqual({ lastName: '' });
    for (const wrong of [{ wantsToResell: false }, { password: 'short' }, { currentPassword: '' }, { firstName: ' ' }])
      expect(userChanges.safeParse(wrong).success).toBe(false);
  });

  test.each(['role', '_id', 'id', 'email', 'passwordHash', 'verified_at', 'reseller'])('changing an account cannot set %s', (field) => {
    expect(userChanges.safeParse({ firstName: 'Eve', [field]: 'reseller' }).success).toBe(false);
  });

  test('changing an account accepts postal addresses up to the limit, and no more', () => {
    const address = {
      firstName: 'Ada',
      lastName: 'Moss',
      streetAddress: '1 Mill Lane',
      city: 'Exampleford',
      postalCode: 'ex40aa',
      phone: '0113 496 0142',
    };
    const many = (count: number) => ({ addresses: Array.from({ length: count }, () => address) });
    expect(userChanges.parse(many(1)).addresses).toEqual([{ ...address, streetAddress2: '', state: '', postalCode: 'EX4 0AA' }]);
    expect(userChanges.parse({ addresses: [{ ...address, _id: 'a1' }] }).addresses).toMatchObject([{ _id: 'a1' }]);
    expect(userChanges.parse({ addresses: [{ ...address, index: 0 }] }).addresses).toMatchObject([{ index: 0 }]);
    for (const wrong of [{ _id: '' }, { index: -1 }, { index: 0.5 }, { index: accountLimits.addresses }])
      expect(userChanges.safeParse({ addresses: [{ ...address, ...wrong }] }).success).toBe(false);
    expect(userChanges.safeParse(many(accountLimits.addresses)).success).toBe(true);
    expect(userChanges.safeParse(many(accountLimits.addresses + 1)).success).toBe(false);
  });
});

test('the answers of two-step sign-in have its state, what an app needs, and the recovery codes', () => {
  expectFields(secondFactorStatus, { since: '2025-09-01T09:00:00.000Z', recoveryCodesLeft: 10 });
  expect(secondFactorStatus.parse({ since: null, recoveryCodesLeft: 0 })).toEqual({ since: null, recoveryCodesLeft: 0 });
  expectFields(secondFactorSetUp, { secret: 'A'.repeat(32), link: 'otpauth://totp/Flone', qrCode: '<svg/>' });
  expectFields(recoveryCodes, { recoveryCodes: ['7Q2M-4XKP-0ZB1-9HTD'] }, {}, [[7]]);
});
