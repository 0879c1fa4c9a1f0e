import { useTranslation } from 'react-i18next';
import type { PostHead } from '#features/journal/post.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** When a post was published, and how long it takes to read. */
export const PostFacts = ({ post: { date, minutes } }: { readonly post: PostHead }) => {
  const { t } = useTranslation('journal');
  return (
    <p className="post-facts">
      <time dateTime={date}>{day.format(new Date(date))}</time>
      <span>{t('minutes', { count: minutes })}</span>
    </p>
  );
};
