import { useSearchParams } from 'react-router-dom';
import { chosenPosts, type JournalChoice } from '#features/journal/texts.ts';
import type { JournalVariant } from './journal-variants.ts';

const nothing: JournalChoice = { category: '', tag: '', words: '' };

/** The address of a list: only what narrows it stands there. */
const addressOf = (path: string, { category, tag, words }: JournalChoice, page: number): string => {
  const query = new URLSearchParams();
  if (category) query.set('category', category);
  if (tag) query.set('tag', tag);
  if (words) query.set('q', words);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
};

/**
 * The posts that the address asks for, and the addresses of its neighbours. `addressOfOnly` starts afresh with one choice, so that
 * the counts beside it hold; `addressWith` changes one and keeps the others. A page past the end shows the last.
 */
export const useJournal = ({ path, perPage }: JournalVariant) => {
  const [query] = useSearchParams();
  const choice: JournalChoice = {
    category: query.get('category') ?? '',
    tag: query.get('tag') ?? '',
    words: (query.get('q') ?? '').slice(0, 200).trim(),
  };
  const found = chosenPosts(choice);
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  const page = Math.min(Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1), pages);
  return {
    choice,
    count: found.length,
    posts: found.slice((page - 1) * perPage, page * perPage),
    page,
    pages,
    addressOfPage: (wanted: number) => addressOf(path, choice, wanted),
    addressOfOnly: (only: Partial<JournalChoice>) => addressOf(path, { ...nothing, ...only }, 1),
    addressWith: (change: Partial<JournalChoice>) => addressOf(path, { ...choice, ...change }, 1),
  };
};
