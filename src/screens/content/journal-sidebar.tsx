import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatNumber } from '#contract/locale.ts';
import type { JournalFilters } from '#features/journal/post-texts.ts';
import { categoryCounts, posts, tags } from '#features/journal/posts.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { SearchForm } from '#shared/ui/search-form.tsx';

const maxLatest = 3;

type JournalSidebarProps = {
  readonly path: string;
  readonly filters: JournalFilters;
  readonly urlOfOnly: (only: Partial<JournalFilters>) => string;
};

/** Search, categories with counts, tags, the latest posts. */
export const JournalSidebar = ({ path, filters, urlOfOnly }: JournalSidebarProps) => {
  const { t, i18n } = useTranslation('journal');
  const navigate = useNavigate();
  return (
    <aside className="journal-sidebar" aria-label={t('sidebar')}>
      <SearchForm
        fieldKey={filters.searchText}
        action={path}
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        submitLabel={t('search.submit')}
        defaultValue={filters.searchText}
        onSearch={(searchText) => void navigate(urlOfOnly({ searchText }))}
      />
      <section>
        <h2>{t('categoriesHeading')}</h2>
        <ul className="journal-categories">
          {categoryCounts.map(({ category, count }) => (
            <li key={category}>
              <Link to={urlOfOnly({ category })} preventScrollReset aria-current={category === filters.category ? 'true' : undefined}>
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
              <Link className="chip" to={urlOfOnly({ tag })} preventScrollReset aria-current={tag === filters.tag ? 'true' : undefined}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('latestHeading')}</h2>
        <ul className="journal-latest">
          {posts.slice(0, maxLatest).map(({ slug, title }) => (
            <li key={slug}>
              <Link to={paths.post(slug)}>{title}</Link>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
};
