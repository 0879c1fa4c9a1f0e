import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '#contract/locale.ts';
import { categoryCounts, posts, tags } from '#features/journal/posts.ts';
import type { JournalChoice } from '#features/journal/texts.ts';
import { paths } from '#shared/paths.ts';
import { JournalSearch } from './journal-search.tsx';

/** How many of the latest posts it names. */
const latest = 3;

type JournalSidebarProps = {
  readonly path: string;
  readonly choice: JournalChoice;
  readonly addressOfOnly: (only: Partial<JournalChoice>) => string;
};

/** Ways through the journal: search, categories with counts, tags, the latest posts. */
export const JournalSidebar = ({ path, choice, addressOfOnly }: JournalSidebarProps) => {
  const { t, i18n } = useTranslation('journal');
  return (
    <aside className="journal-sidebar" aria-label={t('sidebar')}>
      <JournalSearch path={path} words={choice.words} addressOf={(words) => addressOfOnly({ words })} />
      <section>
        <h2>{t('categoriesHeading')}</h2>
        <ul className="journal-categories">
          {categoryCounts.map(({ category, count }) => (
            <li key={category}>
              <Link to={addressOfOnly({ category })} aria-current={category === choice.category ? 'true' : undefined}>
                <span>{t(`categories.${category}`)}</span> <span className="quiet">{formatNumber(count, i18n.language)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('tagsHeading')}</h2>
        <ul className="journal-tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Link className="chip" to={addressOfOnly({ tag })} aria-current={tag === choice.tag ? 'true' : undefined}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('latestHeading')}</h2>
        <ul className="journal-latest">
          {posts.slice(0, latest).map(({ slug, title }) => (
            <li key={slug}>
              <Link to={paths.post(slug)}>{title}</Link>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
};
