import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { shopVariants } from '#screens/shop/shop-variants.ts';
import { paths } from '#shared/paths.ts';
import { aResellerIsSignedIn, calls, theApiAnswers, theApiIsDown, theApiIsSlow, theApiRecovers } from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { isTold } from '#tests/support/toasts.ts';

const tiles = () => screen.findAllByRole('article');
const names = async () => (await tiles()).map((tile) => within(tile).getByRole('heading').textContent);
const tile = (name: string) => screen.findByRole('article', { name });

describe('[2] the list of goods', () => {
  test('has fifteen a page, named by their products, and says how many there are', async () => {
    await renderAt(paths.shop);
    expect(await tiles()).toHaveLength(15);
    expect(screen.getByText('29 products')).toHaveAttribute('role', 'status');
    expect(document.title).toBe('Shop | Flone');
    for (const each of await tiles()) expect(each).toHaveAccessibleName(within(each).getByRole('heading').textContent);
  });

  test.each(shopVariants.map(({ path, perPage }) => [path.replace('/:page?', ''), perPage] as const))(
    '%s has %d a page',
    async (path, perPage) => {
      const { user, address } = await renderAt(path);
      expect(await tiles()).toHaveLength(perPage);
      await user.click(screen.getByRole('link', { name: 'Next page' }));
      expect(await tiles()).toHaveLength(29 - perPage);
      expect(address()).toBe(path === paths.shop ? `${path}/2` : `${path}?page=2`);
      expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
      await user.click(screen.getByRole('link', { name: 'Previous page' }));
      expect(address()).toBe(path);
    },
  );

  test.each(['/shop-grid-standard/99', '/shop-list-standard?page=99'])('%s, past the end, is the last page', async (path) => {
    await renderAt(path);
    expect(await tiles()).toHaveLength(14);
  });

  test.each(['/shop-grid-standard/x', '/shop-grid-standard/0', '/shop-list-standard?page=-1', '/shop-list-standard?sort=rubbish'])(
    '%s, which means nothing, is the first page',
    async (path) => {
      await renderAt(path);
      expect(await tiles()).toHaveLength(15);
    },
  );

  test('is sorted as asked, in the address, from the first page', async () => {
    const { user, address } = await renderAt('/shop-grid-standard/2');
    await tiles();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price, low to high');
    expect(address()).toBe('/shop-grid-standard?sort=price-low');
    expect((await names())[0]).toBe('Lavender soap bar');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price, high to low');
    expect((await names())[0]).toBe('Knitted wool throw');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name, A to Z');
    expect(await names()).toEqual((await names()).toSorted((one, other) => String(one).localeCompare(String(other), 'en-GB')));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Featured');
    expect(address()).toBe('/shop-grid-standard');
  });

  test('[6] shows a reseller’s prices in a reseller’s order', async () => {
    aResellerIsSignedIn();
    await renderAt(`${paths.shop}?sort=price-low`);
    await waitFor(async () => expect(await tile('Lavender soap bar')).toHaveTextContent('£5.25'));
  });

  test('is searched by words, which can be taken away again', async () => {
    const { user, address } = await renderAt(paths.shop);
    const box = screen.getAllByRole('searchbox', { name: 'Search the shop' })[0] ?? document.body;
    await user.type(box, '  wooden BOWL {Enter}');
    expect(address()).toBe('/shop-grid-standard?q=wooden%20BOWL');
    expect(await names()).toEqual(['Turned wooden bowl']);
    expect(screen.getByText('1 product')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Remove “wooden BOWL”' }));
    expect(address()).toBe(paths.shop);
    expect(await tiles()).toHaveLength(15);
  });

  test('is narrowed to a category by its link, beside words and order', async () => {
    const { user, address } = await renderAt(`${paths.shop}?q=pot&sort=name`);
    await user.click(await screen.findByRole('link', { name: 'Garden' }));
    expect(address()).toBe('/shop-grid-standard?q=pot&category=garden&sort=name');
    expect(await names()).toEqual(expect.arrayContaining(['Terracotta seed pots, set of four']));
    expect(screen.getByRole('link', { name: 'Garden' })).toHaveAttribute('aria-current', 'true');
    await user.click(screen.getByRole('link', { name: 'Clear all' }));
    expect(address()).toBe('/shop-grid-standard?sort=name');
  });

  test('is narrowed by a tag', async () => {
    await renderAt(paths.shopTag('baking'));
    expect(await names()).toEqual(['Rolling pin']);
    expect(screen.getByRole('link', { name: 'Remove baking' })).toBeVisible();
  });

  test('says when nothing matches, and how to see everything', async () => {
    const { user, address } = await renderAt(`${paths.shop}?q=nothinglikeit`);
    expect(await screen.findByRole('heading', { name: 'Nothing matches all of that' })).toBeVisible();
    expect(screen.getByText('No products')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Clear all' }));
    expect(address()).toBe(paths.shop);
    expect(await tiles()).toHaveLength(15);
  });

  test('says when the shop has nothing at all', async () => {
    theApiAnswers(endpoints.products.path, []);
    await renderAt(paths.shop);
    expect(await screen.findByRole('heading', { name: 'The shelves are empty' })).toBeVisible();
  });
});

describe('[4] when the products do not come', () => {
  test('the shopper reads that they are loading', async () => {
    theApiIsSlow(endpoints.products.path);
    await renderAt(paths.shop, { isImpatient: true });
    expect(screen.getByText('Loading the goods')).toBeVisible();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  test('the network is down: our own sentence, and Try again brings them with the choice kept', async () => {
    theApiIsDown();
    const { user, address } = await renderAt(`${paths.shop}?category=garden`);
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent("We can't reach the shop at the moment.");
    theApiRecovers();
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await tiles()).toHaveLength(3);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(address()).toBe(`${paths.shop}?category=garden`);
    expect(calls.filter((call) => call === 'GET /client/products')).toHaveLength(2);
  });

  test('the server says why: its sentence', async () => {
    theApiAnswers(endpoints.products.path, { message: 'We are counting the stock.' }, 503);
    await renderAt(paths.shop);
    expect(await screen.findByRole('alert')).toHaveTextContent('We are counting the stock.');
  });

  test.each(['<html>', '{"products":[]}', '[', ''])('the answer is %j: our own sentence', async (body) => {
    theApiAnswers(endpoints.products.path, body);
    await renderAt(paths.shop);
    expect(await screen.findByRole('alert')).toHaveTextContent("Something came back that we couldn't read.");
  });

  test('the categories’ names are not needed for the goods: their addresses are told instead', async () => {
    theApiAnswers(endpoints.categories.path, 'rubbish', 500);
    const { user, address } = await renderAt(paths.shop);
    expect(await tiles()).toHaveLength(15);
    await user.click(screen.getByRole('link', { name: 'Kitchen table' }));
    expect(address()).toBe(`${paths.shop}?category=kitchen-table`);
  });
});

describe('[5] the one main button of a tile', () => {
  test('adds what comes in one way, and tells', async () => {
    const { user, store } = await renderAt(`${paths.shop}?q=lavender%20soap`);
    await user.click(within(await tile('Lavender soap bar')).getByRole('button', { name: 'Add to cart' }));
    await isTold('Added To Cart');
    expect(store.getState().cart.lines).toMatchObject([{ _id: 'lavender-soap-bar', quantity: 1 }]);
    expect(screen.getByRole('button', { name: 'Cart, 1 line' })).toBeVisible();
  });

  test('leads to the product where something must be chosen first', async () => {
    const { user, address, store } = await renderAt(`${paths.shop}?q=bud%20vase`);
    await user.click(within(await tile('Bud vase')).getByRole('link', { name: 'Select options' }));
    expect(address()).toBe('/product/bud-vase');
    expect(store.getState().cart.lines).toEqual([]);
  });

  test('does nothing where nothing is left', async () => {
    const { user, store } = await renderAt(`${paths.shop}?q=salt%20pot`);
    const button = within(await tile('Salt pot with wooden lid')).getByRole('button', { name: 'Out of stock' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(store.getState().cart.lines).toEqual([]);
  });

  test('refuses what has no _id: Invalid product data', async () => {
    theApiAnswers(endpoints.products.path, [{ name: 'Nameless thing', price: { basePrice: 3 }, stock: 4 }]);
    const { user, store } = await renderAt(paths.shop);
    await user.click(within(await tile('Nameless thing')).getByRole('button', { name: 'Add to cart' }));
    await isTold('Invalid product data');
    expect(store.getState().cart.lines).toEqual([]);
  });

  test('refuses more than there are: Maximum limit reached', async () => {
    const { user, store } = await renderAt(`${paths.shop}?q=trinket`);
    const button = within(await tile('Trinket dish')).getByRole('button', { name: 'Add to cart' });
    await user.click(button);
    await user.click(button);
    await isTold('Maximum limit reached');
    expect(store.getState().cart.lines).toMatchObject([{ quantity: 1 }]);
  });
});

describe('[4] the small buttons of a tile', () => {
  test('put a product on the wishlist and take it off', async () => {
    const { user } = await renderAt(`${paths.shop}?q=rolling`);
    await user.click(await screen.findByRole('button', { name: 'Add Rolling pin to your wishlist' }));
    await isTold('Added To wishlist');
    expect(screen.getByRole('link', { name: 'Wishlist, 1 product' })).toBeVisible();
    const pressed = screen.getByRole('button', { name: 'Remove Rolling pin from your wishlist' });
    expect(pressed).toHaveAttribute('aria-pressed', 'true');
    await user.click(pressed);
    await isTold('Removed From Wishlist');
  });

  test('compare four products and no fifth', async () => {
    const { user, store } = await renderAt(paths.shop);
    const buttons = await screen.findAllByRole('button', { name: /^Compare / });
    for (const button of buttons.slice(0, 4)) await user.click(button);
    await isTold('Added To compare');
    await user.click(buttons[4] ?? document.body);
    await isTold('You can compare 4 products at a time. Remove one to add another.');
    expect(store.getState().compare.items).toHaveLength(4);
    expect(screen.getByRole('link', { name: 'Compare, 4 products' })).toBeVisible();
  });

  test('badges say what is new, cheaper or nearly gone', async () => {
    await renderAt(`${paths.shop}?q=knitted`);
    expect(await tile('Knitted wool throw')).toHaveTextContent('15 percent off');
    const again = await renderAt(`${paths.shop}?q=trinket`);
    expect(again.container).toHaveTextContent('Only 1 left');
  });
});
