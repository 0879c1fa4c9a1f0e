import { type Piece, type PostHead, plainText } from './post.ts';
import { posts } from './posts.ts';

const files = import.meta.glob<readonly Piece[]>('./posts/*.md', { eager: true, import: 'default' });

/** The text of a post. */
export const textOf = ({ slug }: PostHead): readonly Piece[] => files[`./posts/${slug}.md`] ?? [];

/** What a reader of the journal has narrowed it to; empty is everything. */
export type JournalChoice = { readonly category: string; readonly tag: string; readonly words: string };

/** The words of a text, small, without what stands between them. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const hasWords = (post: PostHead, wanted: readonly string[]): boolean => {
  const words = wordsIn(`${post.title} ${post.summary} ${post.tags.join(' ')} ${plainText(textOf(post))}`);
  return wanted.every((start) => words.some((word) => word.startsWith(start)));
};

/** The posts that carry the category and the tag and hold every word, or its beginning; newest first. */
export const chosenPosts = ({ category, tag, words }: JournalChoice): PostHead[] => {
  const wanted = wordsIn(words);
  return posts.filter((post) => (!category || post.category === category) && (!tag || post.tags.includes(tag)) && hasWords(post, wanted));
};
