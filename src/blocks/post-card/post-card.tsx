import { useTranslation } from 'react-i18next';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import type { PostHead } from '#features/journal/post.ts';
import { formatDay } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

type PostCardProps = {
  readonly post: PostHead;
  /** The `sizes` attribute of its picture. */
  readonly sizes: string;
  readonly level?: 2 | 3;
  /** The picture next to the text, on wide screens. */
  readonly isWide?: boolean;
  readonly isFirst?: boolean;
};

/** A post in a list: picture, category, title, summary, date and reading time. */
export const PostCard = ({ post, sizes, level = 2, isWide = false, isFirst = false }: PostCardProps) => {
  const { t } = useTranslation('journal');
  const Heading = `h${level}` as const;
  return (
    <article className={isWide ? 'post-card post-card-wide' : 'post-card'} aria-label={post.title}>
      <ProductPicture image={post.picture} alt="" sizes={sizes} loadOrder={isFirst ? 'first' : 'late'} />
      <div className="post-card-text">
        <p className="post-category">{t(`categories.${post.category}`)}</p>
        <Heading className="post-card-title">
          <Link to={paths.post(post.slug)}>{post.title}</Link>
        </Heading>
        <p className="post-summary">{post.summary}</p>
        <PostFacts post={post} />
      </div>
    </article>
  );
};

/** The date of a post and its reading time. */
export const PostFacts = ({ post: { date, minutes } }: { readonly post: PostHead }) => {
  const { t, i18n } = useTranslation('journal');
  return (
    <p className="post-facts">
      <time dateTime={date}>{formatDay(date, i18n.language)}</time>
      <span>{t('minutes', { count: minutes })}</span>
    </p>
  );
};
