import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { memo, Profiler } from 'react';
import { MemoryRouter, useLocation, useNavigationType } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Link } from '#shared/ui/link.tsx';

/** The address, how the history came to it, and the state of its entry. */
const Place = () => {
  const { pathname, search, hash, state } = useLocation();
  return <p role="status">{`${useNavigationType()} ${pathname}${search}${hash} ${JSON.stringify(state)}`}</p>;
};

const Links = memo(() => (
  <>
    <Link to="/cart?from=list" state={{ reason: 'test' }}>
      Cart
    </Link>
    <Link to="/cart" replace>
      Cart instead
    </Link>
    <Link to="/shop?page=2" onClick={(event) => event.preventDefault()}>
      Handled
    </Link>
  </>
));

const renderLinks = () => {
  let renders = 0;
  render(
    <MemoryRouter initialEntries={['/shop?page=2']}>
      <Place />
      <Profiler
        id="links"
        onRender={() => {
          renders += 1;
        }}
      >
        <Links />
      </Profiler>
      <Link to="#top">Top</Link>
      <Link to="/shop?page=2">Here</Link>
      <Link to="//shop.example/cart">Elsewhere</Link>
    </MemoryRouter>,
  );
  return { renders: () => renders };
};

const link = (name: string) => screen.getByRole('link', { name });
const place = () => screen.getByRole('status').textContent;

test('a press on a link makes an entry of the history with its state, and does not render other links again', () => {
  const { renders } = renderLinks();
  expect(renders()).toBe(1);
  fireEvent.click(link('Cart'));
  expect(place()).toBe('PUSH /cart?from=list {"reason":"test"}');
  expect(renders()).toBe(1);
});

test('a link to the page that is shown, and one that is meant to, replaces the entry of the history', () => {
  renderLinks();
  fireEvent.click(link('Here'));
  expect(place()).toBe('REPLACE /shop?page=2 null');
  fireEvent.click(link('Cart instead'));
  expect(place()).toBe('REPLACE /cart null');
});

test('a link to a fragment follows the page that is shown', () => {
  renderLinks();
  expect(link('Top')).toHaveAttribute('href', '/shop#top');
  fireEvent.click(link('Cart'));
  expect(link('Top')).toHaveAttribute('href', '/cart#top');
  fireEvent.click(link('Top'));
  expect(place()).toBe('PUSH /cart#top null');
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a press with %j is left to the browser',
  (init) => {
    renderLinks();
    const press = createEvent.click(link('Cart'), init);
    // jsdom follows no links, and would report that.
    link('Cart').addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent(link('Cart'), press);
    expect(place()).toBe('POP /shop?page=2 null');
  },
);

test('a link never leads to another host', () => {
  renderLinks();
  expect(link('Elsewhere')).toHaveAttribute('href', '/shop.example/cart');
});

test('a press that its link has handled otherwise goes nowhere', () => {
  renderLinks();
  fireEvent.click(link('Handled'));
  expect(place()).toBe('POP /shop?page=2 null');
});
