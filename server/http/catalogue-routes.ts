import type { Context } from 'hono';
import { listedProducts } from '#catalogue/listed-product.ts';
import { readListingQuery } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import { NotFound } from '#server/domain/failure.ts';
import { calls } from '#server/http/calls.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { revalidate, sendEncoded } from '#server/http/encoded-body.ts';
import { createListingPages } from '#server/http/listing-pages.ts';
import type { Serve } from '#server/http/serve.ts';

/** Further ids are ignored: more than any shopper keeps. */
const maxIds = 200;

/** Answers with more products, encoded for one client alone, count towards its limit. */
const maxFreeProducts = 50;

/**
 * GET client/products in its four forms: by ids, one page, the list for this shop, or the plain list (`contract/endpoints.ts`). `limit` is
 * called before costly work.
 */
const sendProducts = async (
  c: Context,
  snapshot: CatalogueSnapshot,
  readPage: ReturnType<typeof createListingPages>,
  limit: () => Promise<void>,
): Promise<Response> => {
  const { catalogue, bodies } = snapshot;
  const { searchParams } = new URL(c.req.url);
  const ids = searchParams.get('ids');
  if (ids !== null) {
    const requestedIds = [...new Set(ids.split(','))].slice(0, maxIds);
    if (requestedIds.length > maxFreeProducts) await limit();
    return c.json(listedProducts(requestedIds.flatMap((id) => catalogue.find(id) ?? [])));
  }
  if (searchParams.has('page')) return sendEncoded(c, await readPage(snapshot, readListingQuery(searchParams), limit), revalidate);
  return sendEncoded(c, await (searchParams.get('form') === 'list' ? bodies.list() : bodies.products()), revalidate);
};

export const catalogueRoutes = (serve: Serve, catalogue: () => Promise<CatalogueSnapshot>): void => {
  const readPage = createListingPages();
  const findProduct = async (id: string): Promise<Product> => {
    const product = (await catalogue()).catalogue.find(id);
    if (!product) throw new NotFound('This product is not in the shop.');
    return product;
  };
  serve(calls.products, async ({ c, limit }) => sendProducts(c, await catalogue(), readPage, limit));
  serve(calls.product, ({ c }) => findProduct(c.req.param('productId')));
  serve(calls.categories, async ({ c }) => sendEncoded(c, await (await catalogue()).bodies.categories(), revalidate));
  serve(calls.variations, async ({ c }) => sendEncoded(c, await (await catalogue()).bodies.variations(), revalidate));
  serve(calls.colorVariations, async ({ c }) => {
    const productId = c.req.param('productId');
    const { variation } = await findProduct(productId);
    return variation.map((color) => ({ _id: `${productId}:${color.color}`, productId, ...color }));
  });
};
