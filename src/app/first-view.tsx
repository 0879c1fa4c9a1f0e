import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { leanProducts } from '#catalogue/lean-products.ts';
import type { FirstKnown, ListPages, RenderFirstView } from '#contract/first-view.ts';
import type { CatalogueIndex, Listing } from '#contract/listing.ts';
import { writeListingQuery } from '#contract/listing-query.ts';
import { type Category, type Product, productList } from '#contract/product.ts';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { setIndex } from '#features/catalogue/open-catalogues.ts';
import { commonWords, languageOf } from '#shared/i18n/language.ts';
import { App } from './app.tsx';
import { preloadFirstPicture } from './head/first-picture.ts';
import { productPage, screenPages } from './head/listed-pages.ts';
import { pageAt } from './head/page.ts';
import { wholeAt } from './head/whole.ts';
import { headWords, writeHead } from './head/write-head.ts';
import { matchRow } from './match-row.ts';
import { redirects } from './route-table.ts';
import { screens } from './screens.tsx';
import { makeStore } from './store.ts';

/** Tags that React puts first in its output and that belong in the head. */
const leadingTags = /^(?:<title>[^<]*<\/title>|<link\b[^>]*>|<meta\b[^>]*>)+/;

/** A catalogue that remembers what it was asked: the shop in the browser begins with that, and with nothing more. */
const remembering = (catalogue: CatalogueIndex, categories: readonly Category[]) => {
  // Maps, because an id may be called __proto__.
  const listings = new Map<string, Listing>();
  const details = new Map<string, Product | null>();
  const asked: CatalogueIndex = {
    ...catalogue,
    list: (query, isReseller) => {
      const key = writeListingQuery(query, isReseller).toString();
      const known = listings.get(key);
      if (known) return known;
      const found = catalogue.list(query, isReseller);
      if (!found) return undefined;
      // As lists carry them, so that both sides render from the very same.
      const lean = { ...found, items: productList.parse(leanProducts(found.items)) };
      listings.set(key, lean);
      return lean;
    },
    find: (id) => {
      const found = catalogue.find(id);
      details.set(id, found ?? null);
      return found;
    },
  };
  const known = (): FirstKnown => ({
    total: catalogue.total,
    listings: Object.fromEntries(listings),
    details: Object.fromEntries(details),
    categories,
  });
  return { asked, known };
};

/**
 * The first view of an address as a string, for the document that the API process sends: the same shop that then starts in
 * the browser, before anything is known of that browser. 404 for what the shop does not know.
 */
export const renderFirstView: RenderFirstView = async ({ address, catalogue, categories, words, shopUrl }) => {
  const { pathname, search, searchParams } = new URL(address, 'http://shop.invalid');
  const redirect = redirects.find(({ from }) => from === pathname);
  if (redirect) return { status: 301, location: redirect.to + search };
  const { row } = matchRow(pathname);
  const namespaces = [...commonWords, headWords, ...row.words];
  const texts = await Promise.all(namespaces.map(async (namespace) => [namespace, await words(namespace)] as const));
  const language = languageOf(Object.fromEntries(texts));
  const { asked, known } = remembering(catalogue, categories);
  const store = makeStore(known());
  if (searchParams.has('q')) await catalogue.prepareSearch();
  // An empty list stands for the whole one: all questions go to its catalogue.
  const products: Product[] = [];
  setIndex(products, asked);
  store.dispatch(loadProducts.fulfilled({ products, total: catalogue.total, tag: null }, ''));
  await screens[row.screen].preload();

  const output = renderToString(
    <App store={store} language={language} router={(content) => <StaticRouter location={address}>{content}</StaticRouter>} />,
  );
  const title = leadingTags.exec(output)?.[0] ?? '';
  const html = output.slice(title.length);
  const begun = JSON.stringify(known());
  const page = pageAt(pathname, searchParams, asked);
  const { tags, data } = writeHead({ page, whole: wholeAt(shopUrl), categories, language });
  return {
    status: page.isKnown ? 200 : 404,
    html,
    head: title + tags,
    firstPicture: preloadFirstPicture(html),
    data,
    known: begun,
    modules: ['src/app/start.tsx', 'src/app/persistence.ts', 'src/app/tabs.ts', screens[row.screen].module],
  };
};

/** The addresses that search engines should know: screens and posts first, then the products. */
export const listPages: ListPages = ({ shopUrl, products, from, most }) => {
  const whole = wholeAt(shopUrl);
  const fixed = screenPages(whole);
  const listed = products.slice(Math.max(0, from - fixed.length), Math.max(0, from + most - fixed.length));
  return {
    total: fixed.length + products.length,
    pages: [...fixed.slice(from, from + most), ...listed.map((product) => productPage(product, whole))],
  };
};
