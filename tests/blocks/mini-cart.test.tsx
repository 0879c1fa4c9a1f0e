import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { CartLine } from '#contract/cart-line.ts';
import { paths } from '#shared/paths.ts';
import { aResellerIsSignedIn, theProduct, theShopHasNoPictures, theShopSells } from '#tests/support/api.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const lineOf = async (id: string, over: Partial<CartLine> = {}) => aCartLine({ ...(await theProduct(id)), ...over });

const open = async (cart: readonly CartLine[], path: string = paths.privacy) => {
  const shop = await renderAt(path, { cart });
  const button = screen.getByRole('button', { name: /^Cart, / });
  await shop.user.click(button);
  const region = screen.getByRole('region', { name: 'Your cart' });
  await waitFor(() => expect(region).not.toBeEmptyDOMElement());
  return { ...shop, button, miniCart: within(region) };
};

const mug = async () => {
  const { types } = await theProduct('stoneware-mug');
  const [, boxed] = types;
  if (!boxed) throw new Error('The mug comes boxed.');
  return lineOf('stoneware-mug', { selectedVariation: boxed, selectedProductColor: 'Oat', selectedProductSize: '250 ml', quantity: 2 });
};

describe('what answers a shopper who adds to the cart', () => {
  /** jsdom has no `matchMedia`: the wide, the narrow or the calm screen that a query asks for. */
  const theScreenIs = (...features: readonly string[]) =>
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: features.some((feature) => query.startsWith(feature)) }));
  const addSoap = async () => {
    const shop = await renderAt(paths.product('lavender-soap-bar'));
    const [button] = within(screen.getByRole('main')).getAllByRole('button', { name: 'Add to cart' });
    if (!button) throw new Error('The soap can be added.');
    await shop.user.click(button);
    await expectToast('Added To Cart');
    return { ...shop, button };
  };
  const miniCart = () => screen.queryByRole('region', { name: 'Your cart' });

  test('what answers a shopper who adds to the cart on a desktop is the mini-cart, and the button for two seconds', async () => {
    theScreenIs('(min-width: ', '(prefers-reduced-motion: no-preference)');
    const { button, user } = await addSoap();
    expect(button).toHaveAttribute('data-feedback', 'Added');
    expect(within(button).getByText('Added')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Cart, 1 line', expanded: true })).toBeVisible();
    await waitFor(() => expect(miniCart()).toHaveTextContent('Lavender soap bar'));
    await user.click(screen.getByRole('button', { name: 'Cart, 1 line' }));
    expect(miniCart()).toBeVisible();
    await user.keyboard('{Escape}');
    expect(miniCart()).not.toBeInTheDocument();
    await waitFor(() => expect(button).not.toHaveAttribute('data-feedback'));
  });

  test('the mini-cart that an add has opened stays while it has the focus, and a press on the icon keeps it open even then, and after another add', async () => {
    theScreenIs('(min-width: ', '(prefers-reduced-motion: no-preference)');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { user, button } = await addSoap();
    const icon = await screen.findByRole('button', { name: 'Cart, 1 line', expanded: true });
    icon.focus();
    act(() => vi.advanceTimersByTime(5000));
    expect(miniCart()).toBeVisible();
    await user.keyboard('{Enter}');
    expect(miniCart()).toBeVisible();
    button.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(miniCart()).toHaveTextContent('Qty: 2'));
    act(() => vi.advanceTimersByTime(60_000));
    expect(miniCart()).toBeVisible();
  });

  test('the mini-cart that an add has opened closes once it is not used', async () => {
    theScreenIs('(min-width: ', '(prefers-reduced-motion: no-preference)');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await addSoap();
    const icon = await screen.findByRole('button', { name: 'Cart, 1 line', expanded: true });
    icon.focus();
    act(() => vi.advanceTimersByTime(5000));
    expect(miniCart()).toBeVisible();
    icon.blur();
    act(() => vi.advanceTimersByTime(5000));
    expect(miniCart()).not.toBeInTheDocument();
  });

  test('the mini-cart that an add has opened closes with Escape, and the focus stays where it was', async () => {
    theScreenIs('(min-width: ', '(prefers-reduced-motion: no-preference)');
    const { user, button } = await addSoap();
    expect(await screen.findByRole('button', { name: 'Cart, 1 line', expanded: true })).toBeVisible();
    expect(button).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(miniCart()).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  test('what answers a shopper who adds to the cart with motion reduced, is the button and the toast, and nothing opens', async () => {
    theScreenIs('(min-width: ', '(prefers-reduced-motion: reduce)');
    const { button } = await addSoap();
    expect(button).toHaveAttribute('data-feedback', 'Added');
    expect(miniCart()).not.toBeInTheDocument();
  });

  test('what answers a shopper who adds to the cart on a phone is a toast with the name and a link to the cart', async () => {
    theScreenIs('(prefers-reduced-motion: no-preference)');
    const { user, address } = await addSoap();
    const toaster = within(screen.getByRole('status', { name: 'Messages' }));
    expect(toaster.getByText('Lavender soap bar')).toBeVisible();
    await user.click(toaster.getByRole('link', { name: 'View cart' }));
    expect(address()).toBe(paths.cart);
  });
});

describe('the mini-cart', () => {
  test('the mini-cart shows image, name with variation, quantity, unit price after discount, colour and size', {
    tags: ['mini-cart.picture', 'mini-cart.name', 'mini-cart.quantity', 'mini-cart.price', 'mini-cart.colour-and-size'],
  }, async () => {
    const { miniCart } = await open([await mug(), await lineOf('knitted-wool-throw', { selectedProductColor: 'Rust' })]);
    const [first, second] = miniCart.getAllByRole('listitem');
    expect(first).toHaveTextContent('Stoneware mug – Gift boxed');
    expect(first).toHaveTextContent('Qty: 2 £21.50');
    expect(first).toHaveTextContent('Colour: Oat Size: 250 ml');
    expect(first?.querySelector('.picture picture img')).toHaveAttribute(
      'src',
      expect.stringMatching(/^http:\/\/api\.test\/pictures\/mug-oat/),
    );
    expect(second).toHaveTextContent('Qty: 1 £75.65');
    expect(second?.querySelector('.picture picture img')).toHaveAttribute('src', expect.stringContaining('/pictures/throw-rust'));
    expect(second).not.toHaveTextContent('Colour');
  });

  test('the mini-cart shows "No image available" for a product without a picture', { tags: 'mini-cart.no-picture' }, async () => {
    await theShopHasNoPictures();
    const { miniCart } = await open([await lineOf('salt-pot', { mainImage: '', images: [] })]);
    expect(miniCart.getByText('No image available')).toBeVisible();
  });

  test.each(['uploads\\pots\\salt.jpg', '\\uploads/pots\\salt.jpg', 'uploads/pots/salt.jpg', '/uploads/pots/salt.jpg'])(
    'the mini-cart shows the main picture %s from the API’s host',
    { tags: 'product.main-image' },
    async (mainImage) => {
      await theShopSells((products) => products.map((product) => ({ ...product, mainImage, images: [] })));
      const { miniCart } = await open([await lineOf('salt-pot', { mainImage, images: [] })]);
      expect(miniCart.getByRole('listitem').querySelector('.picture img')).toHaveAttribute('src', 'http://api.test/uploads/pots/salt.jpg');
    },
  );

  test('the mini-cart shows the total and links to the cart and the checkout, and closes when one is followed', {
    tags: ['mini-cart.total', 'mini-cart.buttons'],
  }, async () => {
    const { user, miniCart, address } = await open([await mug(), await lineOf('lavender-soap-bar')]);
    expect(miniCart.getByText('Total').nextElementSibling).toHaveTextContent('£49.50');
    expect(miniCart.getByText('plus £10.40 delivery')).toBeVisible();
    expect(miniCart.getByText(/£6\.50/).closest('li')).toHaveTextContent('(£65.00 per kg)');
    expect(miniCart.getByRole('link', { name: 'checkout' })).toHaveAttribute('href', '/checkout');
    await user.click(miniCart.getByRole('link', { name: 'view cart' }));
    expect(address()).toBe('/cart');
    expect(screen.getByRole('button', { name: 'Cart, 2 lines' })).toHaveAttribute('aria-expanded', 'false');
  });

  test('the mini-cart shows "No items added to cart" when the cart is empty', { tags: 'mini-cart.empty' }, async () => {
    const { miniCart } = await open([]);
    expect(miniCart.getByText('No items added to cart')).toBeVisible();
    expect(miniCart.getByRole('link', { name: 'Browse the shop' })).toHaveAttribute('href', '/shop-grid-standard');
  });

  test('the mini-cart removes a line and shows a toast', { tags: ['mini-cart.remove', 'toast.cart-removed'] }, async () => {
    const { user, miniCart } = await open([await mug(), await lineOf('lavender-soap-bar')]);
    await user.click(miniCart.getByRole('button', { name: 'Remove Stoneware mug' }));
    await expectToast('Removed From Cart');
    expect(miniCart.getAllByRole('listitem')).toHaveLength(1);
    await waitFor(() => expect(miniCart.getByRole('button', { name: 'Remove Lavender soap bar' })).toHaveFocus());
    await user.click(miniCart.getByRole('button', { name: 'Remove Lavender soap bar' }));
    expect(miniCart.getByText('No items added to cart')).toBeVisible();
    await waitFor(() => expect(miniCart.getByText('No items added to cart')).toHaveFocus());
  });

  test('the mini-cart marks a line that is out of stock, and leaves it out of the total', async () => {
    const { miniCart } = await open([await lineOf('salt-pot', { saleCount: 0 }), await lineOf('lavender-soap-bar')]);
    expect(miniCart.getByText('No longer available')).toBeVisible();
    expect(miniCart.getByText('Total').nextElementSibling).toHaveTextContent('£6.50');
  });

  test('the mini-cart closes with its button, with Escape, which returns the focus to the button, and with a click outside', {
    tags: 'header.cart.desktop',
  }, async () => {
    const { user, button } = await open([]);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    await user.keyboard('{Escape}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(button).toHaveFocus();
    await user.click(button);
    await user.click(screen.getByRole('contentinfo'));
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('a reseller pays the base price less the reseller price, before the discount', () => {
  test('a reseller pays £63.75 in the mini-cart: £89 less £14, less 15 %', { tags: 'price.reseller-mini-cart' }, async () => {
    aResellerIsSignedIn();
    const { miniCart } = await open([
      await lineOf('knitted-wool-throw', { selectedProductColor: 'Rust', selectedProductSize: 'One size', quantity: 2 }),
    ]);
    await waitFor(() => expect(miniCart.getByRole('listitem')).toHaveTextContent('Qty: 2 £63.75'));
    expect(miniCart.getByText('Total').nextElementSibling).toHaveTextContent('£127.50');
  });

  test.each([
    ['beech-rolling-pin', {}],
    ['knitted-wool-throw', { selectedProductColor: 'Rust', selectedProductSize: 'One size' }],
    ['planter-with-saucer', { selectedProductColor: 'Chalk', selectedProductSize: '12 cm' }],
  ])('a reseller sees the same price on the tile, on the product page, in the mini-cart and in the cart: %s', async (id, choice) => {
    aResellerIsSignedIn();
    const { name } = await theProduct(id);
    const { user, miniCart } = await open([await lineOf(id, choice)], `${paths.shop}?q=${encodeURIComponent(name)}`);
    await screen.findByRole('link', { name: 'My Account' });
    const shown = miniCart.getByRole('listitem').querySelector('.mini-cart-price')?.textContent ?? '';
    expect(shown).toMatch(/^£\d/);
    const tile = await screen.findByRole('article', { name });
    await waitFor(() => expect(tile.querySelector('.price-now')).toHaveTextContent(shown));
    await user.click(miniCart.getByRole('link', { name: 'view cart' }));
    expect(within(await screen.findByRole('row', { name: new RegExp(name) })).getAllByText(shown)[0]).toBeVisible();
    await user.click(screen.getByRole('link', { name }));
    await waitFor(() => expect(document.querySelector('.buy-box .price-now')).toHaveTextContent(shown));
  });
});
