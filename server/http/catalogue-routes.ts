import { type Context, Hono } from 'hono';
import { listedProducts } from '#catalogue/listed-product.ts';
import { endpoints } from '#contract/endpoints.ts';
import { readListingQuery } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import { NotFound, TooMany } from '#server/domain/failure.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { sendEncoded } from '#server/http/encoded-body.ts';
import { createReadLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/services.ts';

/** Clients may store the response, but revalidate it by its ETag. */
const revalidate = 'no-cache';

/** Further ids are ignored: more than any shopper keeps. */
const maxIds = 200;

/** Answers with more products, encoded for one client alone, count towards its limit. */
const maxFreeProducts = 50;

/**
 * GET client/products in its four forms: by ids, one page, the list for this shop, or the plain list (`contract/endpoints.ts`). `limit` is
 * called before costly work.
 */
const sendProducts = async (c: Context, { catalogue, bodies, page }: CatalogueSnapshot, limit: () => Promise<void>): Promise<Response> => {
  const { searchParams } = new URL(c.req.url);
  const ids = searchParams.get('ids');
  if (ids !== null) {
    const requestedIds = [...new Set(ids.split(','))].slice(0, maxIds);
    if (requestedIds.length > maxFreeProducts) await limit();
    c.header('Cache-Control', revalidate);
    return c.json(listedProducts(requestedIds.flatMap((id) => catalogue.find(id) ?? [])));
  }
  if (searchParams.has('page')) {
    const { query, isReseller } = readListingQuery(searchParams);
    return sendEncoded(c, await page(query, isReseller, limit), revalidate);
  }
  return sendEncoded(c, await (searchParams.get('form') === 'list' ? bodies.list() : bodies.products()), revalidate);
};

/** Routes of products, categories and variations. */
export const catalogueRoutes = (services: Services, catalogue: () => Promise<CatalogueSnapshot>): Hono => {
  const waitForQueries = createReadLimit(services, 'queries');
  const limitQueries = async (c: Context): Promise<void> => {
    const wait = await waitForQueries(c);
    if (wait > 0) throw new TooMany(wait);
  };
  const findProduct = async (id: string): Promise<Product> => {
    const product = (await catalogue()).catalogue.find(id);
    if (!product) throw new NotFound('This product is not in the shop.');
    return product;
  };
  return new Hono()
    .get(endpoints.products.path, async (c) => sendProducts(c, await catalogue(), () => limitQueries(c)))
    .get(endpoints.product.path, async (c) => {
      const product = await findProduct(c.req.param('productId'));
      c.header('Cache-Control', revalidate);
      return c.json(product);
    })
    .get(endpoints.categories.path, async (c) => sendEncoded(c, await (await catalogue()).bodies.categories(), revalidate))
    .get(endpoints.variations.path, async (c) => sendEncoded(c, await (await catalogue()).bodies.variations(), revalidate))
    .get(endpoints.colorVariations.path, async (c) => {
      const productId = c.req.param('productId');
      const { variation } = await findProduct(productId);
      c.header('Cache-Control', revalidate);
      return c.json(variation.map((color) => ({ _id: `${productId}:${color.color}`, productId, ...color })));
    });
};
