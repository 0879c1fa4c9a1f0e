import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { paths } from '#shared/paths.ts';
import { theApiAnswers, theApiNeverAnswers, theApiRecovers, theProduct, theShopSells } from '#tests/support/api.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const theProducts = (...ids: readonly string[]) => Promise.all(ids.map(theProduct));

const cells = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('the compare page', () => {
  test('the compare page shows that it is empty, with a link to the shop', async () => {
    const { user, address } = await renderAt(paths.compare);
    expect(screen.getByText('Nothing to compare yet')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Browse the shop' }));
    expect(address()).toBe(paths.shop);
  });

  test('the compare page shows products side by side', async () => {
    await renderAt(paths.compare, { compare: await theProducts('stoneware-mug', 'lavender-soap-bar', 'knitted-wool-throw') });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Stoneware mug',
      'Lavender soap bar',
      'Knitted wool throw',
    ]);
    expect(cells('Price').map((text) => text?.match(/£[\d.]+/)?.[0])).toEqual(['£18.00', '£6.50', '£75.65']);
    expect(cells('Availability')).toEqual(['In stock', 'In stock', 'In stock']);
    expect(cells('Colours')[1]).toBe('–');
    expect(
      within(screen.getByRole('row', { name: /^Colours/ }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining(['Oat', 'Chalk', 'Sage', 'Ink', 'Blush dip']));
    expect(cells('Sizes')).toEqual(['250 ml, 350 ml', '–', '–']);
    expect(cells('Delivery')).toEqual(['£3.95', '£2.50', 'Free']);
  });

  test('the compare page shows only the differences on request', async () => {
    const { user } = await renderAt(paths.compare, { compare: await theProducts('stoneware-mug', 'lavender-soap-bar') });
    await user.click(screen.getByRole('checkbox', { name: 'Show differences only' }));
    expect(screen.queryByRole('row', { name: /^Availability/ })).not.toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^Price/ })).toBeVisible();
  });

  test('the compare page says when the products have no differences', async () => {
    const soap = await theProduct('lavender-soap-bar');
    const twin = { ...soap, id: 'twin', _id: 'twin', name: 'Twin soap' };
    await theShopSells((products) => [...products, twin]);
    const { user } = await renderAt(paths.compare, { compare: [soap, twin] });
    await user.click(screen.getByRole('checkbox', { name: 'Show differences only' }));
    expect(screen.getByText('These are the same in everything listed here.')).toBeVisible();
    expect(screen.queryByRole('row', { name: /^Price/ })).not.toBeInTheDocument();
  });

  test('the compare page shows all rows and no such checkbox for a single product', async () => {
    const { user } = await renderAt(paths.compare, { compare: await theProducts('stoneware-mug', 'lavender-soap-bar') });
    await user.click(screen.getByRole('checkbox', { name: 'Show differences only' }));
    await user.click(screen.getByRole('button', { name: 'Remove Stoneware mug' }));
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(cells('Availability')).toEqual(['In stock']);
  });

  test('the compare page marks details that could not be loaded, does not treat them as equal, and loads them on retry', async () => {
    theApiAnswers('/client/products/lavender-soap-bar', {}, 500);
    const { user } = await renderAt(paths.compare, { compare: await theProducts('stoneware-mug', 'lavender-soap-bar') });
    const note = await screen.findByRole('alert');
    // Each product is a call of its own: the other one may come after the note.
    await waitFor(() => expect(cells('Weight')).toEqual([expect.stringContaining('380 g'), 'Not loaded']));
    await user.click(screen.getByRole('checkbox', { name: 'Show differences only' }));
    expect(cells('Dimensions')[1]).toBe('Not loaded');
    theApiRecovers();
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(cells('Weight')[1]).toMatch(/g$/));
    expect(note).not.toBeInTheDocument();
  });

  test('the compare page marks the rows whose details are loading', async () => {
    const compare = await theProducts('stoneware-mug', 'lavender-soap-bar');
    theApiNeverAnswers('/client/products/*');
    await renderAt(paths.compare, { compare, beforeProductsLoad: true });
    await waitFor(() => expect(cells('Weight')).toEqual(['Loading...', 'Loading...']));
    expect(cells('Material')).not.toContain('Loading...');
  });

  test('the compare page marks a discontinued product, and does not offer to buy it', async () => {
    const { store } = await renderAt(paths.compare, { compare: await theProducts('lavender-soap-bar', 'beech-rolling-pin') });
    await theShopSells((products) => products.filter(({ _id }) => _id !== 'beech-rolling-pin'));
    await store.dispatch(loadProducts());
    expect(cells('Availability')).toEqual(['In stock', 'No longer available']);
    expect(screen.getAllByRole('button', { name: /Add to cart|Add .* to cart/i })).toHaveLength(1);
  });
});

describe('a shopper on the compare page', () => {
  test('a shopper on the compare page removes a product and sees a toast', { tags: 'toast.compare-removed' }, async () => {
    const { user } = await renderAt(paths.compare, { compare: await theProducts('stoneware-mug', 'lavender-soap-bar') });
    await user.click(screen.getByRole('button', { name: 'Remove Stoneware mug' }));
    await expectToast('Removed From Compare');
    expect(screen.getAllByRole('columnheader')).toHaveLength(1);
  });

  test('a shopper on the compare page restores a removed product at its position with Undo', async () => {
    const ids = ['lavender-soap-bar', 'stoneware-mug', 'salt-pot'];
    const { user, store } = await renderAt(paths.compare, { compare: await theProducts(...ids) });
    await user.click(screen.getByRole('button', { name: 'Remove Stoneware mug' }));
    expect(screen.getByText('Stoneware mug removed.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(store.getState().compare.items.map(({ id }) => id)).toEqual(ids);
  });

  test('a shopper on the compare page clears the comparison after confirming it in a dialog', async () => {
    const { user } = await renderAt(paths.compare, { compare: await theProducts('stoneware-mug', 'lavender-soap-bar') });
    await user.click(screen.getByRole('button', { name: 'Clear comparison' }));
    await user.click(within(screen.getByRole('dialog', { name: 'Clear comparison?' })).getByRole('button', { name: 'Cancel' }));
    expect(screen.getAllByRole('columnheader')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Clear comparison' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear comparison' }));
    expect(screen.getByText('Nothing to compare yet')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('a shopper on the compare page adds a product to the cart', async () => {
    const { user, store } = await renderAt(paths.compare, { compare: await theProducts('lavender-soap-bar') });
    await user.click(screen.getByRole('button', { name: /^Add to cart: / }));
    await expectToast('Added To Cart');
    expect(store.getState().cart.lines).toHaveLength(1);
  });
});
