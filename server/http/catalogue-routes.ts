import { type Context, Hono } from 'hono';
import { leanProducts } from '#catalogue/lean-products.ts';
import { endpoints } from '#contract/endpoints.ts';
import { readListingQuery } from '#contract/listing-query.ts';
import { findColorVariations } from '#server/domain/catalogue.ts';
import { NotFound } from '#server/domain/failure.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { sendEncoded } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

/** Clients may store the response, but revalidate it by its ETag. */
const revalidate = 'no-cache';

/** Further ids are ignored: more than any shopper keeps. */
const maxIds = 200;

/** GET client/products in its four forms: by ids, one page, columns, or the full list (`contract/endpoints.ts`). */
const sendProducts = async (c: Context, { catalogue, bodies, page }: CatalogueSnapshot): Promise<Response> => {
  const { searchParams } = new URL(c.req.url);
  const ids = searchParams.get('ids');
  if (ids !== null) {
    const requestedIds = [...new Set(ids.split(','))].slice(0, maxIds);
    c.header('Cache-Control', revalidate);
    return c.json(leanProducts(requestedIds.flatMap((id) => catalogue.find(id) ?? [])));
  }
  if (searchParams.has('page')) {
    const { query, isReseller } = readListingQuery(searchParams);
    return sendEncoded(c, await page(query, isReseller), revalidate);
  }
  return sendEncoded(c, await bodies[searchParams.get('form') === 'columns' ? 'columns' : 'products'](), revalidate);
};

/** Routes of products, categories and variations. */
export const catalogueRoutes = ({ db }: Services, catalogue: () => Promise<CatalogueSnapshot>): Hono =>
  new Hono()
    .get(endpoints.products.path, async (c) => sendProducts(c, await catalogue()))
    .get(endpoints.product.path, async (c) => {
      const product = (await catalogue()).catalogue.find(c.req.param('productId'));
      if (!product) throw new NotFound('This product is not in the shop.');
      c.header('Cache-Control', revalidate);
      return c.json(product);
    })
    .get(endpoints.categories.path, async (c) => sendEncoded(c, await (await catalogue()).bodies.categories(), revalidate))
    .get(endpoints.variations.path, async (c) => sendEncoded(c, await (await catalogue()).bodies.variations(), revalidate))
    .get(endpoints.colorVariations.path, async (c) => {
      c.header('Cache-Control', revalidate);
      return c.json(await findColorVariations(db, c.req.param('productId')));
    });
