import './zod-config.ts';
import * as z from 'zod/mini';
import { variationType } from './product.ts';

/** What a shopper has chosen of a product. Colour and size go by name, because they have no ids of their own. */
export const choiceFields = {
  selectedVariation: z.optional(variationType),
  selectedProductColor: z.optional(z.string()),
  selectedProductSize: z.optional(z.string()),
} as const;
