import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CartLine } from '#contract/cart-line.ts';
import { endpoints } from '#contract/endpoints.ts';
import { availableQuantity } from '#contract/stock.ts';
import { variantOf } from '#contract/variant.ts';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { paths } from '#shared/paths.ts';
import {
  allRequestsSettled,
  aResellerIsSignedIn,
  calls,
  theApiAnswers,
  theApiIsDown,
  theApiNeverAnswers,
  theProduct,
  theSellerSetsStock,
  theShopSells,
} from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const lineOf = async (id: string, over: Partial<CartLine> = {}) => aCartLine({ ...(await theProduct(id)), ...over });
const soap = (over?: Partial<CartLine>) => lineOf('lavender-soap-bar', over);
const throwInOat = (over?: Partial<CartLine>) =>
  lineOf('knitted-wool-throw', { selectedProductColor: 'Oat', selectedProductSize: 'One size', ...over });

const row = async (name: RegExp) => screen.findByRole('row', { name });
const summary = () => screen.getByRole('region', { name: 'Summary' });
const changesNote = () => screen.getByRole('alert', { name: 'Your cart has changed since you filled it' });
const amounts = () =>
  within(summary())
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

describe('the cart', () => {
  test('the cart shows that it is empty, with a link to the shop', async () => {
    const { user, address } = await renderAt(paths.cart);
    expect(screen.getByText('No items added to cart')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Browse the shop' }));
    expect(address()).toBe(paths.shop);
  });

  test('a line of what is sold by weight has the price of a kilogram, in the cart and at the checkout', async () => {
    const cart = [await lineOf('lavender-soap-bar', { quantity: 2 })];
    await renderAt(paths.cart, { cart });
    expect(await row(/Lavender soap bar/)).toHaveTextContent('£13.00(£65.00 per kg)+ £5.00 delivery');
    cleanup();
    await renderAt(paths.checkout, { cart });
    expect(screen.getByText('Quantity: 2 × £6.50 · (£65.00 per kg)')).toBeVisible();
  });

  test('the cart shows each line with name, variation, choice, unit price, old price, delivery and subtotal', async () => {
    const mug = await theProduct('stoneware-mug');
    const boxed = mug.types[1];
    if (!boxed) throw new Error('The mug comes boxed.');
    await renderAt(paths.cart, {
      cart: [
        await lineOf('stoneware-mug', {
          quantity: 2,
          selectedVariation: boxed,
          selectedProductColor: 'Oat',
          selectedProductSize: '250 ml',
        }),
        await throwInOat(),
      ],
    });
    const first = await row(/Stoneware mug/);
    expect(within(first).getByRole('link', { name: 'Stoneware mug – Gift boxed' })).toHaveAttribute(
      'href',
      '/product/stoneware-mug?colour=Oat&size=250+ml&option=stoneware-mug-boxed',
    );
    expect(first).toHaveTextContent('Colour: Oat');
    expect(first).toHaveTextContent('Size: 250 ml');
    expect(
      within(first)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.any(String), '£21.50', '', '£43.00+ £7.90 delivery']);
    expect(within(first).getByRole('textbox', { name: 'Quantity of Stoneware mug' })).toHaveValue('2');
    const second = await row(/Knitted wool throw/);
    expect(second).toHaveTextContent('£75.65');
    expect(within(second).getByText('£89.00').tagName).toBe('S');
    expect(amounts()).toEqual(['£118.65', '£7.90', '£126.55']);
    expect(within(summary()).getByRole('link', { name: 'Go to checkout' })).toHaveAttribute('href', paths.checkout);
  });

  test('the cart shows a reseller’s prices once the profile has loaded', async () => {
    aResellerIsSignedIn();
    await renderAt(paths.cart, { cart: [await soap({ quantity: 2 })] });
    await waitFor(async () => expect(await row(/Lavender soap bar/)).toHaveTextContent('£5.25'));
    expect(amounts()).toEqual(['£10.50', '£5.00', '£15.50']);
  });

  test('the cart shows its lines as they were added while the products are loading', async () => {
    theApiNeverAnswers(endpoints.products.path);
    await renderAt(paths.cart, { cart: [await soap()], beforeProductsLoad: true });
    expect(await row(/Lavender soap bar/)).toHaveTextContent('£6.50');
  });

  test('the cart shows its lines as they were added when the API is down', async () => {
    theApiIsDown();
    await renderAt(paths.cart, { cart: [await soap()] });
    expect(await row(/Lavender soap bar/)).toHaveTextContent('£6.50');
    expect(screen.queryByText(/Not in your total/)).not.toBeInTheDocument();
  });
});

describe('a shopper who changes quantities', () => {
  test('a shopper who changes quantities uses the plus and minus buttons, and the totals follow', {
    tags: ['toast.cart-added', 'toast.decremented', 'cart.decrease'],
  }, async () => {
    const { user } = await renderAt(paths.cart, { cart: [await soap()] });
    await user.click(await screen.findByRole('button', { name: 'One more: Lavender soap bar' }));
    expect(amounts()).toEqual(['£13.00', '£5.00', '£18.00']);
    await expectToast('Added To Cart');
    await user.click(screen.getByRole('button', { name: 'One fewer: Lavender soap bar' }));
    expect(amounts()).toEqual(['£6.50', '£2.50', '£9.00']);
    await expectToast('Item Decremented From Cart');
  });

  test('a shopper who changes quantities types a number, and an emptied field returns to the last quantity', async () => {
    const { user } = await renderAt(paths.cart, { cart: [await soap()] });
    const field = await screen.findByRole('textbox', { name: 'Quantity of Lavender soap bar' });
    await user.clear(field);
    await user.type(field, ' 12 {Enter}');
    expect(field).toHaveValue('12');
    expect(amounts()[0]).toBe('£78.00');
    await user.clear(field);
    await user.tab();
    expect(field).toHaveValue('12');
  });

  test('a shopper who changes quantities cannot exceed the stock', async () => {
    const { user } = await renderAt(paths.cart, { cart: [await lineOf('trinket-dish')] });
    await user.click(await screen.findByRole('button', { name: 'One more: Trinket dish' }));
    await expectToast('Maximum limit reached');
    expect(screen.getByRole('textbox', { name: 'Quantity of Trinket dish' })).toHaveValue('1');
  });

  test('a shopper who changes quantities sees the picture of each line’s colour, also after Undo', async () => {
    const mug = await theProduct('stoneware-mug');
    const colors = mug.variation.map(({ color }) => color);
    expect(colors.length).toBeGreaterThan(2);
    const cart = colors.map((color) =>
      aCartLine({
        ...mug,
        cartItemId: color,
        selectedProductColor: color,
        selectedProductSize: '350 ml',
        ...(mug.types[0] && { selectedVariation: mug.types[0] }),
      }),
    );
    const pictures = () => screen.getAllByRole('row', { name: /Stoneware mug/ }).map((each) => each.querySelector('picture img'));
    const { user } = await renderAt(paths.cart, { cart });
    const expectOwnPictures = () =>
      expect(pictures().map((picture) => /\/mug-([a-z]+)-/.exec(picture?.getAttribute('src') ?? '')?.[1])).toEqual([
        'oat',
        'chalk',
        'sage',
        'dipped',
        // Sold out, so it comes last.
        'ink',
      ]);
    await row(/Colour: Blush dip/);
    expectOwnPictures();
    await user.click(within(await row(/Colour: Ink/)).getByRole('button', { name: 'Remove Stoneware mug' }));
    expect(pictures()).toHaveLength(colors.length - 1);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expectOwnPictures();
  });

  test('a shopper who changes quantities lowers a quantity from one, which removes the line and can be undone', {
    tags: 'toast.cart-removed',
  }, async () => {
    const { user } = await renderAt(paths.cart, { cart: [await soap(), await lineOf('linen-tea-towels')] });
    await user.click(await screen.findByRole('button', { name: 'One fewer: Lavender soap bar' }));
    await expectToast('Removed From Cart');
    expect(screen.getByText('Lavender soap bar removed.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const names = screen.getAllByRole('textbox', { name: /^Quantity of/ }).map((field) => field.getAttribute('aria-label'));
    expect(names).toEqual(['Quantity of Lavender soap bar', 'Quantity of Linen tea towels, set of three']);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});

describe('a shopper who removes lines', () => {
  test('a shopper who removes lines uses Remove, and the focus moves to the heading', async () => {
    const { user } = await renderAt(paths.cart, { cart: [await soap()] });
    await user.click(await screen.findByRole('button', { name: 'Remove Lavender soap bar' }));
    expect(screen.getByText('No items added to cart')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your cart' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await row(/Lavender soap bar/)).toBeVisible();
  });

  test('a shopper who removes lines gets one back at its place with Undo, also below one that is sold out, which is shown last', async () => {
    const cart = [await lineOf('beech-rolling-pin'), await soap(), await lineOf('linen-tea-towels')];
    await theSellerSetsStock({ productId: 'beech-rolling-pin' }, cart[0]?.saleCount ?? 0);
    const { user } = await renderAt(paths.cart, { cart });
    const names = () => screen.getAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'));
    const before = ['Remove Lavender soap bar', 'Remove Linen tea towels, set of three', 'Remove Rolling pin'];
    await waitFor(() => expect(names()).toEqual(before));
    await user.click(screen.getByRole('button', { name: 'Remove Linen tea towels, set of three' }));
    expect(names()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(names()).toEqual(before);
  });

  test('a shopper who removes lines moves a line to the wishlist', async () => {
    const { user, store } = await renderAt(paths.cart, { cart: [await soap()] });
    await user.click(await screen.findByRole('button', { name: 'Move to wishlist: Lavender soap bar' }));
    expect(store.getState().wishlist.items.map(({ _id }) => _id)).toEqual(['lavender-soap-bar']);
    expect(screen.getByRole('link', { name: 'Wishlist, 1 product' })).toBeVisible();
    expect(store.getState().cart.lines).toEqual([]);
  });

  test('a shopper who removes lines moves a line to the wishlist with its chosen colour and size', async () => {
    const mug = aCartLine({ ...(await theProduct('stoneware-mug')), selectedProductColor: 'Sage', selectedProductSize: '350 ml' });
    const { user, store } = await renderAt(paths.cart, { cart: [mug] });
    await user.click(await screen.findByRole('button', { name: 'Move to wishlist: Stoneware mug' }));
    expect(store.getState().wishlist.items).toMatchObject([
      { _id: 'stoneware-mug', selectedProductColor: 'Sage', selectedProductSize: '350 ml' },
    ]);
  });

  test('a shopper who removes lines moves a line to the wishlist that has the product already', async () => {
    const { user, store } = await renderAt(paths.cart, { cart: [await soap()], wishlist: [await theProduct('lavender-soap-bar')] });
    await user.click(await screen.findByRole('button', { name: 'Move to wishlist: Lavender soap bar' }));
    expect(store.getState().wishlist.items).toHaveLength(1);
    expect(store.getState().cart.lines).toEqual([]);
  });

  test('a shopper who removes lines clears the cart only after confirming it in a dialog', async () => {
    const { user, store } = await renderAt(paths.cart, { cart: [await soap(), await lineOf('linen-tea-towels')] });
    await user.click(await screen.findByRole('button', { name: 'Clear cart' }));
    const dialog = screen.getByRole('dialog', { name: 'Clear cart?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(store.getState().cart.lines).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Clear cart' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear cart' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear cart' }));
    expect(screen.getByText('No items added to cart')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});

describe('the cart of a shopper who has paid and closed the payment page', () => {
  const orderId = 'ABCD-EFGH-JKMN-PQRS';
  /** Writes what the checkout stores when these units of the soap are ordered. */
  const theSoapIsOrdered = (quantity: number) => {
    window.localStorage.setItem('flone:cart-order', JSON.stringify({ digest: 'd', key: 'k', of: 'cart', orderId }));
    window.localStorage.setItem('flone:ordered', JSON.stringify([{ orderId, lines: [{ cartItemId: 'soap', quantity }] }]));
  };
  const left = (store: Awaited<ReturnType<typeof renderAt>>['store']) =>
    store.getState().cart.lines.map(({ cartItemId, quantity }) => [cartItemId, quantity]);

  test('the cart of a shopper who has paid and closed the payment page loses what was paid for, and nothing that was added since', async () => {
    theSoapIsOrdered(2);
    theApiAnswers(endpoints.order.path, anOrder({ _id: orderId, status: 'confirmed' }));
    const { store } = await renderAt(paths.cart, {
      cart: [await soap({ cartItemId: 'soap', quantity: 3 }), await throwInOat({ cartItemId: 'throw' })],
      voucher: 'SPRING',
    });
    await waitFor(() =>
      expect(left(store)).toEqual([
        ['soap', 1],
        ['throw', 1],
      ]),
    );
    expect(store.getState().cart.voucher).toBe('');
  });

  test('the cart of a shopper who has paid and closed the payment page keeps a voucher that is entered later', async () => {
    theSoapIsOrdered(1);
    theApiAnswers(endpoints.order.path, anOrder({ _id: orderId, status: 'confirmed' }));
    const first = await renderAt(paths.cart, { cart: [await soap({ cartItemId: 'soap' })] });
    expect(await screen.findByText('No items added to cart')).toBeVisible();
    first.unmount();
    const { store } = await renderAt(paths.cart, { cart: [await soap({ cartItemId: 'soap' })], voucher: 'SPRING' });
    expect(await row(/Lavender soap bar/)).toBeVisible();
    await allRequestsSettled();
    expect(left(store)).toEqual([['soap', 1]]);
    expect(store.getState().cart.voucher).toBe('SPRING');
  });

  test('the cart of a shopper whose order is paid and cancelled stays as it is', async () => {
    theSoapIsOrdered(1);
    theApiAnswers(endpoints.order.path, anOrder({ _id: orderId, status: 'cancelled', cancellation: { refund: 'done', by: 'seller' } }));
    const { store } = await renderAt(paths.cart, { cart: [await soap({ cartItemId: 'soap' })] });
    expect(await row(/Lavender soap bar/)).toBeVisible();
    await allRequestsSettled();
    expect(calls).toContain(`GET /order/getoneorder/${orderId}`);
    expect(left(store)).toEqual([['soap', 1]]);
  });
});

describe('a cart line that changed since it was added', () => {
  test('a cart line that changed since it was added says that its price changed and uses the new one; the notice goes once it is accepted', async () => {
    const { user } = await renderAt(paths.cart, { cart: [await soap({ price: { basePrice: 5 }, quantity: 2 })] });
    const line = await row(/Lavender soap bar/);
    expect(line).toHaveTextContent('The price has changed from £5.00 to £6.50 since you added this.');
    expect(amounts()[0]).toBe('£13.00');
    expect(changesNote()).toHaveTextContent('Lavender soap bar: now £6.50, was £5.00');
    expect(changesNote()).toHaveTextContent('Your total is now £18.00.');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByText(/The price has changed|now £6.50/)).not.toBeInTheDocument();
    await expectFocused(screen.findByRole('heading', { name: 'Your cart' }));
    expect(amounts()[0]).toBe('£13.00');
  });

  const renderWithThreeTooMany = async () => {
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, 16);
    const shown = await renderAt(paths.cart, { cart: [await soap({ quantity: 5, stock: 60 })] });
    const line = await row(/Lavender soap bar/);
    expect(line).toHaveTextContent('Only 2 left, so we’ve changed your 5 to 2.');
    expect(changesNote()).toHaveTextContent('Lavender soap bar: 2 left of the 5 you wanted');
    return { ...shown, line, field: within(line).getByRole('textbox', { name: 'Quantity of Lavender soap bar' }) };
  };

  test('a cart line that changed since it was added says that the stock is lower and is reduced to it; the notice goes once it is accepted', async () => {
    const { user, store, field } = await renderWithThreeTooMany();
    expect(field).toHaveValue('2');
    expect(amounts()).toEqual(['£13.00', '£5.00', '£18.00']);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(field).toHaveValue('2');
    expect(screen.queryByText(/Only 2 left/)).not.toBeInTheDocument();
    expect(store.getState().cart.lines.map(({ quantity }) => quantity)).toEqual([2]);
  });

  test('a cart line that changed since it was added cannot be raised above the lower stock, and lowering it removes the notice', async () => {
    const { user, field } = await renderWithThreeTooMany();
    await user.click(screen.getByRole('button', { name: 'One more: Lavender soap bar' }));
    await expectToast('Maximum limit reached');
    expect(field).toHaveValue('2');
    await user.click(screen.getByRole('button', { name: 'One fewer: Lavender soap bar' }));
    expect(field).toHaveValue('1');
    expect(screen.queryByText(/Only 2 left/)).not.toBeInTheDocument();
    expect(amounts()[0]).toBe('£6.50');
  });

  test('a cart line that changed since it was added says that an earlier line has all the stock that both share', async () => {
    const mug = await theProduct('stoneware-mug');
    const [plain, boxed] = mug.types;
    const oat = { selectedProductColor: 'Oat', selectedProductSize: '250 ml' };
    const left = availableQuantity(mug, variantOf(oat));
    await renderAt(paths.cart, {
      cart: [
        aCartLine({ ...mug, ...oat, cartItemId: 'a', selectedVariation: plain, quantity: left }),
        aCartLine({ ...mug, ...oat, cartItemId: 'b', selectedVariation: boxed, quantity: 1 }),
      ],
    });
    expect(await row(/Gift boxed/)).toHaveTextContent('The last ones are on another line. Not in your total.');
    expect(await row(/Gift boxed/)).not.toHaveTextContent('£');
  });

  test('a cart line that changed since it was added says that price and stock changed; both notices go at once', async () => {
    await theSellerSetsStock({ productId: 'lavender-soap-bar' }, 16);
    const { user } = await renderAt(paths.cart, { cart: [await soap({ quantity: 5, price: { basePrice: 5 } })] });
    const line = await row(/Lavender soap bar/);
    expect(line).toHaveTextContent('from £5.00 to £6.50');
    expect(line).toHaveTextContent('Only 2 left');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByText(/The price has changed|Only 2 left/)).not.toBeInTheDocument();
    expect(amounts()[0]).toBe('£13.00');
  });

  test('a cart line that changed since it was added stays when its product is sold out, costs nothing and has no quantity field', async () => {
    await renderAt(paths.cart, { cart: [await lineOf('salt-pot', { saleCount: 0 }), await soap()] });
    const line = await row(/Salt pot/);
    expect(line).toHaveTextContent('Sold out since you added it. Not in your total.');
    expect(line).not.toHaveTextContent('£');
    expect(screen.getAllByRole('row').at(-1)).toBe(line);
    expect(within(line).getByRole('link', { name: /^Choose another or get an email: Salt pot/ })).toHaveAttribute(
      'href',
      paths.product('salt-pot'),
    );
    expect(changesNote()).toHaveTextContent('Salt pot with wooden lid: sold out');
    expect(within(changesNote()).queryByRole('button')).not.toBeInTheDocument();
    expect(within(line).queryByRole('textbox')).not.toBeInTheDocument();
    expect(amounts()).toEqual(['£6.50', '£2.50', '£9.00']);
  });

  test('the cart says when the parcel arrives, and nothing of it when no line can be ordered', async () => {
    const gone = await lineOf('salt-pot', { saleCount: 0 });
    const first = await renderAt(paths.cart, { cart: [gone, await soap()] });
    await row(/Lavender soap bar/);
    expect(within(summary()).getByText(/^Order by|^Posted within/)).toBeVisible();
    first.unmount();
    await renderAt(paths.cart, { cart: [gone] });
    expect(await row(/Salt pot/)).toHaveTextContent('Sold out since');
    expect(within(summary()).queryByText(/^Order by|^Posted within/)).not.toBeInTheDocument();
  });

  test('a cart line that changed since it was added says that its product is discontinued and costs nothing', async () => {
    await renderAt(paths.cart, { cart: [await soap({ _id: 'no-such-soap', name: 'Lost soap' })] });
    expect(await row(/Lost soap/)).toHaveTextContent('We no longer sell this.');
    expect(amounts()).toEqual(['£0.00', '£0.00', '£0.00']);
  });

  test('a cart that changed says so above its lines in a note that takes the focus, unless the shopper is using a control', async () => {
    const changed = { cart: [await soap({ price: { basePrice: 5 } }), await throwInOat()] };
    const { unmount } = await renderAt(paths.cart, changed);
    await expectFocused(screen.findByRole('alert', { name: 'Your cart has changed since you filled it' }));
    unmount();
    await renderAt(paths.cart, { cart: [await soap()] });
    const more = within(await row(/Lavender soap bar/)).getByRole('button', { name: /^One more: / });
    more.focus();
    await theShopSells((products) => products.map((product) => ({ ...product, price: { basePrice: 8 } })));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Lavender soap bar: now £8.00, was £6.50');
    expect(more).toHaveFocus();
  });

  test('a cart line that changed since it was added gets the new price when the catalogue reloads while the cart is shown', async () => {
    const { store } = await renderAt(paths.cart, { cart: [await soap()] });
    await row(/Lavender soap bar/);
    await theShopSells((products) => products.map((product) => ({ ...product, price: { basePrice: 8 } })));
    await store.dispatch(loadProducts());
    await waitFor(() => expect(amounts()[0]).toBe('£8.00'));
  });

  test('a cart line that changed since it was added says that its product is discontinued when the shopper returns to the tab', async () => {
    await renderAt(paths.cart, { cart: [await soap()] });
    await row(/Lavender soap bar/);
    await theShopSells((products) => products.filter(({ _id }) => _id !== 'lavender-soap-bar'));
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await row(/Lavender soap bar/)).toHaveTextContent('We no longer sell this.'));
  });
});
