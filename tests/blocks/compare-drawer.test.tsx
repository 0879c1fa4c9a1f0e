import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { paths } from '#shared/paths.ts';
import { theProduct } from '#tests/support/api.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const theProducts = (...ids: readonly string[]) => Promise.all(ids.map(theProduct));
const drawer = () => screen.findByRole('region', { name: 'Products to compare' });
const queryDrawer = () => screen.queryByRole('region', { name: 'Products to compare' });

/** jsdom has no `matchMedia`, and is as wide as any breakpoint asks. */
const theWindowIsNarrow = () => vi.stubGlobal('matchMedia', (query: string) => ({ matches: !query.startsWith('(min-width: ') }));

describe('the compare drawer', () => {
  test('the compare drawer is hidden until a product is compared, and then shows how many of the four are chosen', async () => {
    const { user } = await renderAt(paths.shop);
    expect(queryDrawer()).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Compare Stoneware mug' }));
    expect(await drawer()).toHaveTextContent('1 of 4 to compare');
    await user.click(screen.getByRole('button', { name: 'Compare Lavender soap bar' }));
    expect(await drawer()).toHaveTextContent('2 of 4 to compare');
  });

  test.each([paths.home, paths.cart, paths.compare, paths.about, paths.reviewOf('salt-pot', 'key')])(
    'the compare drawer is not shown on %s',
    async (path) => {
      const { user } = await renderAt(path, { compare: await theProducts('stoneware-mug') });
      expect(queryDrawer()).not.toBeInTheDocument();
      await user.click(within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name: 'Shop' }));
      expect(await drawer()).toBeVisible();
    },
  );

  test('the compare drawer is marked on a product page, where phones have a bar of their own for adding to the cart', async () => {
    await renderAt(paths.product('salt-pot'), { compare: await theProducts('stoneware-mug') });
    expect(await drawer()).toHaveClass('is-on-product');
  });

  test('the compare drawer shows the pictures of the compared products on a wide screen', async () => {
    await renderAt(paths.shop, { compare: await theProducts('stoneware-mug', 'lavender-soap-bar') });
    const pictures = await within(await drawer()).findAllByRole('img');
    expect(pictures.map((picture) => picture.getAttribute('alt'))).toEqual(['Stoneware mug', 'Lavender soap bar']);
  });

  test('the compare drawer is collapsed to one line on a phone and can be expanded', async () => {
    theWindowIsNarrow();
    const { user } = await renderAt(paths.shop, { compare: await theProducts('stoneware-mug') });
    const toggle = within(await drawer()).getByRole('button', { name: '1 of 4 to compare' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(within(await drawer()).queryByRole('img')).not.toBeInTheDocument();
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(within(await drawer()).getByRole('img', { name: 'Stoneware mug' })).toBeVisible();
  });
});

describe('a shopper who uses the compare drawer', () => {
  test('a shopper who uses the compare drawer opens the compare page by its link', async () => {
    const { user, address } = await renderAt(paths.shop, { compare: await theProducts('stoneware-mug') });
    await user.click(within(await drawer()).getByRole('link', { name: 'Compare' }));
    expect(address()).toBe(paths.compare);
  });

  test('a shopper who uses the compare drawer removes a product, sees a toast, and keeps the keyboard focus in the drawer', async () => {
    const { user } = await renderAt(paths.shop, { compare: await theProducts('stoneware-mug', 'lavender-soap-bar') });
    await user.click(within(await drawer()).getByRole('button', { name: 'Remove Stoneware mug' }));
    await expectToast('Removed From Compare');
    expect(within(await drawer()).getByRole('button', { name: '1 of 4 to compare' })).toHaveFocus();
  });

  test('a shopper who uses the compare drawer removes the last product, and the drawer disappears', async () => {
    const { user } = await renderAt(paths.shop, { compare: await theProducts('stoneware-mug') });
    await user.click(within(await drawer()).getByRole('button', { name: 'Remove Stoneware mug' }));
    expect(queryDrawer()).not.toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('a shopper who uses the compare drawer clears all products after confirming it in a dialog', async () => {
    const { user, store } = await renderAt(paths.shop, { compare: await theProducts('stoneware-mug', 'lavender-soap-bar') });
    await user.click(within(await drawer()).getByRole('button', { name: 'Clear' }));
    const question = screen.getByRole('dialog', { name: 'Clear?' });
    await user.keyboard('{Escape}');
    expect(question).not.toHaveAttribute('open');
    expect(within(await drawer()).getByRole('button', { name: 'Remove Stoneware mug' })).toBeVisible();
    await user.click(within(await drawer()).getByRole('button', { name: 'Clear' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear' }));
    expect(store.getState().compare.items).toEqual([]);
    expect(queryDrawer()).not.toBeInTheDocument();
  });

  test('a shopper who uses the compare drawer collapses it with Escape, and it stays collapsed when another product is added', async () => {
    const { user } = await renderAt(paths.shop, { compare: await theProducts('stoneware-mug') });
    within(await drawer())
      .getByRole('button', { name: 'Remove Stoneware mug' })
      .focus();
    await user.keyboard('{Escape}');
    const toggle = within(await drawer()).getByRole('button', { name: '1 of 4 to compare' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(toggle).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Compare Lavender soap bar' }));
    expect(toggle).toHaveTextContent('2 of 4 to compare');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
  });
});
