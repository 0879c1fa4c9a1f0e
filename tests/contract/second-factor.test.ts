import { expect, test } from 'vitest';
import { recoveryCodes, secondFactorSetUp, secondFactorStatus } from '#contract/second-factor.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

test('the answers of two-step sign-in have its state, what an app needs, and the recovery codes', () => {
  expectFields(secondFactorStatus, { since: '2025-09-01T09:00:00.000Z', recoveryCodesLeft: 10 });
  expect(secondFactorStatus.parse({ since: null, recoveryCodesLeft: 0 })).toEqual({ since: null, recoveryCodesLeft: 0 });
  expectFields(secondFactorSetUp, { secret: 'A'.repeat(32), link: 'otpauth://totp/Flone', qrCode: '<svg/>' });
  expectFields(recoveryCodes, { recoveryCodes: ['7Q2M-4XKP-0ZB1-9HTD'] }, {}, [[7]]);
});
