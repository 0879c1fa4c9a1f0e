import { describe, expect, test } from 'vitest';
import { safeRedirect, withRedirect } from '#shared/safe-redirect.ts';

describe('the redirect after signing in', () => {
  test.each([
    '/checkout',
    '/my-account?section=orders',
    '/product/stoneware-mug?colour=Oat#tabs',
    '/shop-grid-standard?q=https%3A%2F%2Fevil.example',
    '/%2F%2Fevil.example',
  ])('the redirect after signing in leads back to %s, a URL of the shop', (from) => {
    expect(safeRedirect(from, '/my-account')).toBe(from);
  });

  test.each([
    null,
    '',
    '//evil.example',
    '///evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/./\\evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'https:evil.example',
    'http:///evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,hello',
    '%2F%2Fevil.example',
    '%5C%5Cevil.example',
    'javascript%3Aalert(1)',
    'my-account',
    '@evil.example',
    '.evil.example',
  ])('the redirect after signing in falls back to the account instead of following %j', (from) => {
    expect(safeRedirect(from, '/my-account')).toBe('/my-account');
  });

  test('the redirect after signing in is carried in the query of the sign-in page’s URL', () => {
    expect(withRedirect('/login-register?step=register', '/checkout?a=1&b=2')).toBe(
      '/login-register?step=register&from=%2Fcheckout%3Fa%3D1%26b%3D2',
    );
    expect(withRedirect('/login-register', null)).toBe('/login-register');
    expect(withRedirect('/login-register', '/checkout')).toBe('/login-register?from=%2Fcheckout');
  });
});
