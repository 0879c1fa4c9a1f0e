import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { addFirstVersion, readPublished } from '#server/domain/shop/shop-versions.ts';
import { withShopDatabase } from '#tests/support/api.ts';
import { anotherSeller, renderDeskAt, sitsAtTheDesk } from '#tests/support/render-desk.tsx';
import { typeText } from '#tests/support/type-text.ts';

const main = () => within(screen.getByRole('main'));
const field = (name: string | RegExp) => main().findByLabelText(name);
const stored = () => withShopDatabase(async (db) => (await readPublished(db)).data);

const begin = (isOpen = true) =>
  withShopDatabase(async (db, now) => {
    await db.deleteFrom('shop_version').execute();
    await addFirstVersion(db, { ...sampleShop, isOpen }, now);
  });

afterEach(() => vi.unstubAllGlobals());

beforeEach(async () => {
  await begin();
  await sitsAtTheDesk();
});

const open = async (page: string) => {
  const { user } = await renderDeskAt(page);
  const type = async (name: string | RegExp, text: string) => {
    await user.clear(await field(name));
    if (text !== '') await typeText(user, await field(name), text);
  };
  const press = async (name: string | RegExp) => user.click(await main().findByRole('button', { name }));
  return { user, type, press };
};

describe('your details', () => {
  test('the seller changes name, address and VAT number, and all of that is saved', async () => {
    const { type, press } = await open(deskPages.details);
    expect(await field('Postal address, line by line')).toHaveValue(sampleShop.details.address.join('\n'));
    await type('Name of the shop', 'Wren & Clay');
    await type('Postal address, line by line', '3 Kiln Lane\n\n Ludlow ');
    await type('Telephone, for orders and help', '');
    await type('VAT number', 'gb 123 4567 89');
    await type('VAT rate, in per cent', '20');
    await press('Save');
    expect(await main().findByText('Saved. Shoppers see it now.')).toBeVisible();
    expect(await stored()).toEqual({
      ...sampleShop,
      details: {
        ...sampleShop.details,
        name: 'Wren & Clay',
        address: ['3 Kiln Lane', 'Ludlow'],
        phone: '',
        vat: { number: 'GB 123 4567 89', rate: 20 },
      },
    });
  });

  test('a field that is wrong says what is wrong, and nothing that was typed is lost', async () => {
    const { type, press } = await open(deskPages.details);
    await type('Email address', 'wren');
    await type('Name of the shop', 'Wren & Clay');
    await press('Save');
    expect(await main().findByText('Enter an email address such as name@example.com.')).toBeVisible();
    expect(await field('Email address')).toBeInvalid();
    expect(await field('Name of the shop')).toHaveValue('Wren & Clay');
    expect(await stored()).toEqual(sampleShop);
  });

  test('what somebody else has saved meanwhile is not overwritten, and is shown by a press', async () => {
    const { type, press } = await open(deskPages.details);
    await type('Name of the shop', 'Mugs');
    await anotherSeller(deskEndpoints.changeDetails, {}, { version: 1, details: { ...sampleShop.details, name: 'Bowls' } });
    await press('Save');
    expect(await main().findByText(/the shop has changed since you looked at it \(Ada, /)).toBeVisible();
    expect(await field('Name of the shop')).toHaveValue('Mugs');
    await press('Show it as it is now');
    expect(await main().findByDisplayValue('Bowls')).toBeVisible();
    expect((await stored()).details.name).toBe('Bowls');
  });
});

describe('posting days', () => {
  test('the seller posts on Saturdays, too, until four, and is away for a fair', async () => {
    const { user, type, press } = await open(deskPages.days);
    await user.click(await main().findByRole('checkbox', { name: 'Saturday' }));
    await user.click(await main().findByRole('checkbox', { name: 'Monday' }));
    await type('Orders count for today until', '16:00');
    await type('Working days until you post', '1');
    await press('Add days away');
    await type('From', '2026-12-01');
    expect(await field('To, that day included')).toHaveValue('2026-12-01');
    await type('To, that day included', '2026-12-03');
    await type('Why, for you', 'A fair');
    await press('Save');
    expect(await main().findByText('Saved. Shoppers see it now.')).toBeVisible();
    expect((await stored()).days).toEqual({
      workingDays: [2, 3, 4, 5, 6],
      cutOff: 16 * 60,
      dispatchDays: 1,
      courierDays: { min: 2, max: 3 },
      closed: [{ from: '2026-12-01', to: '2026-12-03', reason: 'A fair' }],
    });
  });

  test('a week without a working day is refused with a sentence', async () => {
    const { user, press } = await open(deskPages.days);
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      await user.click(await main().findByRole('checkbox', { name: day }));
    await press('Save');
    expect(await main().findByText('Choose at least one day.')).toBeVisible();
  });
});

describe('the look', () => {
  test('the seller chooses colour, paper, typefaces and corners, is told that the colour is darker, and the desk shows it at once', async () => {
    const { user, type, press } = await open(deskPages.look);
    expect(await main().findByRole('radio', { name: 'Linen, warm' })).toBeChecked();
    expect(main().getByText('By day', { selector: 'li' })).toHaveTextContent('By day #3e5641');
    expect(main().queryByText(/your colour is darker/)).not.toBeInTheDocument();
    await type('Or write it', '#FFD400');
    const moved = 'By day your colour is darker on buttons and links, so that everyone can read them.';
    expect(await main().findByText(moved)).toHaveAttribute('role', 'status');
    expect(main().getByText('Your colour', { selector: 'li' })).toHaveTextContent('Your colour #ffd400');
    expect(main().getByText('By day', { selector: 'li' })).toHaveTextContent('By day #7f6900');
    expect(await field('Pick one')).toHaveValue('#ffd400');
    for (const name of ['Chalk, plain white', 'Figtree for everything', 'Square']) await user.click(main().getByRole('radio', { name }));
    const adopted: string[] = [];
    vi.stubGlobal(
      'CSSStyleSheet',
      class {
        replaceSync(text: string): void {
          adopted.push(text);
        }
      },
    );
    await press('Save');
    expect(await main().findByText('Saved. Shoppers see it now.')).toBeVisible();
    expect((await stored()).look).toEqual({ accent: '#ffd400', paper: 'chalk', type: 'figtree', corners: 'square' });
    expect(adopted).toEqual([expect.stringMatching(/^:root\{--moss:#[\da-f]{6};.*--bs-border-radius:0;/)]);
  });

  test('a colour that is none is refused with a sentence at its field', async () => {
    const { type, press } = await open(deskPages.look);
    await type('Or write it', 'sage');
    await press('Save');
    expect(await main().findByText('Write # and six digits or letters from a to f, such as #3e5641.')).toBeVisible();
    expect(await field('Or write it')).toBeInvalid();
    expect(await field('Pick one')).toHaveValue('#3e5641');
    expect((await stored()).look).toEqual(sampleShop.look);
  });
});

describe('a shop that is not open yet', () => {
  test('the seller reads on Today what it needs, and opens it once it has that', async () => {
    await begin(false);
    const first = await open('/desk');
    expect(
      await main().findByText(/Before it opens, it needs a telephone number \(or none\), an email address,? and a postal address/),
    ).toBeVisible();
    expect(main().queryByRole('button', { name: 'Open the shop' })).not.toBeInTheDocument();
    await first.user.click(main().getByRole('link', { name: 'Write your details' }));
    await first.type('Email address', 'wren@wrenandclay.co.uk');
    await first.type('Postal address, line by line', '3 Kiln Lane');
    await first.type('Telephone, for orders and help', '');
    await first.press('Save');
    expect(await main().findByText('Saved. Shoppers see it now.')).toBeVisible();
    await first.user.click(screen.getAllByRole('link', { name: /^Today/ })[0] ?? document.body);
    const { press } = first;
    await press('Open the shop');
    expect(await main().findByText('Your shop is open.')).toBeVisible();
    expect((await stored()).isOpen).toBe(true);
  });
});

describe('all words and earlier versions', () => {
  test('the seller goes back to the version before, and sees who made which', async () => {
    await anotherSeller(deskEndpoints.changeDetails, {}, { version: 1, details: { ...sampleShop.details, name: 'Mugs' } });
    const { press } = await open(deskPages.shopHistory);
    expect(await main().findByText('Ada: your details')).toBeVisible();
    expect(main().getAllByRole('button')).toHaveLength(1);
    await press('Go back to this 1');
    expect(await main().findByText('Your shop is as it was then.')).toBeVisible();
    expect((await stored()).details.name).toBe('Flone');
    expect(await main().findByText('Rosa: your details')).toBeVisible();
  });

  test('the seller takes the samples away, and puts them back', async () => {
    const { press } = await open(deskPages.settings);
    expect(await main().findByText('29 sample products are for sale, as they came.')).toBeVisible();
    await press('Take the samples away');
    expect(await main().findByText('The samples are gone. What you’ve changed stays, and so do your own goods.')).toBeVisible();
    expect(await main().findByText('No sample product is for sale.')).toBeVisible();
    await press('Put the samples back');
    expect(await main().findByText('The samples are back.')).toBeVisible();
    expect(await main().findByText('29 sample products are for sale, as they came.')).toBeVisible();
  });
});
