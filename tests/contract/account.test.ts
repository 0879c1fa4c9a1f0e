import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profile, role, user } from '#contract/account.ts';

describe('the profile call’s answer', () => {
  test('[1] a visitor is someone without a user', () => {
    expect(profile.parse({ user: null })).toEqual({ user: null });
  });

  test('[1, 6] a shopper who signed in keeps name, address and role', () => {
    const ada = { _id: 'u1', role: 'reseller', firstName: 'Ada', lastName: 'Moss', email: 'ada@example.com' };
    expect(profile.parse({ user: ada })).toEqual({ user: ada });
  });

  test('[3] an answer that holds only the role the specification names is filled up, not refused', () => {
    expect(profile.parse({ user: { _id: 'u1', role: 'reseller' } })).toEqual({
      user: { _id: 'u1', role: 'reseller', firstName: '', lastName: '', email: '' },
    });
  });

  test.each([
    ['an error page', '<!doctype html><title>Flone</title>'],
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['an empty object', {}],
    ['a user without an identity', { user: { role: 'reseller' } }],
    ['a user that is a word', { user: 'reseller' }],
  ])('[1] %s signs nobody in', (_, answer) => {
    expect(profile.safeParse(answer).success).toBe(false);
  });

  test('[1] what the API adds to a user beyond the contract does not reach the shopper’s browser state', () => {
    const read = profile.parse({ user: { _id: 'u1', role: 'customer', passwordHash: 'secret' } });
    expect(JSON.stringify(read)).not.toContain('secret');
  });
});

describe('the role', () => {
  test('[6] customer and reseller are the roles that a shopper can have', () => {
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
  ])('[6] the unknown role %j makes a shopper an ordinary customer, who pays no reseller’s price', (unknown) => {
    expect(user.parse({ _id: 'u1', role: unknown }).role).toBe('customer');
  });

  test('[6] a user without a role is an ordinary customer', () => {
    expect(user.parse({ _id: 'u1' }).role).toBe('customer');
  });

  test('[6] only the exact word reseller gives a shopper the reseller’s price', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom('reseller', 'customer'), fc.string(), fc.jsonValue()), (sent) => {
        expect(user.parse({ _id: 'u1', role: sent }).role).toBe(sent === 'reseller' ? 'reseller' : 'customer');
      }),
    );
  });
});
