import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { posts } from '#features/journal/posts.ts';
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
} from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { readTranslations } from '#tests/support/translations.ts';

const panel = () => screen.getByRole('tabpanel');

describe('the front of the shop', () => {
  test('has one heading, a way to the goods and its title', async () => {
    const { user, address } = await renderAt(paths.home);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).toBe('Flone | Handmade goods for the home');
    await user.click(screen.getByRole('link', { name: 'See the goods' }));
    expect(address()).toBe(paths.shop);
  });

  test('says what delivery costs at the least, as the goods bear out', async () => {
    await renderAt(paths.home);
    expect(await screen.findByText('UK delivery, free on some pieces')).toBeVisible();
    await theShopSells((products) => products.filter(({ deliveryCost }) => deliveryCost > 2));
    await renderAt(paths.home);
    expect(await screen.findByText('UK delivery from £2.50')).toBeVisible();
  });

  test('has every category with the number of its goods', async () => {
    await renderAt(paths.home);
    const garden = await screen.findByRole('link', { name: /^Garden/ });
    expect(garden).toHaveAttribute('href', paths.shopCategory('garden'));
    expect(garden).toHaveTextContent('3 pieces');
    expect(screen.getByRole('link', { name: /^Kitchen & table/ })).toHaveTextContent('13 pieces');
  });

  test('shows no categories when the API cannot tell', async () => {
    theApiAnswers(endpoints.categories.path, { message: 'no' }, 500);
    await renderAt(paths.home);
    await waitFor(() => expect(calls).toContain('GET /sales/getCategories'));
    await allRequestsSettled();
    await screen.findByRole('tab', { name: 'New' });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Find your way round' })).not.toBeInTheDocument());
  });

  test('has eight new, best-selling and reduced goods behind tabs', async () => {
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

  test('moves between the tabs by keyboard: arrows, Home, End, round and round', async () => {
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

  test('says when a tab is empty', async () => {
    await theShopSells((products) => products.map((product) => ({ ...product, discount: 0 })));
    const { user } = await renderAt(paths.home);
    await user.click(await screen.findByRole('tab', { name: 'Sale' }));
    expect(panel()).toHaveTextContent('Nothing here today.');
  });

  test('says when the goods cannot be loaded, and tries again', async () => {
    theApiIsDown(endpoints.products.path);
    const { user } = await renderAt(paths.home);
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent("We can't reach the shop at the moment.");
    theApiRecovers();
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('tab', { name: 'New' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('keeps the goods’ place while they are on their way', async () => {
    theApiNeverAnswers(endpoints.products.path);
    await renderAt(paths.home, { beforeProductsLoad: true });
    expect(within(panel()).queryByRole('article')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'From the workshop' })).toBeVisible();
  });

  test('says who makes the goods, and where to read more', async () => {
    const { user, address } = await renderAt(paths.home);
    expect(screen.getByRole('heading', { level: 2, name: 'Small workshops, and who is in them' })).toBeVisible();
    expect(screen.getByRole('img', { name: /^Three hand-carved wooden spoons/ })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Read our story' }));
    expect(address()).toBe(paths.about);
  });

  test('tells partners of the three ways to work with it', async () => {
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

  test('has the three latest posts of the journal, and a way to all of them', async () => {
    const { user, address } = await renderAt(paths.home);
    const newest = await screen.findByRole('article', { name: String(posts[0]?.title) });
    const list = within(newest.closest('ul') ?? document.body);
    expect(list.getAllByRole('article').map((card) => within(card).getByRole('heading', { level: 3 }).textContent)).toEqual(
      posts.slice(0, 3).map(({ title }) => title),
    );
    expect(screen.getByRole('link', { name: 'See all posts' })).toHaveAttribute('href', paths.blog);
    await user.click(within(newest).getByRole('link'));
    expect(address()).toBe(paths.post(String(posts[0]?.slug)));
  });

  test('has what this browser’s shopper looked at before, and nothing of it on a first visit', async () => {
    await renderAt(paths.home);
    await screen.findByRole('article', { name: String(posts[0]?.title) });
    expect(screen.queryByRole('heading', { name: 'Recently viewed' })).not.toBeInTheDocument();
    cleanup();
    window.localStorage.setItem('flone:seen', JSON.stringify(['salt-pot']));
    await renderAt(paths.home);
    const heading = await screen.findByRole('heading', { level: 2, name: 'Recently viewed' });
    expect(within(heading.closest('section') ?? document.body).getByRole('article', { name: 'Salt pot with wooden lid' })).toBeVisible();
  });

  test('asks for products, profile and categories once each', { tags: 'startup.once' }, async () => {
    await renderAt(paths.home);
    await screen.findByRole('link', { name: /^Garden/ });
    await screen.findByRole('link', { name: 'Sign Up or Login' });
    expect(calls.toSorted()).toEqual(['GET /client/products', 'GET /sales/getCategories', 'GET /user/getUserProfile']);
  });
});

test('in a language written from the right, the arrow keys of the tabs turn round', async () => {
  // jsdom does not hand a direction down, so every element gets its own.
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = '* { direction: rtl }';
  const { user } = await renderAt(paths.home, { language: languageOf(readTranslations(), 'ar') });
  const [first, second] = await screen.findAllByRole('tab');
  first?.focus();
  await user.keyboard('{ArrowLeft}');
  expect(second).toHaveFocus();
  style.remove();
});
