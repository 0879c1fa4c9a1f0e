import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn, herPassword } from '#tests/support/accounts.ts';
import { theApiIsDown, withShopDatabase } from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const newEmail = 'ada@new.example.com';
const main = () => within(screen.getByRole('main'));
const field = (name: string) => main().findByLabelText(name);
const button = (name: string) => main().findByRole('button', { name });
const storedEmail = () => withShopDatabase(async (db) => (await db.selectFrom('account').select('email').executeTakeFirstOrThrow()).email);
/** The URL in a mail to this recipient, without its origin. */
const linkTo = (recipient: string, part: string) =>
  withShopDatabase(async (db) => {
    const mails = await db.selectFrom('mail').select('text').where('recipient', '=', recipient).execute();
    return mails.map(({ text }) => new RegExp(`https?://[^/]+(/\\S+${part}=\\S+)`).exec(text)?.[1]).find(Boolean) ?? '';
  });

const askForChange = async () => {
  await adaIsSignedIn();
  const view = await renderAt(paths.accountSection('profile'));
  await view.user.click(await main().findByRole('link', { name: 'Change your email address' }));
  await typeText(view.user, await field('New email address'), newEmail);
  await typeText(view.user, await field('Current password'), herPassword);
  await view.user.click(await button('Send me the link'));
  expect(await main().findByRole('heading', { name: 'Check your new mailbox' })).toHaveFocus();
  view.unmount();
};

test('a shopper asks for another email address, and presses the button on the linked page, which alone changes it', async () => {
  await askForChange();
  expect(await storedEmail()).toBe('ada@example.com');
  const { user, address } = await renderAt(await linkTo(newEmail, 'confirm'));
  expect(await main().findByRole('heading', { name: 'Confirm your new email address' })).toBeVisible();
  expect(await storedEmail()).toBe('ada@example.com');
  await user.click(await button('Use the new address'));
  expect(await main().findByRole('heading', { name: 'Your email address is changed' })).toHaveFocus();
  expect(await main().findByText(`From now on, sign in with ${newEmail}.`)).toBeVisible();
  await waitFor(() => expect(address()).toBe(paths.accountSection('email')));
  expect(await storedEmail()).toBe(newEmail);
});

test('a shopper who mistyped the new email address goes back to the form, and asks for the right one', async () => {
  await adaIsSignedIn();
  const { user } = await renderAt(paths.accountSection('email'));
  await typeText(user, await field('New email address'), 'ada@nwe.example.com');
  await typeText(user, await field('Current password'), herPassword);
  await user.click(await button('Send me the link'));
  await main().findByRole('heading', { name: 'Check your new mailbox' });
  await user.click(await button('Use another address'));
  expect(await main().findByText(/^You sign in with ada@example\.com/)).toHaveFocus();
  await typeText(user, await field('New email address'), newEmail);
  await typeText(user, await field('Current password'), herPassword);
  await user.click(await button('Send me the link'));
  await main().findByRole('heading', { name: 'Check your new mailbox' });
  expect(await linkTo(newEmail, 'confirm')).not.toBe('');
});

test('a new email address that is being typed stays when the connection is lost and found again, and the shop fails', async () => {
  await adaIsSignedIn();
  const { user } = await renderAt(paths.accountSection('email'));
  await typeText(user, await field('New email address'), newEmail);
  theApiIsDown(endpoints.secondFactor.path);
  await theConnectionBlinks(`GET ${endpoints.secondFactor.path}`);
  expect(await field('New email address')).toHaveValue(newEmail);
});

test('a shopper whose new email address is confirmed reads so even if the profile cannot be fetched again', async () => {
  await askForChange();
  const { user } = await renderAt(await linkTo(newEmail, 'confirm'));
  await button('Use the new address');
  theApiIsDown(endpoints.profile.path);
  await user.click(await button('Use the new address'));
  expect(await main().findByText(/^From now on, sign in with/)).toHaveTextContent(`From now on, sign in with ${newEmail}.`);
  await user.click(main().getByRole('link', { name: 'Your details' }));
  expect(await main().findByText(new RegExp(`${newEmail}`))).toBeVisible();
});

test('a wrong password, a malformed email address and the current one are refused at their fields, and nothing typed is lost', async () => {
  await adaIsSignedIn();
  const { user } = await renderAt(paths.accountSection('email'));
  await user.type(await field('New email address'), 'ada');
  await user.click(await button('Send me the link'));
  expect(await field('New email address')).toHaveAccessibleDescription(/Enter an email address such as/);
  expect(await field('Current password')).toHaveAccessibleDescription(/Enter your password/);
  await typeText(user, await field('New email address'), '@example.com');
  await typeText(user, await field('Current password'), 'not my password');
  await user.click(await button('Send me the link'));
  await waitFor(async () => expect(await field('New email address')).toHaveAccessibleDescription(/Your account has this address already/));
  await user.clear(await field('New email address'));
  await typeText(user, await field('New email address'), newEmail);
  await user.click(await button('Send me the link'));
  await waitFor(async () => expect(await field('Current password')).toHaveAccessibleDescription(/This is not your password/));
  expect(await field('New email address')).toHaveValue(newEmail);
});

test('a link that does not work says so and leads to the form', async () => {
  await adaIsSignedIn();
  const { user } = await renderAt(`${paths.accountSection('email')}&confirm=${'x'.repeat(43)}`);
  await user.click(await button('Use the new address'));
  expect(await main().findByText(/^This link does not work, or not any more/)).toBeVisible();
  await user.click(main().getByRole('link', { name: 'Ask for a new link' }));
  expect(await field('New email address')).toBeVisible();
});

test('the link to the old email address stops the change by a press, and signs this browser out', async () => {
  await askForChange();
  const { user, reload } = await renderAt(await linkTo('ada@example.com', 'stop'));
  expect(await main().findByRole('heading', { name: 'Stop the change of your email address' })).toBeVisible();
  await user.click(await button('Stop the change'));
  expect(await main().findByRole('heading', { name: 'The change is stopped' })).toHaveFocus();
  expect(await screen.findByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
  expect(await storedEmail()).toBe('ada@example.com');
  // Her lists have left the browser, and what she has just read is still there.
  await waitFor(() => expect(window.localStorage.getItem('flone:signed-out')).not.toBeNull());
  expect(main().getByRole('heading', { name: 'The change is stopped' })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('a link to stop that does not work says so', async () => {
  const { user } = await renderAt(`${paths.emailVerification}?stop=${'x'.repeat(43)}`);
  await user.click(await button('Stop the change'));
  expect(await main().findByText(/^This link does not work, or not any more/)).toBeVisible();
});
