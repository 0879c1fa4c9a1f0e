import { type PostHead, postCategories } from './post.ts';

const files = import.meta.glob<PostHead>('./posts/*.md', { eager: true, query: '?head', import: 'default' });

/** By code units, so that server and browser sort alike, whatever their languages are. */
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** All posts, newest first. */
export const posts: readonly PostHead[] = Object.values(files).sort(
  (one, other) => compare(other.date, one.date) || compare(one.slug, other.slug),
);

/** The post of `?post=`: the newest for null, undefined for an unknown slug. */
export const findPost = (slug: string | null): PostHead | undefined =>
  slug === null ? posts[0] : posts.find((post) => post.slug === slug);

/** The posts published just before and just after this one. */
export const neighboursOf = (post: PostHead): { readonly older: PostHead | undefined; readonly newer: PostHead | undefined } => {
  const index = posts.indexOf(post);
  return { older: posts[index + 1], newer: posts[index - 1] };
};

/** The categories that have posts, with their number. */
export const categoryCounts = postCategories
  .map((category) => ({ category, count: posts.filter((post) => post.category === category).length }))
  .filter(({ count }) => count > 0);

/** All tags in alphabetical order. */
export const tags: readonly string[] = [...new Set(posts.flatMap((post) => post.tags))].sort(compare);
