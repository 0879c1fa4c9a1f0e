import type { DeskProduct, ProductChanges, ProductFields } from '#contract/desk/products.ts';

type Part = { readonly pieces?: number | undefined };

/** What each part has of the pieces: what was typed, and the first of the others what is left. An emptied field (NaN) has none. */
const piecesOfParts = (parts: readonly Part[], total: number): number[] => {
  let rest = Math.max(0, total - parts.reduce((sum, { pieces }) => sum + (pieces || 0), 0));
  return parts.map(({ pieces }) => {
    if (pieces !== undefined) return pieces;
    const own = rest;
    rest = 0;
    return own;
  });
};

const hasSizes = ({ colors }: Pick<ProductFields, 'colors'>): boolean => colors.some(({ sizes }) => sizes.length > 0);

/** Whether an option is counted by itself from now on. */
const isNewlyCounted = ({ fields }: DeskProduct, { id, isCounted }: ProductFields['types'][number]): boolean =>
  isCounted && fields.types.find((type) => type.id === id)?.isCounted !== true;

/**
 * The pieces of a product that gets its first sizes, or options that are counted by themselves: `ofSizes` by colour, `ofTypes` by option, undefined
 * where nothing is to be said. `piecesSeen` are the pieces that its first sizes get.
 */
export const dividedPieces = (product: DeskProduct | undefined, { colors, types }: Pick<ProductFields, 'colors' | 'types'>) => {
  if (!product || product.toSell <= 0) return { piecesSeen: undefined, ofSizes: [], ofTypes: [] };
  const piecesSeen = hasSizes({ colors }) && !hasSizes(product.fields) ? product.toSell : undefined;
  const sizes =
    piecesSeen === undefined
      ? []
      : piecesOfParts(
          colors.flatMap((color) => color.sizes),
          piecesSeen,
        );
  let at = 0;
  const ofSizes = piecesSeen === undefined ? [] : colors.map((color) => color.sizes.map(() => sizes[at++] ?? 0));
  const counted = types.filter((type) => isNewlyCounted(product, type));
  const pieces = piecesOfParts(counted, product.toSell);
  const ofTypes = types.map((type) => pieces[counted.indexOf(type)]);
  return { piecesSeen, ofSizes, ofTypes };
};

/** The changes with the pieces as the form shows them. */
export const withPieces = (changes: ProductChanges, product: DeskProduct | undefined, fields: ProductFields): ProductChanges => {
  const { ofSizes, ofTypes } = dividedPieces(product, fields);
  return {
    ...changes,
    ...(changes.colors && {
      colors: changes.colors.map((color, at) => ({
        ...color,
        sizes: color.sizes.map((size, index) => ({ ...size, pieces: ofSizes[at]?.[index] })),
      })),
    }),
    ...(changes.types && { types: changes.types.map((type, at) => ({ ...type, pieces: ofTypes[at] })) }),
  };
};
