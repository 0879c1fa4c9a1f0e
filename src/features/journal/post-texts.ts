import { type PostHead, type ProseNode, plainText } from './post.ts';
import { posts } from './posts.ts';

const files = import.meta.glob<readonly ProseNode[]>('./posts/*.md', { eager: true, import: 'default' });

export const textOf = ({ slug }: PostHead): readonly ProseNode[] => files[`./posts/${slug}.md`] ?? [];

/** The filters of the journal; an empty text filters nothing. */
export type JournalFilters = { readonly category: string; readonly tag: string; readonly searchText: string };

/** The words of a text in lower case, without punctuation. */
const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const containsAll = (post: PostHead, prefixes: readonly string[]): boolean => {
  const words = splitWords(`${post.title} ${post.summary} ${post.tags.join(' ')} ${plainText(textOf(post))}`);
  return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)));
};

/** The posts with the category and the tag that contain every word of `searchText` as a prefix; newest first. */
export const filterPosts = ({ category, tag, searchText }: JournalFilters): PostHead[] => {
  const prefixes = splitWords(searchText);
  return posts.filter(
    (post) => (!category || post.category === category) && (!tag || post.tags.includes(tag)) && containsAll(post, prefixes),
  );
};
