import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { paths } from '#shared/paths.ts';
import { aResellerIsSignedIn, theProduct, theShopSells } from '#tests/support/api.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const theProducts = (...ids: readonly string[]) => Promise.all(ids.map(theProduct));
const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the wishlist page', () => {
  test('the wishlist page shows that it is empty, with a link to the shop', async () => {
    const { user, address } = await renderAt(paths.wishlist);
    expect(screen.getByText('Your wishlist is empty')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Browse the shop' }));
    expect(address()).toBe(paths.shop);
  });

  test('the wishlist page shows each product with price, stock and one main button', async () => {
    await renderAt(paths.wishlist, { wishlist: await theProducts('lavender-soap-bar', 'stoneware-mug', 'salt-pot', 'trinket-dish') });
    const soap = await row(/Lavender soap bar/);
    expect(soap).toHaveTextContent('£6.50');
    expect(soap).toHaveTextContent('In stock');
    expect(within(soap).getByRole('button', { name: /^Add to cart: / })).toBeVisible();
    const mug = await row(/Stoneware mug/);
    expect(mug).toHaveTextContent('From £18.00');
    expect(within(mug).getByRole('link', { name: /^Select options: / })).toHaveAttribute('href', paths.product('stoneware-mug'));
    expect(within(await row(/Salt pot/)).getByRole('link', { name: /^Email me when it’s back: / })).toHaveAttribute(
      'href',
      paths.product('salt-pot'),
    );
    expect(await row(/Trinket dish/)).toHaveTextContent('Only 1 left');
  });

  test('the wishlist page shows a reseller’s prices to a reseller', async () => {
    aResellerIsSignedIn();
    const [mug] = await theProducts('beech-rolling-pin');
    if (!mug) throw new Error('There is a rolling pin.');
    await renderAt(paths.wishlist, { wishlist: [mug] });
    const price = (mug.price.basePrice - mug.resellerPrice).toFixed(2);
    expect(await screen.findByText(`£${price}`)).toBeVisible();
  });

  test('the wishlist page marks a discontinued product, which can only be removed', async () => {
    const wishlist = await theProducts('lavender-soap-bar', 'beech-rolling-pin');
    const { store } = await renderAt(paths.wishlist, { wishlist });
    await theShopSells((products) => products.filter(({ _id }) => _id !== 'beech-rolling-pin'));
    await store.dispatch(loadProducts());
    const gone = await row(/Rolling pin/);
    expect(gone).toHaveTextContent('No longer available');
    expect(within(gone).getAllByRole('button')).toHaveLength(1);
  });
});

describe('the choice of a wished product', () => {
  const address = paths.product('stoneware-mug', { color: 'Sage', size: '350 ml', variationId: 'stoneware-mug-boxed' });

  test('a shopper who puts a chosen mug on the wishlist finds that very mug there, also after removing it with Undo', async () => {
    const { user, unmount } = await renderAt(address);
    await waitFor(() => expect(screen.getByRole('radio', { name: /^Gift boxed/ })).toBeChecked());
    await user.click(screen.getByRole('button', { name: 'Add to wishlist' }));
    await user.click(await screen.findByRole('link', { name: 'Wishlist, 1 product' }));
    const expectMug = async () => {
      const mug = await row(/Stoneware mug – Gift boxed/);
      expect(mug).toHaveTextContent('Colour: Sage');
      expect(mug).toHaveTextContent('Size: 350 ml');
      expect(mug).not.toHaveTextContent('From');
      expect(mug.querySelector('picture img')?.getAttribute('src')).toMatch(/sage/);
      for (const link of within(mug).getAllByRole('link')) expect(link).toHaveAttribute('href', address);
    };
    await expectMug();
    await user.click(screen.getByRole('button', { name: /^Remove Stoneware mug/ }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await expectMug();
    unmount();
  });

  test('a shopper adds a wholly chosen mug to the cart from its row, and with all others, without being asked again', async () => {
    const [mug, soap] = await theProducts('stoneware-mug', 'lavender-soap-bar');
    const boxed = mug?.types.find(({ _id }) => _id === 'stoneware-mug-boxed');
    if (!mug || !soap || !boxed) throw new Error('The sample shop has a boxed mug.');
    const whole = { ...mug, selectedVariation: boxed, selectedProductColor: 'Sage', selectedProductSize: '350 ml' };
    const { user, store } = await renderAt(paths.wishlist, { wishlist: [whole, soap] });
    await user.click(within(await row(/Stoneware mug/)).getByRole('button', { name: 'Add to cart: Stoneware mug' }));
    await expectToast('Added To Cart');
    await user.click(screen.getByRole('button', { name: 'Add all to cart' }));
    expect(await screen.findByText('2 products added to your cart.')).toBeVisible();
    expect(store.getState().cart.lines).toMatchObject([
      {
        _id: 'stoneware-mug',
        selectedVariation: { _id: boxed._id },
        selectedProductColor: 'Sage',
        selectedProductSize: '350 ml',
        quantity: 2,
      },
      { _id: 'lavender-soap-bar', quantity: 1 },
    ]);
  });

  test('a mug of which only the colour is chosen, or whose choice is sold out, leads to its options', async () => {
    const [mug] = await theProducts('stoneware-mug');
    if (!mug) throw new Error('There is a mug.');
    const [boxed] = mug.types;
    const soldOut = {
      ...mug,
      _id: 'sold-out-mug',
      name: 'Sold-out mug',
      variation: mug.variation.map((each) => ({
        ...each,
        size: each.size.map((size) => ({ ...size, saleCount: each.color === 'Sage' ? size.stock : 0 })),
      })),
    };
    await theShopSells((products) => [...products, soldOut]);
    const onlyColor = { ...mug, ...{ selectedProductColor: 'Sage' } };
    const whole = { ...soldOut, ...{ selectedVariation: boxed, selectedProductColor: 'Sage', selectedProductSize: '350 ml' } };
    await renderAt(paths.wishlist, { wishlist: [onlyColor, whole] });
    expect(await screen.findByRole('link', { name: 'Select options: Stoneware mug' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Select options: Sold-out mug' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add all to cart' })).not.toBeInTheDocument();
  });

  test('a heart on a tile keeps the colour that was tried there', async () => {
    const { user, store } = await renderAt(`${paths.shop}?q=stoneware+mug`);
    const tile = within(await screen.findByRole('article', { name: 'Stoneware mug' }));
    await user.click(tile.getByRole('button', { name: 'Sage' }));
    await user.click(tile.getByRole('button', { name: /^Add Stoneware mug to your wishlist/ }));
    expect(store.getState().wishlist.items).toMatchObject([{ _id: 'stoneware-mug', selectedProductColor: 'Sage' }]);
  });

  test('the wishlist drops a colour that is no longer sold', async () => {
    const mug = await theProduct('stoneware-mug');
    await renderAt(paths.wishlist, { wishlist: [{ ...mug, ...{ selectedProductColor: 'Octarine', selectedProductSize: '350 ml' } }] });
    const shown = await row(/Stoneware mug/);
    expect(shown).not.toHaveTextContent('Octarine');
    expect(within(shown).getByRole('link', { name: 'Stoneware mug' })).toHaveAttribute('href', paths.product('stoneware-mug'));
  });
});

describe('a shopper on the wishlist page', () => {
  test('a shopper on the wishlist page adds a product to the cart, and it stays on the wishlist', async () => {
    const { user, store } = await renderAt(paths.wishlist, { wishlist: await theProducts('lavender-soap-bar') });
    await user.click(within(await row(/Lavender soap bar/)).getByRole('button', { name: /^Add to cart: / }));
    await expectToast('Added To Cart');
    expect(store.getState().cart.lines.map(({ _id }) => _id)).toEqual(['lavender-soap-bar']);
    expect(store.getState().wishlist.items).toHaveLength(1);
  });

  test('a shopper on the wishlist page adds all available products to the cart, and sees which could not be added and why', async () => {
    const dish = await theProduct('trinket-dish');
    const { user, store } = await renderAt(paths.wishlist, {
      cart: [aCartLine({ ...dish, quantity: 1 })],
      wishlist: [
        ...(await theProducts('lavender-soap-bar', 'stoneware-mug', 'salt-pot', 'beech-rolling-pin', 'trinket-dish')),
        { ...dish, _id: 'no-such-dish', name: 'Lost dish' },
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Add all to cart' }));
    expect(store.getState().cart.lines.map(({ _id }) => _id)).toEqual(['trinket-dish', 'lavender-soap-bar', 'beech-rolling-pin']);
    expect(screen.getByText('2 products added to your cart.').closest('[role=status]')).toBeVisible();
    expect(
      within(screen.getByRole('main'))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Stoneware mug: Choose its options first',
      'Salt pot with wooden lid: Out of stock',
      'Trinket dish: You already have the last of these',
      'Lost dish: No longer available',
    ]);
  });

  test('a shopper on the wishlist page sees no button to add all when every product needs options or is out of stock', async () => {
    await renderAt(paths.wishlist, { wishlist: await theProducts('stoneware-mug', 'salt-pot') });
    expect(await row(/Salt pot/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add all to cart' })).not.toBeInTheDocument();
  });

  test('a shopper on the wishlist page removes a product and sees a toast', { tags: 'toast.wishlist-removed' }, async () => {
    const { user } = await renderAt(paths.wishlist, { wishlist: await theProducts('lavender-soap-bar', 'salt-pot') });
    await user.click(await screen.findByRole('button', { name: 'Remove Salt pot with wooden lid' }));
    await expectToast('Removed From Wishlist');
    expect(screen.queryByRole('row', { name: /Salt pot/ })).not.toBeInTheDocument();
  });

  test('a shopper on the wishlist page restores a removed product at its position with Undo', async () => {
    const ids = ['beech-rolling-pin', 'lavender-soap-bar', 'salt-pot'];
    const { user, store } = await renderAt(paths.wishlist, { wishlist: await theProducts(...ids) });
    await user.click(await screen.findByRole('button', { name: 'Remove Lavender soap bar' }));
    expect(screen.getByRole('heading', { name: 'Your wishlist' })).toHaveFocus();
    expect(screen.getByText('Lavender soap bar removed.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(store.getState().wishlist.items.map(({ _id }) => _id)).toEqual(ids);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('a shopper on the wishlist page clears the wishlist only after confirming it in a dialog', async () => {
    const { user } = await renderAt(paths.wishlist, { wishlist: await theProducts('lavender-soap-bar', 'salt-pot') });
    await user.click(screen.getByRole('button', { name: 'Clear wishlist' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.getAllByRole('row')).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Clear wishlist' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear wishlist' }));
    expect(await screen.findByText('Your wishlist is empty')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});
