import { type PostHead, postCategories } from './post.ts';

const files = import.meta.glob<PostHead>('./posts/*.md', { eager: true, query: '?head', import: 'default' });

/** Every post of the journal, newest first. */
export const posts: readonly PostHead[] = Object.values(files).sort(
  (one, other) => other.date.localeCompare(one.date) || one.slug.localeCompare(other.slug),
);

/** The post that an address asks for: the newest where it names none, nothing where it names one that there is not. */
export const findPost = (slug: string | null): PostHead | undefined =>
  slug === null ? posts[0] : posts.find((post) => post.slug === slug);

/** The posts published just before and just after this one. */
export const neighboursOf = (post: PostHead): { readonly older: PostHead | undefined; readonly newer: PostHead | undefined } => {
  const at = posts.indexOf(post);
  return { older: posts[at + 1], newer: posts[at - 1] };
};

/** The categories that have posts, with how many. */
export const categoryCounts = postCategories
  .map((category) => ({ category, count: posts.filter((post) => post.category === category).length }))
  .filter(({ count }) => count > 0);

/** Every tag that a post carries, in the order of the alphabet. */
export const tags: readonly string[] = [...new Set(posts.flatMap((post) => post.tags))].sort((one, other) => one.localeCompare(other));
