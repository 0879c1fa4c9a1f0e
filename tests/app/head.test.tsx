import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { screen } from '@testing-library/react';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { previewOffer } from '#app/head/linked-data.ts';
import { absoluteUrlAt, excerpt, linkedData, oneLine, tag } from '#app/head/markup.ts';
import { pageAt } from '#app/head/page.ts';
import { writeHead } from '#app/head/write-head.ts';
import { HEAD_ATTRIBUTE } from '#app/layout/use-after-navigation.ts';
import type { Product } from '#contract/product.ts';
import { documentUrl, listOffers, listSitemapPages, renderPage, writeGuide, writeMarkdown } from '#entry-server';
import { announceChange } from '#server/domain/catalogue/catalogue.ts';
import { readRows } from '#server/domain/catalogue/catalogue-file.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { newReference } from '#server/domain/reference.ts';
import { approveReview, removeReview } from '#server/domain/reviews/review-moderation.ts';
import { createCatalogueCache } from '#server/http/catalogue-cache.ts';
import { createDocumentCache } from '#server/http/html-documents.ts';
import { createSitemap } from '#server/http/sitemap.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { paths } from '#shared/paths.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { aColor, aProduct, aType } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { readsShop, screenSample } from '#tests/support/sample-shop.ts';
import { readTranslations } from '#tests/support/translations.ts';

const shopUrl = 'https://shop.test';
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

const db = await freshDatabase();
const name = `</script><img src=x onerror=alert(1)><!-- "'&\u2028 $& ]]>`;
const rows = [
  {
    id: 'evil',
    name,
    basePrice: 4.5,
    stock: 3,
    shortDescription: name,
    sku: name,
    material: name,
    images: [{ file: 'mug-oat-front.webp', alt: name }],
  },
];
await importCatalogue(db, readRows(JSON.stringify(rows), 'json'), { now: openingDay });

const dist = await mkdtemp(path.join(tmpdir(), 'shop-dist-'));
afterAll(() => rm(dist, { recursive: true }));
await writeFile(
  path.join(dist, 'index.html'),
  '<!doctype html><html lang="en"><head><!--head--><title>Flone</title><!--/head--></head><body><div id="root"><!--app-html--></div></body></html>',
);
const english = readTranslations();
const loadNamespace = async (namespace: string) => english[namespace] ?? {};
const bundle = {
  documentUrl,
  listSitemapPages,
  listOffers,
  writeGuide,
  writeMarkdown,
  renderPage: (request: Parameters<typeof renderPage>[0]) => renderPage({ ...request, loadNamespace }),
};
const services = { db, dist, readShop: readsShop(), shopOrigin: undefined, log: pino({ level: 'silent' }), shopUrl: () => shopUrl };
const catalogue = createCatalogueCache(db, 30);
const { readDocument: documents } = createDocumentCache(services, Promise.resolve(bundle), loadNamespace, catalogue);

const read = async (address: string, from = documents): Promise<Document> => {
  const answer = await from(address, async () => true);
  if (answer.status === 301) throw new Error(`${address} leads away.`);
  return parse(Buffer.from(answer.body.identity).toString());
};

/** Texts that might end an element, an attribute or a script, and any others. */
const hostile = fc.oneof(
  fc.constantFrom(
    '</script><img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    "' onload='alert(1)",
    '<!-- <script>',
    ']]></loc>',
    '&lt;b&gt; &amp;amp; &#60;',
    '$& $1 $$ {{shop}} $t(titles:home)',
    '\u2028\u2029\u0000\r\n\t',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
/** A lone surrogate cannot be in a document: encoding replaces it by U+FFFD. */
const wellFormed = (text: string) => Buffer.from(text).toString();
const anyText = hostile.map(wellFormed);

describe('a seller’s text cannot break out', () => {
  test('a seller’s text cannot break out of an attribute in the head', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { head, body } = parse(
          `<head>${tag('meta', { name: 'a', content: text })}${tag('link', { rel: 'a', href: text })}<meta name="end"></head>`,
        );
        expect([...head.children].map(({ tagName }) => tagName)).toEqual(['META', 'LINK', 'META']);
        expect(head.children[0]?.getAttribute('content')).toBe(oneLine(text));
        expect(head.children[1]?.getAttribute('href')).toBe(oneLine(text));
        expect(head.children[0]?.getAttributeNames()).toEqual([HEAD_ATTRIBUTE, 'name', 'content']);
        expect(body.childNodes).toHaveLength(0);
      }),
    );
  });

  test('a seller’s text cannot break out of JSON-LD', () => {
    fc.assert(
      fc.property(anyText, anyText, (name, text) => {
        const { body } = parse(`<body>${linkedData([{ '@type': 'Thing', [`x${name}`]: text }])}<p></p></body>`);
        expect([...body.children].map(({ tagName }) => tagName)).toEqual(['SCRIPT', 'P']);
        expect(JSON.parse(body.children[0]?.textContent ?? '')['@graph']).toEqual([{ '@type': 'Thing', [`x${name}`]: text }]);
      }),
    );
  });

  const anyProduct = fc
    .record({
      name: anyText,
      shortDescription: anyText,
      sku: anyText,
      material: anyText,
      category: fc.array(anyText, { maxLength: 2 }),
      variation: fc.array(
        fc.tuple(anyText, anyText).map(([colour, size]) => aColor(colour, { [`s${size}`]: 1 })),
        { maxLength: 2 },
      ),
      types: fc.array(
        anyText.map((name) => aType('one', 5, { name })),
        { maxLength: 2 },
      ),
      alt: anyText,
    })
    .map(({ alt, ...over }) => aProduct({ _id: 'evil', ...over, images: [{ src: '/pictures/mug.01234567.800-800.webp', alt }] }));

  test('a seller’s text cannot break out of the head and the JSON-LD of any product', () => {
    const language = languageOf(readTranslations());
    fc.assert(
      fc.property(anyProduct, (product: Product) => {
        const page = { screenId: 'product' as const, product, chosen: {}, isKnown: true, canonical: paths.product(product._id) };
        const { tags, data } = writeHead({
          page,
          site: { shop: screenSample, toAbsoluteUrl: absoluteUrlAt(shopUrl) },
          categories: [],
          reviews: [],
          language,
        });
        const { head, body } = parse(`<head><title>x</title>${tags}</head><body>${data}<p></p></body>`);
        expect([...head.children].filter(({ tagName }) => !['TITLE', 'META', 'LINK'].includes(tagName))).toEqual([]);
        expect(head.querySelectorAll('meta[name=description]')).toHaveLength(1);
        expect(head.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(oneLine(product.name));
        expect([...body.children].map(({ tagName }) => tagName)).toEqual(['SCRIPT', 'P']);
        const [described] = JSON.parse(body.children[0]?.textContent ?? '')['@graph'];
        expect(described.name).toBe(product.name);
        expect(described.description ?? '').toBe(product.shortDescription);
      }),
    );
  });

  test('an excerpt is at most as long as asked for, cut between words', () => {
    expect(excerpt('One two three four', 12)).toBe('One two…');
    expect(excerpt('One  two\nthree', 14)).toBe('One two three');
    expect(excerpt('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
    fc.assert(fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, longest) => excerpt(text, longest).length <= longest));
  });
});

test('the preview of an option that is not sold any more has the lowest price, and the preview of a colour by its former name its stock', () => {
  const product = aProduct({
    price: { basePrice: 30 },
    types: [aType('plain', 18), aType('boxed', 21.5)],
    variation: [{ ...aColor('Sand', { S: 2 }), formerNames: ['Oat'] }, aColor('Ink', { S: 0 })],
  });
  expect(previewOffer(product, {})).toMatchObject({ price: '18.00', isAvailable: true });
  expect(previewOffer(product, { variationId: 'tinned' })).toMatchObject({ price: '18.00', isAvailable: true });
  expect(previewOffer(product, { variationId: 'boxed', color: 'Oat' })).toMatchObject({ price: '21.50', isAvailable: true });
  expect(previewOffer(product, { color: 'Ink', size: 'S' })).toMatchObject({ price: '18.00', isAvailable: false });
});

test('the document of a product’s chosen option has the price of that option in its preview, and first in its JSON-LD', () => {
  const language = languageOf(readTranslations());
  const [plain, boxed] = [aType('plain', 18), aType('boxed', 21.5)];
  const product = aProduct({ _id: 'mug', types: [plain, boxed] });
  const priceOf = (option: typeof boxed | undefined) => {
    const page = {
      screenId: 'product' as const,
      product,
      chosen: { variationId: option?._id },
      isKnown: true,
      canonical: paths.product('mug'),
    };
    const { tags, data } = writeHead({
      page,
      site: { shop: screenSample, toAbsoluteUrl: absoluteUrlAt(shopUrl) },
      categories: [],
      reviews: [],
      language,
    });
    const { head, body } = parse(`<head><title>x</title>${tags}</head><body>${data}</body>`);
    const [described] = JSON.parse(body.children[0]?.textContent ?? '')['@graph'];
    return [
      head.querySelector('meta[property="product:price:amount"]')?.getAttribute('content'),
      described.hasVariant[0].offers.price,
      described.hasVariant.length,
    ];
  };
  expect(priceOf(boxed)).toEqual(['21.50', '21.50', 2]);
  expect(priceOf(undefined)).toEqual(['18.00', '18.00', 2]);
  const catalogue = { find: () => product } as unknown as Parameters<typeof pageAt>[2];
  expect(pageAt('/product/mug', new URLSearchParams('option=boxed'), catalogue).chosen.variationId).toBe('boxed');
});

describe('a product with a hostile name, from the seller’s file to a reader', () => {
  test.each(['/product/evil', '/shop-grid-standard?q=onerror', '/shop-list-standard'])(
    'a product with a hostile name adds no element to %s',
    async (address) => {
      const page = await read(address);
      expect(page.querySelector('#root h1')).not.toBeNull();
      expect(page.querySelectorAll('[onerror], img[src=x], head img')).toHaveLength(0);
      const scripts = [...page.scripts].map(({ type }) => type);
      expect(scripts.filter((type) => type !== 'application/json' && type !== 'application/ld+json')).toEqual([]);
      expect(page.body.lastElementChild?.id).toBe('hydration-data');
    },
  );

  test('a product with a hostile name is shown unchanged in the title, the link preview and the JSON-LD', async () => {
    const page = await read('/product/evil');
    expect(oneLine(page.title)).toBe(`${oneLine(name)} | Flone`);
    expect(page.querySelector('meta[name=description]')?.getAttribute('content')).toBe(oneLine(name));
    expect(page.querySelector('meta[property="og:image:alt"]')?.getAttribute('content')).toBe(oneLine(name));
    const { '@graph': graph } = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
    expect(graph).toContainEqual(expect.objectContaining({ '@type': 'Product', name, sku: name, material: name }));
  });

  test('a product with a hostile name leaves the sitemap valid XML', async () => {
    const file = await createSitemap(services, catalogue).read('/sitemap.xml', bundle);
    const sitemap = new DOMParser().parseFromString(Buffer.from(file?.identity ?? []).toString(), 'application/xml');
    expect(sitemap.querySelector('parsererror')).toBeNull();
    const addresses = [...sitemap.querySelectorAll('url > loc')].map(({ textContent }) => textContent);
    expect(addresses).toContain('https://shop.test/product/evil');
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

/** Stores a review of the product `evil` that waits for the seller; returns its reference. */
const aWaitingReview = async (values: { readonly stars: number; readonly text: string }): Promise<string> => {
  const reference = newReference('V');
  const { _id: order_id } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'evil' }), { shopOrigin: shopUrl }));
  await db
    .insertInto('review')
    .values({
      reference,
      order_id,
      product_id: 'evil',
      author: 'Ada B.',
      ...values,
      state: 'waiting',
      reason: '',
      reply: '',
      revision: 1,
      created_at: openingDay.toISOString(),
    })
    .execute();
  return reference;
};

describe('reviews in the JSON-LD of a product', () => {
  afterEach(() =>
    db.transaction().execute(async (transaction) => {
      await announceChange(transaction);
      for (const table of ['review', 'product_rating'] as const) await transaction.deleteFrom(table).execute();
    }),
  );

  const described = async (from = documents) => {
    const page = await read('/product/evil', from);
    const { '@graph': graph } = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
    return (graph as { '@type': string; aggregateRating?: object; review?: object[] }[]).find((each) => each['@type'] === 'Product');
  };

  test('reviews are in the JSON-LD of a product once the seller has approved them, and not once they were removed', async () => {
    const waiting = await aWaitingReview({ stars: 1, text: 'Nobody has let this one through.' });
    const hostileReview = await aWaitingReview({ stars: 5, text: name });
    expect(await described()).not.toHaveProperty('review');
    await approveReview(db, hostileReview, { revision: 1, now: openingDay });
    const rated = await described();
    expect(rated?.aggregateRating).toMatchObject({ ratingValue: 5, reviewCount: 1 });
    expect(rated?.review).toEqual([
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Ada B.' },
        datePublished: openingDay.toISOString().slice(0, 10),
        reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5 },
        reviewBody: name,
      },
    ]);
    await approveReview(db, waiting, { revision: 1, now: openingDay });
    expect((await described())?.review).toHaveLength(2);
    await removeReview(db, hostileReview, 'not about the mug', { now: openingDay });
    expect((await described())?.review).toMatchObject([{ reviewBody: 'Nobody has let this one through.' }]);
  });

  test('a page whose reviews cannot be read is sent without them, and rendered anew for the next reader', async () => {
    await approveReview(db, await aWaitingReview({ stars: 5, text: 'Pours without a drip.' }), { revision: 1, now: openingDay });
    const away = await freshDatabase('stocked', onTestFinished);
    await away.destroy();
    let renderings = 0;
    const counting = {
      ...bundle,
      renderPage: (request: Parameters<typeof renderPage>[0]) => {
        renderings += 1;
        return bundle.renderPage(request);
      },
    };
    const { readDocument: withoutReviews } = createDocumentCache(
      { ...services, db: away },
      Promise.resolve(counting),
      loadNamespace,
      catalogue,
    );
    const page = await described(withoutReviews);
    expect(page).toHaveProperty('aggregateRating');
    expect(page).not.toHaveProperty('review');
    await described(withoutReviews);
    expect(renderings).toBe(2);
    const { readDocument: withReviews } = createDocumentCache(services, Promise.resolve(counting), loadNamespace, catalogue);
    expect(await described(withReviews)).toHaveProperty('review');
    await described(withReviews);
    expect(renderings).toBe(3);
  });
});

describe('the server’s tags for the URL of the document', () => {
  /** Those that describe the page: links, and JSON-LD that is not empty. */
  const serverTags = () =>
    [...document.querySelectorAll(`[${HEAD_ATTRIBUTE}]`)].filter((element) => element.localName !== 'script' || element.textContent !== '');
  const addServerTags = () => {
    document.head.insertAdjacentHTML('beforeend', tag('link', { rel: 'canonical', href: `${shopUrl}/about` }));
    document.body.insertAdjacentHTML('beforeend', linkedData([]));
  };

  test('the server’s tags for the URL of the document stay until the shopper navigates, and are removed then', async () => {
    addServerTags();
    const { user } = await renderAt(paths.privacy);
    expect(serverTags()).toHaveLength(2);
    await user.click(screen.getAllByRole('link', { name: 'About us' })[0] ?? document.body);
    expect(serverTags()).toHaveLength(0);
    expect(document.title).toBe('About us | Flone');
  });

  test('the server’s tags for the URL of the document are removed when only the query changes, which may name another post', async () => {
    addServerTags();
    const { user } = await renderAt(paths.post('caring-for-wood'));
    expect(serverTags()).toHaveLength(2);
    const [neighbour] = screen.getAllByRole('link', { name: /^(Previous|Next) article/ });
    await user.click(neighbour ?? document.body);
    expect(serverTags()).toHaveLength(0);
  });
});
