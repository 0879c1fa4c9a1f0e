import type { VariationType } from './product.ts';

/** What is chosen of a product: a priced variation, and a colour and a size by name; what is not chosen is left out. */
export type ProductChoice = {
  readonly selectedVariation?: VariationType;
  readonly selectedProductColor?: string;
  readonly selectedProductSize?: string;
};

type Selected = { readonly [Field in keyof ProductChoice]?: ProductChoice[Field] | undefined };

/** The choice of a line, or of these values, without what is undefined. */
export const choiceOf = ({ selectedVariation, selectedProductColor, selectedProductSize }: Selected): ProductChoice => ({
  ...(selectedVariation && { selectedVariation }),
  ...(selectedProductColor !== undefined && { selectedProductColor }),
  ...(selectedProductSize !== undefined && { selectedProductSize }),
});
