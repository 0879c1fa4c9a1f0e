import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { App, shopRoutes } from '#app/app.tsx';
import { markdownNamespace, markdownOf, pageOfMarkdown, writeLlms, writePage } from '#app/head/markdown-pages.ts';
import { absoluteUrlAt, preloadFirstPictures, type Site } from '#app/head/markup.ts';
import { offersOf } from '#app/head/offers.ts';
import { pageAt } from '#app/head/page.ts';
import { categoryPages, productPage, screenPages } from '#app/head/sitemap-pages.ts';
import { headNamespace, writeHead } from '#app/head/write-head.ts';
import { notFoundRoute, redirects, routeAt } from '#app/routes.ts';
import { makeStore } from '#app/store.ts';
import { listedProducts } from '#catalogue/listed-product.ts';
import type {
  HydrationData,
  ListOffers,
  ListSitemapPages,
  RenderPage,
  RenderRequest,
  WriteGuide,
  WriteMarkdown,
} from '#contract/hydration-data.ts';
import type { CatalogueIndex, Listing } from '#contract/listing.ts';
import { writeListingQuery } from '#contract/listing-query.ts';
import { type Category, type Product, productList } from '#contract/product.ts';
import type { PublicShop } from '#contract/shop.ts';
import { ServerCatalogue } from '#features/catalogue/use-catalogue.ts';
import { commonNamespaces, languageOf } from '#shared/i18n/language.ts';
import { shopOf } from '#shared/shop.tsx';

/** Tags that React hoists to the start of its output and that belong in the head. */
const leadingTags = /^(?:<title>[^<]*<\/title>|<link\b[^>]*>|<meta\b[^>]*>)+/;

/** Base for parsing URLs; never requested. */
const origin = 'http://shop.invalid';

const siteOf = (shop: PublicShop, shopUrl: string): Site => ({ shop: shopOf(shop), toAbsoluteUrl: absoluteUrlAt(shopUrl) });

const router = createStaticHandler(shopRoutes());

/** A catalogue that records what was read from it: `hydrationData` gives exactly that, so that the document carries nothing else. */
const recording = (catalogue: CatalogueIndex, categories: readonly Category[]) => {
  // Maps, because a product id may be "__proto__".
  const listings = new Map<string, Listing>();
  const details = new Map<string, Product | null>();
  const recordingCatalogue: CatalogueIndex = {
    ...catalogue,
    list: (query, isReseller) => {
      const key = writeListingQuery(query, isReseller).toString();
      const cached = listings.get(key);
      if (cached) return cached;
      const found = catalogue.list(query, isReseller);
      if (!found) return undefined;
      // Server and browser must render from the same fields.
      const listed = { ...found, items: productList.parse(listedProducts(found.items)) };
      listings.set(key, listed);
      return listed;
    },
    find: (id) => {
      const found = catalogue.find(id);
      details.set(id, found ?? null);
      return found;
    },
  };
  const hydrationData = (): HydrationData => ({
    total: catalogue.total,
    listings: Object.fromEntries(listings),
    details: Object.fromEntries(details),
    categories,
  });
  const productIds = (): string[] => [
    ...new Set([...details.keys(), ...[...listings.values()].flatMap(({ items }) => items.map(({ _id }) => _id))]),
  ];
  return { recorded: recordingCatalogue, hydrationData, productIds };
};

const readTexts = async (loadNamespace: RenderRequest['loadNamespace'], namespaces: readonly string[]) =>
  Object.fromEntries(await Promise.all(namespaces.map(async (namespace) => [namespace, await loadNamespace(namespace)] as const)));

/**
 * Renders the page of a URL without anything of a shopper: 301 for a misspelt URL, 404 for an unknown one, 410 for a withdrawn
 * product. Throws what a screen throws.
 */
export const renderPage: RenderPage = async ({
  address,
  shop: publicShop,
  catalogue,
  withdrawnIds,
  categories,
  loadReviews,
  loadNamespace,
  shopUrl,
}) => {
  const { pathname, search, searchParams } = new URL(address, origin);
  const redirect = redirects.find(({ from }) => from === pathname);
  if (redirect) return { status: 301, location: redirect.to + search };
  const {
    route: { handle },
    params,
  } = routeAt(pathname);
  const texts = await readTexts(loadNamespace, [...commonNamespaces, ...handle.namespaces]);
  const language = languageOf({ ...texts, ...(await readTexts(loadNamespace, [headNamespace])) });
  const { recorded, hydrationData, productIds } = recording(catalogue, categories);
  const context = await router.query(new Request(new URL(address, origin)));
  if (context instanceof Response) throw new Error(`${address} was answered with ${context.status} by a loader`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  if (searchParams.has('q')) await catalogue.prepareSearch();

  const shop = shopOf(publicShop);
  const output = renderToString(
    <ServerCatalogue value={{ index: recorded, categories }}>
      <App shop={shop} store={makeStore()} language={language}>
        <StaticRouterProvider router={createStaticRouter(router.dataRoutes, context)} context={context} hydrate={false} />
      </App>
    </ServerCatalogue>,
  );
  const title = leadingTags.exec(output)?.[0] ?? '';
  const html = output.slice(title.length);
  // Read before the head is written: what only the head reads is not needed for hydration.
  const hydrationJson = JSON.stringify({ ...hydrationData(), texts } satisfies HydrationData);
  const page = pageAt(pathname, searchParams, recorded);
  const { product } = page;
  const reviews = product && product.reviewCount > 0 && page.canonical !== undefined ? await loadReviews(product._id) : [];
  const { tags, data } = writeHead({ page, site: siteOf(publicShop, shopUrl), categories, reviews, language });
  const isWithdrawn = handle.id === 'product' && withdrawnIds?.has(params.id ?? '') === true;
  const missingStatus = isWithdrawn ? 410 : 404;
  return {
    status: page.isKnown ? 200 : missingStatus,
    html,
    head: title + tags,
    picturePreloads: preloadFirstPictures(html),
    data,
    hydrationData: hydrationJson,
    productIds: productIds(),
    modules: [handle.module],
  };
};

/** The URL without what its document does not depend on: the path of an unknown page, and parameters that its screen does not read. */
export const documentUrl = (address: string): string => {
  const { pathname, searchParams } = new URL(address, origin);
  if (redirects.some(({ from }) => from === pathname)) return address;
  const { route } = routeAt(pathname);
  if (route === notFoundRoute) return notFoundRoute.example;
  const query = String(new URLSearchParams([...searchParams].filter(([name]) => route.handle.params?.includes(name))));
  return query === '' ? pathname : `${pathname}?${query}`;
};

/** The sitemap: screens, journal posts and categories first, then the products. */
export const listSitemapPages: ListSitemapPages = ({ shopUrl, products, categories, offset, limit }) => {
  const toAbsoluteUrl = absoluteUrlAt(shopUrl);
  const fixed = [...screenPages(toAbsoluteUrl), ...categoryPages(categories, toAbsoluteUrl)];
  const listed = products.slice(Math.max(0, offset - fixed.length), Math.max(0, offset + limit - fixed.length));
  return {
    total: fixed.length + products.length,
    pages: [...fixed.slice(offset, offset + limit), ...listed.map((product) => productPage(product, toAbsoluteUrl))],
  };
};

/** Every variant of these products, for the feed. */
export const listOffers: ListOffers = ({ shop, shopUrl, products }) =>
  products.flatMap((product) => offersOf(product, siteOf(shop, shopUrl)));

/** `/llms.txt`. */
export const writeGuide: WriteGuide = async ({ shop, shopUrl, products, categories, loadNamespace }) => {
  const language = languageOf(await readTexts(loadNamespace, [...commonNamespaces, headNamespace, markdownNamespace]));
  return writeLlms(products, categories, siteOf(shop, shopUrl), language);
};

/** The Markdown of a page, from its rendered HTML. */
export const writeMarkdown: WriteMarkdown = async (request) => {
  const address = pageOfMarkdown(request.address);
  if (address === undefined) return undefined;
  const { pathname, searchParams } = new URL(address, origin);
  const page = pageAt(pathname, searchParams, request.catalogue);
  if (page.canonical === undefined || markdownOf(page) === undefined) return undefined;
  const rendered = await renderPage({ ...request, address: page.canonical });
  if (rendered.status !== 200) return undefined;
  const site = siteOf(request.shop, request.shopUrl);
  const language = languageOf(await readTexts(request.loadNamespace, [...commonNamespaces, markdownNamespace]));
  return { text: writePage(rendered.html, page, site, language), url: site.toAbsoluteUrl(page.canonical) };
};
