import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { posts } from '#features/journal/posts.ts';
import { journalPresets } from '#screens/content/journal-presets.ts';
import { paths } from '#shared/paths.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const main = () => within(screen.getByRole('main'));
const cards = () => main().queryAllByRole('article');
const names = () => cards().map((card) => within(card).getByRole('heading').textContent);
const titles = posts.map(({ title }) => title);
const sidebar = () => within(screen.getByRole('complementary', { name: 'Browse the journal' }));

describe('a list of journal posts', () => {
  test.each(journalPresets.map((preset) => [preset.path, preset] as const))(
    '%s shows its posts newest first, in pages',
    async (path, { perPage, hasSidebar }) => {
      const { user, address } = await renderAt(path);
      expect(document.title).toBe('Journal | Flone');
      expect(names()).toEqual(titles.slice(0, perPage));
      expect(screen.queryByRole('searchbox', { name: 'Search the journal' }) !== null).toBe(hasSidebar);
      expect(screen.queryByRole('navigation', { name: 'Pages' }) !== null).toBe(perPage < posts.length);
      if (perPage >= posts.length) return;
      await user.click(screen.getByRole('link', { name: 'Next page' }));
      expect(address()).toBe(`${path}?page=2`);
      expect(names()).toEqual(titles.slice(perPage));
    },
  );

  test.each(['?page=99', '?page=2'])('a list of journal posts shows the last page for %s', async (query) => {
    await renderAt(paths.blog + query);
    expect(names()).toEqual(titles.slice(5));
  });

  test.each(['?page=x', '?page=0', '?page=-1', '?page='])(
    'a list of journal posts shows the first page for the invalid query %s',
    async (query) => {
      await renderAt(paths.blog + query);
      expect(names()).toEqual(titles.slice(0, 5));
    },
  );

  test('a list of journal posts has a card with category, summary, date and reading time of each post', async () => {
    await renderAt(paths.blog);
    const card = within(main().getByRole('article', { name: 'Looking after wooden boards, bowls and spoons' }));
    expect(card.getByText('Care')).toBeVisible();
    expect(card.getByText(/^Wash, dry on its edge/)).toBeVisible();
    expect(card.getByText('24 October 2026')).toHaveAttribute('datetime', '2026-10-24');
    expect(card.getByText(/^\d-minute read$/)).toBeVisible();
    expect(card.getByRole('link')).toHaveAttribute('href', '/blog-details-standard?post=caring-for-wood');
  });

  test('a list of journal posts can be filtered by a category with its count, and the filter removed', async () => {
    const { user, address } = await renderAt(`${paths.blog}?q=clay&page=2`);
    await user.click(sidebar().getByRole('link', { name: 'Care 2' }));
    expect(address()).toBe('/blog-standard?category=care');
    expect(cards()).toHaveLength(2);
    expect(main().getByRole('status')).toHaveTextContent('2 articles');
    expect(sidebar().getByRole('link', { name: 'Care 2' })).toHaveAttribute('aria-current', 'true');
    await user.click(main().getByRole('link', { name: 'Remove Care' }));
    expect(address()).toBe(paths.blog);
    expect(cards()).toHaveLength(5);
  });

  test('a list of journal posts can be filtered by a tag on the same URL', async () => {
    const { user, address } = await renderAt('/blog-right-sidebar');
    await user.click(sidebar().getByRole('link', { name: 'wood' }));
    expect(address()).toBe('/blog-right-sidebar?tag=wood');
    expect(cards()).toHaveLength(2);
  });

  test('a list of journal posts can be searched, including the text of the posts', async () => {
    const { user, address } = await renderAt(`${paths.blog}?category=gifts`);
    await user.type(sidebar().getByRole('searchbox', { name: 'Search the journal' }), ' Bubble Wrap {Enter}');
    expect(address()).toBe('/blog-standard?q=Bubble+Wrap');
    expect(names()).toEqual(['Card, paper and string: how we pack without plastic']);
    expect(main().getByRole('status')).toHaveTextContent('1 article');
    // The `q` of the journal must not fill the search field of the shop.
    for (const box of screen.getAllByRole('searchbox', { name: 'Search the shop' })) expect(box).toHaveValue('');
    await user.clear(sidebar().getByRole('searchbox'));
    await user.type(sidebar().getByRole('searchbox'), '{Enter}');
    expect(address()).toBe(paths.blog);
  });

  test('a list of journal posts can be filtered by category, tag and search at once, and each filter removed alone', async () => {
    const { user, address } = await renderAt(`${paths.blog}?category=care&tag=wood&q=oil`);
    expect(names()).toEqual(['Looking after wooden boards, bowls and spoons']);
    await user.click(main().getByRole('link', { name: 'Remove wood' }));
    expect(address()).toBe('/blog-standard?category=care&q=oil');
    await user.click(main().getByRole('link', { name: 'Remove “oil”' }));
    expect(address()).toBe('/blog-standard?category=care');
  });

  test('a shopper who removes a filter of the journal has the focus on the next filter, and after the last on the count of articles', async () => {
    const { user } = await renderAt(`${paths.blog}?category=care&tag=wood&q=oil`);
    await user.click(main().getByRole('link', { name: 'Remove wood' }));
    expect(main().getByRole('link', { name: 'Remove “oil”' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(main().getByRole('link', { name: 'Remove Care' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(main().queryByRole('link', { name: /^Remove/ })).not.toBeInTheDocument();
    expect(main().getByRole('status')).toHaveFocus();
  });

  test('a list of journal posts says when no post matches, and links to all posts', async () => {
    const { user, address } = await renderAt(`${paths.blog}?q=trombone&category=no-such`);
    expect(cards()).toEqual([]);
    expect(main().getByText('No articles match')).toBeVisible();
    expect(main().getByRole('status')).toHaveTextContent('0 articles');
    await user.click(main().getByRole('link', { name: 'Show all articles' }));
    expect(address()).toBe(paths.blog);
    expect(cards()).toHaveLength(5);
  });
});

describe('a journal post', () => {
  const wood = paths.post('caring-for-wood');

  test('a journal post shows title, date, picture and text, with links to products', async () => {
    const { user, address } = await renderAt(wood);
    expect(document.title).toBe('Looking after wooden boards, bowls and spoons | From the journal');
    expect(main().getByRole('heading', { level: 1 })).toHaveTextContent('Looking after wooden boards, bowls and spoons');
    expect(main().getByText('24 October 2026')).toBeVisible();
    expect(main().getByRole('heading', { level: 2, name: 'When it looks dry' })).toBeVisible();
    expect(main().getByRole('img', { name: /^Walnut chopping board/ })).toBeInTheDocument();
    expect(main().getByText('Wash it by hand.').tagName).toBe('STRONG');
    await user.click(main().getByRole('link', { name: 'bowls' }));
    expect(address()).toBe('/product/turned-wooden-bowl');
  });

  test('a journal post links to its products, its category and its tags', async () => {
    await renderAt(wood);
    expect(main().getByRole('link', { name: 'See what we have in wood' })).toHaveAttribute('href', '/shop-grid-standard?q=wood');
    expect(main().getByRole('link', { name: 'Care' })).toHaveAttribute('href', '/blog-standard?category=care');
    expect(main().getByRole('link', { name: 'kitchen' })).toHaveAttribute('href', '/blog-standard?tag=kitchen');
  });

  test('a journal post links to the previous and the next post, if there is one', async () => {
    const { user, address } = await renderAt(wood);
    await user.click(main().getByRole('link', { name: /^Next article/ }));
    expect(address()).toBe(paths.post('gifts-by-budget'));
    expect(main().queryByRole('link', { name: /^Next article/ })).not.toBeInTheDocument();
    await user.click(main().getByRole('link', { name: /^Previous article/ }));
    expect(address()).toBe(wood);
  });

  test('a journal post is the newest one when the URL has no slug', async () => {
    await renderAt('/blog-details-standard');
    expect(main().getByRole('heading', { level: 1 })).toHaveTextContent(String(titles[0]));
  });

  test.each(['no-such-post', '', '__proto__', '../posts'])(
    'a journal post that does not exist (%j) shows the not-found page with a search',
    async (slug) => {
      await renderAt(paths.post(slug));
      expect(main().getByRole('heading', { level: 1, name: 'We can’t find that article' })).toBeVisible();
      expect(document.title).toBe('Page not found | Flone');
      expect(main().getByRole('searchbox', { name: 'Search the shop' })).toBeVisible();
    },
  );
});
