import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { shopPresets } from '#screens/shop/shop-presets.ts';
import { addCategory, describeCategory, renameCategory } from '#server/domain/catalogue/categories.ts';
import { setSynonym } from '#server/domain/catalogue/synonyms.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { paths } from '#shared/paths.ts';
import { firstOfEach } from '#tests/quick.ts';
import {
  aResellerIsSignedIn,
  calls,
  theApiAnswers,
  theApiIsDown,
  theApiNeverAnswers,
  theApiRecovers,
  withShopDatabase,
} from '#tests/support/api.ts';
import { expectToast } from '#tests/support/expect-toast.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { testInAll } from '#tests/support/test-in-all.ts';
import { readTranslations } from '#tests/support/translations.ts';

const tiles = () => screen.findAllByRole('article');
const names = async () => (await tiles()).map((tile) => within(tile).getByRole('heading').textContent);
const tile = (name: string) => screen.findByRole('article', { name });

describe('the product list', () => {
  test('the product list has fifteen named tiles a page and shows the total number of products', {
    tags: 'route.shop-grid-standard',
  }, async () => {
    await renderAt(paths.shop);
    expect(await tiles()).toHaveLength(15);
    expect(screen.getByText('29 products')).toHaveAttribute('role', 'status');
    expect(document.title).toBe('Shop | Flone');
    for (const each of await tiles()) expect(each).toHaveAccessibleName(within(each).getByRole('heading').textContent);
  });

  test.each(firstOfEach(shopPresets.slice(0, 2), () => 'list').map(({ path, perPage }) => [path.replace('/:page?', ''), perPage] as const))(
    'the list %s has links to the next and the previous page',
    async (path, perPage) => {
      const { user, address } = await renderAt(path);
      await tiles();
      await user.click(screen.getByRole('link', { name: 'Next page' }));
      expect(await tiles()).toHaveLength(29 - perPage);
      expect(address()).toBe(path === paths.shop ? `${path}/2` : `${path}?page=2`);
      expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
      await user.click(screen.getByRole('link', { name: 'Previous page' }));
      expect(address()).toBe(path);
    },
  );

  test.each(firstOfEach(['/shop-grid-standard/99', '/shop-list-standard?page=99'], () => 'page'))(
    'the product list shows the last page for %s, which is past the end',
    async (path) => {
      await renderAt(path);
      expect(await tiles()).toHaveLength(14);
    },
  );

  test.each(
    firstOfEach(
      ['/shop-grid-standard/0', '/shop-grid-standard/x', '/shop-list-standard?page=-1', '/shop-list-standard?sort=rubbish'],
      () => 'URL',
    ),
  )('the product list shows the first page for the invalid URL %s', async (path) => {
    await renderAt(path);
    expect(await tiles()).toHaveLength(15);
  });

  test('the product list can be sorted, which is in the URL and returns to the first page', async () => {
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

  test('the product list in a new order renders no value of a facet again', async () => {
    const language = languageOf(readTranslations());
    const { getFixedT } = language;
    const rendered: string[] = [];
    Object.assign(language, {
      getFixedT: (code: string, namespace: 'shop') => {
        const text = getFixedT(code, namespace);
        return (key: 'facets.value', values: { readonly name: string; readonly count: number }) => {
          if (key === 'facets.value') rendered.push(values.name);
          return text(key, values);
        };
      },
    });
    const { user } = await renderAt(paths.shop, { language });
    // With the names of the categories, everything that the values show is there.
    await screen.findByRole('checkbox', { name: /^Kitchen & table,/ });
    expect(rendered).toContain('On sale');
    rendered.length = 0;
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price, low to high');
    expect((await names())[0]).toBe('Lavender soap bar');
    expect(rendered).toEqual([]);
  });

  test('the product list shows a reseller’s prices to a reseller', async () => {
    aResellerIsSignedIn();
    await renderAt(`${paths.shop}?sort=price-low`);
    await waitFor(async () => expect(await tile('Lavender soap bar')).toHaveTextContent('£5.25'));
  });

  test('the product list can be searched, and the search removed', async () => {
    const { user, address } = await renderAt(paths.shop);
    const box = screen.getAllByRole('searchbox', { name: 'Search the shop' })[0] ?? document.body;
    await user.type(box, '  wooden BOWL {Enter}');
    expect(address()).toBe('/shop-grid-standard?q=wooden%20BOWL');
    // The list stays as it was until the search has loaded.
    await waitFor(async () => expect(await names()).toEqual(['Turned wooden bowl']));
    expect(screen.getByText('1 product')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Remove “wooden BOWL”' }));
    expect(address()).toBe(paths.shop);
    expect(await tiles()).toHaveLength(15);
  });

  test('the results of a search end with posts and pages that match, also by the text of a post, and announce them', async () => {
    const { user, address } = await renderAt(paths.shopSearch('bicarbonate'));
    const section = within(await screen.findByRole('region', { name: 'From the journal and our help pages' }));
    expect(section.getByRole('link', { name: 'Living with stoneware thrown by hand' })).toBeVisible();
    expect(await screen.findByText('1 article or page found')).toHaveAttribute('role', 'status');
    await user.click(section.getByRole('link', { name: 'Living with stoneware thrown by hand' }));
    expect(address()).toBe(paths.post('looking-after-stoneware'));
  });

  test('the results of a search end with four posts and pages at most, however many match', async () => {
    await renderAt(paths.shopSearch('order'));
    const section = within(await screen.findByRole('region', { name: 'From the journal and our help pages' }));
    expect(section.getAllByRole('link')).toHaveLength(4);
    expect(await screen.findByText('4 articles and pages found')).toBeInTheDocument();
  });

  test('the results of a search without products name pages before categories, and there are none for nonsense', async () => {
    await renderAt(paths.shopSearch('gdpr'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Nothing found for “gdpr”' })).toBeVisible();
    const section = await screen.findByRole('region', { name: 'From the journal and our help pages' });
    expect(within(section).getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', paths.privacy);
    const categories = await screen.findByRole('heading', { name: 'Shop by category' });
    expect(section.compareDocumentPosition(categories)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  testInAll('the results of a search that nothing matches, and a list without a search, have no section of pages', async () => {
    const { user } = await renderAt(paths.shopSearch('xqzw'));
    expect(await screen.findByRole('heading', { name: 'Shop by category' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'From the journal and our help pages' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Remove “xqzw”' }));
    expect(await tiles()).toHaveLength(15);
    expect(screen.queryByRole('region', { name: 'From the journal and our help pages' })).not.toBeInTheDocument();
  });

  testInAll('the product list can be searched by a synonym of the seller, also with a typo', async () => {
    await withShopDatabase((db) => setSynonym(db, 'serving dish', ['wooden bowl']));
    const { user } = await renderAt(`${paths.shop}?q=serving`);
    await waitFor(async () => expect(await names()).toContain('Turned wooden bowl'));
    const box = screen.getAllByRole('searchbox', { name: 'Search the shop' })[0] ?? document.body;
    await user.clear(box);
    await user.type(box, 'wooden servign{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: '1 result for “wooden servign”' })).toBeVisible();
    expect(await names()).toEqual(['Turned wooden bowl']);
  });

  test('the product list can be filtered by a category link, which keeps search and sorting', async () => {
    const { user, address } = await renderAt(`${paths.shop}?q=pot&sort=name`);
    await user.click(await screen.findByRole('link', { name: 'Garden' }));
    expect(address()).toBe('/shop-grid-standard?q=pot&category=garden&sort=name');
    expect(await names()).toEqual(expect.arrayContaining(['Terracotta seed pots, set of four']));
    expect(screen.getByRole('link', { name: 'Garden' })).toHaveAttribute('aria-current', 'true');
    await user.click(screen.getByRole('link', { name: 'Clear all' }));
    expect(address()).toBe('/shop-grid-standard?sort=name');
  });

  test('the page of a category has its name as title and heading, and the seller’s sentence, which other categories do not have', async () => {
    await withShopDatabase((db) => describeCategory(db, 'garden', 'Pots that like rain.'));
    const { user } = await renderAt(paths.shopCategory('garden'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
    expect(await screen.findByText('Pots that like rain.')).toBeVisible();
    expect(document.title).toBe('Garden | Flone');
    await user.click(screen.getByRole('link', { name: 'Candles & scent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Candles & scent' })).toBeVisible();
    expect(document.title).toBe('Candles & scent | Flone');
    expect(screen.getByText('Soy and beeswax, in glass, in stoneware, and by the taper.')).toBeVisible();
    expect(screen.queryByText('Pots that like rain.')).not.toBeInTheDocument();
  });

  test('the page of a category has its new name at its old URL after the seller renamed it', async () => {
    await withShopDatabase((db) => renameCategory(db, 'garden', 'The potting shed'));
    await renderAt(paths.shopCategory('garden'));
    expect(await screen.findByRole('heading', { level: 1, name: 'The potting shed' })).toBeVisible();
    expect(document.title).toBe('The potting shed | Flone');
  });

  test('the page of a category without products says so and shows what else there is, and other filters can be removed', async () => {
    await withShopDatabase((db) => addCategory(db, { name: 'Cards' }));
    const { user, address } = await renderAt(paths.shopCategory('cards'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Cards' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Nothing in Cards at the moment' })).toBeVisible();
    expect(screen.getByText('No products')).toHaveAttribute('role', 'status');
    expect(await screen.findByRole('heading', { name: 'Best sellers' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Remove Cards' }));
    expect(address()).toBe(paths.shop);
    expect(await tiles()).toHaveLength(15);
  });

  testInAll('the page of a category without products advises a shopper with other filters to remove one', async () => {
    await withShopDatabase((db) => addCategory(db, { name: 'Cards' }));
    await renderAt(`${paths.shopCategory('cards')}&colour=Oat`);
    expect(await screen.findByRole('heading', { name: 'No products match' })).toBeVisible();
    expect(screen.getByText('Try removing a filter.')).toBeVisible();
  });

  test('the URL of an unknown category shows the whole shop', async () => {
    await renderAt(paths.shopCategory('unicorns'));
    expect(await tiles()).toHaveLength(15);
    expect(screen.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
    expect(document.title).toBe('Shop | Flone');
  });

  test('the product list can be filtered by a tag in the URL', async () => {
    await renderAt(paths.shopTag('baking'));
    expect(await names()).toEqual(['Rolling pin']);
    expect(screen.getByRole('link', { name: 'Remove Baking' })).toBeVisible();
  });

  test('the product list says when no product matches, with a link to clear all filters', async () => {
    const { user, address } = await renderAt(`${paths.shop}?q=nothinglikeit`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Nothing found for “nothinglikeit”' })).toBeVisible();
    expect(screen.getByText('No products')).toHaveAttribute('role', 'status');
    await user.click(screen.getByRole('link', { name: 'Clear all' }));
    expect(address()).toBe(paths.shop);
    expect(await tiles()).toHaveLength(15);
  });

  test('the product list of a search without products has one message, and no filters, orders and layouts of nothing', async () => {
    await renderAt(`${paths.shop}?q=nothinglikeit`);
    expect(await screen.findByText('Check the spelling, or try fewer or simpler words.')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'No products match' })).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).not.toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Layout' })).not.toBeInTheDocument();
    expect(screen.queryByRole('complementary', { name: 'Filter the products' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Filter/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Categories' })).not.toBeInTheDocument();
  });

  test('the product list keeps its filters where they leave no product, so that they can be loosened', async () => {
    await renderAt(`${paths.shop}?colour=Oat&category=garden`);
    expect(await screen.findByRole('heading', { name: 'No products match' })).toBeVisible();
    expect(screen.getByRole('complementary', { name: 'Filter the products' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).not.toBeInTheDocument();
  });

  const answers = [
    ['Delivery times', 'Delivery', `${paths.terms}#shipping`],
    ['delivery', 'Delivery', `${paths.terms}#shipping`],
    ['returns', 'Refunds and returns', paths.refund],
    ['where is my order', 'Order status', paths.orderStatus],
  ] as const;
  test.each(firstOfEach(answers, () => 'answer'))(
    'a search for “%s” is answered by the page %s above the products',
    async (searchText, name, href) => {
      await renderAt(paths.shopSearch(searchText));
      const heading = await screen.findByRole('heading', { level: 1, name: new RegExp(`for “${searchText}”$`) });
      const answer = within(heading.parentElement ?? document.body).getByRole('link', { name });
      expect(answer).toHaveAttribute('href', href);
    },
  );

  test('a search for goods is answered by the goods alone, and its articles do not begin with one for shopkeepers', async () => {
    await renderAt(paths.shopSearch('mug'));
    const heading = await screen.findByRole('heading', { level: 1, name: /results? for “mug”$/ });
    expect(within(heading.parentElement ?? document.body).queryByRole('link')).not.toBeInTheDocument();
    const section = within(await screen.findByRole('region', { name: 'From the journal and our help pages' }));
    const titles = section.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(titles.length).toBeGreaterThan(1);
    expect(titles[0]).not.toMatch(/^A stockist/);
  });

  test('the product list says when the shop has no products at all', async () => {
    theApiAnswers(endpoints.products.path, []);
    await renderAt(paths.shop);
    expect(await screen.findByRole('heading', { name: 'The shelves are empty' })).toBeVisible();
  });
});

/** The checkbox of a value, whose accessible name ends with the number of products. Opens its group first, as a shopper must. */
const valueCheckbox = async (name: string) => {
  const box = await screen.findByRole('checkbox', { name: new RegExp(`^${name}, `) });
  const summary = box.closest('details:not([open])')?.querySelector('summary');
  if (summary) await userEvent.click(summary);
  return box;
};
const group = async (name: string) => within(await screen.findByRole('group', { name }));

describe('a shopper who filters the list', () => {
  test('a shopper who filters the list combines values of one facet with OR and facets with AND, in the URL', async () => {
    const { user, address } = await renderAt(paths.shop);
    await user.click(await valueCheckbox('Rust'));
    expect(address()).toBe(`${paths.shop}?colour=Rust`);
    expect(await tiles()).toHaveLength(2);
    await user.click(await valueCheckbox('Ink'));
    expect(address()).toBe(`${paths.shop}?colour=Rust&colour=Ink`);
    expect(await tiles()).toHaveLength(4);
    await user.click(await valueCheckbox('Kitchen & table'));
    expect(address()).toBe(`${paths.shop}?category=kitchen-table&colour=Rust&colour=Ink`);
    expect(await tiles()).toHaveLength(2);
    expect(screen.getByText('2 products')).toHaveAttribute('role', 'status');
    await user.click(await valueCheckbox('Rust'));
    expect(address()).toBe(`${paths.shop}?category=kitchen-table&colour=Ink`);
  });

  const facets = [
    ['Kitchen & table', 'category=kitchen-table', 13],
    ['£10 to £20', 'price=10-20', 10],
    ['Linen', 'material=Linen', 1],
    ['One size', 'size=One+size', 7],
    ['Storage', 'tag=storage', 1],
    ['Out of stock', 'availability=out', 1],
    ['On sale', 'sale=yes', 5],
    ['New', 'new=yes', 6],
  ] as const;
  test.each(firstOfEach(facets, ([, , count]) => count < 10))(
    'a shopper who filters the list by %s gets the query %s and as many products as its count says',
    async (name, query, count) => {
      const { user, address } = await renderAt(paths.shop);
      for (const more of await screen.findAllByRole('button', { name: /^Show all/ })) await user.click(more);
      const box = await valueCheckbox(name);
      expect(box).toHaveAccessibleName(`${name}, ${count} product${count === 1 ? '' : 's'}`);
      await user.click(box);
      expect(address()).toBe(`${paths.shop}?${query}`);
      expect(await tiles()).toHaveLength(count);
      expect(box).toBeChecked();
      expect(box).toHaveFocus();
    },
  );

  test('a group of filters that is opened after another filter was chosen shows the current counts', async () => {
    const { user } = await renderAt(paths.shop);
    const oat = await screen.findByRole('checkbox', { name: /^Oat, \d+ products$/ });
    const before = oat.getAttribute('aria-label');
    await user.click(await valueCheckbox('Kitchen & table'));
    expect(await screen.findByText('13 products')).toBeVisible();
    expect(oat).toHaveAccessibleName(before ?? '');
    await valueCheckbox('Oat');
    expect(oat).not.toHaveAccessibleName(before ?? '');
  });

  test('a shopper who filters the list by two values in one tick gets both', async () => {
    const { address } = await renderAt(paths.shop);
    const [one, other] = [await valueCheckbox('Chalk'), await valueCheckbox('Ink')];
    act(() => {
      one.click();
      other.click();
    });
    await waitFor(() => expect(address()).toBe(`${paths.shop}?colour=Chalk&colour=Ink`));
  });

  test('a shopper who filters the list returns to the first page, and the focus stays at the checkbox', async () => {
    const { user, address } = await renderAt(`${paths.shop}/2`);
    const box = await valueCheckbox('Kitchen & table');
    await user.click(box);
    expect(address()).toBe(`${paths.shop}?category=kitchen-table`);
    expect(await tiles()).toHaveLength(13);
    expect(box).toHaveFocus();
    const other = await renderAt('/shop-list-standard?page=2');
    await user.click((await screen.findAllByRole('checkbox', { name: /^Kitchen/ })).at(-1) ?? document.body);
    expect(other.address()).toBe('/shop-list-standard?category=kitchen-table');
  });

  test('a shopper who filters the list sees the count of each value with the other filters applied; a value with none is disabled', async () => {
    const { user } = await renderAt(paths.shop);
    expect(await valueCheckbox('Garden')).toBeEnabled();
    await user.click(await valueCheckbox('Ink'));
    const garden = await screen.findByRole('checkbox', { name: 'Garden, 0 products' });
    expect(garden).toBeDisabled();
    expect(await valueCheckbox('Chalk')).toHaveAccessibleName('Chalk, 6 products');
    expect(await valueCheckbox('Ink')).toBeEnabled();
  });

  test('a shopper who filters the list can uncheck a chosen value that matches no product', async () => {
    const { user, address } = await renderAt(`${paths.shop}?category=garden&colour=Sage`);
    const garden = await valueCheckbox('Garden');
    expect(garden).toBeChecked();
    expect(garden).toBeEnabled();
    await user.click(garden);
    expect(address()).toBe(`${paths.shop}?colour=Sage`);
    expect(await tiles()).toHaveLength(5);
    expect(garden).toHaveFocus();
  });

  test('a shopper who filters the list sees a chip for each filter; removing one moves the focus to the next', async () => {
    const { user, address } = await renderAt(`${paths.shop}?q=mug&colour=Sage&colour=Chalk&price=10-20`);
    const chips = within(await screen.findByRole('list', { name: 'Filters' }));
    expect((await chips.findAllByRole('link')).map((chip) => chip.textContent)).toEqual([
      '“mug”',
      'Sage',
      'Chalk',
      '£10 to £20',
      'Clear all',
    ]);
    await user.click(chips.getByRole('link', { name: 'Remove Sage' }));
    expect(address()).toBe(`${paths.shop}?q=mug&colour=Chalk&price=10-20`);
    expect(screen.getByRole('link', { name: 'Remove Chalk' })).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Clear all' }));
    expect(address()).toBe(paths.shop);
    expect(screen.getByText('29 products')).toHaveFocus();
    expect(screen.queryByRole('list', { name: 'Filters' })).not.toBeInTheDocument();
  });

  test('a shopper who opens a chip in a new tab keeps the focus on what they press next', async () => {
    const { user } = await renderAt(`${paths.shop}?colour=Sage&colour=Chalk&sort=name`);
    const chip = await screen.findByRole('link', { name: 'Remove Sage' });
    // jsdom follows no links, and would report that.
    chip.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await user.keyboard('{Control>}');
    await user.click(chip);
    await user.keyboard('{/Control}');
    await user.click(screen.getByRole('link', { name: 'List' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'List' })).toHaveAttribute('aria-current'));
    expect(chip).not.toHaveFocus();
  });

  testInAll('a shopper who filters the list can remove single filters where no product matches', async () => {
    const { user } = await renderAt(`${paths.shop}?q=soap&category=garden`);
    const advice = await screen.findByText('Check the spelling, or try fewer or simpler words.');
    const message = within(advice.parentElement ?? document.body);
    await user.click(message.getByRole('link', { name: 'Remove Garden' }));
    expect((await tiles()).length).toBeGreaterThan(2);
  });

  test('a shopper who filters the list can expand and collapse a long list of values', async () => {
    const { user } = await renderAt(paths.shop);
    const materials = await group('Material');
    expect(materials.getAllByRole('checkbox')).toHaveLength(8);
    await user.click(materials.getByRole('button', { name: 'Show all 18' }));
    expect(materials.getAllByRole('checkbox')).toHaveLength(18);
    await user.click(materials.getByRole('button', { name: 'Show fewer' }));
    expect(materials.getAllByRole('checkbox')).toHaveLength(8);
  });

  test('a shopper who filters the list sees sizes, categories, prices and colours in their natural order', async () => {
    await renderAt(paths.shop);
    const namesIn = async (name: string) =>
      (await group(name)).getAllByRole('checkbox').map((box) => box.getAttribute('aria-label')?.replace(/, \d+ products?$/, ''));
    expect(await namesIn('Size')).toEqual(['One size', 'Small', 'Large', '12 cm', '15 cm', '22 cm', '28 cm', '250 ml', '350 ml']);
    await waitFor(async () =>
      expect(await namesIn('Category')).toEqual([
        'Kitchen & table',
        'Home & living',
        'Bath & body',
        'Candles & scent',
        'Textiles & baskets',
        'Garden',
      ]),
    );
    expect((await namesIn('Price'))[0]).toBe('Under £10');
    expect((await namesIn('Colour')).slice(0, 3)).toEqual(['Blush dip', 'Chalk', 'Cream']);
  });

  test('a shopper who filters the list by price as a reseller gets counts by a reseller’s prices', async () => {
    aResellerIsSignedIn();
    await renderAt(`${paths.shop}?price=10-20`);
    await waitFor(async () => expect(await valueCheckbox('£10 to £20')).toHaveAccessibleName(/^£10 to £20, (?!10 )\d+ products$/));
  });

  test('a shopper who filters the list by a search sees the results sorted by best match', async () => {
    await renderAt(`${paths.shop}?q=candle`);
    expect((await names())[0]).toBe('Soy wax candle');
    const sort = screen.getByRole('combobox', { name: 'Sort by' });
    expect(within(sort).getByRole('option', { name: 'Best match' })).toBeInTheDocument();
    expect(within(sort).queryByRole('option', { name: 'Featured' })).not.toBeInTheDocument();
  });

  test('a shopper who filters the list with invalid values in the URL sees the whole list', async () => {
    const { user, address } = await renderAt(`${paths.shop}?colour=Tartan&category=__proto__&price=1-2&sale=no&layout=x&sort=x&page=-3`);
    expect(await tiles()).toHaveLength(15);
    expect(screen.queryByRole('list', { name: 'Filters' })).not.toBeInTheDocument();
    await user.click(await valueCheckbox('Chalk'));
    expect(address()).toBe(`${paths.shop}?colour=Chalk`);
  });

  testInAll('a shopper who filters the list with ten thousand characters in the URL still sees a result', async () => {
    await renderAt(`${paths.shop}?q=${'soap '.repeat(2000)}&colour=${'x'.repeat(10_000)}`);
    expect(await screen.findByText(/^\d+ products?$/)).toBeVisible();
  });
});

describe('the layout of each shop URL', () => {
  test.each(
    firstOfEach(shopPresets, ({ filters, layout }) => [filters, layout]).map(
      (preset) => [preset.path.replace('/:page?', ''), preset] as const,
    ),
  )('the list at %s has its configured layout and number of products', async (path, preset) => {
    const { container } = await renderAt(path);
    expect(await tiles()).toHaveLength(preset.perPage);
    const isBeside = preset.filters === 'start' || preset.filters === 'end';
    expect(screen.queryAllByRole('complementary', { name: 'Filter the products' })).toHaveLength(isBeside ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: 'Filter' })).toHaveLength({ start: 1, end: 1, panel: 2, none: 0 }[preset.filters]);
    expect(screen.queryAllByRole('checkbox').length > 0).toBe(isBeside);
    expect(container.querySelector(`.shop-body-${preset.filters}`)).toBeInTheDocument();
    const current = { 'grid-2': 'Two columns', 'grid-3': 'Three columns', list: 'List' }[preset.layout];
    expect(
      within(screen.getByRole('list', { name: 'Layout' })).getByRole('link', { name: new RegExp(current), current: true }),
    ).toBeVisible();
    const list = (await tiles())[0]?.closest('ul');
    expect(list).toHaveClass(preset.layout === 'list' ? 'tile-list' : `tile-${preset.layout}`);
    expect(list?.classList.contains('tile-list-2')).toBe(preset.layout === 'list' && preset.listColumns === 2);
    expect(container.querySelector('.container-wide') !== null).toBe(preset.isWide);
  });

  test('a shopper changes the layout of a list, in the URL and on the same page', async () => {
    const { user, address } = await renderAt(`${paths.shop}/2?colour=Sage&colour=Chalk&availability=in&availability=out&q=`);
    await tiles();
    await user.click(screen.getByRole('link', { name: 'List' }));
    await waitFor(async () => expect((await tiles())[0]).toHaveClass('tile-wide'));
    expect(address()).toBe(`${paths.shop}?colour=Sage&colour=Chalk&availability=in&availability=out&layout=list`);
    const again = await renderAt('/shop-list-two-column?page=2');
    await user.click(screen.getAllByRole('link', { name: /Three columns/ }).at(-1) ?? document.body);
    expect(again.address()).toBe('/shop-list-two-column?layout=grid-3&page=2');
    await user.click(screen.getAllByRole('link', { name: 'List' }).at(-1) ?? document.body);
    expect(again.address()).toBe('/shop-list-two-column?page=2');
  });

  test('a list in rows shows a description and labelled buttons of each product', async () => {
    await renderAt('/shop-list-standard?q=rolling');
    const pin = await tile('Rolling pin');
    expect(pin.querySelector('.tile-about')).toHaveTextContent(/\w+/);
    for (const text of ['Add to cart', 'Wishlist', 'Compare', 'Quick view']) expect(within(pin).getByText(text)).toBeVisible();
  });

  test('the filter panel of a list stays open while the shopper chooses', async () => {
    const { user, address } = await renderAt('/shop-grid-filter');
    const open = await screen.findByRole('button', { name: 'Filter', expanded: false });
    await user.click(open);
    expect(open).toHaveAttribute('aria-expanded', 'true');
    expect(document.getElementById(open.getAttribute('aria-controls') ?? '')).toBe(
      screen.getByRole('region', { name: 'Filter the products' }),
    );
    await user.click(await valueCheckbox('Chalk'));
    expect(address()).toBe('/shop-grid-filter?colour=Chalk');
    await user.click(screen.getByRole('button', { name: 'Filter, 1 selected', expanded: true }));
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  testInAll('the filter drawer of a list has a button that shows the number of products', async () => {
    const { user, address } = await renderAt('/shop-grid-filter');
    const open = (await screen.findAllByRole('button', { name: 'Filter' })).find(
      (button) => button.getAttribute('aria-haspopup') === 'dialog',
    );
    await user.click(open ?? document.body);
    const drawer = within(await screen.findByRole('dialog', { name: 'Filter the products' }));
    expect(drawer.getByRole('button', { name: 'Clear all' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(drawer.getByRole('checkbox', { name: /^Chalk/ }));
    expect(address()).toBe('/shop-grid-filter?colour=Chalk');
    expect(open).toHaveAccessibleName('Filter, 1 selected');
    expect(drawer.getByRole('button', { name: 'Show 6 products' })).toBeVisible();
    await user.click(drawer.getByRole('button', { name: 'Clear all' }));
    expect(address()).toBe('/shop-grid-filter');
    await user.click(drawer.getByRole('button', { name: 'Show 29 products' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a product list that does not load', () => {
  test('a product list says that the products are loading', async () => {
    theApiNeverAnswers(endpoints.products.path);
    await renderAt(paths.shop, { beforeProductsLoad: true });
    expect(screen.getByText('Loading the products')).toBeVisible();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  test('a product list that does not load shows the shop’s own error when the network is down, and loads on retry with the filters kept', async () => {
    theApiIsDown();
    const { user, address } = await renderAt(`${paths.shop}?category=garden`);
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('We can’t reach the shop at the moment.');
    theApiRecovers();
    within(note).getByRole('button', { name: 'Try again' }).focus();
    await user.keyboard('{Enter}');
    expect(await tiles()).toHaveLength(3);
    expect(screen.getByRole('main').querySelector('.shop-main')).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(address()).toBe(`${paths.shop}?category=garden`);
    expect(calls.filter((call) => call === 'GET /client/products')).toHaveLength(2);
  });

  test('a product list that does not load shows the message of the server', async () => {
    theApiAnswers(endpoints.products.path, { message: 'We are counting the stock.' }, 503);
    await renderAt(paths.shop);
    expect(await screen.findByRole('alert')).toHaveTextContent('We are counting the stock.');
  });

  test.each(firstOfEach(['{"products":[]}', '<html>', '[', ''], (body) => body.startsWith('{')))(
    'a product list that does not load shows the shop’s own error for the invalid response %j',
    async (body) => {
      theApiAnswers(endpoints.products.path, body);
      await renderAt(paths.shop);
      expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side.');
    },
  );

  test('a product list shows names made from slugs when only the categories cannot be loaded', async () => {
    theApiAnswers(endpoints.categories.path, 'rubbish', 500);
    const { user, address } = await renderAt(paths.shop);
    expect(await tiles()).toHaveLength(15);
    await user.click(screen.getByRole('link', { name: 'Kitchen table' }));
    expect(address()).toBe(`${paths.shop}?category=kitchen-table`);
  });
});

describe('the main button of a product tile', () => {
  test('the main button of a product tile adds a product without options and shows a toast', async () => {
    const { user, store } = await renderAt(`${paths.shop}?q=lavender%20soap`);
    await user.click(within(await tile('Lavender soap bar')).getByRole('button', { name: /^Add to cart: / }));
    await expectToast('Added To Cart');
    expect(store.getState().cart.lines).toMatchObject([{ _id: 'lavender-soap-bar', quantity: 1 }]);
    expect(screen.getByRole('button', { name: 'Cart, 1 line' })).toBeVisible();
  });

  test('the main button of a product tile links to the product page when an option must be chosen', async () => {
    const { user, address, store } = await renderAt(`${paths.shop}?q=bud%20vase`);
    await user.click(within(await tile('Bud vase')).getByRole('link', { name: 'Select options: Bud vase' }));
    expect(address()).toBe('/product/bud-vase');
    expect(store.getState().cart.lines).toEqual([]);
  });

  test('the main button of a product tile does nothing when the product is out of stock', async () => {
    const { user, store } = await renderAt(`${paths.shop}?q=salt%20pot`);
    const button = within(await tile('Salt pot with wooden lid')).getByRole('button', { name: 'Out of stock: Salt pot with wooden lid' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(store.getState().cart.lines).toEqual([]);
  });

  test('the main button of a product tile shows “Invalid product data” for a product without _id', {
    tags: ['cart.add.needs-id', 'toast.invalid-product'],
  }, async () => {
    theApiAnswers(endpoints.products.path, [{ name: 'Nameless thing', price: { basePrice: 3 }, stock: 4 }]);
    const { user, store } = await renderAt(paths.shop);
    await user.click(within(await tile('Nameless thing')).getByRole('button', { name: /^Add to cart: / }));
    await expectToast('Invalid product data');
    expect(store.getState().cart.lines).toEqual([]);
  });

  test('the main button of a product tile shows “Maximum limit reached” when the stock is exceeded', {
    tags: ['cart.limit', 'toast.limit'],
  }, async () => {
    const { user, store } = await renderAt(`${paths.shop}?q=trinket`);
    const button = within(await tile('Trinket dish')).getByRole('button', { name: /^Add to cart: / });
    await user.click(button);
    await user.click(button);
    await expectToast('Maximum limit reached');
    expect(store.getState().cart.lines).toMatchObject([{ quantity: 1 }]);
  });
});

describe('the secondary buttons of a product tile', () => {
  test('the secondary buttons of a product tile add a product to the wishlist and remove it', {
    tags: ['toast.wishlist-added', 'toast.wishlist-removed'],
  }, async () => {
    const { user } = await renderAt(`${paths.shop}?q=rolling`);
    await user.click(await screen.findByRole('button', { name: 'Add Rolling pin to your wishlist' }));
    await expectToast('Added To wishlist');
    expect(screen.getByRole('link', { name: 'Wishlist, 1 product' })).toBeVisible();
    const pressed = screen.getByRole('button', { name: 'Remove Rolling pin from your wishlist' });
    expect(pressed).toHaveAttribute('aria-pressed', 'true');
    await user.click(pressed);
    await expectToast('Removed From Wishlist');
  });

  test('the secondary buttons of a product tile do not add a product twice when both presses come before the page is rendered again', {
    tags: ['wishlist.duplicate', 'toast.wishlist-duplicate'],
  }, async () => {
    const { store } = await renderAt(`${paths.shop}?q=rolling`);
    const heart = await screen.findByRole('button', { name: 'Add Rolling pin to your wishlist' });
    act(() => {
      heart.click();
      heart.click();
    });
    await expectToast('Product already in wishlist');
    expect(store.getState().wishlist.items.map(({ name }) => name)).toEqual(['Rolling pin']);
  });

  test('the secondary buttons of a product tile add up to four products to the comparison', { tags: 'toast.compare-added' }, async () => {
    const { user, store } = await renderAt(paths.shop);
    const buttons = await screen.findAllByRole('button', { name: /^Compare / });
    for (const button of buttons.slice(0, 4)) await user.click(button);
    await expectToast('Added To compare');
    await user.click(buttons[4] ?? document.body);
    await expectToast('You can compare 4 products at a time; remove one to add another.');
    expect(store.getState().compare.items).toHaveLength(4);
    expect(screen.getByRole('link', { name: 'Compare, 4 products' })).toBeVisible();
  });

  test('a product tile has badges for a discount and for low stock', async () => {
    await renderAt(`${paths.shop}?q=knitted`);
    expect(await tile('Knitted wool throw')).toHaveTextContent('15 percent off');
    const again = await renderAt(`${paths.shop}?q=trinket`);
    await waitFor(() => expect(again.container).toHaveTextContent('Only 1 left'));
  });
});
