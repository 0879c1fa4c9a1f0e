import { act, screen, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { generateSync } from 'otplib';
import { createMemoryRouter, type DataRouter } from 'react-router-dom';
import type { StaffRole } from '#contract/desk/staff.ts';
import { renderDesk } from '#desk/start-desk.tsx';
import { after, hour } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { theBrowserHasSession, theTranslationsAreServed, withShopDatabase } from './api.ts';
import { appSecret, callDesk, openDesk, signInAt } from './desk.ts';
import { cheapPasswords } from './passwords.ts';
import { typeText } from './type-text.ts';
import { untilTestEnds } from './until-test-ends.ts';

/** Rosa is signed in in the browser, with a right at the desk and, by default, a fresh code. */
export const sitsAtTheDesk = (role: StaffRole = 'seller', { hasFreshCode = true } = {}) =>
  withShopDatabase(async (db, now) => {
    const cookie = await signInAt(db, 'rosa', { role, firstName: 'Rosa', codeAt: hasFreshCode ? now : undefined });
    theBrowserHasSession(cookie.slice('session='.length));
  });

/** Rosa's password, for when she signs in again. */
const rosasPassword = 'a kiln by the sea';

const rosaHasHerPassword = async (db: Database) => {
  const password_hash = await cheapPasswords.hash(rosasPassword);
  await db.updateTable('account').set({ password_hash }).where('id', '=', 'rosa').execute();
};

/** Rosa's session ends, as by its time or on another device. */
export const theSessionOfTheDeskEnds = () =>
  withShopDatabase(async (db) => {
    await rosaHasHerPassword(db);
    await db.deleteFrom('session').execute();
  });

/** It is twelve hours since Rosa signed in. */
export const theSessionOfTheDeskIsOld = () =>
  withShopDatabase(async (db, now) => {
    await rosaHasHerPassword(db);
    const at = after(now, -12 * hour);
    await db.updateTable('session').set({ created_at: at, code_at: at }).execute();
  });

/** Rosa signs in again in the dialog over the page. */
export const signInOverThePage = async (user: UserEvent) => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Please sign in again' }));
  const email = await withShopDatabase((db) => db.selectFrom('account').select('email').where('id', '=', 'rosa').executeTakeFirstOrThrow());
  const code = await withShopDatabase(async (_, now) => generateSync({ secret: appSecret, epoch: Math.floor(now.getTime() / 1000) }));
  await typeText(user, dialog.getByRole('textbox', { name: 'Email address' }), email.email);
  await typeText(user, dialog.getByLabelText('Password'), rosasPassword);
  await typeText(user, dialog.getByRole('textbox', { name: 'Code from your app' }), code);
  await user.click(dialog.getByRole('button', { name: 'Sign in' }));
};

/** Ada, another seller, makes a call of the desk. */
export const anotherSeller = (endpoint: Parameters<typeof callDesk>[1], values: Readonly<Record<string, string>>, body: object) =>
  withShopDatabase(async (db, now) => {
    const cookie = await signInAt(db, 'ada', { role: 'seller', firstName: 'Ada', codeAt: now });
    const answer = await callDesk(openDesk({ db, clock: () => now }), endpoint, values, { cookie, body });
    if (answer.status !== 200) throw new Error(`Another seller was answered ${answer.status}: ${await answer.text()}`);
  });

/** Renders the desk at a path, through its own start-up; only the router and the container differ. `isLeft`: it leads to the shop instead. */
export const renderDeskAt = async (path: string, { isLeft = false } = {}) => {
  theTranslationsAreServed();
  const root = document.body.appendChild(document.createElement('div'));
  const ended = untilTestEnds();
  ended.addEventListener('abort', () => root.remove());
  let router: DataRouter | undefined;
  const createRouter: Parameters<typeof renderDesk>[0]['createRouter'] = (routes) => {
    router = createMemoryRouter(routes, { initialEntries: [path] });
    return router;
  };
  await act(() => renderDesk({ root, createRouter, signal: ended }));
  // The screen is a chunk of its own.
  if (!isLeft) await screen.findByRole('main');
  return {
    user: userEvent.setup(),
    address: () => `${router?.state.location.pathname}${router?.state.location.search}`,
    goBack: () => act(async () => router?.navigate(-1)),
  };
};
