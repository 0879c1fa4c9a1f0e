import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { selectStatus } from '#features/catalogue/catalogue-slice.ts';
import { productPresets } from '#screens/product/product-presets.ts';
import { paths } from '#shared/paths.ts';
import { firstOfEach } from '#tests/quick.ts';
import {
  aResellerIsSignedIn,
  theApiAnswers,
  theApiHolds,
  theApiIsDown,
  theApiNeverAnswers,
  theApiRecovers,
  theProduct,
  theSellerSetsStock,
  theShopHasNoPictures,
  withShopDatabase,
} from '#tests/support/api.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { testInAll } from '#tests/support/test-in-all.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const group = (name: RegExp) => screen.findByRole('group', { name });
const price = () => document.querySelector('.buy-box .price-now')?.textContent;
const addToCart = () =>
  within(document.querySelector<HTMLElement>('.buy-box') ?? document.body).getByRole('button', { name: 'Add to cart' });

describe('a product page', () => {
  test('a product page shows name, price, old price, saving, delivery, category and tags', async () => {
    await renderAt(paths.product('knitted-wool-throw'));
    expect(await heading('Knitted wool throw')).toBeVisible();
    expect(document.title).toBe('Knitted wool throw | Flone');
    expect(price()).toBe('£75.65');
    expect(screen.getAllByText('£89.00')[0]?.tagName).toBe('S');
    expect(screen.getByText('Save £13.35')).toBeVisible();
    expect(screen.getByText('Was £89.00 until 1 September 2025.')).toBeVisible();
    expect(screen.getByText(/^Free UK delivery/)).toBeVisible();
    const categoryLinks = await screen.findAllByRole('link', { name: 'Textiles & baskets' });
    expect(categoryLinks.map((link) => link.getAttribute('href'))).toEqual([
      paths.shopCategory('textiles'),
      paths.shopCategory('textiles'),
    ]);
    expect(screen.getByRole('navigation', { name: 'You are here' })).toContainElement(categoryLinks[0] ?? null);
    expect(screen.getByRole('link', { name: 'Winter' })).toHaveAttribute('href', paths.shopTag('winter'));
    expect(await screen.findByRole('heading', { name: 'You may also like' })).toBeVisible();
  });

  test('a product page shows the price of an unproven reduction like an ordinary price', async () => {
    await withShopDatabase((db) => db.deleteFrom('price_history').where('product_id', '=', 'knitted-wool-throw').execute());
    await renderAt(paths.product('knitted-wool-throw'));
    await waitFor(() => expect(price()).toBe('£75.65'));
    expect(document.querySelector('.buy-box')).not.toHaveTextContent(/£89|Save|Was /);
  });

  test('a product page shows the price of the cheapest option until one is chosen, whatever the product itself would cost', async () => {
    await withShopDatabase((db) => db.updateTable('product').set({ base_price: 3000 }).where('id', '=', 'stoneware-mug').execute());
    const { user } = await renderAt(paths.product('stoneware-mug'));
    await waitFor(() => expect(price()).toBe('£18.00'));
    expect(document.querySelector('.buy-box .price')).toHaveTextContent('From £18.00');
    await user.click(await screen.findByRole('radio', { name: /^Gift boxed/ }));
    await waitFor(() => expect(price()).toBe('£21.50'));
    expect(document.querySelector('.buy-box .price')).not.toHaveTextContent('From');
  });

  testInAll('a product page names categories and tags as the list does, also before the categories have come', async () => {
    theApiIsDown(endpoints.categories.path);
    const throwInWool = await theProduct('knitted-wool-throw');
    theApiAnswers('/client/products', [{ ...throwInWool, category: ['kitchen-table'], tag: ['small-gift', 'for-two'] }]);
    await renderAt(paths.product('knitted-wool-throw'));
    await heading('Knitted wool throw');
    const taxonomy = within(document.querySelector<HTMLElement>('.product-taxonomy') ?? document.body);
    expect(taxonomy.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Kitchen table', 'Small gifts', 'For two']);
  });

  test('a product page has no heading for what its seller has not written', async () => {
    await withShopDatabase((db) =>
      db
        .updateTable('product')
        .set({ categories: '[]', tags: '[]', sku: '', short_description: '', full_description: '' })
        .where('id', '=', 'stoneware-mug')
        .execute(),
    );
    await renderAt(paths.product('stoneware-mug'));
    await heading('Stoneware mug');
    await waitFor(() =>
      expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Details', 'Delivery and returns']),
    );
    expect(screen.queryByText('Category')).toBeNull();
    expect(document.querySelector('.product-taxonomy')).toBeNull();
  });

  testInAll('a product page shows every paragraph of a description, also one that is written twice', async () => {
    const throwInWool = await theProduct('knitted-wool-throw');
    theApiAnswers(endpoints.product.path, { ...throwInWool, fullDescription: 'Made by hand.\n\nWarm.\n\nMade by hand.' });
    await renderAt(paths.product('knitted-wool-throw'));
    expect(await screen.findAllByText('Made by hand.')).toHaveLength(2);
  });

  test.each(firstOfEach(productPresets, () => 'page').map(({ path }) => path.replace(':id', 'coiled-jute-basket')))(
    'a product page is shown at %s',
    async (path) => {
      await renderAt(path);
      expect(await heading('Coiled jute basket')).toBeVisible();
      expect(screen.getAllByRole('button', { name: /^Enlarge the picture/ }).length).toBeGreaterThan(0);
    },
  );

  test('a product page says who made the product and where, what delivery costs for the quantity, and who pays for a return', async () => {
    const { user } = await renderAt(paths.product('stoneware-mug'));
    await heading('Stoneware mug');
    const terms = within(document.querySelector<HTMLElement>('.buy-terms') ?? document.body);
    expect(await terms.findByText('Made in a two-kiln pottery in Ludlow, Shropshire')).toBeVisible();
    expect(terms.getByText(/^UK delivery £3\.95 per item/)).toBeVisible();
    expect(terms.queryByText(/^Delivery for/)).not.toBeInTheDocument();
    for (let more = 0; more < 3; more += 1) await user.click(screen.getByRole('button', { name: 'One more: Stoneware mug' }));
    expect(terms.getByText('Delivery for 4: £15.80')).toBeVisible();
    expect(terms.getByText(/^for delivery (?:Mon|Tue|Wed|Thu|Fri) \d+/)).toBeVisible();
    expect(terms.getByText(/^You pay the postage/)).toBeVisible();
  });

  test('a product page shows what is in the goods, warnings, maker and batch without a press', async () => {
    await renderAt(paths.product('lavender-soap-bar'));
    const { parentElement } = await screen.findByRole('heading', { name: 'Safety, ingredients and maker' });
    for (const text of [/^Sodium olivate/, /^For the skin only/, 'On the band of each bar'])
      expect(within(parentElement ?? document.body).getByText(text)).toBeVisible();
    expect(within(parentElement ?? document.body).getAllByText(/^Sample maker: a soap kitchen, 1 Example Yard/)).toHaveLength(2);
  });

  test('a product page shows a reseller’s price to a reseller', async () => {
    aResellerIsSignedIn();
    await renderAt(paths.product('beech-rolling-pin'));
    await waitFor(() => expect(price()).toBe('£18.00'));
  });

  test('a product page shows a parcel on kraft paper, without words, where there is no picture', async () => {
    await theShopHasNoPictures();
    theApiAnswers(endpoints.product.path, { message: 'Not found' }, 404);
    await renderAt(paths.product('salt-pot'));
    await waitFor(() => expect(document.querySelector('.gallery .picture-none')).toBeVisible());
    expect(document.querySelector('.gallery .picture-none')).toHaveTextContent(/^$/);
  });

  test.each(firstOfEach(['__proto__', 'no-such-thing', '%F0%9F%98%80'], () => 'id'))(
    'a product page of an unknown product (%s) has a search and links to categories',
    async (id) => {
      await renderAt(`/product/${id}`);
      expect(await heading('We can’t find that product')).toBeVisible();
      const main = within(screen.getByRole('main'));
      expect(main.getByRole('searchbox')).toBeVisible();
      expect(await main.findByRole('link', { name: 'Garden' })).toBeVisible();
    },
  );

  testInAll('a product page shows that it is loading while the products load', async () => {
    theApiNeverAnswers('/client/*');
    await renderAt(paths.product('salt-pot'), { beforeProductsLoad: true });
    expect(await heading('Loading...')).toBeInTheDocument();
  });

  test('a product page that cannot be loaded shows an error, and loads on retry', async () => {
    theApiIsDown();
    const { user } = await renderAt(paths.product('salt-pot'));
    const note = await screen.findByRole('alert');
    theApiRecovers();
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await heading('Salt pot with wooden lid')).toBeVisible();
  });

  testInAll('a product whose list cannot be loaded shows no error while its own call may still bring it', async () => {
    theApiIsDown(endpoints.products.path);
    const release = theApiHolds(endpoints.product.path);
    const { store } = await renderAt(paths.product('salt-pot'));
    expect(selectStatus(store.getState())).toBe('failed');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    release();
    expect(await heading('Salt pot with wooden lid')).toBeVisible();
  });

  testInAll('a product page shows that the details are loading, not that there are none', async () => {
    theApiNeverAnswers('/client/products/*');
    const { user } = await renderAt(paths.product('salt-pot'), { beforeProductsLoad: true });
    await user.click(await screen.findByRole('tab', { name: 'Details' }));
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Loading the details...');
    expect(screen.queryByText(/No more details yet/)).not.toBeInTheDocument();
  });

  testInAll('a product that a link leads to has nothing of the one before while its own details and colours are loaded', async () => {
    const { user } = await renderAt(paths.product('stoneware-mug'));
    expect(await group(/^Colour/)).toBeVisible();
    await user.click(await screen.findByRole('tab', { name: 'Details' }));
    expect(await screen.findByText('Weight')).toBeVisible();
    const releases = [theApiHolds('/client/products/*'), theApiHolds('/colorVariation/getColorVariationsByProduct/*')];
    const [jug] = await screen.findAllByRole('link', { name: 'Stoneware jug' });
    await user.click(jug as HTMLElement);
    expect(await heading('Stoneware jug')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Details' }));
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Loading the details...');
    const { variation } = await theProduct('stoneware-jug');
    const colours = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));
    expect(colours()).toEqual(variation.map(({ color }) => color));
    for (const release of releases) release();
    await waitFor(() => expect(screen.getByRole('tabpanel')).not.toHaveTextContent('Loading the details...'));
    expect(colours()).toEqual(variation.map(({ color }) => color));
  });

  test('a product page shows an error when the details cannot be loaded, and loads them on retry', async () => {
    theApiAnswers('/client/products/*', {}, 500);
    const { user } = await renderAt(paths.product('salt-pot'));
    await user.click(await screen.findByRole('tab', { name: 'Details' }));
    const note = await within(screen.getByRole('tabpanel')).findByRole('alert');
    expect(screen.queryByText(/No more details yet/)).not.toBeInTheDocument();
    expect(screen.queryByText('Weight')).not.toBeInTheDocument();
    theApiRecovers();
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Weight')).toBeVisible();
    expect(note).not.toBeInTheDocument();
  });

  testInAll('a product page offers the variations of the product list when their own request fails', async () => {
    theApiAnswers(endpoints.variations.path, 'rubbish', 500);
    theApiAnswers('/colorVariation/getColorVariationsByProduct/*', 'rubbish', 500);
    await renderAt(paths.product('stoneware-mug'));
    await waitFor(async () => expect(within(await group(/^Colour/)).queryAllByRole('radio')).toHaveLength(5));
    await waitFor(async () => expect(within(await group(/^Wrapping/)).queryAllByRole('radio')).toHaveLength(2));
  });
});

describe('a shopper who chooses options', () => {
  test('a shopper chooses between variations under the name that the seller gave the choice', async () => {
    await renderAt(paths.product('soy-wax-candle'));
    await waitFor(async () => expect(within(await group(/^Scent/)).queryAllByRole('radio')).toHaveLength(3));
    expect(screen.queryByRole('group', { name: /^Option/ })).not.toBeInTheDocument();
  });

  testInAll('a choice without a name of the seller’s own, or before it is known, is called “Option”', async () => {
    theApiAnswers('/client/products/*', {}, 500);
    await renderAt(paths.product('soy-wax-candle'));
    await waitFor(async () => expect(within(await group(/^Option/)).queryAllByRole('radio')).toHaveLength(3));
  });

  test('a shopper who chooses options sees the sizes of the chosen colour; one that is out of stock can still be selected', async () => {
    const { user } = await renderAt(paths.product('turned-wooden-bowl'));
    const colours = await group(/^Colour/);
    expect(within(colours).getByRole('radio', { name: 'Oak' })).toBeChecked();
    await user.click(within(colours).getByRole('radio', { name: 'Walnut' }));
    const out = within(await group(/^Size/)).getByRole('radio', { name: '28 cm, out of stock' });
    expect(out).toBeEnabled();
    await user.click(out);
    expect(out).toBeChecked();
    expect(screen.getByText('Out of stock')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add to cart' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Choose 22 cm instead' }));
    const instead = within(await group(/^Size/)).getByRole('radio', { name: '22 cm' });
    expect(instead).toBeChecked();
    expect(instead).toHaveFocus();
    expect(addToCart()).toBeEnabled();
    await user.click(out);
    await user.click(within(colours).getByRole('radio', { name: 'Oak' }));
    expect(within(await group(/^Size/)).getByRole('radio', { name: '28 cm' })).toBeChecked();
    expect(addToCart()).toBeEnabled();
  });

  test('a shopper who chooses options can use the keyboard alone', async () => {
    const { user, store } = await renderAt(paths.product('coiled-jute-basket'));
    const small = within(await group(/^Size/)).getByRole('radio', { name: 'Small' });
    small.focus();
    await user.keyboard(' ');
    expect(small).toBeChecked();
    addToCart().focus();
    await user.keyboard('{Enter}');
    expect(store.getState().cart.lines).toMatchObject([{ selectedProductColor: 'Cream', selectedProductSize: 'Small', quantity: 1 }]);
  });

  test('a shopper who chooses options sees an error at a missing size, and nothing is added', async () => {
    const { user, store } = await renderAt(paths.product('coiled-jute-basket'));
    await group(/^Size/);
    await user.click(addToCart());
    expect(await screen.findByText('Choose a size')).toHaveAttribute('role', 'alert');
    expect(screen.getByRole('group', { name: /^Size/ })).toHaveAccessibleDescription('Choose a size');
    expect(store.getState().cart.lines).toEqual([]);
    // The focus is not at the colours, because one is preselected.
    expect(screen.getByRole('radio', { name: 'Small' })).toHaveFocus();
    await user.click(screen.getByRole('radio', { name: 'Large' }));
    expect(screen.queryByText('Choose a size')).not.toBeInTheDocument();
    await user.click(addToCart());
    await expectToast('Added To Cart');
    expect(screen.getByText('You have 1 in your cart')).toBeVisible();
  });

  test('a shopper who chooses options sees the price of the chosen variation instead of the product’s', async () => {
    const { user, store } = await renderAt(paths.product('soy-wax-candle'));
    await screen.findByRole('radio', { name: /Wild fig/ });
    expect(document.querySelector('.buy-box .price')).toHaveTextContent('Price From £16.00');
    await user.click(addToCart());
    expect(await screen.findByText('Choose an option')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Wild fig & olive leaf · £17.50 (£97.22 per kg)' }));
    expect(document.querySelector('.buy-box .price')).not.toHaveTextContent('From');
    expect(price()).toBe('£17.50');
    await user.click(addToCart());
    await waitFor(() => expect(store.getState().cart.lines[0]?.selectedVariation?.name).toBe('Wild fig & olive leaf'));
  });

  test('a shopper who chooses options cannot exceed the current stock of the API', async () => {
    await theSellerSetsStock({ productId: 'beech-rolling-pin' }, 9);
    const { user, store } = await renderAt(paths.product('beech-rolling-pin'));
    const more = await screen.findByRole('button', { name: 'One more: Rolling pin' });
    expect(screen.getByText('Only 3 left')).toBeVisible();
    for (const _ of [1, 2, 3]) await user.click(more);
    await expectToast('Maximum limit reached');
    expect(screen.getByRole('textbox', { name: 'Quantity of Rolling pin' })).toHaveValue('3');
    const limitMessage = 'Only 3 available, including those in your cart.';
    expect(screen.getByText(limitMessage)).toHaveAttribute('role', 'status');
    await user.click(addToCart());
    expect(store.getState().cart.lines).toMatchObject([{ quantity: 3 }]);
    expect(screen.queryByText(limitMessage)).not.toBeInTheDocument();
    await user.click(addToCart());
    await expectToast('Maximum limit reached');
    expect(screen.getByText(limitMessage)).toBeVisible();
    expect(store.getState().cart.lines).toMatchObject([{ quantity: 3 }]);
  });

  testInAll('a shopper who chooses options keeps a quantity that was lowered to the stock when another size has more', async () => {
    const { user } = await renderAt(paths.product('coiled-jute-basket'));
    await user.click(await screen.findByRole('radio', { name: 'Large' }));
    const field = screen.getByRole('textbox', { name: 'Quantity of Coiled jute basket' });
    await user.tripleClick(field);
    await user.keyboard('99{Tab}');
    const limitStatus = screen.getByText(/^Only \d available/);
    await waitFor(() => expect(limitStatus).toHaveTextContent('Only 5 available'));
    expect(field).toHaveValue('5');
    await user.click(screen.getByRole('radio', { name: 'Small' }));
    await waitFor(() => expect(limitStatus).toBeEmptyDOMElement());
    expect(field).toHaveValue('5');
  });

  const typeQuantity = async (text: string) => {
    const shop = await renderAt(paths.product('beech-rolling-pin'));
    const field = await screen.findByRole('textbox', { name: 'Quantity of Rolling pin' });
    await shop.user.tripleClick(field);
    await shop.user.keyboard(text);
    return { ...shop, field, lines: () => shop.store.getState().cart.lines };
  };

  test('a shopper who types a quantity adds as many with Enter', async () => {
    const { user, lines } = await typeQuantity('2');
    await user.keyboard('{Enter}');
    await expectToast('Added To Cart');
    expect(lines()).toMatchObject([{ quantity: 2 }]);
  });

  test('a shopper who types a quantity above the stock reads with Enter what is left, and adds that with Enter again', async () => {
    await theSellerSetsStock({ productId: 'beech-rolling-pin' }, 9);
    const { user, field, lines } = await typeQuantity('99');
    await user.keyboard('{Enter}');
    await expectToast('Maximum limit reached');
    expect(field).toHaveValue('3');
    expect(lines()).toEqual([]);
    await user.keyboard('{Enter}');
    await expectToast('Added To Cart');
    expect(lines()).toMatchObject([{ quantity: 3 }]);
  });

  test.each(['0', '1.5'])('a shopper who types “%s” as a quantity adds nothing with Enter, and one with Enter again', async (text) => {
    const { user, field, lines } = await typeQuantity(text);
    expect(field).toHaveValue(text);
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('1');
    expect(lines()).toEqual([]);
    await user.keyboard('{Enter}');
    await expectToast('Added To Cart');
    expect(lines()).toMatchObject([{ quantity: 1 }]);
  });

  test.each(firstOfEach(['1e3', '1.5', '-3', '2 or 3', '12345678901'], () => 'text'))(
    'a shopper keeps the quantity when “%s” is typed, which is no whole number',
    async (text) => {
      const { user } = await renderAt(paths.product('beech-rolling-pin'));
      const field = await screen.findByRole('textbox', { name: 'Quantity of Rolling pin' });
      await user.click(screen.getByRole('button', { name: 'One more: Rolling pin' }));
      await user.tripleClick(field);
      await user.keyboard(text);
      expect(field).toHaveValue(text);
      await user.tab();
      expect(field).toHaveValue('2');
    },
  );

  test('a shopper cannot add a product that is sold out, reads that once, is offered an email about it first, and then the nearest that is in stock', async () => {
    const { address, user } = await renderAt(paths.product('salt-pot'));
    const box = (await screen.findByText('Out of stock', { selector: '.buy-box *' })).closest<HTMLElement>('.buy-box') ?? document.body;
    const nearest = await within(box).findByRole('link', { name: /^You might like/ });
    expect(within(box).getAllByText('Out of stock')).toHaveLength(1);
    expect(within(box).queryByRole('button', { name: 'Add to cart' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^One more/ })).not.toBeInTheDocument();
    const inOrder = [
      within(box).getByRole('button', { name: 'Email me when it’s back' }),
      nearest,
      within(box).getByRole('button', { name: 'Add to wishlist' }),
    ];
    expect([...box.querySelectorAll('a, button')].filter((each) => inOrder.includes(each as HTMLElement))).toEqual(inOrder);
    await user.click(nearest);
    expect(address()).toMatch(/^\/product\/(?!salt-pot)/);
    expect(await screen.findByRole('button', { name: 'Add to cart' })).toBeEnabled();
  });

  test('a shopper who chooses options can add the product to the wishlist and to the comparison', async () => {
    const { user } = await renderAt(paths.product('salt-pot'));
    await user.click(await screen.findByRole('button', { name: 'Add to wishlist' }));
    await expectToast('Added To wishlist');
    await user.click(screen.getByRole('button', { name: 'On your wishlist' }));
    await expectToast('Removed From Wishlist');
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    await expectToast('Added To compare');
    expect(screen.getByRole('button', { name: 'In your comparison' })).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('find-in-page of a browser that finds hidden text', () => {
  test('the event by which a browser reveals hidden text opens the tab of a product that has the text', async () => {
    Object.defineProperty(HTMLElement.prototype, 'onbeforematch', { value: null, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'onbeforematch'));
    await renderAt(paths.product('stoneware-jug'));
    expect(await screen.findByRole('tab', { name: 'Description' })).toHaveAttribute('aria-selected', 'true');
    const panel = document.getElementById(screen.getByRole('tab', { name: 'Details' }).getAttribute('aria-controls') ?? '');
    await waitFor(() => expect(panel).toHaveAttribute('hidden', 'until-found'));
    act(() => void panel?.dispatchEvent(new Event('beforematch', { bubbles: true })));
    expect(screen.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
    expect(panel).not.toHaveAttribute('hidden');
  });
});

describe('the URL of a product', () => {
  const mug = paths.product('stoneware-mug');
  const chosen = () => screen.getAllByRole('radio', { checked: true }).map((radio) => radio.getAttribute('aria-label'));

  test('the URL of a product names the variant that a shopper chooses, and keeps its other parameters', async () => {
    const { user, address } = await renderAt(`${mug}?from=mail`);
    await user.click(await screen.findByRole('radio', { name: 'Sage' }));
    await waitFor(() => expect(address()).toBe(`${mug}?from=mail&colour=Sage`));
    await user.click(screen.getByRole('radio', { name: '350 ml' }));
    await user.click(screen.getByRole('radio', { name: /^Gift boxed/ }));
    await waitFor(() => expect(address()).toBe(`${mug}?from=mail&colour=Sage&size=350+ml&option=stoneware-mug-boxed`));
  });

  test('choices of a product are no pages of the history: Back leads to the page before it', async () => {
    const { user, address, goBack } = await renderAt(paths.compare, { compare: [await theProduct('stoneware-mug')] });
    await user.click(screen.getAllByRole('link', { name: 'Stoneware mug' })[0] ?? document.body);
    await user.click(await screen.findByRole('radio', { name: 'Sage' }));
    await waitFor(() => expect(address()).toBe(`${mug}?colour=Sage`));
    await user.click(screen.getByRole('radio', { name: '350 ml' }));
    await waitFor(() => expect(address()).toBe(`${mug}?colour=Sage&size=350+ml`));
    await goBack();
    await waitFor(() => expect(address()).toBe(paths.compare));
  });

  test('a shopper who opens the URL of a variant finds it chosen and can add it', async () => {
    const { user, store } = await renderAt(`${mug}?colour=Sage&size=350+ml&option=stoneware-mug-boxed`);
    await waitFor(() => expect(chosen()).toEqual(['Sage', '350 ml', expect.stringMatching(/^Gift boxed/)]));
    expect(screen.getAllByRole('button', { name: /^Enlarge the picture/ })[0]).toHaveAccessibleName(/sage/i);
    await user.click(addToCart());
    await waitFor(() =>
      expect(store.getState().cart.lines).toMatchObject([
        { selectedProductColor: 'Sage', selectedProductSize: '350 ml', selectedVariation: { _id: 'stoneware-mug-boxed' } },
      ]),
    );
    expect(store.getState().cart.lines).toHaveLength(1);
  });

  test('a shopper who opens the URL of a variant that the product does not have finds the default chosen', async () => {
    await renderAt(`${mug}?colour=Octarine&size=9+miles&option=gold`);
    await waitFor(() => expect(chosen()).toEqual(['Oat']));
  });
});

describe('a shopper who presses “Buy now”', () => {
  test('a shopper who presses “Buy now” opens the checkout with quantity and options in the URL, and the cart is unchanged', async () => {
    const { user, store, address } = await renderAt(paths.product('stoneware-mug'));
    await user.click(await screen.findByRole('radio', { name: 'Sage' }));
    await user.click(screen.getByRole('button', { name: 'Buy now' }));
    expect(await screen.findByText('Choose an option')).toBeVisible();
    expect(address()).toBe(paths.product('stoneware-mug', { color: 'Sage' }));
    await user.click(screen.getByRole('radio', { name: '350 ml' }));
    await user.click(screen.getByRole('radio', { name: /^Gift boxed/ }));
    await user.click(screen.getByRole('button', { name: 'One more: Stoneware mug' }));
    const option = screen.getByRole('radio', { name: /^Gift boxed/ }).getAttribute('value');
    await user.click(screen.getByRole('button', { name: 'Buy now' }));
    expect(address()).toBe(`/checkout/stoneware-mug/2?colour=Sage&size=350+ml&option=${option}`);
    expect(store.getState().cart.lines).toEqual([]);
  });

  testInAll('a shopper who presses “Buy now” opens the checkout without options in the URL when the product has none', async () => {
    const { user, address } = await renderAt(paths.product('beech-rolling-pin'));
    await user.click(await screen.findByRole('button', { name: 'Buy now' }));
    expect(address()).toBe('/checkout/beech-rolling-pin/1');
  });

  test('a shopper does not see “Buy now” when the product is sold out', async () => {
    await renderAt(paths.product('salt-pot'));
    await screen.findByText('Out of stock', { selector: 'form *' });
    expect(screen.queryByRole('button', { name: 'Buy now' })).not.toBeInTheDocument();
  });
});

describe('a shopper who shares a product', () => {
  const press = async (address = paths.product('beech-rolling-pin')) => {
    const { user } = await renderAt(address);
    const button = await screen.findByRole('button', { name: 'Share' });
    return { user, button };
  };

  test('a shopper who shares a product uses the share dialog of the browser if it has one, and can cancel it', async () => {
    const { user, button } = await press();
    const share = vi.fn((_: ShareData) => Promise.resolve());
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    await user.click(button);
    expect(share).toHaveBeenCalledWith({ title: 'Rolling pin', url: `${window.location.origin}${paths.product('beech-rolling-pin')}` });
    share.mockRejectedValueOnce(new DOMException('not now', 'AbortError'));
    await user.click(button);
    expect(within(screen.getByRole('main')).queryByText(/link/i)).not.toBeInTheDocument();
  });

  test('a shopper whose browser has no share dialog copies the link and sees that it is copied', async () => {
    const { user, button } = await press();
    await user.click(button);
    expect(await screen.findByText('Link copied')).toHaveAttribute('role', 'status');
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${paths.product('beech-rolling-pin')}`);
  });

  test.each(firstOfEach(['notify', 'unsubscribe'], () => 'token'))(
    'a shopper who came by a mailed link with ?%s= shares the product as chosen, and no token',
    async (name) => {
      const shown = paths.product('stoneware-mug', { color: 'Oat', size: '350 ml' });
      const { user, button } = await press(`${shown}&${name}=${'a'.repeat(43)}`);
      await user.click(button);
      expect(await screen.findByText('Link copied')).toBeVisible();
      expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${shown}`);
    },
  );

  testInAll('a shopper who shares a product is asked to copy the link by hand when the clipboard is blocked', async () => {
    const { user, button } = await press();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(button);
    expect(await screen.findByText('Please copy the link from your address bar')).toBeVisible();
  });
});

describe('a shopper on a phone who has scrolled past the Add button', () => {
  const scrollPast = async (path: string) => {
    const observers: { callback: IntersectionObserverCallback; target: Element; observer: IntersectionObserver }[] = [];
    class Observer implements IntersectionObserver {
      readonly root = null;
      readonly rootMargin = '';
      readonly scrollMargin = '';
      readonly thresholds = [];
      readonly callback: IntersectionObserverCallback;
      constructor(callback: IntersectionObserverCallback) {
        this.callback = callback;
      }
      observe(target: Element) {
        observers.push({ callback: this.callback, target, observer: this });
      }
      unobserve() {}
      disconnect() {}
      takeRecords() {
        return [];
      }
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    const shop = await renderAt(path);
    await waitFor(() => expect(observers.some(({ target }) => target.matches('.buy-row'))).toBe(true));
    const scroll = (top: number) => {
      for (const { callback, target, observer } of observers.filter(({ target: each }) => each.matches('.buy-row'))) {
        const rect = new DOMRect(0, top, 300, 50);
        const entry = {
          boundingClientRect: rect,
          intersectionRect: rect,
          rootBounds: null,
          intersectionRatio: 0,
          isIntersecting: top >= 0,
          target,
          time: 0,
        };
        act(() => callback([entry], observer));
      }
    };
    return { ...shop, scroll };
  };
  const bar = () => screen.queryByRole('region', { name: 'Add this to your cart' });

  test('a shopper on a phone who has scrolled past the Add button sees a bar that leads to a missing option, and then adds to the cart', async () => {
    const { user, store, scroll } = await scrollPast(paths.product('coiled-jute-basket'));
    scroll(900);
    expect(bar()).not.toBeInTheDocument();
    scroll(-200);
    expect(bar()).toHaveTextContent('Coiled jute basket');
    await user.click(screen.getByRole('button', { name: 'Choose a size' }));
    expect(screen.getByRole('radio', { name: 'Small' })).toHaveFocus();
    expect(store.getState().cart.lines).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'Small' }));
    await user.click(within(bar() ?? document.body).getByRole('button', { name: 'Add to cart' }));
    expect(store.getState().cart.lines).toMatchObject([{ selectedProductSize: 'Small', quantity: 1 }]);
    scroll(100);
    expect(bar()).not.toBeInTheDocument();
  });

  test('a shopper on a phone who has scrolled past the Add button sees no bar when the product is sold out', async () => {
    const { scroll } = await scrollPast(paths.product('salt-pot'));
    scroll(-200);
    expect(bar()).not.toBeInTheDocument();
  });
});

describe('a shopper who views pictures and details', () => {
  test('a shopper who views pictures and details sees the picture of the chosen colour first', async () => {
    const { user } = await renderAt(paths.product('stoneware-mug'));
    await user.click(await screen.findByRole('radio', { name: 'Sage' }));
    expect(screen.getAllByRole('button', { name: /^Enlarge the picture/ })[0]).toHaveAccessibleName(/sage/i);
    // An option without a picture of its own keeps the colour's picture.
    await user.click(screen.getByRole('radio', { name: /^Gift boxed/ }));
    expect(screen.getAllByRole('button', { name: /^Enlarge the picture/ })[0]).toHaveAccessibleName(/sage/i);
  });

  test('a shopper who views pictures and details scrolls a row of pictures with its buttons', async () => {
    const { user } = await renderAt('/product-slider/stoneware-mug');
    const pictures = await screen.findAllByRole('button', { name: /^Enlarge the picture/ });
    const row = pictures[0]?.parentElement ?? document.body;
    Object.defineProperty(row, 'scrollWidth', { value: 800 });
    const shown = vi.fn();
    pictures.forEach((picture, at) => {
      picture.scrollIntoView = () => shown(at);
    });
    await user.click(screen.getByRole('button', { name: 'Next picture' }));
    row.scrollLeft = 205;
    await user.click(screen.getByRole('button', { name: 'Next picture' }));
    await user.click(screen.getByRole('button', { name: 'Previous picture' }));
    expect(shown.mock.calls).toEqual([[1], [3], [1]]);
  });

  test.each(
    firstOfEach(
      productPresets.filter(({ gallery }) => gallery !== 'fixed'),
      ({ gallery }) => gallery === 'slider',
    ).map(({ path }) => path.replace(':id', 'stoneware-mug')),
  )('the pictures at %s are a row, of which a counter says which one is in view', async (path) => {
    const { container } = await renderAt(path);
    const pictures = await screen.findAllByRole('button', { name: /^Enlarge the picture/ });
    const row = pictures[0]?.parentElement ?? document.body;
    expect(container.querySelector('.gallery-count')).toHaveTextContent(`1 / ${pictures.length}`);
    Object.defineProperty(row, 'scrollWidth', { value: 100 * pictures.length });
    fireEvent.scroll(row, { target: { scrollLeft: 200 } });
    expect(container.querySelector('.gallery-count')).toHaveTextContent(`3 / ${pictures.length}`);
  });

  test('a shopper who views pictures and details selects another picture by its thumbnail', async () => {
    const { user } = await renderAt(paths.product('linen-tea-towels'));
    const second = await screen.findByRole('button', { name: /^Show picture 2 of 3/ });
    await user.click(second);
    expect(second).toHaveAttribute('aria-pressed', 'true');
    const pictures = screen.getAllByRole('button', { name: /^Enlarge the picture/ });
    expect(pictures.map((picture) => picture.classList.contains('is-chosen'))).toEqual([false, true, false]);
  });

  test('a shopper who views pictures and details moves through enlarged pictures with keys, buttons and swipes, and closes them with Escape', async () => {
    const { user } = await renderAt(paths.product('three-candle-set'));
    const [enlarge] = await screen.findAllByRole('button', { name: /^Enlarge the picture/ });
    await user.click(enlarge ?? document.body);
    const dialog = await screen.findByRole('dialog', { name: 'Pictures of Candle set, all three scents' });
    expect(dialog).toHaveTextContent('Picture 1 of 4');
    await user.keyboard('{ArrowRight}');
    expect(dialog).toHaveTextContent('Picture 2 of 4');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(dialog).toHaveTextContent('Picture 4 of 4');
    // Back, in browsers.
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(dialog).toHaveTextContent('Picture 4 of 4');
    await user.click(within(dialog).getByRole('button', { name: 'Next picture' }));
    expect(dialog).toHaveTextContent('Picture 1 of 4');
    await user.click(within(dialog).getByRole('button', { name: 'Previous picture' }));
    expect(dialog).toHaveTextContent('Picture 4 of 4');
    const page = within(dialog).getByRole('presentation');
    const swipe = (from: number, to: number, { down = 0, fingers = 1 } = {}) => {
      fireEvent.touchStart(page, { touches: Array.from({ length: fingers }, () => ({ clientX: from, clientY: 300 })) });
      fireEvent.touchEnd(page, { changedTouches: [{ clientX: to, clientY: 300 + down }] });
    };
    swipe(200, 100);
    expect(dialog).toHaveTextContent('Picture 1 of 4');
    swipe(100, 200);
    expect(dialog).toHaveTextContent('Picture 4 of 4');
    // No swipe: too short, mostly vertical, or a pinch with two fingers.
    swipe(100, 110);
    swipe(200, 100, { down: 150 });
    swipe(200, 100, { fingers: 2 });
    expect(dialog).toHaveTextContent('Picture 4 of 4');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a shopper who views pictures and details reads additional information, delivery and returns in tabs', async () => {
    const { user } = await renderAt(paths.product('chopping-board'));
    await user.click(await screen.findByRole('tab', { name: 'Details' }));
    const facts = () => within(screen.getByRole('tabpanel')).getAllByRole('term');
    // A row of the list has the material alone: the rest comes with the product.
    await waitFor(() => expect(facts().map(({ textContent }) => textContent)).toEqual(['Material', 'Size', 'Weight', 'Care', 'Workshop']));
    expect(screen.getByRole('link', { name: 'What we claim, and how we know' })).toHaveAttribute('href', paths.claims);
    await user.click(screen.getByRole('tab', { name: 'Delivery and returns' }));
    const panel = screen.getByRole('tabpanel');
    expect(panel).toHaveTextContent('costs £4.95 per item');
    expect(panel).toHaveTextContent('within 14 days of receipt');
    expect(panel).toHaveTextContent('within 7 days of receipt, with a photo or video');
    expect(panel).toHaveTextContent('within 10 days from dispatch');
    expect(within(panel).getByRole('link', { name: 'How refunds work' })).toHaveAttribute('href', paths.refund);
  });
});
