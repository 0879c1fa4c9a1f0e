import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { notFoundRoute, redirects, routeAt, screenRoutes } from '#app/routes.ts';
import { documentUrl } from '#entry-server';
import { paths } from '#shared/paths.ts';

/** Every specified URL, to the letter. */
const specified = `
  / /shop-grid-standard/:page?
  /shop-grid-filter /shop-grid-two-column /shop-grid-no-sidebar /shop-grid-full-width /shop-grid-right-sidebar
  /shop-list-standard /shop-list-full-width /shop-list-two-column
  /product/:id /product-tab-left/:id /product-tab-right/:id /product-sticky/:id /product-slider/:id /product-fixed-image/:id
  /blog-standard /blog-no-sidebar /blog-right-sidebar /blog-details-standard
  /about /contact /my-account /login-register /cart /wishlist /compare /checkout /checkout/:id/:itemQuantity
  /email-verification /order-confirm /order-status /refund /Terms-and-Conditions /privacy-policy
  /collabaration /reselling /franchise /wholesale`
  .trim()
  .split(/\s+/);

/** Routes beyond the specified ones. */
const extensions = [paths.accessibility, paths.reviewPolicy];

describe('the routes', () => {
  test('the routes are exactly the specified ones, the accessibility statement and how reviews work', { tags: 'route.no-others' }, () => {
    expect(screenRoutes.map(({ path }) => path).toSorted()).toEqual([...specified, ...extensions].toSorted());
  });

  test.each(screenRoutes.map(({ path, example }) => [example, path]))('the URL %s is matched by the route %s', (example, path) => {
    expect(routeAt(example).route.path).toBe(path);
    expect(routeAt(`${example}/`).route.path).toBe(path);
  });

  test.each(['/no-such-page', '/product', '/shop', '/cart/1', '/shop-grid-standard/2/3', '/checkout/only-an-id', '/a/../cart'])(
    'the URL %s matches no route',
    { tags: 'route.not-found' },
    (path) => {
      expect(routeAt(path).route).toBe(notFoundRoute);
    },
  );

  test('the URL // is the home page', () => {
    expect(routeAt('//').route).toBe(screenRoutes[0]);
  });

  test('the routes give the decoded parameters of a path', () => {
    expect(routeAt('/shop-grid-standard/2').params.page).toBe('2');
    expect(routeAt('/shop-grid-standard').params.page).toBeUndefined();
    expect(routeAt(paths.product('a/b c')).params.id).toBe('a/b c');
    expect(routeAt(paths.checkoutOf('mug', 3)).params).toMatchObject({ id: 'mug', itemQuantity: '3' });
  });

  test('the routes match every URL that the shop links to', () => {
    const linked = Object.values(paths).flatMap((path) => (typeof path === 'string' ? [path] : []));
    for (const path of linked) expect(routeAt(path).route, path).not.toBe(notFoundRoute);
    for (const path of [paths.shopCategory('a&b'), paths.shopTag('gift'), paths.shopSearch('red mug?')])
      expect(routeAt(new URL(path, 'http://shop.test').pathname).route.handle.id).toBe('shop');
  });

  test('the routes include the targets of all redirects, and none of the misspellings', () => {
    expect(redirects.map(({ from }) => from)).toEqual(['/collaboration', '/terms-and-conditions']);
    for (const { from, to } of redirects) {
      expect(screenRoutes.some(({ path }) => path === to)).toBe(true);
      expect(routeAt(from).route).toBe(notFoundRoute);
    }
  });
});

describe('the source path of a screen, by which the server finds the chunk to preload,', () => {
  const source = readFileSync('src/app/routes.ts', 'utf8');
  const imports = [...source.matchAll(/module: '([^']+)',?\s+\},?\s+\(\) =>\s+import\('#screens\/([^']+)\.tsx'\)/g)];

  test('the source path of a screen, by which the server finds the chunk to preload, is the one that its route imports', () => {
    for (const [, module, imported] of imports) expect(module).toBe(imported);
    expect(new Set(imports.map(([, module]) => `src/screens/${module}.tsx`))).toEqual(
      new Set([...screenRoutes, notFoundRoute].map(({ handle }) => handle.module)),
    );
  });

  test('the source path of a screen, by which the server finds the chunk to preload, exists', () => {
    expect([...screenRoutes, notFoundRoute].filter(({ handle }) => !existsSync(handle.module))).toEqual([]);
  });
});

describe('the URL of a document', () => {
  test.each([
    ['/about?utm_source=letter&fbclid=1&q=mug', '/about'],
    [
      '/shop-grid-standard/2?utm_id=7&q=mug&colour=Oat&colour=Sage&layout=list',
      '/shop-grid-standard/2?q=mug&colour=Oat&colour=Sage&layout=list',
    ],
    ['/product/beech-rolling-pin?size=L&gclid=1', '/product/beech-rolling-pin?size=L'],
    ['/order-confirm?order=ABCD&payment=cancelled&x=1', '/order-confirm?order=ABCD&payment=cancelled'],
    ['/wp-login.php?x=1', '/no-such-page'],
    ['/terms-and-conditions?x=1', '/terms-and-conditions?x=1'],
  ])('the URL %s shows the document of %s', (address, document) => {
    expect(documentUrl(address)).toBe(document);
  });
});
