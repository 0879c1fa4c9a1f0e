import { describe, expect, test } from 'vitest';
import { loadScreen } from '#app/load-screen.ts';
import { notFoundRoute, redirects, screenRoutes } from '#app/routes.ts';
import { indexCatalogue } from '#catalogue/catalogue-index.ts';
import { renderPage } from '#entry-server';
import { listCategories, listProducts } from '#server/domain/catalogue/catalogue.ts';
import { paths } from '#shared/paths.ts';
import { firstOfEach } from '#tests/quick.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { publicSample } from '#tests/support/sample-shop.ts';
import { readTranslations, translationAt } from '#tests/support/translations.ts';

const db = await freshDatabase();
const products = await listProducts(db);
const categories = await listCategories(db, products);
const translations = readTranslations();
const loadNamespace = async (namespace: string) => translations[namespace] ?? {};
const loadReviews = async () => [];
const shopUrl = 'https://shop.test';
/** Renders the document of a URL; throws for a redirect. */
const view = async (address: string, listed = products, withdrawn: ReadonlySet<string> = new Set()) => {
  const catalogue = indexCatalogue(listed);
  const answer = await renderPage({
    address,
    shop: publicSample,
    catalogue,
    withdrawnIds: withdrawn,
    categories,
    loadReviews,
    loadNamespace,
    shopUrl,
  });
  if (answer.status === 301) throw new Error(`${address} leads to ${answer.location}`);
  return answer;
};

const routes = [...screenRoutes, notFoundRoute];

/** The text of a piece of HTML, without its tags. */
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ');

describe('every route is rendered without a browser', () => {
  test('no browser global exists in this process', () => {
    for (const name of ['window', 'document', 'localStorage', 'sessionStorage', 'location']) expect(name in globalThis).toBe(false);
  });

  test('a screen whose file was replaced by a deployment fails, and the server goes on', async () => {
    const file = '/assets/about-screen-1a2b.js';
    const load = () =>
      Promise.reject(new Error(`Cannot find module '/srv/shop/dist-ssr${file}' imported from /srv/shop/dist-ssr/entry-server.js`));
    await expect(loadScreen({ module: 'src/screens/about/about-screen.tsx', load })).rejects.toMatchObject({ type: 'missing' });
  });

  test.each(routes.map((route) => [route.example, route] as const))('%s renders the same document twice', async (example, route) => {
    const seen = await view(example);
    expect(await view(example)).toEqual(seen);
    const { status, html, head, modules } = seen;
    expect(status).toBe(route === notFoundRoute ? 404 : 200);
    expect(head).toMatch(/^<title>[^<]+ \| [^<]+<\/title>/);
    // A product's title is its name.
    expect(head).toContain(route.handle.id === 'product' ? '<title>' : String(translationAt(translations.titles ?? {}, route.handle.id)));
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html.match(/<main[\s>]/g)).toHaveLength(1);
    expect(html).toMatch(/<header[\s>]/);
    expect(html).toMatch(/<footer[\s>]/);
    expect(html).not.toContain('<title>');
    expect(modules).toContain(route.handle.module);
    // A missing translation would show its key.
    expect(textOf(html)).not.toMatch(/\b(?:common|titles|home|shop|product|cart|journal|toasts):\w|\{\{|undefined|NaN|\[object/);
  });

  test.each(firstOfEach(routes, ({ handle }) => handle.id).map(({ example }) => example))(
    '%s renders in a shop without products',
    async (example) => {
      const { html } = await view(example, []);
      expect(html).toMatch(/<h1[\s>]/);
    },
  );
});

describe('a server-rendered document', () => {
  test('the server-rendered document of a product has the text of all its tabs', async () => {
    const html = textOf((await view('/product/stoneware-jug')).html);
    const jug = products.find(({ _id }) => _id === 'stoneware-jug');
    expect(jug?.care).not.toBe('');
    expect(html).toContain(jug?.care);
    expect(html).toContain('How refunds work');
  });

  test('the server-rendered document of a product shows the variant that its URL names, and has the product’s canonical URL', async () => {
    const { html, head } = await view('/product/stoneware-jug?colour=Sage');
    expect(html.match(/<input(?=[^>]*type="radio")(?=[^>]*checked)[^>]*>/g)).toEqual([expect.stringContaining('value="Sage"')]);
    expect(head).toContain('rel="canonical" href="https://shop.test/product/stoneware-jug"');
  });

  test('the server-rendered document of a product says in working days when it comes, because a cached document is older than today', async () => {
    const html = textOf((await view('/product/stoneware-jug')).html);
    expect(html).toMatch(/Posted within 2 working days,\s+with you 2–3 working days later/);
    expect(html).not.toContain('Order by');
  });

  test('a server-rendered document is a guest’s: it leads to the sign-in and has an empty cart', async () => {
    const { html } = await view('/');
    expect(html).toContain('Sign Up or Login');
    expect(html).not.toContain('My Account');
    expect(html).toContain('Cart, 0 lines');
  });

  test('a form sent before its script has run puts nothing private into the URL: not one field of it, wherever it is rendered', async () => {
    // What may stand in a URL: searches, filters, and the quantity of a product.
    const inUrl = /^(?:q|quantity|sale|new|category|price|colour|size|material|tag|availability)$/;
    const screens = routes.map(({ example }) => example);
    const pages = [...screens, `${paths.loginRegister}?reset=some-token`, `${paths.contact}?order=O-1`, `${paths.orderStatus}?order=O-1`];
    const privateForms = await Promise.all(
      pages.map(async (page) => {
        const { html } = await view(page);
        const found = (html.match(/<form.*?<\/form>/gsu) ?? []).map((form) => ({
          tag: /<form[^>]*>/u.exec(form)?.[0] ?? '',
          names: [...form.matchAll(/<(?:input|select|textarea)(?=[^>]*? name="([^"]*)")/gu)].map(([, name = '']) => name),
        }));
        return found.filter(({ names }) => !names.every((name) => inUrl.test(name))).map((form) => ({ page, ...form }));
      }),
    );
    const sentBy = privateForms.flat().map(({ page, tag, names }) => [page, / method="post"/u.test(tag) ? 'post' : tag, names.join(' ')]);
    expect(sentBy).toEqual([
      ['/contact', 'post', 'name email topic message website'],
      ['/login-register', 'post', 'email password'],
      [
        '/checkout/beech-rolling-pin/1',
        'post',
        'email refusesReviewMail firstName lastName streetAddress streetAddress2 city state postalCode phone acceptsTerms',
      ],
      ['/email-verification', 'post', 'email code'],
      ['/order-status', 'post', 'orderId'],
      ['/refund', 'post', 'orderId'],
      ['/franchise', 'post', 'name email business phone message website'],
      ['/wholesale', 'post', 'name email business phone message website'],
      ['/login-register?reset=some-token', 'post', 'password'],
      ['/contact?order=O-1', 'post', 'name email topic orderId message website'],
      ['/order-status?order=O-1', 'post', 'orderId'],
    ]);
  });

  test('a server-rendered document has the first page of the list, or the requested page', async () => {
    const first = (await view('/shop-grid-standard')).html;
    const second = (await view('/shop-grid-standard/2')).html;
    expect(first.match(/<article/g)).toHaveLength(15);
    expect(second.match(/<article/g)).toHaveLength(products.length - 15);
    expect(first).toContain(`${products.length} products`);
    expect((await view('/shop-grid-standard?category=garden')).html.match(/<article/g)).toHaveLength(3);
  });

  test('a server-rendered document has the names of the categories, on the home page and in the list’s filters', async () => {
    for (const address of ['/', '/shop-grid-standard'])
      for (const { name } of categories) expect((await view(address)).html).toContain(name.replace('&', '&amp;'));
  });

  test('a server-rendered document has the product, or is a 404 for an unknown one', async () => {
    const known = await view('/product/salt-pot');
    expect(known.head).toContain('<title>Salt pot with wooden lid | Flone</title>');
    expect((await view('/product/no-such-thing')).status).toBe(404);
  });

  test.each(['no-such-thing', '__proto__', 'constructor', 'toString'])(
    'a server-rendered document is a 404 for the product %s, and its hydration data say so',
    async (id) => {
      const { status, html, hydrationData } = await view(`/product/${id}`);
      expect(status).toBe(404);
      expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1]).toBe('We can’t find that product');
      const { details } = JSON.parse(hydrationData);
      expect(Object.hasOwn(details, id) && details[id] === null).toBe(true);
    },
  );

  test.each(['/product/salt-pot', '/product-tab-left/salt-pot'])(
    'the document of %s is a 410 that is not indexed once the product is withdrawn, and says that the shop may no longer sell it',
    async (address) => {
      expect((await view(address)).status).toBe(200);
      const remaining = products.filter(({ _id }) => _id !== 'salt-pot');
      const { status, html, head } = await view(address, remaining, new Set(['salt-pot']));
      expect(status).toBe(410);
      expect(html).toContain('We may no longer sell it');
      expect(head).toContain('noindex');
    },
  );

  test('a category with the id of a withdrawn product is a page as before', async () => {
    expect((await view('/shop-grid-standard?category=salt-pot', products, new Set(['salt-pot']))).status).toBe(200);
  });

  test('a server-rendered document has exactly the data that it was rendered from as hydration data', async () => {
    const shop = JSON.parse((await view('/shop-grid-standard/2?sort=price-low&category=kitchen')).hydrationData);
    expect(shop.total).toBe(products.length);
    expect(Object.keys(shop.listings)).toEqual(['category=kitchen&sort=price-low&page=2&perPage=15']);
    const product = JSON.parse((await view('/product/salt-pot')).hydrationData);
    expect(product.details['salt-pot']).toEqual(products.find(({ _id }) => _id === 'salt-pot'));
    expect(Object.keys(product.details)).toEqual(['salt-pot']);
    expect(Object.keys(product.texts)).toEqual(['common', 'titles', 'product', 'delivery']);
    expect(product.texts.product).toEqual(translations.product);
  });

  test('a server-rendered document has the products that it shows in its hydration data', async () => {
    const { html, hydrationData } = await view('/shop-grid-standard?tag=gift&sort=saving');
    const [listing] = Object.values<{ items: { name: string }[] }>(JSON.parse(hydrationData).listings);
    const shown = [...html.matchAll(/<article[^>]*>.*?<h\d[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, name]) => name);
    expect(shown.length).toBeGreaterThan(0);
    expect(listing?.items.map(({ name }) => name.replaceAll('&', '&amp;'))).toEqual(shown);
  });

  test.each([
    ['/', '/assets/|hero'],
    ['/shop-grid-standard', '/pictures/'],
    ['/product/salt-pot', '/pictures/saltpot-'],
    ['/blog-details-standard?post=caring-for-wood', '/pictures/board-walnut-front'],
  ])('a server-rendered document preloads the first picture of %s in the sizes of its markup', async (address, named) => {
    const { picturePreloads, html } = await view(address);
    const [, sources = 'none', sizes = 'none'] =
      /^<link rel="preload" as="image" type="image\/avif" imagesrcset="([^"]+)" imagesizes="([^"]+)" fetchpriority="high">/.exec(
        picturePreloads,
      ) ?? [];
    expect(sources).toMatch(new RegExp(named));
    expect(html).toContain(`<source type="image/avif" srcSet="${sources}" sizes="${sizes}"/>`);
  });

  test('a server-rendered list preloads each picture that it loads eagerly, in their order, and no other', async () => {
    const { picturePreloads, html } = await view('/shop-grid-standard');
    const pictures = html.match(/<picture>.*?<\/picture>/gu) ?? [];
    const eager = pictures.filter((element) => element.includes('loading="eager"'));
    expect(eager.length).toBeGreaterThan(1);
    expect(eager.length).toBeLessThan(pictures.length);
    const preloads = picturePreloads.split('<link ').slice(1);
    const avifSources = (elements: readonly string[]) =>
      elements.map((element) => /srcset="(\/pictures\/[^"]*\.avif [^"]*)"/iu.exec(element)?.[1] ?? 'none');
    expect(avifSources(preloads)).not.toContain('none');
    expect(avifSources(preloads)).toEqual(avifSources(eager));
    expect(preloads.map((preload) => preload.includes('fetchpriority="high"'))).toEqual(eager.map((_, index) => index === 0));
  });

  test('a server-rendered document preloads no picture where the page has none at its top', async () => {
    for (const address of ['/cart', '/no-such-page', '/product/no-such-thing']) expect((await view(address)).picturePreloads).toBe('');
  });

  test('a server-rendered document shows the cart as loading, because only the browser knows it', async () => {
    const { html } = await view('/cart');
    expect(html).toContain('Loading...');
    expect(html).not.toContain('No items added to cart');
  });

  test.each(['"><script>alert(1)</script>', '\'"<img src=x>', '&lt;', '日本語', '%00', 'a'.repeat(300)])(
    'a server-rendered document escapes what the URL contains: %s',
    async (asked) => {
      const { html } = await view(
        `/shop-grid-standard?q=${encodeURIComponent(asked)}&category=${encodeURIComponent(asked)}&tag=${encodeURIComponent(asked)}`,
      );
      expect(html).not.toMatch(/<script|<img src=x/);
    },
  );

  test.each(redirects)('a server-rendered document redirects from $from to $to and keeps the query', async ({ from, to }) => {
    const catalogue = indexCatalogue(products);
    expect(
      await renderPage({ address: `${from}?from=mail`, shop: publicSample, catalogue, categories, loadReviews, loadNamespace, shopUrl }),
    ).toEqual({
      status: 301,
      location: `${to}?from=mail`,
    });
  });
});
