import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { saveProduct } from '#server/domain/catalogue/product-editor.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import { theApiAnswers, theApiIsDown, theApiRecovers, withShopDatabase } from '#tests/support/api.ts';
import { theConnectionBlinks } from '#tests/support/connection.ts';
import { aPaidOrderIn, signInAt } from '#tests/support/desk.ts';
import { aPhoto } from '#tests/support/refunds.ts';
import { renderDeskAt, sitsAtTheDesk } from '#tests/support/render-desk.tsx';
import { testInAll } from '#tests/support/test-in-all.ts';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const dialog = () => within(screen.getByRole('dialog'));
const said = (text: string | RegExp) => main().findByText(text);

const sam = { accountId: 'sam', name: 'Sam', role: 'seller', call: 'saveProduct' } as const;
const theShopHasSam = () => withShopDatabase((db) => signInAt(db, 'sam', { role: 'seller', firstName: 'Sam' }));
const productOf = (id: string) =>
  withShopDatabase((db) => db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
const someoneBuys = (productId: string, quantity: number) => withShopDatabase((db, now) => aPaidOrderIn(db, { productId, quantity, now }));
const photo = async (name: string) => new File([new Uint8Array(await aPhoto())], name, { type: 'image/jpeg' });
const shelf = (name: string) => main().findByRole('textbox', { name: `On the shelf: ${name}` });
const addSizes = async (user: UserEvent, color: string, ...names: readonly string[]) => {
  for (const name of names) {
    await user.click(button(`Add a size of ${color}`));
    await user.type(main().getAllByRole('textbox', { name: 'Size' }).at(-1) as HTMLElement, name);
  }
};
const button = (name: string) => main().getByRole('button', { name });

describe('the list of products', () => {
  test('the seller finds a product by a word and a category, and opens it', async () => {
    await sitsAtTheDesk();
    const { user, address } = await renderDeskAt('/desk/products');
    const row = await main().findByRole('row', { name: /^Lavender soap bar/ });
    expect(within(row).getByText('£6.50')).toBeVisible();
    expect(within(row).getByText('resellers £5.25')).toBeVisible();
    await typeText(user, main().getByRole('searchbox', { name: 'Search these products' }), 'soap{Enter}');
    await waitFor(() => expect(main().queryByRole('link', { name: 'Stoneware mug' })).not.toBeInTheDocument());
    await user.selectOptions(main().getByRole('combobox', { name: 'Category' }), 'Garden');
    expect(await said('No product here has all of these words.')).toBeVisible();
    expect(address()).toBe('/desk/products?view=sold&q=soap&category=garden');
    await user.selectOptions(main().getByRole('combobox', { name: 'Category' }), 'All categories');
    await user.click(await main().findByRole('link', { name: 'Lavender soap bar' }));
    expect(await main().findByRole('heading', { level: 1, name: 'Lavender soap bar' })).toBeVisible();
  });

  test('there are no drafts at first', async () => {
    await sitsAtTheDesk();
    await renderDeskAt('/desk/products?view=draft');
    expect(await said('No drafts.')).toBeVisible();
  });
});

describe('counting stock', () => {
  test('support counts down the list by Enter and arrows: each row is saved when it is left, and says what was sold meanwhile', async () => {
    await sitsAtTheDesk('support');
    const { user } = await renderDeskAt('/desk/products');
    expect(main().queryByRole('link', { name: 'New product' })).not.toBeInTheDocument();
    await user.click(await main().findByRole('button', { name: 'Count stock' }));
    // A search leads to other shelves, and does not end the count.
    await typeText(user, main().getByRole('searchbox', { name: 'Search these products' }), 'soap{Enter}');
    await waitFor(() => expect(main().queryByRole('textbox', { name: /Rolling pin/ })).not.toBeInTheDocument());
    const soap = await shelf('Lavender soap bar');
    await user.clear(soap);
    await user.type(soap, '30');
    await someoneBuys('lavender-soap-bar', 2);
    await user.keyboard('{Enter}');
    expect(await shelf('Ceramic soap dish')).toHaveFocus();
    expect(await said('Saved. 2 were sold meanwhile, and are taken off.')).toBeVisible();
    const { stock, sale_count } = await productOf('lavender-soap-bar');
    expect(stock - sale_count).toBe(28);
    await user.keyboard('{ArrowUp}');
    expect(soap).toHaveFocus();
    await user.keyboard('x{ArrowDown}');
    expect(await said('Enter a whole number.')).toBeVisible();
    expect((await productOf('lavender-soap-bar')).stock).toBe(stock);
  });

  test('a sale that arrives while a count is being typed is subtracted, because the count is of when the typing began', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
    const field = await shelf('Lavender soap bar');
    const promised = () => Number(field.closest('tr')?.cells[2]?.textContent);
    const before = promised();
    await user.clear(field);
    await user.type(field, '3');
    await someoneBuys('lavender-soap-bar', 2);
    fireEvent.focus(window);
    await waitFor(() => expect(promised()).toBe(before + 2));
    await user.type(field, '0');
    await user.tab();
    expect(await said('Saved. 2 were sold meanwhile, and are taken off.')).toBeVisible();
    const { stock, sale_count } = await productOf('lavender-soap-bar');
    expect(stock - sale_count).toBe(28);
  });

  testInAll('a number that is corrected while it is being saved is saved as corrected', async () => {
    await sitsAtTheDesk();
    await renderDeskAt('/desk/products/lavender-soap-bar');
    const field = await shelf('Lavender soap bar');
    for (const value of ['30', '31']) {
      fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
    }
    expect(await said('Saved.')).toBeVisible();
    expect(field).toHaveValue('31');
    const { stock, sale_count } = await productOf('lavender-soap-bar');
    expect(stock - sale_count).toBe(31);
  });

  test('a number that was counted without a connection is kept, and saved once there is one', async () => {
    await sitsAtTheDesk();
    const { user, goBack } = await renderDeskAt('/desk/products/lavender-soap-bar');
    const soap = await shelf('Lavender soap bar');
    theApiIsDown(deskEndpoints.countStock.path);
    await user.clear(soap);
    await user.type(soap, '31');
    await user.tab();
    expect(await said(/^Not saved yet: the shop can’t be reached\. The number is kept here/)).toBeVisible();
    await user.click(button('Save it now'));
    expect(await main().findByRole('button', { name: 'Save it now' })).toBeVisible();
    // Everything of the page is gone but what the tab has stored, as after a reload.
    await user.click(main().getByRole('link', { name: 'Products' }));
    await main().findByRole('row', { name: /^Lavender soap bar/ });
    await goBack();
    expect(await shelf('Lavender soap bar')).toHaveValue('31');
    expect(await main().findByRole('button', { name: 'Save it now' })).toBeVisible();
    theApiRecovers();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(main().queryByRole('button', { name: 'Save it now' })).not.toBeInTheDocument());
    await waitFor(async () => {
      const { stock, sale_count } = await productOf('lavender-soap-bar');
      expect(stock - sale_count).toBe(31);
    });
    expect(await shelf('Lavender soap bar')).toHaveValue('31');
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('flone:desk-count'))).toEqual([]);
  });

  test.each([
    [401, /^Not saved yet: you’re signed out\. The number is kept here/],
    [429, /^Not saved yet: that was too often/],
  ])('a number that was not saved (%i) is kept, and the row says why', async (status, text) => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
    const soap = await shelf('Lavender soap bar');
    theApiAnswers(deskEndpoints.countStock.path, { message: 'No.' }, status);
    await user.clear(soap);
    await user.type(soap, '31');
    await user.tab();
    if (status === 401) await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(await said(text)).toBeVisible();
    expect(soap).toHaveValue('31');
    expect(main().getByRole('button', { name: 'Save it now' })).toBeVisible();
  });

  test('when somebody else has counted the same product meanwhile, the row says so, keeps what was typed, and shows the current stock on a press', async () => {
    await sitsAtTheDesk();
    await theShopHasSam();
    const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
    const field = await shelf('Lavender soap bar');
    await user.clear(field);
    await user.type(field, '5');
    await withShopDatabase((db) => countStock(db, 'lavender-soap-bar', 40));
    await user.tab();
    expect(await said(/^Nothing was saved\. The stock was changed meanwhile/)).toBeVisible();
    expect(field).toHaveValue('5');
    await user.click(main().getByRole('button', { name: 'Show it as it is now' }));
    await waitFor(() => expect(field).toHaveValue('40'));
  });
});

describe('the editor', () => {
  test('the editor names what was changed, asks before it is left, and saves without touching stock that was sold meanwhile', async () => {
    await sitsAtTheDesk();
    const { user, address } = await renderDeskAt('/desk/products/lavender-soap-bar');
    const name = await main().findByLabelText('Name');
    expect(main().queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await user.clear(name);
    await typeText(user, name, 'Lavender bar');
    const price = main().getByLabelText('Price');
    await user.clear(price);
    await typeText(user, price, '£7.20');
    expect(main().getByText('Shoppers pay').parentElement).toHaveTextContent('£7.20');
    expect(main().getByText('Resellers pay').parentElement).toHaveTextContent('£5.95');
    expect(main().getByText('Not saved yet:').parentElement).toHaveTextContent('Not saved yet: Name, Price');
    await user.click(main().getByRole('link', { name: 'Products' }));
    await user.click(dialog().getByRole('button', { name: 'Stay here' }));
    expect(address()).toBe('/desk/products/lavender-soap-bar');
    const before = await productOf('lavender-soap-bar');
    await someoneBuys('lavender-soap-bar', 3);
    await user.click(button('Save'));
    expect(await said('Saved.')).toBeVisible();
    expect(await productOf('lavender-soap-bar')).toMatchObject({
      name: 'Lavender bar',
      base_price: 720,
      stock: before.stock,
      sale_count: before.sale_count + 3,
    });
    expect(main().queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await user.click(main().getByRole('link', { name: 'Products' }));
    expect(await main().findByRole('link', { name: 'Lavender bar' })).toBeVisible();
  });

  test('what is typed while the product is being saved stays, and is not saved yet', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
    const name = await main().findByLabelText('Name');
    const price = main().getByLabelText('Price');
    const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
    type(name, 'Lavender bar');
    type(price, '8');
    fireEvent.click(button('Save'));
    type(name, 'Lavender bars');
    type(price, '6.50');
    type(main().getByLabelText(/^One line for the card/), 'For soft hands.');
    expect(await said('Saved.')).toBeVisible();
    expect(await productOf('lavender-soap-bar')).toMatchObject({ name: 'Lavender bar', base_price: 800 });
    expect([name, price].map((field) => (field as HTMLInputElement).value)).toEqual(['Lavender bars', '6.50']);
    expect(main().getByText('Not saved yet:').parentElement).toHaveTextContent(/: Name, .*Price/);
    await user.click(button('Save'));
    await waitFor(() => expect(main().queryByRole('button', { name: 'Save' })).not.toBeInTheDocument());
    expect(await productOf('lavender-soap-bar')).toMatchObject({
      name: 'Lavender bars',
      base_price: 650,
      short_description: 'For soft hands.',
    });
  });

  test('what the server refuses is said at its field, which takes the focus, and discarding shows what is saved', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
    const price = await main().findByLabelText('Price');
    await user.clear(price);
    await user.type(price, '2,50');
    await user.click(button('Save'));
    await waitFor(() => expect(price).toHaveFocus());
    expect(price).toBeInvalid();
    await user.clear(price);
    await typeText(user, price, '1.234');
    await user.click(button('Save'));
    expect(await said('It must have at most 2 decimals.')).toBeVisible();
    await user.click(button('Discard'));
    expect(main().getByLabelText('Price')).toHaveValue('6.50');
    expect((await productOf('lavender-soap-bar')).base_price).toBe(650);
  });

  test('an error of the server about something without a field is shown below the note', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
    await user.click(await main().findByRole('button', { name: 'Add an option with a price' }));
    await user.type(main().getByRole('textbox', { name: 'Option' }), '礼物');
    await user.click(button('Save'));
    const error = await said(/^Options: It may hold letters/);
    expect(error).toBeVisible();
    const note = main().getByText('Nothing was saved: some of it needs a look.');
    expect(note.compareDocumentPosition(error)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('of two sellers who save a product the second is told who was first, loses nothing, and can save again', async () => {
    await sitsAtTheDesk();
    await theShopHasSam();
    const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
    const name = await main().findByLabelText('Name');
    await user.clear(name);
    await typeText(user, name, 'Lavender bar');
    await withShopDatabase((db, now) => saveProduct(db, 'lavender-soap-bar', { basePrice: 8 }, { by: sam, seen: 0, now }));
    await user.click(button('Save'));
    expect(await said(/^Nothing was saved: Sam changed this product at/)).toBeVisible();
    await user.click(button('Show it as it is now'));
    await waitFor(() => expect(main().getByText('Shoppers pay').parentElement).toHaveTextContent('£8.00'));
    expect(name).toHaveValue('Lavender bar');
    await user.click(button('Save'));
    expect(await said('Saved.')).toBeVisible();
    expect(await productOf('lavender-soap-bar')).toMatchObject({ name: 'Lavender bar', base_price: 800 });
  });

  test('what another seller has saved is not overwritten by changes that were begun before it, although the page has been fetched again', async () => {
    await sitsAtTheDesk();
    await theShopHasSam();
    const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
    await user.type(await main().findByLabelText('Name'), ' of ours');
    await withShopDatabase((db, now) => saveProduct(db, 'lavender-soap-bar', { name: 'Soap of Sam’s' }, { by: sam, seen: 0, now }));
    await theConnectionBlinks();
    expect(await main().findByRole('heading', { level: 1, name: 'Soap of Sam’s' })).toBeVisible();
    await user.click(button('Save'));
    expect(await said(/^Nothing was saved: Sam changed this product at/)).toBeVisible();
    expect(main().getByLabelText('Name')).toHaveValue('Lavender soap bar of ours');
    expect(await productOf('lavender-soap-bar')).toMatchObject({ name: 'Soap of Sam’s' });
  });

  test('after a conflict the colours, sizes and options of both sellers are saved', async () => {
    await sitsAtTheDesk();
    await theShopHasSam();
    const row = {
      id: 'bowl',
      name: 'Bowl',
      basePrice: 1,
      stock: 2,
      colors: [{ color: 'Oat', sizes: [{ name: 'Small', stock: 2 }] }],
      types: [{ id: 'plain', name: 'Plain', basePrice: 3 }],
    };
    await withShopDatabase((db, now) => importCatalogue(db, [{ value: row }], { now }));
    const { user } = await renderDeskAt('/desk/products/bowl');
    await main().findByRole('button', { name: 'Add a size of Oat' });
    await addSizes(user, 'Oat', 'Large');
    await user.type(main().getByRole('textbox', { name: 'Option' }), ' one');
    const [oat, sage] = ['Oat', 'Sage'].map((color) => ({
      color,
      hex: '',
      image: '',
      sizes: [{ name: 'Small' }, { name: 'Medium' }],
    }));
    const [plain, boxed] = ['Plain', 'Boxed'].map((name) => ({
      id: name.toLowerCase(),
      name,
      basePrice: 3,
      netQuantity: '',
      isCounted: false,
    }));
    const ofSam = { colors: [oat, sage], types: [plain, boxed] } as Parameters<typeof saveProduct>[2];
    await withShopDatabase((db, now) => saveProduct(db, 'bowl', ofSam, { by: sam, seen: 0, now }));
    await user.click(button('Save'));
    await user.click(await main().findByRole('button', { name: 'Show it as it is now' }));
    await waitFor(() => expect(main().getAllByRole('textbox', { name: 'Option' })).toHaveLength(2));
    await user.click(button('Save'));
    expect(await said('Saved.')).toBeVisible();
    const [sizes, types] = await withShopDatabase((db) =>
      Promise.all([
        db
          .selectFrom('product_size')
          .select(['color', 'name'])
          .where('product_id', '=', 'bowl')
          .orderBy('color')
          .orderBy('position')
          .execute(),
        db.selectFrom('product_type').select('name').where('product_id', '=', 'bowl').orderBy('position').execute(),
      ]),
    );
    expect(sizes.map(({ color, name }) => `${color} ${name}`)).toEqual([
      'Oat Small',
      'Oat Large',
      'Oat Medium',
      'Sage Small',
      'Sage Medium',
    ]);
    expect(types.map(({ name }) => name)).toEqual(['Plain one', 'Boxed']);
  });

  test('the first sizes of a product are asked which of its pieces they are, and the first has what no other is given', async () => {
    await sitsAtTheDesk();
    await withShopDatabase((db, now) =>
      importCatalogue(db, [{ value: { id: 'bowl', name: 'Bowl', basePrice: 1, stock: 14, colors: [{ color: 'Oat' }] } }], { now }),
    );
    const { user } = await renderDeskAt('/desk/products/bowl');
    await main().findByRole('button', { name: 'Add a size of Oat' });
    await addSizes(user, 'Oat', 'Small', 'Large');
    expect(main().getByText(/How many of the 14 are of each size\?/)).toHaveTextContent('14 so far');
    const [small, large] = main().getAllByRole('textbox', { name: 'Pieces' });
    expect([small, large].map((input) => (input as HTMLInputElement).value)).toEqual(['14', '0']);
    await user.clear(large as HTMLElement);
    await user.type(large as HTMLElement, '5');
    expect(small).toHaveValue('9');
    // An emptied field counts as none.
    await user.clear(large as HTMLElement);
    expect(small).toHaveValue('14');
    expect(main().getByText(/How many of the 14/)).toHaveTextContent('14 so far');
    await user.type(large as HTMLElement, '5');
    await user.click(button('Save'));
    expect(await shelf('Oat, Large')).toHaveValue('5');
    expect(await shelf('Oat, Small')).toHaveValue('9');
  });

  test('the focus goes to what is added, and from what is removed to what is beside it', async () => {
    await sitsAtTheDesk();
    await withShopDatabase((db, now) =>
      importCatalogue(db, [{ value: { id: 'bowl', name: 'Bowl', basePrice: 1, stock: 14, colors: [{ color: 'Oat' }] } }], { now }),
    );
    const { user } = await renderDeskAt('/desk/products/bowl');
    await main().findByRole('button', { name: 'Add a size of Oat' });
    const sizes = () => main().getAllByRole('textbox', { name: 'Size' });
    for (const name of ['Small', 'Large']) {
      await user.click(button('Add a size of Oat'));
      expect(sizes().at(-1)).toHaveFocus();
      await user.keyboard(name);
    }
    await user.click(button('Remove Oat Large'));
    expect(sizes()).toHaveLength(1);
    expect(sizes()[0]).toHaveFocus();
    await user.click(button('Remove Oat Small'));
    expect(button('Add a size of Oat')).toHaveFocus();
    await user.click(button('Add a colour'));
    expect(main().getAllByRole('textbox', { name: 'Colour' }).at(-1)).toHaveFocus();
    await user.keyboard('Sand');
    await user.click(button('Remove Sand'));
    expect(main().getByRole('textbox', { name: 'Colour' })).toHaveFocus();
    await user.click(button('Remove Oat'));
    expect(button('Add a colour')).toHaveFocus();
  });

  test('a size with another name keeps its pieces, and one with pieces is removed only after its seller has read of them', async () => {
    await sitsAtTheDesk();
    const sizes = [
      { name: '350 ml', stock: 12 },
      { name: '500 ml', stock: 8 },
    ];
    await withShopDatabase((db, now) =>
      importCatalogue(db, [{ value: { id: 'bowl', name: 'Bowl', basePrice: 1, stock: 20, colors: [{ color: 'Oat', sizes }] } }], { now }),
    );
    const { user } = await renderDeskAt('/desk/products/bowl');
    const [first] = await main().findAllByRole('textbox', { name: 'Size' });
    await user.clear(first as HTMLElement);
    await typeText(user, first as HTMLElement, '350ml');
    await user.click(button('Save'));
    expect(await shelf('Oat, 350ml')).toHaveValue('12');
    await user.click(button('Remove Oat 500 ml'));
    await user.click(button('Save'));
    expect(await main().findByText(/“Oat, 500 ml” has 8 pieces to sell/)).toBeVisible();
    expect(await shelf('Oat, 500 ml')).toHaveValue('8');
    await user.click(button('Remove it anyway'));
    await waitFor(() => expect(main().queryByRole('textbox', { name: 'On the shelf: Oat, 500 ml' })).toBeNull());
    expect(await shelf('Oat, 350ml')).toHaveValue('12');
  });

  testInAll('a new colour with sizes can be counted once it is saved', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
    await user.click(await main().findByRole('button', { name: 'Add a colour' }));
    await typeText(user, main().getByRole('textbox', { name: 'Colour' }), 'Lilac');
    await addSizes(user, 'Lilac', 'Small', 'Large');
    await user.click(button('Save'));
    const large = await shelf('Lilac, Large');
    await user.clear(large);
    await user.type(large, '7');
    await user.tab();
    await waitFor(() => expect(main().getAllByText('Saved.')).toHaveLength(2));
    const size = await withShopDatabase((db) =>
      db
        .selectFrom('product_size')
        .select(['stock'])
        .where('product_id', '=', 'lavender-soap-bar')
        .where('name', '=', 'Large')
        .executeTakeFirst(),
    );
    expect(size).toEqual({ stock: 7 });
  });

  test('a removed colour and a removed option take their sizes and their price with them', async () => {
    await sitsAtTheDesk();
    const row = {
      id: 'bowl',
      name: 'Bowl',
      basePrice: 1,
      stock: 2,
      colors: [
        { color: 'Oat', sizes: [{ name: 'Small', stock: 1 }] },
        { color: 'Sage', sizes: [{ name: 'Large', stock: 1 }] },
      ],
      types: [
        { id: 'plain', name: 'Plain', basePrice: 3 },
        { id: 'boxed', name: 'Boxed', basePrice: 7 },
      ],
    };
    await withShopDatabase((db, now) => importCatalogue(db, [{ value: row }], { now }));
    const { user } = await renderDeskAt('/desk/products/bowl');
    await user.click(await main().findByRole('button', { name: 'Remove Oat' }));
    await user.click(button('Remove Plain'));
    expect(main().getByRole('textbox', { name: 'Size' })).toHaveValue('Large');
    expect(main().getAllByLabelText('Price')[0]).toHaveValue('7.00');
  });

  test('a colour whose picture is removed has no picture, and not one that the product does not have any more', async () => {
    await sitsAtTheDesk();
    const files = await withShopDatabase(async (db) =>
      (await db.selectFrom('picture').select('file').orderBy('file').limit(2).execute()).map(({ file }) => file),
    );
    const colors = ['Oat', 'Sage'].map((color, at) => ({ color, image: files[at] }));
    const images = files.map((file) => ({ file, alt: 'A bowl' }));
    await withShopDatabase((db, now) =>
      importCatalogue(db, [{ value: { id: 'bowl', name: 'Bowl', basePrice: 1, stock: 3, images, colors } }], { now }),
    );
    const { user } = await renderDeskAt('/desk/products/bowl');
    await user.click(await main().findByRole('button', { name: 'Remove Picture 1' }));
    await user.click(button('Save'));
    expect(await said('Saved.')).toBeVisible();
    const swatches = await withShopDatabase((db) =>
      db.selectFrom('product_color').select(['color', 'image']).where('product_id', '=', 'bowl').orderBy('position').execute(),
    );
    expect(swatches).toEqual([
      { color: 'Oat', image: '' },
      { color: 'Sage', image: files[1] },
    ]);
  });

  testInAll('the id of a new option is made from its whole name, although another option has an id that it begins with', async () => {
    await sitsAtTheDesk();
    const row = { id: 'bowl', name: 'Bowl', basePrice: 1, stock: 2, types: [{ id: 'gift', name: 'As a gift', basePrice: 3 }] };
    await withShopDatabase((db, now) => importCatalogue(db, [{ value: row }], { now }));
    const { user } = await renderDeskAt('/desk/products/bowl');
    await user.click(await main().findByRole('button', { name: 'Add an option with a price' }));
    await typeText(user, main().getAllByRole('textbox', { name: 'Option' })[1] as HTMLElement, 'Gift box');
    await user.click(button('Save'));
    expect(await said('Saved.')).toBeVisible();
    const types = await withShopDatabase((db) =>
      db.selectFrom('product_type').select(['id', 'name']).where('product_id', '=', 'bowl').orderBy('position').execute(),
    );
    expect(types).toEqual([
      { id: 'gift', name: 'As a gift' },
      { id: 'gift-box', name: 'Gift box' },
    ]);
  });

  test('support sees everything, and can change nothing but the count', async () => {
    await sitsAtTheDesk('support');
    await renderDeskAt('/desk/products/lavender-soap-bar');
    expect(await main().findByLabelText('Name')).toBeDisabled();
    expect(main().getByLabelText('Price')).toBeDisabled();
    expect(button('Add pictures')).toBeDisabled();
    expect(await shelf('Lavender soap bar')).toBeEnabled();
    expect(main().queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  });
});

describe('a new product', () => {
  test('a new product gets pictures, which need alternative texts before it can be sold, and is then withdrawn and removed', async () => {
    await sitsAtTheDesk();
    const { user, address } = await renderDeskAt('/desk/products/new');
    await typeText(user, await main().findByLabelText('Name'), 'Oak tray');
    expect(main().getByLabelText('Address')).toHaveValue('oak-tray');
    await user.type(main().getByLabelText('Price'), '48');
    await user.upload(main().getByLabelText('Choose pictures'), [await photo('one.jpg'), await photo('two.jpg')]);
    const words = await main().findAllByLabelText('What it shows', {}, { timeout: 20_000 });
    await waitFor(() => expect(main().getAllByLabelText('What it shows')).toHaveLength(2), { timeout: 20_000 });
    await typeText(user, words[0] as HTMLElement, 'A tray of oak');
    await user.click(button('Save'));
    await waitFor(() => expect(address()).toBe('/desk/products/oak-tray'));
    expect(await said('Draft')).toBeVisible();
    await user.click(await main().findByRole('button', { name: 'Sell it' }));
    expect(await main().findByRole('alert')).toHaveTextContent(/^Say what each picture shows/);

    await typeText(user, main().getAllByLabelText('What it shows')[1] as HTMLElement, 'The same from above');
    await user.click(main().getByRole('button', { name: 'Later Picture 1' }));
    await user.click(button('Save'));
    await said('Saved.');
    expect(JSON.parse((await productOf('oak-tray')).images)).toMatchObject([{ alt: 'The same from above' }, { alt: 'A tray of oak' }]);
    await user.click(button('Sell it'));
    expect(await said(/^It’s on sale, but there’s none to sell yet/)).toBeVisible();
    expect(await productOf('oak-tray')).toMatchObject({ withdrawn_at: null, is_draft: 0 });

    await user.click(button('Withdraw'));
    await user.click(dialog().getByRole('button', { name: 'Withdraw' }));
    expect(await said('It’s withdrawn. Nobody can buy it now.')).toBeVisible();
    await user.click(button('Remove'));
    await user.click(dialog().getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(address()).toBe('/desk/products'));
    expect(await withShopDatabase((db) => db.selectFrom('product').select('id').where('id', '=', 'oak-tray').execute())).toEqual([]);
  });

  test('a new product without a price says at the field what is wanted', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/new');
    await typeText(user, await main().findByLabelText('Name'), 'Oak tray');
    await user.click(button('Save'));
    await waitFor(() => expect(main().getByLabelText('Price')).toHaveAccessibleDescription('Give it a price, such as 28.'));
    await user.type(main().getByLabelText('Price'), '48');
    await user.clear(main().getByLabelText('Delivery'));
    await user.click(button('Save'));
    await waitFor(() => expect(main().getByLabelText('Delivery')).toHaveAccessibleDescription('Enter a number, such as 3.95, or 0.'));
  });

  testInAll(
    'a product with nothing on the shelf says so when it goes on sale, and its tags are written with blanks between them',
    async () => {
      await sitsAtTheDesk();
      const { user, address } = await renderDeskAt('/desk/products/new');
      await typeText(user, await main().findByLabelText('Name'), 'Oak tray');
      await user.type(main().getByLabelText('Price'), '48');
      await typeText(user, main().getByLabelText(/^Tags/), 'tray,oak');
      await user.tab();
      expect(main().getByLabelText(/^Tags/)).toHaveValue('tray, oak');
      await user.click(button('Save'));
      await waitFor(() => expect(address()).toBe('/desk/products/oak-tray'));
      await user.click(await main().findByRole('button', { name: 'Sell it' }));
      expect(
        await said('It’s on sale, but there’s none to sell yet. Say how many there are. Still missing: picture, description, category.'),
      ).toBeVisible();
      await user.type(await shelf('Oak tray'), '5');
      await user.tab();
      await user.click(button('Withdraw'));
      await user.click(dialog().getByRole('button', { name: 'Withdraw' }));
      await user.click(await main().findByRole('button', { name: 'Sell it again' }));
      expect(await said('It’s on sale now. Still missing: picture, description, category.')).toBeVisible();
    },
  );

  test('a file that is no picture is refused with the reason, and can be left out', async () => {
    await sitsAtTheDesk();
    const { user } = await renderDeskAt('/desk/products/new');
    const file = new File(['hello'], 'notes.jpg', { type: 'image/jpeg' });
    await user.upload(await main().findByLabelText('Choose pictures'), file);
    expect(await said('This picture is not a JPEG, PNG, WebP or AVIF picture.')).toBeVisible();
    await user.click(button('Leave it out'));
    expect(main().queryByText('notes.jpg')).not.toBeInTheDocument();
  });
});

testInAll('each file that is no picture for the shop is named with the reason, and the pictures beside it are taken', async () => {
  await sitsAtTheDesk();
  await renderDeskAt('/desk/products/new');
  // As somebody who drops files, or chooses "All files" in the dialog.
  const user = userEvent.setup({ applyAccept: false });
  const large = new File([new Uint8Array(23 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' });
  const heic = new File(['heic'], 'IMG_2057.HEIC');
  const pdf = new File(['%PDF'], 'bill.pdf', { type: 'application/pdf' });
  await user.upload(await main().findByLabelText('Choose pictures'), [await photo('one.jpg'), heic, pdf, large]);
  const alerts = await main().findAllByRole('alert');
  expect(alerts.map((alert) => [alert.previousElementSibling?.textContent, alert.textContent])).toEqual([
    ['IMG_2057.HEIC', 'iPhone pictures of this kind (HEIC) can’t be read yet. In Photos choose Share, Options, Most Compatible.'],
    ['bill.pdf', 'This isn’t a picture that can be read. JPEG, PNG, WebP and AVIF can be taken.'],
    ['large.jpg', 'This picture has 23 MB. Up to 12 can be taken.'],
  ]);
  expect(await main().findByLabelText('What it shows', {}, { timeout: 20_000 })).toBeVisible();
  expect(main().queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  for (const leave of main().getAllByRole('button', { name: 'Leave it out' })) await user.click(leave);
  expect(main().queryByText('bill.pdf')).not.toBeInTheDocument();
});

testInAll('hostile texts of a product are shown as texts, in the list and in the editor', async () => {
  await sitsAtTheDesk();
  const hostile = '"><img src=x onerror=alert(1)>';
  const row = { id: 'evil', name: hostile, sku: hostile, shortDescription: hostile, basePrice: 1, stock: 1, tags: [hostile] };
  await withShopDatabase((db, now) => importCatalogue(db, [{ value: row }], { now }));
  const { user } = await renderDeskAt('/desk/products');
  await user.click(await main().findByRole('link', { name: hostile }));
  expect(await main().findByRole('heading', { level: 1, name: hostile })).toBeVisible();
  expect(main().getByRole('textbox', { name: /^One line for the card/ })).toHaveValue(hostile);
  expect(document.querySelector('img[src="x"]')).toBeNull();
});
