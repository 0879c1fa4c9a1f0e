import { screen, waitFor, within } from '@testing-library/react';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { confirmSecondFactor, startSecondFactor } from '#server/domain/accounts/second-factor.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn, adaRegisters, herPassword } from '#tests/support/accounts.ts';
import { theApiIsDown, theApiRecovers, withShopDatabase } from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { cheapPasswords, plainSecrets } from '#tests/support/passwords.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { collectSavedFiles } from '#tests/support/saved-files.ts';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const press = (name: string) => main().getByRole('button', { name });
const field = (name: string) => main().getByLabelText(name);
const heading = (name: string) => main().findByRole('heading', { name });

/** The code of the app at the shop’s time, or so many seconds later. */
const codeOf = (secret: string, seconds = 0) =>
  withShopDatabase(async (_, now) => generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + seconds }));
const switchOn = async (account: Awaited<ReturnType<typeof adaRegisters>>) => {
  const call = { sender: { shopName: 'Flone', shopUrl: 'https://shop.example' }, passwords: cheapPasswords, secretBox: plainSecrets };
  return withShopDatabase(async (db, now) => {
    const { secret } = await startSecondFactor(db, account, herPassword, { ...call, now });
    const epoch = Math.floor(now.getTime() / 1000);
    // The code of the step before, so that the current one is still unused.
    const code = generateSync({ secret, epoch: epoch - 30 });
    const session = await db.selectFrom('session').selectAll().execute();
    const { recoveryCodes } = await confirmSecondFactor(db, account, code, '', { ...call, now });
    if (session.length > 0) await db.insertInto('session').values(session).execute();
    return { secret, recoveryCodes };
  });
};

describe('the account’s two-step sign-in', () => {
  test('a shopper sets two-step sign-in up with password and code, keeps the recovery codes as a file, and sees that it is on', async () => {
    const saved = collectSavedFiles();
    await adaIsSignedIn();
    const { user } = await renderAt(paths.accountSection('secondFactor'));
    expect(await main().findByText(/Even someone who knows your password can’t get in/)).toBeVisible();
    await user.click(press('Set it up'));
    expect(field('Current password')).toHaveAccessibleDescription('Enter your password');
    await typeText(user, field('Current password'), herPassword);
    await user.click(press('Set it up'));

    await expectFocused(heading('Add the shop to your app'));
    expect(main().getByRole('img', { name: /^QR code for your authenticator app/ })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/),
    );
    const secret = main()
      .getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
      .textContent.replaceAll(' ', '');
    expect(main().getByRole('link', { name: 'Open the app on this device' })).toHaveAttribute('href', expect.stringContaining(secret));
    const code = field('Code from your app');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    await typeText(user, code, '12345');
    await user.click(press('Switch it on'));
    expect(code).toHaveAccessibleDescription(/Check the code: one from your app has 6 digits/);
    await user.clear(code);
    await typeText(user, code, await codeOf(secret));
    await user.click(press('Switch it on'));

    await expectFocused(heading('Your recovery codes'));
    const codes = within(main().getByRole('list', { name: 'Your recovery codes' })).getAllByRole('listitem');
    expect(codes).toHaveLength(10);
    await user.click(press('Save as a file'));
    expect(saved).toHaveLength(1);
    expect(saved[0]?.type).toBe('text/plain');
    await user.click(press('I have kept them'));
    await expectFocused(heading('Two-step sign-in is on'));
    expect(await main().findByText('You have 10 recovery codes left.')).toBeVisible();
  });

  test('a wrong password or code is said at its field, and a failure of the shop above the form', async () => {
    const account = await adaIsSignedIn();
    const { secret } = await switchOn(account);
    const { user } = await renderAt(paths.accountSection('secondFactor'));
    await user.click(await main().findByRole('button', { name: 'Switch it off' }));
    await expectFocused(heading('Switch it off'));
    await user.click(press('Cancel'));
    await user.click(await main().findByRole('button', { name: 'Switch it off' }));
    await expectFocused(heading('Switch it off'));
    await typeText(user, field('Current password'), 'not the password');
    await typeText(user, field('Code from your app'), await codeOf(secret));
    await user.click(press('Switch it off'));
    await waitFor(() => expect(field('Current password')).toHaveAccessibleDescription('This is not your password. Nothing was changed.'));
    await user.clear(field('Current password'));
    await typeText(user, field('Current password'), herPassword);
    theApiIsDown(endpoints.endSecondFactor.path);
    await user.click(press('Switch it off'));
    expect(await main().findByText(/We can’t reach the shop/)).toBeVisible();
    theApiRecovers();
    await user.click(press('Switch it off'));
    await expectFocused(heading('Two-step sign-in is off'));
    expect(await main().findByRole('button', { name: 'Set it up' })).toBeVisible();
  });

  test('a shopper who has switched two-step sign-in off never reads that it is on while the shop cannot be reached, and can try again', async () => {
    const account = await adaIsSignedIn();
    const { secret } = await switchOn(account);
    const { user } = await renderAt(paths.accountSection('secondFactor'));
    await user.click(await main().findByRole('button', { name: 'Switch it off' }));
    await typeText(user, field('Current password'), herPassword);
    await typeText(user, field('Code from your app'), await codeOf(secret));
    theApiIsDown(endpoints.secondFactor.path);
    await user.click(press('Switch it off'));
    await expectFocused(heading('Two-step sign-in is off'));
    const retry = await main().findByRole('button', { name: 'Try again' });
    expect(main().queryByText(/Two-step sign-in has been on since/)).not.toBeInTheDocument();
    theApiRecovers();
    await user.click(retry);
    expect(await main().findByRole('button', { name: 'Set it up' })).toBeVisible();
    expect(await heading('Two-step sign-in is off')).toBeVisible();
  });

  test('a shopper makes new recovery codes, with a recovery code in place of the app', async () => {
    const account = await adaIsSignedIn();
    const { recoveryCodes } = await switchOn(account);
    const { user } = await renderAt(paths.accountSection('secondFactor'));
    await user.click(await main().findByRole('button', { name: 'Make new recovery codes' }));
    await typeText(user, field('Current password'), herPassword);
    await user.click(press('Use a recovery code instead'));
    const code = field('Recovery code');
    expect(code).toHaveFocus();
    expect(code).not.toHaveAttribute('inputmode');
    await typeText(user, code, recoveryCodes[0] ?? '');
    await user.click(press('Make new recovery codes'));
    await expectFocused(heading('Your recovery codes'));
    expect(main().queryByText(recoveryCodes[1] ?? '')).not.toBeInTheDocument();
  });

  test('what is typed to switch two-step sign-in off, just after it was switched on, stays when the connection is lost and found again', async () => {
    await adaIsSignedIn();
    const { user } = await renderAt(paths.accountSection('secondFactor'));
    await typeText(user, await main().findByLabelText('Current password'), herPassword);
    await user.click(press('Set it up'));
    await heading('Add the shop to your app');
    const secret = main()
      .getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
      .textContent.replaceAll(' ', '');
    await typeText(user, field('Code from your app'), await codeOf(secret));
    await user.click(press('Switch it on'));
    await user.click(await main().findByRole('button', { name: 'I have kept them' }));
    await user.click(await main().findByRole('button', { name: 'Switch it off' }));
    await typeText(user, field('Current password'), herPassword);
    theApiIsDown(endpoints.secondFactor.path);
    await theConnectionBlinks(`GET ${endpoints.secondFactor.path}`);
    expect(field('Current password')).toHaveValue(herPassword);
  });

  test('a state that cannot be loaded is loaded again on retry', async () => {
    await adaIsSignedIn();
    theApiIsDown(endpoints.secondFactor.path);
    const { user } = await renderAt(paths.accountSection('secondFactor'));
    const retry = await main().findByRole('button', { name: 'Try again' });
    theApiRecovers();
    await user.click(retry);
    expect(await main().findByRole('button', { name: 'Set it up' })).toBeVisible();
  });
});

describe('signing in with two steps', () => {
  const typePassword = async () => {
    const shop = await renderAt(paths.loginRegister);
    await typeText(shop.user, field('Email address'), 'ada@example.com');
    await typeText(shop.user, field('Password'), herPassword);
    await shop.user.click(press('Sign in'));
    await expectFocused(heading('Enter your code'));
    return shop;
  };

  test('a shopper is asked for the code after the password, sees a wrong one at the field, and signs in with the right one', async () => {
    const { secret } = await switchOn(await adaRegisters());
    const { user, address } = await typePassword();
    expect(screen.getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    await user.click(press('Sign in'));
    expect(field('Code from your app')).toHaveAccessibleDescription(/Enter the code from your app, or a recovery code$/);
    await typeText(user, field('Code from your app'), await codeOf(secret, 300));
    await user.click(press('Sign in'));
    await waitFor(() => expect(field('Code from your app')).toHaveAccessibleDescription(/This code is not right, or it was used before/));
    await user.clear(field('Code from your app'));
    await typeText(user, field('Code from your app'), await codeOf(secret));
    await user.click(press('Sign in'));
    await waitFor(() => expect(address()).toBe('/my-account'));
  });

  test('a shopper without the app signs in with a recovery code', async () => {
    const { recoveryCodes } = await switchOn(await adaRegisters());
    const { user, address } = await typePassword();
    await user.click(press('Use a recovery code instead'));
    await typeText(user, field('Recovery code'), recoveryCodes[4] ?? '');
    await user.click(press('Sign in'));
    await waitFor(() => expect(address()).toBe('/my-account'));
  });

  test('a shopper goes back to email address and password, which are still there', async () => {
    await switchOn(await adaRegisters());
    const { user } = await typePassword();
    await user.click(press('Back'));
    await waitFor(() => expect(field('Password')).toHaveFocus());
    expect(field('Email address')).toHaveValue('ada@example.com');
  });
});
