import { type Kysely, type Migration, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** What the storefront showed for categories with these slugs while its texts held the descriptions. */
const formerTexts: Readonly<Record<string, string>> = {
  'kitchen-table':
    'For the table, the stove and the cupboard above it. Metal leaves grey lines on a matt glaze; bicarbonate takes them off.',
  'home-living': 'Things for shelves, sills and the end of the sofa.',
  'bath-body': 'Cold process soap, and dishes that let it dry.',
  'candles-scent': 'Soy and beeswax, in glass, in stoneware, and by the taper.',
  textiles: 'Linen, wool and coiled jute.',
  garden: 'Terracotta for window sills and small gardens.',
};

const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('category')
    .addColumn('description', 'text', (column) => column.notNull().defaultTo('').check(sql`length(description) <= 200`))
    .execute();
  for (const [slug, description] of Object.entries(formerTexts))
    await db.updateTable('category').set({ description }).where('slug', '=', slug).execute();
};

/** The seller's sentence about each category. Landed migrations are never edited. */
export const categoryDescriptions: Migration = { up };
