import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { paths } from '#shared/paths.ts';
import { adaRegisters, codeIn, herPassword, lastMailTo, linkIn } from '#tests/support/accounts.ts';
import { calls, theApiIsDown, theApiRateLimits, theApiRecovers, withShopDatabase } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const field = (name: string) => main().getByLabelText(name);
const press = (name: string) => main().getByRole('button', { name });

const adaRegistersUnverified = ({ isElsewhere = false } = {}) => adaRegisters({ isVerified: false, isElsewhere });
const verifications = () => calls.filter((call) => call === 'POST /user/verify-email');
const isAdaVerified = () =>
  withShopDatabase(async (db) => (await db.selectFrom('account').select('verified_at').executeTakeFirstOrThrow()).verified_at !== null);
const theMail = async () => (await lastMailTo('ada@example.com')).text;

describe('the code in the verification e-mail', () => {
  test('the code in the verification e-mail verifies the address, also with spaces, and links to signing in', async () => {
    await adaRegistersUnverified();
    const { user, address } = await renderAt('/email-verification?from=%2Fcart');
    await typeText(user, field('Email address'), 'Ada@Example.com');
    await typeText(user, field('6-digit code'), [...codeIn(await theMail())].join(' '));
    await user.click(press('Confirm'));
    await expectFocused(main().findByRole('heading', { name: 'Your email address is confirmed' }));
    await user.click(main().getByRole('link', { name: 'Sign in' }));
    expect(address()).toBe('/login-register?from=%2Fcart');
    await waitFor(() => expect(field('Email address')).toHaveValue('Ada@Example.com'));
  });

  test('the code in the verification e-mail requires the password in another browser, and the form stays filled in', async () => {
    await adaRegistersUnverified({ isElsewhere: true });
    const { user } = await renderAt(paths.emailVerification);
    expect(main().queryByLabelText('Password')).toBeNull();
    await typeText(user, field('Email address'), 'ada@example.com');
    await typeText(user, field('6-digit code'), codeIn(await theMail()));
    await user.click(press('Confirm'));
    await expectFocused(main().findByLabelText('Password'));
    expect(field('6-digit code')).toHaveValue(codeIn(await theMail()));
    await typeText(user, field('Password'), 'not the password{Enter}');
    await waitFor(() => expect(field('Password')).toBeInvalid());
    expect(await isAdaVerified()).toBe(false);
    await user.clear(field('Password'));
    await typeText(user, field('Password'), `${herPassword}{Enter}`);
    await expectFocused(main().findByRole('heading', { name: 'Your email address is confirmed' }));
  });

  test('the code in the verification e-mail has a field that phones can autofill and show number keys for', async () => {
    await renderAt(paths.emailVerification);
    expect(field('6-digit code')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field('6-digit code')).toHaveAttribute('inputmode', 'numeric');
  });

  test('the code in the verification e-mail gets a validation error at its field when it is wrong, and can be corrected', async () => {
    await adaRegistersUnverified();
    const code = codeIn(await theMail());
    const { user } = await renderAt(paths.emailVerification);
    await typeText(user, field('Email address'), 'ada@example.com');
    await typeText(user, field('6-digit code'), code === '111111' ? '222222' : '111111');
    await user.click(press('Confirm'));
    await waitFor(() => expect(field('6-digit code')).toBeInvalid());
    expect(field('6-digit code')).toHaveAccessibleDescription(/Check the code, or ask for a new one\./);
    await user.clear(field('6-digit code'));
    await typeText(user, field('6-digit code'), code);
    await user.click(press('Confirm'));
    expect(await main().findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  });

  test.each([
    ['', 'Enter the code from our email'],
    ['12345', 'Enter all 6 digits of the code'],
    ['1234567', 'Enter all 6 digits of the code'],
    ['12345a', 'Enter all 6 digits of the code'],
  ])('the code in the verification e-mail is not sent as %j', async (code, sentence) => {
    const { user } = await renderAt(paths.emailVerification);
    await typeText(user, field('Email address'), 'ada@example.com');
    if (code !== '') await typeText(user, field('6-digit code'), code);
    await user.click(press('Confirm'));
    expect(field('6-digit code')).toHaveAccessibleDescription(expect.stringContaining(sentence));
    expect(calls).not.toContain('POST /user/verify-email');
  });
});

describe('a new verification code', () => {
  test('a new verification code is sent on request; the countdown to the next request is not in a live region', async () => {
    await adaRegistersUnverified();
    const { user } = await renderAt(paths.emailVerification);
    const before = codeIn(await theMail());
    await user.click(press('Send a new code'));
    expect(field('Email address')).toHaveAccessibleDescription('Enter your email address');
    await typeText(user, field('Email address'), 'ada@example.com');
    await user.click(press('Send a new code'));
    expect(await main().findByText(/an email is on its way/)).toBeVisible();
    const after = codeIn(await theMail());
    expect(after).toMatch(/^\d{6}$/);
    expect(after).not.toBe(before);

    const again = press('Send a new code');
    await waitFor(() => expect(again).toHaveAttribute('aria-disabled', 'true'));
    expect(again).toHaveAccessibleDescription(/^You can ask for a new code in \d\d seconds\.$/);
    expect(
      main()
        .getByText(/^You can ask for a new code in/)
        .closest('[role=status], [aria-live]'),
    ).toBeNull();
    await user.click(again);
    expect(calls.filter((call) => call === 'POST /user/resend-code')).toHaveLength(1);
  });

  test('a new verification code can be requested again after a minute', async () => {
    await adaRegistersUnverified();
    const { user } = await renderAt(paths.emailVerification);
    await typeText(user, field('Email address'), 'ada@example.com');
    await user.click(press('Send a new code'));
    await waitFor(() => expect(press('Send a new code')).toHaveAccessibleDescription(/ in \d\d seconds\.$/));
    vi.setSystemTime(Date.now() + 61_000);
    await waitFor(() => expect(press('Send a new code')).not.toHaveAccessibleDescription());
    expect(press('Send a new code')).toHaveAttribute('aria-disabled', 'false');
  });

  test('a new verification code is rate-limited with the waiting time of the API', async () => {
    theApiRateLimits(endpoints.resendCode.path, 42);
    const { user } = await renderAt(paths.emailVerification);
    await typeText(user, field('Email address'), 'ada@example.com');
    await user.click(press('Send a new code'));
    expect(await main().findByText('Too many attempts. Wait 42 seconds, then try again.')).toBeVisible();
    await waitFor(() => expect(press('Send a new code')).toHaveAccessibleDescription(/in [34]\d seconds\.$/));
  });
});

describe('the link in the verification e-mail', () => {
  test('the link in the verification e-mail verifies the address on pressing the button, and its token is removed from the URL', async () => {
    await adaRegistersUnverified();
    const { user, address } = await renderAt(linkIn(await theMail()));
    await user.click(press('Confirm my email address'));
    await expectFocused(main().findByRole('heading', { name: 'Your email address is confirmed' }));
    await waitFor(() => expect(address()).toBe('/email-verification'));
    expect(verifications()).toHaveLength(1);
    expect(await isAdaVerified()).toBe(true);
  });

  test('the link in the verification e-mail verifies nothing when it is only opened, as mail scanners do, or when the password is missing in another browser', async () => {
    await adaRegistersUnverified({ isElsewhere: true });
    const { user } = await renderAt(linkIn(await theMail()));
    // By the time the profile has loaded, any automatic request would have been sent.
    await waitFor(() => expect(calls).toContain('GET /user/getUserProfile'));
    expect(await screen.findByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    expect(verifications()).toEqual([]);
    await user.click(press('Confirm my email address'));
    await expectFocused(main().findByLabelText('Password'));
    expect(verifications()).toHaveLength(1);
    expect(await isAdaVerified()).toBe(false);
  });

  test('the link in the verification e-mail asks for the password in another browser, refuses a wrong one, and verifies with the right one', async () => {
    await adaRegistersUnverified({ isElsewhere: true });
    const { user } = await renderAt(linkIn(await theMail()));
    expect(main().queryByLabelText('Password')).toBeNull();
    await user.click(press('Confirm my email address'));
    await expectFocused(main().findByLabelText('Password'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Password')).toHaveAccessibleDescription(/^It looks like you registered in another browser or on another device/);
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
    await user.click(press('Confirm my email address'));
    expect(field('Password')).toHaveAccessibleDescription(/Enter your password$/);
    expect(verifications()).toHaveLength(1);
    await typeText(user, field('Password'), 'not the password{Enter}');
    await waitFor(() =>
      expect(field('Password')).toHaveAccessibleDescription(/This is not the password that was chosen when this address was registered\.$/),
    );
    await expectFocused(main().findByRole('alert'));
    expect(await isAdaVerified()).toBe(false);
    await user.clear(field('Password'));
    await typeText(user, field('Password'), `${herPassword}{Enter}`);
    await expectFocused(main().findByRole('heading', { name: 'Your email address is confirmed' }));
    expect(await isAdaVerified()).toBe(true);
  });

  test('the page of the link in the verification e-mail links to resetting a forgotten password', async () => {
    await adaRegistersUnverified({ isElsewhere: true });
    const { user, address } = await renderAt(linkIn(await theMail()));
    await user.click(press('Confirm my email address'));
    await user.click(await main().findByRole('link', { name: 'Forgot your password?' }));
    await waitFor(() => expect(address()).toBe('/login-register?step=forgot'));
  });

  test('the link in the verification e-mail says that it was used before, and links to signing in', async () => {
    await adaRegistersUnverified();
    const link = linkIn(await theMail());
    const first = await renderAt(link);
    await first.user.click(press('Confirm my email address'));
    await main().findByRole('heading', { name: 'Your email address is confirmed' });
    first.unmount();
    const { user } = await renderAt(link);
    await user.click(press('Confirm my email address'));
    await expectFocused(main().findByRole('heading', { name: 'This link has already been used' }));
    expect(main().getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  test('the link in the verification e-mail says that it has expired, and a new code can be requested', async () => {
    await adaRegistersUnverified();
    const link = linkIn(await theMail());
    await withShopDatabase((db, now) => db.updateTable('token').set({ expires_at: now.toISOString() }).execute());
    const { user } = await renderAt(link);
    await user.click(press('Confirm my email address'));
    await expectFocused(main().findByRole('heading', { name: 'This link has expired' }));
    expect(press('Send a new code')).toBeVisible();
  });

  test('the link in the verification e-mail says that it is invalid, and the code can be entered instead', async () => {
    await adaRegistersUnverified();
    const { user } = await renderAt('/email-verification?token=abc');
    await user.click(press('Confirm my email address'));
    await expectFocused(main().findByRole('heading', { name: 'This link does not work' }));
    await typeText(user, field('Email address'), 'ada@example.com');
    await typeText(user, field('6-digit code'), codeIn(await theMail()));
    await user.click(press('Confirm'));
    await expectFocused(main().findByRole('heading', { name: 'Your email address is confirmed' }));
  });

  test('the link in the verification e-mail can be retried after a network failure, with the password still filled in', async () => {
    await adaRegistersUnverified({ isElsewhere: true });
    const { user } = await renderAt(linkIn(await theMail()));
    theApiIsDown(endpoints.verifyEmail.path);
    await user.click(press('Confirm my email address'));
    expect(await main().findByText(/^We can’t reach the shop at the moment/)).toBeVisible();
    theApiRecovers();
    await user.click(press('Confirm my email address'));
    await typeText(user, await main().findByLabelText('Password'), herPassword);
    theApiIsDown(endpoints.verifyEmail.path);
    await user.click(press('Confirm my email address'));
    expect(await main().findByText(/^We can’t reach the shop at the moment/)).toBeVisible();
    expect(field('Password')).toHaveValue(herPassword);
    theApiRecovers();
    await user.click(press('Confirm my email address'));
    expect(await main().findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  });

  test('the link in the verification e-mail says how long to wait after too many wrong passwords', async () => {
    await adaRegistersUnverified({ isElsewhere: true });
    const { user } = await renderAt(linkIn(await theMail()));
    await user.click(press('Confirm my email address'));
    await typeText(user, await main().findByLabelText('Password'), 'not the password');
    theApiRateLimits(endpoints.verifyEmail.path, 900);
    await user.click(press('Confirm my email address'));
    expect(await main().findByText('Too many attempts. Wait 15 minutes, then try again.')).toBeVisible();
    expect(field('Password')).toHaveValue('not the password');
  });
});
