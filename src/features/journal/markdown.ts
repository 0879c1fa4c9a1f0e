import { lexer, type Token } from 'marked';
import * as z from 'zod';
import { pictureAddress } from '#contract/picture.ts';
import { type Piece, type PostHead, plainText, postCategories } from './post.ts';

/** Words that a grown-up reads in a minute. */
const pace = 220;

const frontMatter = z.strictObject({
  title: z.string(),
  date: z.iso.date(),
  category: z.enum(postCategories),
  tags: z.string().transform((tags) => tags.split(',').map((tag) => tag.trim())),
  summary: z.string(),
  /** The name that its file has before the width: `board-oak-alt.5d57c67c`. */
  picture: z.string(),
  alt: z.string(),
  goods: z.string(),
  goodsText: z.string(),
});

const elements = { paragraph: 'p', strong: 'strong', em: 'em' } as const;

const pieceOf = (token: Token): Piece[] => {
  const inner = 'tokens' in token ? token.tokens : undefined;
  const inside = (inner ?? []).flatMap(pieceOf);
  switch (token.type) {
    case 'space':
      return [];
    case 'text':
    case 'escape':
      return inner ? inside : [token.text];
    case 'paragraph':
    case 'strong':
    case 'em':
      return [{ tag: elements[token.type], inside }];
    case 'heading':
      if (token.depth === 2) return [{ tag: 'h2', inside }];
      if (token.depth === 3) return [{ tag: 'h3', inside }];
      break;
    case 'link':
      return [{ tag: 'a', to: token.href, inside }];
    case 'list':
      return [{ tag: token.ordered ? 'ol' : 'ul', inside: token.items.map(itemOf) }];
  }
  throw new Error(`A post has no place for "${token.raw.trim()}" (${token.type})`);
};

const itemOf = ({ tokens }: { readonly tokens: Token[] }): Piece => ({ tag: 'li', inside: tokens.flatMap(pieceOf) });

/**
 * Reads a post: front matter between two `---`, then Markdown. It runs while the shop is built, so that browsers get plain data and
 * no Markdown reader. What a post may not hold (raw HTML, a picture, a wrong category) stops the build with its name.
 */
export const readPost = (slug: string, file: string): { readonly head: PostHead; readonly text: readonly Piece[] } => {
  const [, matter = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(file.replaceAll('\r\n', '\n')) ?? [];
  const lines = matter.split('\n').map((line) => /^(\w+): (.+)$/.exec(line)?.slice(1) ?? [line]);
  try {
    const { picture, alt, goods, goodsText, ...known } = frontMatter.parse(Object.fromEntries(lines));
    const text = lexer(body).flatMap(pieceOf);
    const minutes = Math.max(1, Math.round(plainText(text).split(/\s+/).length / pace));
    return {
      head: { slug, ...known, picture: { src: pictureAddress(picture), alt }, goods: { to: goods, text: goodsText }, minutes },
      text,
    };
  } catch (cause) {
    throw new Error(`The post ${slug}.md cannot be read`, { cause });
  }
};
