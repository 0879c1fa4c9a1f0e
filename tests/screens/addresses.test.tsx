import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { redirects } from '#app/routes.ts';
import { renderAt } from '#tests/support/render-app.tsx';

// That each address of the shop stands is proven where it is rendered without a browser, and in Chromium.
describe('an address beside those of the shop', () => {
  test.each(redirects)('$from leads to $to', async ({ from, to }) => {
    const { address } = await renderAt(from);
    expect(address()).toBe(to);
    expect(screen.queryByRole('heading', { name: "We can't find that page" })).not.toBeInTheDocument();
  });

  test.each(['/no-such-page', '/product', '/cart/extra', '/constructor'])(
    '%s is not found: a search, the categories, ways on',
    { tags: 'route.not-found' },
    async (path) => {
      const { user, address } = await renderAt(path);
      const main = within(screen.getByRole('main'));
      expect(main.getByRole('heading', { level: 1, name: "We can't find that page" })).toBeVisible();
      expect(await main.findByRole('link', { name: 'Bath & body' })).toBeVisible();
      expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
      await user.type(main.getByRole('searchbox'), 'mug{Enter}');
      expect(address()).toBe('/shop-grid-standard?q=mug');
    },
  );
});
