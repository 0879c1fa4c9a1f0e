import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { paths } from '#shared/paths.ts';
import { adaRegisters, codeIn, herPassword, lastMailTo, linkIn } from '#tests/support/accounts.ts';
import { calls, theApiIsDown, theApiRateLimits, theApiRecovers, withShopDatabase } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const main = () => within(screen.getByRole('main'));
const field = (name: string) => main().getByLabelText(name);
const press = (name: string) => main().getByRole('button', { name });

const waitingAda = ({ isElsewhere = false } = {}) => adaRegisters({ isVerified: false, isElsewhere });
const verifications = () => calls.filter((call) => call === 'POST /user/verify-email');
const isAdaVerified = () =>
  withShopDatabase(async (db) => (await db.selectFrom('account').select('verified_at').executeTakeFirstOrThrow()).verified_at !== null);
const theMail = async () => (await lastMailTo('ada@example.com')).text;

describe('the code of the mail', () => {
  test('verifies the address, with or without spaces, and leads on to sign in', async () => {
    await waitingAda();
    const { user, address } = await renderAt('/email-verification?from=%2Fcart');
    await user.type(field('E-mail address'), 'Ada@Example.com');
    await user.type(field('Code'), [...codeIn(await theMail())].join(' '));
    await user.click(press('Confirm'));
    await expectFocused(main().findByRole('heading', { name: 'Your e-mail address is confirmed' }));
    await user.click(main().getByRole('link', { name: 'Sign in' }));
    expect(address()).toBe('/login-register?from=%2Fcart');
    await waitFor(() => expect(field('E-mail address')).toHaveValue('Ada@Example.com'));
  });

  test('is asked for together with the password on another device, and keeps what was typed', async () => {
    await waitingAda({ isElsewhere: true });
    const { user } = await renderAt(paths.emailVerification);
    expect(main().queryByLabelText('Password')).toBeNull();
    await user.type(field('E-mail address'), 'ada@example.com');
    await user.type(field('Code'), codeIn(await theMail()));
    await user.click(press('Confirm'));
    await expectFocused(main().findByLabelText('Password'));
    expect(field('Code')).toHaveValue(codeIn(await theMail()));
    await user.type(field('Password'), 'not the password{Enter}');
    await waitFor(() => expect(field('Password')).toBeInvalid());
    expect(await isAdaVerified()).toBe(false);
    await user.clear(field('Password'));
    await user.type(field('Password'), `${herPassword}{Enter}`);
    await expectFocused(main().findByRole('heading', { name: 'Your e-mail address is confirmed' }));
  });

  test('is offered by phones that read it from a mail, with their number keys', async () => {
    await renderAt(paths.emailVerification);
    expect(field('Code')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field('Code')).toHaveAttribute('inputmode', 'numeric');
  });

  test('that is wrong is refused at its field, and can be mended', async () => {
    await waitingAda();
    const code = codeIn(await theMail());
    const { user } = await renderAt(paths.emailVerification);
    await user.type(field('E-mail address'), 'ada@example.com');
    await user.type(field('Code'), code === '111111' ? '222222' : '111111');
    await user.click(press('Confirm'));
    await waitFor(() => expect(field('Code')).toBeInvalid());
    expect(field('Code')).toHaveAccessibleDescription(/Please check the code, or ask for a new one\./);
    await user.clear(field('Code'));
    await user.type(field('Code'), code);
    await user.click(press('Confirm'));
    expect(await main().findByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeVisible();
  });

  test.each([
    ['', 'Please enter the code from our e-mail.'],
    ['12345', 'The code has six digits.'],
    ['1234567', 'The code has six digits.'],
    ['12345a', 'The code has six digits.'],
  ])('as %j is not sent', async (code, sentence) => {
    const { user } = await renderAt(paths.emailVerification);
    await user.type(field('E-mail address'), 'ada@example.com');
    if (code !== '') await user.type(field('Code'), code);
    await user.click(press('Confirm'));
    expect(field('Code')).toHaveAccessibleDescription(expect.stringContaining(sentence));
    expect(calls).not.toContain('POST /user/verify-email');
  });
});

describe('a new code', () => {
  test('comes when it is asked for, and again after a minute, which is not told second by second', async () => {
    await waitingAda();
    const { user } = await renderAt(paths.emailVerification);
    const before = codeIn(await theMail());
    await user.click(press('Send a new code'));
    expect(field('E-mail address')).toHaveAccessibleDescription('Please enter your e-mail address.');
    await user.type(field('E-mail address'), 'ada@example.com');
    await user.click(press('Send a new code'));
    expect(await main().findByText(/an e-mail is on its way/)).toBeVisible();
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

  test('may be asked for once a minute has passed', async () => {
    await waitingAda();
    const { user } = await renderAt(paths.emailVerification);
    await user.type(field('E-mail address'), 'ada@example.com');
    await user.click(press('Send a new code'));
    await waitFor(() => expect(press('Send a new code')).toHaveAccessibleDescription(/ in \d\d seconds\.$/));
    vi.setSystemTime(Date.now() + 61_000);
    await waitFor(() => expect(press('Send a new code')).not.toHaveAccessibleDescription());
    expect(press('Send a new code')).toHaveAttribute('aria-disabled', 'false');
  });

  test('asked for too early has to wait for as long as the shop says', async () => {
    theApiRateLimits(endpoints.resendCode.path, 42);
    const { user } = await renderAt(paths.emailVerification);
    await user.type(field('E-mail address'), 'ada@example.com');
    await user.click(press('Send a new code'));
    expect(await main().findByText('Too many tries. Please wait 42 seconds, then try again.')).toBeVisible();
    await waitFor(() => expect(press('Send a new code')).toHaveAccessibleDescription(/in 4\d seconds\.$/));
  });
});

describe('the link of the mail', () => {
  test('verifies the address at a press, and leaves the address bar', async () => {
    await waitingAda();
    const { user, address } = await renderAt(linkIn(await theMail()));
    await user.click(press('Confirm my e-mail address'));
    await expectFocused(main().findByRole('heading', { name: 'Your e-mail address is confirmed' }));
    await waitFor(() => expect(address()).toBe('/email-verification'));
    expect(verifications()).toHaveLength(1);
    expect(await isAdaVerified()).toBe(true);
  });

  test('verifies nothing when it is only opened, as a mail gateway with scripts does, or without the password when it is pressed', async () => {
    await waitingAda({ isElsewhere: true });
    const { user } = await renderAt(linkIn(await theMail()));
    // All that the page does by itself has been done once the profile is known.
    await waitFor(() => expect(calls).toContain('GET /user/getUserProfile'));
    expect(await screen.findByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    expect(verifications()).toEqual([]);
    await user.click(press('Confirm my e-mail address'));
    await expectFocused(main().findByLabelText('Password'));
    expect(verifications()).toHaveLength(1);
    expect(await isAdaVerified()).toBe(false);
  });

  test('asks on another device for the password, says when it is wrong, and verifies with the right one', async () => {
    await waitingAda({ isElsewhere: true });
    const { user } = await renderAt(linkIn(await theMail()));
    expect(main().queryByLabelText('Password')).toBeNull();
    await user.click(press('Confirm my e-mail address'));
    await expectFocused(main().findByLabelText('Password'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Password')).toHaveAccessibleDescription(/^You seem to have registered in another browser or on another device/);
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
    await user.click(press('Confirm my e-mail address'));
    expect(field('Password')).toHaveAccessibleDescription(/Please enter your password\.$/);
    expect(verifications()).toHaveLength(1);
    await user.type(field('Password'), 'not the password{Enter}');
    await waitFor(() =>
      expect(field('Password')).toHaveAccessibleDescription(/This is not the password that was chosen when this address was registered\.$/),
    );
    await expectFocused(main().findByRole('alert'));
    expect(await isAdaVerified()).toBe(false);
    await user.clear(field('Password'));
    await user.type(field('Password'), `${herPassword}{Enter}`);
    await expectFocused(main().findByRole('heading', { name: 'Your e-mail address is confirmed' }));
    expect(await isAdaVerified()).toBe(true);
  });

  test('whose password is forgotten leads to choosing a new one', async () => {
    await waitingAda({ isElsewhere: true });
    const { user, address } = await renderAt(linkIn(await theMail()));
    await user.click(press('Confirm my e-mail address'));
    await user.click(await main().findByRole('link', { name: 'Forgot your password?' }));
    await waitFor(() => expect(address()).toBe('/login-register?step=forgot'));
  });

  test('that was used before says so, and leads on', async () => {
    await waitingAda();
    const link = linkIn(await theMail());
    const first = await renderAt(link);
    await first.user.click(press('Confirm my e-mail address'));
    await main().findByRole('heading', { name: 'Your e-mail address is confirmed' });
    first.unmount();
    const { user } = await renderAt(link);
    await user.click(press('Confirm my e-mail address'));
    await expectFocused(main().findByRole('heading', { name: 'This link was used before' }));
    expect(main().getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  test('that is too old says so, and a code can be asked for', async () => {
    await waitingAda();
    const link = linkIn(await theMail());
    await withShopDatabase((db, now) => db.updateTable('proof').set({ expires_at: now.toISOString() }).execute());
    const { user } = await renderAt(link);
    await user.click(press('Confirm my e-mail address'));
    await expectFocused(main().findByRole('heading', { name: 'This link is too old' }));
    expect(press('Send a new code')).toBeVisible();
  });

  test('that is not complete says so, and the code can be entered instead', async () => {
    await waitingAda();
    const { user } = await renderAt('/email-verification?token=abc');
    await user.click(press('Confirm my e-mail address'));
    await expectFocused(main().findByRole('heading', { name: 'This link does not work' }));
    await user.type(field('E-mail address'), 'ada@example.com');
    await user.type(field('Code'), codeIn(await theMail()));
    await user.click(press('Confirm'));
    await expectFocused(main().findByRole('heading', { name: 'Your e-mail address is confirmed' }));
  });

  test('can be pressed again when the shop could not be reached, and keeps the password that was typed', async () => {
    await waitingAda({ isElsewhere: true });
    const { user } = await renderAt(linkIn(await theMail()));
    theApiIsDown(endpoints.verifyEmail.path);
    await user.click(press('Confirm my e-mail address'));
    expect(await main().findByText(/^We can't reach the shop at the moment/)).toBeVisible();
    theApiRecovers();
    await user.click(press('Confirm my e-mail address'));
    await user.type(await main().findByLabelText('Password'), herPassword);
    theApiIsDown(endpoints.verifyEmail.path);
    await user.click(press('Confirm my e-mail address'));
    expect(await main().findByText(/^We can't reach the shop at the moment/)).toBeVisible();
    expect(field('Password')).toHaveValue(herPassword);
    theApiRecovers();
    await user.click(press('Confirm my e-mail address'));
    expect(await main().findByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeVisible();
  });

  test('says how long to wait after too many wrong passwords', async () => {
    await waitingAda({ isElsewhere: true });
    const { user } = await renderAt(linkIn(await theMail()));
    await user.click(press('Confirm my e-mail address'));
    await user.type(await main().findByLabelText('Password'), 'not the password');
    theApiRateLimits(endpoints.verifyEmail.path, 900);
    await user.click(press('Confirm my e-mail address'));
    expect(await main().findByText('Too many tries. Please wait 15 minutes, then try again.')).toBeVisible();
    expect(field('Password')).toHaveValue('not the password');
  });
});
