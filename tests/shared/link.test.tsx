import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider, ScrollRestoration, useLocation, useNavigationType } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Link } from '#shared/ui/link.tsx';
import { untilTestEnds } from '#tests/support/until-test-ends.ts';

/** The URL, how the history came to it, and the state of its entry. */
const Place = () => {
  const { pathname, search, hash, state } = useLocation();
  return (
    <>
      <p role="status">{`${useNavigationType()} ${pathname}${search}${hash} ${JSON.stringify(state)}`}</p>
      <Outlet />
      <ScrollRestoration />
    </>
  );
};

const Links = () => (
  <>
    <Link to="/cart?from=list" state={{ reason: 'test' }}>
      Cart
    </Link>
    <Link to="/shop?page=3">Page 3</Link>
    <Link to="/shop?page=2">Here</Link>
    <Link to="/shop?page=2&colour=Sage" preventScrollReset>
      Sage
    </Link>
    <Link to="/shop?page=2#filters">Filters</Link>
    <Link to="//shop.example/cart">Elsewhere</Link>
  </>
);

const renderLinks = () => {
  const router = createMemoryRouter([{ element: <Place />, children: [{ path: '*', element: <Links /> }] }], {
    initialEntries: ['/shop?page=2'],
  });
  untilTestEnds().addEventListener('abort', () => router.dispose());
  render(<RouterProvider router={router} />);
};

const link = (name: string) => screen.getByRole('link', { name });
const place = () => screen.getByRole('status').textContent;

test('a press on a link makes an entry of the history with its state, and starts the page at the top', () => {
  renderLinks();
  window.scrollTo(0, 500);
  fireEvent.click(link('Cart'));
  expect(place()).toBe('PUSH /cart?from=list {"reason":"test"}');
  expect(window.scrollY).toBe(0);
});

test('a link to another page of the same path starts it at the top, and says so in the history', () => {
  renderLinks();
  window.scrollTo(0, 500);
  fireEvent.click(link('Page 3'));
  expect(place()).toBe('PUSH /shop?page=3 "newPage"');
  expect(window.scrollY).toBe(0);
});

test('a link that is a choice on the page leaves it where it is scrolled to, and one to a part of it is no new page', () => {
  renderLinks();
  window.scrollTo(0, 500);
  fireEvent.click(link('Sage'));
  expect(place()).toBe('PUSH /shop?page=2&colour=Sage null');
  expect(window.scrollY).toBe(500);
  fireEvent.click(link('Filters'));
  expect(place()).toBe('PUSH /shop?page=2#filters null');
});

test('a link to the page that is shown replaces the entry of the history', () => {
  renderLinks();
  fireEvent.click(link('Here'));
  expect(place()).toBe('REPLACE /shop?page=2 "newPage"');
});
