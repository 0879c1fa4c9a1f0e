import { useSearchParams } from 'react-router-dom';
import { maxSearchTextLength } from '#contract/listing-query.ts';
import { filterPosts, type JournalFilters } from '#features/journal/post-texts.ts';
import { withQuery } from '#shared/paths.ts';
import type { JournalVariant } from './journal-variants.ts';

const noFilters: JournalFilters = { category: '', tag: '', searchText: '' };

const addressOf = (path: string, { category, tag, searchText }: JournalFilters, page: number): string => {
  const query = new URLSearchParams();
  if (category) query.set('category', category);
  if (tag) query.set('tag', tag);
  if (searchText) query.set('q', searchText);
  if (page > 1) query.set('page', String(page));
  return withQuery(path, query);
};

/**
 * The posts of the current address, and the addresses of other lists: `addressOfOnly` replaces all filters, so that the counts of the sidebar
 * are right; `addressWith` changes one. A page past the end is the last one.
 */
export const useJournal = ({ path, perPage }: JournalVariant) => {
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
    addressOfPage: (target: number) => addressOf(path, filters, target),
    addressOfOnly: (only: Partial<JournalFilters>) => addressOf(path, { ...noFilters, ...only }, 1),
    addressWith: (change: Partial<JournalFilters>) => addressOf(path, { ...filters, ...change }, 1),
  };
};
