import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn, herPassword, herSessionEnds } from '#tests/support/accounts.ts';
import { theApiIsDown, theApiRecovers, withShopDatabase } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { collectSavedFiles } from '#tests/support/saved-files.ts';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const press = (name: string | RegExp) => main().getByRole('button', { name });
const textOf = (blob: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob ?? new Blob());
  });
const accounts = () => withShopDatabase((db) => db.selectFrom('account').select('email').execute());

describe('the account’s data section', () => {
  test('a shopper downloads a JSON file of their data, and an offline shop says so and lets them try again', async () => {
    const saved = collectSavedFiles();
    await adaIsSignedIn();
    const { user } = await renderAt(paths.accountSection('data'));
    theApiIsDown(endpoints.exportUser.path);
    await user.click(await main().findByRole('button', { name: 'Download' }));
    expect(await main().findByText(/We can’t reach the shop/)).toBeVisible();
    expect(saved).toEqual([]);
    theApiRecovers();
    await user.click(press('Download'));
    expect(await main().findByText('Your data is in your downloads.')).toBeVisible();
    expect(main().queryByText(/We can’t reach the shop/)).not.toBeInTheDocument();
    expect(JSON.parse(await textOf(saved[0]))).toMatchObject({ account: { email: 'ada@example.com' }, orders: [] });
  });

  test('a shopper deletes the account with their password, and is told so on the sign-in screen', async () => {
    await adaIsSignedIn();
    const { user, address } = await renderAt(paths.accountSection('data'));
    expect(await main().findByText(/By law we keep paid orders for six years/)).toBeVisible();
    await user.click(press('Delete my account'));
    expect(main().getByLabelText('Current password')).toHaveAccessibleDescription(/Enter your password/);
    await typeText(user, main().getByLabelText('Current password'), 'not the password');
    await user.click(press('Delete my account'));
    expect(
      await main().findByText('This is not your password. Nothing was deleted.', { selector: '.field-error, .field-error *' }),
    ).toBeVisible();
    expect(await accounts()).toHaveLength(1);
    await user.clear(main().getByLabelText('Current password'));
    await typeText(user, main().getByLabelText('Current password'), herPassword);
    await user.click(press('Delete my account'));
    await waitFor(() => expect(address()).toBe('/login-register'));
    expect(await main().findByText(/Your account is deleted/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    expect(await accounts()).toEqual([]);
  });

  test('a deletion that fails keeps the account, the section and what was typed', async () => {
    await adaIsSignedIn();
    const { user, address } = await renderAt(paths.accountSection('data'));
    await typeText(user, await main().findByLabelText('Current password'), herPassword);
    theApiIsDown(endpoints.deleteUser.path);
    await user.click(press('Delete my account'));
    expect(await main().findByText(/We can’t reach the shop/)).toBeVisible();
    expect(main().getByLabelText('Current password')).toHaveValue(herPassword);
    expect(address()).toBe('/my-account?section=data');
    expect(await accounts()).toHaveLength(1);
  });
});

describe('the account’s devices section', () => {
  const signInElsewhere = (id: string, browser: string, system: string) =>
    withShopDatabase((db, now) => startSession(db, id, now, { device: { browser, system } }));

  test('a shopper sees their devices, signs one out, then all others', async () => {
    const { id } = await adaIsSignedIn();
    await signInElsewhere(id, 'Safari', 'iPhone');
    await signInElsewhere(id, 'Edge', 'Windows');
    await signInElsewhere(id, 'Firefox', '');
    const { user } = await renderAt(paths.accountSection('devices'));
    expect(await main().findByText('Safari on iPhone')).toBeVisible();
    expect(main().getByText('Firefox')).toBeVisible();
    expect(main().getByText('This device', { exact: false })).toBeVisible();
    await user.click(press(/^Sign out Safari on iPhone, last used on \d+ \w+ \d{4}$/));
    expect(await main().findByText('Safari on iPhone is signed out.')).toBeVisible();
    await waitFor(() => expect(main().queryByText('Safari on iPhone')).not.toBeInTheDocument());
    await user.click(press('Sign out everywhere else'));
    expect(await main().findByText('You’re signed out on every other device.')).toBeVisible();
    await waitFor(() => expect(main().queryByText('Edge on Windows')).not.toBeInTheDocument());
    expect(main().queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
    const left = await withShopDatabase((db) => db.selectFrom('session').selectAll().execute());
    expect(left).toHaveLength(1);
  });

  test('a list of devices that cannot be loaded is loaded again on retry, and a failure to sign one out says so', async () => {
    const { id } = await adaIsSignedIn();
    await signInElsewhere(id, 'Safari', 'iPhone');
    theApiIsDown(endpoints.sessions.path);
    const { user } = await renderAt(paths.accountSection('devices'));
    const retry = await main().findByRole('button', { name: 'Try again' });
    theApiRecovers();
    await user.click(retry);
    expect(await main().findByText('Safari on iPhone')).toBeVisible();
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toContainElement(main().getByText('Safari on iPhone'));
    theApiIsDown(endpoints.endSessions.path);
    await user.click(press('Sign out everywhere else'));
    expect(await main().findByText(/We can’t reach the shop/)).toBeVisible();
    expect(main().getByText('Safari on iPhone')).toBeVisible();
  });

  test('a shopper whose own session has ended is led to signing in', async () => {
    const { id } = await adaIsSignedIn();
    await signInElsewhere(id, 'Safari', 'iPhone');
    const { user, address } = await renderAt(paths.accountSection('devices'));
    await main().findByText('Safari on iPhone');
    await herSessionEnds();
    await user.click(press('Sign out everywhere else'));
    await waitFor(() => expect(address()).toBe(`/login-register?from=${encodeURIComponent('/my-account?section=devices')}`));
  });

  test('the account’s devices section moves the focus to its heading', async () => {
    await adaIsSignedIn();
    const { user } = await renderAt(paths.myAccount);
    await user.click(await main().findByRole('link', { name: 'Sign-in and security' }));
    await expectFocused(main().findByRole('heading', { level: 2, name: 'Sign-in and security' }));
    await user.click(main().getByRole('link', { name: 'Devices' }));
    await expectFocused(main().findByRole('heading', { level: 2, name: 'Devices' }));
    expect(main().getByRole('link', { name: 'Sign-in and security' })).toHaveAttribute('aria-current', 'true');
  });
});
