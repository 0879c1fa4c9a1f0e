import './zod-config.ts';
import * as z from 'zod/mini';
import { variationType } from './product.ts';

/** What a shopper has chosen of a product (Spec): a priced variation, and a colour and a size by name. */
export const choiceFields = {
  selectedVariation: z.optional(variationType),
  selectedProductColor: z.optional(z.string()),
  selectedProductSize: z.optional(z.string()),
} as const;
