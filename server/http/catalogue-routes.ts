import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { findColorVariations } from '#server/domain/catalogue.ts';
import { answerPrepared } from '#server/http/prepared-answer.ts';
import type { PreparedCatalogue } from '#server/http/prepared-catalogue.ts';
import type { Services } from '#server/http/services.ts';

const asked = 'no-cache';

/** The catalogue's calls (spec 7). */
export const catalogueRoutes = ({ db }: Services, catalogue: () => Promise<PreparedCatalogue>): Hono =>
  new Hono()
    .get(endpoints.products.path, async (c) => answerPrepared(c, (await catalogue()).answers.products, asked))
    .get(endpoints.categories.path, async (c) => answerPrepared(c, (await catalogue()).answers.categories, asked))
    .get(endpoints.variations.path, async (c) => answerPrepared(c, (await catalogue()).answers.variations, asked))
    .get(endpoints.colorVariations.path, async (c) => {
      c.header('Cache-Control', asked);
      return c.json(await findColorVariations(db, c.req.param('productId')));
    });
