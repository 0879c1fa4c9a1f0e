import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { paths } from '#shared/paths.ts';
import { calls, theApiIsDown } from '#tests/support/api.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const card = async (name: string) => within(await screen.findByRole('article', { name }));

const openQuickView = async (name: string) => {
  const shop = await renderAt(`${paths.shop}?q=${encodeURIComponent(name)}`);
  const button = (await card(name)).getByRole('button', { name: `Quick view of ${name}` });
  await shop.user.click(button);
  const dialog = await screen.findByRole('dialog', { name: `Quick view of ${name}` });
  return { ...shop, button, dialog, inside: within(dialog) };
};

describe('the quick view', () => {
  test('the quick view shows the picture, the options and the quantity of a product, and links to its page', async () => {
    const { inside, user, address } = await openQuickView('Coiled jute basket');
    expect(await inside.findByRole('heading', { name: 'Coiled jute basket' })).toBeVisible();
    expect(inside.getAllByRole('button', { name: /^Enlarge the picture/ })[0]).toBeVisible();
    expect(inside.getByRole('group', { name: /^Colour/ })).toBeVisible();
    expect(inside.getByRole('textbox', { name: 'Quantity of Coiled jute basket' })).toHaveValue('1');
    expect(inside.getByRole('button', { name: 'Add to wishlist' })).toBeVisible();
    expect(inside.getByRole('button', { name: 'Compare' })).toBeVisible();
    const more = inside.getByRole('link', { name: 'View full details' });
    expect(more).toHaveAttribute('href', paths.product('coiled-jute-basket'));
    await user.click(more);
    expect(address()).toBe(paths.product('coiled-jute-basket'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the quick view requests the variations of a product only once it is opened', async () => {
    const variationCalls = () => calls.filter((call) => call.includes('getColorVariationsByProduct'));
    const { user } = await renderAt(paths.shop);
    const basket = await card('Coiled jute basket');
    expect(variationCalls()).toEqual([]);
    await user.click(basket.getByRole('button', { name: 'Quick view of Coiled jute basket' }));
    await waitFor(() => expect(variationCalls()).toHaveLength(1));
  });

  test('the quick view asks for a missing size, then adds to the cart, closes and shows a toast', async () => {
    const { inside, user, store, button, dialog } = await openQuickView('Coiled jute basket');
    await user.click(await inside.findByRole('button', { name: 'Add to cart' }));
    expect(inside.getByText('Choose a size')).toBeVisible();
    expect(inside.getByRole('radio', { name: 'Small' })).toHaveFocus();
    await user.click(inside.getByRole('radio', { name: 'Large' }));
    await user.click(inside.getByRole('button', { name: 'Add to cart' }));
    expect(store.getState().cart.lines).toMatchObject([{ selectedProductColor: 'Cream', selectedProductSize: 'Large' }]);
    expect(dialog).not.toHaveAttribute('open');
    await expectToast('Added To Cart');
    await user.click(button);
    expect(await inside.findByText('Coiled jute basket', { selector: 'h2' })).toBeVisible();
    expect(inside.queryByText('Choose a size')).not.toBeInTheDocument();
  });

  test('the quick view closes with Escape and with its button', async () => {
    const { inside, user, button, dialog } = await openQuickView('Rolling pin');
    await user.keyboard('{Escape}');
    expect(dialog).not.toHaveAttribute('open');
    await user.click(button);
    await user.click(await inside.findByRole('button', { name: 'Close the quick view' }));
    expect(dialog).not.toHaveAttribute('open');
  });

  test('the quick view stays open when the lightbox that was opened from it is closed', async () => {
    const { inside, user, dialog } = await openQuickView('Rolling pin');
    await user.click((await inside.findAllByRole('button', { name: /^Enlarge the picture/ }))[0] ?? document.body);
    const lightbox = await screen.findByRole('dialog', { name: 'Pictures of Rolling pin' });
    await user.keyboard('{Escape}');
    expect(lightbox).not.toHaveAttribute('open');
    expect(dialog).toHaveAttribute('open');
  });

  test('the quick view offers the variations of the product list when its own requests fail', async () => {
    const { user } = await renderAt(`${paths.shop}?q=turned+wooden+bowl`);
    const button = (await card('Turned wooden bowl')).getByRole('button', { name: 'Quick view of Turned wooden bowl' });
    theApiIsDown(endpoints.variations.path);
    theApiIsDown('/colorVariation/*');
    theApiIsDown('/client/*');
    await user.click(button);
    const inside = within(await screen.findByRole('dialog', { name: 'Quick view of Turned wooden bowl' }));
    expect(await inside.findByRole('radio', { name: 'Walnut' })).toBeVisible();
  });
});
