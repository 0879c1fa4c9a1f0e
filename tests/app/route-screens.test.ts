import { describe, expect, test } from 'vitest';
import { indexCatalogue } from '#catalogue/catalogue-index.ts';
import { renderPage } from '#entry-server';
import { listCategories, listProducts } from '#server/domain/catalogue/catalogue.ts';
import type { ClauseId } from '#tests/clauses.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { publicSample } from '#tests/support/sample-shop.ts';
import { readTranslations } from '#tests/support/translations.ts';

const db = await freshDatabase();
const catalogue = indexCatalogue(await listProducts(db));
const categories = await listCategories(db, await listProducts(db));
const english = readTranslations();

const documentAt = async (address: string) => {
  const answer = await renderPage({
    address,
    shop: publicSample,
    catalogue,
    categories,
    loadReviews: async () => [],
    loadNamespace: async (namespace) => english[namespace] ?? {},
    shopUrl: 'https://shop.test',
  });
  return 'html' in answer ? answer : undefined;
};

const boxed = 'container-xl shop-page';
const wide = 'container-wide shop-page';

/** Each URL, the heading of its screen, and what distinguishes it from similar screens. */
const routes: readonly (readonly [clause: ClauseId, address: string, heading: string, ...marks: readonly string[]])[] = [
  ['route.home', '/', 'Made slowly, by hand, to be used every day'],
  ['route.shop-grid-standard', '/shop-grid-standard', 'Shop', boxed, 'shop-body-start', 'tile-grid-3'],
  [
    'route.shop-grid-standard',
    '/shop-grid-standard/2',
    'Shop',
    boxed,
    'shop-body-start',
    'tile-grid-3',
    'aria-label="Page 2" aria-current',
  ],
  ['route.shop-grid-filter', '/shop-grid-filter', 'Shop', boxed, 'shop-body-panel', 'tile-grid-3'],
  ['route.shop-grid-two-column', '/shop-grid-two-column', 'Shop', boxed, 'shop-body-start', 'tile-grid-2'],
  ['route.shop-grid-no-sidebar', '/shop-grid-no-sidebar', 'Shop', boxed, 'shop-body-none', 'tile-grid-3'],
  ['route.shop-grid-full-width', '/shop-grid-full-width', 'Shop', wide, 'shop-body-start', 'tile-grid-3'],
  ['route.shop-grid-right-sidebar', '/shop-grid-right-sidebar', 'Shop', boxed, 'shop-body-end', 'tile-grid-3'],
  ['route.shop-list-standard', '/shop-list-standard', 'Shop', boxed, 'shop-body-start', 'tile-list'],
  ['route.shop-list-full-width', '/shop-list-full-width', 'Shop', wide, 'shop-body-start', 'tile-list'],
  ['route.shop-list-two-column', '/shop-list-two-column', 'Shop', wide, 'shop-body-panel', 'tile-list-2'],
  ['route.product', '/product/beech-rolling-pin', 'Rolling pin', 'gallery-below'],
  ['route.product-tab-left', '/product-tab-left/beech-rolling-pin', 'Rolling pin', 'gallery-left'],
  ['route.product-tab-right', '/product-tab-right/beech-rolling-pin', 'Rolling pin', 'gallery-right'],
  ['route.product-sticky', '/product-sticky/beech-rolling-pin', 'Rolling pin', 'gallery-sticky'],
  ['route.product-slider', '/product-slider/beech-rolling-pin', 'Rolling pin', 'gallery-slider'],
  ['route.product-fixed-image', '/product-fixed-image/beech-rolling-pin', 'Rolling pin', 'gallery-fixed'],
  ['route.blog-standard', '/blog-standard', 'Journal', 'journal-lead', 'journal-columns'],
  ['route.blog-no-sidebar', '/blog-no-sidebar', 'Journal', 'journal-grid'],
  ['route.blog-right-sidebar', '/blog-right-sidebar', 'Journal', 'journal-rows', 'journal-columns'],
  [
    'route.blog-details-standard',
    '/blog-details-standard?post=caring-for-wood',
    'Looking after wooden boards, bowls and spoons',
    'post-text',
  ],
  ['route.about', '/about', 'Small workshops, plainly told'],
  ['route.contact', '/contact', 'Contact us'],
  ['route.my-account', '/my-account', 'My account'],
  ['route.login-register', '/login-register', 'Your account', 'account-tabs'],
  ['route.cart', '/cart', 'Your cart'],
  ['route.wishlist', '/wishlist', 'Your wishlist'],
  ['route.compare', '/compare', 'Compare'],
  ['route.checkout', '/checkout', 'Checkout'],
  ['route.checkout-one', '/checkout/beech-rolling-pin/3', 'Checkout', 'Rolling pin', 'Quantity: 3'],
  ['route.email-verification', '/email-verification', 'Confirm your email address'],
  ['route.order-confirm', '/order-confirm', 'We can’t find that order'],
  ['route.order-status', '/order-status', 'Order status'],
  ['route.refund', '/refund', 'Refunds and returns'],
  ['route.terms', '/Terms-and-Conditions', 'Terms and conditions'],
  ['route.privacy', '/privacy-policy', 'Privacy policy'],
  ['route.collabaration', '/collabaration', 'Welcome To Commercial Arm'],
  ['route.reselling', '/reselling', 'Reselling', 'partner-strategies'],
  ['route.franchise', '/franchise', 'Franchise', 'Seven good reasons'],
  ['route.wholesale', '/wholesale', 'Wholesale', 'Six good reasons'],
];

describe('a shopper who opens', () => {
  for (const [clause, address, heading, ...marks] of routes)
    test(`a shopper who opens ${address} sees “${heading}”${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`, {
      tags: clause,
    }, async () => {
      const { status, html = '' } = (await documentAt(address)) ?? {};
      expect(status).toBe(200);
      expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]).toBe(heading);
      expect(marks.filter((mark) => !html.includes(mark))).toEqual([]);
    });

  test('a shopper who opens any page reads the support phone number, as a link', { tags: 'visitor.support-phone' }, async () => {
    const link = /<a [^>]*href="tel:01134960142"[^>]*>(?:(?!<\/a>).)*0113 496 0142/;
    for (const [, address] of routes) expect((await documentAt(address))?.html, address).toMatch(link);
    expect((await documentAt('/no-such-page'))?.html).toMatch(link);
  });

  test('a shopper who opens a journal without a sidebar sees none', { tags: 'route.blog-no-sidebar' }, async () => {
    expect((await documentAt('/blog-no-sidebar'))?.html).toContain('journal-grid');
    expect((await documentAt('/blog-no-sidebar'))?.html).not.toContain('journal-columns');
  });
});
