import { type Context, Hono } from 'hono';
import { leanProducts } from '#catalogue/lean-products.ts';
import { endpoints } from '#contract/endpoints.ts';
import { readListingQuery } from '#contract/listing-query.ts';
import { findColorVariations } from '#server/domain/catalogue.ts';
import { NotFound } from '#server/domain/failure.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { sendEncoded } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

const asked = 'no-cache';

/** No shopper keeps more than this many goods; the rest of a longer list of ids is not looked up. */
const mostIds = 200;

/** GET client/products in each of its forms (contract, endpoints). */
const answerProducts = async (c: Context, { catalogue, answers, page }: CatalogueSnapshot): Promise<Response> => {
  const { searchParams } = new URL(c.req.url);
  const ids = searchParams.get('ids');
  if (ids !== null) {
    const wanted = [...new Set(ids.split(','))].slice(0, mostIds);
    c.header('Cache-Control', asked);
    return c.json(leanProducts(wanted.flatMap((id) => catalogue.find(id) ?? [])));
  }
  if (searchParams.has('page')) {
    const { query, isReseller } = readListingQuery(searchParams);
    return sendEncoded(c, await page(query, isReseller), asked);
  }
  return sendEncoded(c, await answers[searchParams.get('form') === 'columns' ? 'columns' : 'products'](), asked);
};

/** The catalogue's calls. */
export const catalogueRoutes = ({ db }: Services, catalogue: () => Promise<CatalogueSnapshot>): Hono =>
  new Hono()
    .get(endpoints.products.path, async (c) => answerProducts(c, await catalogue()))
    .get(endpoints.product.path, async (c) => {
      const product = (await catalogue()).catalogue.find(c.req.param('productId'));
      if (!product) throw new NotFound('This product is not in the shop.');
      c.header('Cache-Control', asked);
      return c.json(product);
    })
    .get(endpoints.categories.path, async (c) => sendEncoded(c, await (await catalogue()).answers.categories(), asked))
    .get(endpoints.variations.path, async (c) => sendEncoded(c, await (await catalogue()).answers.variations(), asked))
    .get(endpoints.colorVariations.path, async (c) => {
      c.header('Cache-Control', asked);
      return c.json(await findColorVariations(db, c.req.param('productId')));
    });
