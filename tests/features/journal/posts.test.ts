import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { notFoundRoute, routeAt } from '#app/routes.ts';
import { pence } from '#contract/money.ts';
import { pictureFile, pictureFormats, pictureStem, widthsOf } from '#contract/picture.ts';
import { type ProseNode, plainText } from '#features/journal/post.ts';
import { filterPosts, textOf } from '#features/journal/post-texts.ts';
import { findPost, neighboursOf, posts } from '#features/journal/posts.ts';
import { listProducts } from '#server/domain/catalogue/catalogue.ts';
import { encodedFolder } from '#server/storage/pictures.ts';
import { freshDatabase } from '#tests/support/database.ts';

const products = await listProducts(await freshDatabase());

const linksIn = (nodes: readonly ProseNode[]): string[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [...(node.href === undefined ? [] : [node.href]), ...linksIn(node.children)]));

describe.each(posts.map((post) => [post.slug, post] as const))('the post %s', (_, post) => {
  test('each post links only to pages, products and posts that exist', () => {
    const links = [post.link.to, ...linksIn(textOf(post))];
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) {
      const { pathname, searchParams } = new URL(link, 'http://shop.invalid');
      const { route, params } = routeAt(pathname);
      expect(route, link).not.toBe(notFoundRoute);
      const isThere: Readonly<Record<string, boolean>> = {
        product: products.some(({ _id }) => _id === params.id),
        blogPost: findPost(searchParams.get('post')) !== undefined,
      };
      expect(isThere[route.handle.id] ?? true, link).toBe(true);
    }
  });

  test('each post has a picture that the shop serves, of twice the width at which it is shown', () => {
    const stem = pictureStem(post.picture.src) ?? '';
    expect(widthsOf(stem)).toContain(1200);
    for (const width of widthsOf(stem))
      for (const format of pictureFormats) expect(existsSync(path.join(encodedFolder, pictureFile(stem, width, format)))).toBe(true);
  });

  test('each post is between 350 and 700 words long', () => {
    const words = plainText(textOf(post)).split(/\s+/).length;
    expect(words).toBeGreaterThan(350);
    expect(words).toBeLessThan(700);
  });
});

test('the gift guide lists under each amount only products that cost less', () => {
  const guide = findPost('gifts-by-budget');
  let limit = Number.POSITIVE_INFINITY;
  const tooDear: string[] = [];
  for (const node of guide ? textOf(guide) : []) {
    if (typeof node !== 'string' && node.tag === 'h2')
      limit = Number(/£(\d+)/.exec(plainText(node.children))?.[1] ?? Number.POSITIVE_INFINITY);
    for (const link of linksIn([node])) {
      const product = products.find(({ _id }) => link === `/product/${_id}`);
      if (product && pence(product.price.basePrice) >= limit * 100) tooDear.push(`${product.name} under £${limit}`);
    }
  }
  expect(tooDear).toEqual([]);
});

describe('the journal', () => {
  const everything = { category: '', tag: '', searchText: '' };
  const slugs = (choice: Partial<typeof everything>) => filterPosts({ ...everything, ...choice }).map(({ slug }) => slug);

  test('the journal has its posts newest first', () => {
    expect(posts.length).toBeGreaterThanOrEqual(6);
    expect(posts.map(({ date }) => date)).toEqual(
      posts
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
    expect(slugs({})).toEqual(posts.map(({ slug }) => slug));
  });

  test('the journal is filtered by category, tag and search text together', () => {
    expect(slugs({ category: 'care' })).toEqual(['caring-for-wood', 'looking-after-stoneware']);
    expect(slugs({ tag: 'wood' })).toEqual(['caring-for-wood', 'where-it-comes-from']);
    expect(slugs({ category: 'care', tag: 'wood' })).toEqual(['caring-for-wood']);
    expect(slugs({ searchText: 'LINSEED  rag' })).toEqual(['caring-for-wood']);
    expect(slugs({ searchText: 'linseed trombone' })).toEqual([]);
    expect(slugs({ category: 'no-such' })).toEqual([]);
  });

  test('the journal finds the newest post without a slug, and none for an unknown slug', () => {
    expect(findPost(null)).toBe(posts[0]);
    expect(findPost('no-such-post')).toBeUndefined();
    expect(findPost('')).toBeUndefined();
  });

  test('the journal links each post to the next older and newer one', () => {
    const neighbours = posts.map((post) => neighboursOf(post));
    expect(neighbours.map(({ older }) => older)).toEqual([...posts.slice(1), undefined]);
    expect(neighbours.map(({ newer }) => newer)).toEqual([undefined, ...posts.slice(0, -1)]);
  });
});
