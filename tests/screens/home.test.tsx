import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { posts } from '#features/journal/posts.ts';
import { addCategory } from '#server/domain/catalogue/categories.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { paths } from '#shared/paths.ts';
import {
  allRequestsSettled,
  calls,
  theApiAnswers,
  theApiIsDown,
  theApiNeverAnswers,
  theApiRecovers,
  theShopSells,
  withShopDatabase,
} from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { readTranslations } from '#tests/support/translations.ts';

const panel = () => screen.getByRole('tabpanel');

describe('the home page', () => {
  test('the home page has one main heading, a title and a link to the shop', async () => {
    const { user, address } = await renderAt(paths.home);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).toBe('Flone | Handmade goods for the home');
    await user.click(screen.getByRole('link', { name: 'Shop now' }));
    expect(address()).toBe(paths.shop);
  });

  test('the home page shows the lowest delivery cost of the products', async () => {
    await renderAt(paths.home);
    expect(await screen.findByText('UK delivery from £1.95')).toBeVisible();
    await theShopSells((products) => products.filter(({ deliveryCost }) => deliveryCost > 2));
    await renderAt(paths.home);
    expect(await screen.findByText('UK delivery from £2.50')).toBeVisible();
  });

  test('the home page shows every category with its number of products', async () => {
    await renderAt(paths.home);
    const garden = await screen.findByRole('link', { name: /^Garden/ });
    expect(garden).toHaveAttribute('href', paths.shopCategory('garden'));
    expect(garden).toHaveTextContent('3 pieces');
    expect(screen.getByRole('link', { name: /^Kitchen & table/ })).toHaveTextContent('13 pieces');
  });

  test('the home page and the shop menu offer no category without products', async () => {
    await withShopDatabase((db) => addCategory(db, { name: 'Cards' }));
    const { user } = await renderAt(paths.home);
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('link', { name: /^Garden/ })).toBeVisible();
    await user.hover(screen.getByRole('button', { name: 'What we sell' }));
    expect(await within(screen.getByRole('banner')).findByRole('link', { name: 'Garden' })).toBeVisible();
    await allRequestsSettled();
    expect(screen.queryByRole('link', { name: /^Cards/ })).not.toBeInTheDocument();
  });

  test('the home page shows no categories when their request fails', async () => {
    theApiAnswers(endpoints.categories.path, { message: 'no' }, 500);
    await renderAt(paths.home);
    await waitFor(() => expect(calls).toContain('GET /sales/getCategories'));
    await allRequestsSettled();
    await screen.findByRole('tab', { name: 'New' });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Shop by category' })).not.toBeInTheDocument());
  });

  test('the home page has tabs of new, best-selling and reduced products', async () => {
    const { user } = await renderAt(paths.home);
    const fresh = await screen.findByRole('tab', { name: 'New' });
    expect(fresh).toHaveAttribute('aria-selected', 'true');
    expect(within(panel()).getByRole('article', { name: 'Espresso cups, pair' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Best sellers' }));
    expect(within(panel()).getAllByRole('article')).toHaveLength(8);
    expect(within(panel()).getAllByRole('article')[0]).toHaveAccessibleName('Stoneware mug');
    await user.click(screen.getByRole('tab', { name: 'Sale' }));
    expect(within(panel()).getAllByRole('article')[0]).toHaveAccessibleName('Chamberstick with beeswax taper');
  });

  test('the home page has tabs that the arrow keys, Home and End move between, from the last to the first', async () => {
    const { user } = await renderAt(paths.home);
    const [first, second, third] = await screen.findAllByRole('tab');
    first?.focus();
    await user.keyboard('{ArrowRight}');
    expect(second).toHaveFocus();
    expect(second).toHaveAttribute('aria-selected', 'true');
    expect(panel()).toHaveAccessibleName('Best sellers');
    await user.keyboard('{End}');
    expect(third).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(first).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(third).toHaveFocus();
    await user.keyboard('{Home}');
    expect(first).toHaveFocus();
    expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  });

  test('the home page has tabs that leave arrow keys with Alt, Ctrl or Meta to the browser', async () => {
    const { user } = await renderAt(paths.home);
    const [first, second] = await screen.findAllByRole('tab');
    first?.focus();
    await user.keyboard('{ArrowRight}');
    expect(second).toHaveFocus();
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
      expect(fireEvent.keyDown(second ?? window, { key: 'ArrowLeft', [modifier]: true }), modifier).toBe(true);
    expect(second).toHaveFocus();
  });

  test('the home page leaves a product without a picture out of its tabs', async () => {
    await theShopSells((products) =>
      products.map((product) => (product._id === 'espresso-cups' ? { ...product, mainImage: '', images: [] } : product)),
    );
    await renderAt(paths.home);
    expect(await within(panel()).findByRole('article', { name: 'Lavender soap bar' })).toBeVisible();
    expect(within(panel()).queryByRole('article', { name: 'Espresso cups, pair' })).not.toBeInTheDocument();
  });

  test('the home page leaves out a tab without products', async () => {
    await theShopSells((products) => products.map((product) => ({ ...product, discount: 0, new: false })));
    await renderAt(paths.home);
    expect(await within(panel()).findAllByRole('article')).toHaveLength(8);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Best sellers']);
  });

  test('the home page of a shop without products has no empty shelves', async () => {
    await theShopSells(() => []);
    theApiAnswers(endpoints.categories.path, []);
    await renderAt(paths.home);
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Shop by category' })).not.toBeInTheDocument());
    expect(screen.queryByRole('heading', { name: 'From the workshop' })).not.toBeInTheDocument();
  });

  test('the home page shows an error when the products cannot be loaded, and loads them on retry', async () => {
    theApiIsDown(endpoints.products.path);
    const { user } = await renderAt(paths.home);
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('We can’t reach the shop at the moment.');
    theApiRecovers();
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await within(panel()).findAllByRole('article')).toHaveLength(4);
    expect(screen.getByRole('tab', { name: 'New' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('the home page shows an empty panel without an error while the products are loading', async () => {
    theApiNeverAnswers(endpoints.products.path);
    await renderAt(paths.home, { beforeProductsLoad: true });
    expect(within(panel()).queryByRole('article')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'From the workshop' })).toBeVisible();
  });

  test('the home page introduces the workshops and links to the About page', async () => {
    const { user, address } = await renderAt(paths.home);
    expect(screen.getByRole('heading', { level: 2, name: 'Who makes it, and where' })).toBeVisible();
    expect(screen.getByRole('img', { name: /^A carver’s bench in low sunlight/ })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Read our story' }));
    expect(address()).toBe(paths.about);
  });

  test('the home page links to the pages for business partners', async () => {
    await renderAt(paths.home);
    const call = screen.getByRole('heading', { level: 2, name: 'Sell our goods, or open a shop with us' }).closest('section');
    const links = within(call ?? document.body).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['See all three', paths.collaboration],
      ['Wholesale', paths.wholesale],
      ['Reselling', paths.reselling],
      ['Franchise', paths.franchise],
    ]);
  });

  test('the home page shows the three latest posts of the journal and a link to all of them', async () => {
    const { user, address } = await renderAt(paths.home);
    const newest = await screen.findByRole('article', { name: String(posts[0]?.title) });
    const list = within(newest.closest('ul') ?? document.body);
    expect(list.getAllByRole('article').map((card) => within(card).getByRole('heading', { level: 3 }).textContent)).toEqual(
      posts.slice(0, 3).map(({ title }) => title),
    );
    expect(screen.getByRole('link', { name: 'See all articles' })).toHaveAttribute('href', paths.blog);
    await user.click(within(newest).getByRole('link'));
    expect(address()).toBe(paths.post(String(posts[0]?.slug)));
  });

  test('the home page shows recently viewed products, but not on a first visit', async () => {
    await renderAt(paths.home);
    await screen.findByRole('article', { name: String(posts[0]?.title) });
    expect(screen.queryByRole('heading', { name: 'Recently viewed' })).not.toBeInTheDocument();
    cleanup();
    window.localStorage.setItem('flone:seen', JSON.stringify(['salt-pot']));
    await renderAt(paths.home);
    const heading = await screen.findByRole('heading', { level: 2, name: 'Recently viewed' });
    expect(within(heading.closest('section') ?? document.body).getByRole('article', { name: 'Salt pot with wooden lid' })).toBeVisible();
  });

  test('the home page requests products, profile and categories once each', { tags: 'startup.once' }, async () => {
    await renderAt(paths.home);
    await screen.findByRole('link', { name: /^Garden/ });
    await screen.findByRole('link', { name: 'Sign Up or Login' });
    expect(calls.toSorted()).toEqual(['GET /client/products', 'GET /sales/getCategories', 'GET /user/getUserProfile']);
  });
});

test('in a right-to-left language, the left arrow key moves to the next tab, and the arrow keys that scroll to none', async () => {
  // jsdom does not inherit `direction`, so it is set on every element.
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = '* { direction: rtl }';
  const { user } = await renderAt(paths.home, { language: languageOf(readTranslations(), 'ar') });
  const [first, second] = await screen.findAllByRole('tab');
  first?.focus();
  await user.keyboard('{ArrowLeft}');
  expect(second).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(second).toHaveFocus();
  style.remove();
});
