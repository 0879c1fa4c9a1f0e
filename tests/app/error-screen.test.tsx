import { act, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ErrorScreen } from '#app/error-screen.tsx';
import { ChunkLoadError } from '#app/load-screen.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { ShopProvider } from '#shared/shop.tsx';
import { Link } from '#shared/ui/link.tsx';
import { screenSample } from '#tests/support/sample-shop.ts';
import { readTranslations } from '#tests/support/translations.ts';
import { untilTestEnds } from '#tests/support/until-test-ends.ts';

const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('location', { ...window.location, reload });
  vi.stubGlobal('fetch', async (url: string) => new Response('', { status: url === '/' ? 200 : 404 }));
  // React logs every error that a boundary catches; here these are expected.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const Broken = ({ error }: { readonly error: unknown }) => {
  throw error;
};
/** A shop with one broken page at /a, and a page without an error at /. */
const renderShop = (error: unknown, initialEntries = ['/', '/a']) => {
  const router = createMemoryRouter(
    [
      {
        element: <Outlet />,
        errorElement: <ErrorScreen />,
        children: [
          { path: '/', element: <Link to="/a">All is well</Link> },
          { path: '/a', element: <Broken error={error} /> },
        ],
      },
    ],
    { initialEntries },
  );
  untilTestEnds().addEventListener('abort', () => router.dispose());
  const { unmount } = render(
    <ShopProvider shop={screenSample}>
      <I18nextProvider i18n={languageOf(readTranslations())}>
        <RouterProvider router={router} onError={() => undefined} />
      </I18nextProvider>
    </ShopProvider>,
  );
  return { router, unmount };
};

describe('the error screen', () => {
  test('the error screen shows "Unexpected Application Error!", Retry and a link to the home page, and no detail of the error', {
    tags: 'routing.failure',
  }, () => {
    renderShop(new Error('secret detail'));
    expect(screen.getByRole('alert')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Unexpected Application Error!');
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(document.body).not.toHaveTextContent('secret detail');
    expect(document.title).toBe('Something went wrong | Flone');
  });

  test('the error screen is shown when something else than an Error was thrown', () => {
    renderShop('text');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Unexpected Application Error!');
  });

  test('the error screen that takes the place of the whole page is left by Back', async () => {
    const { router } = renderShop(new Error('broken'), ['/']);
    await act(async () => screen.getByRole('link', { name: 'All is well' }).click());
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Unexpected Application Error!');
    await act(async () => router.navigate(-1));
    expect(screen.getByText('All is well')).toBeVisible();
  });

  test('the error screen shows type and request of a chunk that timed out, without a reload', { tags: 'chunk.error' }, () => {
    renderShop(new ChunkLoadError('timeout', 'src/screens/home/home-screen.tsx'));
    const details = screen.getByText('ChunkLoadError: timeout, src/screens/home/home-screen.tsx');
    expect(details).not.toBeVisible();
    act(() => screen.getByText('Details for support').click());
    expect(details).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  /** Renders an error and waits for its effects. */
  const fail = (error: unknown) => act(async () => renderShop(error));
  const address = 'https://shop.test/assets/home-1a2b.js';

  test('the error screen reloads the page once for a chunk that the shop no longer has, and says that the shop has been updated', async () => {
    const { unmount } = await fail(new ChunkLoadError('missing', address));
    expect(reload).toHaveBeenCalledTimes(1);
    unmount();
    await fail(new ChunkLoadError('missing', address));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.getByText(`ChunkLoadError: missing, ${address}`)).toBeInTheDocument();
    expect(screen.getByText(/We’ve just updated the shop/)).toBeVisible();
  });

  test.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['answers 503', async () => new Response(null, { status: 503 })],
  ])('the page is not reloaded while the shop %s, because an old page is better than none', async (_, answer) => {
    vi.stubGlobal('fetch', answer);
    await fail(new ChunkLoadError('missing', address));
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByText(/^We can’t reach the shop/)).toBeVisible();
    expect(screen.queryByText(/Your cart is safe/)).not.toBeInTheDocument();
  });

  test('the error screen of a browser without a connection has one message and one button, because the home page cannot be had either', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderShop(new ChunkLoadError('timeout', 'src/screens/home/home-screen.tsx'));
    expect(screen.getByText(/^We can’t reach the shop/)).toBeVisible();
    expect(screen.getAllByRole('button')).toEqual([screen.getByRole('button', { name: 'Try again' })]);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  test('the error screen does not reload where storage is blocked, because reloading might never end', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    await fail(new ChunkLoadError('missing', address));
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
