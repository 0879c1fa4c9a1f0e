import { lexer, type Token } from 'marked';
import * as z from 'zod';
import { picturePath } from '#contract/picture.ts';
import { type PostHead, type ProseNode, plainText, postCategories } from './post.ts';

/** The average reading speed of adults. */
const wordsPerMinute = 220;

const frontMatter = z.strictObject({
  title: z.string(),
  date: z.iso.date(),
  category: z.enum(postCategories),
  tags: z.string().transform((tags) => tags.split(',').map((tag) => tag.trim())),
  summary: z.string(),
  /** The picture's file name without width and format: `board-oak-front.5d57c67c.1200`. */
  picture: z.string(),
  alt: z.string(),
  link: z.string(),
  linkText: z.string(),
});

const elements = { paragraph: 'p', strong: 'strong', em: 'em' } as const;

const nodesOf = (token: Token): ProseNode[] => {
  const tokens = 'tokens' in token ? token.tokens : undefined;
  const children = (tokens ?? []).flatMap(nodesOf);
  switch (token.type) {
    case 'space':
      return [];
    case 'text':
    case 'escape':
      return tokens ? children : [token.text];
    case 'paragraph':
    case 'strong':
    case 'em':
      return [{ tag: elements[token.type], children }];
    case 'heading':
      if (token.depth === 2) return [{ tag: 'h2', children }];
      if (token.depth === 3) return [{ tag: 'h3', children }];
      break;
    case 'link':
      return [{ tag: 'a', href: token.href, children }];
    case 'list':
      return [{ tag: token.ordered ? 'ol' : 'ul', children: token.items.map(itemOf) }];
  }
  throw new Error(`A post cannot contain "${token.raw.trim()}" (${token.type})`);
};

const itemOf = ({ tokens }: { readonly tokens: Token[] }): ProseNode => ({ tag: 'li', children: tokens.flatMap(nodesOf) });

/**
 * Parses a post at build time: front matter between two `---`, then Markdown. Browsers get data, not a Markdown parser. Throws an error with
 * the post's name for what a post may not contain: raw HTML, a picture, an unknown category.
 */
export const readPost = (slug: string, file: string): { readonly head: PostHead; readonly text: readonly ProseNode[] } => {
  const [, matter = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(file.replaceAll('\r\n', '\n')) ?? [];
  const lines = matter.split('\n').map((line) => /^(\w+): (.+)$/.exec(line)?.slice(1) ?? [line]);
  try {
    const { picture, alt, link, linkText, ...head } = frontMatter.parse(Object.fromEntries(lines));
    const text = lexer(body).flatMap(nodesOf);
    const minutes = Math.max(1, Math.round(plainText(text).split(/\s+/).length / wordsPerMinute));
    return {
      head: { slug, ...head, picture: { src: picturePath(picture), alt }, link: { to: link, text: linkText }, minutes },
      text,
    };
  } catch (cause) {
    throw new Error(`The post ${slug}.md cannot be read`, { cause });
  }
};
