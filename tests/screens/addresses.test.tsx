import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { redirects } from '#app/routes.ts';
import { renderAt } from '#tests/support/render-app.tsx';

// That every route renders is tested in the server rendering tests and in Chromium.
describe('a URL that is not a route', () => {
  test.each(redirects)('the URL $from redirects to $to', async ({ from, to }) => {
    const { address } = await renderAt(from);
    expect(address()).toBe(to);
    expect(screen.queryByRole('heading', { name: 'We can’t find that page' })).not.toBeInTheDocument();
  });

  test('a misspelt URL keeps its query and fragment where the shop itself leads to it', async () => {
    const { address } = await renderAt('/collaboration?utm_source=letter');
    expect(address()).toBe('/collabaration?utm_source=letter');
  });

  test.each(['/no-such-page', '/product', '/cart/extra', '/constructor'])(
    'the URL %s shows the not-found page with a search, the categories and a link home',
    { tags: 'route.not-found' },
    async (path) => {
      const { user, address } = await renderAt(path);
      const main = within(screen.getByRole('main'));
      expect(main.getByRole('heading', { level: 1, name: 'We can’t find that page' })).toBeVisible();
      expect(await main.findByRole('link', { name: 'Bath & body' })).toBeVisible();
      expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
      await user.type(main.getByRole('searchbox'), 'mug{Enter}');
      expect(address()).toBe('/shop-grid-standard?q=mug');
    },
  );
});
