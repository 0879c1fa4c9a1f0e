import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { catalogueApi } from '#features/catalogue/catalogue-api.ts';
import { paths } from '#shared/paths.ts';
import {
  aResellerIsSignedIn,
  theApiAnswers,
  theApiHoldsLists,
  theApiIsDown,
  theApiRecovers,
  theApiServesFullListOnly,
  thePagesFail,
  theProduct,
  theSellerSetsStock,
  theShopIsLarge,
} from '#tests/support/api.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const tiles = () => screen.findAllByRole('article');
const names = async () => (await tiles()).map((tile) => within(tile).getByRole('heading').textContent);

describe.each([
  ['that is too large for the browser', async () => theShopIsLarge()],
  ['of an API without endpoints for pages and single products', theApiServesFullListOnly],
])('a catalogue %s', (kind, theApi) => {
  test(`a catalogue ${kind} is listed in pages, sorted and filtered`, async () => {
    await theApi();
    const { user, address } = await renderAt(`${paths.shop}?sort=price-low`);
    await waitFor(async () => expect(await tiles()).toHaveLength(15));
    expect((await names())[0]).toBe('Lavender soap bar');
    expect(screen.getByText('29 products')).toHaveAttribute('role', 'status');
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    expect(address()).toBe('/shop-grid-standard/2?sort=price-low');
    await waitFor(async () => expect(await tiles()).toHaveLength(14));
    await user.click(await screen.findByRole('link', { name: 'Garden' }));
    await waitFor(async () => expect(await tiles()).toHaveLength(3));
    expect(screen.getByText('3 products')).toBeVisible();
  });

  test(`a catalogue ${kind} is searched with tolerance for a typo`, async () => {
    await theApi();
    await renderAt(`${paths.shop}?q=woden%20bowl`);
    await waitFor(async () => expect(await names()).toEqual(['Turned wooden bowl']));
  });

  test(`a catalogue ${kind} says when nothing matches`, async () => {
    await theApi();
    await renderAt(`${paths.shop}?q=nothinglikeit`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Nothing found for “nothinglikeit”' })).toBeVisible();
  });

  test(`a catalogue ${kind} shows a reseller’s prices`, async () => {
    await theApi();
    aResellerIsSignedIn();
    await renderAt(`${paths.shop}?sort=price-low`);
    await waitFor(async () => expect(await screen.findByRole('article', { name: 'Lavender soap bar' })).toHaveTextContent('£5.25'));
  });

  test(`a catalogue ${kind} shows a product with its details and adds it to the cart`, async () => {
    await theApi();
    const { user, store } = await renderAt('/product/beech-rolling-pin');
    expect(await screen.findByRole('heading', { level: 1, name: 'Rolling pin' })).toBeVisible();
    const { sku } = await theProduct('beech-rolling-pin');
    expect(await screen.findByText(sku)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Add to cart' }));
    expect(await screen.findAllByLabelText('Cart, 1 line')).not.toHaveLength(0);
    expect(store.getState().cart.lines.map(({ _id }) => _id)).toEqual(['beech-rolling-pin']);
  });

  test(`a catalogue ${kind} lets a shopper buy one product at once`, async () => {
    await theApi();
    const { store } = await renderAt(paths.checkoutOf('beech-rolling-pin', 1));
    // The API without single products has answered 404 by then.
    await waitFor(() => expect(catalogueApi.endpoints.product.select('beech-rolling-pin')(store.getState()).isSuccess).toBe(true));
    expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    expect(await screen.findByText('Rolling pin')).toBeVisible();
  });

  test.each(['no-such-thing', '__proto__', 'constructor'])(`a catalogue ${kind} shows that the product %s does not exist`, async (id) => {
    await theApi();
    await renderAt(`/product/${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'We can’t find that product' })).toBeVisible();
  });

  test(`a catalogue ${kind} updates the lines of the cart`, async () => {
    await theApi();
    const soap = await theProduct('lavender-soap-bar');
    await renderAt(paths.cart, {
      cart: [aCartLine({ ...soap, price: { basePrice: 1 } }), aCartLine({ ...soap, _id: 'gone', id: 'gone', name: 'Gone for good' })],
    });
    expect(await screen.findByText(/We no longer sell this/)).toBeVisible();
    const row = await screen.findByRole('row', { name: /Lavender soap bar/ });
    await waitFor(() => expect(row).toHaveTextContent(/price/i));
  });

  test(`a catalogue ${kind} shows the chosen colour in the cart, also of a line that was added from a list`, async () => {
    await theApi();
    const wool = await theProduct('knitted-wool-throw');
    const added = aCartLine({
      ...wool,
      images: wool.images.slice(0, 2),
      price: { basePrice: 1 },
      selectedProductColor: 'Sage',
      selectedProductSize: 'One size',
    });
    await renderAt(paths.cart, { cart: [added] });
    const row = await screen.findByRole('row', { name: /Knitted wool throw/ });
    // This notice shows that the line has been updated from the catalogue.
    await waitFor(() => expect(row).toHaveTextContent(/price has changed/i));
    expect(row.querySelector('picture img')).toHaveAttribute('src', expect.stringContaining('/throw-sage-'));
  });

  test(`a catalogue ${kind} marks discontinued products in the wishlist`, async () => {
    await theApi();
    const soap = await theProduct('lavender-soap-bar');
    await renderAt(paths.wishlist, {
      wishlist: [
        { ...soap, name: 'Old name' },
        { ...soap, _id: 'gone', id: 'gone', name: 'Gone for good' },
      ],
    });
    expect(await screen.findByText('Lavender soap bar')).toBeVisible();
    expect(await screen.findByText('Gone for good')).toBeVisible();
    expect((await screen.findAllByText('No longer available')).length).toBe(1);
  });

  test(`a catalogue ${kind} fills the home page`, async () => {
    await theApi();
    await renderAt(paths.home);
    expect(await within(await screen.findByRole('tabpanel')).findAllByRole('article')).not.toHaveLength(0);
    expect(await screen.findByText('UK delivery from £1.95')).toBeVisible();
  });

  test(`a catalogue ${kind} shows an error when the API is down, and loads on retry`, async () => {
    theApiIsDown();
    const { user } = await renderAt(paths.shop);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    theApiRecovers();
    await theApi();
    await user.click(retry);
    await waitFor(async () => expect(await tiles()).toHaveLength(15));
  });
});

test('a filter of a large catalogue requests its page once, although the press requests it and the screen needs it', async () => {
  theShopIsLarge();
  const { user } = await renderAt(paths.shop);
  await tiles();
  const requests = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => requests.mockRestore());
  await user.click(await screen.findByRole('checkbox', { name: /^On sale/ }));
  await waitFor(async () => expect((await tiles()).length).toBeLessThan(15));
  expect(requests.mock.calls.filter(([url]) => String(url).includes('sale=yes'))).toHaveLength(1);
});

/** Navigation also checks the catalogue, which succeeds. */
const thePageErrorStays = ({ getState }: Awaited<ReturnType<typeof renderAt>>['store']) =>
  waitFor(() => {
    expect(getState().product.status).toBe('succeeded');
    expect(screen.getByText('The shelves are being moved.')).toBeVisible();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

describe('a page of a large catalogue that fails to load', () => {
  test('a page of a large catalogue that fails to load shows an error, and loads on retry', async () => {
    theShopIsLarge();
    thePagesFail();
    const { user } = await renderAt(paths.shop);
    expect(await screen.findByText('The shelves are being moved.')).toBeVisible();
    theApiRecovers();
    theShopIsLarge();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await tiles()).toHaveLength(15));
  });

  test('a page of a large catalogue that fails to load replaces the products of the previous page by an error', async () => {
    theShopIsLarge();
    const { user, store } = await renderAt(paths.shop);
    await tiles();
    thePagesFail();
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await thePageErrorStays(store);
    theApiRecovers();
    theShopIsLarge();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await tiles()).toHaveLength(14));
  });

  test('a product page of a large catalogue that fails to load shows an error, and loads on retry', async () => {
    theShopIsLarge();
    theApiAnswers('/client/products/salt-pot', { message: 'The shelves are being moved.' }, 503);
    const { user } = await renderAt('/product/salt-pot');
    expect(await screen.findByText('The shelves are being moved.')).toBeVisible();
    theApiRecovers();
    theShopIsLarge();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Salt pot with wooden lid' })).toBeVisible();
  });
});

test('related products of a large catalogue show when both their lists are loaded, so that no tile is replaced under a press', async () => {
  theShopIsLarge();
  const release = theApiHoldsLists('category');
  onTestFinished(release);
  const { store } = await renderAt('/product/salt-pot');
  const pages = () => catalogueApi.util.selectEntriesForEndpoint(store.getState(), 'listing').filter(({ data }) => data);
  await waitFor(() => expect(pages().map(({ originalArgs }) => originalArgs)).toContainEqual(expect.stringContaining('tag=')));
  expect(screen.queryByRole('heading', { name: 'You may also like' })).not.toBeInTheDocument();
  release();
  expect(await screen.findByRole('heading', { name: 'You may also like' })).toBeVisible();
  expect(await names()).toContain('Carved wooden spoons, set of three');
  expect(await names()).not.toContain('Lavender soap bar');
});

test('the pages of a large catalogue are requested again, so that the stock shown is current', async () => {
  theShopIsLarge();
  const { user } = await renderAt(`${paths.shop}?q=soap`);
  const soap = await screen.findByRole('article', { name: 'Lavender soap bar' });
  expect(soap).not.toHaveTextContent('Only 2 left');
  const { saleCount } = await theProduct('lavender-soap-bar');
  await theSellerSetsStock({ productId: 'lavender-soap-bar' }, saleCount + 2);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'name');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'featured');
  await waitFor(async () => expect(await screen.findByRole('article', { name: 'Lavender soap bar' })).toHaveTextContent('Only 2 left'));
});
