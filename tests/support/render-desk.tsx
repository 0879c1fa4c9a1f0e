import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, type DataRouter } from 'react-router-dom';
import { renderDesk } from '#desk/start-desk.tsx';
import { theTranslationsAreServed } from './api.ts';
import { untilTestEnds } from './until-test-ends.ts';

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
