import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pageAt } from '#app/head/page.ts';
import { notFoundRoute, type Screen, screenRoutes } from '#app/routes.ts';
import { indexCatalogue } from '#catalogue/catalogue-index.ts';
import { pounds } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Category, Product } from '#contract/product.ts';
import type { PublicReview } from '#contract/review.ts';
import { listSitemapPages, renderPage } from '#entry-server';
import { posts } from '#features/journal/posts.ts';
import { listCategories, listProducts } from '#server/domain/catalogue/catalogue.ts';
import { firstOfEach } from '#tests/quick.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aProduct, aType } from '#tests/support/product-builders.ts';
import { productKind } from '#tests/support/product-kinds.ts';
import { publicSample } from '#tests/support/sample-shop.ts';
import { readTranslations, translationAt } from '#tests/support/translations.ts';

const db = await freshDatabase();
const products = await listProducts(db);
const emptyCategory = { _id: 'cards', name: 'Cards', slug: 'cards', description: '', image: '', count: 0 };
const categories = [...(await listCategories(db, products)), emptyCategory];
const translations = readTranslations();
const shopUrl = 'https://shop.test';
const shelves = indexCatalogue(products, { categories: categories.map(({ slug }) => slug) });

const documentOf = async (
  address: string,
  catalogue = shelves,
  known: readonly Category[] = categories,
  reviews: readonly PublicReview[] = [],
) => {
  const loadNamespace = async (namespace: string) => translations[namespace] ?? {};
  const reviewsAskedOf: string[] = [];
  const loadReviews = async (productId: string) => {
    reviewsAskedOf.push(productId);
    return reviews;
  };
  const view = await renderPage({ address, shop: publicSample, catalogue, categories: known, loadReviews, loadNamespace, shopUrl });
  if (view.status === 301) throw new Error(`${address} leads to ${view.location}`);
  const found = (pattern: RegExp) => pattern.exec(view.head)?.[1];
  const property = (name: string) => found(new RegExp(`property="${name}" content="([^"]*)"`));
  const graph: Record<string, unknown>[] =
    view.data === '' ? [] : JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*)<\/script>/s.exec(view.data)?.[1] ?? '')['@graph'];
  return {
    ...view,
    description: found(/name="description" content="([^"]*)"/),
    canonical: found(/rel="canonical" href="([^"]*)"/),
    isHidden: view.head.includes('name="robots" content="noindex"'),
    property,
    reviewsAskedOf,
    typed: (type: string) => graph.find((each) => each['@type'] === type),
  };
};

/** Screens of one shopper's own data, and the one for what there is not; written down, because the routes are under test. */
const hiddenScreens: readonly string[] = [
  'loginRegister',
  'emailVerification',
  'myAccount',
  'cart',
  'wishlist',
  'compare',
  'checkout',
  'orderConfirm',
  'notFound',
];
const isIndexed = ({ id }: Screen) => !hiddenScreens.includes(id);
const sitemapPages = () => listSitemapPages({ shopUrl, products, categories, offset: 0, limit: 10_000 }).pages;

describe('the head of every route', () => {
  test.each([...screenRoutes, notFoundRoute].map(({ example, handle }) => [example, handle] as const))(
    'the head of %s has a description and a picture, and is indexed or noindex as its route says',
    async (example, shown) => {
      const page = await documentOf(example);
      expect(translationAt(translations.descriptions ?? {}, shown.id)).toEqual(expect.any(String));
      expect(page.head.match(/name="description"/g)).toHaveLength(1);
      expect(page.description?.length).toBeGreaterThan(40);
      expect(page.description).not.toMatch(/\{\{|descriptions:/);
      expect(page.property('og:description')).toBe(page.description);
      expect(page.property('og:image')).toMatch(/^https:\/\/shop\.test\/(images|pictures)\//);
      expect(page.head).toContain('name="twitter:card"');
      expect(page.isHidden).toBe(!isIndexed(shown));
      expect(page.canonical !== undefined).toBe(isIndexed(shown));
      expect(page.property('og:url')).toBe(page.canonical);
      expect(page.data !== '').toBe(isIndexed(shown));
      expect(page.typed('BreadcrumbList') !== undefined).toBe(isIndexed(shown) && shown.id !== 'home');
    },
  );

  test('every description belongs to a route and has at most 160 characters', () => {
    const titles = new Set<string>([...[...screenRoutes, notFoundRoute].map(({ handle }) => handle.id), 'shopCategory']);
    const descriptions = Object.entries(translations.descriptions ?? {});
    expect(descriptions.filter(([title]) => !titles.has(title))).toEqual([]);
    expect(descriptions.filter(([, text]) => String(text).length > 160)).toEqual([]);
  });

  test('routes that share a screen agree on whether search engines index them', () => {
    const decisions = new Set([...screenRoutes, notFoundRoute].map(({ handle: { id, indexing } }) => `${id}: ${indexing ?? 'index'}`));
    expect(decisions.size).toBe(new Set([...screenRoutes, notFoundRoute].map(({ handle }) => handle.id)).size);
  });

  test('no route loads the descriptions namespace in the browser', () => {
    expect(screenRoutes.filter(({ handle }) => handle.namespaces.includes('descriptions'))).toEqual([]);
  });
});

describe('the canonical URL', () => {
  test.each([
    ...screenRoutes.filter(({ handle }) => handle.id === 'shop').map(({ example }) => [example, '/shop-grid-standard'] as const),
    ...screenRoutes.filter(({ handle }) => handle.id === 'product').map(({ example }) => [example, '/product/beech-rolling-pin'] as const),
    ...screenRoutes.filter(({ handle }) => handle.id === 'blog').map(({ example }) => [example, '/blog-standard'] as const),
    ['/shop-grid-standard/2', '/shop-grid-standard/2'],
    ['/shop-grid-standard/99', '/shop-grid-standard/2'],
    ['/shop-grid-standard/1', '/shop-grid-standard'],
    ['/shop-grid-standard/many', '/shop-grid-standard'],
    ['/shop-list-standard?page=2', '/shop-grid-standard/2'],
    ['/shop-grid-standard?sort=price-low&layout=list', '/shop-grid-standard'],
    ['/shop-grid-standard/2?sort=price-low', '/shop-grid-standard/2'],
    ...screenRoutes
      .filter(({ handle }) => handle.id === 'shop')
      .map(({ example }) => [`${example}?category=garden`, '/shop-grid-standard?category=garden'] as const),
    ['/shop-grid-standard?category=garden&tag=gift', '/shop-grid-standard?category=garden'],
    ['/shop-grid-standard?category=garden&tag=gift&tag=everyday&page=2', '/shop-grid-standard?category=garden'],
    ['/shop-grid-standard?category=garden&category=no-such-category', '/shop-grid-standard?category=garden'],
    ['/shop-grid-standard?category=garden&page=99', '/shop-grid-standard?category=garden'],
    ['/shop-list-standard?tag=gift&page=2', '/shop-grid-standard'],
    ['/shop-list-standard?sort=name&category=garden', '/shop-grid-standard?category=garden'],
    ['/shop-grid-standard?category=no-such-category', '/shop-grid-standard'],
    ['/shop-grid-standard/2?availability=in', '/shop-grid-standard'],
    ['/product/salt-pot?utm_source=mail', '/product/salt-pot'],
    ['/PRODUCT/salt-pot', '/product/salt-pot'],
    ['/about/', '/about'],
    ['/blog-standard?page=2', '/blog-standard?page=2'],
    ['/blog-standard?page=77', '/blog-standard?page=2'],
    ['/blog-standard?category=care', '/blog-standard'],
    ['/blog-details-standard?post=caring-for-wood&from=mail', '/blog-details-standard?post=caring-for-wood'],
    ['/blog-details-standard', `/blog-details-standard?post=${posts[0]?.slug}`],
    ['/refund', '/refund'],
  ] as const)('the canonical URL of %s is %s', async (address, canonical) => {
    expect((await documentOf(address)).canonical).toBe(`https://shop.test${canonical}`);
  });

  test.each([
    '/shop-grid-standard?q=mug',
    '/shop-grid-standard?q=mug&category=garden',
    '/shop-grid-standard?category=garden&category=textiles',
    '/shop-grid-standard?category=garden&category=textiles&tag=gift',
    '/shop-list-standard?category=cards',
    '/blog-standard?q=oil',
    '/order-status?order=4711',
    '/refund?order=4711',
    '/my-account?section=orders',
    '/product/no-such-thing',
    '/blog-details-standard?post=no-such-post',
  ])('%s has no canonical URL and is noindex', async (address) => {
    const { canonical, isHidden, property, data } = await documentOf(address);
    expect([canonical, isHidden, property('og:url'), data]).toEqual([undefined, true, undefined, '']);
  });
});

describe('the document of a category', () => {
  const garden = '/shop-grid-standard?category=garden';

  test('the document of a category has its name as title and crumb, and the seller’s sentence on the page and in the description', async () => {
    const page = await documentOf(garden);
    expect(page.head).toContain('<title>Garden | Flone</title>');
    expect(page.property('og:title')).toBe('Garden');
    expect(page.html).toMatch(/<h1>Garden<\/h1><p class="quiet">Terracotta for window sills and small gardens\.<\/p>/);
    expect(page.description).toMatch(/^Terracotta for window sills and small gardens\. Garden at Flone: /);
    expect(page.typed('BreadcrumbList')?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Flone', item: 'https://shop.test/' },
      { '@type': 'ListItem', position: 2, name: 'Shop', item: 'https://shop.test/shop-grid-standard' },
      { '@type': 'ListItem', position: 3, name: 'Garden', item: `https://shop.test${garden}` },
    ]);
  });

  test('the document of a category without a sentence describes it by its name', async () => {
    const undescribed = categories.map((category) => ({ ...category, description: '' }));
    const page = await documentOf(garden, shelves, undescribed);
    expect(page.description).toMatch(/^Garden at Flone: every handmade piece/);
    expect(page.html).toContain('<p class="quiet">Everything is made by hand');
  });

  test('the document of a category without products says so, instead of showing all products', async () => {
    const page = await documentOf('/shop-grid-standard?category=cards');
    expect(page.status).toBe(200);
    expect(page.head).toContain('<title>Cards | Flone</title>');
    expect(page.html).toContain('Nothing in Cards at the moment');
    expect(page.html).not.toContain('product-tile');
  });

  test('the document of a product has its category among its breadcrumbs', async () => {
    const product = products.find(({ category }) => category[0] === 'garden');
    const page = await documentOf(`/product/${product?._id}`);
    expect(page.typed('BreadcrumbList')?.itemListElement).toMatchObject([
      { name: 'Flone' },
      { name: 'Shop' },
      { name: 'Garden', item: `https://shop.test${garden}` },
      { name: product?.name },
    ]);
    expect(page.html).toMatch(/class="breadcrumbs".*?<a href="\/shop-grid-standard\?category=garden"[^>]*>Garden<\/a>/);
  });
});

const variantList = z.array(z.looseObject({ offers: z.looseObject({ price: z.string(), priceCurrency: z.string() }) }));

describe('the JSON-LD has', () => {
  const of = async (over: Partial<Product>, type = 'Product') =>
    (await documentOf('/product/mug', indexCatalogue([aProduct(over)]))).typed(type);

  test.each(firstOfEach(products, productKind).map((product) => [product._id, product] as const))(
    'the JSON-LD has the price of %s for customers',
    async (id, product) => {
      const { typed, property } = await documentOf(`/product/${id}`);
      const ways = product.types.length > 0 ? product.types : [undefined];
      const prices = ways.map((type) => unitPrice({ ...product, selectedVariation: type }, false).unit);
      const lowest = Math.min(...prices.map(pounds)).toFixed(2);
      expect(property('product:price:amount')).toBe(lowest);
      const variants = variantList.parse(typed('ProductGroup')?.hasVariant ?? [typed('Product')]);
      expect(
        variants
          .map(({ offers }) => Number(offers.price))
          .toSorted((one, other) => one - other)[0]
          ?.toFixed(2),
      ).toBe(lowest);
      for (const { offers } of variants) expect(offers.priceCurrency).toBe('GBP');
    },
  );

  test('the JSON-LD has condition, availability, delivery cost and return period', async () => {
    expect((await of({}))?.offers).toMatchObject({
      '@type': 'Offer',
      url: 'https://shop.test/product/mug',
      price: '10.00',
      priceCurrency: 'GBP',
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: { shippingRate: { value: '2.50', currency: 'GBP' }, shippingDestination: { addressCountry: 'GB' } },
      hasMerchantReturnPolicy: { merchantReturnDays: 14, merchantReturnLink: 'https://shop.test/refund' },
    });
  });

  test('the JSON-LD has the price before the discount, and OutOfStock', async () => {
    const offer = (await of({ discount: 15, stock: 3, saleCount: 3 }))?.offers;
    expect(offer).toMatchObject({
      price: '8.50',
      priceSpecification: [{ priceType: 'https://schema.org/StrikethroughPrice', price: '10.00' }],
      availability: 'https://schema.org/OutOfStock',
    });
    expect((await of({}))?.offers).not.toHaveProperty('priceSpecification');
    expect((await of({ discount: 15, reducedSince: '' }))?.offers).toMatchObject({ price: '8.50' });
    expect((await of({ discount: 15, reducedSince: '' }))?.offers).not.toHaveProperty('priceSpecification');
  });

  test('the JSON-LD has the reference quantity of a price per kilogram', async () => {
    const referenceQuantity = { value: 200, unitCode: 'GRM', valueReference: { value: 1, unitCode: 'KGM' } };
    expect((await of({ netQuantity: '200 g' }))?.offers).toMatchObject({ priceSpecification: [{ price: '10.00', referenceQuantity }] });
  });

  test('the JSON-LD has a product group with one product for each variation with a price of its own', async () => {
    const types = [aType('set', 33, { stock: 0, saleCount: 0 }), aType('one', 18, { stock: 2, saleCount: 0 })];
    const group = await of({ name: 'Mug', types }, 'ProductGroup');
    expect(group).toMatchObject({ productGroupID: 'mug', name: 'Mug', '@id': 'https://shop.test/product/mug#product' });
    for (const field of ['offers', 'variesBy', 'color', 'size']) expect(group).not.toHaveProperty(field);
    expect(group?.hasVariant).toMatchObject([
      {
        '@type': 'Product',
        name: 'Mug, set',
        offers: { url: 'https://shop.test/product/mug?option=set', price: '33.00', availability: 'https://schema.org/OutOfStock' },
      },
      { name: 'Mug, one', offers: { price: '18.00', availability: 'https://schema.org/InStock' } },
    ]);
  });

  test('the JSON-LD has one product for each colour and size, with its URL, picture and availability, and the delivery and return terms once', async () => {
    const size = (name: string, stock: number) => ({ name, stock, saleCount: 0 });
    const variation = [
      { color: 'Oat', hex: '#eee', image: 'images/oat.webp', size: [size('S', 0), size('L', 2)] },
      { color: 'Sage green', hex: '#9a8', image: '', size: [] },
    ];
    const group = await of({ name: 'Mug', variation, stock: 5 }, 'ProductGroup');
    expect(group?.variesBy).toEqual(['https://schema.org/color', 'https://schema.org/size']);
    const [first, ...others] = variantList.parse(group?.hasVariant);
    expect(first).toMatchObject({
      '@id': 'https://shop.test/product/mug?colour=Oat&size=S#product',
      name: 'Mug, Oat, S',
      color: 'Oat',
      size: 'S',
      image: expect.stringContaining('oat'),
      offers: {
        availability: 'https://schema.org/OutOfStock',
        shippingDetails: { '@id': 'https://shop.test/product/mug#delivery', shippingRate: { value: '2.50' } },
        hasMerchantReturnPolicy: { '@id': 'https://shop.test/#returns', merchantReturnDays: 14 },
      },
    });
    expect(others).toMatchObject([
      { name: 'Mug, Oat, L', offers: { availability: 'https://schema.org/InStock' } },
      { name: 'Mug, Sage green', offers: { url: 'https://shop.test/product/mug?colour=Sage+green' } },
    ]);
    for (const { offers } of others) {
      expect(offers.shippingDetails).toEqual({ '@id': 'https://shop.test/product/mug#delivery' });
      expect(offers.hasMerchantReturnPolicy).toEqual({ '@id': 'https://shop.test/#returns' });
    }
  });

  test('the JSON-LD has sixty variants at most', async () => {
    const variation = Array.from({ length: 99 }, (_, index) => ({ color: `Shade ${index}`, hex: '', image: '', size: [] }));
    expect(variantList.parse((await of({ variation }, 'ProductGroup'))?.hasVariant)).toHaveLength(60);
  });

  test('the JSON-LD has the average of the reviews that a product has', async () => {
    expect((await of({ rating: 4.5, reviewCount: 12 }))?.aggregateRating).toEqual({
      '@type': 'AggregateRating',
      ratingValue: 4.5,
      reviewCount: 12,
      bestRating: 5,
    });
  });

  test('the JSON-LD has a product’s reviews beside their average, and none for a product without an average', async () => {
    const review = { reference: 'V-1', author: 'Ada B.', stars: 4, text: 'Holds tea.', at: '2026-11-02', images: [], reply: 'Thank you!' };
    const rated = indexCatalogue([aProduct({ rating: 4, reviewCount: 1, types: [aType('one', 18), aType('set', 33)] })]);
    const { typed, reviewsAskedOf } = await documentOf('/product/mug', rated, categories, [review]);
    expect(reviewsAskedOf).toEqual(['mug']);
    expect(typed('ProductGroup')?.review).toEqual([
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Ada B.' },
        datePublished: '2026-11-02',
        reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5 },
        reviewBody: 'Holds tea.',
      },
    ]);
    const unrated = await documentOf('/product/mug', indexCatalogue([aProduct()]), categories, [review]);
    expect(unrated.reviewsAskedOf).toEqual([]);
    expect(unrated.typed('Product')).not.toHaveProperty('review');
  });

  test('the JSON-LD has the business days until a product is posted, with those to make it, and the business days of the courier', async () => {
    const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
    const timesOf = async (over: Partial<Product>) => (await of(over))?.offers;
    const days = (minValue: number, maxValue: number) => ({ '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' });
    expect(await timesOf({})).toMatchObject({
      shippingDetails: {
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          handlingTime: days(0, 2),
          transitTime: days(2, 3),
          businessDays: { '@type': 'OpeningHoursSpecification', dayOfWeek: weekdays.map((day) => `https://schema.org/${day}`) },
        },
      },
    });
    expect(await timesOf({ makingDays: 5 })).toMatchObject({
      shippingDetails: { deliveryTime: { handlingTime: days(5, 7), transitTime: days(2, 3) } },
    });
  });

  test('the JSON-LD has no field without a value', async () => {
    const described = await of({ name: 'Mug' });
    for (const field of ['description', 'image', 'sku', 'material', 'color', 'size', 'brand', 'aggregateRating', 'review'])
      expect(described).not.toHaveProperty(field);
  });

  test('the JSON-LD has organisation and search on the home page, and date and breadcrumbs of a post', async () => {
    const home = await documentOf('/');
    expect(home.typed('Organization')).toMatchObject({ '@id': 'https://shop.test/#shop', logo: 'https://shop.test/images/icon-512.png' });
    expect(home.typed('WebSite')).toMatchObject({ potentialAction: { '@type': 'SearchAction' } });
    const post = await documentOf('/blog-details-standard?post=caring-for-wood');
    expect(post.typed('BlogPosting')).toMatchObject({ datePublished: '2026-10-24', url: post.canonical });
    expect(post.typed('BreadcrumbList')).toMatchObject({
      itemListElement: [{ position: 1 }, { position: 2, item: 'https://shop.test/blog-standard' }, { position: 3, item: post.canonical }],
    });
  });
});

describe('the sitemap', () => {
  const canonicalOf = (address: string) => {
    const { pathname, searchParams } = new URL(address, shopUrl);
    const { canonical, isKnown } = pageAt(pathname, searchParams, shelves);
    return isKnown && canonical !== undefined ? shopUrl + canonical : undefined;
  };

  test('the sitemap lists every indexed URL once, and no other', () => {
    const addresses = sitemapPages().map(({ url }) => url);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const { example } of screenRoutes) {
      const canonical = canonicalOf(example);
      expect(addresses.includes(canonical ?? shopUrl + example), example).toBe(canonical !== undefined);
    }
    for (const address of addresses) expect(canonicalOf(address.slice(shopUrl.length))).toBe(address);
  });

  test('the sitemap lists each category with its picture, but none without products', () => {
    const listed = sitemapPages().filter(({ url }) => url.includes('category='));
    expect(listed.map(({ url }) => url)).toEqual(
      categories.filter(({ slug }) => slug !== 'cards').map(({ slug }) => `https://shop.test/shop-grid-standard?category=${slug}`),
    );
    expect(listed[0]).toEqual({ url: expect.any(String), images: [shopUrl + categories[0]?.image] });
  });

  test('the sitemap has date and pictures of posts and products', () => {
    const pages = sitemapPages();
    for (const { slug, date } of posts)
      expect(pages.find(({ url }) => url.endsWith(`?post=${slug}`))).toMatchObject({
        lastModified: date,
        images: [expect.any(String)],
      });
    for (const { _id, createdAt, mainImage } of products)
      expect(pages.find(({ url }) => url === `${shopUrl}/product/${_id}`)).toEqual({
        url: `${shopUrl}/product/${_id}`,
        lastModified: createdAt.slice(0, 10),
        images: mainImage === '' ? [] : [shopUrl + mainImage],
      });
    expect(
      listSitemapPages({ shopUrl, products: [aProduct({ createdAt: 'not a date' })], categories: [], offset: 0, limit: 100 }).pages.at(-1),
    ).toEqual({
      url: `${shopUrl}/product/mug`,
      images: [],
    });
  });

  test('the sitemap lists the same URLs when it is read in parts', () => {
    const { total, pages } = listSitemapPages({ shopUrl, products, categories, offset: 0, limit: 10_000 });
    expect(pages).toHaveLength(total);
    const parts = Array.from(
      { length: Math.ceil(total / 7) },
      (_, at) => listSitemapPages({ shopUrl, products, categories, offset: at * 7, limit: 7 }).pages,
    );
    expect(parts.flat()).toEqual(pages);
  });
});

describe('robots.txt', () => {
  const disallowed = [...readFileSync('public/robots.txt', 'utf8').matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);

  test('robots.txt disallows account, checkout and API, and no URL of the sitemap', () => {
    expect(disallowed).toEqual(expect.arrayContaining(['/my-account', '/checkout', '/user/', '/order/']));
    const addresses = sitemapPages().flatMap(({ url, images }) => [url, ...images].map((each) => each.slice(shopUrl.length)));
    expect(addresses.filter((address) => disallowed.some((path) => address.startsWith(path)))).toEqual([]);
  });

  test('robots.txt allows what the shop’s scripts fetch to render products', () => {
    for (const call of ['/client/products', '/sales/getCategories', '/locales/en/common.json', '/assets/index.js', '/pictures/mug.webp'])
      expect(disallowed.filter((path) => call.startsWith(path))).toEqual([]);
  });
});
