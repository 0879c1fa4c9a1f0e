import { type ComponentProps, useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { FindPages } from '#blocks/found-pages/found-pages.tsx';
import type { FoundPage } from '#blocks/found-pages/use-found-pages.ts';
import { ListedPrice } from '#blocks/price/price.tsx';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { useSuggestions } from '#features/catalogue/use-suggestions.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

/** The active suggestion: by its key or, while results are loading, by arrow key steps from the field (down is positive). */
export type ActiveSuggestion = { readonly key: string } | { readonly steps: number };

type SuggestionListProps = {
  readonly searchText: string;
  readonly input: HTMLInputElement;
  readonly chosen: ActiveSuggestion | undefined;
  readonly onMove: (chosen: ActiveSuggestion) => void;
  readonly onChange: (combobox: ComponentProps<'input'>) => void;
  /** Receives the number of matching products, and of posts and pages, for the live region. */
  readonly onFound: (count: number | undefined, pageCount: number) => void;
  /** Receives the text that the field gets: empty for everything but a search. */
  readonly onChosen: (text: string) => void;
};

/** The index after some steps from the field, wrapping around; -1 is the field. */
const indexAfter = (steps: number, length: number): number => {
  if (steps === 0 || length === 0) return -1;
  return steps > 0 ? (steps - 1) % length : length - 1 - ((-steps - 1) % length);
};

const noPages: readonly FoundPage[] = [];
/** Of each kind: products come first. */
const maxPages = 2;

type PageGroupProps = {
  readonly kind: FoundPage['kind'];
  readonly pages: readonly FoundPage[];
  readonly id: string;
  /** The attributes of an option, by its key. */
  readonly option: (key: string) => Omit<ComponentProps<typeof Link>, 'to'>;
};

// Apart from the list, because the namespace is loaded once pages are found, and not before.
const PageGroup = ({ kind, pages, id, option }: PageGroupProps) => {
  const { t } = useTranslation('pages');
  return (
    <fieldset aria-labelledby={id}>
      <p id={id} className="suggestions-title" role="presentation">
        {t(kind === 'post' ? 'journal' : 'help')}
      </p>
      {pages.map(({ path, title }) => (
        <Link key={path} className="suggestion" to={path} {...option(path)}>
          <span className="suggestion-name">{title}</span>
        </Link>
      ))}
    </fieldset>
  );
};

const OnlyPages = ({ searchText }: { readonly searchText: string }) => {
  const { t } = useTranslation('pages');
  return (
    <p key={searchText} className="suggestions-none">
      {t('noProducts', { searchText })} <span>{t('perhaps')}</span>
    </p>
  );
};

/** A listbox of products, categories, posts, pages and a link to all results. Arrow keys wrap around, Enter follows the active option. */
export const SuggestionList = ({ searchText, input, chosen, onMove, onChange, onFound, onChosen }: SuggestionListProps) => {
  const { t } = useTranslation('common');
  const id = useId();
  const isReseller = useSelector(selectIsReseller);
  const { products, categories: suggested, count, isEmpty: hasNoProducts, isBusy } = useSuggestions(searchText, isReseller);
  const [found, setFound] = useState({ searchText: '', pages: noPages });
  const onPages = useCallback((text: string, pages: readonly FoundPage[]) => setFound({ searchText: text, pages }), []);
  const pages = found.searchText === searchText ? found.pages : noPages;
  const groups = (['post', 'page'] as const)
    .map((kind) => ({ kind, pages: pages.filter((page) => page.kind === kind).slice(0, maxPages) }))
    .filter((group) => group.pages.length > 0);
  const pageCount = groups.reduce((sum, group) => sum + group.pages.length, 0);
  const isEmpty = hasNoProducts && pageCount === 0;
  // Without matches these are the largest ones, as a way on.
  const categories = hasNoProducts && !isEmpty ? [] : suggested;

  const keys = [
    ...products.map((product) => `p-${product._id}`),
    ...categories.map(({ slug }) => `c-${slug}`),
    ...groups.flatMap((group) => group.pages.map(({ path }) => path)),
    ...(hasNoProducts ? [] : ['all']),
  ];
  const activeIndex =
    chosen === undefined ? -1 : 'key' in chosen ? keys.indexOf(chosen.key) : isBusy ? -1 : indexAfter(chosen.steps, keys.length);
  const optionId = (key: string): string => `${id}-${keys.indexOf(key)}`;
  const active = activeIndex === -1 ? undefined : `${id}-${activeIndex}`;
  const option = (key: string) => ({
    id: optionId(key),
    role: 'option' as const,
    tabIndex: -1,
    'aria-selected': keys[activeIndex] === key,
    onClick: () => onChosen(key === 'all' ? searchText : ''),
  });

  const hasOptions = keys.length > 0;
  useEffect(() => {
    onChange({ 'aria-expanded': hasOptions, 'aria-controls': id, 'aria-activedescendant': active });
    if (active) document.getElementById(active)?.scrollIntoView?.({ block: 'nearest' });
  }, [onChange, hasOptions, id, active]);
  useEffect(() => () => onChange({}), [onChange]);
  useEffect(() => onFound(count, pageCount), [onFound, count, pageCount]);

  // A text, so that the effect depends on the keys and not on their array.
  const joinedKeys = keys.join('\n');
  useEffect(() => {
    const options = joinedKeys.split('\n');
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented) return;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) {
        event.preventDefault();
        const next = activeIndex === -1 ? indexAfter(step, options.length) : (activeIndex + step + options.length) % options.length;
        if (isBusy) onMove({ steps: (chosen && 'steps' in chosen ? chosen.steps : 0) + step });
        else onMove({ key: options[next] ?? '' });
      } else if (event.key === 'Enter' && active) {
        event.preventDefault();
        document.getElementById(active)?.click();
      }
    };
    input.addEventListener('keydown', onKeyDown);
    return () => input.removeEventListener('keydown', onKeyDown);
  }, [input, joinedKeys, activeIndex, active, isBusy, chosen, onMove]);

  return (
    <div className="suggestions">
      <FindPages searchText={searchText} onFound={onPages} />
      {hasNoProducts && !isEmpty && <OnlyPages searchText={searchText} />}
      {isEmpty && (
        <p key={searchText} className="suggestions-none">
          {t('search.nothing', { searchText })} <span>{t('search.tryThis')}</span>
        </p>
      )}
      <div id={id} role="listbox" aria-label={t('search.suggestions')}>
        {products.length > 0 && (
          <fieldset aria-labelledby={`${id}-products`}>
            <p id={`${id}-products`} className="suggestions-title" role="presentation">
              {t('search.products')}
            </p>
            {products.map((product) => (
              <Link key={product._id} className="suggestion" to={paths.product(product._id)} {...option(`p-${product._id}`)}>
                <ProductPicture image={picturesOf(product)[0]} sizes="48px" alt="" />
                <span className="suggestion-name">{product.name}</span>
                <ListedPrice product={product} />
              </Link>
            ))}
          </fieldset>
        )}
        {categories.length > 0 && (
          <fieldset aria-labelledby={`${id}-categories`}>
            <p id={`${id}-categories`} className="suggestions-title" role="presentation">
              {t('search.categories')}
            </p>
            {categories.map(({ slug, name, count: productCount }) => (
              <Link key={slug} className="suggestion" to={paths.shopCategory(slug)} {...option(`c-${slug}`)}>
                <span className="suggestion-name">{name}</span>
                <span className="suggestion-count">{t('search.held', { count: productCount })}</span>
              </Link>
            ))}
          </fieldset>
        )}
        {groups.map((group) => (
          <PageGroup key={group.kind} {...group} id={`${id}-${group.kind}`} option={option} />
        ))}
        {!hasNoProducts && (
          <Link className="suggestion suggestion-all" to={paths.shopSearch(searchText)} {...option('all')}>
            {t('search.all', { searchText })}
          </Link>
        )}
      </div>
    </div>
  );
};
