/** The shelves of the journal, in the order in which they are shown. */
export const postCategories = ['care', 'gifts', 'making', 'trade'] as const;

/** What is known of a post before it is read: what lists and cards show. */
export type PostHead = {
  readonly slug: string;
  readonly title: string;
  /** The day it was published, as `2026-10-24`. */
  readonly date: string;
  readonly category: (typeof postCategories)[number];
  readonly tags: readonly string[];
  readonly summary: string;
  readonly picture: { readonly src: string; readonly alt: string };
  /** The goods it speaks of: where in the shop they are, and what the link says. */
  readonly goods: { readonly to: string; readonly text: string };
  /** How long it takes to read. */
  readonly minutes: number;
};

/** A piece of a post's text: words, or an element with pieces inside. */
export type Piece =
  | string
  | {
      readonly tag: 'h2' | 'h3' | 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'a';
      /** Where a link leads. */
      readonly to?: string;
      readonly inside: readonly Piece[];
    };

/** The words of some pieces, without their elements. */
export const plainText = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : plainText(piece.inside))).join(' ');
