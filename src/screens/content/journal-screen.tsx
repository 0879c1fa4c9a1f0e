import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PostCard } from '#blocks/post-card/post-card.tsx';
import { maxSearchTextLength } from '#contract/listing-query.ts';
import { postCategories } from '#features/journal/post.ts';
import { filterPosts, type JournalFilters } from '#features/journal/post-texts.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { withQuery } from '#shared/paths.ts';
import { Breadcrumbs } from '#shared/ui/breadcrumbs.tsx';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { isPlainClick, Link } from '#shared/ui/link.tsx';
import { Pagination } from '#shared/ui/pagination.tsx';
import type { JournalPreset } from './journal-presets.ts';
import { JournalSidebar } from './journal-sidebar.tsx';
import '#styles/content-screens.scss';

const noFilters: JournalFilters = { category: '', tag: '', searchText: '' };

const urlOf = (path: string, { category, tag, searchText }: JournalFilters, page: number): string => {
  const query = new URLSearchParams();
  if (category) query.set('category', category);
  if (tag) query.set('tag', tag);
  if (searchText) query.set('q', searchText);
  if (page > 1) query.set('page', String(page));
  return withQuery(path, query);
};

/**
 * The posts of the current URL, and the URLs of other lists: `urlOfOnly` replaces all filters, so that the counts of the sidebar
 * are right; `urlWith` changes one. A page past the end is the last one.
 */
const useJournal = ({ path, perPage }: JournalPreset) => {
  const [query] = useSearchParams();
  const filters: JournalFilters = {
    category: query.get('category') ?? '',
    tag: query.get('tag') ?? '',
    searchText: (query.get('q') ?? '').slice(0, maxSearchTextLength).trim(),
  };
  const found = filterPosts(filters);
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  const page = Math.min(Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1), pages);
  return {
    filters,
    count: found.length,
    posts: found.slice((page - 1) * perPage, page * perPage),
    page,
    pages,
    urlOfPage: (target: number) => urlOf(path, filters, target),
    urlOfOnly: (only: Partial<JournalFilters>) => urlOf(path, { ...noFilters, ...only }, 1),
    urlWith: (change: Partial<JournalFilters>) => urlOf(path, { ...filters, ...change }, 1),
  };
};

/** The `sizes` attribute of the cards' pictures. */
const sizes = {
  wide: '(min-width: 1700px) 640px, (min-width: 1200px) 510px, (min-width: 576px) 44vw, 92vw',
  lead: '(min-width: 1700px) 474px, (min-width: 992px) 380px, (min-width: 576px) 46vw, 92vw',
  grid: '(min-width: 1700px) 474px, (min-width: 992px) 370px, (min-width: 576px) 46vw, 92vw',
  rows: '(min-width: 576px) 300px, 92vw',
} as const;

/** A removed chip passes the focus to the next chip, or to the count. */
const useChipFocus = (chipCount: number) => {
  const listRef = useRef<HTMLUListElement>(null);
  const countRef = useRef<HTMLParagraphElement>(null);
  const removedRef = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (removedRef.current === undefined) return;
    const next = listRef.current?.querySelectorAll<HTMLElement>('.chip')[Math.min(removedRef.current, chipCount - 1)];
    removedRef.current = undefined;
    (next ?? countRef.current)?.focus({ preventScroll: true });
  }, [chipCount]);
  return { listRef, countRef, removedRef };
};

/** The journal; `preset` differs by URL. */
export const JournalScreen = ({ preset }: { readonly preset: JournalPreset }) => {
  const { t } = useTranslation(['journal', 'titles']);
  const { path, view, hasSidebar } = preset;
  const { filters, count, posts, page, pages, urlOfPage, urlOfOnly, urlWith } = useJournal(preset);
  const { searchText, tag } = filters;
  const category = postCategories.find((each) => each === filters.category);
  const chips = [
    ...(filters.category ? [{ name: category ? t(`categories.${category}`) : filters.category, address: urlWith({ category: '' }) }] : []),
    ...(tag ? [{ name: tag, address: urlWith({ tag: '' }) }] : []),
    ...(searchText ? [{ name: t('chosen.searchText', { searchText }), address: urlWith({ searchText: '' }) }] : []),
  ];
  const { listRef, countRef, removedRef } = useChipFocus(chips.length);

  return (
    <div className="container-xl journal">
      <ScreenTitle name="blog" />
      <Breadcrumbs name={t('titles:blog')} />
      <header className="journal-head">
        <h1>{t('titles:blog')}</h1>
        <p className="quiet">{t('intro')}</p>
      </header>
      <div className={hasSidebar ? 'journal-columns' : undefined}>
        <div>
          <p ref={countRef} role="status" tabIndex={-1} className={chips.length > 0 ? 'journal-count' : 'visually-hidden'}>
            {t('found', { count })}
          </p>
          {chips.length > 0 && (
            <ul ref={listRef} className="chips" aria-label={t('chosen.label')}>
              {chips.map(({ name, address }, index) => (
                <li key={name}>
                  <Link
                    className="chip"
                    to={address}
                    preventScrollReset
                    aria-label={t('chosen.remove', { name })}
                    onClick={(event) => {
                      if (isPlainClick(event)) removedRef.current = index;
                    }}
                  >
                    <span>{name}</span>
                    <Icon name="cross" />
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {count === 0 && <EmptyNote heading={t('empty.heading')} text={t('empty.text')} button={t('empty.button')} to={path} />}
          <ul className={`journal-posts journal-${view}`}>
            {posts.map((post, index) => {
              const isWide = view === 'rows' || (view === 'lead' && index === 0 && chips.length === 0);
              return (
                <li key={post.slug}>
                  <PostCard post={post} sizes={sizes[isWide && view === 'lead' ? 'wide' : view]} isWide={isWide} isFirst={index === 0} />
                </li>
              );
            })}
          </ul>
          <Pagination page={page} pages={pages} urlOf={urlOfPage} />
        </div>
        {hasSidebar && <JournalSidebar path={path} filters={filters} urlOfOnly={urlOfOnly} />}
      </div>
    </div>
  );
};
