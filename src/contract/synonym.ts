import './zod-config.ts';
import * as z from 'zod/mini';

/** A word or phrase of shoppers, and the words of products that a search for it also finds; not the reverse. */
const synonym = z.object({ word: z.string(), finds: z.array(z.string()) });

export const synonymList = z.array(synonym);

export type Synonym = z.output<typeof synonym>;
