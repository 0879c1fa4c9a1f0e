import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { renderAt } from '#tests/support/render-app.tsx';

test.each([
  ['cart', paths.cart, 'No items added to cart'],
  ['wishlist', paths.wishlist, 'Your wishlist is empty'],
  ['comparison', paths.compare, 'Nothing to compare yet'],
])(
  'a shopper whose %s is empty finds the categories and four best sellers that are in stock below the message that says so',
  async (_, path, message) => {
    const { address, user } = await renderAt(path);
    const main = within(screen.getByRole('main'));
    expect(await main.findByText(message)).toBeVisible();
    expect(await main.findByRole('heading', { name: 'Best sellers' })).toBeVisible();
    expect(main.getAllByRole('article')).toHaveLength(4);
    expect(main.queryByRole('button', { name: /^Out of stock/ })).not.toBeInTheDocument();
    expect(await main.findByRole('heading', { name: 'Shop by category' })).toBeVisible();
    await user.click(main.getByRole('link', { name: 'Garden' }));
    expect(address()).toBe(`${paths.shop}?category=garden`);
  },
);
