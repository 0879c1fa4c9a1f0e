import { describe, expect, test } from 'vitest';
import { indexCatalogue } from '#catalogue/catalogue-index.ts';
import { formatSterling, type Pence } from '#contract/money.ts';
import type { Product } from '#contract/product.ts';
import { listOffers, renderPage, writeGuide, writeMarkdown } from '#entry-server';
import { posts } from '#features/journal/posts.ts';
import { listCategories, listProducts } from '#server/domain/catalogue/catalogue.ts';
import { writeProductFeed } from '#server/http/product-feed.ts';
import { firstOfEach } from '#tests/quick.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/product-builders.ts';
import { productKind } from '#tests/support/product-kinds.ts';
import { publicSample } from '#tests/support/sample-shop.ts';
import { readTranslations } from '#tests/support/translations.ts';

const db = await freshDatabase();
const products = await listProducts(db);
const categories = await listCategories(db, products);
const translations = readTranslations();
const shopUrl = 'https://shop.test';
const loadNamespace = async (namespace: string) => translations[namespace] ?? {};

const requestOf = (address: string, sold: readonly Product[] = products) => ({
  address,
  shop: publicSample,
  catalogue: indexCatalogue([...sold], { categories: categories.map(({ slug }) => slug) }),
  categories,
  loadReviews: async () => [],
  loadNamespace,
  shopUrl,
});

const read = async (address: string) => {
  const view = await renderPage(requestOf(address));
  if (view.status === 301) throw new Error(`${address} leads to ${view.location}`);
  const property = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(view.head)?.[1];
  const graph = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*)<\/script>/s.exec(view.data)?.[1] ?? '{}')['@graph'];
  return { ...view, property, described: graph?.[0] };
};

const feedOf = (sold: readonly Product[]) => {
  const [heads = '', ...rows] = writeProductFeed(listOffers({ shop: publicSample, shopUrl, products: sold }))
    .trimEnd()
    .split('\n');
  return rows.map((row) => {
    const values = row.split('\t');
    return Object.fromEntries(heads.split('\t').map((head, index) => [head, values[index] ?? '']));
  });
};

describe('feed, JSON-LD, preview and page', () => {
  test.each(firstOfEach(products, productKind).map((product) => [product._id, product] as const))(
    'all variants of %s have one price, one former price, one delivery and one stock on page, preview, JSON-LD and feed, at the variant’s own URL',
    async (_, product) => {
      const rows = feedOf([product]);
      const size = product.variation.reduce((count, colour) => count + Math.max(1, colour.size.length), 0);
      expect(rows).toHaveLength(Math.max(1, size) * Math.max(1, product.types.length));
      for (const { link = '', price = '', sale_price: sale = '', availability, image_link: picture, shipping = '' } of rows) {
        const page = await read(link.slice(shopUrl.length));
        const { offers, image } = page.described.hasVariant?.[0] ?? page.described;
        const [now, before] = [(sale || price).slice(0, -4), sale && price.slice(0, -4)];
        expect(offers.url).toBe(link);
        expect([image].flat()[0]).toBe(picture);
        const specified = (key: string) => offers.priceSpecification?.find((each: object) => key in each);
        const perUnit = specified('referenceQuantity');
        expect([offers.price, specified('priceType')?.price ?? '', perUnit?.price ?? now, offers.availability]).toEqual([
          now,
          before,
          now,
          `https://schema.org/${availability === 'in_stock' ? 'InStock' : 'OutOfStock'}`,
        ]);
        expect([page.property('product:price:amount'), page.property('product:availability')]).toEqual([
          now,
          availability === 'in_stock' ? 'in stock' : 'out of stock',
        ]);
        expect(`GB:::${page.property('product:shipping_cost:amount')} GBP`).toBe(shipping);
        const [, box = ''] = /class="buy-box">(.*?)<fieldset|class="buy-box">(.*)/s.exec(page.html) ?? [];
        const shown = box || page.html;
        expect(/class="price-now">([^<]*)/.exec(shown)?.[1]).toBe(formatSterling(Math.round(Number(now) * 100) as Pence));
        expect(/class="price-was">([^<]*)/.exec(shown)?.[1]).toBe(
          (sale && formatSterling(Math.round(Number(before) * 100) as Pence)) || undefined,
        );
        expect(perUnit !== undefined).toBe(/\(£[\d.,]+ per /.test(shown));
        const delivery = Math.round(Number(page.property('product:shipping_cost:amount')) * 100) as Pence;
        expect(/<small>([^<]*)<\/small>/.exec(shown)?.[1]).toBe(delivery > 0 ? `+ ${formatSterling(delivery)} delivery` : 'free delivery');
        expect(/<p class="stock( stock-out)?/.exec(page.html)?.[1] === undefined).toBe(availability === 'in_stock');
      }
    },
  );

  test('a product without options is one row of the feed, with its own id and no item group', () => {
    const [row, ...others] = feedOf([aProduct({ _id: 'bowl', deliveryCost: 3.95 })]);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: 'bowl', item_group_id: '', sale_price: '', shipping: 'GB:::3.95 GBP', identifier_exists: 'no' });
  });

  test('a row of the feed names contents, warnings, maker, responsible person and batch, as the page does', () => {
    const facts = { ingredients: 'Lye', warnings: 'Hot.', maker: 'Kim', responsiblePerson: 'Lee', batch: 'Below' };
    expect(feedOf([aProduct({ shortDescription: 'Soap.', ...facts })])[0]?.description).toBe(
      'Soap. Lye. Hot. Made by Kim. Responsible person: Lee. Batch: Below.',
    );
  });

  test('texts of the feed, a preview and the guide are cut between characters, and end with an ellipsis', async () => {
    const product = aProduct({ _id: 'bowl', name: `${'n'.repeat(149)}🎁`, shortDescription: `${'y'.repeat(4999)}🎁` });
    const [row] = feedOf([product]);
    expect([row?.title, row?.description]).toEqual([`${'n'.repeat(149)}…`, expect.stringMatching(/y…$/)]);
    const cut = aProduct({ _id: 'bowl', shortDescription: `${'y'.repeat(298)}🎁🎁` });
    const view = await renderPage(requestOf('/product/bowl', [cut]));
    const head = view.status === 301 ? '' : view.head;
    expect(head).toMatch(/content="y+…"/);
    const guide = await writeGuide({ shop: publicSample, shopUrl, products: [product], categories, loadNamespace });
    for (const text of [row?.description ?? '', head, guide]) expect(text).not.toMatch(/\p{Surrogate}/u);
  });

  test('a long id in the feed is cut to 50 characters and stays unique', () => {
    const ids = ['one', 'two'].map((end) => `${'a'.repeat(60)}-${end}`);
    const rows = feedOf(ids.map((_id) => aProduct({ _id })));
    expect(rows.every(({ id = '' }) => id.length === 50)).toBe(true);
    expect(rows[0]?.id).not.toBe(rows[1]?.id);
  });
});

describe('the Markdown of pages', () => {
  const markdown = async (address: string, sold = products) => writeMarkdown(requestOf(address, sold));

  test.each([
    '/product/stoneware-mug',
    `/blog-details-standard?post=${posts[1]?.slug}`,
    '/about',
    '/contact',
    '/refund',
    '/Terms-and-Conditions',
    '/privacy-policy',
    '/accessibility',
    '/how-reviews-work',
    '/reselling',
  ])('%s links to its Markdown, which has its heading and its text, and no markup', async (address) => {
    const page = await read(address);
    const twin = /rel="alternate" type="text\/markdown" href="([^"]*)"/.exec(page.head)?.[1] ?? '';
    const written = await markdown(twin.slice(shopUrl.length));
    const heading = /<h1[^>]*>([^<]*)/.exec(page.html)?.[1] ?? '?';
    expect(written?.url).toBe(`${shopUrl}${address}`);
    expect(written?.text).toContain(`# ${heading}`);
    expect(written?.text.length).toBeGreaterThan(300);
    expect(written?.text).toMatch(/^(?:# |\[)/);
    expect(written?.text).not.toMatch(/^(?:-|1\.)\s*$/m);
    expect(written?.text).not.toMatch(/<\/?[a-z]|&(?:amp|lt|gt|#x27);|\]\(\/|undefined|markdown:/);
  });

  test.each([
    '/',
    '/shop-grid-standard',
    '/cart',
    '/my-account',
    '/order-status',
    '/product/no-such',
    '/blog-details-standard?post=no-such',
  ])('%s has no Markdown page and links to none', async (address) => {
    expect(await markdown(address.replace(/(?=\?|$)/, '.md'))).toBeUndefined();
    expect((await read(address)).head).not.toContain('text/markdown');
  });

  test('the Markdown of a product has the price, former price and stock of each variant', async () => {
    const product = aProduct({ _id: 'bowl', name: 'Bowl | *large* <b>', price: { basePrice: 20 }, discount: 10, stock: 1 });
    const { text = '' } = (await markdown('/product/bowl.md', [product])) ?? {};
    expect(text).toContain('| [Bowl \\| \\*large\\* \\<b\\>](https://shop.test/product/bowl) | £18.00 | £20.00 | In stock |');
    expect(text).toContain('# Bowl \\| \\*large\\* \\<b\\>');
  });

  test('/llms.txt leads to the Markdown of every product, post and help page, which all exist', async () => {
    const guide = await writeGuide({ shop: publicSample, shopUrl, products, categories, loadNamespace });
    const links = [...guide.matchAll(/\]\((https:\/\/shop\.test[^)]*)\)/g)].map(([, url = '']) => url.slice(shopUrl.length));
    for (const { _id } of products) expect(links).toContain(`/product/${_id}.md`);
    for (const { slug } of posts) expect(links).toContain(`/blog-details-standard.md?post=${slug}`);
    expect(links).toContain('/feeds/products.tsv');
    const documents = links.filter((link) => /\.md(?:\?|$)/.test(link));
    expect(documents.length).toBeGreaterThan(products.length + posts.length);
    for (const address of firstOfEach(documents, (link) => link.split('/')[1])) expect(await markdown(address), address).toBeDefined();
    expect(guide).not.toMatch(/markdown:|undefined|\{\{/);
  });
});
