import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { buildTextSearch } from '#catalogue/search.ts';
import { plainText } from '#features/journal/post.ts';
import { textOf } from '#features/journal/post-texts.ts';
import { posts } from '#features/journal/posts.ts';
import { paths } from '#shared/paths.ts';
import { useShop } from '#shared/shop.tsx';

/** A post of the journal or a page of the shop. */
export type FoundPage = {
  readonly kind: 'post' | 'page';
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** A post for shopkeepers. */
  readonly isTrade?: boolean;
};

/** Pages by their names in `paths`. Not the cart and the lists of a shopper: the header leads there, and "basket" is a thing that is sold. */
const pageNames = [
  'orderStatus',
  'refund',
  'contact',
  'about',
  'myAccount',
  'loginRegister',
  'terms',
  'privacy',
  'accessibility',
  'reviewPolicy',
  'collaboration',
  'wholesale',
  'reselling',
  'franchise',
  'blog',
] as const;

/**
 * The posts and pages that match a search, best first; `inFullText` searches the whole text of posts, too. Needs the namespaces `pages` and
 * `descriptions`.
 */
export const useFoundPages = (searchText: string, { inFullText = false } = {}): readonly FoundPage[] => {
  const { name: shopName } = useShop();
  const { t } = useTranslation(['pages', 'titles', 'descriptions']);
  const { found, search } = useMemo(() => {
    const searched: readonly { readonly page: FoundPage; readonly keywords: string; readonly fullText: string }[] = [
      ...posts.map((post) => ({
        page: {
          kind: 'post' as const,
          path: paths.post(post.slug),
          title: post.title,
          text: post.summary,
          isTrade: post.category === 'trade',
        },
        keywords: post.tags.join(' '),
        fullText: inFullText ? plainText(textOf(post)) : '',
      })),
      {
        page: { kind: 'page', path: `${paths.terms}#shipping`, title: t('pages:delivery.title'), text: t('pages:delivery.text') },
        keywords: t('pages:keywords.delivery'),
        fullText: '',
      },
      ...pageNames.map((name) => ({
        page: {
          kind: 'page' as const,
          path: paths[name],
          title: t(`titles:${name}`),
          text: t(`descriptions:${name}`, { shop: shopName }),
        },
        keywords: t(`pages:keywords.${name}`),
        fullText: '',
      })),
    ];
    const texts = searched.map(({ page, keywords, fullText }) => ({ name: page.title, tags: keywords, text: `${page.text} ${fullText}` }));
    return { found: searched.map(({ page }) => page), search: buildTextSearch(texts) };
  }, [t, inFullText, shopName]);
  return useMemo(() => {
    const pages = (search(searchText) ?? []).flatMap((row) => found[row] ?? []);
    // What is written for shopkeepers comes after what is written for shoppers.
    return [...pages.filter(({ isTrade }) => !isTrade), ...pages.filter(({ isTrade }) => isTrade)];
  }, [search, found, searchText]);
};
