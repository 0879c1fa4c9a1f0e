/** The categories of the journal, in display order. */
export const postCategories = ['care', 'gifts', 'making', 'trade'] as const;

/** A post without its text, for lists and cards. */
export type PostHead = {
  readonly slug: string;
  readonly title: string;
  /** The day it was published, as `2026-10-24`. */
  readonly date: string;
  readonly category: (typeof postCategories)[number];
  readonly tags: readonly string[];
  readonly summary: string;
  readonly picture: { readonly src: string; readonly alt: string };
  /** The link at its end, to the products that it is about. */
  readonly link: { readonly to: string; readonly text: string };
  /** Reading time in minutes. */
  readonly minutes: number;
};

/** A node of a post's text: plain text or an element. */
export type ProseNode =
  | string
  | {
      readonly tag: 'h2' | 'h3' | 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'a';
      /** The target of a link. */
      readonly href?: string;
      readonly children: readonly ProseNode[];
    };

/** The text of some nodes without markup. */
export const plainText = (nodes: readonly ProseNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children))).join(' ');
