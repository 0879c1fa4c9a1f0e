import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SearchBox } from '#blocks/search-box/search-box.tsx';
import { endpoints } from '#contract/endpoints.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { paths } from '#shared/paths.ts';
import { ShopProvider } from '#shared/shop.tsx';
import { aResellerIsSignedIn, calls, theShopIsLarge } from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { screenSample } from '#tests/support/sample-shop.ts';
import { readTranslations } from '#tests/support/translations.ts';

const field = () => document.querySelector<HTMLInputElement>('.site-header input[type="search"]') ?? document.createElement('input');
const list = () => screen.findByRole('listbox', { name: 'Suggestions' });
const options = async () => within(await list()).findAllByRole('option');
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';

const typing = async (text: string, path: string = paths.privacy) => {
  const shop = await renderAt(path);
  await shop.user.click(field());
  await shop.user.type(field(), text);
  return shop;
};

const found = async (text: string) => {
  const shop = await typing(text);
  // With slow typing, the suggestions for the first letters appear before these.
  await waitFor(async () => expect((await options()).at(-1)).toHaveTextContent(`See all results for “${text}”`));
  await waitFor(async () => expect((await options()).length).toBeGreaterThan(1));
  return shop;
};

describe('the search field', () => {
  test('the search field is a plain form until it is focused, and then a combobox', async () => {
    const { user } = await renderAt(paths.privacy);
    expect(screen.getByRole('searchbox', { name: 'Search the shop' })).toBe(field());
    expect(field().form).toHaveAttribute('action', paths.shop);
    expect(calls).not.toContain(`GET ${endpoints.categories.path}`);
    await user.click(field());
    expect(screen.getByRole('combobox', { name: 'Search the shop' })).toBe(field());
    expect(field()).toHaveAttribute('aria-expanded', 'false');
  });

  test('the search field suggests products with picture and price, categories, and a link to all results', async () => {
    await found('kitchn');
    const groups = within(await list());
    const categories = within(await groups.findByRole('group', { name: 'Categories' }));
    expect(categories.getByRole('option', { name: /^Kitchen/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/shop-grid-standard?category=kitchen'),
    );
    const products = () => within(groups.getByRole('group', { name: 'Products' })).getAllByRole('option');
    await waitFor(() => expect(products()).toHaveLength(6));
    for (const option of products()) {
      expect(option).toHaveTextContent(/£\d+\.\d\d/);
      expect(option.querySelector('img, .picture-none')).not.toBeNull();
    }
    expect((await options()).at(-1)).toHaveTextContent('See all results for “kitchn”');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(field().getAttribute('aria-controls')).toBe((await list()).id);
    await waitFor(() =>
      expect(within(document.querySelector<HTMLElement>('.site-header') ?? document.body).getByRole('status')).toHaveTextContent(
        /^\d+ products? found/,
      ),
    );
  });

  test('the search field suggests posts and pages in groups of their own below the products, and announces their number', async () => {
    const { user, address } = await found('stoneware');
    const journal = within(await within(await list()).findByRole('group', { name: 'Journal' }));
    expect((await journal.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Living with stoneware thrown by hand',
      'What our goods are made of, and where',
    ]);
    await waitFor(() =>
      expect(within(document.querySelector<HTMLElement>('.site-header') ?? document.body).getByRole('status')).toHaveTextContent(
        /^\d+ products found, and 2 articles and pages$/,
      ),
    );
    expect((await options()).at(-1)).toHaveTextContent('See all results for “stoneware”');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(active()).toBe('Living with stoneware thrown by hand');
    await user.keyboard('{Enter}');
    expect(address()).toBe(paths.post('looking-after-stoneware'));
    expect(field()).toHaveValue('');
  });

  test.each([
    ['returns', 'Refunds and returns', paths.refund],
    ['money back', 'Refunds and returns', paths.refund],
    ['where is my order', 'Order status', paths.orderStatus],
    ['delivry', 'Delivery', `${paths.terms}#shipping`],
    ['telephone', 'Contact us', paths.contact],
    ['gdpr', 'Privacy policy', paths.privacy],
  ])('the search field leads a shopper who types “%s” to the page “%s”', async (text, title, path) => {
    await typing(text);
    // Each letter may bring another list.
    await waitFor(() => {
      const help = within(screen.getByRole('group', { name: 'Help and information' }));
      expect(help.getByRole('option', { name: title })).toHaveAttribute('href', path);
    });
  });

  test('the search field says that only pages match where no product does, and offers no categories then', async () => {
    await typing('privacy');
    expect(await screen.findByText(/^No products match “privacy”\./)).toBeVisible();
    expect((await options()).map((option) => option.textContent)).toEqual(expect.arrayContaining(['Privacy policy']));
    expect(screen.queryByRole('group', { name: 'Categories' })).not.toBeInTheDocument();
    expect(screen.queryByText(/^Nothing found/)).not.toBeInTheDocument();
  });

  test('the search field suggests products as before when the texts of pages cannot be loaded', async () => {
    const { pages: _, ...others } = readTranslations();
    const shop = await renderAt(paths.privacy, { language: languageOf(others) });
    await shop.user.click(field());
    await shop.user.type(field(), 'rolling pin');
    await waitFor(async () => expect((await options())[0]).toHaveTextContent('Rolling pin'));
  });

  test('the search field suggests products for letters typed in the moment in which its suggestions are rendered', async () => {
    const { user } = await renderAt(paths.privacy);
    const text = 'rolling pin';
    const typeOnceRendered = new MutationObserver(() => {
      if (field().form?.querySelector('[role="status"]') == null) return;
      typeOnceRendered.disconnect();
      // Runs after the commit and before passive effects.
      fireEvent.input(field(), { target: { value: text } });
    });
    typeOnceRendered.observe(document.body, { childList: true, subtree: true });
    await user.click(field());
    expect(await screen.findByRole('option', { name: `See all results for “${text}”` })).toBeVisible();
  });

  test('the search field shows suggestions from the second letter on', async () => {
    const { user } = await typing('r');
    await user.type(field(), 'o');
    expect(await list()).toBeVisible();
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
  });

  test('the search field moves through the options with the arrow keys, from the last to the first, and Enter opens the active one', async () => {
    const { user, address } = await found('rolling pin');
    const all = await options();
    expect(active()).toBe('');
    await user.keyboard('{ArrowDown}');
    expect(active()).toContain('Rolling pin');
    expect(all[0]).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowUp}');
    expect(active()).toContain('See all results');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(address()).toBe('/product/beech-rolling-pin');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field()).toHaveValue('');
  });

  // No task can run between these events, so the debounce has not passed, however slow the machine.
  const typeAndPress = (text: string, ...keys: string[]) => {
    fireEvent.input(field(), { target: { value: text } });
    for (const key of keys) fireEvent.keyDown(field(), { key });
  };

  test('the search field applies an arrow key pressed during the debounce to the suggestions for the whole text', async () => {
    await found('rolling');
    typeAndPress('rolling pin', 'ArrowDown');
    expect((await options()).at(-1)).toHaveTextContent('See all results for “rolling pin”');
    expect(active()).toContain('Rolling pin');
    typeAndPress('rolling', 'ArrowUp');
    expect(active()).toBe('See all results for “rolling”');
  });

  test('the search field applies arrow keys pressed during a request to the suggestions of its response', async () => {
    theShopIsLarge();
    await found('candle');
    typeAndPress('rolling pin', 'ArrowDown', 'ArrowDown', 'ArrowUp');
    expect(active()).toBe('');
    await waitFor(() => expect(active()).toContain('Rolling pin'));
  });

  test('the search field has no active option after the next letter, and Enter then searches for the typed text', async () => {
    const { user, address } = await found('rolling');
    await user.keyboard('{ArrowDown}');
    expect(active()).toContain('Rolling pin');
    fireEvent.input(field(), { target: { value: 'rolling p' } });
    expect(active()).toBe('');
    expect((await options()).every((option) => option.getAttribute('aria-selected') === 'false')).toBe(true);
    await user.keyboard('{Enter}');
    expect(address()).toBe('/shop-grid-standard?q=rolling%20p');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  test('the search field searches on Enter while no option is active, and closes the suggestions', async () => {
    const { user, address } = await found('candel');
    const submitted = vi.fn((event: Event) => event.defaultPrevented);
    window.addEventListener('submit', submitted, { once: true });
    await user.keyboard('{Enter}');
    expect(address()).toBe('/shop-grid-standard?q=candel');
    // Or the browser would load the page anew.
    expect(submitted).toHaveReturnedWith(true);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field()).toHaveValue('candel');
  });

  test('the search field closes the suggestions with Escape, and a second Escape empties the field', async () => {
    const { user } = await found('candle');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field()).toHaveValue('candle');
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{ArrowDown}');
    expect(await list()).toBeVisible();
    await user.keyboard('{Escape}{Escape}');
    expect(field()).toHaveValue('');
  });

  test('the search field closes the suggestions when a shopper clicks elsewhere or moves the focus', async () => {
    const { user } = await found('candle');
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await user.click(field());
    expect(await list()).toBeVisible();
    await user.tab();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  test('the search field opens the option that is clicked', async () => {
    const { user, address } = await found('candle');
    await user.click((await options()).at(-1) ?? document.body);
    expect(address()).toBe('/shop-grid-standard?q=candle');
    expect(field()).toHaveValue('candle');
  });

  test('the search field says when there are no results, and suggests the categories', async () => {
    await typing('trombone');
    expect(await screen.findByText(/Nothing found for “trombone”/)).toBeVisible();
    // The categories are loaded by a request of their own.
    const options = await within(await list()).findAllByRole('option');
    expect(options).toHaveLength(3);
    for (const option of options) expect(option).toHaveAttribute('href', expect.stringContaining('?category='));
  });

  test('the search field ignores arrow keys during IME composition', async () => {
    const { address } = await found('candle');
    fireEvent.keyDown(field(), { key: 'ArrowDown', isComposing: true });
    expect(active()).toBe('');
    expect(address()).toBe(paths.privacy);
  });

  test('the search field is filled with the search text of the URL, and suggests a reseller’s prices to a reseller', async () => {
    aResellerIsSignedIn();
    const { user } = await typing('lavender soap', `${paths.shop}?q=candle`);
    expect(field()).toHaveValue('candlelavender soap');
    await user.clear(field());
    await user.type(field(), 'lavender soap bar');
    await waitFor(async () => expect((await options())[0]).toHaveTextContent('£5.25'));
  });

  test('the search field has a list of its own in the off-canvas menu, where Escape closes the list before the menu', async () => {
    const { user, address } = await renderAt(paths.privacy);
    await user.click(screen.getByRole('button', { name: 'Open the menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    const box = menu.getByRole('searchbox', { name: 'Search the shop' });
    await user.type(box, 'rolling pin');
    const option = await menu.findByRole('option', { name: /Rolling pin/ });
    await user.keyboard('{Escape}');
    expect(option).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await user.keyboard('{ArrowDown}');
    await user.click(await menu.findByRole('option', { name: /Rolling pin/ }));
    expect(address()).toBe('/product/beech-rolling-pin');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

/** A search field of its own, apart from that of the page, with the products of the shop. */
const boxInShop = async (Box = SearchBox) => {
  const { store, user } = await renderAt(paths.privacy);
  const container = document.body.appendChild(document.createElement('div'));
  const box = (
    <ShopProvider shop={screenSample}>
      <Provider store={store}>
        <I18nextProvider i18n={languageOf(readTranslations())}>
          <MemoryRouter>
            <Box />
          </MemoryRouter>
        </I18nextProvider>
      </Provider>
    </ShopProvider>
  );
  const input = () => container.querySelector('input') ?? document.createElement('input');
  const activeOption = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
  return { user, container, box, input, activeOption, inBox: within(container) };
};

test('a shopper who typed before hydration, and is still in the search field, gets suggestions without another letter', async () => {
  const { container, box, input, inBox } = await boxInShop();
  container.innerHTML = renderToString(box);
  input().focus();
  input().value = 'rolling pin';
  render(box, { container, hydrate: true });
  expect(await inBox.findByRole('option', { name: /^Rolling pin/ })).toBeVisible();
  expect(input()).toHaveValue('rolling pin');
});

describe('a search field whose suggestions come late', () => {
  const modulePath = '/src/blocks/search-box/search-box.tsx';
  let copies = 0;

  /** Renders a field whose suggestions are fetched when `fetchSuggestions` is called, with a copy of the module that has fetched none yet. */
  const renderLate = async () => {
    copies += 1;
    let fetchSuggestions = () => {};
    let fail = () => {};
    const arrival = new Promise<void>((resolve, reject) => {
      fetchSuggestions = resolve;
      fail = () => reject(new Error('gone'));
    });
    // The module itself, late.
    vi.doMock('#blocks/search-box/suggestions.tsx', async (importOriginal) => {
      await arrival;
      return importOriginal();
    });
    onTestFinished(() => {
      vi.doUnmock('#blocks/search-box/suggestions.tsx');
    });
    const module: { readonly SearchBox: typeof SearchBox } = await import(/* @vite-ignore */ `${modulePath}?copy=${copies}`);
    const shop = await boxInShop(module.SearchBox);
    render(shop.box, { container: shop.container });
    await shop.user.type(shop.input(), 'rolling pin');
    return {
      ...shop,
      fetchSuggestions: () => act(async () => fetchSuggestions()),
      failToFetchSuggestions: () =>
        act(async () => {
          vi.doUnmock('#blocks/search-box/suggestions.tsx');
          fail();
        }),
    };
  };

  test('a search field whose suggestions come late moves by the arrow keys that were pressed before', async () => {
    const { user, fetchSuggestions, activeOption, inBox } = await renderLate();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(inBox.queryByRole('listbox')).not.toBeInTheDocument();
    await fetchSuggestions();
    await waitFor(() => expect(activeOption()).toContain('Rolling pin'));
  });

  test.each([
    ['typed another letter', '{ArrowDown}s{Backspace}'],
    ['left the field', '{ArrowDown}{Tab}'],
  ])('a search field whose suggestions come late has no active option for a shopper who has meanwhile %s', async (_, keys) => {
    const { user, fetchSuggestions, activeOption, inBox } = await renderLate();
    await user.keyboard(keys);
    await fetchSuggestions();
    expect(await inBox.findByRole('option', { name: /^Rolling pin/ })).toBeVisible();
    expect(activeOption()).toBe('');
  });

  test('a search field whose suggestions come late does not open them over the results, until an arrow key is pressed', async () => {
    const { user, fetchSuggestions, inBox, input } = await renderLate();
    await user.keyboard('{ArrowDown}{Enter}');
    await fetchSuggestions();
    await waitFor(() => expect(inBox.getByRole('status')).toBeInTheDocument());
    expect(inBox.queryByRole('listbox')).not.toBeInTheDocument();
    expect(input()).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(await inBox.findByRole('listbox')).toBeVisible();
  });

  test('a search field whose suggestions come late fetches them again at the next letter when they could not be fetched', async () => {
    const { user, failToFetchSuggestions, inBox } = await renderLate();
    await failToFetchSuggestions();
    expect(inBox.queryByRole('status')).not.toBeInTheDocument();
    await user.keyboard('s');
    expect(await inBox.findByRole('option', { name: 'See all results for “rolling pins”' })).toBeVisible();
  });
});
