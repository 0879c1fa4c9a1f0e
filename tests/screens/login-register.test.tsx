import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn, adaRegisters, codeIn, herPassword, lastMailTo, linkIn } from '#tests/support/accounts.ts';
import { calls, theApiAnswers, theApiIsDown, theApiNeverAnswers, theApiRateLimits, theProduct } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const field = (name: string) => main().getByLabelText(name);
const press = (name: string) => main().getByRole('button', { name });

const open = async (path: string = paths.loginRegister) => {
  const shop = await renderAt(path);
  const signIn = async (email = 'ada@example.com', password = herPassword) => {
    await shop.user.clear(field('Email address'));
    await typeText(shop.user, field('Email address'), email);
    await shop.user.clear(field('Password'));
    await typeText(shop.user, field('Password'), password);
    await shop.user.click(press('Sign in'));
  };
  return { ...shop, signIn };
};

test('what was typed into registration or sign-in is there after a look at the other tab, which has the email address as well', async () => {
  const { user } = await open('/login-register?step=register');
  const tab = (name: string) => main().getByRole('tab', { name });
  const panel = (name: string) => within(main().getByRole('tabpanel', { name }));
  const register = () => panel('Register');
  await typeText(user, register().getByLabelText('First name'), 'Ada');
  await user.click(register().getByRole('checkbox', { name: /news of the workshops/ }));
  await user.click(tab('Sign in'));
  await typeText(user, panel('Sign in').getByLabelText('Email address'), 'ada@example.com');
  await typeText(user, panel('Sign in').getByLabelText('Password'), herPassword);
  await user.click(tab('Register'));
  expect(register().getByLabelText('First name')).toHaveValue('Ada');
  expect(register().getByRole('checkbox', { name: /news of the workshops/ })).toBeChecked();
  expect(register().getByLabelText('Email address')).toHaveValue('ada@example.com');
  await user.click(tab('Sign in'));
  expect(panel('Sign in').getByLabelText('Password')).toHaveValue(herPassword);
});

describe('a shopper who signs in', () => {
  test('a shopper who signs in is redirected to the account, and the header shows the account link', async () => {
    await adaRegisters();
    const { signIn, address } = await open();
    expect(await screen.findByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    await signIn();
    await waitFor(() => expect(address()).toBe('/my-account'));
    expect(screen.getByRole('link', { name: 'My Account' })).toBeVisible();
  });

  test('a shopper who signs in is redirected to the page that required signing in', async () => {
    await adaRegisters();
    const { signIn, address } = await open(`/login-register?from=${encodeURIComponent('/wishlist?a=1')}`);
    await signIn();
    await waitFor(() => expect(address()).toBe('/wishlist?a=1'));
  });

  test('a shopper who signs in is never redirected to another site', async () => {
    await adaRegisters();
    const { signIn, address } = await open(`/login-register?from=${encodeURIComponent('//evil.example')}`);
    await signIn();
    await waitFor(() => expect(address()).toBe('/my-account'));
  });

  test('a shopper who signs in sees a reseller’s prices at once', async () => {
    await adaRegisters({ role: 'reseller' });
    const pin = await theProduct('beech-rolling-pin');
    const { signIn, address } = await open(`/login-register?from=${encodeURIComponent('/product/beech-rolling-pin')}`);
    await signIn();
    await waitFor(() => expect(address()).toBe('/product/beech-rolling-pin'));
    expect((await main().findAllByText(`£${(pin.price.basePrice - pin.resellerPrice).toFixed(2)}`))[0]).toBeVisible();
  });

  test.each([
    ['the password is wrong', 'ada@example.com', 'not her password'],
    ['no account has this email address', 'eve@example.com', herPassword],
  ])('a shopper who signs in sees the same error when %s, and the form stays filled in', async (_, email, password) => {
    await adaRegisters();
    const { signIn } = await open();
    await signIn(email, password);
    const alert = await main().findByRole('alert');
    expect(alert).toHaveTextContent("That email or password isn't right.");
    await waitFor(() => expect(alert).toHaveFocus());
    expect(field('Email address')).toHaveValue(email);
    expect(field('Password')).toHaveValue(password);
    expect(screen.queryByRole('link', { name: 'My Account' })).not.toBeInTheDocument();
  });

  test('a shopper who signs in sees validation errors at the fields and in a summary, and nothing is sent', async () => {
    const { user } = await open();
    await user.type(field('Email address'), 'ada');
    await user.click(press('Sign in'));
    expect(main().getByRole('alert')).toHaveFocus();
    expect(field('Email address')).toBeInvalid();
    expect(field('Email address')).toHaveAccessibleDescription('Enter an email address such as name@example.com');
    expect(field('Password')).toHaveAccessibleDescription('Enter your password');
    await user.click(main().getByRole('link', { name: 'Enter your password' }));
    expect(field('Password')).toHaveFocus();
    await typeText(user, field('Email address'), '@example.com');
    expect(field('Email address')).toBeValid();
    expect(calls).not.toContain('POST /user/login');
  });

  test('a shopper who signs in sees how long to wait when rate-limited', async () => {
    theApiRateLimits(endpoints.login.path, 290);
    const { signIn } = await open();
    await signIn();
    expect(await main().findByText('Too many attempts. Wait 5 minutes, then try again.')).toBeVisible();
  });

  test('a shopper who signs in without a verified email address gets a link to enter the code, with the email address filled in', async () => {
    await adaRegisters({ isVerified: false });
    const { user, signIn, address } = await open('/login-register?from=%2Fcart');
    await signIn();
    await user.click(await main().findByRole('link', { name: 'Enter the code' }));
    expect(address()).toBe('/email-verification?from=%2Fcart');
    await waitFor(() => expect(field('Email address')).toHaveValue('ada@example.com'));
  });

  test('a shopper who signs in can show and hide the password', async () => {
    const { user } = await open();
    expect(field('Password')).toHaveAttribute('type', 'password');
    await user.click(press('Show the password'));
    expect(field('Password')).toHaveAttribute('type', 'text');
    await user.click(press('Hide the password'));
    expect(field('Password')).toHaveAttribute('type', 'password');
  });

  test('a shopper who signs in can have the fields filled in by the browser', async () => {
    await open();
    expect(field('Email address')).toHaveAttribute('autocomplete', 'username');
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
  });

  test('a shopper who signs in sees an error when the API is down, and the form stays filled in', async () => {
    const { signIn } = await open();
    theApiIsDown(endpoints.login.path);
    await signIn();
    expect(await main().findByText(/We can’t reach the shop/)).toBeVisible();
    expect(field('Password')).toHaveValue(herPassword);
  });

  test('a shopper who signs in sends the form once, however often the button is pressed', async () => {
    theApiNeverAnswers(endpoints.login.path);
    const { user, signIn } = await open();
    await signIn();
    await waitFor(() => expect(press('Sign in')).toHaveAttribute('aria-busy', 'true'));
    await user.click(press('Sign in'));
    await waitFor(() => expect(calls.filter((call) => call === 'POST /user/login')).toHaveLength(1));
  });

  test('a shopper who is already signed in is redirected from the sign-in page', async () => {
    await adaIsSignedIn();
    const { address } = await open('/login-register?from=%2Fcart');
    await waitFor(() => expect(address()).toBe('/cart'));
  });
});

describe('a shopper who registers', () => {
  const openRegister = async (path = '/login-register?step=register') => {
    const shop = await renderAt(path);
    const fill = async (password = herPassword) => {
      await shop.user.type(field('First name'), 'Ada');
      await shop.user.type(field('Last name'), 'Moss');
      await typeText(shop.user, field('Email address'), 'ada@example.com');
      await typeText(shop.user, field('Password'), password);
    };
    return { ...shop, fill };
  };
  const agree = () => main().getByRole('checkbox', { name: /^I agree to the terms/ });

  test('a shopper who registers opens the form with the keyboard, in a tab', async () => {
    const { user, address, goBack } = await open('/login-register?from=%2Fcart');
    main().getByRole('tab', { name: 'Sign in', selected: true }).focus();
    await user.keyboard('{ArrowRight}');
    expect(main().getByRole('tab', { name: 'Register', selected: true })).toHaveFocus();
    expect(address()).toBe('/login-register?from=%2Fcart&step=register');
    expect(field('First name')).toBeVisible();
    // A tab is no page of the history.
    await goBack();
    expect(address()).toBe('/login-register?from=%2Fcart&step=register');
  });

  test('a shopper who registers sees the password rule in advance, and every checkbox is unchecked', async () => {
    await openRegister();
    expect(field('Password')).toHaveAccessibleDescription(/at least 8 characters/);
    expect(field('Password')).toHaveAttribute('autocomplete', 'new-password');
    expect(agree()).not.toBeChecked();
    expect(main().getByRole('checkbox', { name: /Send me news/ })).not.toBeChecked();
    expect(main().getByRole('checkbox', { name: /I want to resell/ })).not.toBeChecked();
  });

  test('a shopper who registers is told that the terms and the privacy policy open in a new tab', async () => {
    await openRegister();
    for (const [name, address] of [
      ['terms and conditions', paths.terms],
      ['privacy policy', paths.privacy],
    ])
      expect(main().getByRole('link', { name: `${name} (opens in a new tab)` })).toHaveAttribute('href', address);
  });

  test('a shopper who registers receives a code by e-mail, enters it and can sign in', async () => {
    const { user, fill, address } = await openRegister('/login-register?step=register&from=%2Fcart');
    await fill();
    await user.click(main().getByRole('checkbox', { name: /I want to resell/ }));
    await user.click(agree());
    await user.click(press('Create account'));
    await waitFor(() => expect(address()).toBe('/email-verification?from=%2Fcart'));
    await waitFor(() => expect(field('Email address')).toHaveValue('ada@example.com'));
    const { text } = await lastMailTo('ada@example.com');
    const code = codeIn(text);
    await user.click(field('6-digit code'));
    await user.paste(`${code.slice(0, 3)} ${code.slice(3)}`);
    await user.click(press('Confirm'));
    await expectFocused(main().findByRole('heading', { name: 'Your email address is confirmed' }));
    await user.click(main().getByRole('link', { name: 'Sign in' }));
    expect(address()).toBe('/login-register?from=%2Fcart');
    await waitFor(() => expect(field('Email address')).toHaveValue('ada@example.com'));
    await typeText(user, field('Password'), herPassword);
    await user.click(press('Sign in'));
    await waitFor(() => expect(address()).toBe('/cart'));
  });

  test('a shopper who registers with a registered e-mail address sees the same as with a new one', async () => {
    await adaRegisters();
    const { user, fill, address } = await openRegister();
    await fill('another password');
    await user.click(agree());
    await user.click(press('Create account'));
    await waitFor(() => expect(address()).toBe('/email-verification'));
  });

  test.each([
    ['short', 'Choose a password of at least 8 characters'],
    ['x'.repeat(129), 'Choose a password of 128 characters or fewer'],
  ])('a shopper who registers with the password %s sees a validation error', async (password, sentence) => {
    const { user } = await openRegister();
    await user.click(field('Password'));
    await user.paste(password);
    await user.click(press('Create account'));
    expect(field('Password')).toHaveAccessibleDescription(expect.stringContaining(sentence));
    expect(main().getByRole('link', { name: 'Agree to the terms to create an account' })).toBeVisible();
    expect(calls).not.toContain('POST /user/register');
  });

  test('a shopper who registers with one of the commonest passwords is asked for another', async () => {
    const { user, fill, address } = await openRegister();
    await fill('Liverpool1');
    await user.click(agree());
    await user.click(press('Create account'));
    await waitFor(() =>
      expect(field('Password')).toHaveAccessibleDescription(/This password is one of the first that anybody would guess/),
    );
    expect(address()).toBe('/login-register?step=register');
  });

  test('a shopper who registers sees a validation error of the server at its field', async () => {
    theApiAnswers(endpoints.register.path, { message: 'Please look again.', errors: { phone: 'This number is not in use.' } }, 422);
    const { user, fill } = await openRegister();
    await fill();
    await user.click(agree());
    await user.click(press('Create account'));
    await waitFor(() => expect(field('Phone (optional)')).toHaveAccessibleDescription(/This number is not in use\./));
    expect(field('First name')).toHaveValue('Ada');
    await typeText(user, field('Phone (optional)'), '0113 496 0142');
    expect(field('Phone (optional)')).toBeValid();
  });
});

describe('a shopper who forgot the password', () => {
  test('a shopper who forgot the password receives a link by e-mail, sets a new password and signs in with it', async () => {
    await adaRegisters();
    const { user } = await open();
    await typeText(user, field('Email address'), 'ada@example.com');
    await user.click(main().getByRole('link', { name: 'Forgot your password?' }));
    await waitFor(() => expect(field('Email address')).toHaveValue('ada@example.com'));
    await user.click(press('Send me the link'));
    await expectFocused(main().findByRole('heading', { name: 'Check your email' }));
    const { text } = await lastMailTo('ada@example.com');

    const shop = await renderAt(linkIn(text));
    const last = within(screen.getAllByRole('main').at(-1) ?? document.body);
    await typeText(shop.user, last.getByLabelText('New password'), 'an even longer walk');
    await shop.user.click(last.getByRole('button', { name: 'Save the new password' }));
    await expectFocused(last.findByRole('heading', { name: 'Your new password is set' }));
    await shop.user.click(last.getByRole('link', { name: 'Sign in' }));
    await typeText(shop.user, last.getByLabelText('Email address'), 'ada@example.com');
    await typeText(shop.user, last.getByLabelText('Password'), 'an even longer walk');
    await shop.user.click(last.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(shop.address()).toBe('/my-account'));
  });

  test('a shopper who forgot the password sees the same for an e-mail address without an account', async () => {
    const { user } = await open('/login-register?step=forgot');
    await typeText(user, field('Email address'), 'nobody@example.com');
    await user.click(press('Send me the link'));
    expect(await main().findByRole('heading', { name: 'Check your email' })).toBeVisible();
  });

  test('a shopper who forgot the password can request another link when one is invalid', async () => {
    const { user, address } = await open('/login-register?reset=no-such-token');
    await typeText(user, field('New password'), 'an even longer walk');
    await user.click(press('Save the new password'));
    expect(await main().findByRole('alert')).toHaveTextContent('This link does not work.');
    expect(field('New password')).toHaveValue('an even longer walk');
    await user.click(main().getByRole('link', { name: 'Ask for a new link' }));
    expect(address()).toBe('/login-register?step=forgot');
    await expectFocused(main().findByRole('heading', { level: 1, name: 'Reset your password' }));
  });

  test('a shopper who forgot the password hears the heading of the form that opens, and of the one to which the shopper goes back', async () => {
    const { user } = await open();
    await user.click(main().getByRole('link', { name: 'Forgot your password?' }));
    await expectFocused(main().findByRole('heading', { level: 1, name: 'Reset your password' }));
    await user.click(main().getByRole('link', { name: 'Back to sign in' }));
    await expectFocused(main().findByRole('heading', { level: 1, name: 'Your account' }));
    await user.click(main().getByRole('tab', { name: 'Register' }));
    expect(main().getByRole('tab', { name: 'Register' })).toHaveFocus();
  });
});
