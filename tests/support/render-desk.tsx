import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, type DataRouter } from 'react-router-dom';
import type { StaffRole } from '#contract/desk/staff.ts';
import { renderDesk } from '#desk/start-desk.tsx';
import { theBrowserHasSession, theTranslationsAreServed, withShopDatabase } from './api.ts';
import { callDesk, openDesk, signInAt } from './desk.ts';
import { untilTestEnds } from './until-test-ends.ts';

/** Rosa is signed in in the browser, with a right at the desk and, by default, a fresh code. */
export const sitsAtTheDesk = (role: StaffRole = 'seller', { hasFreshCode = true } = {}) =>
  withShopDatabase(async (db, now) => {
    const cookie = await signInAt(db, 'rosa', { role, firstName: 'Rosa', codeAt: hasFreshCode ? now : undefined });
    theBrowserHasSession(cookie.slice('session='.length));
  });

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
