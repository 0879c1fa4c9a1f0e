import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { hydrationDataId, publicShopId } from '#contract/hydration-data.ts';
import { announceChange, setStock } from '#server/domain/catalogue/catalogue.ts';
import { sellProduct, withdrawProduct } from '#server/domain/catalogue/products.ts';
import { createShopReader } from '#server/domain/shop/read-shop.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { noAddresses, readsLook, readsShop } from '#tests/support/sample-shop.ts';

const db = await freshDatabase();
/** A product name that would close the data block and run a script if it were not escaped. */
const evil = '</script><img src=x onerror=alert(1)><!-- $& ]]>';
await db.updateTable('product').set({ name: evil }).where('id', '=', 'salt-pot').execute();
await announceChange(db);
const home = await mkdtemp(path.join(tmpdir(), 'shop-dist-'));
const [withView, plain, failing, unloadable, large, odd] = ['view', 'plain', 'failing', 'unloadable', 'large', 'odd'].map((name) =>
  path.join(home, name, 'dist'),
);
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const index = `<!doctype html><html lang="en"><head><!--head--><title>Flone</title><!--/head-->
<script src="/assets/document-1.js"></script>
<script type="module" crossorigin src="/assets/entry-client-1.js"></script><link rel="stylesheet" crossorigin href="/assets/entry-client-1.css">
<meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1d1916" media="(prefers-color-scheme: dark)"><link rel="manifest" href="/site.webmanifest"></head>
<body><div id="root"><!--app-html--></div>
<link rel="preload" href="/assets/figtree-basic-1.woff2" as="font" type="font/woff2" crossorigin fetchpriority="low">
<link rel="preload" href="/assets/fraunces-basic-1.woff2" as="font" type="font/woff2" crossorigin fetchpriority="low">
</body></html>`;
const manifest = {
  'src/entry-client.tsx': { file: 'assets/entry-client-1.js', css: ['assets/entry-client-1.css'], isEntry: true },
  'src/screens/home.tsx': { file: 'assets/home-1.js', imports: ['_part-1.js', 'src/entry-client.tsx'], css: ['assets/home-1.css'] },
  'src/screens/odd.tsx': { file: 'assets/odd-1.js', css: ['assets/odd-1.css', 'assets/gone-1.css'] },
  '_part-1.js': { file: 'assets/part-1.js', imports: ['src/screens/home.tsx'] },
};
const script = 'console.log("a script that is long enough to be worth compressing");'.repeat(20);

const documentScript = 'document.documentElement.dataset.theme="dark"';
/** Styles of the document, of a screen, and some that would end their element. */
const styles = { document: 'body{color:#123}', home: 'h1{color:#456}\r\np{color:#678}', odd: 'a::after{content:"</style>"}' } as const;

const ssrBundle = `
let calls = 0;
export const renderPage = async ({ address, catalogue, withdrawnIds, loadNamespace, shopUrl }) => {
  calls += 1;
  if (address.startsWith('/broken')) throw new Error('secret of the renderer');
  const { hello } = await loadNamespace('shop');
  const stock = catalogue.find('stoneware-mug').stock;
  return {
    status: withdrawnIds.has(address.slice(1)) ? 410 : address.startsWith('/no-such') ? 404 : 200,
    html: '<h1>' + hello + " $& $' " + stock + '</h1><i>call ' + calls + '</i>',
    head: '<title>Of this address</title><link rel="canonical" href="' + shopUrl + '/here">',
    data: '<script type="application/ld+json">{}</script>',
    picturePreloads: '<link rel="preload" as="image" href="/first.avif">',
    hydrationData: JSON.stringify({ total: catalogue.total, listings: {}, details: { 'salt-pot': catalogue.find('salt-pot') } }),
    productIds: ['stoneware-mug', 'salt-pot'],
    modules: address.startsWith('/odd-styles') ? ['src/screens/odd.tsx'] : ['src/screens/home.tsx', 'src/screens/unknown.tsx'],
  };
};
export const documentUrl = (address) => address.replace(/[?]utm_.*/, '');
export const listOffers = ({ shopUrl, products }) => products.flatMap(({ _id, name, stock, saleCount }) => [{}, { color: 'Sage', size: '6"' }].map((variant) => ({
  productId: _id, isOfGroup: true, variant, name, description: 'Two\\nlines\\tand a tab', url: shopUrl + '/product/' + _id,
  price: 1800, before: 2000, isAvailable: stock > saleCount, delivery: 395, handlingDays: { min: 1, max: 3 }, netQuantity: '100 g',
})));
export const writeGuide = async ({ products }) => '# Shop\\n' + products.map(({ _id }) => _id).join('\\n');
export const writeMarkdown = async ({ address, catalogue, shopUrl }) => {
  const product = catalogue.find(address.slice('/product/'.length, -'.md'.length));
  return product && { text: '# ' + product.name, url: shopUrl + '/product/' + product._id };
};
export const listSitemapPages = ({ shopUrl, products, offset, limit }) => ({
  total: products.length,
  pages: products.slice(offset, offset + limit).map(({ _id, name }) => ({
    url: shopUrl + '/product/' + _id, lastModified: '2025-09-01', images: [shopUrl + '/pictures/' + name],
  })),
});`;

/** An SSR bundle whose sitemap has 20,001 URLs. */
const manyPages = `${ssrBundle.slice(0, ssrBundle.indexOf('export const listSitemapPages'))}
export const listSitemapPages = ({ shopUrl, offset, limit }) => ({
  total: 20001,
  pages: Array.from({ length: Math.max(0, Math.min(limit, 20001 - offset)) }, (_, index) => ({ url: shopUrl + '/' + (offset + index), images: [] })),
});`;

const build = async (dist: string, bundle?: string): Promise<void> => {
  const files: Record<string, string | Buffer> = {
    'index.html': index,
    'assets/entry-client-1.js': script,
    'assets/entry-client-1.js.br': brotliCompressSync(script),
    'assets/entry-client-1.js.map': '{}',
    'assets/entry-client-1.css': styles.document,
    'assets/home-1.css': styles.home,
    'assets/odd-1.css': styles.odd,
    'assets/document-1.js': documentScript,
    'assets/home-1.js': 'short',
    'assets/part-1.js': script,
    'assets/font-1.woff2': 'a font',
    'locales/en/shop.json': '{"hello":"Welcome"}',
    'locales/en/desk-orders.json': '{"hello":"Welcome at the desk"}',
    'images/hero-640.avif': 'a picture',
    'favicon.svg': '<svg><rect fill="#3e5641"/><path fill="none" stroke="#faf7f2"/></svg>',
    'sounds/greeting.wav': 'a sound',
    'odd.thing': 'what nobody knows',
    'robots.txt': 'User-agent: *',
    'site.webmanifest': JSON.stringify({ name: 'Shop', short_name: 'Shop', theme_color: '#fff' }),
    '.vite/manifest.json': JSON.stringify(manifest),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dist, name)), { recursive: true });
    await writeFile(path.join(dist, name), content);
  }
  if (bundle === undefined) return;
  await mkdir(`${dist}-ssr`);
  await writeFile(path.join(`${dist}-ssr`, 'entry-server.js'), bundle);
  await writeFile(path.join(`${dist}-ssr`, 'package.json'), '{"type":"module"}');
};

await build(withView ?? '', ssrBundle);
await build(plain ?? '');
await build(large ?? '', manyPages);
await build(
  failing ?? '',
  'export const renderPage = async () => { throw new Error("secret"); }; export const documentUrl = (address) => address; export const listSitemapPages = () => { throw new Error("secret"); }; export const listOffers = listSitemapPages; export const writeGuide = listSitemapPages; export const writeMarkdown = listSitemapPages;',
);
await build(unloadable ?? '', 'export const somethingElse = 1;');
// A bundle whose documents do not name their products, and that throws for one URL.
await build(
  odd ?? '',
  `${ssrBundle.replace("productIds: ['stoneware-mug', 'salt-pot'],", '')}`.replace(
    'address.replace(',
    "address === '/odd' ? JSON.parse('{') : address.replace(",
  ),
);
afterAll(() => rm(home, { recursive: true }));

const app = createTestApp({ db, dist: withView });
const get = (address: string, headers: Record<string, string> = html, on = app) => on.request(address, { headers });

test('/metrics of a built shop counts calls and pictures by their own routes, and the storefront’s pages and files together', async () => {
  const metricsToken = 'a-token-of-sixteen-letters';
  const shop = createTestApp({ db, dist: withView, metricsToken });
  for (const address of ['/client/products/stoneware-mug', '/client/products/nothing', '/pictures/no-such.webp', '/', '/favicon.svg'])
    await get(address, {}, shop);
  const text = await (await get('/metrics', { authorization: `Bearer ${metricsToken}` }, shop)).text();
  const counted = [...text.matchAll(/^shop_http_requests_total\{method="GET",route="(.+)",status="(\d+)"\} (\d+)$/gm)].map((match) =>
    match.slice(1),
  );
  expect(counted).toEqual([
    ['/client/products/:productId', '200', '1'],
    ['/client/products/:productId', '404', '1'],
    ['/pictures/:file', '404', '1'],
    ['/*', '200', '2'],
  ]);
});

describe('what differs from shop to shop', () => {
  const isNamed = (details: Parameters<typeof readsShop>[0], derived: Parameters<typeof readsShop>[1] = {}) =>
    createTestApp({ db, dist: withView, readShop: readsShop(details, derived) });
  const shopIn = (text: string) => JSON.parse(new RegExp(`id="${publicShopId}">(.*?)</script>`).exec(text)?.[1] ?? 'null');

  test('every document, rendered or not, carries the shop, and no text of the seller closes its element', async () => {
    const on = isNamed({ name: evil });
    for (const address of ['/', '/broken']) {
      const text = await (await get(address, html, on)).text();
      expect(shopIn(text)).toMatchObject({ number: 1, details: { name: evil } });
      expect(text).not.toContain(evil);
    }
  });

  test('/shop.json and the web manifest have the shop’s name, under an ETag', async () => {
    const on = isNamed({ name: 'Wren & Clay' });
    const answer = await get('/shop.json', {}, on);
    expect(await answer.json()).toMatchObject({ details: { name: 'Wren & Clay' } });
    const again = await get('/shop.json', { 'if-none-match': answer.headers.get('etag') ?? '' }, on);
    expect(again.status).toBe(304);
    const manifestAnswer = await get('/site.webmanifest', {}, on);
    expect(await manifestAnswer.json()).toEqual({ name: 'Wren & Clay', short_name: 'Wren & Clay', theme_color: '#fff' });
  });

  test('the desk is an app of its own: its document alone links to a manifest with its name, start and scope', async () => {
    const on = createTestApp({
      ...{ db, dist: withView, readShop: readsShop({ name: 'Wren & Clay' }) },
      desk: { host: undefined, url: () => 'http://localhost/desk' },
    });
    const manifestOf = async (address: string) =>
      /<link rel="manifest" href="(.*?)">/.exec(await (await get(address, html, on)).text())?.[1] ?? '';
    expect([await manifestOf('/desk'), await manifestOf('/desk/orders')]).toEqual(['/desk/site.webmanifest', '/desk/site.webmanifest']);
    expect([await manifestOf('/'), await manifestOf('/broken')]).toEqual(['/site.webmanifest', '/site.webmanifest']);
    const answer = await get('/desk/site.webmanifest', {}, on);
    expect(answer.headers.get('content-type')).toBe((await get('/site.webmanifest', {}, on)).headers.get('content-type'));
    expect(await answer.json()).toEqual({
      ...{ name: 'Wren & Clay desk', short_name: 'Wren & Clay desk', theme_color: '#fff' },
      ...{ id: '/desk', start_url: '/desk', scope: '/desk', display: 'standalone' },
    });
    const withoutDesk = await get('/desk/site.webmanifest', html, isNamed({ name: 'Wren & Clay' }));
    expect(withoutDesk.headers.get('content-type')).toMatch(/^text\/html/);
  });

  test('documents are made anew for the next version of the shop', async () => {
    let name = 'Mugs';
    let number = 1;
    const on = createTestApp({ db, dist: withView, readShop: async () => ({ ...(await readsShop({ name })()), number }) });
    expect(shopIn(await (await get('/', html, on)).text()).details.name).toBe('Mugs');
    name = 'Bowls';
    number = 2;
    expect(shopIn(await (await get('/', html, on)).text()).details.name).toBe('Bowls');
    expect(await (await get('/shop.json', {}, on)).json()).toMatchObject({ details: { name: 'Bowls' } });
  });

  test('the seller’s words stand in the texts of documents and in the file of their page, which others have as built', async () => {
    const on = isNamed({}, { number: 7, words: { shop: { hello: 'Good day, {{name}}', gone: 'x' } } });
    expect(await (await get('/', html, on)).text()).toContain('<h1>Good day, {{name}}');
    const file = await get('/locales/en/shop.json', {}, on);
    expect([await file.json(), file.headers.get('cache-control')]).toEqual([{ hello: 'Good day, {{name}}' }, 'no-cache']);
    expect((await get('/locales/en/shop.json', { 'if-none-match': file.headers.get('etag') ?? '' }, on)).status).toBe(304);
    expect(await (await get('/locales/en/shop.json')).json()).toEqual({ hello: 'Welcome' });
    expect((await get('/locales/en/nothing.json', {}, on)).status).toBe(404);
  });

  test('at the desk the seller finds the texts of the build, without those of the desk, and writes their own', async () => {
    const on = openDesk({ db, dist: withView, readShop: createShopReader(db, noAddresses) });
    const cookie = await signInAt(db, 'writer', { role: 'seller', codeAt: openingDay });
    const found = await callDesk(on, deskEndpoints.words, {}, { cookie, query: '?q=welc' });
    expect(await found.json()).toMatchObject({
      pages: ['shop'],
      total: 1,
      items: [{ namespace: 'shop', key: 'hello', original: 'Welcome', text: null }],
    });
    const body = { version: 1, namespace: 'shop', key: 'hello', text: 'Come in' };
    expect((await callDesk(on, deskEndpoints.changeWord, {}, { cookie, body })).status).toBe(204);
    expect(await (await get('/locales/en/shop.json', {}, on)).json()).toEqual({ hello: 'Come in' });
    expect((await callDesk(on, deskEndpoints.changeWord, {}, { cookie, body })).status).toBe(409);
  });

  test('shoppers of a shop that is not open read that it opens soon, without a script, and can sign in', async () => {
    const on = isNamed({ name: 'Wren & <Clay>' }, { isOpen: false });
    const answer = await get('/', html, on);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3600']);
    const text = await answer.text();
    expect(text).toContain('<h1>Wren &amp; &lt;Clay&gt;</h1><p>We open soon.</p>');
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).not.toContain('<script');
    expect((await get('/login-register', html, on)).status).toBe(200);
    for (const address of ['/sitemap.xml', '/llms.txt', '/feeds/products.tsv', '/product/stoneware-mug.md']) {
      expect((await get(address, {}, on)).status, address).toBe(404);
      expect((await get(address, {})).status, address).toBe(200);
    }
    expect((await get('/assets/entry-client-1.css', {}, on)).status).not.toBe(503);
  });

  test('the staff see a shop that is not open, and other accounts do not', async () => {
    const on = isNamed({}, { isOpen: false });
    const [support, shopper] = [await signInAt(db, 'early', { role: 'support' }), await signInAt(db, 'curious', {})];
    expect((await get('/', { ...html, cookie: support }, on)).status).toBe(200);
    expect((await get('/', { ...html, cookie: shopper }, on)).status).toBe(503);
  });
});

describe('static files', () => {
  test.each([
    ['/assets/entry-client-1.js', 'text/javascript; charset=utf-8'],
    ['/assets/font-1.woff2', 'font/woff2'],
    ['/images/hero-640.avif', 'image/avif'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/sounds/greeting.wav', 'audio/wav'],
    ['/odd.thing', 'application/octet-stream'],
  ])('the content type of %s is %s', async (address, type) => {
    expect((await get(address)).headers.get('content-type')).toBe(type);
  });

  test('files below /assets are immutable, and sent as compressed by the build', async () => {
    const response = await get('/assets/entry-client-1.js', { 'accept-encoding': 'br' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(script);
    expect(await (await get('/assets/entry-client-1.js', { 'accept-encoding': 'gzip' })).text()).toBe(script);
  });

  test.each(['/locales/en/shop.json', '/images/hero-640.avif', '/favicon.svg', '/robots.txt'])(
    '%s is revalidated by its ETag',
    async (address) => {
      const response = await get(address);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const known = await get(address, { 'if-none-match': response.headers.get('etag') ?? '' });
      expect(known.status).toBe(304);
    },
  );

  test.each([
    '/assets/main-0.js',
    '/assets/entry-client-1.js.map',
    '/assets/entry-client-1.js.br',
    '/assets/',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fdist-ssr%2fentry-server.js',
    '/assets/%2e%2e%2f.vite/manifest.json',
    '/locales/de/shop.json',
    '/locales/en/__proto__.json',
    '/images/none.avif',
    '/client/nothing',
    '/pictures/nothing',
    '/refund/nothing',
  ])('the missing file %s gets 404, not the document', async (address) => {
    const response = await get(address);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual({ message: expect.stringMatching(/^There is no/), requestId: expect.any(String) });
  });

  test.each(['/.vite/manifest.json', '/%2evite/manifest.json', '/index.html'])(
    'the build’s internal file %s is not served',
    async (address) => {
      const body = await (await get(address, html, createTestApp({ db, dist: plain }))).text();
      expect(body).not.toContain('isEntry');
      expect(body).not.toContain('<!--app-html-->');
    },
  );
});

describe('the document', () => {
  test('every page contains its server-rendered HTML, texts and head tags', async () => {
    const response = await get('/shop-grid-standard?q=mug');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const text = await response.text();
    expect(text).toContain(`<div id="root"><h1>Welcome $& $' `);
    expect(text).toContain('<title>Of this address</title>');
    expect(text).not.toContain('<title>Flone</title>');
    expect(text).not.toMatch(/<!--/);
  });

  test('the document names each chunk and stylesheet that hydration needs once, the scripts of every page before those of the screen', async () => {
    const text = await (await get('/')).text();
    for (const file of [
      'assets/home-1.js',
      'assets/part-1.js',
      'assets/home-1.css',
      'assets/entry-client-1.js',
      'assets/entry-client-1.css',
    ])
      expect(text.split(`"/${file}"`)).toHaveLength(2);
    const preloads = ['home-1', 'part-1'].map((name) => `<link rel="modulepreload" crossorigin href="/assets/${name}.js">`).join('');
    expect(text).toContain(preloads);
    expect(text.indexOf('entry-client-1.js')).toBeLessThan(text.indexOf(preloads));
    expect(text.indexOf('entry-client-1.css')).toBeLessThan(text.indexOf('home-1.css'));
  });

  test('the hydration data is in a data block that no product text can close', async () => {
    const text = await (await get('/')).text();
    const blocks = [...text.matchAll(/<script type="application\/json" id="hydration-data">(.*?)<\/script>/gs)];
    expect(blocks).toHaveLength(1);
    const known = JSON.parse(blocks[0]?.[1] ?? '');
    expect(known).toMatchObject({ total: 29, details: { 'salt-pot': { name: evil } } });
    expect(text).not.toContain('<img src=x');
    expect(text.split('</script>')).toHaveLength(6);
    expect(text.trimEnd().endsWith('</script></body></html>')).toBe(true);
  });

  test('without server rendering there is no hydration data', async () => {
    expect(await (await get('/', html, createTestApp({ db, dist: plain }))).text()).not.toContain('hydration-data');
  });

  test('a known ETag gets 304, and responses are compressed', async () => {
    const zipped = await get('/about', { ...html, 'accept-encoding': 'gzip' });
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toContain('Welcome');
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
    const known = await get('/about', { ...html, 'accept-encoding': 'gzip', 'if-none-match': zipped.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
  });

  test('a withdrawn product gets 410 from the next request on, and 404 is for what was never sold', async () => {
    expect((await get('/salt-pot')).status).toBe(200);
    await withdrawProduct(db, 'salt-pot', openingDay);
    expect((await get('/salt-pot')).status).toBe(410);
    expect((await get('/no-such-pot')).status).toBe(404);
    await sellProduct(db, 'salt-pot', openingDay);
    expect((await get('/salt-pot')).status).toBe(200);
  });

  test('an unknown path gets 404 and the rendered not-found page', async () => {
    const response = await get('/no-such-screen');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Welcome');
  });

  test.each(['/desk', '/desk/', '/desk/orders?view=late', '/desk/orders/7Q2M-4XKP-0ZB1-9HTD'])(
    'where the desk is on, %s gets the document without a page in it, and no cache or search engine keeps it',
    async (address) => {
      const desk = openDesk({ db, dist: withView });
      const response = await get(address, html, desk);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('<div id="root"></div>');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^;]+;.*frame-ancestors 'none'$/);
      expect(response.headers.getSetCookie().join()).toMatch(/XSRF-TOKEN=[\w-]+;.*SameSite=Lax/);
      expect((await get('/desk/api/nothing', html, desk)).headers.get('content-type')).toBe('application/json');
    },
  );

  test.each(['/desk', '/desk/orders', '/desk/api/orders'])(
    'where the desk is off, or at another host, %s is handled like any other unknown URL of the shop',
    async (address) => {
      const elsewhere = openDesk({ db, dist: withView, desk: { host: 'desk.shop.example', url: () => 'https://desk.shop.example/desk' } });
      for (const shop of [app, elsewhere]) {
        const facts = async (path: string) => {
          const response = await get(path, html, shop);
          const { status, headers } = response;
          const text = (await response.text()).replace(/call \d+/, '');
          return [status, headers.get('cache-control'), headers.get('x-robots-tag'), headers.getSetCookie(), text];
        };
        expect(await facts(address)).toEqual(await facts('/anything-else'));
      }
    },
  );

  test.each(['/%E0%A4%A', '/product/%00', `/${'long'.repeat(600)}`, '/order/pay/test_nothing'])(
    'the wrong URL %s gets the not-found page in a browser, and JSON in a program',
    async (address) => {
      const response = await get(address);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain('Welcome');
      const answer = await get(address, { accept: 'application/json' });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.json()).toEqual({
        message: expect.stringMatching(/^(?:This address|There is no such payment page)/),
        requestId: expect.any(String),
      });
    },
  );

  test('a page is rendered once per URL and catalogue version', async () => {
    const text = async () => (await get('/cart')).text();
    const before = await text();
    expect(await text()).toBe(before);
    await setStock(db, { productId: 'stoneware-mug', color: 'Oat', size: '350 ml' }, 4321);
    expect(await text()).not.toBe(before);
  });

  test('200 campaign links to one page are answered with the same document, rendered once', async () => {
    const text = async (address: string) => (await get(address)).text();
    const first = await text('/refund');
    for (let number = 0; number < 200; number += 1) expect(await text(`/refund?utm_source=letter&utm_id=${number}`)).toBe(first);
  });

  test('without a database and a known catalogue, a page says so in a sentence, with 503, and the API answers in JSON', async () => {
    const away = new Proxy(db, {
      get: () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      },
    });
    const on = createTestApp({ db: away, dist: withView });
    const response = await get('/privacy-policy', html, on);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const document = await response.text();
    expect(document).toContain(
      '<div id="root"><p class="note container-xl">The shop is very busy right now. Please try again in a moment.</p>',
    );
    // With data, the browser would hydrate the sentence.
    expect(document).not.toContain(hydrationDataId);
    const answer = await get('/client/products', { accept: 'application/json' }, on);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({
      message: 'The shop is very busy right now. Please try again in a moment.',
      requestId: expect.any(String),
    });
  });

  test('the cache of documents is limited, by number and by length of URL', async () => {
    const text = async (address: string) => (await get(address)).text();
    const first = await text('/wishlist');
    for (let number = 0; number < 200; number += 1) await get(`/compare?n=${number}`);
    expect(await text('/wishlist')).not.toBe(first);
    const long = `/shop-grid-standard?q=${'x'.repeat(1000)}`;
    expect(await text(long)).not.toBe(await text(long));
  });

  test('when rendering fails, the static document is sent, without the reason', async () => {
    for (const on of [createTestApp({ db, dist: failing }), createTestApp({ db, dist: unloadable }), createTestApp({ db, dist: plain })]) {
      const response = await get('/', html, on);
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).toContain('<div id="root"></div>');
      expect(text).toContain('<title>Flone</title>');
      expect(text).not.toMatch(/<!--|secret/);
    }
    expect(await (await get('/broken')).text()).toContain('<div id="root"></div>');
  });

  test('when a bundle does not name the products of a document, or throws for a URL, the static document is sent', async () => {
    const on = createTestApp({ db, dist: odd });
    for (const address of ['/', '/odd']) {
      const response = await get(address, html, on);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain('<div id="root"></div>');
    }
  });

  test('translations that failed to load are read again for the next request', async () => {
    const dist = path.join(home, 'late-texts', 'dist');
    await build(dist, ssrBundle);
    const texts = path.join(dist, 'locales/en/shop.json');
    await rm(texts);
    const on = createTestApp({ db, dist });
    expect(await (await get('/about', html, on)).text()).not.toContain('<h1>');
    await writeFile(texts, '{"hello":"Welcome"}');
    expect(await (await get('/about', html, on)).text()).toContain('<h1>Welcome');
  });

  test('only clients that accept HTML get the document', async () => {
    expect((await get('/cart', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/cart', {})).status).toBe(200);
    expect((await app.request('/cart', { method: 'HEAD', headers: html })).status).toBe(200);
  });

  test.each(['/%E0%A4%A', '/product/%00', '/%'])('the malformed path %s gets 400 and a message', async (address) => {
    expect((await get(address)).status).toBe(400);
    const response = await get(address, { accept: 'application/json' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: 'This address cannot be read.', requestId: expect.any(String) });
  });

  test.each([
    '/product/<script>alert(1)</script>',
    '/product/__proto__',
    '//evil.example',
    '/..%2f..%2fetc/passwd',
    "/product/' or 1=1 --",
  ])('the hostile path %s gets a normal page, and nothing from the path is executed', async (address) => {
    const response = await get(address);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).not.toContain('<script>alert');
  });
});

describe('styles and the blocking script, inline', () => {
  const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  const lines = (css: string): string => css.replaceAll('\r\n', '\n');
  const rulesOf = (response: Response): readonly (readonly string[])[] =>
    (response.headers.get('content-security-policy') ?? '').split('; ').map((rule) => rule.split(' '));
  const contentsOf = (tag: 'script' | 'style', text: string): string[] =>
    [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, content = '']) => content);

  test('the document contains its styles in the order of the browser’s links, and needs no request for them', async () => {
    const text = await (await get('/')).text();
    expect(contentsOf('style', text)).toEqual([styles.document, lines(styles.home)]);
    // Not fetched, but found by Vite's runtime, which would otherwise add a link for the styles of a chunk.
    expect(text).toContain(
      `<style>${styles.document}</style><link rel="stylesheet" crossorigin href="/assets/entry-client-1.css" disabled>`,
    );
    expect(text).toContain(`<style>${lines(styles.home)}</style><link rel="stylesheet" href="/assets/home-1.css" disabled>`);
    expect(contentsOf('script', text)).toEqual([documentScript]);
    expect(text).not.toContain('document-1.js');
  });

  test('the Content-Security-Policy of a document allows exactly what it has inline, also when it is unchanged', async () => {
    const response = await get('/');
    const expected = [
      ['script-src', "'self'", hash(documentScript)],
      ['style-src', "'self'", hash(styles.document), hash(lines(styles.home))],
    ];
    const text = await response.clone().text();
    expect(contentsOf('style', text).map(hash)).toEqual(expected[1]?.slice(2));
    for (const rule of expected) expect(rulesOf(response)).toContainEqual(rule);
    const unchanged = await get('/', { ...html, 'if-none-match': response.headers.get('etag') ?? '' });
    expect(unchanged.status).toBe(304);
    // A browser takes over the headers of a 304, and checks the document that it has stored by them.
    expect(unchanged.headers.get('content-security-policy')).toBe(response.headers.get('content-security-policy'));
    const missing = await get('/%E0%A4%A');
    expect(missing.status).toBe(400);
    for (const rule of expected) expect(rulesOf(missing)).toContainEqual(rule);
    for (const rules of [rulesOf(response), rulesOf(await get('/assets/home-1.css'))]) {
      expect(rules).toContainEqual(['default-src', "'self'"]);
      expect(rules.flat().join(' ')).not.toMatch(/unsafe|nonce/);
    }
    expect(rulesOf(await get('/assets/home-1.css'))).toContainEqual(['style-src', "'self'"]);
  });

  test('without server rendering, the document has its own styles and script inline, too', async () => {
    const response = await get('/', html, createTestApp({ db, dist: plain }));
    expect(rulesOf(response)).toContainEqual(['script-src', "'self'", hash(documentScript)]);
    expect(rulesOf(response)).toContainEqual(['style-src', "'self'", hash(styles.document)]);
    expect(contentsOf('style', await response.text())).toEqual([styles.document]);
  });

  test('styles that would end their element, or whose file is gone, stay links', async () => {
    const response = await get('/odd-styles');
    const text = await response.text();
    for (const file of ['odd-1', 'gone-1']) expect(text).toContain(`<link rel="stylesheet" href="/assets/${file}.css">`);
    expect(rulesOf(response)).toContainEqual(['style-src', "'self'", hash(styles.document)]);
  });
});

describe('a look of the seller’s own', () => {
  const look = { accent: '#ffd400', paper: 'mist', type: 'device', corners: 'square' } as const;
  const on = createTestApp({ db, dist: withView, readShop: readsLook(look) });
  const closed = createTestApp({ db, dist: withView, readShop: async () => ({ ...(await readsLook(look)()), isOpen: false }) });
  const desk = openDesk({ db, dist: withView, readShop: readsLook(look) });
  const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

  test.each([
    ['rendered', '/', on, 200],
    ['not rendered', '/broken', on, 200],
    ['of a shop that is not open', '/', closed, 503],
    ['of the desk', '/desk', desk, 200],
  ])(
    'a document %s has it inline behind the build’s styles, allowed by its policy, and in the browser’s bars',
    async (_, path, shop, status) => {
      const response = await get(path, html, shop);
      expect(response.status).toBe(status);
      const text = await response.text();
      const own = /<style>(:root\{--moss:#[^<]*)<\/style>/.exec(text)?.[1] ?? '';
      // Yellow cannot be read on this paper: it is darker by day, and as wished at night.
      expect(own).toMatch(/^:root\{--moss:#816a00;/);
      expect(own).toMatch(/--moss:#ffd400;/);
      expect(own).toMatch(/--paper:#f5f8f9;.*--paper:#161a1d;/);
      expect(own).toMatch(/--bs-border-radius:0;/);
      expect(text.indexOf(own)).toBeGreaterThan(text.indexOf(styles.document));
      expect(response.headers.get('content-security-policy')).toContain(hashOf(own));
      expect(text).toContain('<meta name="theme-color" content="#f5f8f9" media="(prefers-color-scheme: light)">');
      expect(text).toContain('<meta name="theme-color" content="#161a1d" media="(prefers-color-scheme: dark)">');
      // What no text is set in is not loaded.
      expect(text).not.toContain('as="font"');
    },
  );

  test('the look of the build needs no stylesheet, and Figtree throughout no Fraunces', async () => {
    const sample = await (await get('/')).text();
    expect(sample).not.toContain('--moss');
    expect(sample).toContain('content="#faf7f2"');
    expect(sample.match(/as="font"/g)).toHaveLength(2);
    const figtree = createTestApp({ db, dist: withView, readShop: readsLook({ type: 'figtree' }) });
    const text = await (await get('/', html, figtree)).text();
    expect(text).toContain('figtree-basic-1.woff2');
    expect(text).not.toContain('fraunces-basic-1.woff2');
  });

  test('documents and icon of the next version have its colour', async () => {
    let [accent, number] = ['#0b5fa5', 2];
    const next = createTestApp({ db, dist: withView, readShop: async () => ({ ...(await readsLook({ accent })()), number }) });
    const filesOf = async () => Promise.all(['/', '/broken', '/favicon.svg'].map(async (path) => (await get(path, html, next)).text()));
    for (const text of await filesOf()) expect(text).toContain('#0b5fa5');
    [accent, number] = ['#7a1f3d', 3];
    for (const text of await filesOf()) expect(text).toContain('#7a1f3d');
  });

  test('the web manifest, the icon and /shop.json follow it', async () => {
    const manifestAnswer = await get('/site.webmanifest', {}, on);
    expect(await manifestAnswer.json()).toMatchObject({ theme_color: '#f5f8f9', background_color: '#f5f8f9' });
    const icon = await get('/favicon.svg', {}, on);
    expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(await icon.text()).toBe('<svg><rect fill="#816a00"/><path fill="none" stroke="#f5f8f9"/></svg>');
    expect((await (await get('/shop.json', {}, on)).json()).styles).toMatch(/^:root\{--moss:#816a00;/);
    expect(await (await get('/shop.json', {})).json()).not.toHaveProperty('styles');
  });
});

describe('preload of the largest image, and JSON-LD', () => {
  test('the image preload precedes the styles, and JSON-LD is at the end of the body', async () => {
    const text = await (await get('/')).text();
    expect(text.indexOf('/first.avif')).toBeGreaterThan(text.indexOf('<head>'));
    expect(text.indexOf('/first.avif')).toBeLessThan(text.indexOf('<style>'));
    expect(text.indexOf('ld+json')).toBeGreaterThan(text.indexOf('<div id="root">'));
  });
});

describe('the shop’s URL', () => {
  const canonicalOf = async (on: typeof app, headers: Record<string, string> = {}) =>
    /canonical" href="([^"]*)"/.exec(await (await get('/about', { ...html, ...headers }, on)).text())?.[1];

  test('canonical URLs start with the configured origin', async () => {
    const publicUrl = 'https://shop.example';
    expect(await canonicalOf(createTestApp({ db, dist: withView, publicUrl }))).toBe('https://shop.example/here');
    // With SHOP_ORIGIN pages are redirected, so the sitemap is checked instead.
    const on = createTestApp({ db, dist: withView, publicUrl, shopOrigin: 'https://elsewhere.example' });
    expect(await (await get('/sitemap.xml', {}, on)).text()).toContain('<loc>https://elsewhere.example/product/');
  });

  test('canonical URLs never come from the request’s Host header', async () => {
    for (const headers of [{ host: 'evil.example' }, { 'x-forwarded-host': 'evil.example' }, { forwarded: 'host=evil.example' }]) {
      const on = createTestApp({ db, dist: withView });
      expect(await canonicalOf(on, headers)).toBe('http://localhost:3000/here');
      for (const file of ['/robots.txt', '/sitemap.xml']) expect(await (await get(file, headers, on)).text()).not.toContain('evil');
    }
  });
});

describe('robots.txt', () => {
  const publicUrl = 'https://shop.example';

  test('robots.txt names the sitemap, and has the lines of the build', async () => {
    const response = await get('/robots.txt', {}, createTestApp({ db, dist: withView, publicUrl }));
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toBe('User-agent: *\n\nSitemap: https://shop.example/sitemap.xml\n');
  });

  test('robots.txt names no sitemap where there is none', async () => {
    const on = createTestApp({ db, dist: plain, publicUrl });
    expect(await (await get('/robots.txt', {}, on)).text()).toBe('User-agent: *');
    expect((await get('/sitemap.xml', html, on)).status).toBe(404);
  });
});

describe('the sitemap', () => {
  test('the sitemap lists products with date and picture, and escapes their names', async () => {
    const response = await get('/sitemap.xml', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(text.match(/<url>/g)).toHaveLength(29);
    expect(text).toContain('<url><loc>http://localhost:3000/product/stoneware-mug</loc><lastmod>2025-09-01</lastmod><image:image>');
    expect(text).toContain('/pictures/&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&lt;!-- $&amp; ]]&gt;</image:loc>');
  });

  test('the sitemap is revalidated by its ETag, and changes with the catalogue', async () => {
    const response = await get('/sitemap.xml');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const tag = response.headers.get('etag') ?? '';
    expect((await get('/sitemap.xml', { 'if-none-match': tag })).status).toBe(304);
    const head = await app.request('/sitemap.xml', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
    await db.updateTable('product').set({ name: 'Another name' }).where('id', '=', 'stoneware-mug').execute();
    await announceChange(db);
    expect((await get('/sitemap.xml', { 'if-none-match': tag })).status).toBe(200);
  });

  test('up to 10,000 URLs are in one file, and further files get 404', async () => {
    for (const address of ['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-0.xml', '/sitemap-x.xml']) {
      const response = await get(address, { accept: 'application/xml' });
      expect(response.status).toBe(404);
    }
  });

  test('the sitemap of a large shop is an index of files that contain each URL once', async () => {
    const on = createTestApp({ db, dist: large, publicUrl: 'https://shop.example' });
    const read = async (address: string) => (await get(address, {}, on)).text();
    const index = await read('/sitemap.xml');
    expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    const parts = [...index.matchAll(/<loc>https:\/\/shop\.example([^<]*)<\/loc>/g)].map(([, part]) => part ?? '');
    expect(parts).toEqual(['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml']);
    const addresses = await Promise.all(parts.map(async (part) => (await read(part)).match(/<loc>[^<]*/g) ?? []));
    expect(new Set(addresses.flat()).size).toBe(20_001);
    expect(addresses.flat()).toHaveLength(20_001);
    expect((await get('/sitemap-4.xml', {}, on)).status).toBe(404);
  });

  test('when the sitemap cannot be written, the response is a 500 without the reason', async () => {
    const response = await get('/sitemap.xml', {}, createTestApp({ db, dist: failing }));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });
});

describe('what shopping sites and assistants read', () => {
  const tableOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));

  test('the feed has a row with an id of its own for each variant, one value in each column, and no reseller’s price', async () => {
    const response = await get('/feeds/products.tsv', { 'accept-encoding': 'gzip' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/tab-separated-values; charset=utf-8']);
    const [heads = [], ...rows] = tableOf(gunzipSync(Buffer.from(await response.arrayBuffer())).toString());
    const named = rows.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index]])));
    expect(named.filter((row) => row.item_group_id === 'stoneware-mug')[1]).toMatchObject({
      description: 'Two lines and a tab',
      link: 'http://localhost:3000/product/stoneware-mug',
      price: '20.00 GBP',
      sale_price: '18.00 GBP',
      availability: 'in_stock',
      shipping: 'GB:::3.95 GBP',
      unit_pricing_measure: '100 g',
      unit_pricing_base_measure: '1 kg',
      min_handling_time: '1',
      max_handling_time: '3',
      identifier_exists: 'no',
      condition: 'new',
      color: 'Sage',
      size: expect.stringMatching(/^"6"{3}$/),
    });
    expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
    expect(rows.every((row) => row.length === heads.length && (row[0]?.length ?? 99) <= 50)).toBe(true);
    expect(heads.join()).not.toMatch(/resell/i);
  });

  test('the Markdown of a page names the page as the canonical one', async () => {
    const response = await get('/product/stoneware-mug.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('link')).toBe('<http://localhost:3000/product/stoneware-mug>; rel="canonical"');
  });

  test.each(['/feeds/products.tsv', '/llms.txt', '/product/soy-wax-candle.md'])(
    '%s is revalidated by its ETag, and has nothing of a withdrawn product',
    async (address) => {
      const response = await get(address);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const tag = response.headers.get('etag') ?? '';
      const again = await get(address, { 'if-none-match': tag });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const head = await app.request(address, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
      await withdrawProduct(db, 'soy-wax-candle', openingDay);
      const without = await get(address, { accept: 'text/plain', 'if-none-match': tag });
      expect(without.status).toBe(address.endsWith('.md') ? 404 : 200);
      expect(await without.text()).not.toContain('soy-wax-candle');
      await sellProduct(db, 'soy-wax-candle', openingDay);
    },
  );

  test('the feed’s availability follows the stock', async () => {
    const rowOf = async () => tableOf(await (await get('/feeds/products.tsv')).text()).find((row) => row[1] === 'oak-coasters');
    const { stock, sale_count } = await db
      .selectFrom('product')
      .select(['stock', 'sale_count'])
      .where('id', '=', 'oak-coasters')
      .executeTakeFirstOrThrow();
    expect(await rowOf()).toContain('in_stock');
    await db.updateTable('product').set({ sale_count: stock }).where('id', '=', 'oak-coasters').execute();
    await announceChange(db);
    expect(await rowOf()).toContain('out_of_stock');
    await db.updateTable('product').set({ sale_count }).where('id', '=', 'oak-coasters').execute();
    await announceChange(db);
  });

  test('a client that asks for the Markdown of many uncached pages is told when to ask again, and still gets cached ones', async () => {
    const limited = createTestApp({ db, dist: withView, readLimits: { renders: 20, queries: 20 } });
    const products = await db.selectFrom('product').select('id').execute();
    const answers: Response[] = [];
    for (const { id } of products) answers.push(await get(`/product/${id}.md`, {}, limited));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await get(`/product/${products[0]?.id}.md`, {}, limited)).status).toBe(200);
  });

  test.each(['/feeds/other.tsv', '/feeds/products.tsv/', '/product/no-such.md', '/llms.txt.md'])(
    'the unknown file %s is a 404',
    async (address) => {
      expect((await get(address, { accept: 'text/plain' })).status).toBe(404);
    },
  );

  test.each(['/feeds/products.tsv', '/llms.txt', '/product/stoneware-mug.md'])(
    'when %s cannot be written, the response is a 500 without the reason; without a build it is a 404',
    async (address) => {
      const response = await get(address, {}, createTestApp({ db, dist: failing }));
      expect([response.status, (await response.text()).includes('secret')]).toEqual([500, false]);
      expect((await get(address, { accept: 'text/plain' }, createTestApp({ db, dist: plain }))).status).toBe(404);
    },
  );
});

describe('without a build', () => {
  test('the API works without the storefront', async () => {
    const alone = createTestApp({ db });
    expect((await get('/client/products', {}, alone)).status).toBe(200);
    expect((await get('/', html, alone)).status).toBe(404);
  });
});
