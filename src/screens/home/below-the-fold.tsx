import { PostCard } from '#blocks/post-card/post-card.tsx';
import { RecentlyViewed } from '#blocks/recently-viewed/recently-viewed.tsx';
import { posts } from '#features/journal/posts.ts';

const LatestPosts = () => (
  <ul className="latest-posts">
    {posts.slice(0, 3).map((post) => (
      <li key={post.slug}>
        <PostCard post={post} level={3} sizes="(min-width: 1700px) 414px, (min-width: 1200px) 374px, (min-width: 992px) 31vw, 180px" />
      </li>
    ))}
  </ul>
);

/** The newest posts, or this browser's recently viewed products. */
export const BelowTheFold = ({ part }: { readonly part: 'posts' | 'recent' }) => (part === 'posts' ? <LatestPosts /> : <RecentlyViewed />);
