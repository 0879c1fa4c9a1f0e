import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { notFoundRow, redirects, routeTable } from '#app/route-table.ts';
import { aResellerIsSignedIn } from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { readWords, wordsAt } from '#tests/support/words.ts';

const titles = readWords().titles ?? {};

describe('every address', () => {
  test.each([...routeTable, notFoundRow].map((row) => [row.example, row] as const))(
    '%s has a title, one heading and the layout',
    async (path, row) => {
      // Whoever is not signed in is led elsewhere.
      if (row.screen === 'myAccount') aResellerIsSignedIn();
      await renderAt(path);
      expect(await screen.findAllByRole('heading', { level: 1 })).toHaveLength(1);
      expect(document.title).toMatch(/^.+ \| .+$/);
      if (row.screen !== 'product') expect(document.title).toContain(String(wordsAt(titles, row.title)));
      expect(screen.getAllByRole('banner')[0]).toBeVisible();
      expect(screen.getByRole('main')).toBeVisible();
      expect(screen.getByRole('contentinfo')).toBeVisible();
    },
  );

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
