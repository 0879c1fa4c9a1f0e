import { useTranslation } from 'react-i18next';
import type { PostHead } from '#features/journal/post.ts';
import { formatDay } from '#shared/format-date.ts';

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
