import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { textLine } from '#contract/text-line.ts';

/** The version of a list as it was read. A change with another version is answered with 409 and the code `changed`. */
const versioned = { version: z.string() };

const seenVersion = { version: z.string().check(z.maxLength(100)) };

/** GET /desk/api/categories, in their order; `products` counts withdrawn ones, too. */
export const deskCategories = z.object({
  ...versioned,
  items: z.array(z.object({ slug: z.string(), name: z.string(), description: z.string(), products: z.number() })),
});

export type DeskCategories = z.output<typeof deskCategories>;

const name = textLine(60, 1);
const description = textLine(200);
const slug = textLine(100, 1);

/** POST /desk/api/categories: answered with the list as it is then. `order` names all of them. */
export const categoryChange = z.object({
  ...seenVersion,
  change: z.discriminatedUnion('what', [
    z.object({ what: z.literal('add'), name, description }),
    z.object({ what: z.literal('edit'), slug, name, description }),
    z.object({ what: z.literal('order'), slugs: z.array(slug).check(z.maxLength(1000)) }),
    z.object({ what: z.literal('remove'), slug }),
  ]),
});

export type CategoryChange = z.output<typeof categoryChange>;

/** GET /desk/api/synonyms: a search for `word` also finds goods with one of `finds`; `unknown` are in no product. */
export const deskSynonyms = z.object({
  ...versioned,
  items: z.array(z.object({ word: z.string(), finds: z.array(z.string()), products: z.number(), unknown: z.array(z.string()) })),
});

export type DeskSynonyms = z.output<typeof deskSynonyms>;

const word = textLine(60, 1);

/** POST /desk/api/synonyms: sets what a word finds, or with nothing to find removes it; answered with the list as it is then. */
export const synonymChange = z.object({ ...seenVersion, word, finds: z.array(word).check(z.maxLength(20)) });

export type SynonymChange = z.output<typeof synonymChange>;

export const catalogueFormats = ['csv', 'json'] as const;

/**
 * POST /desk/api/catalogue/import. With `version` null it is a trial, which only says what would happen; with the version of a trial it is done, or
 * answered with 409 and the code `changed`. `setsStock`: the file's stock replaces the stock of existing products.
 */
export const catalogueFile = z.object({
  file: z.string().check(z.minLength(1), z.maxLength(5_000_000)),
  format: z.enum(catalogueFormats),
  setsStock: z.boolean(),
  addsCategories: z.boolean(),
  version: z.nullable(z.int()),
});

const namedItem = { id: z.string(), name: z.string() };

/**
 * `stockKept`: how many have another stock in the file, which is not used. `notes`: what a
 * seller should know of a product, such as why its reduction will not show. `refused`: nothing is imported while there is one.
 */
export const importPlan = z.object({
  version: z.int(),
  isDone: z.boolean(),
  added: z.array(z.object(namedItem)),
  changed: z.array(z.object({ ...namedItem, fields: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })) })),
  unchanged: z.number(),
  stockKept: z.number(),
  notes: z.array(z.object({ ...namedItem, text: z.string() })),
  refused: z.array(z.object({ where: z.string(), why: z.string() })),
});

export type ImportPlan = z.output<typeof importPlan>;

/** POST /desk/api/catalogue/export: answered with a file to save. */
export const catalogueExport = z.object({ format: z.enum(catalogueFormats) });
